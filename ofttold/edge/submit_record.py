"""The record of a submit under way: what was to go where, so that a dead one can be settled.

It lies in the cards folder while drafts move into a commit. It is locked by the process at work and
by the git it started, so whoever finds it free knows that nobody is at it any more.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import asdict, dataclass

from ofttold.core.errors import OfttoldError
from ofttold.edge.files import FileMissing, create_file, read_file, remove_file
from ofttold.edge.locks import FolderLock
from ofttold.edge.system_locks import try_lock_quietly

NAME = ".ofttold-submit"
ORPHAN_SECONDS = 5.0  # s; how long the git of a submit that was ended is waited for
POLL_SECONDS = 0.05  # s between two looks


class SubmitRunning(OfttoldError):
    """Another submit, or the git of one that was ended, is still at work."""

    key = "submit_running"


class SubmitUnreadable(OfttoldError):
    """The record of an unfinished submit cannot be read."""

    key = "submit_unreadable"


@dataclass(frozen=True, slots=True)
class Going:
    """One card on its way: where it lies on the desk and on the shelf, and the sums of both texts.

    ``desk`` is relative to the cards folder, ``shelf`` the name in the repository, ``text`` what was
    put there ('' in a record of an earlier version).
    """

    id: str
    desk: str
    shelf: str
    desk_sum: str
    shelf_sum: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One submit: the repository and where it stood, the branch made for it ('' if none), the cards.

    ``branch`` is where the commit goes, ``before`` the branch the person stood on ('' detached),
    ``index`` the path of the commit's own index, ``made`` the folders made for the shelf.
    """

    root: str
    head: str
    branch: str
    before: str
    index: str
    made: tuple[str, ...]
    cards: tuple[Going, ...]

    @property
    def made_branch(self) -> bool:
        """Tell whether the branch was made for this submit."""
        return self.branch != self.before


def sum_of(data: bytes) -> str:
    """Give the sum by which a text is known again."""
    return hashlib.sha256(data).hexdigest()


def write_record(cards_folder: str, record: Record, lock: FolderLock) -> int:
    """Write the record and lock it; gives the descriptor that holds it, to be closed when done."""
    path = os.path.join(cards_folder, NAME)
    data = json.dumps(asdict(record), ensure_ascii=False).encode("utf-8", "surrogatepass")
    create_file(path, data, lock=lock)
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    try_lock_quietly(fd)
    return fd


def has_record(cards_folder: str) -> bool:
    """Tell whether a record lies there."""
    return os.path.lexists(os.path.join(cards_folder, NAME))


def is_older(cards_folder: str, path: str) -> bool:
    """Tell whether a file was last changed before the submit's record was written.

    One that is not there counts as older: a hook that puts things in order seldom removes any.
    """
    began = os.stat(os.path.join(cards_folder, NAME)).st_ctime_ns
    try:
        return os.lstat(path).st_ctime_ns < began
    except FileNotFoundError:
        return True


def claim_record(cards_folder: str) -> tuple[Record, int] | None:
    """Take over the record of a dead submit: what it says, and the descriptor that now holds it.

    None where there is none. The folder's lock is held by the caller. Waits a little for the git
    of a submit that was ended; raises SubmitRunning, SubmitUnreadable.
    """
    path = os.path.join(cards_folder, NAME)
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return None
    until = time.monotonic() + ORPHAN_SECONDS
    while try_lock_quietly(fd) is False:
        if time.monotonic() > until:
            os.close(fd)
            raise SubmitRunning()
        time.sleep(POLL_SECONDS)
    record = _parse(read_file(path, limit=None))
    if record is None:
        os.close(fd)
        raise SubmitUnreadable(path=path)
    return record, fd


def _parse(data: bytes) -> Record | None:
    try:
        content = json.loads(data.decode("utf-8", "surrogatepass"))
        cards = tuple(Going(**one) for one in content.pop("cards"))
        return Record(**{**content, "made": tuple(content["made"]), "cards": cards})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def drop_record(cards_folder: str, record: Record) -> None:
    """Take this record away, and no other."""
    path = os.path.join(cards_folder, NAME)
    with FolderLock(cards_folder) as lock:
        try:
            data = read_file(path, limit=None)
        except FileMissing:
            return
        if _parse(data) == record:
            remove_file(path, expected=data, lock=lock)
