"""Do a call's arguments fit the tool's parameters? It knows shapes and says what is wrong in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ofttold.core.strings import Lang, say
from ofttold.mcp.registry import Kind, Parameter

MOST_TEXT = 100_000  # characters of one text of a call; ours: a pasted file may be searched for
MOST_LINE = 1000  # characters of a text that is one line of a card; ours
_LINES = frozenset(("title", "summary", "when", "topic", "kind", "id", "contextId", "word"))
# Control characters but tab and line ends, and the two that turn writing round.
_UNSEEN = frozenset(chr(n) for n in (*range(9), 11, 12, *range(14, 32), *range(127, 160))) | {
    "\u202d",
    "\u202e",
}


def fits(kind: Kind, value: object) -> bool:
    """Tell whether the value has the shape.

    >>> fits("integer", True), fits("strings", ["a", "b"]), fits("mapping", {"os": 1})
    (False, True, False)
    """
    match kind:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "strings":
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        case "mapping":
            return isinstance(value, dict) and all(isinstance(v, str) for v in value.values())


def _odd_text(name: str, value: object) -> str:
    r"""Tell what keeps text from being text: '' for nothing, else the key of what to say.

    >>> _odd_text("text", "a\tb"), _odd_text("tags", ["a\0"]), _odd_text("text", "\ud800")
    ('', 'control', 'surrogate')
    """
    most = MOST_LINE if name in _LINES else MOST_TEXT
    for text in _texts(value):
        if len(text) > most:
            return "long"
        if text.isprintable():
            continue
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            return "surrogate"
        if not _UNSEEN.isdisjoint(text):
            return "control"
    return ""


def _texts(value: object) -> Iterator[str]:
    """Give every string of an argument, keys of a mapping included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from (text for text in (key, item) if isinstance(text, str))


def faults(
    parameters: Sequence[Parameter], arguments: Mapping[str, object], lang: Lang
) -> list[str]:
    """Name each fault of the arguments in one sentence; empty when all is well."""
    known = {parameter.name: parameter for parameter in parameters}
    said = [
        say(lang, "mcp.argument_unknown", name=name, known=", ".join(known) or "-")
        for name in arguments
        if name not in known
    ]
    for parameter in parameters:
        if parameter.name not in arguments:
            if parameter.required:
                said.append(say(lang, "mcp.argument_missing", name=parameter.name))
            continue
        value = arguments[parameter.name]
        if not fits(parameter.kind, value):
            wanted = say(lang, f"mcp.kind.{parameter.kind}")
            said.append(say(lang, "mcp.argument_shape", name=parameter.name, wanted=wanted))
        elif word := _odd_text(parameter.name, value):
            most = MOST_LINE if parameter.name in _LINES else MOST_TEXT
            said.append(say(lang, f"mcp.argument_{word}", name=parameter.name, most=most))
        elif parameter.choices and value not in parameter.choices:
            choices = ", ".join(parameter.choices)
            said.append(say(lang, "mcp.argument_choice", name=parameter.name, choices=choices))
    return said
