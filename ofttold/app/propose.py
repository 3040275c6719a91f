"""Proposing: personal cards copied into drafts of the project, all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ofttold.app.cards import CardGone, CardRefusal, Desk
from ofttold.app.share import SELF, PrivateStays, already_submitted, fit_to_travel
from ofttold.core.cards.card import Card
from ofttold.core.cards.editing import set_fields
from ofttold.core.cards.render import Field
from ofttold.core.sharing.history import write_step
from ofttold.core.sharing.redaction import Masked
from ofttold.core.sharing.review import take_step
from ofttold.edge.acts import Act
from ofttold.edge.card_store import Stored, find_card, load_place, make_cards_folder, new_id
from ofttold.edge.locks import FolderLock


class AlreadyProposed(CardRefusal):
    """A draft with the same text was made from this card before."""

    key = "already_proposed"
    status = "gone"


class NotPersonal(CardRefusal):
    """Only personal cards are proposed; a draft is submitted."""

    key = "not_personal"
    status = "gone"


@dataclass(frozen=True, slots=True)
class Proposed:
    """One draft made: its id, the personal card it was made from, the title, whether approved."""

    id: str
    source: str
    title: str
    approved: bool
    masked: tuple[Masked, ...]


def propose(desk: Desk, ids: Sequence[str], *, local_approve: bool = False) -> list[Proposed]:
    """Copy personal cards into drafts: new ids, ``derived_from``; the originals stay as they are.

    ``local_approve`` leaves the drafts approved by ``self``. All or nothing. Raises NoProject,
    CardGone, NotPersonal, AlreadySubmitted, PrivateStays, AlreadyProposed and what writing raises.
    """
    place = desk.place("project")
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        known, _ = load_place(place)
        act = Act(folder, lock=lock)
        done = []
        for id_ in dict.fromkeys(ids):
            source = _personal(desk, id_)
            made, data = _draft(desk, source, local_approve=local_approve)
            _require_new(source.card, known)
            act.create(place.path(f"{made.id}.md"), data)
            done.append(made)
        act.commit()
    return done


def _personal(desk: Desk, id_: str) -> Stored:
    found = find_card(desk.places, id_)
    if found is None or not desk.judge(found.card, "person").ok:
        raise CardGone(id=id_)
    if found.place.layer == "shelf":
        raise already_submitted(found)
    if found.place.layer != "personal":
        raise NotPersonal(id=id_)
    if found.card.private:
        raise PrivateStays(id=id_)
    return found


def _require_new(card: Card, known: Sequence[Stored]) -> None:
    """Refuse a second draft of the same text from the same card."""
    for one in known:
        origin = one.card.extra.get("derived_from", "")
        if card.id in origin and (one.card.title, one.card.body) == (card.title, card.body):
            raise AlreadyProposed(id=card.id, draft=one.card.id)


def _draft(desk: Desk, source: Stored, *, local_approve: bool) -> tuple[Proposed, bytes]:
    moment = desk.memory.now.isoformat(timespec="seconds")
    id_ = new_id()
    fields: dict[str, Field | None] = {
        "id": id_,
        "scope": "project",
        "revision": 1,
        "created": moment,
        "updated": moment,
        "imported": None,
        "review": "draft",
        "derived_from": source.card.id,
        "superseded_by": None,
        "supersedes": None,
    }
    data = set_fields(source.data, fields, name=source.card.name)
    if local_approve:
        step = take_step("approve", "draft", id_=id_, by=SELF, now=desk.memory.now)
        data = write_step(data, step, name=source.card.name)
    data, masked, title = fit_to_travel(data, name=source.card.name)
    return Proposed(id_, source.card.id, title, local_approve, masked), data
