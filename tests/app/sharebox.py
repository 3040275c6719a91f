"""A project with a first commit, an identity and a bare origin, for the tests on sharing."""

from __future__ import annotations

import subprocess
from pathlib import Path

from ofttold.app.card_save import save
from ofttold.core.cards.saving import Wish
from tests.app.cardbox import Box


class ShareBox(Box):
    """A box whose repository stands on a first commit of branch ``main``."""

    def __init__(self, base: Path) -> None:
        super().__init__(base)
        self.git("config", "user.name", "安娜")
        self.git("config", "user.email", "anna@example.test")
        self.git("symbolic-ref", "HEAD", "refs/heads/main")
        (self.repo / "code.py").write_text("x = 1\n")
        self.git("add", "code.py")
        self.git("commit", "-q", "-m", "first")

    def git(self, *arguments: str, repo: Path | None = None) -> str:
        """Run git in the repository; gives its output."""
        done = subprocess.run(
            ["git", "-C", str(repo or self.repo), *arguments],
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def draft(self, title: str, **wish: str) -> str:
        """Save a draft of the project; gives its id."""
        done = save(self.desk(), Wish(title=title, scope="project", distinct=True, **wish))  # type: ignore[arg-type]
        return done.id

    def note(self, title: str, **wish: str) -> str:
        """Save a personal card; gives its id."""
        done = save(self.desk(), Wish(title=title, scope="personal", distinct=True, **wish))  # type: ignore[arg-type]
        return done.id

    @property
    def shelf(self) -> Path:
        """Give the shelf's folder."""
        return self.repo / ".ai" / "ofttold"

    def on_shelf(self, id_: str) -> Path:
        """Give the file of a submitted card."""
        return self.shelf / f"{id_}.md"

    def make_work(self) -> None:
        """Leave staged, unstaged and untracked work in the repository."""
        (self.repo / "staged.py").write_text("s = 1\n")
        self.git("add", "staged.py")
        (self.repo / "code.py").write_text("x = 2\n")
        (self.repo / "staged.py").write_text("s = 2\n")
        (self.repo / "loose.txt").write_text("?\n")

    def work(self) -> tuple[str, str, str]:
        """Show the work of the person: staged, unstaged, and the state of every other file."""
        others = [
            line
            for line in self.git("status", "--porcelain", "-uall").splitlines()
            if ".ai/" not in line
        ]
        staged = self.git("diff", "--cached", "--", ".", ":!.ai")
        return staged, self.git("diff", "--", ".", ":!.ai"), "\n".join(others)

    def hook(self, name: str, text: str) -> None:
        """Install a hook of the person's."""
        path = self.repo / ".git" / "hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
