"""The road to other clones: fetch, fast-forward, push; nothing is ever merged or forced.

Programs that only the repository's own configuration names for these (transport, proxy, password
helper) are not run: a call that would need one is refused, and git itself is the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.edge.git import Repository, local_variables, run_git
from ofttold.edge.gitcall import NETWORK_SECONDS, GitFailed

PUSH_SECONDS = 120.0  # s; a push with the person's hook
_RUNS = {
    ("core", "sshcommand"),
    ("core", "gitproxy"),
    ("core", "askpass"),
    ("core", "alternaterefscommand"),
    ("credential", "helper"),
    ("remote", "uploadpack"),
    ("remote", "receivepack"),
    ("remote", "vcs"),
    ("url", "insteadof"),
    ("url", "pushinsteadof"),
}
UP_TO_DATE = "Everything up-to-date"  # what git says of a push with nothing to send
_BEHIND = ("(fetch first)", "(non-fast-forward)")
_FILTERS = ("clean", "smudge", "process")


class OwnPrograms(OfttoldError):
    """The repository's own configuration names a program that this would run."""

    key = "own_programs"


class NoUpstream(OfttoldError):
    """The branch follows no branch of a remote."""

    key = "no_upstream"


class FetchFailed(OfttoldError):
    """The remote could not be reached, or refused."""

    key = "fetch_failed"


class PushFailed(OfttoldError):
    """The push did not arrive."""

    key = "push_failed"


class PushBehind(PushFailed):
    """The remote's branch has commits that this one lacks."""

    key = "push_behind"


@dataclass(frozen=True, slots=True)
class Upstream:
    """What a branch follows: the ``remote``, the ``branch`` there, and the local ``ref`` of it."""

    remote: str
    branch: str
    ref: str


def require_plain(repository: Repository, *, checkout: bool = False) -> None:
    """Raise OwnPrograms where the repository's own configuration would run something.

    ``checkout``: also a filter that a checkout would run.
    """
    for section, subsection, key, value in local_variables(repository):
        runs = (section, key) in _RUNS and bool(value)
        if section == "url":
            runs = runs and "::" in subsection  # a rewritten address is none but through a helper
        if checkout and section == "filter" and key in _FILTERS:
            runs = bool(value)
        if runs:
            name = ".".join(part for part in (section, subsection, key) if part)
            raise OwnPrograms(name=name)


def upstream_of(repository: Repository, branch: str) -> Upstream | None:
    """Give what the branch follows; None where it follows nothing."""
    form = "%(upstream:remotename)%00%(upstream:remoteref)%00%(upstream)"
    answer = run_git(repository, "for-each-ref", f"--format={form}", f"refs/heads/{branch}")
    parts = answer.out.decode("utf-8", "replace").rstrip("\n").split("\0")
    if answer.code or len(parts) != 3 or not all(parts):
        return None
    return Upstream(parts[0], parts[1].removeprefix("refs/heads/"), parts[2])


def remotes(repository: Repository) -> list[str]:
    """List the remotes."""
    return run_git(repository, "remote").out.decode("utf-8", "replace").split()


def base_of(repository: Repository, named: str = "") -> str:
    """Give the ref that a review would be against: the one named, else the remote's own default."""
    candidates = [f"refs/remotes/origin/{named}", f"refs/heads/{named}"] if named else []
    if not named:
        answer = run_git(repository, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
        candidates = [answer.out.decode().strip()] if answer.code == 0 else []
        candidates += [f"refs/remotes/origin/{name}" for name in ("main", "master")]
    for ref in candidates:
        if run_git(repository, "show-ref", "--verify", "--quiet", ref).code == 0:
            return ref
    return ""


def count_ahead(repository: Repository, base: str, tip: str = "HEAD") -> int:
    """Count the commits of a tip that its base lacks."""
    answer = run_git(repository, "rev-list", "--count", f"{base}..{tip}", "--")
    return int(answer.out) if answer.code == 0 else 0


def fetch(repository: Repository, remote: str) -> None:
    """Fetch from a remote, within the time; raises OwnPrograms and FetchFailed."""
    require_plain(repository)
    arguments = ("fetch", "--quiet", "--no-recurse-submodules")
    command = (*arguments, "--upload-pack=git-upload-pack", "--", remote)
    answer = run_git(repository, *command, seconds=NETWORK_SECONDS)
    if answer.code:
        raise FetchFailed(remote=remote, why=answer.said or str(answer.code))


def fast_forward(repository: Repository, ref: str) -> None:
    """Bring branch and files forward to a ref that has it all; raises OwnPrograms and GitFailed."""
    require_plain(repository, checkout=True)
    options = ("-c", "merge.verifySignatures=false", "-c", "submodule.recurse=false")
    command = (*options, "merge", "--ff-only", "--quiet", ref)
    answer = run_git(repository, *command, seconds=PUSH_SECONDS)
    if answer.code:
        raise GitFailed(command="git merge --ff-only", why=answer.said or str(answer.code))


def counts(repository: Repository, ref: str) -> tuple[int, int]:
    """Give how many commits HEAD has that the ref lacks, and the other way round."""
    answer = run_git(repository, "rev-list", "--left-right", "--count", f"HEAD...{ref}", "--")
    parts = answer.out.split()
    if answer.code or len(parts) != 2:
        raise GitFailed(command="git rev-list", why=answer.said or ref)
    return int(parts[0]), int(parts[1])


def outgoing_touches(repository: Repository, remote: str, paths: Sequence[str]) -> bool:
    """Tell whether a commit that this remote lacks touches one of these paths, however spelt."""
    anywhere = [f":(icase,literal){path}" for path in paths]
    known = ("--not", f"--remotes={remote}")
    command = ("rev-list", "--max-count=1", "--full-history", "HEAD", *known, "--", *anywhere)
    answer = run_git(repository, *command)
    return bool(answer.code or answer.out.strip())


def push(repository: Repository, remote: str, branch: str, *, follow: bool) -> str:
    """Push one branch to its own name, with the person's own hook; gives what git said.

    ``follow`` makes the branch follow it. Raises OwnPrograms, PushBehind and PushFailed.
    """
    require_plain(repository)
    ref = f"refs/heads/{branch}:refs/heads/{branch}"
    options = ("--no-recurse-submodules", "--no-follow-tags", "--receive-pack=git-receive-pack")
    track = ("--set-upstream",) if follow else ()
    command = ("push", *options, *track, "--", remote, ref)
    answer = run_git(repository, *command, seconds=PUSH_SECONDS, hooks=True)
    if answer.code and any(word in answer.said for word in _BEHIND):
        raise PushBehind(remote=remote, branch=branch)
    if answer.code:
        raise PushFailed(remote=remote, why=answer.said or str(answer.code))
    return answer.said
