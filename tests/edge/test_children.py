"""A program that is started is heard, and ended in time with all that it started."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from ofttold.edge.children import run_child

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="speaks to a shell")


def run(script: str, folder: Path, *, seconds: float = 10.0, given: bytes = b"") -> object:
    ended = run_child(
        ["/bin/sh", "-c", script],
        folder=str(folder),
        environment={"PATH": os.defpath, "MARK": "x"},
        seconds=seconds,
        given=given,
    )
    return ended.code, ended.out, ended.complaint


def test_it_runs_in_its_folder_with_just_its_environment_and_what_it_is_given(
    tmp_path: Path,
) -> None:
    said = run('cat; pwd; echo "$MARK$HOME"; echo no >&2; exit 3', tmp_path, given=b"in\n")
    assert said == (3, f"in\n{tmp_path}\nx\n".encode(), b"no\n")


def test_one_that_is_late_is_ended_with_its_children_and_may_tidy_up(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    lock.touch()
    script = f"trap 'rm {lock}; exit 1' TERM; (trap '' TERM; sleep 60) & echo $! >child; wait"
    began = time.monotonic()
    assert run(script, tmp_path, seconds=1.0) == (None, b"", b"")
    assert time.monotonic() - began < 30
    assert not lock.exists()
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        if not _is_alive(child):
            return
        time.sleep(0.05)
    raise AssertionError("the child's child went on")


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return sys.platform != "linux" and os.system(f"kill -0 {pid} 2>/dev/null") == 0
    return state != "Z"


def test_what_cannot_be_started_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run_child(["/nowhere/x"], folder=str(tmp_path), environment={}, seconds=1.0)
