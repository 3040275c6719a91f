"""Mapping a branch's pull request onto its cards; without ``apply`` nothing is written."""

from __future__ import annotations

from dataclasses import dataclass

from ofttold.app.cards import Desk
from ofttold.app.review import Turned, commit_command, turn
from ofttold.app.shelf import Shelf, open_shelf, seen_from, settle_first
from ofttold.app.submit import Detached
from ofttold.core.sharing.pull_request import FIELDS, PullRequest, read_pull_request, steps_for
from ofttold.core.sharing.redaction import redact
from ofttold.core.sharing.review import Verb, state_of
from ofttold.edge.card_store import Stored, load_place
from ofttold.edge.git import run_git
from ofttold.edge.git_reads import head_of
from ofttold.edge.git_remote import base_of
from ofttold.edge.hub import view_pull_request


@dataclass(frozen=True, slots=True)
class Mapped:
    """One card under the pull request: the steps it calls for, and those taken."""

    id: str
    title: str
    name: str
    state: str
    steps: tuple[Verb, ...]
    taken: tuple[Turned, ...]


@dataclass(frozen=True, slots=True)
class PullRequestStatus:
    """A pull request and its cards; ``command`` commits what was written ('' if nothing was)."""

    request: PullRequest
    cards: tuple[Mapped, ...]
    applied: bool
    command: str


def pull_request_status(desk: Desk, *, apply: bool = False) -> PullRequestStatus:
    """Ask ``gh`` about the current branch; with ``apply`` take the steps it calls for.

    Raises NoHub, HubFailed, NoPullRequest, OddAnswer, Detached, NoRepository and what writing raises.
    """
    settle_first(desk)
    shelf = open_shelf(desk)
    branch = head_of(shelf.repository).branch
    if not branch:
        raise Detached()
    request = read_pull_request(view_pull_request(shelf.repository.root, branch, FIELDS))
    mapped = [_map(desk, shelf, known, request, apply=apply) for known in _cards(shelf, request)]
    names = [one.name for one in mapped if one.taken]
    subject = f"Follow pull request {request.number}"
    command = commit_command(subject, seen_from(desk, names)) if names else ""
    return PullRequestStatus(request, tuple(mapped), apply, command)


def _cards(shelf: Shelf, request: PullRequest) -> list[Stored]:
    """Give the cards the request is about: its files, else what the branch changed; never others."""
    if shelf.place is None:
        return []
    cards, _ = load_place(shelf.place)
    names = set(request.files) or _changed(shelf, request.base)
    return [one for one in cards if one.card.name in names]


def _changed(shelf: Shelf, named: str) -> set[str]:
    """Give the shelf's files that the branch changed against its base; empty where none is known."""
    base = base_of(shelf.repository, named) or base_of(shelf.repository)
    if not base:
        return set()
    answer = run_git(
        shelf.repository,
        *("diff-tree", "-r", "-z", "--name-only", "--merge-base", "--no-commit-id", base, "HEAD"),
        *("--", f":(literal){shelf.name}"),
    )
    return {name for name in answer.out.decode("utf-8", "replace").split("\0") if name}


def _map(desk: Desk, shelf: Shelf, known: Stored, request: PullRequest, *, apply: bool) -> Mapped:
    card = known.card
    steps = steps_for(request.standing, state_of(card.review))
    taken: list[Turned] = []
    by = redact(request.reviewer).text or "gh"
    note = redact(request.url).text
    for verb in steps if apply else ():
        taken.append(turn(desk, shelf, known, verb, note=note, by=by))
        again, _ = load_place(known.place)
        known = next(one for one in again if one.card.id == card.id)
    return Mapped(card.id, card.label, card.name, state_of(card.review), steps, tuple(taken))
