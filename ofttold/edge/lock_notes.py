"""What a lock file says besides being locked: who holds it, where they work, how many gave up.

From byte 1 on (Windows does not let others read the locked byte 0), parts ended by NUL: process
number, command, then each directory the holder works in. Empty once the holder let go in peace; what
is still there when the next one has the lock was left by a dead one. A file ``.waits`` beside it
has one byte for each time in a row that somebody was told "busy".

All of it is courtesy: where it cannot be read or written, the lock is as good.
"""

from __future__ import annotations

import os
import sys

_INFO_BYTES = 64 * 1024  # bytes read of a lock file at most; our choice


def read_info(path: str) -> tuple[str, ...]:
    """Read what the holder wrote: pid, command, then the places it works in."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except OSError:
        return ()
    try:
        os.lseek(fd, 1, os.SEEK_SET)
        text = os.read(fd, _INFO_BYTES)
    except OSError:
        return ()
    finally:
        os.close(fd)
    return tuple(os.fsdecode(line) for line in text.split(b"\0") if line)


def _command() -> str:
    """Name this process for a person: program and first word, never what they typed after it."""
    words = [os.path.basename(sys.argv[0]), *sys.argv[1:2]] if sys.argv else []
    return " ".join(word for word in words if word) or "python"


def write_info(fd: int) -> None:
    """Say in the lock file who holds it; where that fails (a full disk) the lock is as good."""
    clear_info(fd)
    try:
        os.lseek(fd, 0, os.SEEK_SET)
        os.write(fd, b" " + os.fsencode(f"{os.getpid()}\0{_command()}\0"))
    except OSError:
        return


def clear_info(fd: int) -> None:
    """Empty the lock file; what stays in it at worst sends the next holder to clear up in vain."""
    try:
        os.ftruncate(fd, 0)
    except OSError:
        return


def count_refusal(path: str) -> int:
    """Count one more time busy, over processes; gives how many in a row."""
    waits = path.removesuffix(".lock") + ".waits"
    try:
        fd = os.open(waits, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        return 1
    try:
        os.write(fd, b".")
        return os.fstat(fd).st_size
    except OSError:
        return 1
    finally:
        os.close(fd)


def forget_refusals(path: str) -> None:
    """Begin to count anew: somebody got the lock."""
    try:
        os.unlink(path.removesuffix(".lock") + ".waits")
    except OSError:
        return


def add_place(fd: int, directory: str) -> None:
    """Note one more directory the holder works in."""
    try:
        os.lseek(fd, 0, os.SEEK_END)
        os.write(fd, os.fsencode(directory) + b"\0")
    except OSError:
        return
