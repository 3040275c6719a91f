"""HTML comments in a markdown text: where they stand, and the text without them.

Knows bytes and the leaves of the tree. A comment in a fence, in indented code or in a code span is
text. In a paragraph a comment ends in that paragraph or is none; as a block of its own it may run
to the end of the file.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from ofttold.core.inline_comments import find_inline_comments
from ofttold.core.markdown_blocks import Leaf, Lines

Span = tuple[int, int]

_INK = re.compile(rb"[^\r\n]")
_ONLY_MARKERS = re.compile(rb"(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*")


def find_comments(lines: Lines, leaves: Iterable[Leaf]) -> tuple[Span, ...]:
    """Give the byte spans of all comments, in order."""
    if b"<!--" not in lines.data:
        return ()
    spans: list[Span] = []
    for leaf in leaves:
        start, end = lines.offset(leaf.first), lines.offset(leaf.end)
        if leaf.kind == "html":
            spans += _in_html(lines.data, start, end)
        elif leaf.kind == "inline":
            spans += find_inline_comments(lines.data, start, end)
    return tuple(spans)


def _in_html(data: bytes, start: int, end: int) -> Iterator[Span]:
    while (opens := data.find(b"<!--", start, end)) >= 0:
        closes = data.find(b"-->", opens + 2, end)
        start = end if closes < 0 else closes + 3
        yield opens, start


def mask_spans(data: bytes, start: int, end: int, hidden: Sequence[Span]) -> bytes:
    """Give ``data[start:end]`` with every hidden byte but line ends made a blank."""
    out: list[bytes] = []
    at = start
    for opens, closes in _within(hidden, start, end):
        if closes > at and opens < end:
            out += [
                data[at : max(at, opens)],
                _INK.sub(b" ", data[max(at, opens) : min(closes, end)]),
            ]
            at = min(closes, end)
    return b"".join(out) + data[at:end]


def without_spans(data: bytes, start: int, end: int, hidden: Sequence[Span]) -> bytes:
    """Give ``data[start:end]`` without the hidden spans.

    A line of which nothing but markers is left goes with them; other lines keep their ending.
    """
    out: list[bytes] = []
    line, touched = b"", False
    for piece, cut in _pieces(data, start, end, hidden):
        for part in piece.splitlines(keepends=True) if piece else ():
            line += part
            if part[-1:] in b"\r\n":
                out.append(_tidied(line) if touched else line)
                line, touched = b"", False
        touched = touched or cut
    out.append(_tidied(line) if touched else line)
    return b"".join(out)


def _pieces(
    data: bytes, start: int, end: int, hidden: Sequence[Span]
) -> Iterator[tuple[bytes, bool]]:
    """Give the visible pieces, each with whether a comment follows it."""
    for opens, closes in _within(hidden, start, end):
        if closes <= start or opens >= end:
            continue
        yield data[start : max(start, opens)], True
        start = min(closes, end)
    yield data[start:end], False


def _within(hidden: Sequence[Span], start: int, end: int) -> Sequence[Span]:
    """Give those of some ordered spans that may touch a range, found without walking through all."""
    first = bisect_right(hidden, start, key=lambda span: span[1])
    return hidden[first : bisect_left(hidden, end, lo=first, key=lambda span: span[0])]


def _tidied(line: bytes) -> bytes:
    body = line.rstrip(b"\r\n")
    if _ONLY_MARKERS.fullmatch(body):
        return b""
    return body.rstrip(b" \t") + line[len(body) :]
