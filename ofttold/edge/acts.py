"""Several files, one act: all of it is done, or none, whenever the process dies.

A record of the act is put into the folder first, then each file is changed, then the record goes.
Whoever locks the folder next finds a left record and finishes the act; where somebody else changed
one of its files meanwhile, the whole act is taken back. A reader reports it (``pending``) and reads
through it (``read_through``). An act that fails while its process lives is taken back at once.
"""

from __future__ import annotations

import os

from ofttold.core.errors import OfttoldError
from ofttold.edge import intents, settling, steps
from ofttold.edge.filefaults import (
    AlreadyExists,
    ChangedUnderneath,
    FileMissing,
    NotOnDisk,
    NotWritable,
    WriteFailed,
    writing_fault,
)
from ofttold.edge.intents import ForeignIntent, PathOutside, Step, has_foreign_intent
from ofttold.edge.locks import FolderLock, note_place
from ofttold.edge.settling import Settled, clear_up, pending, read_through, settle
from ofttold.edge.snapshots import exists, read_file, take_snapshot
from ofttold.edge.steps import BEFORE

__all__ = [
    "Act",
    "ForeignIntent",
    "PathOutside",
    "Settled",
    "clear_up",
    "has_foreign_intent",
    "pending",
    "read_through",
    "settle",
]


class Act:
    """Changes to several files of one folder, collected and then done as one.

    ``Act(folder, lock=lock)``; the paths given are absolute or relative to the folder, and must
    stay inside it (PathOutside). Nothing is touched before ``commit``. A path may stand in one
    step only.
    """

    def __init__(self, folder: str, *, lock: FolderLock | None = None) -> None:
        self.folder = os.path.abspath(folder)
        self.lock = lock if lock is not None else FolderLock(folder)
        self._steps: list[Step] = []

    def _add(self, step: Step) -> None:
        taken = {path for one in self._steps for path in (one.path, one.to) if path}
        if taken & {step.path, step.to}:
            raise ValueError(f"{step.path} stands in another step of this act")
        self._steps.append(step)

    def _inside(self, path: str) -> str:
        return intents.relative(self.folder, path)

    def replace(self, path: str, data: bytes, expected: bytes) -> None:
        """Plan to write the whole file, which must then still hold ``expected``."""
        self._add(Step("replace", self._inside(path), expected, data))

    def create(self, path: str, data: bytes, *, private: bool = True) -> None:
        """Plan a new file, 0600 (``private=False``: as the umask says), with its folders."""
        mode = 0o600 if private else 0o666
        self._add(Step("create", self._inside(path), None, data, mode=mode))

    def remove(self, path: str, expected: bytes) -> None:
        """Plan to remove the file, which must then still hold ``expected``."""
        self._add(Step("remove", self._inside(path), expected, None))

    def move(self, source: str, target: str, *, private: bool = True) -> None:
        """Plan to give the file another name, which must then be free; makes its folders."""
        inner, mode = self._inside(source), 0o600 if private else 0o666
        data = read_file(os.path.join(self.folder, inner), limit=None)
        self._add(Step("move", inner, data, data, self._inside(target), mode))

    def commit(self) -> tuple[str, ...]:
        """Do it all. Gives the paths of texts that had to be kept beside a file, mostly none.

        Raises, with every file as before: Busy, ChangedUnderneath, AlreadyExists, FileMissing,
        ForeignIntent, DiskFull, NotWritable, WriteFailed. NotOnDisk: done, but not promised.
        """
        kept: list[str] = []
        with self.lock:
            todo = tuple(self._with_mode(step) for step in intents.in_order(self._steps))
            for place in [self.folder, *steps.places(self.folder, todo)]:
                note_place(place)
            steps.sweep(self.folder, todo, kept)
            for step in todo:
                _require_before(self.folder, step)
            if todo:
                self._perform(todo, kept)
        return tuple(kept)

    def _with_mode(self, step: Step) -> Step:
        """Note the file's mode with a removal, in case it must be taken back."""
        path = os.path.join(self.folder, step.path)
        if step.kind != "remove" or not os.path.isfile(path):
            return step
        mode = os.stat(path).st_mode & 0o7777
        return Step(step.kind, step.path, step.old, mode=mode)

    def _perform(self, todo: tuple[Step, ...], kept: list[str]) -> None:
        at = os.path.join(self.folder, todo[0].path)
        try:
            intents.write_intent(self.folder, todo)
            for step in todo:
                at = os.path.join(self.folder, step.path)
                steps.do(self.folder, step, kept)
        except ForeignIntent:
            raise
        except (OSError, OfttoldError) as fault:
            self._take_back(todo, kept)
            if isinstance(fault, NotOnDisk):  # it was not promised, and now it is not there
                raise WriteFailed(path=at, reason=fault.values["reason"]) from fault
            if isinstance(fault, OSError):
                raise writing_fault(fault, at) from fault
            raise
        _finish_record(self.folder)

    def _take_back(self, todo: tuple[Step, ...], kept: list[str]) -> None:
        """Take back what was done; where even that fails, the record says so to the next writer."""
        try:
            intents.turn_back(self.folder)
            settling.undo_all(self.folder, todo, kept)
            intents.remove_intent(self.folder)
        except (OSError, OfttoldError):
            return


def _finish_record(folder: str) -> None:
    try:
        intents.remove_intent(folder)
    except OSError as fault:
        raise NotOnDisk(path=folder, reason=fault.strerror) from fault


def _require_before(folder: str, step: Step) -> None:
    """Refuse the act unless everything stands as it was when it was planned."""
    path = os.path.join(folder, step.path)
    if step.kind == "create" and exists(path):
        raise AlreadyExists(path=path)
    if step.kind != "create" and not exists(path):
        raise FileMissing(path=path)
    if step.kind == "replace":
        if take_snapshot(path, limit=None).data != step.old:
            raise ChangedUnderneath(path=path)
        if not os.access(path, os.W_OK):
            raise NotWritable(path=path)
    elif steps.where(folder, step) != BEFORE:
        if step.kind == "move" and exists(os.path.join(folder, step.to)):
            raise AlreadyExists(path=os.path.join(folder, step.to))
        raise ChangedUnderneath(path=path)
