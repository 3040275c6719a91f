"""git as sharing needs it: asked by list, never through a shell, never long, never trusted.

A repository may be hostile: hooks, the file-system monitor, filters and transports that its own
configuration names are off, except the hooks of a commit or push that the person asked for. A call
that takes too long is ended with all its children. Paths go in and come out by ``-z``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ofttold.core.cards.git_config import read_variables
from ofttold.core.errors import OfttoldError
from ofttold.edge.git_environment import GIVEN_ALONG, quiet_environment
from ofttold.edge.gitcall import LOCAL_SECONDS, GitAnswer, GitFailed, call_git, start_git
from ofttold.edge.project import find_repository
from ofttold.edge.regular import regular

MOST_CONFIG_BYTES = 1 << 20  # bytes of one configuration that are looked at
MOST_SAID = 20  # lines of a complaint that are shown
_DISTRUST = ("-c", "gc.auto=0", "-c", "protocol.ext.allow=never", "-c", "advice.detachedHead=false")
_NO_HOOKS = ("-c", f"core.hooksPath={os.devnull}")
_FILTERS = ("clean", "smudge", "process")


class NoRepository(OfttoldError):
    """This folder lies in no git work tree."""

    key = "no_repository"


@dataclass(frozen=True, slots=True)
class Repository:
    """A work tree: its real ``root``, the ``folder`` with its index and HEAD, and the ``common`` one.

    The common folder holds configuration and branches; it is another one in a linked work tree.
    """

    root: str
    folder: str
    common: str

    def path(self, name: str) -> str:
        """Give the full path of a file by its name in the repository (with ``/``)."""
        return os.path.join(self.root, *name.split("/"))


def open_repository(cwd: str) -> Repository:
    """Find the work tree of a folder; raises NoRepository, also where git would work elsewhere."""
    found = find_repository(os.path.realpath(cwd))
    if found is None:
        raise NoRepository(folder=cwd)
    root, common = found
    folder = os.path.join(root, ".git")
    if not os.path.isdir(folder):
        line = _read(folder).strip().removeprefix("gitdir:").strip()
        folder = os.path.normpath(os.path.join(root, line))
    repository = Repository(root, folder, common)
    for section, _, key, value in read_variables(_own_config(repository)):
        if (section, key) == ("core", "worktree"):
            elsewhere = os.path.realpath(os.path.join(folder, value)) != root
            if elsewhere:  # git would read and write there, whatever folder we mean
                raise NoRepository(folder=cwd)
    return repository


def local_variables(repository: Repository) -> list[tuple[str, str, str, str]]:
    """Give the repository's own configuration as (section, subsection, key, value), by git's reading.

    Empty where git cannot read it.
    """
    answer = _run(repository, ("config", "--local", "--includes", "--list", "-z"))
    found: list[tuple[str, str, str, str]] = []
    for entry in answer.out.decode("utf-8", "surrogateescape").split("\0"):
        name, _, value = entry.partition("\n")
        section, _, rest = name.partition(".")
        subsection, _, key = rest.rpartition(".")
        if key:
            found.append((section, subsection, key, value))
    return found


def disarm(repository: Repository) -> dict[str, str]:
    """Give the environment that turns off every filter of the repository's own configuration.

    Read from its files without starting git; an empty command is no program.
    """
    text = _own_config(repository)
    names = {sub for section, sub, _, _ in read_variables(text) if section == "filter"}
    if "include" in text.lower():  # rare, and then git itself says what holds
        names |= {sub for section, sub, _, _ in local_variables(repository) if section == "filter"}
    pairs: list[tuple[str, str]] = []
    for name in sorted(names):
        pairs += [(f"filter.{name}.{key}", "") for key in _FILTERS]
        pairs.append((f"filter.{name}.required", "false"))
    found = {"GIT_CONFIG_COUNT": str(len(pairs))} if pairs else {}
    for place, (key, value) in enumerate(pairs):
        found |= {f"GIT_CONFIG_KEY_{place}": key, f"GIT_CONFIG_VALUE_{place}": value}
    return found


def _own_config(repository: Repository) -> str:
    """Give the text of the repository's own configuration files."""
    places = (repository.common, "config"), (repository.folder, "config.worktree")
    return "\n".join(_read(os.path.join(*place)) for place in places)


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", opener=regular) as file:
            return file.read(MOST_CONFIG_BYTES)
    except OSError:
        return ""


def run_git(
    repository: Repository,
    *arguments: str,
    given: bytes = b"",
    seconds: float = LOCAL_SECONDS,
    hooks: bool = False,
    environment: Mapping[str, str] | None = None,
    keep: Sequence[int] = (),
) -> GitAnswer:
    """Run git in the work tree; ``hooks`` lets the person's hooks run, ``keep`` stays open in it.

    A call that takes too long answers code 124. Raises NoGit.
    """
    return _run(
        repository,
        (*(() if hooks else _NO_HOOKS), *arguments),
        given=given,
        seconds=seconds,
        environment={**disarm(repository), **(environment or {})},
        keep=keep,
    )


def ask_git(repository: Repository, *arguments: str, given: bytes = b"") -> bytes:
    """Run git for its output alone; raises GitFailed and NoGit."""
    answer = run_git(repository, *arguments, given=given)
    if answer.code:
        raise GitFailed(command=f"git {arguments[0]}", why=answer.said or str(answer.code))
    return answer.out


def _run(
    repository: Repository,
    arguments: Sequence[str],
    *,
    given: bytes = b"",
    seconds: float = LOCAL_SECONDS,
    environment: Mapping[str, str] | None = None,
    keep: Sequence[int] = (),
) -> GitAnswer:
    whole = {k: v for k, v in quiet_environment().items() if k not in GIVEN_ALONG}
    return start_git(
        repository.root,
        (*_DISTRUST, *arguments),
        show=_last_lines,
        environment={**whole, **(environment or {})},
        seconds=seconds,
        given=given,
        keep=keep,
        outside=repository.root,
    )


def _last_lines(said: str) -> str:
    """Give the end of a complaint, fit to be shown."""
    text = said.replace("\r", "\n")
    plain = "".join(sign for sign in text if sign == "\n" or sign.isprintable())
    lines = [line.rstrip() for line in plain.split("\n") if line.strip()]
    return "\n".join(lines[-MOST_SAID:])


def merge_text(folder: str, ours: str, base: str, theirs: str) -> int:
    """Merge three files by lines, as git itself would, over ``ours``; gives the conflicts' number."""
    labels = ("-L", "ours", "-L", "base", "-L", "theirs")
    return call_git(folder, "merge-file", *labels, "--", ours, base, theirs).code
