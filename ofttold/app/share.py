"""What every act of sharing needs: the shelf of a call, the cards on it, a text fit to travel.

Two homes: the desk (drafts, in the memory folder) and the shelf (submitted cards, in the project's
work tree). Personal cards have no way here but ``propose``, which copies.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from ofttold.app.cards import CardGone, CardRefusal, Desk, NoProject
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.editing import unreadable_card
from ofttold.core.cards.identity import is_id
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.redaction import Masked, redact
from ofttold.edge.card_places import Place, personal_place, shelf_place
from ofttold.edge.card_store import Stored, find_card
from ofttold.edge.git import Repository, open_repository
from ofttold.edge.git_reads import identity_of
from ofttold.edge.shelf import has_bad_setting, leads_out, shelf_parts

SELF = "self"  # who a step is by where git knows no name


class ShelfBlocked(OfttoldError):
    """The shelf's folder cannot be used: a file or a link stands in its way."""

    key = "shelf_blocked"


class ShelfSetting(OfttoldError):
    """The project's own setting names a shelf that may not be used."""

    key = "shelf_setting"


class PersonalStays(CardRefusal):
    """A personal card has no way out but a copy, by propose."""

    key = "personal_stays"
    status = "gone"


class PrivateStays(CardRefusal):
    """The card says that it is private."""

    key = "private_stays"
    status = "gone"


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
    if leads_out(repository.root, parts) or _is_below(folder, inside):
        raise ShelfBlocked(path="/".join(parts))
    place = shelf_place(repository.root, desk.project.desk)
    return Shelf(repository, folder, "/".join(parts), place)


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)


def on_shelf(desk: Desk, shelf: Shelf, id_: str) -> Stored:
    """Find a submitted card; raises PersonalStays, CardGone, CardUnreadable."""
    found = find_card([shelf.place], id_) if shelf.place else None
    if found is None:
        raise _nowhere(desk, id_)
    return found


def _nowhere(desk: Desk, id_: str) -> OfttoldError:
    """Say why an id that is not where it was looked for is refused."""
    if is_id(id_) and find_card([personal_place(desk.memory.folder)], id_) is not None:
        return PersonalStays(id=id_)
    return CardGone(id=id_)


def on_desk(desk: Desk, id_: str) -> Stored:
    """Find a draft; raises NoProject, PersonalStays, CardGone, CardUnreadable."""
    found = find_card([desk.place("project")], id_)
    if found is None:
        raise _nowhere(desk, id_)
    return found


def fit_to_travel(data: bytes, *, name: str) -> tuple[bytes, tuple[Masked, ...]]:
    """Take secrets and private passages out of a card's bytes; raises CardUnreadable."""
    found = redact(data.decode())
    after = found.text.encode()
    card = parse_card(after, name)
    if not isinstance(card, Card):
        raise unreadable_card(card)
    return after, found.masked


def acting(shelf: Shelf | None, by: str = "") -> str:
    """Say who acts: as given, else as git knows the person, else ``self``."""
    named = " ".join(redact(by).text.split())
    known = identity_of(shelf.repository) if shelf and not named else ""
    return named or known or SELF
