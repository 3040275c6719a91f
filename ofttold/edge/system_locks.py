"""The operating system's locks on an open file: they die with their holder, so nobody breaks them.

On the hooks' path: os and sys; fcntl or msvcrt when a lock is taken.
"""

from __future__ import annotations

import os
import sys


def try_lock(fd: int) -> bool:
    """Take the lock without waiting; False: held elsewhere. Raises OSError where there are none."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(fd, 0, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def unlock(fd: int) -> None:
    """Let go of the lock and close the file."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(fd, 0, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)
    os.close(fd)


def try_lock_quietly(fd: int) -> bool | None:
    """Try the same for a mark of life: True taken, False held elsewhere, None no locks here.

    None on Windows too, where a file in use cannot be removed anyway and a locked one not read.
    """
    if sys.platform == "win32":
        return None
    try:
        return try_lock(fd)
    except OSError:  # a file system that knows no locks
        return None


def wait_for_lock(fd: int) -> None:
    """Wait for a lock whose holders need it for an instant only; do without where there is none."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
    except OSError:  # a file system that knows no locks: one short append is whole there too
        return
