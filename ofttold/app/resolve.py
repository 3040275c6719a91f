"""Conflicted cards: listed, or one merged field by field against its base.

What git could not merge is merged by the law of ``core/sharing/merge_values.py``; two different
changes of one field stay in the file between marks, for a person. Nothing is staged or committed.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ofttold.app.cards import CardGone, Desk
from ofttold.app.shelf import Shelf, open_shelf, seen_from, settle_first
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.identity import is_id, stem_of
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.merge import merge_cards
from ofttold.core.sharing.merge_left import is_left_by_a_merge
from ofttold.core.sharing.redaction import Masked, redact
from ofttold.edge.card_scan import BROKEN, scan
from ofttold.edge.files import read_file, replace_file
from ofttold.edge.git_reads import read_blob, unmerged
from ofttold.edge.gitcall import GitFailed
from ofttold.edge.locks import FolderLock

BASE, OURS, THEIRS = 1, 2, 3


class NoBase(OfttoldError):
    """The card holds conflict marks, but git no longer knows the versions behind them."""

    key = "no_base"


class HandEdited(OfttoldError):
    """Somebody has begun to settle this conflict by hand; their text is not written over."""

    key = "hand_edited"


class NotConflicted(OfttoldError):
    """The card is not conflicted."""

    key = "not_conflicted"


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflicted card: its id and name, and why: ``both`` changed, or one side ``deleted`` it.

    ``marks``: only marks are left in the file, git has forgotten the versions.
    """

    id: str
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Resolved:
    """What merging one card came to: the fields left to the person, the command that settles it.

    ``deleted``: both sides agree that the file goes; ``here``: the file as seen from the call.
    """

    id: str
    name: str
    conflicts: tuple[str, ...]
    command: str
    deleted: bool
    masked: tuple[Masked, ...]
    here: str


def list_conflicts(desk: Desk) -> list[Conflict]:
    """List the shelf's conflicted cards, those git knows of first."""
    settle_first(desk)
    shelf = open_shelf(desk)
    known = unmerged(shelf.repository, shelf.name)
    found = [
        Conflict(_id(name), name, "both" if OURS in blobs and THEIRS in blobs else "deleted")
        for name, blobs in sorted(known.items())
    ]
    seen = scan(shelf.place, now_ns=0) if shelf.place else []
    for one in seen:
        name = shelf.member(one.name)
        if one.state == BROKEN and name not in known and _has_marks(shelf, name):
            found.append(Conflict(_id(name), name, "marks"))
    return found


def _id(name: str) -> str:
    stem = stem_of(name)
    return stem if is_id(stem) else name.rpartition("/")[2]


def _has_marks(shelf: Shelf, name: str) -> bool:
    card = parse_card(read_file(shelf.repository.path(name), limit=None), name)
    return not isinstance(card, Card) and card.code == "card_conflict"


def resolve(desk: Desk, id_: str) -> Resolved:
    """Merge one conflicted card and write it; raises CardGone, NotConflicted, NoBase, CardUnreadable."""
    settle_first(desk)
    shelf = open_shelf(desk)
    known = unmerged(shelf.repository, shelf.name)
    name = next((one for one in known if id_ in (_id(one), one)), "")
    if not name:
        _refuse(desk, shelf, id_)
    versions = _versions(shelf, known[name])
    merged = merge_cards(*versions, name=name)
    (here,) = seen_from(desk, [name])
    if merged.data is None:
        _require_untouched(shelf, name, versions)
        return Resolved(_id(name), name, (), shlex.join(["git", "rm", "--", here]), True, (), here)
    safe = redact(merged.data.decode())
    _require_untouched(shelf, name, versions, merged.data, safe.text.encode())
    _write(shelf, name, safe.text.encode())
    command = "" if merged.conflicts else shlex.join(["git", "add", "--", here])
    return Resolved(_id(name), name, merged.conflicts, command, False, safe.masked, here)


def _refuse(desk: Desk, shelf: Shelf, id_: str) -> None:
    for one in list_conflicts(desk):
        if id_ in (one.id, one.name):
            raise NoBase(id=id_, name=one.name)
    there = shelf.place is not None and os.path.lexists(shelf.place.path(f"{id_}.md"))
    raise NotConflicted(id=id_) if there else CardGone(id=id_)


def _versions(
    shelf: Shelf, blobs: Mapping[int, str]
) -> tuple[bytes | None, bytes | None, bytes | None]:
    found: list[bytes | None] = []
    for stage in (BASE, OURS, THEIRS):
        data = read_blob(shelf.repository, blobs[stage]) if stage in blobs else None
        if stage in blobs and data is None:
            raise GitFailed(command="git cat-file", why=blobs[stage])
        found.append(data)
    return found[0], found[1], found[2]


def _require_untouched(
    shelf: Shelf, name: str, versions: Sequence[bytes | None], *written: bytes
) -> None:
    """Refuse where the file is neither what git left nor what a merge by fields wrote."""
    path = shelf.repository.path(name)
    if os.path.lexists(path):
        found = read_file(path, limit=None)
        if not is_left_by_a_merge(found, versions, written):
            raise HandEdited(name=name)


def _write(shelf: Shelf, name: str, data: bytes) -> None:
    path = shelf.repository.path(name)
    with FolderLock(shelf.folder) as lock:
        before = read_file(path, limit=None) if os.path.lexists(path) else None
        if before != data:
            replace_file(path, data, expected=before, private=False, lock=lock)
