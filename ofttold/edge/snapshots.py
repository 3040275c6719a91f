"""Reading a file whole, with what tells this very state of it from any other.

On the hooks' path: only os, stat and the refusals. Knows nothing about writing.
"""

from __future__ import annotations

import os
import stat
import sys

from ofttold.edge.filefaults import (
    DanglingLink,
    FileMissing,
    LinkLoop,
    NotAFile,
    TooLarge,
    reading_fault,
)

LIMIT_BYTES = 4 * 1024 * 1024  # bytes; ritual.md: a larger file is reported, not read
_CHUNK_BYTES = 1024 * 1024  # bytes a read call asks for; our choice
# O_NONBLOCK: a pipe in a file's place must not hold a hook for ever.
_READING = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class Snapshot:
    """The bytes of a file and the file's identity at the moment they were read."""

    __slots__ = ("data", "status")

    def __init__(self, data: bytes, status: os.stat_result) -> None:
        self.data = data
        self.status = status

    def is_same_file(self, other: Snapshot) -> bool:
        """Tell whether both were read from one unchanged file: identity, attributes and bytes."""
        mine, its = self.status, other.status
        return (
            (mine.st_dev, mine.st_ino, mine.st_mtime_ns, mine.st_ctime_ns)
            == (its.st_dev, its.st_ino, its.st_mtime_ns, its.st_ctime_ns)
            and (mine.st_mode, mine.st_uid, mine.st_gid) == (its.st_mode, its.st_uid, its.st_gid)
            and self.data == other.data
        )


def _read_all(fd: int, size: int, limit: int | None) -> bytes:
    parts, room = [], size + 1 if limit is None else limit + 1
    while room > 0:
        part = os.read(fd, min(room, _CHUNK_BYTES))
        if not part:
            break
        parts.append(part)
        room = room - len(part) if limit is not None else room
    return b"".join(parts)


def take_snapshot(path: str, *, limit: int | None = LIMIT_BYTES) -> Snapshot:
    """Read the file whole, at most ``limit`` bytes (None: any number).

    Raises FileMissing, NotAFile, TooLarge, LinkLoop, Unreadable; a dangling link is DanglingLink.
    """
    try:
        fd = os.open(path, _READING)
    except FileNotFoundError as fault:
        raise _missing(path) from fault
    except OSError as fault:
        raise _not_opened(path, fault) from fault
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            raise NotAFile(path=path)
        if limit is not None and status.st_size > limit:
            raise TooLarge(path=path, size=status.st_size, limit=limit)
        data = _read_all(fd, status.st_size, limit)
    except OSError as fault:
        raise reading_fault(fault, path) from fault
    finally:
        os.close(fd)
    if limit is not None and len(data) > limit:
        raise TooLarge(path=path, size=len(data), limit=limit)
    return Snapshot(data, status)


def _missing(path: str) -> FileMissing | DanglingLink:
    if os.path.islink(path):
        return DanglingLink(path=path, target=os.readlink(path))
    return FileMissing(path=path)


def _not_opened(path: str, fault: OSError) -> Exception:
    # Windows answers "permission denied" where a folder is opened as a file.
    if sys.platform == "win32" and os.path.isdir(path):
        return NotAFile(path=path)
    return reading_fault(fault, path)


def read_file(path: str, *, limit: int | None = LIMIT_BYTES) -> bytes:
    """Read the file's bytes; raises as ``take_snapshot`` does."""
    return take_snapshot(path, limit=limit).data


def follow_links(path: str) -> str:
    """Give the path of the file itself; raises FileMissing, DanglingLink, LinkLoop, Unreadable."""
    try:
        os.stat(path)
    except FileNotFoundError as fault:
        raise _missing(path) from fault
    except OSError as fault:
        raise reading_fault(fault, path) from fault
    return os.path.realpath(path) if os.path.islink(path) else path


def exists(path: str) -> bool:
    """Tell whether the name is taken, be it by a link that leads nowhere.

    Raises LinkLoop or Unreadable where the folder lets nobody look.
    """
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as fault:
        raise reading_fault(fault, path) from fault
    return True


__all__ = [
    "LIMIT_BYTES",
    "LinkLoop",
    "Snapshot",
    "exists",
    "follow_links",
    "read_file",
    "take_snapshot",
]
