"""The one door for bytes that go into a person's or a host's file.

Every function here leaves the old bytes or the new ones, whatever happens in between, and refuses
by name what it could not do. Edits are ``(bytes read, span, replacement)``, computed again when the
file changed after it was read. Links are followed; mode, owner and attributes stay.

On the hooks' path: no pathlib, typing, dataclasses, hashlib, tempfile or filelock.
"""

from __future__ import annotations

import os

from ofttold.edge import placing, swap, sweeping
from ofttold.edge.filefaults import (
    AlreadyExists,
    ChangedUnderneath,
    DanglingLink,
    DiskFull,
    FileMissing,
    FolderMissing,
    LinkLoop,
    NotAFile,
    NotOnDisk,
    NotWritable,
    TooLarge,
    Unreadable,
    WriteFailed,
    writing_fault,
)
from ofttold.edge.folders import make_folder
from ofttold.edge.locks import Busy, FolderLock, note_place
from ofttold.edge.snapshots import (
    LIMIT_BYTES,
    Snapshot,
    exists,
    follow_links,
    read_file,
    take_snapshot,
)
from ofttold.edge.state_files import append_line, write_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ofttold.core.splice import Splice  # its module is not needed at run time, and costs 8 ms

__all__ = [
    "LIMIT_BYTES",
    "AlreadyExists",
    "Busy",
    "ChangedUnderneath",
    "DanglingLink",
    "DiskFull",
    "Edited",
    "FileMissing",
    "FolderMissing",
    "LinkLoop",
    "NotAFile",
    "NotOnDisk",
    "NotWritable",
    "Snapshot",
    "TooLarge",
    "Unreadable",
    "WriteFailed",
    "append_line",
    "create_file",
    "edit_file",
    "exists",
    "follow_links",
    "make_folder",
    "read_file",
    "remove_file",
    "replace_file",
    "take_snapshot",
    "write_cache",
]

EDIT_TRIES = 8  # times an edit is computed anew before it gives up; our choice


class Edited:
    """What an edit did: the bytes before and after; ``kept`` names texts kept beside the file."""

    __slots__ = ("after", "before", "kept")

    def __init__(self, before: bytes, after: bytes, kept: tuple[str, ...] = ()) -> None:
        self.before = before
        self.after = after
        self.kept = kept

    @property
    def changed(self) -> bool:
        """Tell whether the file holds other bytes than before."""
        return self.before != self.after


def _lock_for(path: str, lock: FolderLock | None) -> FolderLock:
    return lock if lock is not None else FolderLock(os.path.dirname(path) or ".")


def _prepare(path: str, kept: list[str]) -> None:
    """Tell the lock where this writer works and clear away what dead ones left there."""
    directory = os.path.dirname(path) or "."
    note_place(directory)
    sweeping.sweep(directory, kept)


def edit_file(
    path: str,
    compute: Callable[[bytes], Splice | None],
    *,
    lock: FolderLock | None = None,
    limit: int | None = LIMIT_BYTES,
) -> Edited:
    """Change one span of an existing file: ``compute`` gets its bytes and gives the splice or None.

    ``compute`` may be called several times, on newer bytes each time; ``limit`` as in ``read_file``. Takes ``lock``, or else the
    lock of the folder the file itself lies in, whatever links lead there. Raises Busy, ChangedUnderneath after ``EDIT_TRIES``, what reading
    raises, and what the system refuses (DiskFull, NotWritable, WriteFailed, NotOnDisk).
    """

    def rewrite(data: bytes) -> bytes:
        splice = compute(data)
        if splice is None:
            return data
        if splice.end > len(data):
            raise ValueError(f"span {splice.start}..{splice.end} outside {len(data)} bytes")
        return data[: splice.start] + splice.replacement + data[splice.end :]

    return _rewrite_file(path, rewrite, lock, limit)


def _rewrite_file(
    path: str, rewrite: Callable[[bytes], bytes], lock: FolderLock | None, limit: int | None
) -> Edited:
    kept: list[str] = []
    target = os.path.abspath(follow_links(path))
    with _lock_for(target, lock) as held:
        if lock is None and held.settled is not None:
            kept.extend(held.settled.kept)
        _prepare(target, kept)
        for _ in range(EDIT_TRIES):
            seen = take_snapshot(target, limit=limit)
            after = rewrite(seen.data)
            if after == seen.data or _put(target, after, seen, kept):
                return Edited(seen.data, after, tuple(kept))
    raise ChangedUnderneath(path=path)


def _put(target: str, data: bytes, seen: Snapshot, kept: list[str]) -> bool:
    if not os.access(target, os.W_OK):
        raise NotWritable(path=target)
    if seen.status.st_nlink > 1:
        return _put_linked(target, data, seen)
    try:
        return swap.put_in_place(target, data, seen, kept)
    except OSError as fault:
        raise writing_fault(fault, target) from fault


def _put_linked(target: str, data: bytes, seen: Snapshot) -> bool:
    """Write a hard-linked file in place, its old text kept in an act's record until done."""
    from ofttold.edge.acts import Act

    act = Act(os.path.dirname(target))
    act.replace(target, data, seen.data)
    try:
        act.commit()
    except ChangedUnderneath:
        return False
    return True


def create_file(
    path: str, data: bytes, *, private: bool = True, lock: FolderLock | None = None
) -> None:
    """Write a new file, 0600 (``private=False``: as the umask says).

    Raises AlreadyExists when the name is taken, FolderMissing, Busy and what the system refuses.
    """
    directory = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(directory):
        raise FolderMissing(path=directory)
    with _lock_for(path, lock):
        if exists(path):
            raise AlreadyExists(path=path)
        _prepare(path, [])
        try:
            placing.write_new(os.path.abspath(path), data, 0o600 if private else 0o666)
        except OSError as fault:
            raise writing_fault(fault, path) from fault


def replace_file(
    path: str,
    data: bytes,
    *,
    expected: bytes | None,
    private: bool = True,
    lock: FolderLock | None = None,
) -> None:
    """Write the whole file, if it still holds the ``expected`` bytes (None: must not exist yet).

    Raises ChangedUnderneath when it does not, and otherwise what ``edit_file`` and
    ``create_file`` raise.
    """
    if expected is None:
        try:
            create_file(path, data, private=private, lock=lock)
        except AlreadyExists as fault:
            raise ChangedUnderneath(path=path) from fault
        return
    wanted = expected

    def whole(found: bytes) -> bytes:
        if found != wanted:
            raise ChangedUnderneath(path=path)
        return data

    _rewrite_file(path, whole, lock, None)


def remove_file(path: str, *, expected: bytes, lock: FolderLock | None = None) -> None:
    """Remove the name, if the file still holds the ``expected`` bytes; of a link only the link.

    Raises ChangedUnderneath when it does not, Busy, FileMissing and what the system refuses.
    """
    with _lock_for(path, lock):
        _prepare(path, [])
        seen = take_snapshot(path, limit=None)
        if seen.data != expected:
            raise ChangedUnderneath(path=path)
        try:
            gone = swap.take_away(os.path.abspath(path), seen)
        except OSError as fault:
            raise writing_fault(fault, path) from fault
    if not gone:
        raise ChangedUnderneath(path=path)
