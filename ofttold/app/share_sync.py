"""The road to other clones, walked only when the person says so: pull and push, never a merge."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ofttold.app.card_index import index_path, source_of
from ofttold.app.cards import Desk, open_desk
from ofttold.app.share_status import tracked_privates
from ofttold.app.shelf import Shelf, open_shelf, settle_first
from ofttold.app.submit import Detached
from ofttold.core.errors import OfttoldError
from ofttold.edge.card_places import PERSONAL
from ofttold.edge.git import NoRepository, open_repository
from ofttold.edge.git_reads import head_of
from ofttold.edge.git_remote import (
    NoUpstream,
    base_of,
    counts,
    fast_forward,
    fetch,
    outgoing_touches,
    push,
    remotes,
    upstream_of,
)
from ofttold.edge.index import open_index
from ofttold.edge.project import PROJECTS


class Diverged(OfttoldError):
    """Both sides have commits the other lacks; nothing was merged."""

    key = "diverged"


class NoRemote(OfttoldError):
    """The repository has no remote to push to."""

    key = "no_remote"


class PersonalTracked(OfttoldError):
    """A push would carry personal cards or drafts that somebody put under git."""

    key = "personal_tracked"


class PersonalOnItsWay(PersonalTracked):
    """A commit that the remote lacks holds personal cards or drafts, tracked no more or not."""

    key = "personal_on_its_way"


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a pull brought: ``commits`` taken over, files read into the index anew and gone from it.

    ``ahead`` counts commits of this side that the remote lacks; ``broken`` names unreadable cards.
    """

    branch: str
    upstream: str
    commits: int
    ahead: int
    indexed: tuple[str, ...]
    removed: tuple[str, ...]
    broken: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pushed:
    """What a push did: where the branch went, and the branch a review would be against ('')."""

    branch: str
    remote: str
    base: str
    said: str
    notes: tuple[str, ...]


def pull(desk: Desk) -> Pulled:
    """Fetch and fast-forward the current branch, then index what changed.

    Raises NoRepository, Detached, NoUpstream, FetchFailed, Diverged, OwnPrograms, GitFailed.
    """
    notes = settle_first(desk)
    shelf = open_shelf(desk)
    branch = head_of(shelf.repository).branch
    if not branch:
        raise Detached()
    upstream = upstream_of(shelf.repository, branch)
    if upstream is None:
        raise NoUpstream(branch=branch)
    fetch(shelf.repository, upstream.remote)
    ahead, behind = counts(shelf.repository, upstream.ref)
    if ahead and behind:
        raise Diverged(branch=branch, ahead=ahead, behind=behind, upstream=_short(upstream.ref))
    if behind:
        fast_forward(shelf.repository, upstream.ref)
    indexed, removed, broken = index_shelf(desk)
    short = _short(upstream.ref)
    return Pulled(branch, short, behind, ahead, indexed, removed, broken, tuple(notes))


def _short(ref: str) -> str:
    return ref.removeprefix("refs/remotes/")


def index_shelf(desk: Desk) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Bring the shelf's rows of the index up to its files: names read anew, gone, broken."""
    again = open_desk(desk.memory, desk.cwd)
    sources = [source_of(place) for place in again.places if place.layer == "shelf"]
    with open_index(index_path(desk.memory.folder)) as index:
        report = index.sync(sources)
    named = [tuple(path for _, path in part) for part in (report.read, report.removed)]
    return named[0], named[1], tuple(path for _, path in report.broken)


def push_branch(desk: Desk) -> Pushed:
    """Push the current branch, because the person said so.

    Raises NoRepository, Detached, NoRemote, PersonalTracked, OwnPrograms, PushFailed.
    """
    notes = settle_first(desk)
    shelf = open_shelf(desk)
    branch = head_of(shelf.repository).branch
    if not branch:
        raise Detached()
    upstream = upstream_of(shelf.repository, branch)
    known = remotes(shelf.repository)
    remote = upstream.remote if upstream else "origin" if "origin" in known else "".join(known[:1])
    if not remote:
        raise NoRemote()
    require_no_personal(desk, shelf, remote)
    said = push(shelf.repository, remote, branch, follow=upstream is None)
    base = base_of(shelf.repository).removeprefix(f"refs/remotes/{remote}/")
    return Pushed(branch, remote, base, said, tuple(notes))


def require_no_personal(desk: Desk, shelf: Shelf, remote: str) -> None:
    """Refuse where this repository holds, or would send, files of the desk; raises PersonalTracked."""
    folder = os.path.realpath(desk.folder)
    root = _work_tree_around(folder, shelf)
    if not root:
        return
    held = tracked_privates(desk)
    if held:
        raise PersonalTracked(name=held[0], count=len(held))
    inside = os.path.relpath(folder, root).replace(os.sep, "/")
    paths = [f"{inside}/{PERSONAL}", f"{inside}/{PROJECTS}"]
    if outgoing_touches(shelf.repository, remote, paths):
        raise PersonalOnItsWay(name=f"{inside}/")


def _work_tree_around(folder: str, shelf: Shelf) -> str:
    """Give the root of this repository's work tree that a folder lies in; '' where it is in none.

    That may be another one than the call's: linked work trees share their commits.
    """
    root = shelf.repository.root
    if folder == root or folder.startswith(root + os.sep):
        return root
    try:
        around = open_repository(folder)
    except NoRepository:
        return ""
    return around.root if around.common == shelf.repository.common else ""
