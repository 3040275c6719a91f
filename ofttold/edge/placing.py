"""Giving a file its name for good: bytes to the disk first, then the name, then the folder.

On the hooks' path when something is written: os, sys, time.
"""

from __future__ import annotations

import errno
import os
import sys
import time

from ofttold.edge import temps
from ofttold.edge.filefaults import NotOnDisk
from ofttold.edge.snapshots import exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# seconds between tries while a scanner or sync client holds a file open on Windows; 0.63 s in all,
# three times the 200 ms such a program usually needs
DENIED_WAITS_S: tuple[float, ...] = (
    (0.01, 0.02, 0.04, 0.08, 0.16, 0.32) if sys.platform == "win32" else ()
)
# what a system says that lacks a call, or a file system that lacks its meaning
CANNOT = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM}


def patiently(call: Callable[[], None]) -> None:
    """Make the call, again while Windows says that the file is in use; raises the last OSError."""
    for wait_s in DENIED_WAITS_S:
        try:
            return call()
        except PermissionError:
            time.sleep(wait_s)
    return call()


def sync_file(fd: int) -> None:
    """Have the bytes on disk, not in its cache; raises OSError."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)  # fsync there leaves them in the disk's own cache
            return
        except OSError:  # a file system without it
            pass
    os.fsync(fd)


def sync_directory(path: str, about: str) -> None:
    """Make the names in a directory last; raises NotOnDisk that names the file it is about."""
    if sys.platform == "win32":
        return
    try:
        fd = os.open(path, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
    except OSError as fault:
        if fault.errno != errno.EINVAL:  # a file system that cannot sync directories
            raise NotOnDisk(path=about, reason=fault.strerror) from fault


def place_new(temporary: str, target: str) -> None:
    """Give a temporary file its name, which must be free; raises FileExistsError, OSError."""
    if not _link_new(temporary, target):
        return
    temps.remove_quietly(temporary)  # one that stays is a second name, swept by the next writer


def move_new(source: str, target: str) -> None:
    """Give a file another name, which must be free; raises FileExistsError and other OSErrors."""
    if _link_new(source, target):
        os.unlink(source)


def _link_new(source: str, target: str) -> bool:
    """Give the file the second name; False where that took away the first."""
    if sys.platform == "win32":
        os.rename(source, target)  # refuses an existing name there
        return False
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError as fault:
        if fault.errno not in CANNOT | {errno.EMLINK}:
            raise
        if exists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target) from fault
        os.rename(source, target)  # no hard links on this file system
        return False
    return True


def write_new(path: str, data: bytes, mode: int) -> None:
    """Write a new file whole, with the mode less the umask; raises FileExistsError, OSError."""
    directory = os.path.dirname(path)
    temp = temps.make_temp(directory, mode)
    try:
        temp.fill(data)
        sync_file(temp.fd)
        if sys.platform == "win32":
            temp.close()
        place_new(temp.path, path)
        temp.path = ""
        sync_directory(directory, path)
    finally:
        temp.discard()
