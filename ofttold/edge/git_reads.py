"""What sharing reads out of a repository: where it stands, what it holds, what stands in the way."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.edge.git import Repository, ask_git, run_git

_UNFINISHED = {
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "BISECT_LOG": "bisect",
}


class GitBusy(OfttoldError):
    """Another git is at work in this repository: its lock stands."""

    key = "git_busy"


@dataclass(frozen=True, slots=True)
class Head:
    """Where the work tree stands: ``branch`` '' when detached, ``commit`` '' before the first."""

    branch: str
    commit: str


def head_of(repository: Repository) -> Head:
    """Give the branch and commit the work tree stands on."""
    branch = run_git(repository, "symbolic-ref", "--quiet", "HEAD").out.decode().strip()
    commit = run_git(repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    name = branch.removeprefix("refs/heads/")
    return Head(name, commit.out.decode().strip() if commit.code == 0 else "")


def unfinished(repository: Repository) -> str:
    """Name the merge, rebase or the like that is under way; '' if none is."""
    for name, what in _UNFINISHED.items():
        if os.path.lexists(os.path.join(repository.folder, name)):
            return what
    return ""


def require_unlocked(repository: Repository) -> None:
    """Raise GitBusy where another git's lock on index or HEAD stands; it is never taken away."""
    for name in ("index.lock", "HEAD.lock"):
        path = os.path.join(repository.folder, name)
        if os.path.lexists(path):
            raise GitBusy(path=path)


def identity_of(repository: Repository) -> str:
    """Give ``Name <address>`` of the person as git knows them; '' where it does not."""
    answer = run_git(repository, "var", "GIT_AUTHOR_IDENT")
    text = answer.out.decode("utf-8", "replace").strip()
    return text[: text.rindex(">") + 1] if answer.code == 0 and ">" in text else ""


def tree_of(repository: Repository, commit: str, folder: str) -> dict[str, str]:
    """Give name to blob of the files right in one folder of a commit; {} where it has none."""
    answer = run_git(repository, "ls-tree", "-z", commit, "--", f"{folder}/")
    found: dict[str, str] = {}
    for entry in answer.out.split(b"\0"):
        facts, _, path = entry.partition(b"\t")
        kind = facts.split(b" ")
        if len(kind) == 3 and kind[1] == b"blob":
            found[os.fsdecode(path)] = kind[2].decode()
    return found


def changed_names(repository: Repository, before: str, after: str) -> list[str]:
    """List the files in which two commits differ; raises GitFailed."""
    out = ask_git(repository, "diff-tree", "-r", "--no-renames", "--name-only", "-z", before, after)
    return [os.fsdecode(path) for path in out.split(b"\0") if path]


def staged_names(repository: Repository, commit: str) -> list[str]:
    """List the files in which the person's index differs from a commit; raises GitFailed."""
    out = ask_git(repository, "diff-index", "--cached", "--no-renames", "--name-only", "-z", commit)
    return [os.fsdecode(path) for path in out.split(b"\0") if path]


def read_blob(repository: Repository, name: str) -> bytes | None:
    """Give a blob's bytes by its id or as ``commit:path``; None where there is none."""
    answer = run_git(repository, "cat-file", "blob", name)
    return answer.out if answer.code == 0 else None


def tracked(repository: Repository, paths: Iterable[str]) -> list[str]:
    """List the files below these paths, however spelt, that the index holds."""
    anywhere = (f":(icase,literal){path}" for path in paths)
    out = ask_git(repository, "ls-files", "-z", "--", *anywhere)
    return [os.fsdecode(path) for path in out.split(b"\0") if path]


def left_out(repository: Repository, folder: str) -> set[str]:
    """List the files below a folder that a sparse checkout leaves out of the work tree."""
    out = ask_git(repository, "ls-files", "-t", "-z", "--", f":(literal){folder}")
    entries = [part for part in out.split(b"\0") if part.startswith(b"S ")]
    return {os.fsdecode(part[2:]) for part in entries}


def unmerged(repository: Repository, folder: str) -> dict[str, dict[int, str]]:
    """Give the conflicted files below a folder: name to the blobs of base 1, ours 2, theirs 3."""
    out = ask_git(repository, "ls-files", "--unmerged", "-z", "--", f":(literal){folder}")
    found: dict[str, dict[int, str]] = {}
    for entry in out.split(b"\0"):
        facts, _, path = entry.partition(b"\t")
        kind = facts.split(b" ")
        if len(kind) == 3:
            found.setdefault(os.fsdecode(path), {})[int(kind[2])] = kind[1].decode()
    return found
