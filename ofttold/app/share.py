"""What every act of sharing needs: the shelf of a call, the cards on it, a text fit to travel.

Two homes: the desk (drafts, in the memory folder) and the shelf (submitted cards, in the project's
work tree). Personal cards have no way here but ``propose``, which copies.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from ofttold.app.cards import CardGone, CardRefusal, Desk
from ofttold.app.shelf import Shelf
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.editing import unreadable_card
from ofttold.core.cards.identity import is_id
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.redaction import Masked, redact
from ofttold.core.sharing.review import commands_of, shelf_verbs, state_of
from ofttold.edge.card_places import personal_place
from ofttold.edge.card_store import Stored, find_card
from ofttold.edge.git_reads import identity_of

SELF = "self"  # who a step is by where git knows no name


class PersonalStays(CardRefusal):
    """A personal card has no way out but a copy, by propose."""

    key = "personal_stays"
    status = "gone"


class PrivateStays(CardRefusal):
    """The card says that it is private."""

    key = "private_stays"
    status = "gone"


class AlreadySubmitted(CardRefusal):
    """The card is on the shelf; what was meant is for drafts or personal cards."""

    key = "already_submitted"
    status = "gone"


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
    """Find a draft; raises NoProject, AlreadySubmitted, PersonalStays, CardGone, CardUnreadable."""
    found = find_card([desk.place("project")], id_)
    if found is None:
        submitted = find_card([one for one in desk.places if one.layer == "shelf"], id_)
        if submitted is not None:
            raise already_submitted(submitted)
        raise _nowhere(desk, id_)
    if is_personal_file(desk, found):
        raise PersonalStays(id=id_)
    return found


def is_personal_file(desk: Desk, stored: Stored) -> bool:
    """Tell whether a card of the desk is a personal one that a link brings there."""
    real = os.path.realpath(stored.path)
    personal = os.path.realpath(personal_place(desk.memory.folder).folder)
    return real.startswith(personal + os.sep)


def already_submitted(found: Stored) -> AlreadySubmitted:
    """Refuse a card because it is on the shelf: where, as what, and which steps it has there."""
    state = state_of(found.card.review)
    legal = commands_of(shelf_verbs(state))
    return AlreadySubmitted(id=found.card.id, name=found.card.name, state=state, legal=legal)


def open_ties(desk: Desk, drafts: Sequence[Stored]) -> list[tuple[str, str]]:
    """Give (old, new) where a draft supersedes a card of the shelf that does not say so yet."""
    shelf = [place for place in desk.places if place.layer == "shelf"]
    found: list[tuple[str, str]] = []
    for card in (one.card for one in drafts):
        value = card.extra.get("supersedes", "")
        for old in [value] if isinstance(value, str) else value:
            there = find_card(shelf, old) if isinstance(old, str) and is_id(old) else None
            if there is not None and there.card.extra.get("superseded_by") != card.id:
                found.append((there.card.id, card.id))
    return found


def fit_to_travel(data: bytes, *, name: str) -> tuple[bytes, tuple[Masked, ...], str]:
    """Take secrets and private passages out of a card's bytes; raises CardUnreadable.

    Gives the bytes, what was masked, and the card's title as it may be shown anywhere.
    """
    found = redact(data.decode())
    after = found.text.encode()
    card = parse_card(after, name)
    if not isinstance(card, Card):
        raise unreadable_card(card)
    return after, found.masked, card.label


def acting(shelf: Shelf | None, by: str = "") -> str:
    """Say who acts: as given, else as git knows the person, else ``self``."""
    named = " ".join(redact(by).text.split())
    known = identity_of(shelf.repository) if shelf and not named else ""
    return named or known or SELF
