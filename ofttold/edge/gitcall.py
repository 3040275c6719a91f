"""Calling git: by list, never through a shell, never asking, never longer than agreed.

A memory folder's repository is the person's own, yet its configuration may have been cloned along:
hooks of the file-system monitor are off, prompts are off, and no optional lock is taken.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.edge.git_environment import QUIET, quiet_environment

LOCAL_SECONDS = 10.0  # s; a call that touches no network
NETWORK_SECONDS = 30.0  # s; fetch and push
ENDING_SECONDS = 2.0  # s; how long a git told to end may take to put its locks away
TIMED_OUT = 124  # the code of a call that took too long


class NoGit(OfttoldError):
    """git is not installed."""

    key = "no_git"


@dataclass(frozen=True, slots=True)
class GitAnswer:
    """What a call of git gave: ``code`` 0 is success; ``said`` is the line of its complaint that names the cause."""

    code: int
    out: bytes
    said: str


def call_git(
    folder: str, *arguments: str, seconds: float = LOCAL_SECONDS, given: bytes = b""
) -> GitAnswer:
    """Run git in a folder, ``given`` on its stdin; a call that takes too long is ended and answers code 124.

    Raises NoGit where git is not installed.
    """
    program = shutil.which("git")
    if program is None:
        raise NoGit()
    process = subprocess.Popen(
        [program, *QUIET, *arguments],
        cwd=folder,
        env=quiet_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=os.name == "posix",
    )
    with process:
        try:
            out, complaint = process.communicate(given, timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            return GitAnswer(TIMED_OUT, b"", f"timed out after {seconds:g} s")
    return GitAnswer(process.returncode, out, name_cause(complaint.decode("utf-8", "replace")))


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


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git and what it started: asked first, so that it puts its locks away, then forced."""
    for how in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        with contextlib.suppress(ProcessLookupError):
            if os.name == "posix":
                os.killpg(process.pid, how)
            else:
                process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=ENDING_SECONDS)
            return


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
