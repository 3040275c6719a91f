"""Stats that git compares for us: the index says what git itself would have written."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from ofttold.core.sharing.git_index import render_index
from ofttold.edge import many_stats
from tests.app.repositories import git

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="asks by posix_spawn")
NAMES = ("b.md", "a.md", "鲸.md", "a much longer name, of some length.md", f"{'n' * 200}.md")


def rows(folder: Path) -> list[tuple[str, os.stat_result]]:
    return [(path.name, path.lstat()) for path in folder.iterdir() if path.suffix == ".md"]


def is_unchanged(program: str, folder: str, index: str, look: tuple[int, ...]) -> bool:
    return many_stats.Question(program, folder, index, look).is_unchanged()


def listed(folder: Path) -> list[str]:
    """Give what git reads in the index, its flags apart: those say what was added."""
    lines = git(folder, "-c", "core.quotePath=false", "ls-files", "--debug").splitlines()
    return [line.partition("flags")[0] for line in lines]


def test_git_reads_in_it_what_it_would_have_written(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    for name in NAMES:
        (tmp_path / name).write_text(name)
    (tmp_path / "a.md").chmod(0o755)
    git(tmp_path, "add", "-A")
    theirs = listed(tmp_path)
    numbers = [(os.fsencode(name), many_stats.numbers_of(stat)) for name, stat in rows(tmp_path)]
    (tmp_path / ".git" / "index").write_bytes(render_index(numbers))
    assert listed(tmp_path) == theirs
    git(tmp_path, "hash-object", "-w", os.devnull)
    git(tmp_path, "fsck")  # which checks the sum


@pytest.fixture
def kept(tmp_path: Path) -> tuple[str, str, str, tuple[int, ...]]:
    """Give what ``is_unchanged`` is asked with, for files written in a second that is over."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text(name)
    time.sleep(1.02 - time.time() % 1)
    index = str(tmp_path / "cache" / "index")
    look = many_stats.keep_stats(rows(folder), index)
    program = shutil.which("git")
    assert look
    assert program
    return program, str(folder), index, look


def test_files_left_alone_are_unchanged(kept: tuple[str, str, str, tuple[int, ...]]) -> None:
    assert is_unchanged(*kept)


def test_a_touch_is_a_change(kept: tuple[str, str, str, tuple[int, ...]]) -> None:
    os.utime(Path(kept[1]) / "b.md")
    assert not is_unchanged(*kept)


def test_another_index_or_none_answers_nothing(
    kept: tuple[str, str, str, tuple[int, ...]],
) -> None:
    index = Path(kept[2])
    index.write_bytes(render_index([]))
    assert not is_unchanged(*kept)
    index.unlink()
    assert not is_unchanged(*kept)


def test_a_git_that_is_not_there_is_an_error_and_one_that_fails_no_answer(
    kept: tuple[str, str, str, tuple[int, ...]],
) -> None:
    with pytest.raises(FileNotFoundError):
        is_unchanged("/nowhere/git", *kept[1:])
    assert not is_unchanged("/bin/false", *kept[1:])


def test_a_git_that_is_late_is_ended(
    kept: tuple[str, str, str, tuple[int, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_stats, "ASK_SECONDS", 0.2)
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 60 & wait\n")
    slow.chmod(0o755)
    began = time.monotonic()
    assert not is_unchanged(str(slow), *kept[1:])
    assert time.monotonic() - began < 30


def test_a_cache_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert many_stats.keep_stats([], str(tmp_path / "file" / "index")) is None
