"""The lock on a folder: processes of ours exclude each other, and say who holds it.

It is two locks of the operating system taken together; both die with their holder, so nothing a
crash leaves can block anybody, and nobody ever breaks a living holder's:

- one on a file in the state home, ``locks/<device>-<inode>.lock``: the folder gets no stray file,
  every name of the folder gives the same lock, filelock's FileLock can take it too, and it says who
  holds it (from byte 1 on: Windows does not let others read the locked byte 0);
- one on the folder itself, where the system allows it: it also excludes writers with another state
  home, in a container or of another user on this machine.

Across machines (a synced or network folder) no lock helps; there comparing before the rename does.

The outermost entering finishes what a dead writer left in the folder (see acts.py), and clears the
places the dead holder noted in the lock file. One thread may enter again; other threads wait.

On the hooks' path: os, sys, time, _thread; fcntl or msvcrt.
"""

from __future__ import annotations

import os
import sys
import time
from _thread import get_ident

from ofttold.core.errors import OfttoldError
from ofttold.edge import lock_notes, temps
from ofttold.edge.double_lock import LockUnavailable, take_both
from ofttold.edge.filefaults import FolderMissing
from ofttold.edge.homes import state_home
from ofttold.edge.system_locks import unlock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from ofttold.edge.settling import Settled

__all__ = ["Busy", "BusyHeld", "FolderLock", "LockUnavailable", "lock_path", "note_place"]

WAIT_MS = 500  # milliseconds; writing.md and the seed: after that it is busy
POLL_S = 0.01  # seconds between two tries; our choice
NAMES_HOLDER_FROM = 3  # times busy in a row; writing.md: from the third time who holds it
INTENTS = (".ofttold-intent", ".ofttold-intent-undo")  # names of an unfinished act: see intents.py


class Busy(OfttoldError):
    """Another live process of ours is writing in this folder."""

    key = "busy"


class BusyHeld(Busy):
    """It is so for the third time in a row, so the holder is named."""

    key = "busy_held"


class _Held:
    """The locks this thread holds on one folder."""

    __slots__ = ("depth", "fds", "places", "settled")

    def __init__(self, fds: list[int]) -> None:
        self.fds = fds
        self.depth = 1
        self.places: set[str] = set()
        self.settled: Settled | None = None

    def release(self) -> None:
        """Let go of all."""
        for fd in self.fds:
            if fd >= 0:
                unlock(fd)


_held: dict[tuple[str, int], _Held] = {}


def _forget_after_fork() -> None:
    """Let a forked child hold nothing: closing its copies leaves the parent's locks alone."""
    for held in _held.values():
        for fd in held.fds:
            if fd >= 0:
                os.close(fd)
    _held.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_forget_after_fork)


def lock_path(folder: str) -> str:
    """Give the lock file of a folder; raises FolderMissing."""
    return os.path.join(state_home(), "locks", _key(folder) + ".lock")


def _key(folder: str) -> str:
    try:
        status = os.stat(folder)
    except OSError as fault:
        raise FolderMissing(path=folder) from fault
    if not os.path.isdir(folder):
        raise FolderMissing(path=folder)
    return f"{status.st_dev:x}-{status.st_ino:x}"


def note_place(directory: str) -> None:
    """Note in the lock files this thread holds that it works in this directory.

    Should it die there, the next holder knows where to clear up.
    """
    place = os.path.abspath(directory)
    for (_, thread), held in _held.items():
        if thread != get_ident() or place in held.places or held.fds[0] < 0:
            continue
        held.places.add(place)
        lock_notes.add_place(held.fds[0], place)


def _busy(folder: str, path: str) -> Busy:
    times = lock_notes.count_refusal(path)
    info = lock_notes.read_info(path)
    if times < NAMES_HOLDER_FROM or len(info) < 2:
        return Busy(folder=folder)
    try:
        # The system stamped the file when its holder wrote it: no clock of ours is asked.
        since = time.strftime("%H:%M:%S", time.localtime(os.stat(path).st_mtime))
    except OSError:
        return Busy(folder=folder)
    return BusyHeld(folder=folder, pid=info[0], command=info[1], since=since)


class FolderLock:
    """The lock on a folder, as a context manager.

    ``with FolderLock(folder, wait_ms=500) as lock``: waits that long, then raises Busy (from the
    third time in a row naming the holder). Also raises FolderMissing and LockUnavailable.
    ``lock.settled`` tells what a dead writer had left and what became of it.
    """

    __slots__ = ("_entered", "folder", "wait_ms")

    def __init__(self, folder: str, *, wait_ms: int = WAIT_MS) -> None:
        self.folder = folder
        self.wait_ms = wait_ms
        self._entered: list[tuple[str, int]] = []

    def __enter__(self) -> FolderLock:
        key = (_key(self.folder), get_ident())
        held = _held.get(key)
        if held is not None:
            held.depth += 1
            self._entered.append(key)
            return self
        path = lock_path(self.folder)
        held = _Held(self._wait_for(path))
        _held[key] = held  # what clears up enters again
        try:
            self._take_over(path, held)
        except BaseException:
            del _held[key]
            held.release()  # what the dead holder noted stays noted
            raise
        self._entered.append(key)
        return self

    def _wait_for(self, path: str) -> list[int]:
        deadline = time.monotonic() + self.wait_ms / 1000
        while True:
            fds = take_both(path, self.folder)
            if fds is not None:
                return fds
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                raise _busy(self.folder, path)
            time.sleep(min(POLL_S, left_s))

    def _take_over(self, path: str, held: _Held) -> None:
        """Clear up after a dead holder, then write down who holds it now."""
        lock_notes.forget_refusals(path)
        left = lock_notes.read_info(path)[2:] if held.fds[0] >= 0 else ()
        if left or any(os.path.lexists(os.path.join(self.folder, name)) for name in INTENTS):
            from ofttold.edge.settling import clear_up

            held.settled = clear_up(self.folder, left)
        if held.fds[0] >= 0:
            lock_notes.write_info(held.fds[0])

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        key = next(key for key in reversed(self._entered) if key[1] == get_ident())
        self._entered.remove(key)
        held = _held[key]
        held.depth -= 1
        if held.depth:
            return
        del _held[key]
        stuck = {os.path.dirname(path) for path in temps.stuck}
        if held.fds[0] >= 0 and not held.places & stuck:
            lock_notes.clear_info(held.fds[0])
        if not _held:
            temps.stuck.clear()
        held.release()

    @property
    def settled(self) -> Settled | None:
        """Tell what a dead writer had left in the folder when this lock was taken; None: nothing."""
        for key in reversed(self._entered):
            if key[1] == get_ident():
                return _held[key].settled
        return None
