"""A look into a host's transcript: whether the block still stands since the last compaction.

Looks from the end, at a bounded number of bytes, and never at what it looked at before. Knows only
byte marks, no host's format; a transcript that cannot be read is no answer, not an error. On the
hooks' path.
"""

from __future__ import annotations

import os
import stat

from ofttold.core.verdicts import FOLDED, LOST, QUIET, THERE, UNKNOWN
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# The block's first words, and what follows them: as JSON writers leave it and as they escape it.
HEAD = b"[oft-told "
AFTER_HEAD = ("· ".encode(), rb"\u00b7 ")
LOOK_BYTES = 8 * 1024 * 1024  # bytes looked at in one call, from the end; 3 to 6 ms
PROOF_BYTES = 256 * 1024 * 1024  # bytes read for a person who asks whether the block was seen
CHUNK_BYTES = 1024 * 1024  # bytes read at once
OVERLAP_BYTES = 256  # bytes read twice, so that a mark cut by a border is found; longer than any


class Look:
    """What a look said, and up to where it was sure (``at``: bytes; ``seen``: the block stood)."""

    __slots__ = ("at", "looked", "seen", "verdict")

    def __init__(self, verdict: str, at: int = 0, seen: bool = False, looked: int = 0) -> None:
        self.verdict = verdict
        self.at = at
        self.seen = seen
        self.looked = looked


def transcript_size(path: str) -> int:
    """Give the size in bytes; 0 where there is no such file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


def look(path: str, marks: Sequence[bytes], *, since: int = 0, seen: bool = False) -> Look:
    """Look for the last compaction after ``since`` and for the block after it.

    ``seen``: the block is known to have stood before ``since``.
    """
    size = transcript_size(path)
    if not size or not marks:
        return Look(UNKNOWN)
    if since > size:  # the host wrote it anew
        since, seen = 0, False
    try:
        with open(path, "rb", buffering=0, opener=regular) as stream:
            return _look_at(_Tail(stream.fileno(), since, size, limit=LOOK_BYTES), marks, seen)
    except OSError:
        return Look(UNKNOWN)


class _Tail:
    """The part of a file that is looked at: bytes ``start`` to ``end``.

    A mark counts if it ends after ``start``: one cut by the last look's end is seen by the next.
    """

    __slots__ = ("end", "fd", "start")

    def __init__(self, fd: int, since: int, size: int, *, limit: int) -> None:
        self.fd = fd
        self.end = size
        self.start = max(since, size - limit, 0)

    def read(self, start: int, end: int) -> bytes:
        """Read these bytes, fewer where the file became shorter."""
        os.lseek(self.fd, start, os.SEEK_SET)
        parts: list[bytes] = []
        left = end - start
        while left > 0:
            part = os.read(self.fd, left)
            if not part:
                break
            parts.append(part)
            left -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def chunks(self) -> Iterator[tuple[int, bytes]]:
        """Give (place, bytes) from the end to ``start``, each overlapping the one before it."""
        first = max(0, self.start - OVERLAP_BYTES)
        end = self.end
        while end > first:
            begin = max(first, end - CHUNK_BYTES)
            yield begin, self.read(begin, min(end + OVERLAP_BYTES, self.end))
            end = begin

    def has_head(self, start: int, end: int) -> bool:
        """Tell whether the block begins between two places."""
        part = _Tail(self.fd, start, end, limit=end)
        return any(_rfind_head(data, begin, start) >= 0 for begin, data in part.chunks())


def _rfind_marks(data: bytes, marks: Sequence[bytes], begin: int, start: int) -> int:
    """Give the place in the file of the last mark that ends after ``start``; -1 for none."""
    found = ((data.rfind(mark), len(mark)) for mark in marks)
    return max(
        (begin + at for at, size in found if at >= 0 and begin + at + size > start), default=-1
    )


def _rfind_head(data: bytes, begin: int, start: int) -> int:
    """Give the place in the file where the block last begins; words about it are not it."""
    at = data.rfind(HEAD)
    while at >= 0 and not data.startswith(AFTER_HEAD, at + len(HEAD)):
        at = data.rfind(HEAD, 0, at)
    return begin + at if at >= 0 and begin + at + len(HEAD) > start else -1


def _look_at(tail: _Tail, marks: Sequence[bytes], seen: bool) -> Look:
    """Go back from the end to the last compaction, minding the block on the way if it is news."""
    mark = -1
    looked = tail.end - tail.start
    for begin, data in tail.chunks():
        mark = _rfind_marks(data, marks, begin, tail.start)
        if not seen and _rfind_head(data, begin, tail.start) > mark:
            return Look(THERE, tail.end, True, looked)
        if mark >= 0:
            break
    if mark < 0:
        return Look(THERE if seen else QUIET, tail.end, seen, looked)
    if seen:
        there = tail.has_head(mark, tail.end)
        return Look(THERE if there else LOST, tail.end, there, looked)
    return Look(LOST if tail.has_head(tail.start, mark) else FOLDED, tail.end, False, looked)


def shows_block(path: str) -> bool:
    """Tell whether the block stands in a transcript, all of it but the oldest of a huge one."""
    size = transcript_size(path)
    if not size:
        return False
    try:
        with open(path, "rb", buffering=0, opener=regular) as stream:
            tail = _Tail(stream.fileno(), 0, size, limit=PROOF_BYTES)
            return tail.has_head(tail.start, size)
    except OSError:
        return False
