"""Which arrow of an anchor points at its target, and what its words are without their marks.

Knows the inline marks a person puts around words on one line: emphasis, code, links, comments and
backslashes. It reads them a little more kindly than CommonMark: ``**鲸。**是`` is bold here, as its
writer meant. Knows nothing of lists, sections or dates. Linear in the length of the text.

    arrow  = "→" | "->"      outside comments, and outside emphasis and code
                             unless those hold nothing but the arrow (``**→**``)
    target = what follows the last such arrow that anything follows, on the first line with one
"""

from __future__ import annotations

import re
from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Span = tuple[int, int]

_PIECE = re.compile(r"\\.|`+|<!--|\*+|_+", re.DOTALL)
_TICKS = re.compile(r"`+")
_ARROW = re.compile(r"→|->")
_ARROW_ALONE = re.compile(r"[*_` ]*(?:→|->)[*_` ]*")
_SOMETHING = re.compile(r"\S")
_LINK = re.compile(r"(?<!\\)(!?\[)(?:[^\[\]\\]|\\.)*(\]\([^()\n]*\))")
_WIKI = re.compile(r"(?<!\\)(\[\[(?:[^\[\]|\n]*\|)?)[^\[\]|\n]+(\]\])")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class Run:
    """One run of ``*`` or ``_`` that may still open emphasis."""

    __slots__ = ("closes", "end", "mark", "size", "start")

    def __init__(self, mark: str, start: int, end: int, *, closes: bool) -> None:
        self.mark, self.start, self.end, self.closes = mark, start, end, closes
        self.size = end - start

    def pairs_with(self, mark: str, size: int, *, opens: bool) -> bool:
        """Tell whether a closing run of this size may pair with it (CommonMark's rule of three)."""
        if self.mark != mark:
            return False
        odd_pair = (self.closes or opens) and (self.size + size) % 3 == 0
        return not odd_pair or (self.size % 3 == 0 and size % 3 == 0)


class Inline:
    """The marks of one text, as spans of offsets into it.

    ``visible`` is the text with comments blanked out at equal length; ``marks`` are spans that are
    no words (emphasis marks, backticks, link targets, backslashes, comments); ``bolds`` are the
    insides of strong emphasis. Both are in order.
    """

    __slots__ = ("_around", "_code", "_open", "_tried", "bolds", "marks", "text", "visible")

    def __init__(self, text: str) -> None:
        self.text = self.visible = text
        self.marks: list[Span] = []
        self.bolds: list[Span] = []
        self._around: list[Span] = []
        self._code: list[Span] = []
        self._open: list[Run] = []
        self._tried: dict[tuple[str, int, bool], int] = {}
        self._scan()
        for pattern in (_LINK, _WIKI):
            for link in pattern.finditer(text):
                if not _covers(self._code, link.start()):
                    self.marks += [link.span(1), link.span(2)]
        self.marks.sort()
        self.bolds.sort(key=lambda span: (span[0], -span[1]))

    def _scan(self) -> None:
        """Walk the text once from left to right."""
        at = 0
        while piece := _PIECE.search(self.text, at):
            start, at = piece.span()
            first = piece.group()[0]
            if first == "\\":
                if self.text[start + 1] in _PUNCTUATION:
                    self.marks.append((start, start + 1))
                else:
                    at = start + 1
            elif first == "`":
                at = self._take_code(start, at)
            elif first == "<":
                at = self._take_comment(start)
            else:
                self._take_run(start, at)

    def _take_code(self, start: int, inner: int) -> int:
        """Take a code span, closed by as many backticks as opened it; else leave the ticks."""
        key = ("`", inner - start, True)
        if key not in self._tried:
            for close in _TICKS.finditer(self.text, inner):
                if close.end() - close.start() == inner - start:
                    self.marks += [(start, inner), close.span()]
                    self._code.append((start, close.end()))
                    self._around.append((start, close.end()))
                    return close.end()
            self._tried[key] = start
        return inner

    def _take_comment(self, start: int) -> int:
        """Take a comment; one that is not closed runs to the end."""
        stop = self.text.find("-->", start + 4)
        end = len(self.text) if stop < 0 else stop + 3
        self.marks.append((start, end))
        blank = re.sub(r"[^\n]", " ", self.text[start:end])
        self.visible = self.visible[:start] + blank + self.visible[end:]
        return end

    def _take_run(self, start: int, end: int) -> None:
        """Close what the run closes, and keep the rest of it as an opener."""
        mark = self.text[start]
        before = self.text[start - 1] if start else " "
        after = self.text[end] if end < len(self.text) else " "
        if mark == "_" and before.isalnum() and after.isalnum():
            return
        opens, closes = not after.isspace(), not before.isspace()
        if closes:
            start = self._close(start, end, opens=opens)
        if opens and start < end:
            self._open.append(Run(mark, start, end, closes=closes))

    def _close(self, start: int, end: int, *, opens: bool) -> int:
        """Pair the run with the nearest openers of its kind; return where its unused rest begins."""
        mark, size, place = self.text[start], end - start, start
        key = (mark, size % 3, opens)
        bottom = self._tried.get(key, 0)
        at = len(self._open) - 1
        while start < end and at >= 0 and self._open[at].start >= bottom:
            opener = self._open[at]
            if not opener.pairs_with(mark, size, opens=opens):
                at -= 1
                continue
            width = 2 if end - start > 1 and opener.end - opener.start > 1 else 1
            inner = (opener.end, start)
            opener.end -= width
            start += width
            self._take_pair(opener.end, inner, start)
            del self._open[at + 1 if opener.start < opener.end else at :]
            at = len(self._open) - 1
        if start < end:
            self._tried[key] = place
        return start

    def _take_pair(self, start: int, inner: Span, end: int) -> None:
        self.marks += [(start, inner[0]), (inner[1], end)]
        self._around.append((start, end))
        if end - inner[1] == 2:
            self.bolds.append(inner)

    def words(self, start: int, end: int) -> str:
        """Give the text between two offsets without its marks, trimmed, on one line.

        >>> Inline("- **`C++`·[fast](x.md)**").words(2, 24)
        'C++·fast'
        """
        out: list[str] = []
        at = start
        for mark_start, mark_end in self.marks:
            if mark_start >= end:
                break
            if mark_end > at:
                out.append(self.text[at : max(at, mark_start)])
                at = mark_end
        out.append(self.text[at:end])
        return re.sub(r"[ \t]*\r?\n[ \t]*", " ", "".join(out)).strip()

    def arrows(self) -> Iterator[Span]:
        """Yield each arrow that counts: its start, and its end behind marks that hold only it."""
        hiding: list[Span] = []
        alone: list[Span] = []
        for start, end in self._around:
            (alone if _ARROW_ALONE.fullmatch(self.text, start, end) else hiding).append(
                (start, end)
            )
        hiding, alone = _merge(hiding), _merge(alone)
        for arrow in _ARROW.finditer(self.visible):
            start, end = arrow.span()
            if not _covers(hiding, start):
                marked = _covers(alone, start)
                yield start, marked[1] if marked else end

    def points(self, end: int) -> bool:
        """Tell whether anything follows an arrow, on its line or on the next."""
        found = _SOMETHING.search(self.visible, end)
        return found is not None and self.visible.count("\n", end, found.start()) <= 1

    def target(self, end: int) -> Span:
        """Give the span of what follows an arrow on its line, else on the next; maybe empty."""
        found = _SOMETHING.search(self.visible, end)
        if found is None or self.visible.count("\n", end, found.start()) > 1:
            return end, end
        stop = self.visible.find("\n", found.start())
        line = self.visible[found.start() : len(self.visible) if stop < 0 else stop]
        return found.start(), found.start() + len(line.rstrip())


def find_arrow(inline: Inline) -> Span | None:
    """Find the last counting arrow of the first line on which one points, else the last of all.

    The answer is (start, offset behind the arrow). Later lines are remarks.
    """
    found: Span | None = None
    pointing = False
    for start, end in inline.arrows():
        if pointing and found and inline.text.count("\n", found[1], start):
            break
        now = inline.points(end)
        if now or not pointing:
            found, pointing = (start, end), now
    return found


def find_target_arrow(text: str) -> Span | None:
    """Find the arrow of a text that is followed by its target: (start, offset behind the arrow).

    >>> find_target_arrow("**a → b** -> `x.md`")
    (10, 12)
    >>> find_target_arrow("**a → b**") is None
    True
    """
    inline = Inline(text)
    found = find_arrow(inline)
    return found if found and inline.points(found[1]) else None


def _merge(spans: Iterable[Span]) -> list[Span]:
    """Give the outermost of some nested or separate spans, in order."""
    out: list[Span] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not out or span[0] >= out[-1][1]:
            out.append(span)
    return out


def _covers(spans: list[Span], at: int) -> Span | None:
    """Give the one of separate, ordered spans that holds an offset."""
    place = bisect_right(spans, (at, float("inf"))) - 1
    return spans[place] if place >= 0 and at < spans[place][1] else None
