"""Taking a submit back: the shelf and the branch as before, the drafts on the desk.

A hook may have changed a card before it, or another, said no, as those do that put a file in order
and fail: what it changed is taken over into the draft, so that the next submit has it. Knows no
reason why a submit failed.
"""

from __future__ import annotations

import os

from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.editing import set_fields
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.merge import merge_cards
from ofttold.core.sharing.review import HISTORY
from ofttold.edge.acts import Act
from ofttold.edge.card_store import read_or_none
from ofttold.edge.files import ChangedUnderneath, remove_file
from ofttold.edge.folders import remove_empty_folders
from ofttold.edge.git import Repository, open_repository
from ofttold.edge.git_commit import drop_index, leave_branch
from ofttold.edge.locks import FolderLock
from ofttold.edge.submit_record import Going, Record, drop_record, sum_of

_ROAD = ("review", HISTORY, "proposed_by", "approved_by")


def take_back(folder: str, record: Record) -> list[str]:
    """End a submit without a commit: the files on the shelf and the branch go, the drafts stay.

    Gives the names on the shelf that stay, since somebody changed them and the draft cannot take
    that over, or there is no draft any more.
    """
    repository = open_repository(record.root)
    drop_index(record.index)
    _bring_home(folder, repository, record)
    shelf = repository.path(record.cards[0].shelf.rpartition("/")[0])
    left: list[str] = []
    if os.path.isdir(shelf):
        with FolderLock(shelf):  # which clears away what a dead writer left
            left = [one.shelf for one in record.cards if not _is_off(folder, repository, one)]
    remove_empty_folders(repository.path(name) for name in reversed(record.made))
    if record.made_branch:
        leave_branch(repository, record.branch, record.head, record.before)
    drop_record(folder, record)
    return left


def _bring_home(folder: str, repository: Repository, record: Record) -> None:
    """Take over into the drafts what was changed on the shelf."""
    with FolderLock(folder) as lock:
        act = Act(folder, lock=lock)
        for one in record.cards:
            draft = read_or_none(os.path.join(folder, one.desk))
            changed = read_or_none(repository.path(one.shelf))
            if draft is None or changed is None or sum_of(changed) == one.shelf_sum:
                continue
            merged = _merged(one, draft, changed)
            if merged is not None and merged != draft:
                act.replace(one.desk, merged, draft)
        act.commit()


def _merged(one: Going, draft: bytes, changed: bytes) -> bytes | None:
    """Give the draft with what was changed on the shelf; None where the two do not go together."""
    card = parse_card(changed, one.shelf)
    if not one.text or not isinstance(card, Card) or card.claimed_id != one.id:
        return None  # no card any more, or another one
    try:
        base, theirs = (_without_road(data, one.shelf) for data in (one.text.encode(), changed))
        merged = merge_cards(base, draft, theirs, name=one.shelf)
    except OfttoldError:  # one of them takes no edit
        return None
    return None if merged.conflicts else merged.data


def _without_road(data: bytes, name: str) -> bytes:
    """Give a submitted card without what the submit wrote into it."""
    return set_fields(data, dict.fromkeys(_ROAD), name=name)


def _is_off(folder: str, repository: Repository, one: Going) -> bool:
    """Take a file of the submit off the shelf, unless it holds what is nowhere else; tells so."""
    path = repository.path(one.shelf)
    data = read_or_none(path)
    if data is None:
        return True
    draft = read_or_none(os.path.join(folder, one.desk))
    known = sum_of(data) == one.shelf_sum
    if draft is None or not (known or _merged(one, draft, data) == draft):
        return False
    try:
        remove_file(path, expected=data)
    except ChangedUnderneath:
        return False
    return True
