"""Opening a file for reading only if it is one: a pipe would wait for ever, a device never ends.

On the hooks' path: nothing imported but os, stat and errno.
"""

from __future__ import annotations

import errno
import os
import stat

_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a pipe opens at once, whoever writes to it


_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0)


def regular(path: str, flags: int = _FLAGS) -> int:
    """Open for reading, as the ``opener`` of ``open`` too; raises OSError where it is no file."""
    return regular_with_stat(path, flags)[0]


def regular_with_stat(path: str, flags: int = _FLAGS) -> tuple[int, os.stat_result]:
    """Do the same, and give the stats the file has while open."""
    opened = os.open(path, flags | _AT_ONCE)
    found = os.fstat(opened)
    if not stat.S_ISREG(found.st_mode):
        os.close(opened)
        raise OSError(errno.EINVAL, "not a regular file", path)
    return opened, found
