"""Saving a card: decided before any write, done as one act, and told as it is.

The order is fixed: the switch, secrets out, a given id, the layer, the same title, a near title,
room in the layer, the write. A call that finds anything in the way has changed nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ofttold.app.cards import (
    CardGone,
    CardRefusal,
    Desk,
    as_known,
    require_card,
    require_on,
)
from ofttold.core.cards.dedupe import Decision, Known, decide
from ofttold.core.cards.limits import Held, choose_evictions, is_hint_due
from ofttold.core.cards.routing import route
from ofttold.core.cards.saving import Wish, merged, new_card, prepare, update_card
from ofttold.core.sharing.redaction import Masked
from ofttold.edge.acts import Act
from ofttold.edge.card_archive import can_archive, plan_archiving
from ofttold.edge.card_places import Place
from ofttold.edge.card_reads import last_reads
from ofttold.edge.card_scan import last_touched, seconds_of
from ofttold.edge.card_store import Stored, load_place, make_cards_folder, new_id
from ofttold.edge.card_versions import plan_version
from ofttold.edge.files import ChangedUnderneath
from ofttold.edge.locks import FolderLock

TRIES = 5  # times a save is decided anew because a file changed meanwhile; ours


class OtherLayer(CardRefusal):
    """The card with this id lives in another layer than the save asks for."""

    key = "other_layer"
    status = "gone"


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save did. ``near`` is what has to be settled first, and then nothing was written.

    ``evicted`` are the titles archived to make room, ``active`` the cards of the layer when that
    is worth a hint (else 0), ``settled`` what a dead writer's act became.
    """

    changed: bool
    id: str
    title: str
    revision: int
    layer: str
    made: bool = False
    note: str = ""
    near: tuple[Known, ...] = ()
    evicted: tuple[str, ...] = ()
    masked: tuple[Masked, ...] = ()
    active: int = 0
    supersedes: str = ""
    settled: tuple[str, ...] = ()

    @property
    def needs_resolution(self) -> bool:
        """Whether the caller has to say which card is meant."""
        return bool(self.near)


def save(desk: Desk, wish: Wish) -> Saved:
    """Save a card: a new one, or the known one the wish means.

    Raises MemoryDisabled, CardGone, OtherLayer, NoProject, the refusals of ``prepare``, of the
    card's own file, and of writing.
    """
    require_on(desk)
    clean, masked = prepare(wish)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        settled = tuple(lock.settled.messages(desk.memory.lang)) if lock.settled else ()
        done = _again_if_changed(desk, clean, Act(folder, lock=lock))
    return replace(done, masked=masked, settled=settled)


def _again_if_changed(desk: Desk, wish: Wish, first: Act) -> Saved:
    """Decide and write; where an editor was quicker, once more on what stands there now."""
    act = first
    for left in range(TRIES, -1, -1):
        try:
            done = plan_save(desk, wish, act)
            act.commit()
            return done
        except ChangedUnderneath:
            if not left:
                raise
            act = Act(act.folder, lock=act.lock)
    raise AssertionError("the last try returns or raises")


def plan_save(desk: Desk, wish: Wish, act: Act) -> Saved:
    """Decide one save and put its steps into the act; the lock is held, nothing is written yet."""
    target = require_card(desk, wish.id, "save") if wish.id else None
    if target is not None and target.place.layer == "shelf":
        if wish.scope == "personal":
            raise OtherLayer(id=wish.id, own="project", asked=wish.scope)
        return _draft_over(desk, target, replace(wish, id=""), act)
    layer, note = _layer(wish, target)
    place = desk.place(layer)
    cards, _ = load_place(place)
    others = [card for p in desk.places if p.layer == "shelf" for card in load_place(p)[0]]
    seen = [*cards, *(others if layer == "project" else [])]
    return _carry_out(desk, wish, act, _Plan(place, cards, seen, target, note))


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a save has found out: where it writes, what stands there, what it may mean."""

    place: Place
    cards: Sequence[Stored]
    seen: Sequence[Stored]
    target: Stored | None
    note: str


def _layer(wish: Wish, target: Stored | None) -> tuple[str, str]:
    """Say where the save lands and, where that is not where it was asked for, why."""
    if target is not None:
        own = target.place.layer
        if wish.scope and wish.scope != own:
            raise OtherLayer(id=wish.id, own=own, asked=wish.scope)
        return own, ""
    text = "\n".join(filter(None, (wish.title, wish.summary, wish.body)))
    found = route(
        scope=wish.scope,
        memory_class=wish.memory_class,
        conditions=list(wish.conditions or ()),
        text=text,
        evidence=wish.evidence,
    )
    return found.layer, found.note


def _carry_out(desk: Desk, wish: Wish, act: Act, plan: _Plan) -> Saved:
    whole = merged(plan.target.card, wish) if plan.target else wish
    decision = decide(
        whole.title or "",
        as_known(plan.seen),
        when=whole.when or "",
        conditions=whole.conditions,
        id_=plan.target.card.id if plan.target else "",
        distinct=wish.distinct,
    )
    if decision.kind == "near":
        return _held_back(wish, plan, decision)
    if decision.kind == "gone":
        raise CardGone(id=wish.id)
    if decision.kind == "create":
        return _create(desk, wish, act, plan)
    known = next(one for one in plan.seen if one.card.id == decision.id)
    if known.place.layer == "shelf":
        return _draft_over(desk, known, wish, act)
    return _update(desk, wish, act, replace(plan, target=known))


def _held_back(wish: Wish, plan: _Plan, decision: Decision) -> Saved:
    card = plan.target.card if plan.target else None
    return Saved(
        False,
        card.id if card else "",
        wish.title or (card.title if card else ""),
        card.revision if card else 0,
        plan.place.layer,
        near=decision.near,
    )


def _create(desk: Desk, wish: Wish, act: Act, plan: _Plan, *, supersedes: str = "") -> Saved:
    id_ = new_id()
    data = new_card(wish, id_=id_, layer=plan.place.layer, now=desk.memory.now)
    act.create(plan.place.path(f"{id_}.md"), data)
    evicted = _make_room(desk, act, plan, new_bytes=len(data))
    return Saved(
        True,
        id_,
        wish.title or "",
        1,
        plan.place.layer,
        made=True,
        note=plan.note,
        evicted=evicted,
        active=_hint(len(plan.cards) + 1 - len(evicted)),
        supersedes=supersedes,
    )


def _update(desk: Desk, wish: Wish, act: Act, plan: _Plan) -> Saved:
    assert plan.target is not None
    known, place = plan.target, plan.target.place
    data = update_card(known.data, known.card, wish, now=desk.memory.now)
    title, layer = wish.title or known.card.title, place.layer
    if data == known.data:
        return Saved(False, known.card.id, title, known.card.revision, layer, note=plan.note)
    plan_version(act, known)
    act.replace(known.path, data, known.data)
    evicted = _make_room(desk, act, plan, new_bytes=len(data), replaced=known.card.id)
    return Saved(
        True,
        known.card.id,
        title,
        known.card.revision + 1,
        layer,
        note=plan.note,
        evicted=evicted,
        active=_hint(len(plan.cards) - len(evicted)),
    )


def _hint(active: int) -> int:
    return active if is_hint_due(active) else 0


def _make_room(
    desk: Desk, act: Act, plan: _Plan, *, new_bytes: int, replaced: str = ""
) -> tuple[str, ...]:
    """Archive the longest-unread cards the layer has no room for; gives their titles."""
    reads = last_reads(desk.memory.folder)
    held = [
        Held(
            one.card.id,
            len(one.data),
            max(seconds_of(reads.get(one.card.id, "")), last_touched(one.card, one.path)),
        )
        for one in plan.cards
    ]
    while True:
        leaving = set(choose_evictions(held, new_bytes=new_bytes, replaced=replaced))
        gone = [one for one in plan.cards if one.card.id in leaving]
        stuck = [one.card.id for one in gone if not can_archive(one)]
        if not stuck:
            break
        held = [one for one in held if one.id not in stuck]
    for one in gone:
        plan_archiving(act, one, why="evicted", now=desk.memory.now)
    return tuple(one.card.label for one in gone)


def _draft_over(desk: Desk, shelf: Stored, wish: Wish, act: Act) -> Saved:
    """Make a draft on the desk that supersedes a submitted card, which is read-only here."""
    place = desk.place("project")
    cards, _ = load_place(place)
    whole = merged(shelf.card, wish)
    decision = decide(
        whole.title or "", as_known(cards), when=whole.when or "", conditions=whole.conditions
    )
    plan = _Plan(place, cards, cards, None, "")
    if decision.kind == "update":
        known = next(one for one in cards if one.card.id == decision.id)
        return _update(desk, wish, act, replace(plan, target=known))
    if decision.kind == "near" and not wish.distinct:
        return _held_back(wish, plan, decision)
    draft = replace(whole, extra={"review": "draft", "supersedes": [shelf.card.id]})
    return _create(desk, draft, act, plan, supersedes=shelf.card.id)
