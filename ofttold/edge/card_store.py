"""Cards as files: which folders hold them, what stands there, and who is who.

Reads only; every change goes through one act of ``edge/acts.py`` on the cards folder. Knows no
rule of saving and judges nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from ofttold.core.cards.card import MOST_FILE_BYTES, Card, parse_card
from ofttold.core.cards.editing import unreadable_card
from ofttold.core.cards.identity import assign_ids, derive_id, is_id, make_id
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.edge.card_places import Place, cards_folder
from ofttold.edge.filefaults import (
    DanglingLink,
    LinkLoop,
    NotAFile,
    TooLarge,
    Unreadable,
    reading_fault,
)
from ofttold.edge.files import AlreadyExists, FileMissing, create_file, make_folder, read_file

VERSIONS, ARCHIVE, SUGGESTIONS, QUARANTINE = "versions", "archive", "suggestions", "quarantine"
IGNORE = b"personal/\nprojects/\n"
_WHY: dict[type[OfttoldError], tuple[str, dict[str, object]]] = {
    LinkLoop: ("card_link_loop", {}),
    DanglingLink: ("card_link_dead", {}),
    FileMissing: ("card_link_dead", {}),
    NotAFile: ("card_no_file", {}),
}


@dataclass(frozen=True, slots=True)
class Stored:
    """A card as it lies on disk: the file's bytes and path, and the place it belongs to."""

    card: Card
    data: bytes
    path: str
    place: Place


def make_cards_folder(memory_folder: str) -> str:
    """Make the cards folder on first use, with the file that keeps it out of git."""
    folder = cards_folder(memory_folder)
    make_folder(folder)
    try:
        create_file(os.path.join(folder, ".gitignore"), IGNORE)
    except AlreadyExists:
        pass  # a person may have written their own
    return folder


def new_id(prefix: str = "mem") -> str:
    """Draw a new id."""
    return make_id(prefix, os.urandom(8))


def file_names(place: Place, folder: str = "") -> list[str]:
    """List what is named like a card in a place (or in one of its folders); links of a shelf left out.

    What is no file, a dead link or locked is listed too: it hides no other, and reading it says
    why. Raises
    LinkLoop or Unreadable where the folder is there and cannot be listed.
    """
    inside = place.path(folder) if folder else place.folder
    try:
        with os.scandir(inside) as entries:
            return sorted(
                entry.name
                for entry in entries
                if entry.name.endswith(".md")
                and not entry.name.startswith(".")
                and not (place.layer == "shelf" and entry.is_symlink())
            )
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as fault:
        raise reading_fault(fault, inside) from fault


def read_card(place: Place, name: str, *, folder: str = "") -> Stored | Finding:
    """Read one file of a place; a finding where it cannot be read."""
    path = place.path(folder, name) if folder else place.path(name)
    label = place.name(folder, name) if folder else place.name(name)
    try:
        data = read_file(path)
    except OfttoldError as fault:
        return _unread(fault, label)
    card = parse_card(data, label)
    if isinstance(card, Finding):
        return card
    card.layer, card.owner = place.layer, place.owner
    card.archived = folder != ""
    return Stored(card, data, path, place)


def _unread(fault: OfttoldError, label: str) -> Finding:
    """Say in one line why a file gave no bytes and what to do; the place is the finding's own."""
    code, values = _WHY.get(type(fault), ("", {}))
    if isinstance(fault, TooLarge):
        code, values = "card_too_large", {"mib": MOST_FILE_BYTES >> 20}
    if isinstance(fault, Unreadable):
        code, values = "card_locked", {"reason": fault.values.get("reason", "")}
    if not code:
        code = "card_unreadable_file"
        values = {"zh": fault.message("zh"), "en": fault.message("en")}
    return Finding(label, 0, code, dict(values))


def load_place(place: Place) -> tuple[list[Stored], list[Finding]]:
    """Load all cards of a place with ids that are theirs alone; broken files come as findings."""
    found: dict[str, Stored] = {}
    findings: list[Finding] = []
    for name in file_names(place):
        item = read_card(place, name)
        if isinstance(item, Finding):
            findings.append(item)
        else:
            found[name] = item
    _settle_ids(found.values(), findings)
    return list(found.values()), findings


def _settle_ids(cards: Iterable[Stored], findings: list[Finding]) -> None:
    """Give each card of one place the id that is its own; a clash is worth knowing."""
    stored = list(cards)
    claims = [(one.card.name, one.card.claimed_id) for one in stored]
    assigned = assign_ids(claims)
    for one in stored:
        card = one.card
        if card.claimed_id and card.claimed_id != assigned[card.name]:
            values: dict[str, object] = {"id": card.claimed_id}
            findings.append(Finding(card.name, 2, "card_same_id", values, info=True))
        card.id = assigned[card.name]


def find_card(places: Iterable[Place], id_: str) -> Stored | None:
    """Find the card with this id, in the order of the places; None where there is none.

    Raises CardUnreadable where its file is there and cannot be read.
    """
    if not is_id(id_):
        return None
    for place in places:
        found = _find_in(place, id_)
        if found is not None:
            return found
    return None


def _find_in(place: Place, id_: str) -> Stored | None:
    name = f"{id_}.md"
    if os.path.lexists(place.path(name)) and name in file_names(place):
        item = read_card(place, name)
        if isinstance(item, Finding):
            raise unreadable_card(item)
        if item.card.claimed_id in ("", id_):
            item.card.id = id_
            return item
    if not any(_may_be(place, name, id_) for name in file_names(place)):
        return None
    cards, _ = load_place(place)
    return next((one for one in cards if one.card.id == id_), None)


def _may_be(place: Place, name: str, id_: str) -> bool:
    """Tell cheaply whether a file can be the card with this id."""
    if name == f"{id_}.md" or derive_id(place.name(name)) == id_:
        return True
    try:
        return id_.encode() in read_file(place.path(name))
    except OfttoldError:
        return False


def read_archived(place: Place, id_: str) -> Stored | Finding | None:
    """Read an archived card; None where none is archived under this id.

    An earlier text of the same card lies beside it as ``ID.2``, ``ID.3`` and so on.
    """
    name = f"{id_}.md"
    own, dot, number = id_.partition(".")
    numbered = not dot or (number.isascii() and number.isdigit())
    if not is_id(own) or not numbered or not os.path.lexists(place.path(ARCHIVE, name)):
        return None
    item = read_card(place, name, folder=ARCHIVE)
    if isinstance(item, Stored):
        item.card.id = own
    return item


def version_files(place: Place, id_: str) -> list[tuple[int, str]]:
    """List the kept earlier versions of a card: (revision, path), the oldest first."""
    return _versions(place.folder, id_)


def version_paths(folder: str, id_: str) -> list[str]:
    """List the paths of a card's earlier versions, by the folder the card lies in."""
    return [path for _, path in _versions(folder, id_)]


def _versions(folder: str, id_: str) -> list[tuple[int, str]]:
    inside = os.path.join(folder, VERSIONS)
    try:
        names = os.listdir(inside)
    except OSError:
        return []
    found: list[tuple[int, str]] = []
    for name in names:
        revision = name.removeprefix(f"{id_}.").removesuffix(".md")
        if name == f"{id_}.{revision}.md" and revision.isascii() and revision.isdigit():
            found.append((int(revision), os.path.join(inside, name)))
    return sorted(found)


def read_or_none(path: str) -> bytes | None:
    """Read a file's bytes; None where there is no such file."""
    try:
        return read_file(path)
    except FileMissing:
        return None
