"""The block in an instruction file, for hosts without a hook: once, kept in step, or out again.

Only files that the person named are touched, and only between our own marks.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ofttold.app.inject import fresh_block
from ofttold.core.errors import OfttoldError
from ofttold.edge.files import (
    FileMissing,
    FolderMissing,
    create_file,
    edit_file,
    read_file,
    remove_file,
)
from ofttold.edge.watched import read_watched, write_watched
from ofttold.edge.watching import Watcher
from ofttold.hosts.instructions import is_wholly_ours, new_file, plan_block, plan_removal

DAY_CHECK_SECONDS = 60.0  # seconds between two looks at the calendar: the block names the day
SETTLE_SECONDS = 0.3  # seconds after a change before it is read: editors save in several steps
LIMIT_BYTES = 4 * 1024 * 1024  # bytes of an instruction file; hosts read far fewer


@dataclass(frozen=True, slots=True)
class Placed:
    """What became of one file: ``made`` new, ``changed`` in place, or as it was."""

    path: str
    made: bool
    changed: bool


def absolute(names: Sequence[str]) -> list[str]:
    """Give the named files as absolute paths, each once."""
    return list(dict.fromkeys(os.path.abspath(os.path.expanduser(name)) for name in names))


def put_block(path: str, folder: str) -> Placed:
    """Put the folder's block into a file, or bring it up to date there.

    Raises HalfMarked, and what reading and writing raise; a missing folder is not made.
    """
    block = fresh_block(folder).block.text
    if not os.path.lexists(path):
        if not os.path.isdir(os.path.dirname(path)):
            raise FolderMissing(path=os.path.dirname(path))
        create_file(path, new_file(block, rule=path.endswith(".mdc")), private=False)
        return Placed(path, True, True)
    edited = edit_file(path, lambda data: plan_block(data, block, path))
    return Placed(path, False, edited.changed)


def take_block(path: str) -> Placed:
    """Take the block out of a file; one that was made for it and holds nothing else goes too.

    Raises HalfMarked, FileMissing, and what reading and writing raise.
    """
    data = read_file(path, limit=LIMIT_BYTES)
    if is_wholly_ours(data, path):
        remove_file(path, expected=data)
        return Placed(path, False, True)
    edited = edit_file(path, lambda found: plan_removal(found, path))
    return Placed(path, False, edited.changed)


def remember(paths: Sequence[str]) -> None:
    """Note that these files carry the block."""
    known = read_watched()
    if any(path not in known for path in paths):
        write_watched([*known, *(path for path in paths if path not in known)])


def forget(paths: Sequence[str]) -> None:
    """Note that these files carry it no longer."""
    known = read_watched()
    if any(path in known for path in paths):
        write_watched([path for path in known if path not in paths])


def unwatch(names: Sequence[str]) -> list[tuple[str, Placed | OfttoldError]]:
    """Take the block out of the named files, or of all that were ever named."""
    paths = absolute(names) if names else read_watched()
    done: list[tuple[str, Placed | OfttoldError]] = []
    for path in paths:
        try:
            done.append((path, take_block(path)))
        except FileMissing:
            done.append((path, Placed(path, False, False)))
        except OfttoldError as fault:
            done.append((path, fault))
            continue
        forget([path])
    return done


class Keeper:
    """Keeps the block in step with the folder until stopped; ``tell`` hears of every change."""

    def __init__(
        self,
        paths: Sequence[str],
        folder: str,
        tell: Callable[[str, Placed | OfttoldError], None],
    ) -> None:
        self.paths = list(paths)
        self.folder = folder
        self.tell = tell
        self._woken = threading.Event()
        self._stopped = threading.Event()

    def refresh(self) -> None:
        """Bring every file up to date now; a refusal is told and tried again at the next change."""
        for path in self.paths:
            try:
                placed = put_block(path, self.folder)
            except OfttoldError as fault:
                self.tell(path, fault)
                continue
            if placed.changed:
                self.tell(path, placed)

    def stop(self) -> None:
        """End ``run``."""
        self._stopped.set()
        self._woken.set()

    def run(self) -> None:
        """Refresh at every change in the folder, and when a new day begins."""
        watcher = Watcher(self._woken.set)
        try:
            while not self._stopped.is_set():
                watcher.follow(_folders(self.folder))
                self._woken.clear()
                self.refresh()
                self._woken.wait(DAY_CHECK_SECONDS)
                self._stopped.wait(SETTLE_SECONDS if self._woken.is_set() else 0)
        finally:
            watcher.stop()


def _folders(folder: str) -> list[str]:
    """Give the folder and those in it that may hold what the block shows."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return [folder]
    inner = [os.path.join(folder, name) for name in names if not name.startswith(".")]
    return [folder, *(path for path in inner if os.path.isdir(path))]
