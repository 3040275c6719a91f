"""What makes a file that file besides its bytes: mode, owner, extended attributes.

Copies them from the old file to the one about to take its place, as far as the system permits.
"""

from __future__ import annotations

import os
import stat
import sys


def copy_attributes(source: str, status: os.stat_result, fd: int) -> None:
    """Give the open file ``fd`` the owner, extended attributes and mode of ``source``.

    The mode comes last: changing the owner clears the set-user bits. What only a superuser may
    give away (the owner, some attribute classes) is left out silently, as ``cp -p`` does.
    """
    if sys.platform == "win32":
        return
    _copy_owner(status, fd)
    if sys.platform == "linux":
        _copy_xattrs(source, fd)
    elif sys.platform == "darwin":
        _copy_on_macos(source, fd)
    os.fchmod(fd, stat.S_IMODE(status.st_mode))


def _copy_owner(status: os.stat_result, fd: int) -> None:
    if sys.platform == "win32":
        return
    new = os.fstat(fd)
    if (new.st_uid, new.st_gid) == (status.st_uid, status.st_gid):
        return
    for uid, gid in ((status.st_uid, status.st_gid), (-1, status.st_gid)):
        try:
            os.fchown(fd, uid, gid)
        except PermissionError:
            continue
        return


def _copy_xattrs(source: str, fd: int) -> None:
    if sys.platform != "linux":
        return
    try:
        names = os.listxattr(source)
    except OSError:  # a file system without extended attributes
        return
    for name in names:
        try:
            os.setxattr(fd, name, os.getxattr(source, name))
        except OSError:  # a class of attributes that is not ours to set
            continue


def _copy_on_macos(source: str, fd: int) -> None:
    import ctypes

    acl_and_xattrs = 1 | 4  # COPYFILE_ACL | COPYFILE_XATTR of <copyfile.h>
    opened = os.open(source, os.O_RDONLY)
    try:
        ctypes.CDLL(None).fcopyfile(opened, fd, None, acl_and_xattrs)
    finally:
        os.close(opened)
