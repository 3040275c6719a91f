"""Settling a submit that died: finished where its commit exists, taken back where it does not.

The same whichever process finds it. What somebody changed meanwhile is left alone and named.
"""

from __future__ import annotations

import os

from ofttold.app.cards import Desk
from ofttold.app.submit_undo import take_back
from ofttold.core.strings import Lang, say
from ofttold.edge.acts import Act
from ofttold.edge.card_places import cards_folder
from ofttold.edge.card_store import read_or_none, version_paths
from ofttold.edge.files import read_file
from ofttold.edge.git import NoRepository, Repository, open_repository, run_git
from ofttold.edge.git_commit import drop_index, follow_commit, go_back_to
from ofttold.edge.git_reads import changed_names, staged_names, tree_of
from ofttold.edge.gitcall import GitFailed
from ofttold.edge.locks import FolderLock
from ofttold.edge.submit_record import (
    Record,
    claim_record,
    drop_record,
    has_record,
    is_older,
    sum_of,
)


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
    swept = undo_sweep(folder, repository, record)
    if is_committed(repository, record):
        return [say(lang, "sharing.settled_done", ids=ids), *finish(folder, record, lang)]
    left = take_back(folder, record)
    said = [say(lang, "sharing.swept", names=", ".join(swept))] if swept else []
    home = [one.id for one in record.cards if os.path.lexists(os.path.join(folder, one.desk))]
    if home:
        said.append(say(lang, "sharing.settled_undone", ids=", ".join(home)))
    return said + [say(lang, "sharing.shelf_changed", name=name) for name in left]


def is_committed(repository: Repository, record: Record) -> bool:
    """Tell whether the submit's commit exists: its branch holds files that its start did not."""
    tip = _tip(repository, record)
    if not tip:
        return False
    folder = record.cards[0].shelf.rpartition("/")[0]
    held = tree_of(repository, tip, folder)
    return all(one.shelf in held for one in record.cards)


def _tip(repository: Repository, record: Record) -> str:
    """Give where the submit's branch stands now; '' where it has not moved."""
    answer = run_git(repository, "rev-parse", "--verify", "--quiet", f"refs/heads/{record.branch}")
    tip = answer.out.decode().strip()
    return "" if answer.code or tip == record.head else tip


def undo_sweep(folder: str, repository: Repository, record: Record) -> list[str]:
    """Undo the submit's commit where a hook put work of the person's into it; gives the names.

    What a hook writes itself, such as a list it keeps up to date, may come along. What was staged,
    or had been lying there since before the submit, was not meant to be committed.
    """
    tip = _tip(repository, record)
    more = _more(repository, record, tip)
    staged = set(staged_names(repository, record.head)) if more else set()
    path = repository.path
    swept = [name for name in more if name in staged or is_older(folder, path(name))]
    if swept:
        go_back_to(repository, record.branch, record.head, tip)
    return swept


def _more(repository: Repository, record: Record, tip: str) -> list[str]:
    """List what the submit's commit holds besides the cards; [] where it is not the last commit."""
    above = run_git(repository, "rev-parse", "--verify", "--quiet", f"{tip}^") if tip else None
    if above is None or above.out.decode().strip() != record.head:
        return []
    cards = {one.shelf for one in record.cards}
    return [name for name in changed_names(repository, record.head, tip) if name not in cards]


def finish(folder: str, record: Record, lang: Lang) -> list[str]:
    """End a submit whose commit exists: desk, index, record. A draft changed meanwhile stays.

    Where the person's index cannot be brought along now, the record stays for the next command.
    """
    said = [say(lang, "sharing.draft_changed", id=id_) for id_ in _clear_desk(folder, record)]
    drop_index(record.index)
    try:
        repository = open_repository(record.root)
        more = _more(repository, record, _tip(repository, record))
        follow_commit(repository, [*(one.shelf for one in record.cards), *more])
    except GitFailed as fault:
        return [*said, say(lang, "sharing.index_waits", why=str(fault.values["why"]))]
    drop_record(folder, record)
    return said


def _clear_desk(folder: str, record: Record) -> list[str]:
    """Take the submitted drafts off the desk, with their earlier versions; gives those that stay."""
    stays: list[str] = []
    with FolderLock(folder) as lock:
        act = Act(folder, lock=lock)
        for one in record.cards:
            path = os.path.join(folder, one.desk)
            data = read_or_none(path)
            if data is not None and sum_of(data) != one.desk_sum:
                stays.append(one.id)
                continue
            if data is not None:
                act.remove(one.desk, data)
            for version in version_paths(os.path.dirname(path), one.id):
                act.remove(version, read_file(version))
        act.commit()
    return stays
