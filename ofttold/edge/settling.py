"""Acts that a dead writer left half-way: reported, read through, finished or taken back.

Whoever finds a record decides from the files alone, so the same, whichever process it is: if every
file is as it was before or after, the act is finished; if somebody else changed one of them
meanwhile, all is taken back, and that decision is written down before the first file is touched.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from ofttold.core.strings import Lang, say
from ofttold.edge import intents, steps, sweeping
from ofttold.edge.filefaults import FileMissing, writing_fault
from ofttold.edge.intents import Intent, PathOutside, Step
from ofttold.edge.locks import FolderLock, note_place
from ofttold.edge.snapshots import LIMIT_BYTES, read_file
from ofttold.edge.steps import AFTER, BEFORE, BETWEEN, OTHER


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


def undo_all(folder: str, todo: tuple[Step, ...], kept: list[str]) -> None:
    """Take back what was done of the steps; what somebody else changed stays as it is."""
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
            undo_all(folder, intent.steps, kept)
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
        sweeping.sweep(place, kept)
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
    """Read the file as it will be once an unfinished act is settled.

    Acts are looked for in ``folder``, else the path's own, and where the file itself lies when a
    link leads there. Raises what ``read_file`` raises, FileMissing also for what the act removes.
    """
    own = os.path.dirname(os.path.abspath(path))
    places = [(folder if folder is not None else own, path)]
    if os.path.islink(path):
        real = os.path.realpath(path)
        places.append((os.path.dirname(real), real))
    for place, at in places:
        found = _find_settled(place, at)
        if found is not None:
            if found[0] is None:
                raise FileMissing(path=path)
            return found[0]
    return read_file(path, limit=limit)


def _find_settled(folder: str, path: str) -> tuple[bytes | None] | None:
    """Give the text the folder's unfinished act leaves at the path; None: it is not concerned."""
    intent = intents.find_intent(folder)
    if intent is None:
        return None
    try:
        inner = intents.relative(folder, path)
    except PathOutside:
        return None
    stands = {step: steps.where(folder, step) for step in intent.steps}
    undo = intent.undo or OTHER in stands.values()
    for step, at in stands.items():
        if at != OTHER and inner in (step.path, step.to):
            return (_settled_text(step, inner, undo=undo),)
    return None


def _settled_text(step: Step, inner: str, *, undo: bool) -> bytes | None:
    if step.kind == "move":
        return step.old if (inner == step.path) == undo else None
    return step.old if undo else step.new
