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

from ofttold.edge import attributes, placing, temps
from ofttold.edge.filefaults import FileMissing
from ofttold.edge.snapshots import Snapshot, take_snapshot


def exchange(first: str, second: str) -> bool:
    """Exchange two names in one step; False where the system cannot. Raises OSError."""
    number = _exchange_call(os.fsencode(first), os.fsencode(second))
    if number in placing.CANNOT:
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
        placing.sync_file(temp.fd)
        new = temps.mark(os.fstat(temp.fd).st_ino, data)
        old = temps.mark(seen.status.st_ino, seen.data)
        if not _is_still(target, seen):
            return False
        # Windows knows no exchange, nor a rename of a file that is open.
        aside = None if sys.platform == "win32" else temps.swap_name(new, old, name)
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
    placing.patiently(lambda: os.replace(temp.path, target))
    temp.path = ""
    placing.sync_directory(os.path.dirname(target), target)
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
    if _is_displaced(path, old):
        placing.sync_directory(directory, target)
        # Again: who had it open before the exchange may have written to it meanwhile.
        if _is_displaced(path, old):
            temps.remove_quietly(path)
            return True
    give_back(path, target, new, kept)
    return False


def _is_displaced(path: str, old: str) -> bool:
    """Tell whether what the exchange displaced is what was read; a swept one was."""
    return mark_of(path) in (old, None)


def mark_of(path: str) -> str | None:
    """Give the mark of the file as it is (see temps.py); None where there is none."""
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
        place_or_keep(aside, target, kept)
        return
    if mark_of(aside) == new:
        temps.remove_quietly(aside)
        return
    try:
        exchange(aside, target)
    except FileNotFoundError:
        place_or_keep(aside, target, kept)
        return
    keep_beside(aside, target, kept)


def place_or_keep(aside: str, target: str, kept: list[str]) -> None:
    """Give a displaced text its name back if that is free; keep it beside if not."""
    try:
        placing.place_new(aside, target)
    except FileExistsError:
        keep_beside(aside, target, kept)


def keep_beside(aside: str, target: str, kept: list[str]) -> None:
    """Keep a text that lost its name as ``name.kept-1.ext``, visible to the person."""
    stem, extension = os.path.splitext(target)
    number = 1
    while True:
        path = f"{stem}.kept-{number}{extension}"
        try:
            placing.place_new(aside, path)
        except FileExistsError:
            number += 1
            continue
        kept.append(path)
        return


def take_away(target: str, seen: Snapshot) -> bool:
    """Remove the file unless it is no longer what was ``seen``; False: it changed and stays."""
    directory, name = os.path.split(target)
    old = temps.mark(seen.status.st_ino, seen.data)
    if mark_of(target) != old:
        return False
    aside = temps.swap_name("0-0", old, name)
    if aside is None:
        os.unlink(target)
    else:
        path = os.path.join(directory, aside)
        placing.patiently(lambda: os.rename(target, path))
        if mark_of(path) not in (old, None):
            place_or_keep(path, target, [])
            return False
        temps.remove_quietly(path)
    placing.sync_directory(directory, target)
    return True
