"""Reads JSON as hosts write it: comments, trailing commas, a byte order mark; every value's span.

    value   := object | array | string | number | true | false | null
    object  := "{" [ string ":" value { "," string ":" value } [","] ] "}"
    array   := "[" [ value { "," value } [","] ] "]"
    between any two tokens: blanks, // line comments, /* block comments */

Knows where things stand, never how to write them anew. One pass, no recursion, linear time.
"""

from __future__ import annotations

import json
import re

from ofttold.hosts.splices import fault_at

DEPTH_LIMIT = 200  # levels; hosts' settings have five
_BLANK = re.compile(r"(?:[ \t\r\n]++|//[^\r\n]*+|/\*.*?\*/)*+", re.DOTALL)
_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"')
_LITERAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_CLOSING = {"{": "}", "[": "]"}


class Item:
    """One entry of a container: ``key`` (None in an array), where it starts, its value, its comma."""

    __slots__ = ("comma", "key", "start", "value")

    def __init__(self, key: str | None, start: int) -> None:
        self.key = key
        self.start = start
        self.value = _NOTHING
        self.comma: int | None = None


class Node:
    """One value: ``kind`` is its first character ({ [ or anything of a scalar), and its span."""

    __slots__ = ("end", "items", "kind", "start")

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.items: list[Item] = []

    def find(self, key: str) -> list[Item]:
        """Give the entries with this key; more than one means the text repeats it."""
        return [item for item in self.items if item.key == key] if self.kind == "{" else []


_NOTHING = Node("", 0, 0)


def skip_blank(text: str, at: int) -> int:
    """Give the place of the next token at or after ``at``."""
    found = _BLANK.match(text, at)
    return found.end() if found else at


def is_blank(text: str) -> bool:
    """Tell whether the text holds no value at all, only blanks and comments."""
    return skip_blank(text, _start(text)) == len(text)


def _start(text: str) -> int:
    return 1 if text.startswith("\ufeff") else 0


class _Scan:
    """The place reached and the containers open there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = skip_blank(text, _start(text))
        self.open: list[Node] = []

    def token(self) -> str:
        return self.text[self.at : self.at + 1]

    def read_string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if not found:
            raise fault_at("syntax", self.text, self.at)
        self.at = found.end()
        return found[0]

    def begin_item(self) -> None:
        """Note the next entry of the innermost container, with its key read if it has one."""
        container = self.open[-1]
        start = self.at
        key: str | None = None
        if container.kind == "{":
            key = json.loads(self.read_string())
            self.at = skip_blank(self.text, self.at)
            if self.token() != ":":
                raise fault_at("syntax", self.text, self.at)
            self.at = skip_blank(self.text, self.at + 1)
        container.items.append(Item(key, start))

    def read_value(self) -> Node:
        """Read a scalar whole, or only the opening of a container."""
        start, token = self.at, self.token()
        if token in _CLOSING:
            if len(self.open) >= DEPTH_LIMIT:
                raise fault_at("too_deep", self.text, start)
            self.at = skip_blank(self.text, start + 1)
            return Node(token, start, start)
        if token == '"':
            self.read_string()
        else:
            found = _LITERAL.match(self.text, start)
            if not found:
                raise fault_at("syntax", self.text, start)
            self.at = found.end()
        return Node(token, start, self.at)

    def close_all(self) -> bool:
        """Close what closes here; True when another entry follows, False when all is closed."""
        while self.open:
            container = self.open[-1]
            self.at = skip_blank(self.text, self.at)
            if self.token() == "," and container.items and container.items[-1].comma is None:
                container.items[-1].comma = self.at
                self.at = skip_blank(self.text, self.at + 1)
                if self.token() != _CLOSING[container.kind]:
                    return True
            if self.token() != _CLOSING[container.kind]:
                raise fault_at("syntax", self.text, self.at)
            self.at += 1
            container.end = self.at
            self.open.pop()
        return False


def scan(text: str) -> Node:
    """Read the whole text; raises ConfigFault (syntax, too_deep) with line and column.

    >>> scan('{ "a": [1, 2,], } // end').find("a")[0].value.end
    14
    """
    state = _Scan(text)
    root: Node | None = None
    more = True
    while more:
        node = state.read_value()
        if state.open:
            state.open[-1].items[-1].value = node
        root = root or node
        if node.kind in _CLOSING:
            state.open.append(node)
            if state.token() != _CLOSING[node.kind]:
                state.begin_item()
                continue
        more = state.close_all()
        if more:
            state.begin_item()
    if skip_blank(text, state.at) != len(text) or root is None:
        raise fault_at("syntax", text, skip_blank(text, state.at))
    return root


Value = dict[tuple[str, int], "Value"] | list["Value"] | str


def to_value(text: str, node: Node) -> Value:
    """Give the data for comparing: scalars as they are spelt, repeated keys numbered."""
    if node.kind == "[":
        return [to_value(text, item.value) for item in node.items]
    if node.kind != "{":
        return text[node.start : node.end]
    found: dict[tuple[str, int], Value] = {}
    seen: dict[str, int] = {}
    for item in node.items:
        key = item.key or ""
        seen[key] = seen.get(key, -1) + 1
        found[(key, seen[key])] = to_value(text, item.value)
    return found
