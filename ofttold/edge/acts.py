"""Several files, one act: all of it is done, or none, whenever the process dies.

A record of the act is put into the folder first, then each file is changed, then the record goes.
Whoever locks the folder next finds a left record and finishes the act; where somebody else changed
one of its files meanwhile, the whole act is taken back. A reader reports it (``pending``) and reads
through it (``read_through``). An act that fails while its process lives is taken back at once.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.core.strings import Lang, say
from ofttold.edge import intents, steps, swap
from ofttold.edge.filefaults import (
    AlreadyExists,
    ChangedUnderneath,
    FileMissing,
    NotWritable,
    WriteFailed,
    writing_fault,
)
from ofttold.edge.intents import ForeignIntent, Intent, PathOutside, Step
from ofttold.edge.locks import FolderLock, note_place
from ofttold.edge.snapshots import LIMIT_BYTES, exists, read_file, take_snapshot
from ofttold.edge.steps import AFTER, BEFORE, BETWEEN, OTHER

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

has_foreign_intent = intents.has_foreign_intent


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a dead writer's act: ``paths`` relative; ``finished`` or taken back.

    ``kept`` are full paths of texts that lost their name in an exchange and were kept beside it.
    """

    paths: tuple[str, ...]
    finished: bool
    kept: tuple[str, ...] = ()

    def messages(self, lang: Lang) -> list[str]:
        """Say it, a sentence for each thing that happened."""
        key = "files.settled_finished" if self.finished else "files.settled_undone"
        said = [say(lang, key, paths=", ".join(self.paths))] if self.paths else []
        return said + [say(lang, "files.kept", path=path) for path in self.kept]


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
            if isinstance(fault, swap.NotOnDisk):  # it was not promised, and now it is not there
                raise WriteFailed(path=at, reason=fault.values["reason"]) from fault
            if isinstance(fault, OSError):
                raise writing_fault(fault, at) from fault
            raise
        _finish_record(self.folder)

    def _take_back(self, todo: tuple[Step, ...], kept: list[str]) -> None:
        """Take back what was done; where even that fails, the record says so to the next writer."""
        try:
            intents.turn_back(self.folder)
            _undo_all(self.folder, todo, kept)
            intents.remove_intent(self.folder)
        except (OSError, OfttoldError):
            return


def _finish_record(folder: str) -> None:
    try:
        intents.remove_intent(folder)
    except OSError as fault:
        raise swap.NotOnDisk(path=folder, reason=fault.strerror) from fault


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


def _undo_all(folder: str, todo: tuple[Step, ...], kept: list[str]) -> None:
    for step in reversed(todo):
        if steps.where(folder, step) in (AFTER, BETWEEN):
            steps.undo(folder, step, kept)


def _settle(folder: str, kept: list[str]) -> Settled | None:
    """Finish or take back the act this folder's record tells of; None when there is none."""
    intent = intents.find_intent(folder)
    if intent is None:
        return None
    steps.sweep(folder, intent.steps, kept)
    paths = tuple(step.path for step in intent.steps)
    for place in [folder, *steps.places(folder, intent.steps)]:
        note_place(place)
    try:
        if not intent.undo and any(steps.where(folder, one) == OTHER for one in intent.steps):
            intents.turn_back(folder)
            intent = Intent(intent.steps, undo=True)
        if intent.undo:
            _undo_all(folder, intent.steps, kept)
        else:
            for step in intent.steps:
                if steps.where(folder, step) in (BEFORE, BETWEEN):
                    steps.do(folder, step, kept)
        intents.remove_intent(folder)
    except OSError as fault:
        raise writing_fault(fault, folder) from fault
    return Settled(paths, not intent.undo, tuple(kept))


def clear_up(folder: str, places: tuple[str, ...]) -> Settled | None:
    """Clear up after a dead holder of the folder's lock: its places, then its act.

    Called by the lock when it is taken. None when there was nothing to tell of.
    """
    kept: list[str] = []
    for place in places:
        if not os.path.isdir(place):
            continue
        swap.sweep(place, kept)
        if not os.path.samefile(place, folder) and intents.find_intent(place) is not None:
            settle(place)
    return _settle(folder, kept) or (Settled((), True, tuple(kept)) if kept else None)


def settle(folder: str) -> list[str]:
    """Finish or take back what a dead writer left; gives the relative paths it was about.

    Raises Busy and what the system refuses.
    """
    with FolderLock(folder) as lock:
        found = lock.settled or _settle(os.path.abspath(folder), [])
    return list(found.paths) if found else []


def pending(folder: str) -> list[str]:
    """List the relative paths an unfinished act in this folder is about; mostly none."""
    intent = intents.find_intent(folder)
    return [step.path for step in intent.steps] if intent else []


def read_through(path: str, folder: str | None = None, *, limit: int | None = LIMIT_BYTES) -> bytes:
    """Read the file as it will be once an unfinished act in ``folder`` (else its own) is settled.

    Raises what ``read_file`` raises, FileMissing also for a file that the act removes.
    """
    inside = folder if folder is not None else os.path.dirname(os.path.abspath(path))
    intent = intents.find_intent(inside)
    if intent is None:
        return read_file(path, limit=limit)
    stands = {step: steps.where(inside, step) for step in intent.steps}
    undo = intent.undo or OTHER in stands.values()
    try:
        inner = intents.relative(inside, path)
    except PathOutside:
        return read_file(path, limit=limit)
    for step, at in stands.items():
        if at == OTHER or inner not in (step.path, step.to):
            continue
        data = _settled_text(step, inner, undo=undo)
        if data is None:
            raise FileMissing(path=path)
        return data
    return read_file(path, limit=limit)


def _settled_text(step: Step, inner: str, *, undo: bool) -> bytes | None:
    if step.kind == "move":
        return step.old if (inner == step.path) == undo else None
    return step.old if undo else step.new
