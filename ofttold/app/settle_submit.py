"""Settling a submit that died: finished where its commit exists, taken back where it does not.

The same whichever process finds it. What somebody changed meanwhile is left alone and named.
"""

from __future__ import annotations

import os

from ofttold.app.cards import Desk
from ofttold.core.strings import Lang, say
from ofttold.edge.acts import Act
from ofttold.edge.card_places import cards_folder
from ofttold.edge.card_store import read_or_none
from ofttold.edge.files import ChangedUnderneath, remove_file
from ofttold.edge.folders import remove_empty_folders
from ofttold.edge.git import NoRepository, Repository, open_repository, run_git
from ofttold.edge.git_commit import drop_index, follow_commit, leave_branch
from ofttold.edge.git_reads import tree_of
from ofttold.edge.gitcall import GitFailed
from ofttold.edge.locks import FolderLock
from ofttold.edge.submit_record import Record, claim_record, drop_record, has_record, sum_of


def settle_submit(desk: Desk) -> list[str]:
    """Settle what a dead submit left in this memory folder; gives what there is to say.

    Raises SubmitRunning, SubmitUnreadable, Busy and what git or writing raises.
    """
    folder = cards_folder(desk.memory.folder)
    if not has_record(folder):
        return []
    with FolderLock(folder):
        claimed = claim_record(folder)
    if claimed is None:
        return []
    record, held = claimed
    try:
        return _settle(folder, record, desk.memory.lang)
    finally:
        os.close(held)


def _settle(folder: str, record: Record, lang: Lang) -> list[str]:
    ids = ", ".join(one.id for one in record.cards)
    try:
        repository = open_repository(record.root)
    except NoRepository:  # the repository is gone, and with it whatever the commit was
        drop_record(folder, record)
        return [say(lang, "sharing.settled_lost", root=record.root, ids=ids)]
    if is_committed(repository, record):
        return [say(lang, "sharing.settled_done", ids=ids), *finish(folder, record, lang)]
    take_back(folder, record)
    return [say(lang, "sharing.settled_undone", ids=ids)]


def is_committed(repository: Repository, record: Record) -> bool:
    """Tell whether the submit's commit exists: its branch holds files that its start did not."""
    answer = run_git(repository, "rev-parse", "--verify", "--quiet", f"refs/heads/{record.branch}")
    tip = answer.out.decode().strip()
    if answer.code or tip == record.head:
        return False
    folder = record.cards[0].shelf.rpartition("/")[0]
    held = tree_of(repository, tip, folder)
    return all(one.shelf in held for one in record.cards)


def finish(folder: str, record: Record, lang: Lang) -> list[str]:
    """End a submit whose commit exists: desk, index, record. A draft changed meanwhile stays.

    Where the person's index cannot be brought along now, the record stays for the next command.
    """
    said: list[str] = []
    with FolderLock(folder) as lock:
        act = Act(folder, lock=lock)
        for one in record.cards:
            data = read_or_none(os.path.join(folder, one.desk))
            if data is not None and sum_of(data) == one.desk_sum:
                act.remove(one.desk, data)
            elif data is not None:
                said.append(say(lang, "sharing.draft_changed", id=one.id))
        act.commit()
    drop_index(record.index)
    try:
        follow_commit(open_repository(record.root), [one.shelf for one in record.cards])
    except GitFailed as fault:
        return [*said, say(lang, "sharing.index_waits", why=str(fault.values["why"]))]
    drop_record(folder, record)
    return said


def take_back(folder: str, record: Record) -> None:
    """End a submit without a commit: the files on the shelf and the branch go, the drafts stay."""
    repository = open_repository(record.root)
    drop_index(record.index)
    folder_name = record.cards[0].shelf.rpartition("/")[0]
    if os.path.isdir(repository.path(folder_name)):
        with FolderLock(repository.path(folder_name)):  # which clears away what a dead writer left
            for one in record.cards:
                _take_off_shelf(repository.path(one.shelf), one.shelf_sum)
    remove_empty_folders(repository.path(name) for name in reversed(record.made))
    if record.made_branch:
        leave_branch(repository, record.branch, record.head, record.before)
    drop_record(folder, record)


def _take_off_shelf(path: str, sum_: str) -> None:
    """Remove a file of the submit; one that somebody changed meanwhile stays."""
    data = read_or_none(path)
    if data is None or sum_of(data) != sum_:
        return
    try:
        remove_file(path, expected=data)
    except ChangedUnderneath:
        return
