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
from ofttold.edge import temps
from ofttold.edge.filefaults import FolderMissing
from ofttold.edge.folders import make_folder
from ofttold.edge.homes import state_home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from ofttold.edge.acts import Settled

WAIT_MS = 500  # milliseconds; writing.md and the seed: after that it is busy
POLL_S = 0.01  # seconds between two tries; our choice
NAMES_HOLDER_FROM = 3  # times busy in a row; writing.md: from the third time who holds it
INTENTS = (".ofttold-intent", ".ofttold-intent-undo")  # names of an unfinished act: see intents.py
_INFO_BYTES = 64 * 1024  # bytes read of a lock file at most; our choice
_OPENING = (
    os.O_RDWR
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)


class Busy(OfttoldError):
    """Another live process of ours is writing in this folder."""

    key = "busy"


class BusyHeld(Busy):
    """It is so for the third time in a row, so the holder is named."""

    key = "busy_held"


class LockUnavailable(OfttoldError):
    """The system gives no lock at all."""

    key = "lock_unavailable"


class _Held:
    """The locks this thread holds on one folder."""

    __slots__ = ("depth", "fds", "places", "settled")

    def __init__(self, fds: list[int]) -> None:
        self.fds = fds
        self.depth = 1
        self.places: set[str] = set()
        self.settled: Settled | None = None


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


def _try_lock(fd: int) -> bool:
    """Take the OS lock without waiting; False: held elsewhere. Raises OSError without locks."""
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
        if _try_lock(fd) and os.path.samestat(os.fstat(fd), os.stat(path)):
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
        if _try_lock(fd):
            return fd
    except OSError:  # network file systems lock files only
        os.close(fd)
        return -1
    os.close(fd)
    return None


def _take_both(path: str, folder: str) -> list[int] | None:
    """Take both locks or none; None: held elsewhere. Raises LockUnavailable if neither exists."""
    fault: OSError | OfttoldError | None = None
    try:
        file_fd = _lock_file(path)
    except (
        OSError,
        OfttoldError,
    ) as refused:  # the state home cannot be written: the folder's own lock will do
        file_fd, fault = -1, refused
    if file_fd is None:
        return None
    folder_fd = _lock_folder(folder)
    fds = [fd for fd in (file_fd, folder_fd) if fd is not None and fd >= 0]
    if folder_fd is None:
        for fd in fds:
            os.close(fd)
        return None
    if not fds:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise LockUnavailable(folder=folder, reason=reason, home=state_home())
    return fds if file_fd >= 0 else [-1, *fds]


def _read_info(path: str) -> tuple[str, ...]:
    """Read what the holder wrote: pid, command, then the places it works in."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except OSError:
        return ()
    try:
        os.lseek(fd, 1, os.SEEK_SET)
        text = os.read(fd, _INFO_BYTES)
    except OSError:
        return ()
    finally:
        os.close(fd)
    return tuple(os.fsdecode(line) for line in text.split(b"\0") if line)


def _command() -> str:
    """Name this process for a person: program and first word, never what they typed after it."""
    words = [os.path.basename(sys.argv[0]), *sys.argv[1:2]] if sys.argv else []
    return " ".join(word for word in words if word) or "python"


def _write_info(fd: int) -> None:
    """Say in the lock file who holds it; where that fails (a full disk) the lock is as good."""
    _clear_info(fd)
    try:
        os.lseek(fd, 0, os.SEEK_SET)
        os.write(fd, b" " + os.fsencode(f"{os.getpid()}\0{_command()}\0"))
    except OSError:
        return


def _clear_info(fd: int) -> None:
    """Empty the lock file; what stays in it at worst sends the next holder to clear up in vain."""
    try:
        os.ftruncate(fd, 0)
    except OSError:
        return


def note_place(directory: str) -> None:
    """Note in the lock files this thread holds that it works in this directory.

    Should it die there, the next holder knows where to clear up.
    """
    place = os.path.abspath(directory)
    for (_, thread), held in _held.items():
        if thread != get_ident() or place in held.places or held.fds[0] < 0:
            continue
        held.places.add(place)
        try:
            os.lseek(held.fds[0], 0, os.SEEK_END)
            os.write(held.fds[0], os.fsencode(place) + b"\0")
        except OSError:
            continue


def _count_refusal(path: str) -> int:
    """Count one more time busy, over processes; gives how many in a row."""
    waits = path.removesuffix(".lock") + ".waits"
    try:
        fd = os.open(waits, _OPENING | os.O_APPEND, 0o600)
    except OSError:
        return 1
    try:
        os.write(fd, b".")
        return os.fstat(fd).st_size
    except OSError:
        return 1
    finally:
        os.close(fd)


def _forget_refusals(path: str) -> None:
    try:
        os.unlink(path.removesuffix(".lock") + ".waits")
    except OSError:
        return


def _busy(folder: str, path: str) -> Busy:
    times = _count_refusal(path)
    info = _read_info(path)
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
        _held[key] = held = _Held(self._wait_for(path))
        self._entered.append(key)
        try:
            self._take_over(path, held)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _wait_for(self, path: str) -> list[int]:
        deadline = time.monotonic() + self.wait_ms / 1000
        while True:
            fds = _take_both(path, self.folder)
            if fds is not None:
                return fds
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                raise _busy(self.folder, path)
            time.sleep(min(POLL_S, left_s))

    def _take_over(self, path: str, held: _Held) -> None:
        """Clear up after a dead holder, then write down who holds it now."""
        _forget_refusals(path)
        left = _read_info(path)[2:] if held.fds[0] >= 0 else ()
        if left or any(os.path.lexists(os.path.join(self.folder, name)) for name in INTENTS):
            from ofttold.edge import acts

            held.settled = acts.clear_up(self.folder, left)
        if held.fds[0] >= 0:
            _write_info(held.fds[0])

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        key = self._entered.pop()
        held = _held[key]
        held.depth -= 1
        if held.depth:
            return
        del _held[key]
        if held.fds[0] >= 0 and not temps.stuck:
            _clear_info(held.fds[0])
        temps.stuck.clear()
        for fd in held.fds:
            if fd >= 0:
                os.close(fd)

    @property
    def settled(self) -> Settled | None:
        """Tell what a dead writer had left in the folder when this lock was taken; None: nothing."""
        held = _held.get(self._entered[-1]) if self._entered else None
        return held.settled if held else None
