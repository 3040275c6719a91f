"""Calling git: by list, never through a shell, never asking, never longer than agreed.

Every git whose output is wanted is started here: for sharing by ``git.run_git``, which trusts a
project's repository with nothing, and for the memory folder by ``call_git``. That repository is the
person's own, yet its configuration may have been cloned along: hooks of the file-system monitor are
off, prompts are off, and no optional lock is taken.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.edge.children import run_child
from ofttold.edge.git_environment import QUIET, quiet_environment

LOCAL_SECONDS = 10.0  # s; a call that touches no network
NETWORK_SECONDS = 30.0  # s; fetch and push
TIMED_OUT = 124  # the code of a call that took too long
_NOT_STARTED = 126  # the code of one that the system refused


class NoGit(OfttoldError):
    """git is not installed."""

    key = "no_git"


class GitFailed(OfttoldError):
    """git refused, for a reason of its own."""

    key = "git_failed"


@dataclass(frozen=True, slots=True)
class GitAnswer:
    """What a call of git gave: ``code`` 0 is success; ``said`` is what is shown of its complaint."""

    code: int
    out: bytes
    said: str


def find_git(outside: str = "") -> str:
    """Find git on the person's path; one that lies inside ``outside`` is none. Raises NoGit."""
    program = shutil.which("git")
    if program is None or (outside and os.path.realpath(program).startswith(outside + os.sep)):
        raise NoGit()
    return os.path.abspath(program)


def start_git(
    folder: str,
    arguments: Sequence[str],
    *,
    show: Callable[[str], str],
    environment: Mapping[str, str],
    seconds: float,
    given: bytes = b"",
    keep: Sequence[int] = (),
    outside: str = "",
) -> GitAnswer:
    """Run git in a folder, ``given`` on its stdin, ``keep`` open in it; ``show`` picks what it said.

    A git that lies inside ``outside`` is none. A call that takes too long is ended and answers
    TIMED_OUT. Raises NoGit and GitFailed.
    """
    program = find_git(outside)
    try:
        ended = run_child(
            [program, *QUIET, *arguments],
            folder=folder,
            environment=environment,
            seconds=seconds,
            given=given,
            keep=keep,
        )
    except OSError as fault:
        raise GitFailed(command="git", why=fault.strerror or str(fault)) from fault
    if ended.code is None:
        return GitAnswer(TIMED_OUT, b"", f"timed out after {seconds:g} s")
    return GitAnswer(ended.code, ended.out, show(ended.complaint.decode("utf-8", "replace")))


def call_git(
    folder: str, *arguments: str, seconds: float = LOCAL_SECONDS, given: bytes = b""
) -> GitAnswer:
    """Run git in a folder of the person's own; what keeps it from starting is an answer too.

    ``said`` is the line that names the cause. Raises NoGit.
    """
    environment = quiet_environment()
    try:
        return start_git(
            folder,
            arguments,
            show=name_cause,
            environment=environment,
            seconds=seconds,
            given=given,
        )
    except GitFailed as refused:
        return GitAnswer(_NOT_STARTED, b"", str(refused.values["why"]))


def name_cause(complaint: str) -> str:
    r"""Pick the line of git's complaint that names the cause, without its label.

    >>> name_cause("hint: try again\nerror: no disk\nfatal: gave up")
    'no disk'
    >>> name_cause(" ! [rejected] main -> main (fetch first)\nerror: failed to push some refs")
    'main -> main (fetch first)'
    """
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    for label in ("! [rejected]", "! [remote rejected]", "error:", "fatal:"):
        for line in lines:
            if line.startswith(label):
                return line[len(label) :].strip()
    told = [line for line in lines if not line.startswith(("hint:", "warning:", "To "))]
    return told[0] if told else ""


def inside_repository(folder: str) -> bool:
    """Tell, without calling git, whether a folder lies in a work tree."""
    here = os.path.realpath(folder)
    while True:
        if os.path.exists(os.path.join(here, ".git")):
            return True
        above = os.path.dirname(here)
        if above == here:
            return False
        here = above
