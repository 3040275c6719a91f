"""Reading one card, its links, or what lies in the archive; and listing what there is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofttold.app.card_places_check import unseen_places
from ofttold.app.card_search import BudgetExhausted, open_account
from ofttold.app.cards import CardRefusal, Desk, require_card, require_on
from ofttold.core.cards.budget import admit_body
from ofttold.core.cards.card import Card
from ofttold.core.cards.gate import judged, shown_state
from ofttold.core.cards.recall import quote, quote_body
from ofttold.core.findings import Finding
from ofttold.edge.card_archive import archived_names, is_whole
from ofttold.edge.card_reads import note_read
from ofttold.edge.card_store import Stored, find_card, load_place, read_archived
from ofttold.edge.contexts import write_account

if TYPE_CHECKING:
    from ofttold.core.cards.gate import Purpose

_WIKI = re.compile(r"\[\[(mem_[a-z2-7]{12})(?:\|[^\]\n]*)?\]\]")
_LINKING = ("supersedes", "derived_from")


class ColdCorrupt(CardRefusal):
    """An archived card's body is not what was put away."""

    key = "cold_corrupt"
    status = "cold_corrupt"


class ColdMissing(CardRefusal):
    """No archived card lies under this id."""

    key = "cold_missing"
    status = "cold_missing"


@dataclass(frozen=True, slots=True)
class Link:
    """A card that another one leads to, and by which of its fields."""

    id: str
    title: str
    by: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A card as read: ``body`` is safe to quote, ``name`` the file as the person knows it."""

    card: Card
    title: str
    body: str
    state: str
    name: str
    path: str
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """The cards seen from here, what could not be read, and what waits."""

    cards: tuple[Stored, ...]
    broken: tuple[Finding, ...]
    archived: int


def read(desk: Desk, id_: str, *, view: str = "body", context: str = "") -> Reading:
    """Read a card for a model: through the gate and the request's budget.

    ``view`` is 'body' or 'links'. Raises MemoryDisabled, CardGone, CardNotApplicable,
    CardNeedsContext, ContextUnknown, BudgetExhausted.
    """
    require_on(desk)
    account = open_account(desk, context)
    known = require_card(desk, id_, "read")
    reading = _reading(desk, known, "read", view)
    after = admit_body(account, reading.body)
    if after is None:
        raise BudgetExhausted()
    if context:
        write_account(context, after)
    note_read(desk.memory.folder, known.card.id, now=desk.memory.now)
    return reading


def read_as_person(desk: Desk, id_: str, *, view: str = "body") -> Reading:
    """Read a card for the person who typed its id: unreviewed ones too, without a budget.

    Raises MemoryDisabled and CardGone.
    """
    require_on(desk)
    known = require_card(desk, id_, "person")
    note_read(desk.memory.folder, known.card.id, now=desk.memory.now)
    return _reading(desk, known, "person", view)


def _reading(desk: Desk, known: Stored, purpose: Purpose, view: str) -> Reading:
    card = known.card
    links = find_links(desk, card, purpose) if view == "links" else ()
    body = card.body if view == "body" else ""
    return Reading(
        card,
        quote(card.label),
        quote_body(body),
        shown_state(judged(card)),
        card.name,
        known.path,
        links,
    )


def find_links(desk: Desk, card: Card, purpose: Purpose) -> tuple[Link, ...]:
    """Give the cards this one leads to that the gate lets through; a dead link is no clue."""
    found: dict[str, str] = {}
    for field in ("links", *_LINKING):
        value = card.links if field == "links" else card.extra.get(field, "")
        texts = [value] if isinstance(value, str) else list(value)
        for text in texts:
            for id_ in re.findall(r"mem_[a-z2-7]{12}", str(text)):
                found.setdefault(id_, field)
    for id_ in _WIKI.findall(card.body):
        found.setdefault(id_, "body")
    found.pop(card.id, None)
    links: list[Link] = []
    for id_, field in found.items():
        target = find_card(desk.places, id_)
        if target is not None and desk.judge(target.card, purpose).ok:
            links.append(Link(id_, quote(target.card.label), field))
    return tuple(links)


def read_cold(desk: Desk, id_: str) -> Reading:
    """Read an archived card, its body checked; raises MemoryDisabled, ColdMissing, ColdCorrupt."""
    require_on(desk)
    for place in desk.places:
        found = read_archived(place, id_)
        if found is None:
            continue
        if isinstance(found, Finding) or not is_whole(found.card, found.data):
            raise ColdCorrupt(id=id_)
        card = found.card
        return Reading(card, quote(card.label), quote_body(card.body), "", card.name, found.path)
    raise ColdMissing(id=id_)


def list_cards(desk: Desk, *, include_all: bool = False, layer: str = "") -> Listing:
    """List the cards a person sees from here: theirs and the current project's.

    Rejected, retracted and superseded ones only with ``include_all``. Raises nothing for broken
    files: they are named.
    """
    purpose: Purpose = "person" if include_all else "list"
    shown: list[Stored] = []
    broken: list[Finding] = [] if layer == "personal" else unseen_places(desk)
    archived = 0
    for place in desk.places:
        if layer and place.layer != layer and (layer, place.layer) != ("project", "shelf"):
            continue
        cards, findings = load_place(place)
        broken += findings
        broken += (fault for one in cards for fault in one.card.findings())
        archived += len(archived_names(place))
        shown += (one for one in cards if desk.judge(one.card, purpose).ok)
    return Listing(tuple(_in_groups(shown)), tuple(broken), archived)


def _in_groups(cards: Sequence[Stored]) -> list[Stored]:
    """Order cards by layer, then kind, then title."""
    order = {"project": 0, "shelf": 1, "personal": 2}
    return sorted(
        cards, key=lambda one: (order[one.place.layer], one.card.kind, one.card.label, one.card.id)
    )
