"""Front matter as text: where it begins and ends, and what its keys hold, every value as written.

Knows the grammar below and no meaning of any key. What the short grammar does not cover goes to
the full YAML reader (``yaml_nodes``), which costs a hook 20 ms and is loaded only then; a test
holds both to the same answers.

    card    = [BOM] fence block fence body | body
    fence   = a line that is exactly ``---`` (closing: or ``...``) plus blanks, at column 0
    block   = mapping of  key: scalar | key: [scalar, ...] | key: + indented mapping | key: + list
    scalar  = plain | "double" | 'single'         always text: ``no`` is no, ``010`` is 010
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Value: TypeAlias = "str | list[Value] | dict[str, Value]"
    Line = tuple[int, str, int]

_FENCE = frozenset(("---",))
_CLOSING = frozenset(("---", "..."))
_KEY_SIGNS = frozenset("-_./")
_INDICATORS = frozenset(",[]{}#&*!|>'\"%@`")
_NOT_IN_FLOW = frozenset("[]{}#:\"'&*!|>%@`?")
_STRANGE = "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff\\ufeff\\ufffe\\uffff]"
# Compiled only for a block that holds quotes or a comment: a hook waits for each pattern.
_DOUBLE = r'"((?:[^"\\]|\\["\\/nt])*)"(?:[ \t]+#.*)?$'
_SINGLE = r"'((?:[^']|'')*)'(?:[ \t]+#.*)?$"
_COMMENT = r"(?:^|[ \t])#.*$"
_FLOW = r"\[(.*)\](?:[ \t]+#.*)?$"
_FLOW_ITEM = (
    r"[ \t]*(?:\"((?:[^\"\\]|\\[\"\\])*)\"|'((?:[^']|'')*)'"
    r"|([\w.+/][^,\[\]{}#:\"'&*!|>%@`?]*))[ \t]*(?:,|$)"
)
MOST_INDENT = 40  # blanks before a line that the short grammar follows; ours: it calls itself
_ESCAPED = {"n": "\n", "t": "\t"}


class Malformed(Exception):
    """The front matter cannot be read: a finding's code, its line and column from 1, its values."""

    def __init__(self, code: str, line: int, column: int | None = None, **values: object) -> None:
        super().__init__(code, line, column, values)
        self.code, self.line, self.column, self.values = code, line, column, values


class _Odd(Exception):
    """The short grammar does not cover this block."""


def split(text: str) -> tuple[int, int, int] | None:
    r"""Give (block start, block end, body start) as character offsets; None without front matter.

    The block starts on line 2. Raises Malformed where an opening fence is never closed.

    >>> split("---\ntitle: a --- b\n---\nbody\n---\n")
    (4, 19, 23)
    >>> split("body") is None
    True
    """
    if text.startswith("---\n"):  # as most do: the first line that might close it does
        closing = text.find("\n---\n", 3)
        if closing > 0 and "\n---" not in text[3:closing] and "\n..." not in text[3:closing]:
            return 4, closing + 1, closing + 5
    start = 1 if text.startswith("\ufeff") else 0
    opening = _line_end(text, start)
    if text[start:opening].rstrip(" \t\r\n") not in _FENCE or not text.startswith("---", start):
        return None
    at = opening
    while at < len(text):
        end = _line_end(text, at)
        if text[at : at + 1] in "-." and text[at:end].rstrip(" \t\r\n") in _CLOSING:
            return opening, at, end
        at = end
    raise Malformed("card_unclosed", 1)


def _line_end(text: str, at: int) -> int:
    """Give the offset behind the line that begins here."""
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def read_block(block: str, *, first_line: int = 2) -> dict[str, Value]:
    r"""Read the block's keys, all values as written; raises Malformed with the place in the file.

    >>> read_block("mood: no\ncode: 010\ntags: [a, 'b c']\nx:\n  - 1.10\n")
    {'mood': 'no', 'code': '010', 'tags': ['a', 'b c'], 'x': ['1.10']}
    """
    text = block.replace("\r\n", "\n")
    if not _is_strange(text):
        try:
            return _read_plain(text) or _read_short(text)
        except _Odd:
            pass
    from ofttold.core.cards.yaml_nodes import read_full

    return read_full(block, first_line=first_line)


def _is_strange(text: str) -> bool:
    """Tell whether a block holds signs that end lines or show nothing: the full reader's affair."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return False
    import re

    return re.search(_STRANGE, text) is not None


def _read_plain(text: str) -> dict[str, Value]:
    """Read a block that is ``key: value`` line by line, as most are; {} where it is anything else."""
    found: dict[str, Value] = {}
    for line in text.split("\n"):
        key, _, rest = line.partition(": ")
        value = rest.strip(" \t")
        if not value:
            if line:
                return {}
            continue
        if not (key.isascii() and key.isidentifier()) or key in found or value[0] == "#":
            return {}
        found[key] = _inline(value)
    return found


def _read_short(text: str) -> dict[str, Value]:
    """Read by the short grammar; raises _Odd for anything it is not certain of."""
    lines: list[Line] = []
    for number, raw in enumerate(text.split("\n")):
        content = raw.lstrip(" ")
        indent = len(raw) - len(content)
        if content.startswith("\t") or indent > MOST_INDENT:
            raise _Odd
        if content and content[0] != "#":
            lines.append((indent, content.rstrip(" \t"), number))
    if not lines:
        return {}
    found, after = _mapping(lines, 0, 0)
    if after != len(lines):
        raise _Odd
    return found


def _mapping(lines: list[Line], at: int, indent: int) -> tuple[dict[str, Value], int]:
    found: dict[str, Value] = {}
    while at < len(lines) and lines[at][0] == indent:
        key, rest = _key(lines[at][1])
        if not key or key in found:
            raise _Odd
        at += 1
        if rest and rest[0] != "#":
            found[key] = _inline(rest)
        else:
            found[key], at = _nested(lines, at, indent)
    if at < len(lines) and lines[at][0] > indent:
        raise _Odd
    return found, at


def _key(text: str) -> tuple[str, str]:
    """Split ``key: rest``; ('', '') where the line opens with no plain key."""
    key, colon, rest = text.partition(":")
    if not colon or (rest and rest[0] not in " \t"):
        return "", ""
    first = key[:1]
    if not (first.isalnum() or first == "_") or not key.replace("_", "a").isalnum():
        plain = (first.isalnum() or first == "_") and all(
            sign.isalnum() or sign in _KEY_SIGNS for sign in key
        )
        if not plain:
            return "", ""
    return key, rest.lstrip(" \t")


def _nested(lines: list[Line], at: int, indent: int) -> tuple[Value, int]:
    """Read what stands under a key without a value of its own."""
    if at == len(lines):
        return "", at
    inner, content, _ = lines[at]
    if content == "-" or content.startswith("- "):
        return _sequence(lines, at, inner) if inner >= indent else ("", at)
    return _mapping(lines, at, inner) if inner > indent else ("", at)


def _sequence(lines: list[Line], at: int, indent: int) -> tuple[Value, int]:
    found: list[Value] = []
    while at < len(lines) and lines[at][0] == indent and lines[at][1].startswith("- "):
        inner = lines[at][1][2:].lstrip(" ")
        if _key(inner)[0] and not inner.startswith("- "):
            deeper = indent + len(lines[at][1]) - len(inner)
            lines[at] = (deeper, inner, lines[at][2])
            item, at = _mapping(lines, at, deeper)
            found.append(item)
        else:
            found.append(_inline(inner))
            at += 1
    if not found or (at < len(lines) and lines[at][0] > indent):
        raise _Odd
    return found, at


def _inline(text: str) -> Value:
    """Read what stands on a key's or item's own line."""
    if text[0] == "[":
        return _flow(text)
    if text == "{}":
        return {}
    return _scalar(text)


def _scalar(text: str) -> str:
    if text[0] in "\"'":
        return _quoted(text)
    plain = _without_comment(text) if "#" in text else text
    if (
        not plain
        or plain[0] in _INDICATORS
        or (plain[0] in "-?:" and plain[1:2] in ("", " ", "\t"))
    ):
        raise _Odd
    if ": " in plain or ":\t" in plain or plain[-1] == ":":
        raise _Odd
    return plain


def _without_comment(text: str) -> str:
    import re

    return re.sub(_COMMENT, "", text).rstrip(" \t")


def _quoted(text: str) -> str:
    import re

    if text[0] == '"':
        found = re.match(_DOUBLE, text)
        if found is None:
            raise _Odd
        return re.sub(r"\\(.)", lambda sign: _ESCAPED.get(sign[1], sign[1]), found[1])
    found = re.match(_SINGLE, text)
    if found is None:
        raise _Odd
    return found[1].replace("''", "'")


def _flow(text: str) -> list[Value]:
    """Read ``[a, "b", 'c']``; anything nested is odd."""
    if text[-1] == "]" and _NOT_IN_FLOW.isdisjoint(text[1:-1]):
        return _plain_flow(text[1:-1].strip(" \t"))
    import re

    outer = re.match(_FLOW, text)
    if outer is None:
        raise _Odd
    inner, at, items = outer[1].strip(" \t"), 0, []
    item_of = re.compile(_FLOW_ITEM)
    while at < len(inner):
        item = item_of.match(inner, at)
        if item is None:
            raise _Odd
        double, single, plain = item.groups()
        if double is not None:
            items.append(re.sub(r"\\(.)", r"\1", double))
        else:
            items.append(single.replace("''", "'") if single is not None else plain.rstrip(" \t"))
        at = item.end()
    if inner.endswith(","):
        raise _Odd
    return list(items)


def _plain_flow(inner: str) -> list[Value]:
    """Read the items of a list without quotes."""
    items = [item.strip(" \t") for item in inner.split(",")] if inner else []
    for item in items:
        if not item or not (item[0].isalnum() or item[0] in "_.+/"):
            raise _Odd
    return list(items)
