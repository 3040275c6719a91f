"""Temporary files beside their target: made, filled, and swept once their writer is dead.

Two kinds of hidden names, both found again after a crash:

    .ofttold-new.<pid>.<count>               a new text, not yet under its name: free to delete
    .ofttold-swap.<new>.<old>.<target name>  exchanged with its target, or about to be

``<new>`` and ``<old>`` are marks ``<inode>-<crc32>`` of our new file and of the file that was read.
A swap file that carries neither mark is a text somebody else saved in the instant of the exchange:
it is nobody's rubbish and is given its name back (see swap.py).

A live writer holds an OS lock on its own new file, so a name whose file can be locked has lost its
writer. On the hooks' path: os, sys and zlib only.
"""

from __future__ import annotations

import os
import sys
import zlib

from ofttold.edge.system_locks import try_lock_quietly

NEW = ".ofttold-new."
SWAP = ".ofttold-swap."
NAME_BYTES = 255  # bytes a file name may have; every common file system's limit
_MAKING = (
    os.O_RDWR
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)
_LOOKING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
_count = [0]
stuck: list[str] = []  # names of ours that would not go: the next holder of the lock tries again


class Temp:
    """A new file beside its target, ours alone until it gets its name or is discarded."""

    __slots__ = ("fd", "path")

    def __init__(self, path: str, fd: int) -> None:
        self.path = path
        self.fd = fd

    def fill(self, data: bytes) -> None:
        """Write all of it; raises OSError."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self.fd, rest) :]

    def close(self) -> None:
        """Let go of the open file; a second time does nothing."""
        if self.fd >= 0:
            fd, self.fd = self.fd, -1
            os.close(fd)

    def discard(self) -> None:
        """Remove the file if it still has its temporary name."""
        self.close()
        if self.path:
            remove_quietly(self.path)


def remove_quietly(path: str) -> None:
    """Remove a name of ours; one that is gone is as good, one that stays is swept later."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError:
        stuck.append(path)


def make_temp(directory: str, mode: int = 0o600) -> Temp:
    """Make an empty new file in the directory; raises OSError."""
    while True:
        _count[0] += 1
        path = os.path.join(directory, f"{NEW}{os.getpid():x}.{_count[0]:x}")
        try:
            fd = os.open(path, _MAKING, mode)
        except FileExistsError:  # left by a dead process of the same number
            continue
        if try_lock_quietly(fd) is not False and os.fstat(fd).st_nlink:
            return Temp(path, fd)
        os.close(fd)  # a sweeper took it for a dead writer's in the instant before the lock


def mark(inode: int, data: bytes) -> str:
    """Name a file's state by inode and checksum.

    >>> mark(255, b"x")
    'ff-8cdc1683'
    """
    return f"{inode:x}-{zlib.crc32(data):08x}"


def swap_name(new: str, old: str, target: str) -> str | None:
    """Name the file for the exchange; None where the target's name leaves no room for it."""
    name = f"{SWAP}{new}.{old}.{target}"
    return name if len(os.fsencode(name)) <= NAME_BYTES else None


def split_swap_name(name: str) -> tuple[str, str, str] | None:
    """Give the new mark, the old mark and the target's name; None for any other name.

    >>> split_swap_name(".ofttold-swap.1-2.3-4.memory.md")
    ('1-2', '3-4', 'memory.md')
    """
    parts = name[len(SWAP) :].split(".", 2)
    if not name.startswith(SWAP) or len(parts) != 3:
        return None
    return parts[0], parts[1], parts[2]


def is_abandoned(path: str) -> bool:
    """Tell whether the writer of this new file is dead: nobody holds its lock."""
    if sys.platform == "win32":
        return True  # a file in use there cannot be removed
    try:
        fd = os.open(path, _LOOKING)
    except OSError:
        return False
    try:
        return try_lock_quietly(fd) is True
    finally:
        os.close(fd)


def temp_names(directory: str) -> list[str]:
    """List the names of both kinds in the directory, sorted; an unreadable one has none."""
    try:
        names = os.listdir(directory)
    except OSError:
        return []
    return sorted(name for name in names if name.startswith((NEW, SWAP)))


def sweep_new(directory: str) -> None:
    """Clear away the new files of dead writers in the directory."""
    for name in temp_names(directory):
        path = os.path.join(directory, name)
        if name.startswith(NEW) and is_abandoned(path):
            remove_quietly(path)
