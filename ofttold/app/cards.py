"""The cards a call works on: which layers it sees, what it is judged by, whether it may.

Every function on cards opens its ``Desk`` here and asks the gate through it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofttold.app.context import Memory
from ofttold.core.cards.card import Card
from ofttold.core.cards.gate import Runtime, Verdict, eligibility, judged
from ofttold.core.cards.project_key import is_desk_of
from ofttold.core.errors import OfttoldError
from ofttold.edge.card_places import Place, cards_folder, desk_place, personal_place, shelf_place
from ofttold.edge.machine_facts import Facts
from ofttold.edge.project import Project, find_project
from ofttold.edge.task_hints import read_hints

if TYPE_CHECKING:
    from ofttold.core.cards.dedupe import Known
    from ofttold.core.cards.gate import Purpose
    from ofttold.edge.card_store import Stored


class CardRefusal(OfttoldError):
    """A refusal that a tool answers with one of the closed list of words."""

    status = ""


class CardGone(CardRefusal):
    """No card with this id may be used here."""

    key = "card_gone"
    status = "gone"


class CardNotApplicable(CardRefusal):
    """The card's conditions do not hold."""

    key = "card_not_applicable"
    status = "not_applicable"


class CardNeedsContext(CardRefusal):
    """The card's conditions are not confirmed."""

    key = "card_needs_context"
    status = "needs_context"


class MemoryDisabled(CardRefusal):
    """Cards are switched off here."""

    key = "memory_disabled"
    status = "memory_disabled"


class NoProject(CardRefusal):
    """This folder is no project, so nothing of a project can be kept."""

    key = "no_project"
    status = "needs_context"


@dataclass(frozen=True, slots=True)
class Desk:
    """What one call sees: the memory, where it works, its project, and its places.

    ``places`` are the project's desk, its shelf and the personal cards, in the order in which an id
    is looked for.
    """

    memory: Memory
    cwd: str
    project: Project | None
    places: tuple[Place, ...]
    task: Mapping[str, str]

    @property
    def folder(self) -> str:
        """Give the folder of all cards."""
        return cards_folder(self.memory.folder)

    @property
    def owner(self) -> str:
        """Give the name of the current project's desk, '' without a project."""
        return self.project.desk if self.project else ""

    def place(self, layer: str) -> Place:
        """Give the place of 'personal' or 'project' cards; raises NoProject."""
        if layer == "personal":
            return personal_place(self.memory.folder)
        if self.project is None:
            raise NoProject(folder=self.cwd)
        return desk_place(self.memory.folder, self.project.desk)

    def runtime(self) -> Runtime:
        """Give what the gate judges by."""
        root = self.project.root if self.project else ""
        return Runtime(self.owner, Facts(self.cwd, root, self.all_task).known)

    def all_task(self) -> Mapping[str, str]:
        """Give what is known of the task: the project's hints, then what the call itself says."""
        return {**read_task(self), **self.task}

    def judge(self, card: Card | None, purpose: Purpose) -> Verdict:
        """Ask the gate about one card."""
        part = judged(card) if card is not None else None
        return eligibility(part, self.runtime(), purpose, self.memory.now)


def open_desk(
    memory: Memory, cwd: str | None = None, *, task: Mapping[str, str] | None = None
) -> Desk:
    """See which cards a call from this folder (else the process's own) works on."""
    here = os.path.abspath(cwd or os.getcwd())
    project = find_project(here, cards_folder(memory.folder))
    places: list[Place] = []
    if project is not None:
        places.append(desk_place(memory.folder, project.desk))
        shelf = shelf_place(project.root, project.desk, memory.folder)
        places += [shelf] if shelf else []
    places.append(personal_place(memory.folder))
    return Desk(memory, here, project, tuple(places), dict(task or {}))


def is_off(memory: Memory, project: Project | None) -> bool:
    """Tell whether cards are switched off everywhere, or for this project."""
    if memory.settings.flag("cards.off"):
        return True
    return project is not None and is_off_for(memory, project)


def is_off_for(memory: Memory, project: Project) -> bool:
    """Tell whether cards are switched off for this project, whatever holds everywhere."""
    names = memory.settings.names("cards.off_projects")
    return any(is_desk_of(name, project.key) for name in names)


def require_on(desk: Desk) -> None:
    """Raise MemoryDisabled where cards are switched off."""
    if is_off(desk.memory, desk.project):
        raise MemoryDisabled()


def require_card(desk: Desk, id_: str, purpose: Purpose) -> Stored:
    """Find a card and ask the gate; raises CardGone, CardNotApplicable, CardNeedsContext."""
    from ofttold.edge.card_store import find_card  # a search reads no file

    found = find_card(desk.places, id_)
    verdict = desk.judge(found.card if found else None, purpose)
    if verdict.word == "not_applicable":
        raise CardNotApplicable(id=id_)
    if verdict.word == "needs_context":
        raise CardNeedsContext(id=id_)
    if found is None or not verdict.ok:
        raise CardGone(id=id_)
    return found


def as_known(cards: Sequence[Stored]) -> list[Known]:
    """Give cards as far as identity goes."""
    from ofttold.core.cards.dedupe import Known  # only a save compares titles

    return [
        Known(c.id, c.title, c.aliases, c.when, c.conditions) for c in (one.card for one in cards)
    ]


def read_task(desk: Desk) -> dict[str, str]:
    """Read the project's hints about the task; empty where there are none to read."""
    if desk.project is None:
        return {}
    return read_hints(desk_place(desk.memory.folder, desk.project.desk))
