"""Telling what a merge left in a file from what a person made of it.

Knows lines only: the versions git holds of a conflicted file, and git's marks. A person types a
line, drops a mark, or takes one side and lets the other go; each of these shows. It reads no card
and decides nothing about its fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_OPENING = b"<<<<<<< "
_MARKS = (_OPENING, b"||||||| ", b"=======", b">>>>>>> ")


def is_left_by_a_merge(
    found: bytes, versions: Sequence[bytes | None], written: Iterable[bytes] = ()
) -> bool:
    r"""Tell whether a conflicted file is as a merge left it: no person has begun to settle it.

    ``versions`` are base, ours and theirs (None: not there), ``written`` what a merge by fields
    writes. Between marks everything either side added stands still, and nothing else does.

    >>> versions = b"a\n", b"b\n", b"c\n"
    >>> is_left_by_a_merge(b"<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> side\n", versions)
    True
    >>> is_left_by_a_merge(b"<<<<<<< HEAD\nb\n=======\nd\n>>>>>>> side\n", versions)
    False
    """
    text = _unix(found)
    base, ours, theirs = (None if one is None else _unix(one) for one in versions)
    if any(text == _unix(one) for one in written):
        return True
    if ours is None or theirs is None:
        return text == (ours or theirs)
    lines = text.split(b"\n")
    if not any(line.startswith(_OPENING) for line in lines):
        return False
    before, first, second, here = (_plain(one or b"") for one in (base, ours, theirs, text))
    return here <= before | first | second and (first | second) - before <= here


def _plain(text: bytes) -> set[bytes]:
    """Give the lines that are no marks of git's."""
    return {line for line in text.split(b"\n") if not line.startswith(_MARKS)}


def _unix(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")
