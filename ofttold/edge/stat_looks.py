"""Looks at names and stats that tell later, by being equal, that nothing changed.

For answers that are kept: imports nothing that costs time.
"""

from __future__ import annotations

import os
import stat

from ofttold.edge.blockcache import changed_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    Look = tuple[int, ...]
    Listing = tuple[list[str], list[int]]

ABSENT = (-1,)
_PER_CARD = 5  # numbers that a listing keeps of each card


def look_at_name(path: str) -> Look:
    """Look at what has this name; ABSENT where nothing has.

    Of a folder only that it is this one: what comes and goes in it is another question. Of a link,
    itself and what it leads to.
    """
    try:
        found = os.lstat(path)
        if stat.S_ISDIR(found.st_mode):
            return found.st_ino, found.st_mode
        look = _numbers(found)
        if stat.S_ISLNK(found.st_mode):
            look += _numbers(os.stat(path)) if os.path.exists(path) else ABSENT
    except (OSError, ValueError):
        return ABSENT
    return look


def _numbers(found: os.stat_result) -> Look:
    return found.st_mtime_ns, changed_ns(found), found.st_size, found.st_ino, found.st_mode


def look_inside(folder: str) -> Look:
    """Look at what a folder holds: what comes to it, goes or gets another name changes its times."""
    try:
        return _numbers(os.stat(folder))
    except (OSError, ValueError):
        return ABSENT


def list_stats(folder: str) -> Listing:
    """Give the names of a folder's cards and, in the same order, the numbers of their stats."""
    names: list[str] = []
    flat: list[int] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name[-3:] == ".md" and entry.name[0] != ".":
                    flat += _numbers(entry.stat(follow_symlinks=False))
                    names.append(entry.name)
    except FileNotFoundError:
        return [], []
    except OSError:
        return ["?"], []  # like no other
    return names, flat


def newest(looks: list[Look], listings: list[Listing]) -> int:
    """Give when the latest of them changed, in ns; 0 for nothing."""
    moments = [moment for look in looks if len(look) >= _PER_CARD for moment in _times(look)]
    for _, flat in listings:
        moments += flat[0::_PER_CARD] + flat[1::_PER_CARD]
    return max(moments, default=0)


def _times(look: Look) -> Look:
    return look[0::_PER_CARD] + look[1::_PER_CARD]
