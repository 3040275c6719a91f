"""Submitting: named drafts leave the desk for the shelf, in one local commit of just those files.

One stage, one home: a draft leaves the desk when, and only when, the commit exists. A record is
written first; whoever comes next finishes or takes back what a dead submit left. The person's
index, staged and unstaged work, hooks, signing and identity stay theirs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from ofttold.app.cards import CardRefusal, Desk
from ofttold.app.settle_submit import finish, is_committed, settle_submit, undo_sweep
from ofttold.app.share import PrivateStays, acting, fit_to_travel, on_desk, open_ties
from ofttold.app.shelf import Shelf, open_shelf
from ofttold.app.submit_undo import take_back
from ofttold.core.cards.render import Field
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.history import write_step
from ofttold.core.sharing.redaction import Masked, redact
from ofttold.core.sharing.review import state_on_desk, take_step
from ofttold.core.strings import say
from ofttold.edge.card_store import Stored, find_card, make_cards_folder
from ofttold.edge.files import ChangedUnderneath, create_file, make_folder, read_file
from ofttold.edge.git_commit import (
    BadBranchName,
    CommitRefused,
    commit_files,
    make_branch,
    require_new_branch,
)
from ofttold.edge.git_reads import Head, head_of, identity_of, require_unlocked, tree_of, unfinished
from ofttold.edge.git_remote import base_of, count_ahead
from ofttold.edge.locks import FolderLock
from ofttold.edge.submit_record import Going, Record, sum_of, write_record

INDEX = "ofttold-submit.index"


class SameId(CardRefusal):
    """A card with this id and another text lies on the shelf already."""

    key = "same_id"
    status = "gone"


class WorkSwept(OfttoldError):
    """A hook of the person's put other work of theirs into the commit, so there is none."""

    key = "work_swept"


class Unfinished(OfttoldError):
    """A merge, rebase or the like is under way, and a commit would end it."""

    key = "unfinished"


class NoCommitYet(OfttoldError):
    """The repository has no commit to stand on."""

    key = "no_commit_yet"


class Detached(OfttoldError):
    """The work tree stands on no branch."""

    key = "detached"


class NoIdentity(OfttoldError):
    """git does not know whose commit it would be."""

    key = "no_identity"


@dataclass(frozen=True, slots=True)
class Submitted:
    """What a submit did: the cards as (id, title, name on the shelf), the commit and its branch.

    ``base`` is the branch a review would be against ('' if none is known), ``others`` the commits
    the branch carries besides this one, ``notes`` what became of a dead submit, or was left over.
    """

    cards: tuple[tuple[str, str, str], ...]
    commit: str
    branch: str
    made_branch: bool
    base: str
    others: int
    masked: tuple[Masked, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A draft to go: as it lies on the desk, and as it will lie on the shelf.

    ``label`` is its title as it travels, without what was masked.
    """

    stored: Stored
    name: str
    label: str
    data: bytes
    masked: tuple[Masked, ...]


def submit(
    desk: Desk, ids: Sequence[str], *, branch: str = "", base: str = "", by: str = ""
) -> Submitted:
    """Move drafts to the shelf and commit them there, on the current branch or a new one.

    Raises, with nothing changed: NoRepository, NoProject, AlreadySubmitted, PersonalStays, PrivateStays, CardGone,
    IllegalStep, SameId, ShelfBlocked, ShelfSetting, Unfinished, NoCommitYet, Detached, NoIdentity,
    GitBusy, BranchExists, CommitRefused, WorkSwept and what writing raises.
    """
    notes = settle_submit(desk)
    shelf = open_shelf(desk)
    head = _require_ready(shelf, branch)
    drafts = [_prepare(desk, shelf, id_, by) for id_ in dict.fromkeys(ids)]
    _require_free(shelf, head, drafts)
    folder = make_cards_folder(desk.memory.folder)
    record = _record(shelf, head, branch, drafts, folder)
    with FolderLock(folder) as lock:
        for draft in drafts:
            if read_file(draft.stored.path) != draft.stored.data:
                raise ChangedUnderneath(path=draft.stored.path)
        held = write_record(folder, record, lock)
    try:
        commit = _commit_or_take_back(shelf, record, drafts, held, folder)
        notes += finish(folder, record, desk.memory.lang)
    finally:
        os.close(held)
    ties = open_ties(desk, [draft.stored for draft in drafts])
    notes += [say(desk.memory.lang, "sharing.tie_next", old=old, new=new) for old, new in ties]
    ref = base_of(shelf.repository, base)
    if base and not ref:
        notes.append(say(desk.memory.lang, "sharing.base_unknown", base=base))
    ahead = count_ahead(shelf.repository, ref) if ref else 1
    return Submitted(
        tuple((d.stored.card.id, d.label, d.name) for d in drafts),
        commit,
        record.branch,
        record.made_branch,
        ref.removeprefix("refs/remotes/origin/").removeprefix("refs/heads/") or base,
        max(0, ahead - 1),
        tuple(one for draft in drafts for one in draft.masked),
        tuple(notes),
    )


def _require_ready(shelf: Shelf, branch: str) -> Head:
    """Refuse where a commit could not be made, or would end something of the person's."""
    repository = shelf.repository
    under_way = unfinished(repository)
    if under_way:
        raise Unfinished(what=under_way)
    require_unlocked(repository)
    head = head_of(repository)
    if not head.commit:
        raise NoCommitYet()
    if branch:
        named = redact(branch)
        if named.changed:
            raise BadBranchName(name=named.text)
        require_new_branch(repository, branch)
    elif not head.branch:
        raise Detached()
    if not identity_of(repository):
        raise NoIdentity()
    return head


def _prepare(desk: Desk, shelf: Shelf, id_: str, by: str) -> _Draft:
    stored = on_desk(desk, id_)
    card = stored.card
    if card.private or card.scope == "personal":
        raise PrivateStays(id=id_)
    who = acting(shelf, by)
    step = take_step("submit", state_on_desk(card.review), id_=id_, by=who, now=desk.memory.now)
    also: dict[str, Field | None] = {"id": card.id, "scope": "project"}
    data = write_step(stored.data, step, name=card.name, also=also)
    name = shelf.member(f"{card.id}.md")
    data, masked, label = fit_to_travel(data, name=name)
    return _Draft(stored, name, label, data, masked)


def _require_free(shelf: Shelf, head: Head, drafts: Sequence[_Draft]) -> None:
    """Refuse the whole submit where the shelf, or the last commit, has one of these ids."""
    committed = tree_of(shelf.repository, head.commit, shelf.name)
    for draft in drafts:
        there = find_card([shelf.place], draft.stored.card.id) if shelf.place else None
        taken = draft.name in committed or os.path.lexists(shelf.repository.path(draft.name))
        if there is not None or taken:
            raise SameId(id=draft.stored.card.id, name=there.card.name if there else draft.name)


def _record(shelf: Shelf, head: Head, branch: str, drafts: Sequence[_Draft], folder: str) -> Record:
    repository = shelf.repository
    going = tuple(
        Going(
            draft.stored.card.id,
            os.path.relpath(draft.stored.path, folder),
            draft.name,
            sum_of(draft.stored.data),
            sum_of(draft.data),
            draft.data.decode(),
        )
        for draft in drafts
    )
    return Record(
        repository.root,
        head.commit,
        branch or head.branch,
        head.branch,
        os.path.join(repository.folder, INDEX),
        _missing_folders(repository.root, shelf.name),
        going,
    )


def _missing_folders(root: str, name: str) -> tuple[str, ...]:
    """List the folders that have to be made for the shelf, the outermost first."""
    parts = name.split("/")
    names = ["/".join(parts[: depth + 1]) for depth in range(len(parts))]
    return tuple(one for one in names if not os.path.lexists(os.path.join(root, one)))


def _commit_or_take_back(
    shelf: Shelf, record: Record, drafts: Sequence[_Draft], held: int, folder: str
) -> str:
    """Make the commit; where that fails, take everything back, unless the commit is there after all.

    A hook behind the commit can fail, or take too long, when all is done.
    """
    try:
        commit = _carry_out(shelf, record, drafts, held)
        swept = undo_sweep(folder, shelf.repository, record)
        if swept:
            raise WorkSwept(names=", ".join(swept))
        return commit
    except BaseException as fault:
        made = _after_failure(shelf, record, folder, fault)
        if made and isinstance(fault, CommitRefused):
            return made
        raise


def _after_failure(shelf: Shelf, record: Record, folder: str, fault: BaseException) -> str:
    """Take a failed submit back; gives the commit where there is one nevertheless.

    Raises WorkSwept where that one held work of the person's.
    """
    try:
        swept = undo_sweep(folder, shelf.repository, record)
        if is_committed(shelf.repository, record):
            return head_of(shelf.repository).commit
        take_back(folder, record)
    except OfttoldError as second:  # the record stays, and the next command settles it
        raise fault from second
    if swept and isinstance(fault, OfttoldError):
        raise WorkSwept(names=", ".join(swept)) from fault
    return ""


def _carry_out(shelf: Shelf, record: Record, drafts: Sequence[_Draft], held: int) -> str:
    """Write the files, make the branch if one was asked for, make the commit."""
    repository = shelf.repository
    for name in record.made:
        make_folder(repository.path(name), private=False)
    for draft in drafts:
        create_file(repository.path(draft.name), draft.data, private=False)
    if record.made_branch:
        make_branch(repository, record.branch, record.head)
    files = {draft.name: draft.data for draft in drafts}
    message = commit_message([draft.label for draft in drafts])
    return commit_files(repository, files, message, index=record.index, keep=(held,))


def commit_message(titles: Sequence[str]) -> str:
    r"""Say in one line, and for several in a list, which cards a commit proposes.

    >>> commit_message(["构建用 uv"])
    'Propose a memory card: 构建用 uv\n'
    """
    plain = [" ".join(title.split())[:72] for title in titles]
    if len(plain) == 1:
        return f"Propose a memory card: {plain[0]}\n"
    listed = "\n".join(f"- {title}" for title in plain)
    return f"Propose {len(plain)} memory cards\n\n{listed}\n"
