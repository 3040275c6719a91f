"""Git repositories for tests: real ones, in throw-away places."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def git(folder: Path, *words: str, day: str = "", check: bool = True) -> str:
    """Run git; ``day`` (ISO 8601 with an offset) dates a commit."""
    env = {**os.environ, "LC_ALL": "C"}
    if day:
        env.update(GIT_AUTHOR_DATE=day, GIT_COMMITTER_DATE=day)
    done = subprocess.run(
        ["git", *words], cwd=folder, env=env, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0 or not check, done.stderr
    return done.stdout


def name_the_person() -> None:
    """Give the throw-away HOME an identity and a first branch called main."""
    Path(os.environ["GIT_CONFIG_GLOBAL"]).write_text(
        "[user]\n\tname = T\n\temail = t@example.invalid\n[init]\n\tdefaultBranch = main\n",
        encoding="utf-8",
    )


def commit_all(folder: Path, subject: str, *, day: str = "") -> None:
    """Commit everything in a repository."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", subject, day=day)


def status(folder: Path) -> list[str]:
    """Give the lines of a short status."""
    return git(folder, "status", "--short").splitlines()


def head_files(folder: Path) -> list[str]:
    """Give the files the last commit touched."""
    return git(folder, "show", "--name-only", "--format=", "HEAD").split()
