"""Putting a card away, for good only on the word ``purge``, and taking a change back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ofttold.app.card_index import discard_index
from ofttold.app.cards import CardGone, CardRefusal, Desk, as_known, require_card, require_on
from ofttold.app.quick_status import KIND as STATUS
from ofttold.core.cards.card import Card
from ofttold.core.cards.dedupe import Known, decide
from ofttold.core.cards.identity import is_id
from ofttold.core.cards.saving import stamp
from ofttold.core.cards.suggestion import read_suggestion
from ofttold.core.findings import Finding
from ofttold.edge.acts import Act
from ofttold.edge.blockcache import discard_all
from ofttold.edge.card_archive import plan_archiving
from ofttold.edge.card_places import Place, cards_folder, desk_place
from ofttold.edge.card_reads import forget_read
from ofttold.edge.card_scan import discard_scan
from ofttold.edge.card_store import (
    ARCHIVE,
    QUARANTINE,
    SUGGESTIONS,
    Stored,
    file_names,
    load_place,
    make_cards_folder,
    read_archived,
    read_or_none,
    version_files,
)
from ofttold.edge.card_versions import newest_version, plan_version
from ofttold.edge.files import read_file
from ofttold.edge.locks import FolderLock
from ofttold.edge.project import desk_names


class ShelfReadOnly(CardRefusal):
    """A submitted card is not changed from here."""

    key = "shelf_read_only"
    status = "gone"


class NothingToUndo(CardRefusal):
    """No earlier version of the card is kept."""

    key = "nothing_to_undo"
    status = "gone"


class RevisionChanged(CardRefusal):
    """The card has another revision than the one to be taken back."""

    key = "revision_changed"
    status = "gone"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What a forget did: archived, or ``purged`` with so many ``files``."""

    id: str
    title: str
    purged: bool
    files: int
    settled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo did; ``archived`` where the card's making itself was taken back.

    ``near`` names the card that holds the earlier title now; then nothing was changed.
    """

    changed: bool
    id: str
    title: str
    revision: int
    archived: bool = False
    near: tuple[Known, ...] = ()
    settled: tuple[str, ...] = ()


def forget(desk: Desk, id_: str, *, purge: bool = False) -> Forgotten:
    """Archive a card, or with ``purge`` destroy it with its versions, archive and suggestions.

    Raises MemoryDisabled, CardGone, ShelfReadOnly and what writing raises.
    """
    require_on(desk)
    if not is_id(id_):  # or a purge would take what merely holds the text given
        raise CardGone(id=id_)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        settled = tuple(lock.settled.messages(desk.memory.lang)) if lock.settled else ()
        act = Act(folder, lock=lock)
        done = _purge(desk, id_, act) if purge else _archive(desk, id_, act)
        act.commit()
    if purge:
        _forget_copies(desk, id_)
    return replace(done, settled=settled)


def _forget_copies(desk: Desk, id_: str) -> None:
    """Take away what the homes hold of the text too: they are made again from the files."""
    forget_read(desk.memory.folder, id_)
    discard_index(desk.memory.folder)
    discard_all(STATUS)  # it names the drafts
    for place in desk.places:
        discard_scan(place)


def _archive(desk: Desk, id_: str, act: Act) -> Forgotten:
    known = _own(desk, id_)
    plan_archiving(act, known, why="forgotten", now=desk.memory.now)
    return Forgotten(known.card.id, known.card.label, False, 1)


def _own(desk: Desk, id_: str) -> Stored:
    """Find a card that may be changed from here."""
    known = require_card(desk, id_, "save")
    if known.place.layer == "shelf":
        raise ShelfReadOnly(id=id_)
    return known


def _purge(desk: Desk, id_: str, act: Act) -> Forgotten:
    """Plan the removal of every file that holds the card's text, in the layers seen from here."""
    places = [place for place in desk.places if place.layer != "shelf"]
    title, doomed, cards = "", dict[str, bytes](), list[Card]()
    try:
        known = _own(desk, id_)
        title, doomed[known.path] = known.card.label, known.data
        cards.append(known.card)
    except CardGone:
        title = ""  # archived ones have no card in the layer any more
    for place in places:
        doomed.update(_traces(place, id_))
        archived = read_archived(place, id_)
        if isinstance(archived, Stored):
            title = title or archived.card.label
            cards.append(archived.card)
    for card in cards:
        doomed.update(_moved_from(desk, card))
    if not doomed:
        raise CardGone(id=id_)
    for path, data in doomed.items():
        act.remove(path, data)
    return Forgotten(id_, title or id_, True, len(doomed))


def _traces(place: Place, id_: str) -> dict[str, bytes]:
    """Find a card's archived texts, those put aside, versions and suggestions."""
    paths = [path for _, path in version_files(place, id_)]
    for folder in (ARCHIVE, f"{ARCHIVE}/{QUARANTINE}"):
        paths += [
            place.path(folder, name)
            for name in file_names(place, folder)
            if name == f"{id_}.md" or name.startswith(f"{id_}.")
        ]
    found = {path: read_file(path) for path in paths}
    for name in file_names(place, SUGGESTIONS):
        path = place.path(SUGGESTIONS, name)
        data = read_or_none(path)
        if data is not None and _is_about(data, name, id_):
            found[path] = data
    return found


def _moved_from(desk: Desk, card: Card) -> dict[str, bytes]:
    """Find what a move left of a personal card in the archive of the project it came from."""
    origin = card.extra.get("derived_from")
    found: dict[str, bytes] = {}
    for name in desk_names(cards_folder(desk.memory.folder)) if isinstance(origin, str) else ():
        place = desk_place(desk.memory.folder, name)
        archived = read_archived(place, str(origin))
        if isinstance(archived, Stored) and archived.card.extra.get("archived_why") == "moved":
            found.update(_traces(place, str(origin)))
    return found


def _is_about(data: bytes, name: str, id_: str) -> bool:
    """Tell whether a suggestion was for this card or became it; one unreadable, if it names it."""
    found = read_suggestion(data, name)
    if isinstance(found, Finding):
        return id_.encode() in data
    return id_ in (found.target, found.became)


def undo(desk: Desk, id_: str, *, revision: int | None = None) -> Undone:
    """Take a card's last change back: title, premise, tags and body together.

    ``revision`` is the one to be taken back, None for the one now on disk. A card's making is
    taken back by archiving it. Raises MemoryDisabled, CardGone, ShelfReadOnly, RevisionChanged,
    NothingToUndo and what writing raises.
    """
    require_on(desk)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        settled = tuple(lock.settled.messages(desk.memory.lang)) if lock.settled else ()
        act = Act(folder, lock=lock)
        done = _undo(desk, _own(desk, id_), revision, act)
        act.commit()
    return replace(done, settled=settled)


def _undo(desk: Desk, known: Stored, revision: int | None, act: Act) -> Undone:
    card = known.card
    if revision is not None and revision != card.revision:
        raise RevisionChanged(id=card.id, now=card.revision, asked=revision)
    found = newest_version(known)
    if found is None:
        if card.revision != 1 or not card.counted:
            raise NothingToUndo(id=card.id)
        plan_archiving(act, known, why="undone", now=desk.memory.now)
        return Undone(True, card.id, card.label, card.revision, archived=True)
    earlier, data = found
    holders = _holders(earlier, load_place(known.place)[0])
    if holders:
        return Undone(False, card.id, card.label, card.revision, near=holders)
    restored = stamp(data, earlier, now=desk.memory.now, revision=card.revision + 1)
    plan_version(act, known)
    act.replace(known.path, restored, known.data)
    return Undone(True, card.id, earlier.label, card.revision + 1)


def _holders(earlier: Card, cards: Sequence[Stored]) -> tuple[Known, ...]:
    """Give the other cards that hold a card's title under its premise."""
    found = decide(
        earlier.title,
        as_known(cards),
        when=earlier.when,
        conditions=earlier.conditions,
        id_=earlier.id,
    )
    return found.near if found.kind == "near" else ()
