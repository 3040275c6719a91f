"""Turning a card's label: promote, reject, resubmit, retract, supersede. Nothing is committed.

Every step is judged by the table of ``core/sharing/review.py`` and appended to the card's own
history. Where the card is on the shelf, the command that commits the change is handed back.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ofttold.app.card_save import save
from ofttold.app.cards import CardGone, CardRefusal, Desk
from ofttold.app.share import acting, fit_to_travel, on_shelf
from ofttold.app.shelf import Shelf, open_shelf, seen_from, settle_first
from ofttold.core.cards.editing import set_fields
from ofttold.core.cards.render import Field
from ofttold.core.cards.saving import Wish, merged, new_card, prepare
from ofttold.core.sharing.history import write_step
from ofttold.core.sharing.redaction import Masked, redact
from ofttold.core.sharing.review import Step, Verb, state_of, take_step
from ofttold.edge.acts import Act
from ofttold.edge.card_store import Stored, find_card, make_cards_folder, new_id
from ofttold.edge.card_versions import plan_version
from ofttold.edge.files import replace_file
from ofttold.edge.git import NoRepository
from ofttold.edge.locks import FolderLock

_SUBJECTS: dict[Verb, str] = {
    "promote": "Promote memory card",
    "reject": "Reject memory card",
    "resubmit": "Resubmit memory card",
    "retract": "Retract memory card",
}


class PersonalCard(CardRefusal):
    """A personal card has no review."""

    key = "personal_card"
    status = "gone"


class StillDraft(CardRefusal):
    """The card is a draft on the desk; promoting begins on the shelf."""

    key = "still_draft"
    status = "gone"


class SupersedesItself(CardRefusal):
    """The two cards are one, or already stand in one chain the other way round."""

    key = "supersedes_itself"
    status = "gone"


class AcrossHomes(CardRefusal):
    """The two cards live in different places, and a mark would point where others cannot look."""

    key = "across_homes"
    status = "gone"


@dataclass(frozen=True, slots=True)
class Turned:
    """A step taken: the card, the step, the command that commits it ('' off the shelf)."""

    id: str
    title: str
    step: Step
    commit: str
    masked: tuple[Masked, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Superseded:
    """A chain tied: the old card and the new, and the command that commits it ('' off the shelf)."""

    old: str
    new: str
    commit: str
    changed: bool


def promote(desk: Desk, id_: str, verb: Verb, *, note: str = "", by: str = "") -> Turned:
    """Take one step of a submitted card: ``promote``, ``reject`` or ``resubmit``.

    Raises IllegalStep with the legal steps, NoteMissing, StillDraft, PersonalStays, CardGone,
    CardUnreadable, NoRepository, and what writing raises.
    """
    notes = settle_first(desk)
    shelf = open_shelf(desk)
    try:
        known = on_shelf(desk, shelf, id_)
    except CardGone:
        if find_card([desk.place("project")], id_) is not None:
            raise StillDraft(id=id_) from None
        raise
    turned = turn(desk, shelf, known, verb, note=note, by=acting(shelf, by))
    return replace(turned, notes=tuple(notes))


def turn(desk: Desk, shelf: Shelf, known: Stored, verb: Verb, *, note: str, by: str) -> Turned:
    """Write one step into a card of the shelf; raises as ``promote`` does."""
    step = take_step(
        verb,
        state_of(known.card.review),
        id_=known.card.id,
        by=by,
        now=desk.memory.now,
        why=redact(note).text,
    )
    data, masked, title = fit_to_travel(
        write_step(known.data, step, name=known.card.name), name=known.card.name
    )
    _put_on_shelf(shelf, known, data)
    subject = f"{_SUBJECTS[verb]} {known.card.id}: {step.before} -> {step.after}"
    commit = commit_command(subject, seen_from(desk, [known.card.name]))
    return Turned(known.card.id, title, step, commit, masked)


def _put_on_shelf(shelf: Shelf, known: Stored, data: bytes) -> None:
    with FolderLock(shelf.folder) as lock:
        replace_file(known.path, data, expected=known.data, private=False, lock=lock)


def commit_command(subject: str, names: Sequence[str]) -> str:
    """Give the command that commits just these files.

    >>> commit_command("Promote x", [".ai/ofttold/x.md"])
    "git commit -m 'Promote x' -- .ai/ofttold/x.md"
    """
    return shlex.join(["git", "commit", "-m", subject, "--", *names])


def retract(desk: Desk, id_: str, *, note: str = "", by: str = "") -> Turned:
    """Mark a project's card, draft or submitted, as retracted; the file stays.

    Raises PersonalCard, CardGone, IllegalStep and what writing raises.
    """
    notes = settle_first(desk)
    known = _find(desk, id_)
    if known.place.layer == "personal":
        raise PersonalCard(id=id_)
    shelf = _shelf_or_none(desk)
    who = acting(shelf, by)
    if known.place.layer == "shelf" and shelf is not None:
        turned = turn(desk, shelf, known, "retract", note=note, by=who)
        return replace(turned, notes=tuple(notes))
    why = redact(note).text
    state = state_of(known.card.review)
    step = take_step("retract", state, id_=id_, by=who, now=desk.memory.now, why=why)
    data, masked, title = fit_to_travel(
        write_step(known.data, step, name=known.card.name), name=known.card.name
    )
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        act = Act(folder, lock=lock)
        plan_version(act, known)
        act.replace(known.path, data, known.data)
        act.commit()
    return Turned(id_, title, step, "", masked, tuple(notes))


def _find(desk: Desk, id_: str) -> Stored:
    found = find_card(desk.places, id_)
    if found is None:
        raise CardGone(id=id_)
    return found


def _shelf_or_none(desk: Desk) -> Shelf | None:
    try:
        return open_shelf(desk)
    except (NoRepository, CardRefusal):
        return None


def supersede(desk: Desk, old_id: str, new_id: str) -> Superseded:
    """Tie two cards: the old one is superseded by the new one, which says what it supersedes.

    Both on the desk, both on the shelf, or both personal. Raises SupersedesItself, AcrossHomes,
    CardGone and what writing raises.
    """
    settle_first(desk)
    old, new = _find(desk, old_id), _find(desk, new_id)
    _require_tie(desk, old, new)
    chain = _listed(new, "supersedes")
    wanted = chain if old.card.id in chain else [*chain, old.card.id]
    changed = {
        old: set_fields(old.data, {"superseded_by": new.card.id}, name=old.card.name),
        new: set_fields(new.data, {"supersedes": wanted}, name=new.card.name),
    }
    todo = {known: data for known, data in changed.items() if data != known.data}
    if todo:
        _write_both(desk, todo)
    commit = ""
    if old.place.layer == "shelf" and todo:
        names = seen_from(desk, [known.card.name for known in todo])
        commit = commit_command(f"Supersede memory card {old.card.id} by {new.card.id}", names)
    return Superseded(old.card.id, new.card.id, commit, bool(todo))


def supersede_with(desk: Desk, old_id: str, wish: Wish) -> Superseded:
    """Save a new card in the old one's place and tie the two; what the wish leaves open is kept.

    Over a card of the shelf a draft is made that says what it supersedes; the tie is completed once
    it is submitted. Raises CardGone and the refusals of a save.
    """
    settle_first(desk)
    old = _find(desk, old_id)
    if old.place.layer == "shelf":
        saved = save(desk, replace(wish, id=old_id))
        return Superseded(old_id, saved.id, "", saved.changed)
    clean, _ = prepare(wish)
    whole = merged(old.card, clean)
    id_ = new_id()
    extra: dict[str, Field] = {"supersedes": [old.card.id]}
    if old.place.layer == "project":
        extra["review"] = "draft"
    now = desk.memory.now
    data = new_card(replace(whole, extra=extra), id_=id_, layer=old.place.layer, now=now)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        act = Act(folder, lock=lock)
        act.create(old.place.path(f"{id_}.md"), data)
        plan_version(act, old)
        marked = set_fields(old.data, {"superseded_by": id_}, name=old.card.name)
        act.replace(old.path, marked, old.data)
        act.commit()
    return Superseded(old.card.id, id_, "", changed=True)


def _listed(known: Stored, field: str) -> list[str]:
    value = known.card.extra.get(field, "")
    texts = [value] if isinstance(value, str) else list(value)
    return [text for text in texts if isinstance(text, str) and text]


def _require_tie(desk: Desk, old: Stored, new: Stored) -> None:
    if old.place.layer != new.place.layer:
        raise AcrossHomes(old=old.card.id, new=new.card.id)
    seen, at = {old.card.id}, new
    while at.card.id not in seen:  # follow the new card's own successors: they must not lead back
        seen.add(at.card.id)
        after = find_card(desk.places, "".join(_listed(at, "superseded_by")))
        if after is None:
            return
        at = after
    raise SupersedesItself(old=old.card.id, new=new.card.id)


def _write_both(desk: Desk, todo: dict[Stored, bytes]) -> None:
    first = next(iter(todo))
    on_shelf_ = first.place.layer == "shelf"
    folder = first.place.folder if on_shelf_ else make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        act = Act(folder, lock=lock)
        for known, data in todo.items():
            act.replace(os.path.abspath(known.path), data, known.data)
        act.commit()
