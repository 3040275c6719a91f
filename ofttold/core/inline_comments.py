"""HTML comments within one paragraph, as spans; a comment in a code span is text.

Knows bytes of a paragraph (or of any run of lines that cannot hold a fence). Import-light and
linear in the length of the text.
"""

from __future__ import annotations

from ofttold.core.later import later_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = later_bytes(rb"\\[!-/:-@\[-`{-~]|`+|<!--")
_BACKTICKS = later_bytes(rb"`+")


def find_inline_comments(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the span of each comment that begins and ends in ``data[start:end]``."""
    if data.find(b"<!--", start, end) < 0:
        return
    runs = _backtick_runs(data, start, end)
    last_close = data.rfind(b"-->", start, end)
    at = start
    while found := _MARK.search(data, at, end):
        at = found.end()
        mark = found.group()
        if mark[:1] == b"`":
            at = _code_span_end(runs, len(mark), at)
        elif mark == b"<!--" and last_close >= found.start() + 2:
            at = data.find(b"-->", found.start() + 2, end) + 3
            yield found.start(), at


def _backtick_runs(data: bytes, start: int, end: int) -> dict[int, list[int]]:
    """Index the runs of backticks by length: where each ends, the last one first."""
    runs: dict[int, list[int]] = {}
    for found in _BACKTICKS.finditer(data, start, end):
        runs.setdefault(found.end() - found.start(), []).append(found.end())
    for ends in runs.values():
        ends.reverse()
    return runs


def _code_span_end(runs: dict[int, list[int]], length: int, at: int) -> int:
    """Give the end of the code span whose opening run ends ``at``; ``at`` itself if none closes."""
    ends = runs.get(length, [])
    while ends and ends[-1] <= at:
        ends.pop()
    return ends[-1] if ends else at
