"""Moving a draft to the personal layer, and choosing which card holds a topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ofttold.app.card_forget import ShelfReadOnly
from ofttold.app.cards import CardRefusal, Desk, as_known, require_card, require_on
from ofttold.core.cards.dedupe import Known, decide
from ofttold.core.cards.editing import set_fields
from ofttold.core.cards.gate import judged, lost_topics
from ofttold.core.cards.identity import fold_title
from ofttold.core.cards.render import Field
from ofttold.core.cards.saving import stamp
from ofttold.edge.acts import Act
from ofttold.edge.card_archive import plan_archiving
from ofttold.edge.card_store import Stored, load_place, make_cards_folder, new_id
from ofttold.edge.card_versions import plan_version
from ofttold.edge.locks import FolderLock

_PROJECT_ONLY = ("review", "review_history", "proposed_by", "approved_by", "supersedes")


class AlreadyPersonal(CardRefusal):
    """The card is personal; into a project it goes by proposing alone."""

    key = "already_personal"
    status = "gone"


class TopicUnknown(CardRefusal):
    """No card seen from here has this topic."""

    key = "topic_unknown"
    status = "gone"


class OtherTopic(CardRefusal):
    """The card that is to hold a topic has another one."""

    key = "other_topic"
    status = "gone"


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move did: the new id and the archived old one, or ``near`` and nothing."""

    changed: bool
    id: str
    old_id: str
    title: str
    near: tuple[Known, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic's cards as (id, title, whether it is the winner), and whether one holds it."""

    name: str
    cards: tuple[tuple[str, str, bool], ...]
    conflict: bool
    changed: bool = False


def move(desk: Desk, id_: str, *, distinct: bool = False) -> Moved:
    """Move a draft of the project to the personal layer, under a new id; the old one is archived.

    Raises MemoryDisabled, CardGone, AlreadyPersonal, ShelfReadOnly and what writing raises.
    """
    require_on(desk)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        known = require_card(desk, id_, "save")
        if known.place.layer == "personal":
            raise AlreadyPersonal(id=id_)
        if known.place.layer == "shelf":
            raise ShelfReadOnly(id=id_)
        act = Act(folder, lock=lock)
        moved = _move(desk, known, act, distinct=distinct)
        act.commit()
    return moved


def _move(desk: Desk, known: Stored, act: Act, *, distinct: bool) -> Moved:
    card, target = known.card, desk.place("personal")
    there, _ = load_place(target)
    found = decide(
        card.title,
        as_known(there),
        when=card.when,
        conditions=card.conditions,
        distinct=distinct,
    )
    near = found.near
    if found.kind == "update":
        near = tuple(one for one in as_known(there) if one.id == found.id)
    if near:
        return Moved(False, "", card.id, card.title, near)
    id_ = new_id()
    changes: dict[str, Field | None] = {"id": id_, "scope": "personal", "derived_from": card.id}
    changes |= dict.fromkeys(_PROJECT_ONLY)
    data = set_fields(known.data, changes, name=card.name)
    act.create(target.path(f"{id_}.md"), data)
    plan_archiving(act, known, why="moved", now=desk.memory.now)
    return Moved(True, id_, card.id, card.title)


def topic(desk: Desk, name: str, *, winner: str = "") -> Topic:
    """Show a topic's cards, or with ``winner`` make that card the one that holds it.

    Raises MemoryDisabled, TopicUnknown, OtherTopic, CardGone and what writing raises.
    """
    require_on(desk)
    if not winner:
        return _topic(desk, name, _cards_of(desk, name), changed=False)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        chosen = require_card(desk, winner, "save")
        held = chosen.card.topic
        if held and fold_title(held) != fold_title(name):
            raise OtherTopic(id=chosen.card.id, held=held, name=name)
        act = Act(folder, lock=lock)
        changed = False
        for one in _with(_cards_of(desk, name), chosen):
            changed |= _mark(desk, one, name, act, wins=one.card.id == chosen.card.id)
        act.commit()
    return _topic(desk, name, _cards_of(desk, name), changed=changed)


def _cards_of(desk: Desk, name: str) -> list[Stored]:
    """Find all cards of a topic that are seen from here."""
    wanted = fold_title(name)
    cards = [one for place in desk.places for one in load_place(place)[0]]
    usable = [one for one in cards if desk.judge(one.card, "person").ok]
    found = [one for one in usable if one.card.topic and fold_title(one.card.topic) == wanted]
    return sorted(found, key=lambda one: (one.card.label, one.card.id))


def _with(cards: Sequence[Stored], chosen: Stored) -> list[Stored]:
    return [*(one for one in cards if one.path != chosen.path), chosen]


def _mark(desk: Desk, one: Stored, name: str, act: Act, *, wins: bool) -> bool:
    """Plan the mark of one card of the topic; tells whether anything changes."""
    if one.place.layer == "shelf":
        if wins or one.card.topic_winner:
            raise ShelfReadOnly(id=one.card.id)
        return False
    changes: dict[str, Field | None] = {"topic_winner": True if wins else None}
    if wins:
        changes["topic"] = one.card.topic or name
    data = set_fields(one.data, changes, name=one.card.name)
    if data == one.data:
        return False
    plan_version(act, one)
    act.replace(one.path, stamp(data, one.card, now=desk.memory.now), one.data)
    return True


def _topic(desk: Desk, name: str, cards: Sequence[Stored], *, changed: bool) -> Topic:
    if not cards:
        raise TopicUnknown(name=name)
    parts = [(judged(one.card), desk.judge(one.card, "recall")) for one in cards]
    lost = lost_topics(parts)
    rows = tuple(
        (one.card.id, one.card.label, part.id not in lost)
        for one, (part, _) in zip(cards, parts, strict=True)
    )
    return Topic(name, rows, all(not holds for _, _, holds in rows), changed)
