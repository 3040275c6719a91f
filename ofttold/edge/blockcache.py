"""The cache that lets a hook answer in milliseconds, and the looks at the folder that keep it honest.

Two files per memory folder in the cache home, each ``crc32 + marshal`` (the sum is checked first:
marshal may crash on damaged bytes): the finished block with the stats of all its inputs, and the
facts per file it was made of. A cached answer is never stale: size, mtime, ctime and inode are
compared, and what was younger than the clock's grain when it was read is read again.

On the hooks' path: the standard library's built-in parts only, no pathlib, no dataclasses.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
import zlib

from ofttold.edge.homes import cache_home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = 1  # goes up when the shape of what is cached changes
FINE_GRAIN_NS = 100_000_000  # ns; file systems that keep fractions tick every 10 ms or finer
COARSE_GRAIN_NS = 3_000_000_000  # ns; FAT keeps two seconds, HFS+ and old NFS one
SECOND_NS = 1_000_000_000

Stat = tuple[
    int, int, int, int, int
]  # size, mtime_ns, ctime_ns, inode, 1 if younger than the grain
ABSENT: Stat = (-1, 0, 0, 0, 0)


def folder_key(folder: str) -> str:
    """Give the name part that a folder's cache files carry (the full path is checked inside)."""
    raw = os.fsencode(folder)
    return f"{zlib.crc32(raw):08x}{zlib.adler32(raw):08x}"


def cache_path(folder: str, kind: str) -> str:
    """Give the path of one of the folder's cache files."""
    return os.path.join(cache_home(), f"{kind}-{folder_key(folder)}.bin")


def shape(found: os.stat_result, *, now_ns: int) -> Stat:
    """Boil a stat down to what tells an edit from no edit."""
    changed = found.st_mtime_ns if sys.platform == "win32" else found.st_ctime_ns
    grain = COARSE_GRAIN_NS if changed % SECOND_NS == 0 else FINE_GRAIN_NS
    young = 1 if changed >= now_ns - grain else 0
    return (found.st_size, found.st_mtime_ns, changed, found.st_ino, young)


def look(path: str, *, now_ns: int) -> Stat:
    """Stat one file, following links; ABSENT where there is none or it cannot be reached."""
    try:
        return shape(os.stat(path), now_ns=now_ns)
    except (OSError, ValueError):
        return ABSENT


def is_day_name(name: str) -> bool:
    """Tell whether a file name has the form ``YYYY-MM-DD.md`` (the date may still not exist)."""
    return (
        len(name) == 13
        and name.endswith(".md")
        and name[4] == name[7] == "-"
        and (name[:4] + name[5:7] + name[8:10]).isascii()
        and (name[:4] + name[5:7] + name[8:10]).isdigit()
    )


def look_at_diary(path: str, *, now_ns: int) -> tuple[list[str], list[Stat], list[str]] | None:
    """List the diary folder: day files sorted, their stats, and all other names; None if there is none."""
    if os.stat in os.supports_dir_fd and os.listdir in os.supports_fd:
        try:
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        except OSError:
            return None
        try:
            names = sorted(os.listdir(descriptor))
            days = [name for name in names if is_day_name(name)]
            stats = []
            for name in days:
                try:
                    stats.append(shape(os.stat(name, dir_fd=descriptor), now_ns=now_ns))
                except OSError:
                    stats.append(ABSENT)
        finally:
            os.close(descriptor)
    else:
        try:
            names = sorted(os.listdir(path))
        except OSError:
            return None
        days = [name for name in names if is_day_name(name)]
        stats = [look(os.path.join(path, name), now_ns=now_ns) for name in days]
    return days, stats, [name for name in names if not is_day_name(name)]


def unchanged(before: Stat, now: Stat) -> bool:
    """Tell whether what was read under ``before`` still stands."""
    return before[:4] == now[:4] and not before[4]


def load(path: str) -> Any:  # noqa: ANN401 - whatever save() was given
    """Load what ``save`` wrote; None where there is nothing whole or it is of another version."""
    try:
        with open(path, "rb") as stream:
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


def local_day() -> int:
    """Give today's ordinal in the machine's zone without importing datetime."""
    now = time.localtime()
    return day_ordinal(now.tm_year, now.tm_mon, now.tm_mday)


def day_ordinal(year: int, month: int, day: int) -> int:
    """Count days as ``date.toordinal`` does.

    >>> day_ordinal(2026, 11, 30)
    739950
    """
    early = month < 3
    years = year - early
    months = month + 12 * early - 3
    return (
        365 * years + years // 4 - years // 100 + years // 400 + (153 * months + 2) // 5 + day - 306
    )


def look_quickly(folder: str, names: tuple[str, ...], diary: str) -> tuple[object, ...] | None:
    """Look at all inputs of a block as one flat tuple; None where this machine has no quick way.

    The same files unchanged give an equal tuple. ``names`` and ``diary`` are relative to the folder.
    """
    if os.stat not in os.supports_dir_fd or os.listdir not in os.supports_fd:
        return None
    flat: list[object] = []
    add = flat.append
    for name in names:
        try:
            found = os.stat(os.path.join(folder, name))
        except (OSError, ValueError):
            add(None)
            continue
        flat += (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
    try:
        descriptor = os.open(os.path.join(folder, diary), os.O_RDONLY | os.O_DIRECTORY)
    except (OSError, ValueError):
        return (*flat, None)
    look = os.stat
    try:
        for name in sorted(os.listdir(descriptor)):
            add(name)
            if len(name) == 13 and is_day_name(name):
                try:
                    found = look(name, dir_fd=descriptor)
                except OSError:
                    add(None)
                    continue
                flat += (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
    finally:
        os.close(descriptor)
    return tuple(flat)
