"""Putting a new file under a name without losing what somebody else put there meanwhile.

Editors and sync tools take no lock. So the target is compared with what was read right before the
new file takes its name; and where the system can exchange two names in one step (Linux
``renameat2``, macOS ``renamex_np``) the file that was displaced is looked at afterwards: if it is
not the one that was read, it gets its name back and the caller computes anew.

On the hooks' path when a stamp is written; ctypes is loaded only then.
"""

from __future__ import annotations

import errno
import os
import sys
import time

from ofttold.core.errors import OfttoldError
from ofttold.edge import attributes, temps
from ofttold.edge.filefaults import FileMissing
from ofttold.edge.snapshots import Snapshot, exists, take_snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# seconds between tries while a scanner or sync client holds a file open on Windows; 0.63 s in all,
# three times the 200 ms such a program usually needs
DENIED_WAITS_S: tuple[float, ...] = (
    (0.01, 0.02, 0.04, 0.08, 0.16, 0.32) if sys.platform == "win32" else ()
)
_CANNOT = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM}


class NotOnDisk(OfttoldError):
    """The new text has its name, but the system would not promise that it outlives a power cut."""

    key = "not_on_disk"


def patiently(call: Callable[[], None]) -> None:
    """Make the call, again while Windows says that the file is in use; raises the last OSError."""
    for wait_s in DENIED_WAITS_S:
        try:
            return call()
        except PermissionError:
            time.sleep(wait_s)
    return call()


def exchange(first: str, second: str) -> bool:
    """Exchange two names in one step; False where the system cannot. Raises OSError."""
    number = _exchange_call(os.fsencode(first), os.fsencode(second))
    if number in _CANNOT:
        return False
    if number:
        raise OSError(number, os.strerror(number), first, None, second)
    return True


def _exchange_call(first: bytes, second: bytes) -> int:
    """Ask the system; gives the error number, 0 when done."""
    if sys.platform == "win32":
        return errno.ENOSYS
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)
    here, swap_flag = -100, 2  # AT_FDCWD; RENAME_EXCHANGE and RENAME_SWAP are both 2
    if hasattr(system, "renameat2"):
        failed = system.renameat2(here, first, here, second, swap_flag)
    elif hasattr(system, "renamex_np"):
        failed = system.renamex_np(first, second, swap_flag)
    else:
        return errno.ENOSYS
    return ctypes.get_errno() if failed else 0


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
        if fault.errno not in _CANNOT | {errno.EMLINK}:
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
        os.fsync(temp.fd)
        if sys.platform == "win32":
            temp.close()
        place_new(temp.path, path)
        temp.path = ""
        sync_directory(directory, path)
    finally:
        temp.discard()


def put_in_place(target: str, data: bytes, seen: Snapshot, kept: list[str]) -> bool:
    """Replace the file by one with this text, unless it is no longer what was ``seen``.

    False: it changed; nothing of ours is under its name. ``kept`` gets the paths of texts that had
    to be kept beside it. Raises OSError, NotOnDisk and what reading the target raises.
    """
    directory, name = os.path.split(target)
    temp = temps.make_temp(directory)
    try:
        temp.fill(data)
        attributes.copy_attributes(target, seen.status, temp.fd)
        os.fsync(temp.fd)
        new = temps.mark(os.fstat(temp.fd).st_ino, data)
        old = temps.mark(seen.status.st_ino, seen.data)
        if not _is_still(target, seen):
            return False
        aside = temps.swap_name(new, old, name)
        done = _exchange_in(temp, target, directory, aside, new, old, kept) if aside else None
        if done is None:
            done = _replace_in(temp, target, seen)
        return done
    finally:
        temp.discard()


def _is_still(target: str, seen: Snapshot) -> bool:
    try:
        return take_snapshot(target, limit=None).is_same_file(seen)
    except FileMissing:
        return False


def _replace_in(temp: temps.Temp, target: str, seen: Snapshot) -> bool:
    """Rename over the target: the way of systems that cannot exchange."""
    if sys.platform == "win32":
        temp.close()
    if not _is_still(target, seen):
        return False
    patiently(lambda: os.replace(temp.path, target))
    temp.path = ""
    sync_directory(os.path.dirname(target), target)
    return True


def _exchange_in(
    temp: temps.Temp, target: str, directory: str, aside: str, new: str, old: str, kept: list[str]
) -> bool | None:
    """Exchange with the target and look at what came out; None where the system cannot."""
    path = os.path.join(directory, aside)
    os.rename(temp.path, path)
    temp.path = path
    try:
        if not exchange(path, target):
            return None
    except FileNotFoundError:  # the target went away
        return False
    temp.path = ""  # the name now belongs to the displaced file
    if _mark_of(path) not in (old, None):
        give_back(path, target, new, kept)
        return False
    sync_directory(directory, target)
    temps.remove_quietly(path)
    return True


def _mark_of(path: str) -> str | None:
    try:
        found = take_snapshot(path, limit=None)
    except FileMissing:
        return None
    return temps.mark(found.status.st_ino, found.data)


def give_back(aside: str, target: str, new: str, kept: list[str]) -> None:
    """Give the text in ``aside`` its name back, where our own file (mark ``new``) stands now.

    If a third text has taken the name in between, the later one stays and the other is kept beside
    it: nothing is merged, nothing deleted.
    """
    try:
        exchange(aside, target)
    except FileNotFoundError:
        _place_or_keep(aside, target, kept)
        return
    if _mark_of(aside) == new:
        temps.remove_quietly(aside)
        return
    try:
        exchange(aside, target)
    except FileNotFoundError:
        _place_or_keep(aside, target, kept)
        return
    keep_beside(aside, target, kept)


def _place_or_keep(aside: str, target: str, kept: list[str]) -> None:
    try:
        place_new(aside, target)
    except FileExistsError:
        keep_beside(aside, target, kept)


def keep_beside(aside: str, target: str, kept: list[str]) -> None:
    """Keep a text that lost its name as ``name.kept-1.ext``, visible to the person."""
    stem, extension = os.path.splitext(target)
    number = 1
    while True:
        path = f"{stem}.kept-{number}{extension}"
        try:
            place_new(aside, path)
        except FileExistsError:
            number += 1
            continue
        kept.append(path)
        return


def take_away(target: str, seen: Snapshot) -> bool:
    """Remove the file unless it is no longer what was ``seen``; False: it changed and stays."""
    directory, name = os.path.split(target)
    old = temps.mark(seen.status.st_ino, seen.data)
    if _mark_of(target) != old:
        return False
    aside = temps.swap_name("0-0", old, name)
    if aside is None:
        os.unlink(target)
    else:
        path = os.path.join(directory, aside)
        patiently(lambda: os.rename(target, path))
        if _mark_of(path) not in (old, None):
            _place_or_keep(path, target, [])
            return False
        temps.remove_quietly(path)
    sync_directory(directory, target)
    return True


def sweep(directory: str, kept: list[str]) -> None:
    """Clear away what dead writers left in the directory; give names back to displaced texts."""
    for name in temps.temp_names(directory):
        path = os.path.join(directory, name)
        if name.startswith(temps.NEW):
            if temps.is_abandoned(path):
                temps.remove_quietly(path)
            continue
        parts = temps.split_swap_name(name)
        if parts:
            _sweep_swap(path, os.path.join(directory, parts[2]), parts[0], parts[1], kept)


def _sweep_swap(path: str, target: str, new: str, old: str, kept: list[str]) -> None:
    found = _mark_of(path)
    if found == old or (found == new and temps.is_abandoned(path)):
        temps.remove_quietly(path)
    elif found not in (new, None):
        ours_is_there = exists(target) and _mark_of(target) == new
        if ours_is_there and not temps.is_abandoned(target):
            return  # its writer lives and is about to do this itself
        if ours_is_there:
            give_back(path, target, new, kept)
        else:
            _place_or_keep(path, target, kept)
