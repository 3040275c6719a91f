"""The cache that lets a hook answer in milliseconds, and the looks at the folder that keep it honest.

Files of the cache home, each ``crc32 + marshal`` (the sum is checked first: marshal may crash on
damaged bytes): the finished block with the look it was made under, and the facts per file it was
made of. A cached answer is never stale: size, mtime, ctime and inode are compared, and what was
younger than the clock's grain when it was read is read again.

On the hooks' path: the standard library's built-in parts only, no pathlib, no dataclasses.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
import zlib

from ofttold.edge.homes import cache_home
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    Row = tuple[str, int, int, int, int]

FORMAT = 2  # goes up when the shape of what is cached changes
FINE_GRAIN_NS = 100_000_000  # ns; file systems that keep fractions tick every 10 ms or finer
COARSE_GRAIN_NS = 3_000_000_000  # ns; FAT keeps two seconds, HFS+ and old NFS one
SECOND_NS = 1_000_000_000
LOOK_STEP = 512  # pages looked at between two looks at the clock: a millisecond on a quiet disk

Stat = tuple[int, int, int, int]  # size, mtime_ns, changed_ns, inode
ABSENT: Stat = (-1, 0, 0, 0)


def folder_key(folder: str) -> str:
    """Give the name part that a folder's cache files carry (the full path is checked inside)."""
    raw = os.fsencode(folder)
    return f"{zlib.crc32(raw):08x}{zlib.adler32(raw):08x}"


def cache_path(folder: str, kind: str) -> str:
    """Give the path of one of the folder's cache files."""
    return os.path.join(cache_home(), f"{kind}-{folder_key(folder)}.bin")


def look_at(path: str) -> Stat:
    """Stat one file, following links; ABSENT where there is none, (-1, errno, 0, 0) out of reach."""
    try:
        found = os.stat(path)
    except OSError as fault:
        return (-1, fault.errno or 0, 0, 0) if _stands(path, fault) else ABSENT
    except ValueError:
        return ABSENT
    return found.st_size, found.st_mtime_ns, changed_ns(found), found.st_ino


def _stands(path: str, fault: OSError) -> bool:
    """Tell whether something has this name although it cannot be reached: a link may lead nowhere."""
    return not isinstance(fault, (FileNotFoundError, NotADirectoryError)) or os.path.islink(path)


def changed_ns(found: os.stat_result) -> int:
    """Give when a file last changed: Windows keeps its making where others keep the change."""
    return found.st_mtime_ns if sys.platform == "win32" else found.st_ctime_ns


def is_young(changed: int, *, now_ns: int) -> bool:
    """Tell whether a change at that moment could have been followed by one that no stat shows."""
    grain = COARSE_GRAIN_NS if changed % SECOND_NS == 0 else FINE_GRAIN_NS
    return changed >= now_ns - grain


def is_day_name(name: str) -> bool:
    """Tell whether a file name has the form ``YYYY-MM-DD.md`` (the date may still not exist)."""
    if len(name) != 13 or name[10:] != ".md" or name[4] != "-" or name[7] != "-":
        return False
    digits = name[:4] + name[5:7] + name[8:10]
    return digits.isdigit() and digits.isascii()


class Look:
    """One look at all inputs of a block.

    ``files`` holds a Stat per name; ``days`` is flat: name, size, mtime_ns, changed_ns, inode, and
    again; ``others`` are the diary folder's other names; ``there`` tells whether there is a diary,
    ``trouble`` what keeps one that is there from being listed. ``unseen`` are the oldest pages,
    where time ran out before they were looked at.
    """

    __slots__ = ("days", "files", "others", "taken_ns", "there", "trouble", "unseen")

    def __init__(self, taken_ns: int) -> None:
        self.taken_ns = taken_ns
        self.files: tuple[Stat, ...] = ()
        self.days: tuple[Any, ...] = ()
        self.others: tuple[str, ...] = ()
        self.unseen: tuple[str, ...] = ()
        self.there, self.trouble = False, ""

    def plain(self, before: tuple[Any, ...] = ()) -> tuple[object, ...]:
        """Give what is compared, as plain values: equal looks mean that nothing changed.

        ``before``: flat days taken as they are, in place of those unseen.
        """
        return self.files, before + self.days, self.others, self.there, self.trouble


def flat_rows(flat: tuple[Any, ...]) -> list[Row]:
    """Cut a flat look at days into rows (name, size, mtime_ns, changed_ns, inode)."""
    each = iter(flat)
    return list(zip(each, each, each, each, each, strict=True))


def take_look(
    folder: str,
    names: tuple[str, ...],
    diary: str,
    known: Collection[str] = (),
    *,
    until: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Look:
    """Look at the files named and at the diary folder, all relative to ``folder``.

    ``known`` are names already told to be days', which spares looking at each again. Past ``until``
    by the ``clock`` no further page is looked at, the newest come first.
    """
    look = Look(time.time_ns())
    look.files = tuple([look_at(os.path.join(folder, name)) for name in names])
    path = os.path.join(folder, diary)
    by_descriptor = os.stat in os.supports_dir_fd and os.listdir in os.supports_fd
    look_at_days = _look_by_descriptor if by_descriptor else _look_by_path
    try:
        look_at_days(look, path, known, lambda: until is not None and clock() > until)
    except (OSError, ValueError) as fault:
        if isinstance(fault, NotADirectoryError) or (
            isinstance(fault, OSError) and _stands(path, fault)
        ):
            look.trouble = os.strerror(fault.errno or 0)
        return look  # no diary folder, or none that can be listed
    look.there = True
    return look


def _look_by_descriptor(
    look: Look, path: str, known: Collection[str], is_over: Callable[[], bool]
) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    ask = os.stat

    def look_at_each(names: list[str]) -> list[Any]:
        flat: list[Any] = []
        for name in names:
            try:
                found = ask(name, dir_fd=descriptor)
            except OSError:
                flat += (name, *ABSENT)
                continue
            flat += (name, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
        return flat

    try:
        _look_at_days(look, os.listdir(descriptor), known, look_at_each, is_over)
    finally:
        os.close(descriptor)


def _look_by_path(
    look: Look, path: str, known: Collection[str], is_over: Callable[[], bool]
) -> None:
    def look_at_each(names: list[str]) -> list[Any]:
        return [part for n in names for part in (n, *look_at(os.path.join(path, n)))]

    _look_at_days(look, os.listdir(path), known, look_at_each, is_over)


def _look_at_days(
    look: Look,
    names: list[str],
    known: Collection[str],
    look_at_each: Callable[[list[str]], list[Any]],
    is_over: Callable[[], bool],
) -> None:
    """Look at the days among the names in steps, from the newest back until the time is over."""
    names.sort()
    days: list[str] = []
    others: list[str] = []
    for name in names:
        is_day = name in known or (len(name) == 13 and is_day_name(name))
        (days if is_day else others).append(name)
    left = len(days)
    steps: list[list[Any]] = []
    while left and not is_over():
        start = max(0, left - LOOK_STEP)
        steps.append(look_at_each(days[start:left]))
        left = start
    flat: list[Any] = []
    for step in reversed(steps):
        flat += step
    look.days, look.others, look.unseen = tuple(flat), tuple(others), tuple(days[:left])


def load(path: str) -> Any:  # noqa: ANN401 - whatever save() was given
    """Load what ``save`` wrote; None where there is nothing whole or it is of another version."""
    try:
        with open(path, "rb", opener=regular) as stream:
            data = stream.read()
    except OSError:
        return None
    if len(data) < 8 or data[:4] != zlib.crc32(data[4:]).to_bytes(4, "big"):
        return None
    try:
        version, python, value = marshal.loads(data[4:])  # our own bytes, sum checked
    except (ValueError, EOFError, TypeError):
        return None
    return value if (version, python) == (FORMAT, sys.hexversion) else None


def save(path: str, value: Any) -> bool:  # noqa: ANN401 - anything marshal takes
    """Write a value whole or not at all; False where the cache home cannot be written."""
    from ofttold.core.errors import OfttoldError
    from ofttold.edge.files import write_cache

    body = marshal.dumps((FORMAT, sys.hexversion, value))
    try:
        write_cache(path, zlib.crc32(body).to_bytes(4, "big") + body)
    except OfttoldError:
        return False  # a cache that cannot be written costs time, nothing else
    return True


def discard_all(kind: str) -> None:
    """Throw away the caches of a kind, whatever folder they are of; what cannot be removed stays."""
    home = cache_home()
    try:
        names = [name for name in os.listdir(home) if name.startswith(f"{kind}-")]
    except OSError:
        return
    for name in names:
        try:
            os.unlink(os.path.join(home, name))
        except OSError:
            continue


def local_day() -> int:
    """Give today's ordinal in the machine's zone without importing datetime."""
    from ofttold.core.ritual.days import day_ordinal

    now = time.localtime()
    return day_ordinal(now.tm_year, now.tm_mon, now.tm_mday)
