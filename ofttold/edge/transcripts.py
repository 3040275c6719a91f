"""A look into a host's transcript: whether the block still stands since the last compaction.

Looks from the end, at a bounded number of bytes, and never at what it looked at before. Knows only
byte marks, no host's format; a transcript that cannot be read is no answer, not an error. On the
hooks' path.
"""

from __future__ import annotations

import os
import stat

from ofttold.core.verdicts import FOLDED, LOST, QUIET, THERE, UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# The block's first words, as JSON writers leave them and as they escape them.
HEADS = ("[oft-told · ".encode(), rb"[oft-told \u00b7 ")
LOOK_BYTES = 16 * 1024 * 1024  # bytes looked at in one call, from the end; about 4 ms
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
        with open(path, "rb", buffering=0) as stream:
            return _look_at(_Tail(stream.fileno(), since, size), marks, seen)
    except OSError:
        return Look(UNKNOWN)


class _Tail:
    """The part of a file that is looked at: bytes ``start`` to ``end``.

    A mark counts if it ends after ``start``: one cut by the last look's end is seen by the next.
    """

    __slots__ = ("end", "fd", "start")

    def __init__(self, fd: int, since: int, size: int) -> None:
        self.fd = fd
        self.end = size
        self.start = max(since, size - LOOK_BYTES, 0)

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

    def rfind(self, marks: Sequence[bytes]) -> int:
        """Find the last place of any mark that ends after ``start``; -1 for none."""
        first = max(0, self.start - max(map(len, marks)) + 1)
        end = self.end
        while end > first:
            begin = max(first, end - CHUNK_BYTES)
            data = self.read(begin, min(end + OVERLAP_BYTES, self.end))
            places = [(begin + at, len(m)) for m in marks if (at := data.rfind(m)) >= 0]
            best = max((at for at, size in places if at + size > self.start), default=-1)
            if best >= 0:
                return best
            end = begin
        return -1

    def find(self, marks: Sequence[bytes], start: int, end: int) -> bool:
        """Tell whether any mark stands between two places."""
        while start < end:
            data = self.read(start, min(start + CHUNK_BYTES + OVERLAP_BYTES, end))
            if any(mark in data for mark in marks):
                return True
            start += CHUNK_BYTES
        return False


def _look_at(tail: _Tail, marks: Sequence[bytes], seen: bool) -> Look:
    folded = tail.rfind(marks)
    looked = tail.end - tail.start
    if folded < 0:
        seen = seen or tail.find(HEADS, tail.start, tail.end)
        return Look(THERE if seen else QUIET, tail.end, seen, looked)
    if tail.find(HEADS, folded, tail.end):
        return Look(THERE, tail.end, True, looked)
    lost = seen or tail.find(HEADS, tail.start, folded)
    return Look(LOST if lost else FOLDED, tail.end, False, looked)


def shows_block(path: str) -> bool:
    """Tell whether the block stands anywhere in a transcript, the whole of it read."""
    size = transcript_size(path)
    if not size:
        return False
    try:
        with open(path, "rb", buffering=0) as stream:
            tail = _Tail(stream.fileno(), 0, size)
            return tail.find(HEADS, 0, size)
    except OSError:
        return False
