"""Every test lives in a home of its own and may write nowhere else, nor call anywhere but loopback."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ofttold",
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
settings.load_profile("ofttold")

ROOT = Path(__file__).resolve().parent.parent
_allowed = [os.path.realpath(tempfile.gettempdir()), "/dev", "/proc/self"]
_guard = {"on": False}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _inside(path: object) -> bool:
    if not isinstance(path, (str, bytes, os.PathLike)):
        return True  # a descriptor: its opening was judged
    text = os.path.realpath(os.fsdecode(path))
    return "__pycache__" in text or any(text == a or text.startswith(a + os.sep) for a in _allowed)


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if not _guard["on"]:
        return
    if event == "open" and isinstance(args[2], int) and args[2] & _WRITING and not _inside(args[0]):
        raise AssertionError(f"a test wrote outside its home: {args[0]}")
    if (
        event in ("os.rename", "os.remove", "os.mkdir", "os.rmdir")
        and args[0]
        and args[-1] == -1  # else relative to a descriptor, whose opening was judged
        and not _inside(args[0])
    ):
        raise AssertionError(f"a test changed something outside its home: {args[0]}")
    if event == "socket.connect" and isinstance(args[1], tuple):
        host = str(args[1][0])
        if not (host.startswith("127.") or host in ("localhost", "::1")):
            raise AssertionError(f"a test called out: {host}")


sys.addaudithook(_audit)


@pytest.fixture(autouse=True)
def own_home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Give a throw-away HOME, with git, editor and ofttold settings of its own."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(
            (
                "XDG_",
                "OFTTOLD_",
                "CLAUDE_",
                "CURSOR_",
                "GEMINI_",
                "COPILOT_",
                "CODEX_",
                "PLUGIN_",
                "GIT_",
            )
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for name, folder in {
        "XDG_CACHE_HOME": ".cache",
        "XDG_STATE_HOME": ".local/state",
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
    }.items():
        monkeypatch.setenv(name, str(home / folder))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
    for variable in ("VISUAL", "EDITOR", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.delenv(variable, raising=False)
    _guard["on"] = True
    yield home
    _guard["on"] = False
