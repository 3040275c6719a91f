"""Why a file could not be read or written: one refusal per case, each naming the file.

On the hooks' path: nothing imported but the refusals' base and errno.
"""

from __future__ import annotations

import errno

from ofttold.core.errors import OfttoldError


class FileMissing(OfttoldError):
    """No file has this name."""

    key = "file_missing"


class FolderMissing(OfttoldError):
    """No folder has this name."""

    key = "file_folder_missing"


class NotAFile(OfttoldError):
    """The name belongs to a folder, a pipe or a device."""

    key = "not_a_file"


class TooLarge(OfttoldError):
    """The file holds more bytes than the reader asked for at most."""

    key = "file_too_large"


class Unreadable(OfttoldError):
    """The system would not hand over the bytes."""

    key = "file_unreadable"


class DanglingLink(OfttoldError):
    """A symbolic link leads to nothing."""

    key = "dangling_link"


class LinkLoop(OfttoldError):
    """Symbolic links lead in a circle."""

    key = "link_loop"


class AlreadyExists(OfttoldError):
    """A new file was asked for where one stands."""

    key = "already_exists"


class ChangedUnderneath(OfttoldError):
    """Somebody else wrote the file in between; nothing was written."""

    key = "changed_underneath"


class DiskFull(OfttoldError):
    """No space, or no quota, is left."""

    key = "disk_full"


class NotWritable(OfttoldError):
    """Permissions or a read-only disk forbid the writing."""

    key = "not_writable"


class WriteFailed(OfttoldError):
    """The system failed in the middle of writing."""

    key = "write_failed"


class NotOnDisk(OfttoldError):
    """The new text has its name, but the system would not promise that it outlives a power cut."""

    key = "not_on_disk"


_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}


def reading_fault(fault: OSError, path: str) -> OfttoldError:
    """Turn the system's word about a failed reading into a refusal that names the file."""
    if fault.errno in (errno.ENOENT, errno.ENOTDIR):
        return FileMissing(path=path)
    if fault.errno == errno.ELOOP:
        return LinkLoop(path=path)
    if fault.errno == errno.EISDIR:
        return NotAFile(path=path)
    return Unreadable(path=path, reason=fault.strerror or str(fault))


def writing_fault(fault: OSError, path: str) -> OfttoldError:
    """Turn the system's word about a failed writing into a refusal that names the file."""
    if fault.errno in _FULL:
        return DiskFull(path=path)
    if fault.errno in _FORBIDDEN:
        return NotWritable(path=path)
    if fault.errno == errno.EEXIST:
        return AlreadyExists(path=path)
    if fault.errno in (errno.ENOENT, errno.ENOTDIR):
        return FileMissing(path=path)
    return WriteFailed(path=path, reason=fault.strerror or str(fault))
