"""What stands in the folder but cannot be reached is said: it is not taken for absent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from ofttold.app.checks import run_check
from ofttold.app.context import open_memory
from ofttold.app.inject import fresh_block
from ofttold.cli.main import root
from tests.app.folders import make_folder

DAY = {"2026-11-29": "whale\n"}


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")


def said(folder: Path) -> tuple[str, list[tuple[str, str]]]:
    found = run_check(open_memory(str(folder), look_around=False, lenient=True))
    return fresh_block(str(folder)).block.text, [(one.file, one.code) for one in found]


def put(kind: str, path: Path) -> None:
    if kind == "file":
        path.write_text("not a folder\n")
    else:
        path.symlink_to(path if kind == "circle" else path.parent / "nowhere")


@pytest.mark.parametrize("kind", ["file", "circle", "dangling"])
def test_a_diary_that_cannot_be_listed_is_said(kind: str, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "m")
    (folder / "diary").rmdir()
    put(kind, folder / "diary")
    shown, found = said(folder)
    assert "Diary check — diary cannot be read: " in shown
    assert ("diary", "file_unreadable") in found


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may list anything"
)
def test_a_diary_that_may_not_be_listed_is_said(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "m", diary=DAY)
    (folder / "diary").chmod(0)
    try:
        assert ("diary", "file_unreadable") in said(folder)[1]
    finally:
        (folder / "diary").chmod(0o700)


def test_a_folder_without_a_diary_is_silent_about_it(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "m")
    (folder / "diary").rmdir()
    shown, found = said(folder)
    assert "cannot be read" not in shown
    assert found == []


@pytest.mark.parametrize("kind", ["circle", "dangling"])
@pytest.mark.parametrize("name", ["memory.md", "relationship.md", "index.md", "detours.md"])
def test_a_link_that_leads_nowhere_is_not_taken_for_an_absent_file(
    name: str, kind: str, tmp_path: Path
) -> None:
    folder = make_folder(tmp_path / "m")
    (folder / name).unlink(missing_ok=True)
    put(kind, folder / name)
    shown, found = said(folder)
    assert f"{name} cannot be read: " in shown
    assert (name, "file_unreadable") in found


@pytest.mark.parametrize("name", ["memory.md", "diary", "cards", "glossary.toml", "notes"])
def test_scaffold_answers_to_a_circle_of_links(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    folder.mkdir()
    put("circle", folder / name)
    done = CliRunner().invoke(root, ["scaffold", str(folder)])
    assert done.exit_code in (0, 4), done.output
    assert (folder / name).is_symlink()
