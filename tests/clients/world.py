"""One throw-away world for a client: home, memory folder, model, and ofttold itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.clients.fake_model import FakeModel
from tests.clients.installing import PROGRAMS, is_installed

ROOT = Path(__file__).resolve().parents[2]
CLIENTS = Path(os.environ.get("OFTTOLD_CLIENTS") or ROOT / "build" / "clients")
HEAD = "[oft-told · memory · "
OFTEN = "大肥鱼·是蓝鲸只是圆润"
SECONDS = 150.0  # seconds one run of a client may take


class World:
    """A client's surroundings; everything is below ``root``."""

    def __init__(self, client: str, root: Path, model: FakeModel) -> None:
        self.client = client
        self.program = CLIENTS / client / PROGRAMS[client]
        self.home = root / "home"
        self.project = root / "project"
        self.memory = root / "memory"
        self.model = model
        for folder in (self.home, self.project / ".git", self.memory / "diary"):
            folder.mkdir(parents=True)
        text = (
            f"## 常被提起\n- **{OFTEN}** → `2026-10-30`\n## 硬约定\n- 不改别人的手写行\n## 待办\n"
        )
        (self.memory / "memory.md").write_text(text, "utf-8")
        bin_folder = root / "bin"
        bin_folder.mkdir()
        (bin_folder / "ofttold").symlink_to(Path(sys.executable).parent / "ofttold")
        self.environment = self._environment(bin_folder)
        config = self.home / ".config" / "ofttold" / "config.toml"
        config.parent.mkdir(parents=True)
        config.write_text(f"memory_dir = {json.dumps(str(self.memory))}\n", "utf-8")

    def _environment(self, bin_folder: Path) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name in ("LANG", "TERM", "TMPDIR") or name.lower().endswith("_proxy")
        }
        places = {
            "HOME": self.home,
            "XDG_CONFIG_HOME": self.home / ".config",
            "XDG_DATA_HOME": self.home / ".local" / "share",
            "XDG_STATE_HOME": self.home / ".local" / "state",
            "XDG_CACHE_HOME": self.home / ".cache",
            "CODEX_HOME": self.home / ".codex",
            "DSH_HOME": self.home / ".dsh",
        }
        node = (CLIENTS / "node" / PROGRAMS["node"]).parent
        first = [str(bin_folder)] + ([str(node)] if self.client == "dsh" else [])
        path = os.pathsep.join([*first, os.environ.get("PATH", os.defpath)])
        return {**kept, **{name: str(place) for name, place in places.items()}, "PATH": path}

    def put(self, name: str, text: str) -> Path:
        """Write a file below the home."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run the client in the project, nobody at its input."""
        done = subprocess.run(
            [str(self.program), *words],
            cwd=self.project,
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
        return done

    def ofttold(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        """Run ofttold's command line as the person would; gives its output."""
        done = subprocess.run(
            ["ofttold", *words],
            cwd=self.project,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode in codes, done.stdout + done.stderr
        return done.stdout

    def sessions(self) -> list[dict[str, Any]]:
        """Give what ``ofttold sessions`` tells."""
        rows: list[dict[str, Any]] = json.loads(self.ofttold("sessions", "--format", "json"))
        return rows

    def blocks(self) -> list[int]:
        """Count the block in each request so far."""
        return [request.text().count(HEAD) for request in self.model.requests]

    def memory_text(self) -> str:
        """Give memory.md."""
        return (self.memory / "memory.md").read_text("utf-8")


def make_world(client: str, root: Path, model: FakeModel) -> World:
    """Make a world, or skip where the client is not installed."""
    need(client)
    return World(client, root, model)


def need(*clients: str) -> None:
    """Skip where one of these is not installed."""
    for client in clients:
        if not is_installed(CLIENTS, client):
            pytest.skip(f"{client} is not installed in {CLIENTS}: run make test-clients")
