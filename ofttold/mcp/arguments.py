"""Do a call's arguments fit the tool's parameters? It knows shapes and says what is wrong in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ofttold.core.strings import Lang, say
from ofttold.mcp.registry import Kind, Parameter


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
        elif parameter.choices and value not in parameter.choices:
            choices = ", ".join(parameter.choices)
            said.append(say(lang, "mcp.argument_choice", name=parameter.name, choices=choices))
    return said
