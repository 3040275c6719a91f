"""One commit of just the named files, while everything the person has staged or changed stays.

The commit is made by ``git commit`` itself, from an index of its own beside the person's, so their
hooks, signing and identity count as always. The person's index gets the new files afterwards and
nothing else. Nothing here touches the work tree.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence

from ofttold.core.errors import OfttoldError
from ofttold.edge.filefaults import writing_fault
from ofttold.edge.git import Repository, ask_git, run_git
from ofttold.edge.gitcall import GitFailed

COMMIT_SECONDS = 120.0  # s; a commit with the person's hooks and signing
INDEX_TRIES = 25  # times the person's index is tried while another git holds its lock
INDEX_WAIT_SECONDS = 0.2  # s between two tries: five seconds in all


class CommitRefused(OfttoldError):
    """git did not make the commit: a hook, the signing, or the identity stood against it."""

    key = "commit_refused"


class BranchExists(OfttoldError):
    """The branch to be made is there already."""

    key = "branch_exists"


class BadBranchName(OfttoldError):
    """git does not take this as a branch's name, or it holds a secret."""

    key = "bad_branch_name"


def require_new_branch(repository: Repository, name: str) -> None:
    """Raise BadBranchName for a name git does not take, BranchExists for one that is taken."""
    if name.startswith("-") or run_git(repository, "check-ref-format", f"refs/heads/{name}").code:
        raise BadBranchName(name=name)
    ref = f"refs/heads/{name}"
    if run_git(repository, "show-ref", "--verify", "--quiet", ref).code == 0:
        raise BranchExists(name=name)


def make_branch(repository: Repository, name: str, commit: str) -> None:
    """Make a branch at a commit and stand on it; files and index stay. Raises GitFailed."""
    ref = f"refs/heads/{name}"
    absent = ""  # for git: must not exist yet, whatever length its ids have
    ask_git(repository, "update-ref", "-m", "ofttold: branch", ref, commit, absent)
    ask_git(repository, "symbolic-ref", "-m", "ofttold: branch", "HEAD", ref)


def leave_branch(repository: Repository, name: str, commit: str, before: str) -> None:
    """Take back ``make_branch``: stand where the person stood, the branch gone if still at commit."""
    if before:
        run_git(repository, "symbolic-ref", "HEAD", f"refs/heads/{before}")
    else:
        run_git(repository, "update-ref", "--no-deref", "HEAD", commit)
    run_git(repository, "update-ref", "-d", f"refs/heads/{name}", commit)


def commit_files(
    repository: Repository,
    files: Mapping[str, bytes],
    message: str,
    *,
    index: str,
    keep: Sequence[int] = (),
) -> str:
    """Commit these files (name in the repository to bytes) on top of HEAD; gives the commit.

    ``index`` is the path of the index to use, which must not exist; it is gone afterwards. ``keep``
    stays open in git and its hooks. Raises CommitRefused and GitFailed, with no commit made.
    """
    environment = {"GIT_INDEX_FILE": index}
    try:
        ask_git(repository, "read-tree", "--reset", f"--index-output={index}", "HEAD")
        entries = _entries(repository, files)
        added = run_git(
            repository,
            *("update-index", "--add", "-z", "--index-info"),
            given=entries,
            environment=environment,
        )
        if added.code:
            raise GitFailed(command="git update-index", why=added.said)
        done = run_git(
            repository,
            *("commit", "--quiet", "--cleanup=whitespace", "--file=-"),
            given=message.encode(),
            seconds=COMMIT_SECONDS,
            hooks=True,
            environment=environment,
            keep=keep,
        )
        if done.code:
            raise CommitRefused(why=done.said or str(done.code))
    finally:
        drop_index(index)
    return ask_git(repository, "rev-parse", "HEAD").decode().strip()


def drop_index(index: str) -> None:
    """Remove an index of ours and its lock; raises what the system refuses."""
    for path in (index, f"{index}.lock"):
        try:
            os.unlink(path)
        except FileNotFoundError:
            continue
        except OSError as fault:
            raise writing_fault(fault, path) from fault


def _entries(repository: Repository, files: Mapping[str, bytes]) -> bytes:
    """Store the files as blobs, line endings as the repository keeps them; give index lines."""
    lines = []
    for name, data in files.items():
        # ours have plain line ends: what git keeps is what we wrote, or can be made of it again
        plain = ("-c", "core.safecrlf=false")
        arguments = (*plain, "hash-object", "-w", f"--path={name}", "--stdin")
        blob = ask_git(repository, *arguments, given=data).strip()
        lines.append(b"100644 " + blob + b"\t" + os.fsencode(name) + b"\0")
    return b"".join(lines)


def go_back_to(repository: Repository, branch: str, before: str, commit: str) -> None:
    """Let a branch stand where it stood before a commit; files and index stay. Raises GitFailed."""
    ref = f"refs/heads/{branch}"
    ask_git(repository, "update-ref", "-m", "ofttold: take back", ref, before, commit)


def follow_commit(repository: Repository, names: Sequence[str]) -> None:
    """Bring the person's index to HEAD for these names and no other; raises GitFailed.

    Waits a little while another git holds the index.
    """
    held = ask_git(repository, "ls-tree", "-r", "-z", "HEAD", "--", *names)
    known = dict(part.split(b"\t", 1)[::-1] for part in held.split(b"\0") if part)
    absent = b"0 blob " + b"0" * max(
        (len(one.split(b" ")[2]) for one in known.values()), default=40
    )
    given = b"".join(_entry(known.get(name, absent), name) for name in map(os.fsencode, names))
    for left in range(INDEX_TRIES - 1, -1, -1):
        done = run_git(repository, "update-index", "--add", "-z", "--index-info", given=given)
        if done.code == 0:
            return
        if not left or "index.lock" not in done.said:
            raise GitFailed(command="git update-index", why=done.said)
        time.sleep(INDEX_WAIT_SECONDS)


def _entry(facts: bytes, name: bytes) -> bytes:
    r"""Write what ``ls-tree`` says of a name ("mode type blob") as a line for ``update-index``.

    >>> _entry(b"100644 blob 83b837", b"a")
    b'100644 83b837\ta\x00'
    """
    mode, _, blob = facts.split(b" ")
    return mode + b" " + blob + b"\t" + name + b"\0"
