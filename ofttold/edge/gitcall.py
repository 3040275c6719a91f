"""Calling git: by list, never through a shell, never asking, never longer than agreed.

A memory folder's repository is the person's own, yet its configuration may have been cloned along:
hooks of the file-system monitor are off, prompts are off, and no optional lock is taken.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError

LOCAL_SECONDS = 10.0  # s; a call that touches no network
NETWORK_SECONDS = 30.0  # s; fetch and push


class NoGit(OfttoldError):
    """git is not installed."""

    key = "no_git"


@dataclass(frozen=True, slots=True)
class GitAnswer:
    """What a call of git gave: ``code`` 0 is success; ``said`` is the last line of its complaint."""

    code: int
    out: bytes
    said: str


def quiet_environment() -> dict[str, str]:
    """Give the environment in which git asks nobody and opens no editor."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_TRACE")}
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF"):
        environment.pop(name, None)
    environment.update(
        GIT_TERMINAL_PROMPT="0",
        GIT_OPTIONAL_LOCKS="0",
        GIT_EDITOR=":",
        GIT_ASKPASS="",
        SSH_ASKPASS="",
        SSH_ASKPASS_REQUIRE="never",
        GIT_SSH_COMMAND=environment.get("GIT_SSH_COMMAND", "ssh") + " -oBatchMode=yes",
        GCM_INTERACTIVE="never",
        LC_ALL="C",
        LANGUAGE="C",
    )
    return environment


def call_git(
    folder: str, *arguments: str, seconds: float = LOCAL_SECONDS, given: bytes = b""
) -> GitAnswer:
    """Run git in a folder, ``given`` on its stdin; a call that takes too long is ended and answers code 124.

    Raises NoGit where git is not installed.
    """
    program = shutil.which("git")
    if program is None:
        raise NoGit()
    command = [program, "-c", "core.fsmonitor=", "-c", "core.quotePath=false", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=quiet_environment(),
            input=given,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return GitAnswer(124, b"", f"timed out after {seconds:.0f} s")
    complaint = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return GitAnswer(done.returncode, done.stdout, complaint[-1] if complaint else "")


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
