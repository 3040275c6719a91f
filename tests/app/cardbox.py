"""A memory folder, a repository and a clock for the tests on cards."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ofttold.app.cards import Desk, open_desk
from ofttold.app.context import open_memory
from ofttold.core.cards.card import Card, parse_card

START = "2026-11-30T10:00:00+08:00"


class Box:
    """One memory folder with a project beside it; time stands still until it is set."""

    def __init__(self, base: Path) -> None:
        self.memory = base / "memory"
        self.repo = base / "app"
        self.plain = base / "plain"
        for folder in (self.memory, self.repo, self.plain):
            folder.mkdir()
        (self.memory / "ofttold.toml").write_text('lang = "zh"\n')
        subprocess.run(["git", "init", "-q", str(self.repo)], check=True)
        self.add_origin(self.repo, "https://example.test/me/app.git")
        self.set_time(START)

    def add_origin(self, repo: Path, url: str) -> None:
        """Give a repository an origin."""
        subprocess.run(["git", "-C", str(repo), "remote", "add", "origin", url], check=True)

    def set_time(self, moment: str) -> None:
        """Set the clock."""
        os.environ["OFTTOLD_NOW"] = moment

    def desk(self, cwd: Path | None = None, task: Mapping[str, str] | None = None) -> Desk:
        """Open the desk from the repository, or from elsewhere."""
        memory = open_memory(str(self.memory), look_around=False)
        return open_desk(memory, str(cwd or self.repo), task=task)

    @property
    def personal(self) -> Path:
        """Give the folder of personal cards."""
        return self.memory / "cards" / "personal"

    @property
    def project(self) -> Path:
        """Give the folder of the project's drafts."""
        return self.memory / "cards" / "projects" / self.desk().owner

    def project_folder(self) -> Path:
        """Give the folder of the project's drafts, made if need be."""
        folder = self.project
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def files(self) -> dict[str, bytes]:
        """Give every file below the cards folder, by its relative name."""
        base = self.memory / "cards"
        paths = sorted(path for path in base.rglob("*") if path.is_file())
        return {str(path.relative_to(base)): path.read_bytes() for path in paths}

    def card(self, path: Path) -> Card:
        """Read a card's file."""
        card = parse_card(path.read_bytes(), path.name)
        assert isinstance(card, Card), card
        return card

    def write(self, folder: Path, name: str, text: str) -> Path:
        """Write a card by hand."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_text(text, encoding="utf-8")
        return path
