"""Suggestions: what a model thinks worth keeping waits for the person's yes.

Nothing is stored as a card without it. One suggestion a project in 48 hours, one a conversation;
what was answered stays on record for 48 hours, so a repeated yes does nothing a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ofttold.app.card_save import Saved, plan_save
from ofttold.app.cards import CardRefusal, Desk, as_known, require_card, require_on
from ofttold.core.cards.dedupe import decide
from ofttold.core.cards.editing import set_fields
from ofttold.core.cards.identity import is_id
from ofttold.core.cards.routing import route
from ofttold.core.cards.saving import EmptyTitle, Wish, merged, new_card, prepare, stamp
from ofttold.core.cards.suggestion import Suggestion, is_over, is_too_soon, read_suggestion
from ofttold.core.sharing.redaction import Masked
from ofttold.edge.acts import Act
from ofttold.edge.card_places import Place
from ofttold.edge.card_store import (
    SUGGESTIONS,
    Stored,
    file_names,
    load_place,
    make_cards_folder,
    new_id,
    read_or_none,
)
from ofttold.edge.locks import FolderLock


class SuggestionGone(CardRefusal):
    """No suggestion waits under this id."""

    key = "suggestion_gone"
    status = "gone"


class SuggestionStale(CardRefusal):
    """The card a suggestion was made for has changed since."""

    key = "suggestion_stale"
    status = "gone"


@dataclass(frozen=True, slots=True)
class Suggested:
    """What a suggestion did: it waits under ``id``; or nothing, ``known`` or ``too_soon`` saying why.

    ``known`` is the card that has the title already, ``too_soon`` the suggestion that was before.
    """

    changed: bool
    id: str
    title: str
    layer: str
    note: str = ""
    known: str = ""
    too_soon: str = ""
    masked: tuple[Masked, ...] = ()


def suggest(desk: Desk, wish: Wish, *, session: str = "") -> Suggested:
    """Let a suggestion wait for the person's answer.

    ``session`` names the conversation, '' where there is none to name. Raises MemoryDisabled,
    CardGone, NoProject, the refusals of ``prepare`` and what writing raises.
    """
    require_on(desk)
    clean, masked = prepare(wish)
    if not clean.title:
        raise EmptyTitle()
    target = require_card(desk, clean.id, "save") if clean.id else None
    layer, note = _layer(clean, target)
    place = desk.place(layer)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        done = _known_title(desk, clean, target) or _too_soon(desk, clean.title, layer, session)
        if done is None:
            act = Act(folder, lock=lock)
            done = _put(desk, replace(clean, scope=layer), act, (place, target, session))
            act.commit()
    return replace(done, masked=masked, note=note if done.changed else "")


def _layer(wish: Wish, target: Stored | None) -> tuple[str, str]:
    if target is not None:
        own = "project" if target.place.layer == "shelf" else target.place.layer
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


def _known_title(desk: Desk, wish: Wish, target: Stored | None) -> Suggested | None:
    """Say that a card with this title is there already, in any layer seen from here."""
    if target is not None:
        return None
    cards = [one for place in desk.places for one in load_place(place)[0]]
    found = decide(
        wish.title or "",
        as_known(cards),
        when=wish.when or "",
        conditions=wish.conditions,
        distinct=True,
    )
    if found.kind != "update":
        return None
    held = next(one for one in cards if one.card.id == found.id)
    return Suggested(False, held.card.id, held.card.title, held.place.layer, known=held.card.title)


def _too_soon(desk: Desk, title: str, layer: str, session: str) -> Suggested | None:
    made = [one for one, _, _ in all_suggestions(desk)]
    before = is_too_soon(made, project=desk.owner, session=session, now=desk.memory.now)
    return Suggested(False, "", title, layer, too_soon=before.card.title) if before else None


def _put(desk: Desk, wish: Wish, act: Act, where: tuple[Place, Stored | None, str]) -> Suggested:
    place, target, session = where
    id_ = new_id("sug")
    moment = desk.memory.now.isoformat(timespec="seconds")
    extra = {
        "suggestion": id_,
        "state": "waiting",
        "asked": moment,
        "project": desk.owner,
        "session": session,
        "class": wish.memory_class,
        "target": target.card.id if target else "",
        "target_revision": str(target.card.revision) if target else "",
    }
    whole = replace(merged(target.card, wish) if target else wish, extra=extra)
    data = new_card(whole, id_="", layer=place.layer, now=desk.memory.now)
    act.create(place.path(SUGGESTIONS, f"{id_}.md"), data)
    for old, path, old_data in all_suggestions(desk):
        if is_over(old, desk.memory.now):
            act.remove(path, old_data)
    return Suggested(True, id_, whole.title or "", place.layer)


def all_suggestions(desk: Desk) -> Iterator[tuple[Suggestion, str, bytes]]:
    """Give every readable suggestion seen from here with its path and bytes."""
    for place in desk.places:
        for name in file_names(place, SUGGESTIONS):
            path = place.path(SUGGESTIONS, name)
            data = read_or_none(path)
            found = read_suggestion(data, place.name(SUGGESTIONS, name)) if data else None
            if isinstance(found, Suggestion) and data is not None and found.id == name[:-3]:
                yield found, path, data


def waiting(desk: Desk) -> list[Suggestion]:
    """Give the suggestions that wait for an answer, the oldest first."""
    found = [one for one, _, _ in all_suggestions(desk) if one.state == "waiting"]
    return sorted(found, key=lambda one: one.asked)


def _find(desk: Desk, id_: str) -> tuple[Suggestion, str, bytes]:
    if is_id(id_, "sug"):
        for found, path, data in all_suggestions(desk):
            if found.id == id_:
                return found, path, data
    raise SuggestionGone(id=id_)


def keep(desk: Desk, id_: str, *, card_id: str = "", distinct: bool = False) -> Saved:
    """Store a suggestion as the person said yes; the same decision as a save.

    A second yes changes nothing. ``card_id`` and ``distinct`` settle a near title. Raises
    MemoryDisabled, SuggestionGone, SuggestionStale and what ``save`` raises.
    """
    require_on(desk)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        found, path, data = _find(desk, id_)
        if found.state == "kept":
            return Saved(False, found.became, found.card.title, 0, found.card.scope)
        if found.state == "ignored":
            raise SuggestionGone(id=id_)
        act = Act(folder, lock=lock)
        saved = plan_save(desk, _wish_of(desk, found, card_id, distinct=distinct), act)
        if not saved.near:
            answer = {"state": "kept", "became": saved.id}
            act.replace(path, _answered(desk, data, found, answer), data)
            act.commit()
    return saved


def _answered(desk: Desk, data: bytes, found: Suggestion, answer: dict[str, str]) -> bytes:
    moment = desk.memory.now.isoformat(timespec="seconds")
    return set_fields(data, {**answer, "answered": moment}, name=found.card.name)


def _wish_of(desk: Desk, found: Suggestion, card_id: str, *, distinct: bool) -> Wish:
    """Turn a suggestion back into a wish; raises SuggestionStale where its card has moved on."""
    card = found.card
    target = card_id or found.target
    if found.target and not card_id:
        known = require_card(desk, found.target, "save")
        if known.card.revision != found.target_revision:
            raise SuggestionStale(id=found.id, title=known.card.title)
    return Wish(
        title=card.title,
        summary=card.summary,
        body=card.body,
        when=card.when,
        kind=card.kind,
        topic=card.topic,
        tags=card.tags,
        triggers=card.triggers,
        links=card.links,
        conditions=card.conditions,
        id=target,
        scope="" if target else card.scope,
        memory_class="" if target else found.memory_class,
        distinct=distinct,
        source=card.source,
    )


def ignore(desk: Desk, id_: str) -> Suggested:
    """Note the person's no. Raises MemoryDisabled, SuggestionGone and what writing raises."""
    require_on(desk)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        found, path, data = _find(desk, id_)
        if found.state == "kept":
            raise SuggestionGone(id=id_)
        if found.state == "waiting":
            act = Act(folder, lock=lock)
            act.replace(path, _answered(desk, data, found, {"state": "ignored"}), data)
            act.commit()
    return Suggested(found.state == "waiting", id_, found.card.title, found.card.scope)


def keep_imported(desk: Desk, id_: str) -> Saved:
    """Say of an imported card that it was looked at. Raises CardGone and what writing raises."""
    require_on(desk)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        known = require_card(desk, id_, "person")
        card = known.card
        if card.imported != "unreviewed":
            return Saved(False, card.id, card.label, card.revision, known.place.layer)
        act = Act(folder, lock=lock)
        data = set_fields(known.data, {"imported": "reviewed"}, name=card.name)
        act.replace(known.path, stamp(data, card, now=desk.memory.now), known.data)
        act.commit()
    return Saved(True, card.id, card.label, card.revision + 1, known.place.layer)


def unreviewed(desk: Desk) -> list[Stored]:
    """Give the imported cards nobody has looked at yet."""
    cards = [one for place in desk.places for one in load_place(place)[0]]
    usable = [one for one in cards if desk.judge(one.card, "person").ok]
    return [one for one in usable if one.card.imported == "unreviewed"]
