r"""The outline of a markdown text: its top-level blocks, told by the CommonMark tree, by line.

Knows markdown-it-py and the original bytes; refuses to know what a section means. Only the block
half of the parser runs. It splits lines at ``\n``, ``\r\n`` and lone ``\r``, so lines are
indexed here in that way (``Lines``); the numbers shown to a person count ``\n`` only.

The parser gives up the rest of a text below its nesting limit, silently. So it is handed a copy in
which the prefix of containers of a line (blanks, ``>``, list markers) is cut at ``DEEPEST``: what
lies deeper is still inside the same top-level block, which is all that is asked here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

# Containers (quotes, lists) within one another that are told apart; two columns of indent can
# carry one. Ours: eight levels of four-column indent, and a hostile line stays cheap.
DEEPEST = 16

_LINE_END = re.compile(rb"\r\n?|\n")
_CONTAINER = re.compile(r"[ \t]+|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])")
_DEEP = re.compile(rf"(?m)^[ \t>*+\-\d.)]{{{DEEPEST}}}.*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE_END = re.compile(r"(`{3,}|~{3,})[ \t]*$")
_ENDLESS_HTML = re.compile(
    r"[ ]{0,3}<(?:(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z])|(script|pre|style|textarea)(?=\s|>|$))",
    re.IGNORECASE,
)
_HTML_ENDS = ("-->", "?>", "]]>", ">", "</")


@dataclass(frozen=True, slots=True)
class Lines:
    r"""Where each line of ``data`` begins (byte offsets), and how many ``\n`` stand before it."""

    data: bytes
    starts: tuple[int, ...]
    numbers: tuple[int, ...]

    def offset(self, index: int) -> int:
        """Give the byte offset at which line ``index`` begins; the end of the text beyond it."""
        return self.starts[index] if index < len(self.starts) else len(self.data)

    def number(self, index: int) -> int:
        r"""Give the line's public number, from 1, counting ``\n`` only."""
        return self.numbers[min(index, len(self.numbers) - 1)]

    def index(self, offset: int) -> int:
        """Give the index of the line in which a byte offset lies."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def raw(self, index: int) -> bytes:
        """Give the line with its ending."""
        return self.data[self.offset(index) : self.offset(index + 1)]

    def is_blank(self, index: int) -> bool:
        """Tell whether nothing but blanks stands there."""
        return not self.raw(index).strip(b" \t\r\n")


def split_lines(data: bytes, start: int = 0) -> Lines:
    """Find the lines of ``data`` from ``start`` (behind a byte order mark)."""
    starts, numbers, number = [start], [1], 1
    for match in _LINE_END.finditer(data, start):
        number += match.group().endswith(b"\n")
        starts.append(match.end())
        numbers.append(number)
    return Lines(data, tuple(starts), tuple(numbers))


@dataclass(frozen=True, slots=True)
class ListItem:
    """A top-level item: lines ``first`` to ``end`` (half open, without trailing blank lines)."""

    first: int
    end: int
    ordered: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block: kind, lines ``first`` to ``end`` (half open), what its kind needs.

    ``kind`` is ``heading list fence code html quote rule paragraph``; ``closed`` is False for a
    fence or an HTML comment that runs to the end of the text for want of its end mark.
    """

    kind: str
    first: int
    end: int
    level: int = 0
    text: str = ""
    closed: bool = True
    items: tuple[ListItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Leaf:
    """A block that holds text, at whatever depth: ``code``, ``html`` or ``inline``, by line."""

    kind: str
    first: int
    end: int


_KINDS = {
    "heading_open": "heading",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "fence": "fence",
    "code_block": "code",
    "html_block": "html",
    "blockquote_open": "quote",
    "hr": "rule",
    "paragraph_open": "paragraph",
}
_LEAVES = {"fence": "code", "code_block": "code", "html_block": "html", "inline": "inline"}


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """Build the block parser; its nesting limit lies beyond what ``_shallow`` lets through."""
    parser = MarkdownIt("commonmark", {"maxNesting": 4 * DEEPEST + 20})
    parser.disable(["normalize", "inline", "text_join"], ignoreInvalid=True)
    return parser


def read_blocks(text: str, lines: Lines) -> tuple[tuple[Block, ...], tuple[Leaf, ...]]:
    """Parse the text (as decoded, without byte order mark) into top-level blocks and text leaves."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    tokens = _parser().parse(_DEEP.sub(_shallow, plain))
    blocks = [
        _block(tokens, at, lines, plain)
        for at, token in enumerate(tokens)
        if token.level == 0 and token.type in _KINDS
    ]
    leaves = tuple(
        Leaf(_LEAVES[token.type], token.map[0], token.map[1])
        for token in tokens
        if token.type in _LEAVES and token.map
    )
    return tuple(blocks), leaves


def _shallow(match: re.Match[str]) -> str:
    """Cut a line whose containers nest deeper than is told apart."""
    line = match.group()
    depth, at = 0, 0
    while found := _CONTAINER.match(line, at):
        run = found.group()
        room = DEEPEST - depth
        depth += len(run.expandtabs(4)) // 2 if run[0] in " \t" else 1
        if depth > DEEPEST:
            if _RULE.match(line):
                return line
            tail = line[found.end() :]
            if run[0] in " \t" and not _CONTAINER.match(tail):
                return line[:at] + " " * (2 * room) + tail
            return line[:at] + "x"
        at = found.end()
    return line


def _block(tokens: list[Token], at: int, lines: Lines, plain: str) -> Block:
    token = tokens[at]
    kind = _KINDS[token.type]
    first, end = token.map or [0, 0]
    end = _trimmed(lines, first, end)
    if kind == "heading":
        text = tokens[at + 1].content.replace("\n", " ")
        return Block(kind, first, end, level=int(token.tag[1]), text=text)
    if kind == "list":
        return Block(kind, first, end, items=_items(tokens, at, lines))
    if kind == "fence":
        return Block(kind, first, end, closed=_fence_is_closed(token, lines, end))
    if kind == "html":
        return Block(kind, first, end, closed=_html_is_closed(token.content))
    return Block(kind, first, end)


def _trimmed(lines: Lines, first: int, end: int) -> int:
    """Leave blank lines at the end out."""
    while end > first + 1 and lines.is_blank(end - 1):
        end -= 1
    return end


def _items(tokens: list[Token], at: int, lines: Lines) -> tuple[ListItem, ...]:
    ordered = tokens[at].type == "ordered_list_open"
    items: list[ListItem] = []
    for place in range(at + 1, len(tokens)):  # a slice would copy the rest for each list
        token = tokens[place]
        if token.level == 0:
            break
        if token.type == "list_item_open" and token.level == 1 and token.map:
            first, end = token.map
            items.append(ListItem(first, _trimmed(lines, first, end), ordered))
    return tuple(items)


def _fence_is_closed(token: Token, lines: Lines, end: int) -> bool:
    if end - (token.map or [0, 0])[0] < 2:
        return False
    last = lines.raw(end - 1).decode("utf-8", "replace").strip(" \t\r\n")
    found = _FENCE_END.match(last)
    return bool(found and found[1][0] == token.markup[0] and len(found[1]) >= len(token.markup))


def _html_is_closed(content: str) -> bool:
    """Tell whether an HTML block that only an end mark can end has that mark."""
    found = _ENDLESS_HTML.match(content)
    if not found:
        return True
    ends = _HTML_ENDS[(found.lastindex or 1) - 1]
    return ends in content[found.start(found.lastindex or 1) :]
