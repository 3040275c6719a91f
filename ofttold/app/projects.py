"""A project made known, its earlier cards taken over, and hints about its task."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ofttold.app.card_places_check import earlier_desk
from ofttold.app.cards import Desk, NoProject, read_task
from ofttold.core.cards.conditions import check_task
from ofttold.core.cards.render import render_field
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.redaction import redact
from ofttold.edge.acts import Act
from ofttold.edge.card_places import cards_folder, desk_place
from ofttold.edge.card_store import make_cards_folder, read_or_none
from ofttold.edge.files import make_folder
from ofttold.edge.folder_moves import rename_folder
from ofttold.edge.locks import FolderLock
from ofttold.edge.project import PROJECTS, Project, describe, desk_names
from ofttold.edge.task_hints import TASK_FILE


class NoSuchDesk(OfttoldError):
    """No project's folder has this name."""

    key = "no_such_desk"


class DeskTaken(OfttoldError):
    """The project has cards of its own already, so another folder cannot take its place."""

    key = "desk_taken"


@dataclass(frozen=True, slots=True)
class Here:
    """A project as it is known now; ``adopted`` is the folder's earlier name, '' for none.

    ``orphan`` names a folder that held this path's cards before the project had its origin.
    """

    root: str
    desk: str
    has_origin: bool
    made: bool
    adopted: str = ""
    orphan: str = ""


def confirm(desk: Desk, *, adopt: str = "") -> Here:
    """Make the current folder's project known, and with ``adopt`` give it that folder's cards.

    Raises NoSuchDesk, DeskTaken and what writing raises.
    """
    folder = make_cards_folder(desk.memory.folder)
    project = desk.project or describe(os.path.realpath(desk.cwd), desks=desk_names(folder))
    with FolderLock(folder):
        if adopt:
            _adopt(desk, project, adopt)
        made = make_folder(os.path.join(folder, PROJECTS, project.desk))
    return Here(
        project.root,
        project.desk,
        project.has_origin,
        made,
        adopted=adopt,
        orphan="" if adopt else earlier_desk(desk, project),
    )


def _adopt(desk: Desk, project: Project, name: str) -> None:
    base = os.path.join(cards_folder(desk.memory.folder), PROJECTS)
    if name not in desk_names(cards_folder(desk.memory.folder)):
        known = " ".join(desk_names(cards_folder(desk.memory.folder))) or "-"
        raise NoSuchDesk(name=name, known=known)
    if name == project.desk:
        return
    target = os.path.join(base, project.desk)
    if os.path.isdir(target) and os.listdir(target):
        raise DeskTaken(name=project.desk)
    rename_folder(os.path.join(base, name), target)


def set_task(desk: Desk, values: Mapping[str, str]) -> dict[str, str]:
    """Note hints about this project's task; an empty value takes one back. Gives all that stand.

    Secrets are masked, as in every write.

    Raises NoProject, UnknownTaskKey and what writing raises.
    """
    safe = {key: redact(value).text for key, value in values.items()}
    wanted = {**safe, **check_task(safe)}
    if desk.project is None:
        raise NoProject(folder=desk.cwd)
    folder = make_cards_folder(desk.memory.folder)
    path = desk_place(desk.memory.folder, desk.project.desk).path(TASK_FILE)
    with FolderLock(folder) as lock:
        now = {**read_task(desk), **wanted}
        kept = {key: value.strip() for key, value in now.items() if value.strip()}
        data = "".join(render_field(key, value) for key, value in kept.items()).encode()
        before = read_or_none(path)
        act = Act(folder, lock=lock)
        if before is None:
            act.create(path, data)
        elif before != data:
            act.replace(path, data, before)
        act.commit()
    return kept
