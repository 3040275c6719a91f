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

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Value: TypeAlias = "str | list[Value] | dict[str, Value]"
    Line = tuple[int, str, int]

_OPENING = re.compile(r"---[ \t]*\r?(?:\n|\Z)")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_STRANGE = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff\\ufeff\\ufffe\\uffff]"
)
_KEY = re.compile(r"(\w[\w\-./]*):(?:[ \t]+(.*))?$")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\["\\/nt])*)"(?:[ \t]+#.*)?$')
_SINGLE = re.compile(r"'((?:[^']|'')*)'(?:[ \t]+#.*)?$")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}
_COMMENT = re.compile(r"(?:^|[ \t])#.*$")
_FLOW = re.compile(r"\[(.*)\](?:[ \t]+#.*)?$")
_FLOW_ITEM = re.compile(
    r"[ \t]*(?:\"((?:[^\"\\]|\\[\"\\])*)\"|'((?:[^']|'')*)'|([\w.+/][^,\[\]{}#:\"'&*!|>%@`?]*))[ \t]*(?:,|$)"
)
_INDICATORS = frozenset(",[]{}#&*!|>'\"%@`")


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
    start = 1 if text.startswith("\ufeff") else 0
    opening = _OPENING.match(text, start)
    if opening is None:
        return None
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        raise Malformed("card_unclosed", 1)
    after = closing.end()
    return opening.end(), closing.start(), after + (text[after : after + 1] == "\n")


def read_block(block: str, *, first_line: int = 2) -> dict[str, Value]:
    r"""Read the block's keys, all values as written; raises Malformed with the place in the file.

    >>> read_block("mood: no\ncode: 010\ntags: [a, 'b c']\nx:\n  - 1.10\n")
    {'mood': 'no', 'code': '010', 'tags': ['a', 'b c'], 'x': ['1.10']}
    """
    text = block.replace("\r\n", "\n")
    if not _STRANGE.search(text):
        try:
            return _read_short(text)
        except _Odd:
            pass
    from ofttold.core.cards.yaml_nodes import read_full

    return read_full(block, first_line=first_line)


def _read_short(text: str) -> dict[str, Value]:
    """Read by the short grammar; raises _Odd for anything it is not certain of."""
    lines: list[Line] = []
    for number, raw in enumerate(text.split("\n")):
        content = raw.lstrip(" ")
        if content.startswith("\t"):
            raise _Odd
        if content and content[0] != "#":
            lines.append((len(raw) - len(content), content.rstrip(" \t"), number))
    if not lines:
        return {}
    found, after = _mapping(lines, 0, 0)
    if after != len(lines):
        raise _Odd
    return found


def _mapping(lines: list[Line], at: int, indent: int) -> tuple[dict[str, Value], int]:
    found: dict[str, Value] = {}
    while at < len(lines) and lines[at][0] == indent:
        key = _KEY.match(lines[at][1])
        if key is None or key[1] in found:
            raise _Odd
        at += 1
        rest = _COMMENT.sub("", key[2]) if key[2] and key[2][0] == "#" else key[2]
        if rest:
            found[key[1]] = _inline(rest)
        else:
            found[key[1]], at = _nested(lines, at, indent)
    if at < len(lines) and lines[at][0] > indent:
        raise _Odd
    return found, at


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
        if _KEY.match(inner) and not inner.startswith("- "):
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
    if text[0] == '"':
        quoted = _DOUBLE.match(text)
        if quoted is None:
            raise _Odd
        return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), quoted[1])
    if text[0] == "'":
        quoted = _SINGLE.match(text)
        if quoted is None:
            raise _Odd
        return quoted[1].replace("''", "'")
    plain = _COMMENT.sub("", text).rstrip(" \t") if "#" in text else text
    if (
        not plain
        or plain[0] in _INDICATORS
        or (plain[0] in "-?:" and plain[1:2] in ("", " ", "\t"))
    ):
        raise _Odd
    if ": " in plain or ":\t" in plain or plain[-1] == ":":
        raise _Odd
    return plain


def _flow(text: str) -> list[Value]:
    """Read ``[a, "b", 'c']``; anything nested is odd."""
    outer = _FLOW.match(text)
    if outer is None:
        raise _Odd
    inner, at, items = outer[1].strip(" \t"), 0, []
    while at < len(inner):
        item = _FLOW_ITEM.match(inner, at)
        if item is None:
            raise _Odd
        double, single, plain = item.groups()
        if double is not None:
            items.append(_ESCAPE.sub(r"\1", double))
        else:
            items.append(single.replace("''", "'") if single is not None else plain.rstrip(" \t"))
        at = item.end()
    if inner.endswith(","):
        raise _Odd
    return list(items)
