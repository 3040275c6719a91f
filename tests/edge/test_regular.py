"""Only files are opened for reading: whatever else stands there is said at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from ofttold.app.checks import run_check
from ofttold.app.context import open_memory
from ofttold.app.inject import fresh_block
from ofttold.edge.regular import regular
from tests.app.folders import make_folder

NAMES = (
    "memory.md",
    "relationship.md",
    "index.md",
    "detours.md",
    "ofttold.toml",
    "glossary.toml",
    "diary/2026-11-29.md",
)


def _ring(signum: int, frame: FrameType | None) -> None:
    raise AssertionError("still waiting after five seconds")


@pytest.fixture(autouse=True)
def alarm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    before = signal.signal(signal.SIGALRM, _ring)
    signal.alarm(5)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def put(kind: str, path: Path) -> None:
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    put(kind, tmp_path / "x")
    with pytest.raises(OSError, match="not a regular file"):
        regular(str(tmp_path / "x"))


def test_a_file_is_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"whale")
    (tmp_path / "y").symlink_to("x")
    with open(tmp_path / "y", "rb", opener=regular) as stream:
        assert stream.read() == b"whale"


@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("name", NAMES)
def test_a_folder_with_a_pipe_or_device_for_a_file_is_shown_and_checked(
    name: str, kind: str, tmp_path: Path
) -> None:
    folder = make_folder(tmp_path / "m", diary={"2026-11-29": "whale\n"})
    put(kind, folder / name)
    memory = open_memory(str(folder), look_around=False, lenient=True)
    shown = fresh_block(str(folder)).block.text
    found = run_check(memory)
    assert shown.endswith("[/oft-told]\n")
    if name in ("memory.md", "relationship.md"):
        assert "not a regular file" in shown
        assert any(name in str(one) for one in found)
