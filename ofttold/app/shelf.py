"""The shelf of a call: where it is, and whether it may be used. Loads nothing that writes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from ofttold.app.cards import Desk, NoProject
from ofttold.core.errors import OfttoldError
from ofttold.edge.card_places import Place, shelf_place
from ofttold.edge.git import Repository, open_repository
from ofttold.edge.shelf import has_bad_setting, is_in_memory, leads_out, shelf_parts

RECORD = ".ofttold-submit"  # the record of a submit under way: see edge/submit_record.py
INTENTS = (".ofttold-intent", ".ofttold-intent-undo")  # of an act under way: see edge/intents.py


class ShelfBlocked(OfttoldError):
    """The shelf's folder cannot be used: a file or a link stands in its way."""

    key = "shelf_blocked"


class ShelfSetting(OfttoldError):
    """The project's own setting names a shelf that may not be used."""

    key = "shelf_setting"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The shelf of a call: its repository, its folder, its name there, its cards (None: none yet)."""

    repository: Repository
    folder: str
    name: str
    place: Place | None

    def member(self, file: str) -> str:
        """Give the name of a file of the shelf in the repository."""
        return f"{self.name}/{file}"


def open_shelf(desk: Desk) -> Shelf:
    """See the shelf of the desk's project.

    Raises NoRepository, NoProject, ShelfSetting, ShelfBlocked.
    """
    repository = open_repository(desk.cwd)
    if desk.project is None:
        raise NoProject(folder=desk.cwd)
    if has_bad_setting(repository.root):
        raise ShelfSetting()
    parts = shelf_parts(repository.root)
    folder = os.path.join(repository.root, *parts)
    inside = os.path.realpath(desk.folder)
    memory = desk.memory.folder
    private = _is_below(folder, inside) or is_in_memory(repository.root, parts, memory)
    if private or leads_out(repository.root, parts):
        raise ShelfBlocked(path="/".join(parts))
    place = shelf_place(repository.root, desk.project.desk, memory)
    return Shelf(repository, folder, "/".join(parts), place)


def seen_from(desk: Desk, names: Iterable[str]) -> list[str]:
    """Give names of the repository as a command typed in the call's folder takes them."""
    here = os.path.realpath(desk.cwd)
    root = desk.project.root if desk.project else here
    return [os.path.relpath(os.path.join(root, name), here).replace(os.sep, "/") for name in names]


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)


def settle_first(desk: Desk) -> list[str]:
    """Settle what a dead submit, or a dead writer on the shelf, left; gives what there is to say.

    Raises SubmitRunning, SubmitUnreadable, Busy and what git or writing raises.
    """
    said: list[str] = []
    if os.path.lexists(os.path.join(desk.folder, RECORD)):
        from ofttold.app.settle_submit import settle_submit

        said += settle_submit(desk)
    for place in desk.places:
        if place.layer == "shelf" and any(os.path.lexists(place.path(one)) for one in INTENTS):
            said += _settle_act(desk, place)
    return said


def _settle_act(desk: Desk, place: Place) -> list[str]:
    """Finish or take back what a dead writer left on the shelf."""
    from ofttold.edge.locks import FolderLock

    with FolderLock(place.folder) as lock:
        return lock.settled.messages(desk.memory.lang) if lock.settled else []
