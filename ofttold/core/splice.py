"""An edit, said as a value: a byte span of a text as it was read, and what stands there afterwards.

It knows bytes and offsets and nothing of markdown, encodings or files. Whoever plans a change to a
person's file hands over a Splice, so that what lies outside the span cannot change.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace ``data[start:end]`` by ``replacement``; offsets are bytes into the file as read."""

    start: int
    end: int
    replacement: bytes

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"no span: {self.start}..{self.end}")


def apply(data: bytes, splice: Splice) -> bytes:
    """Carry the edit out.

    Raises ValueError where the span lies outside the text: the edit was planned for another one.

    >>> apply(b"one two", Splice(4, 4, b"and "))
    b'one and two'
    """
    if splice.end > len(data):
        raise ValueError(f"span {splice.start}..{splice.end} outside {len(data)} bytes")
    return data[: splice.start] + splice.replacement + data[splice.end :]


def invert(data: bytes, splice: Splice) -> Splice:
    """Give the edit that takes this one back; ``data`` is the text before it.

    >>> invert(b"one two", Splice(4, 7, b"four"))
    Splice(start=4, end=8, replacement=b'two')
    """
    return Splice(
        splice.start,
        splice.start + len(splice.replacement),
        data[splice.start : splice.end],
    )


def join(data: bytes, splices: Sequence[Splice]) -> Splice | None:
    """Fold several edits of one text into one; None for none.

    All offsets are into ``data`` as read. What lies between two edits is carried over as it is.
    Raises ValueError where two spans overlap.

    >>> join(b"a b c", [Splice(4, 4, b"!"), Splice(0, 1, b"A")])
    Splice(start=0, end=4, replacement=b'A b !')
    """
    ordered = sorted(splices, key=lambda splice: (splice.start, splice.end))
    if not ordered:
        return None
    parts = [ordered[0].replacement]
    for before, after in pairwise(ordered):
        if after.start < before.end:
            raise ValueError(f"spans overlap at {after.start}")
        parts += [data[before.end : after.start], after.replacement]
    return Splice(ordered[0].start, ordered[-1].end, b"".join(parts))
