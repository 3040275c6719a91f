"""Taking the two locks of a folder together: the one on its lock file, the one on itself.

Why there are two stands in locks.py. Knows nothing of waiting, holders or what comes after.
"""

from __future__ import annotations

import os
import sys

from ofttold.core.errors import OfttoldError
from ofttold.edge.folders import make_folder
from ofttold.edge.homes import state_home
from ofttold.edge.system_locks import try_lock, unlock

_OPENING = (
    os.O_RDWR
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)


class LockUnavailable(OfttoldError):
    """The system gives no lock at all."""

    key = "lock_unavailable"


def _open_lock_file(path: str) -> int:
    try:
        return os.open(path, _OPENING, 0o600)
    except FileNotFoundError:
        make_folder(os.path.dirname(path))
        return os.open(path, _OPENING, 0o600)


def _lock_file(path: str) -> int | None:
    """Give the locked file's descriptor, None if it is held elsewhere; raises OSError."""
    fd = _open_lock_file(path)
    try:
        if try_lock(fd) and os.path.samestat(os.fstat(fd), os.stat(path)):
            return fd
    except FileNotFoundError:  # the state home was deleted in this instant
        pass
    except OSError:
        os.close(fd)
        raise
    os.close(fd)
    return None


def _lock_folder(folder: str) -> int | None:
    """Lock the folder itself: its descriptor, -1 where the system cannot, None if held."""
    if sys.platform == "win32":
        return -1
    try:
        fd = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # a folder that may be written to but not listed
        return -1
    try:
        if try_lock(fd):
            return fd
    except OSError:  # network file systems lock files only
        os.close(fd)
        return -1
    os.close(fd)
    return None


def take_both(path: str, folder: str) -> list[int] | None:
    """Take both locks or none: their descriptors, the lock file's first, -1 where it has none.

    None: held elsewhere. Raises LockUnavailable where the system has neither.
    """
    fault: OSError | OfttoldError | None = None
    try:
        file_fd = _lock_file(path)
    except (OSError, OfttoldError) as refused:
        file_fd, fault = -1, refused  # no state home to write to: the folder's own lock will do
    if file_fd is None:
        return None
    folder_fd = _lock_folder(folder)
    fds = [fd for fd in (file_fd, folder_fd) if fd is not None and fd >= 0]
    if folder_fd is None:
        for fd in fds:
            unlock(fd)
        return None
    if not fds:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise LockUnavailable(folder=folder, reason=reason, home=state_home())
    return fds if file_fd >= 0 else [-1, *fds]
