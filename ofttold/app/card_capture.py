"""Keeping a sentence the person typed, and editing a card in their own editor."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ofttold.app.card_forget import ShelfReadOnly
from ofttold.app.card_save import Saved, save
from ofttold.app.cards import Desk, require_card, require_on
from ofttold.app.share import fit_to_travel
from ofttold.core.cards.capture import is_about_me, title_of, without_asking
from ofttold.core.cards.card import Card, has_fields, parse_card
from ofttold.core.cards.limits import MOST_BODY_BYTES
from ofttold.core.cards.saving import Wish, prepare, stamp
from ofttold.core.findings import Finding
from ofttold.core.sharing.redaction import Masked, redact
from ofttold.edge.acts import Act
from ofttold.edge.card_store import make_cards_folder
from ofttold.edge.card_versions import plan_version
from ofttold.edge.files import read_file
from ofttold.edge.locks import FolderLock


@dataclass(frozen=True, slots=True)
class Captured:
    """What a sentence became, or with ``dry_run`` would become."""

    wish: Wish
    saved: Saved | None


@dataclass(frozen=True, slots=True)
class Checked:
    """What came back from the editor: the findings, and whether the text changed."""

    title: str
    changed: bool
    revision: int
    findings: tuple[Finding, ...]
    over_bytes: int = 0
    masked: tuple[Masked, ...] = ()


def capture(desk: Desk, text: str, *, dry_run: bool = False, distinct: bool = False) -> Captured:
    """Make a card of a sentence: about the person → personal, else of the project.

    Raises what ``save`` raises.
    """
    require_on(desk)
    clean = redact(text)  # before a title is cut out of it: half a key is not known as one
    plain = without_asking(clean.text)
    scope = "personal" if is_about_me(plain) else "project"
    title = title_of(plain)
    body = plain if plain != title else ""
    wish, _ = prepare(Wish(title=title, body=body, scope=scope, distinct=distinct))
    if dry_run:
        return Captured(wish, None)
    saved = save(desk, replace(wish, title=title, body=body))
    return Captured(wish, replace(saved, masked=(*clean.masked, *saved.masked)))


def find_for_edit(desk: Desk, id_: str) -> tuple[str, bytes]:
    """Give the path and bytes of a card the person wants to edit; raises CardGone, ShelfReadOnly."""
    require_on(desk)
    known = require_card(desk, id_, "person")
    if known.place.layer == "shelf":
        raise ShelfReadOnly(id=id_)
    return known.path, known.data


def check_edit(desk: Desk, id_: str, path: str, before: bytes) -> Checked:
    """Look at what an editor left: number the change so that it can be undone, or name the faults.

    Secrets are masked, as in every write. A card that no longer parses stays as the person left it;
    one whose fields are gone is a card still, and a fault. Raises what reading and writing raise.
    """
    data = read_file(path)
    name = path.rpartition("/")[2]
    card = parse_card(data, name)
    if isinstance(card, Finding):
        return Checked(name, data != before, 0, (card,), masked=_mask_as_it_is(desk, path, data))
    over = len(card.body.encode()) if len(card.body.encode()) > MOST_BODY_BYTES else 0
    findings = tuple(card.findings())
    if data == before:
        return Checked(card.label, False, card.revision, findings, over)
    if has_fields(before) and not has_fields(data):
        findings = (Finding(name, 1, "card_fields_gone", {"id": id_}), *findings)
    revision, masked = _number(desk, id_, path, before, card)
    return Checked(card.label, True, revision, findings, over, masked)


def _mask_as_it_is(desk: Desk, path: str, data: bytes) -> tuple[Masked, ...]:
    """Take secrets out of a text that is no card any more; nothing else of it changes."""
    try:
        found = redact(data.decode())
    except UnicodeDecodeError:
        return ()  # the finding says that it is no text
    if found.changed:
        folder = make_cards_folder(desk.memory.folder)
        with FolderLock(folder) as lock:
            act = Act(folder, lock=lock)
            act.replace(path, found.text.encode(), data)
            act.commit()
    return found.masked


def _number(
    desk: Desk, id_: str, path: str, before: bytes, card: Card
) -> tuple[int, tuple[Masked, ...]]:
    """Keep the text from before as a version and give the new one its revision."""
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        known = require_card(desk, id_, "person")
        old = parse_card(before, known.card.name)
        if isinstance(old, Finding) or known.path != path:
            return card.revision, ()
        old.id = known.card.id
        act = Act(folder, lock=lock)
        plan_version(act, replace(known, card=old, data=before))
        revision = max(old.revision, known.card.revision) + 1
        data, masked, _ = fit_to_travel(known.data, name=known.card.name)
        stamped = stamp(data, known.card, now=desk.memory.now, revision=revision)
        act.replace(known.path, stamped, known.data)
        act.commit()
    return revision, masked
