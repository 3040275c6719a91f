"""Opening a file for reading only if it is one: a pipe would wait for ever, a device never ends.

On the hooks' path: nothing imported but os, stat and errno.
"""

from __future__ import annotations

import errno
import os
import stat

_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a pipe opens at once, whoever writes to it


def regular(path: str, flags: int = os.O_RDONLY | getattr(os, "O_BINARY", 0)) -> int:
    """Open for reading, as the ``opener`` of ``open`` too; raises OSError where it is no file."""
    opened = os.open(path, flags | _AT_ONCE)
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(errno.EINVAL, "not a regular file", path)
    return opened
