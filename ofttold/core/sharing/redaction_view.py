"""A text read as a secret's thief would read it: split strings joined, invisible signs gone.

Knows how people and programs break a long key (``"ab" + "cd"``, a backslash at the line's end, a
zero-width space, a hard wrap) and where each piece stands in the text as written. Knows no rules.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from ofttold.core.later import later

Piece = tuple[int, int]

_TOKEN = "A-Za-z0-9_+/=.-"
_FULL_WIDTH = {
    0xFF01 + n: 0x21 + n for n in range(94) if chr(0x21 + n).isalnum() or chr(0x21 + n) in "_-"
}
_HAS_FULL_WIDTH = later("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
# every branch begins with one of these, what stands before it is looked at after
_INVISIBLE = "\u200b-\u200d\u2060\ufeff\u00ad"
_JOIN_SIGN = later(rf"[{_INVISIBLE}\"'`”’」』\\]")
_AFTER_TOKEN = rf"(?<=[{_TOKEN}].)"
JOINS = later(
    rf"(?:[{_INVISIBLE}]{_AFTER_TOKEN}[{_INVISIBLE}]*"
    rf"|([\"'`]){_AFTER_TOKEN}"
    + r"[ \t]{0,8}(?:(?:\+|\.\.?|&|\\)[ \t]{0,8})?(?:\r?\n[ \t>]{0,40})?"
    r"(?:(?:\+|\.|&)[ \t]{0,8})?[fbru]?\1"
    rf"|[”’」』]{_AFTER_TOKEN}"
    + r"[ \t]{0,8}(?:(?:\+|\.\.?|&|＋)[ \t]{0,8})?(?:\r?\n[ \t>]{0,40})?[“‘「『]"
    r"|([\"'])(?<=[\w+/=-]{6}.)[ \t]{0,2},[ \t]{0,2}(?:\r?\n[ \t>]{0,40})?\2"
    r"(?=[\w+/=.:-]{6,200}[\"'][ \t\n]{0,4}\])"
    rf"|\\{_AFTER_TOKEN}" + r"\r?\n[ \t>]{0,40}"
    rf")(?=[{_TOKEN}])|\\(?=[_-])"
)
_AT_LINE_END = later(
    rf"(?<![{_TOKEN}])[{_TOKEN}]{{4,}}+(?=[ \t]{{0,4}}\r?\n[ \t>]{{0,16}}[{_TOKEN}])"
)
_NEXT_LINE = later(rf"[ \t]{{0,4}}\r?\n[ \t>]{{0,16}}([{_TOKEN}]+)")
MOST_LINES = 24  # lines a hard-wrapped token may run over


@dataclass(frozen=True, slots=True)
class View:
    """A text with some stretches cut out.

    ``cuts`` are the places in ``text`` where something was cut, ``gone`` how many characters were
    cut up to and with each; ``changed``: letters were also made half-width, one for one.
    """

    text: str
    cuts: tuple[int, ...]
    gone: tuple[int, ...]
    changed: bool = False

    def pieces(self, start: int, end: int) -> tuple[Piece, ...]:
        """Give where [start, end) of the view stands in the text as written, piece by piece."""
        found = []
        first = bisect_right(self.cuts, start)
        for index in range(first, len(self.cuts) + 1):
            stop = self.cuts[index] if index < len(self.cuts) else end
            stop = min(stop, end)
            shift = self.gone[index - 1] if index else 0
            if stop > start:
                found.append((start + shift, stop + shift))
            start = stop
            if stop >= end:
                break
        return tuple(found)


def look_through(text: str, joins: re.Pattern[str]) -> View | None:
    """Give the view with ``joins`` cut out, None where it would be the text itself."""
    plain = text.translate(_FULL_WIDTH) if _HAS_FULL_WIDTH.search(text) else text
    kept: list[str] = []
    cuts: list[int] = []
    gone: list[int] = []
    last = size = lost = 0
    for sign in _JOIN_SIGN.finditer(plain):
        match = joins.match(plain, sign.start()) if sign.start() >= last else None
        if match is None:
            continue
        kept.append(plain[last : match.start()])
        size += match.start() - last
        lost += match.end() - match.start()
        cuts.append(size)
        gone.append(lost)
        last = match.end()
    if not cuts and plain is text:
        return None
    kept.append(plain[last:])
    return View("".join(kept), tuple(cuts), tuple(gone), plain is not text)


def wrapped_runs(text: str, beginning: re.Pattern[str]) -> list[tuple[Piece, ...]]:
    """Give what stands at a line's end from a token's ``beginning`` on, and the lines behind it."""
    found = []
    for run in _AT_LINE_END.finditer(text):
        begun = beginning.search(text, run.start(), run.end())
        if begun is None:
            continue
        pieces = [(begun.start(), run.end())]
        while len(pieces) < MOST_LINES:
            line = _NEXT_LINE.match(text, pieces[-1][1])
            if line is None or beginning.match(text, line.start(1)):
                break
            pieces.append(line.span(1))
        found.append(tuple(pieces))
    return found


def lines_with(text: str, signs: tuple[str, ...]) -> Iterator[Piece]:
    r"""Give the spans of the lines in which one of ``signs`` stands, each once for each sign.

    >>> list(lines_with("a\nb=1\nc", ("=",)))
    [(2, 5)]
    """
    for sign in signs:
        at = text.find(sign)
        while at >= 0:
            start = text.rfind("\n", 0, at) + 1
            stop = text.find("\n", at + len(sign))
            stop = len(text) if stop < 0 else stop
            yield start, stop
            at = text.find(sign, stop)
