"""What was told to which session: one small file per host and session id in the state home.

Each file is lines of JSON, only ever appended to under a lock of its own, so that two hooks of one
session decide one after the other and a record is whole whatever dies. On the hooks' path: no
pathlib, typing, dataclasses or hashlib.
"""

from __future__ import annotations

import os
import sys
import time

from ofttold.core.quick_json import dumps, loads
from ofttold.edge.homes import state_home
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

MARK_AFTER_S = 86_400  # s after which a record in use is marked as such, by its file's time
POLL_S = 0.002  # seconds between two tries; our choice
_NAME_CHARS = 100  # longest session id that is used as a file name as it stands; hosts use 36
_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
_LIMIT_BYTES = 256 * 1024  # bytes of a record that are read, from its end; a line has about 300
_OPENING = os.O_RDWR | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def machine_s() -> float:
    """Give the machine's own clock in seconds, for telling one firing of a hook from two."""
    return time.time()


def sessions_folder() -> str:
    """Give the folder of all session records."""
    return os.path.join(state_home(), "sessions")


def record_name(session_id: str) -> str:
    """Give the file name of a session's record; an id that is no plain name is hashed.

    >>> record_name("01a22d48-1a26"), record_name("../x")[:2]
    ('01a22d48-1a26.jsonl', 'x-')
    """
    plain = len(session_id) <= _NAME_CHARS and _SAFE.issuperset(session_id)
    if not plain or not session_id[0].isalnum() or session_id[-1] == ".":
        from hashlib import sha256

        return "x-" + sha256(session_id.encode("utf-8", "replace")).hexdigest()[:40] + ".jsonl"
    return session_id + ".jsonl"


def record_path(host: str, session_id: str) -> str:
    """Give the path of a session's record; ``session_id`` is not empty."""
    return os.path.join(sessions_folder(), host, record_name(session_id))


def parse_entries(data: bytes) -> list[dict[str, object]]:
    """Read the lines; one that is torn or no object is passed over."""
    entries: list[dict[str, object]] = []
    for line in data.split(b"\n"):
        if line[:1] == b"{":
            try:
                entry = loads(line.decode())
            except ValueError:  # torn by a power cut; the lines around it stand
                continue
            if isinstance(entry, dict):
                entries.append(entry)
    return entries


def read_entries(path: str, *, by_its_hook: bool = False) -> list[dict[str, object]]:
    """Read a record without a lock: a line is whole or not there. No file: no entries.

    ``by_its_hook``: the session is in use, which its file's time tells whoever prunes old ones.
    """
    try:
        fd = regular(path)
    except OSError:
        return []
    try:
        if by_its_hook:
            _mark_used(fd, path)
        return parse_entries(_read_tail(fd))
    except OSError:
        return []
    finally:
        os.close(fd)


def _mark_used(fd: int, path: str) -> None:
    if abs(time.time() - os.fstat(fd).st_mtime) > MARK_AFTER_S:
        os.utime(path)


def _read_tail(fd: int) -> bytes:
    size = os.fstat(fd).st_size
    os.lseek(fd, max(0, size - _LIMIT_BYTES), os.SEEK_SET)
    return os.read(fd, _LIMIT_BYTES)


class SessionRecord:
    """A session's record under its lock: ``entries`` as they stand, ``append`` to add one.

    Raises OSError or a refusal where the state home cannot be used; ``locked`` is False where
    another hook of this session would not let go within ``wait_s`` seconds.
    """

    __slots__ = ("entries", "fd", "locked", "path", "wait_s")

    def __init__(self, host: str, session_id: str, *, wait_s: float = 0.1) -> None:
        self.wait_s = wait_s
        self.path = record_path(host, session_id)
        self.fd = -1
        self.locked = False
        self.entries: list[dict[str, object]] = []

    def __enter__(self) -> SessionRecord:
        try:
            self.fd = os.open(self.path, _OPENING | os.O_CREAT, 0o600)
        except FileNotFoundError:
            from ofttold.edge.folders import make_folder  # once a host, and 1 ms to import

            make_folder(os.path.dirname(self.path))
            self.fd = os.open(self.path, _OPENING | os.O_CREAT, 0o600)
        self.locked = _lock(self.fd, self.wait_s)
        _mark_used(self.fd, self.path)
        self.entries = parse_entries(_read_tail(self.fd))
        return self

    def append(self, entry: Mapping[str, object]) -> None:
        """Add one line; raises OSError."""
        line = dumps(entry).encode("utf-8", "replace") + b"\n"
        size = os.fstat(self.fd).st_size
        if size:
            os.lseek(self.fd, size - 1, os.SEEK_SET)
            if os.read(self.fd, 1) != b"\n":
                line = b"\n" + line
        if os.write(self.fd, line) < len(line):
            os.ftruncate(self.fd, size)
            os.write(self.fd, line)  # says why: the disk is full

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        fd, self.fd = self.fd, -1
        if sys.platform == "win32" and self.locked:
            import msvcrt

            os.lseek(fd, _LIMIT_BYTES * 1024, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)
        os.close(fd)


def append_unlocked(path: str, entry: Mapping[str, object]) -> None:
    """Add one line to a record that stands, whoever holds its lock; raises OSError.

    For a process that is about to end: the line is written at once and stands on its own.
    """
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
    try:
        os.write(fd, b"\n" + dumps(entry).encode("utf-8", "replace") + b"\n")
    finally:
        os.close(fd)


def _lock(fd: int, wait_s: float) -> bool:
    """Take the record's own lock; False after so long. A system without locks counts as taken."""
    deadline = time.monotonic() + wait_s
    while True:
        try:
            try_lock(fd)
        except (BlockingIOError, PermissionError):
            if time.monotonic() >= deadline:
                return False
            time.sleep(POLL_S)
        except OSError:  # a file system that knows no locks; an append is whole there too
            return True
        else:
            return True


def try_lock(fd: int) -> None:
    """Take a record's own lock at once; raises OSError where another hook has it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(fd, _LIMIT_BYTES * 1024, os.SEEK_SET)  # far beyond the text: it stays readable
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        return
    import fcntl

    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def list_records() -> list[tuple[str, str]]:
    """List all records: (host, path), in no order that means anything."""
    found: list[tuple[str, str]] = []
    root = sessions_folder()
    for host in _names(root):
        folder = os.path.join(root, host)
        found += [
            (host, os.path.join(folder, name)) for name in _names(folder) if name[-6:] == ".jsonl"
        ]
    return found


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
