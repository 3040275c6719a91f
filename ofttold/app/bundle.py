"""Cards in one file, for another machine: packed without personal and private ones, taken in as drafts.

An import writes nothing over anything: the same card is skipped, the same id with another text is
reported.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from ofttold.app.cards import CardRefusal, Desk, NoProject
from ofttold.app.share import fit_to_travel, is_personal_file
from ofttold.app.shelf import settle_first
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.editing import set_fields
from ofttold.core.cards.render import Field
from ofttold.core.findings import Finding
from ofttold.core.sharing.bundle import Member, read_bundle, render_manifest, shown_name
from ofttold.core.sharing.redaction import Masked
from ofttold.core.sharing.review import HISTORY
from ofttold.edge.acts import Act
from ofttold.edge.bundles import pack, unpack
from ofttold.edge.card_places import Place, desk_place, personal_place
from ofttold.edge.card_store import Stored, find_card, load_place, make_cards_folder
from ofttold.edge.files import create_file
from ofttold.edge.gitcall import inside_repository
from ofttold.edge.locks import FolderLock
from ofttold.edge.project import desk_names

# what a card carries of its own road: no part of "the same card"
_ROAD = frozenset(("review", HISTORY, "proposed_by", "approved_by", "imported", "scope"))


class AllInRepository(CardRefusal):
    """A bundle with personal cards would lie in a git work tree."""

    key = "all_in_repository"
    status = "gone"


@dataclass(frozen=True, slots=True)
class Exported:
    """A bundle written: its path, how many cards, and how many stayed behind as private."""

    path: str
    cards: int
    left_out: int
    masked: tuple[Masked, ...]
    broken: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: ids made, skipped (there already), differing (reported, not touched).

    ``broken`` are cards of the bundle that cannot be read.
    """

    made: tuple[str, ...]
    skipped: tuple[str, ...]
    differing: tuple[str, ...]
    broken: tuple[Finding, ...]
    masked: tuple[Masked, ...]


def export(desk: Desk, path: str, *, everything: bool = False) -> Exported:
    """Write the project's cards, desk and shelf, into a bundle.

    ``everything`` adds private and personal cards (without a project, every desk's drafts), and is
    refused where a git could get hold of them. Raises AllInRepository, NoProject, AlreadyExists.
    """
    settle_first(desk)
    target = os.path.abspath(os.path.join(desk.cwd, path))
    if everything and (inside_repository(desk.cwd) or inside_repository(os.path.dirname(target))):
        raise AllInRepository()
    members: dict[str, Member] = {}
    masked: list[Masked] = []
    broken: list[Finding] = []
    left_out = 0
    for place in _places(desk, everything=everything):
        cards, findings = load_place(place)
        broken += findings
        for one in cards:
            if not everything and _stays(desk, one):
                left_out += 1
                continue
            member, found = _pack(one)
            masked += found
            members.setdefault(member.path, member)
    moment = desk.memory.now.isoformat(timespec="seconds")
    manifest = render_manifest(members.values(), made=moment, project=desk.owner)
    create_file(target, pack(manifest, members.values()))
    return Exported(target, len(members), left_out, tuple(masked), tuple(broken))


def _places(desk: Desk, *, everything: bool) -> list[Place]:
    """Give the places whose cards go, the shelf before the desk."""
    if desk.project is None and not everything:
        raise NoProject(folder=desk.cwd)
    places = [place for place in desk.places if place.layer == "shelf"]
    if desk.project is not None:
        places.append(desk.place("project"))
    if everything:
        names = [] if desk.project else desk_names(desk.folder)
        places += [desk_place(desk.memory.folder, name) for name in names]
        places.append(personal_place(desk.memory.folder))
    return places


def _stays(desk: Desk, one: Stored) -> bool:
    """Tell whether a card stays behind unless everything goes."""
    return one.card.private or one.card.scope == "personal" or is_personal_file(desk, one)


def _pack(one: Stored) -> tuple[Member, tuple[Masked, ...]]:
    layer = "personal" if one.place.layer == "personal" else "project"
    data = set_fields(one.data, {"id": one.card.id}, name=one.card.name)
    data, masked, _ = fit_to_travel(data, name=one.card.name)
    return Member(layer, one.card.id, data), masked


def import_bundle(desk: Desk, path: str) -> Imported:
    """Take a bundle in: project cards as drafts on the desk, personal ones as personal cards.

    Raises BundleBroken, BundleUnsafe, BundleTooLarge, BundleNewer, NoProject, and what reading and
    writing raise; nothing is written then.
    """
    settle_first(desk)
    members = read_bundle(unpack(os.path.join(desk.cwd, path)))
    folder = make_cards_folder(desk.memory.folder)
    made: list[str] = []
    skipped: list[str] = []
    differing: list[str] = []
    masked: list[Masked] = []
    broken: list[Finding] = []
    with FolderLock(folder) as lock:
        act = Act(folder, lock=lock)
        for member in members:
            card = parse_card(member.data, shown_name(member.path))
            if not isinstance(card, Card):
                broken.append(card)
                continue
            there = _there(desk, member)
            if there is not None:
                same = _content(there.card) == _content(card)
                (skipped if same else differing).append(member.id)
                continue
            data, found = _as_arrived(member)
            masked += found
            act.create(desk.place(member.layer).path(f"{member.id}.md"), data)
            made.append(member.id)
        act.commit()
    return Imported(tuple(made), tuple(skipped), tuple(differing), tuple(broken), tuple(masked))


def _there(desk: Desk, member: Member) -> Stored | None:
    """Find what has this id here already, in any layer the card could clash with."""
    desk.place(member.layer)
    layers = ("personal",) if member.layer == "personal" else ("project", "shelf", "personal")
    return find_card((p for p in desk.places if p.layer in layers), member.id)


def _content(card: Card) -> tuple[object, ...]:
    """Give what makes a card the same card, whatever road it took."""
    own = (card.title, card.summary, card.kind, card.tags, card.triggers, card.aliases, card.when)
    more = (card.conditions, card.applicability, card.topic, card.links, card.body)
    extra = {key: value for key, value in card.extra.items() if key not in _ROAD}
    return (*own, *more, extra)


def _as_arrived(member: Member) -> tuple[bytes, tuple[Masked, ...]]:
    """Give a card as it is put on the desk: a project's as draft that nobody here approved, its history kept."""
    fields: dict[str, Field | None] = {"id": member.id, "scope": member.layer}
    if member.layer == "project":
        fields.update(review="draft", approved_by=None)
    data = set_fields(member.data, fields, name=member.path)
    return fit_to_travel(data, name=member.path)[:2]
