"""The archive for a person: what lies there whole, what is damaged, bringing a card back."""

from __future__ import annotations

from dataclasses import dataclass

from ofttold.app.card_read import ColdCorrupt, ColdMissing
from ofttold.app.cards import Desk, as_known, require_on
from ofttold.core.cards.dedupe import Known, decide
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.edge.acts import Act
from ofttold.edge.card_archive import archived_names, is_whole, plan_quarantine, without_marks
from ofttold.edge.card_places import Place
from ofttold.edge.card_store import (
    ARCHIVE,
    QUARANTINE,
    VERSIONS,
    Stored,
    file_names,
    find_card,
    load_place,
    make_cards_folder,
    read_archived,
    read_card,
)
from ofttold.edge.locks import FolderLock


class AlreadyActive(OfttoldError):
    """A card with this id stands in the layer again."""

    key = "already_active"


@dataclass(frozen=True, slots=True)
class Cold:
    """One archived file: ``state`` is ok, cold_corrupt or cold_missing; ``why`` it was archived."""

    id: str
    title: str
    name: str
    state: str
    archived: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restoring did; ``near`` names the card that holds the title now, and then nothing."""

    changed: bool
    id: str
    title: str
    near: tuple[Known, ...] = ()


def check(desk: Desk) -> list[Cold]:
    """Check the sum of every archived body seen from here; a body lost is named by its versions."""
    found: list[Cold] = []
    for place in desk.places:
        names = archived_names(place)
        found += (_check(place, name) for name in names)
        found += _missing(place, {name.removesuffix(".md") for name in names})
    return found


def _check(place: Place, name: str) -> Cold:
    item = read_card(place, name, folder=ARCHIVE)
    stem, label = name.removesuffix(".md"), place.name(ARCHIVE, name)
    if isinstance(item, Finding):
        return Cold(stem, stem, label, "cold_corrupt")
    texts = {k: v for k, v in item.card.extra.items() if isinstance(v, str)}
    state = "ok" if is_whole(item.card, item.data) else "cold_corrupt"
    return Cold(
        stem,
        item.card.label,
        label,
        state,
        texts.get("archived", ""),
        texts.get("archived_why", ""),
    )


def _missing(place: Place, archived: set[str]) -> list[Cold]:
    """Name cards of which only earlier versions are left; one put aside by a person is not lost."""
    ids = dict.fromkeys(name.split(".")[0] for name in file_names(place, VERSIONS))
    aside = {name.split(".")[0] for name in file_names(place, f"{ARCHIVE}/{QUARANTINE}")}
    known = archived | aside
    lost = [id_ for id_ in ids if id_ not in known and find_card([place], id_) is None]
    return [Cold(id_, id_, place.name(ARCHIVE, f"{id_}.md"), "cold_missing") for id_ in lost]


def _find(desk: Desk, id_: str) -> tuple[Place, Stored | Finding]:
    for place in desk.places:
        found = read_archived(place, id_)
        if found is not None:
            return place, found
    raise ColdMissing(id=id_)


def restore(desk: Desk, id_: str) -> Restored:
    """Bring an archived card back into its layer, if its body is whole.

    Raises MemoryDisabled, ColdMissing, ColdCorrupt, AlreadyActive and what writing raises.
    """
    require_on(desk)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        place, found = _find(desk, id_)
        if isinstance(found, Finding) or not is_whole(found.card, found.data):
            raise ColdCorrupt(id=id_)
        near = _holders(place, found)
        if near:
            return Restored(False, id_, found.card.label, near)
        act = Act(folder, lock=lock)
        card = found.card
        act.create(place.path(f"{card.id}.md"), without_marks(found.data, name=card.name))
        act.remove(found.path, found.data)
        act.commit()
    return Restored(True, card.id, card.label)


def _holders(place: Place, found: Stored) -> tuple[Known, ...]:
    """Give the card that has the archived one's title now; raises AlreadyActive."""
    cards, _ = load_place(place)
    if any(one.card.id == found.card.id for one in cards):
        raise AlreadyActive(id=found.card.id)
    decision = decide(
        found.card.title,
        as_known(cards),
        when=found.card.when,
        conditions=found.card.conditions,
        distinct=True,
    )
    return tuple(one for one in as_known(cards) if one.id == decision.id)


def quarantine(desk: Desk, id_: str) -> str:
    """Put a damaged archived file aside, byte for byte; gives where it lies now.

    Raises MemoryDisabled, ColdMissing and what writing raises.
    """
    require_on(desk)
    folder = make_cards_folder(desk.memory.folder)
    with FolderLock(folder) as lock:
        place, _ = _find(desk, id_)
        act = Act(folder, lock=lock)
        path = plan_quarantine(act, place, f"{id_}.md")
        act.commit()
    return path
