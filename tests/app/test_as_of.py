"""The block of a past day, from real git history, and from today's files where there is none."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ofttold.app.as_of import block_as_of
from ofttold.app.context import open_memory
from ofttold.app.inject import fresh_block
from tests.app.folders import make_folder
from tests.app.repositories import commit_all, git, name_the_person


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    name_the_person()


def as_of(folder: Path, day: str) -> tuple[str, str]:
    found = block_as_of(open_memory(str(folder), look_around=False), date.fromisoformat(day))
    return found.block.text, found.source


def rule(text: str) -> str:
    return f"## Hard rules\n\n- {text}\n"


def history(place: Path) -> Path:
    """A folder two levels inside a repository: a first rule on the 10th, a second on the 12th."""
    top = place / "top"
    folder = make_folder(top / "notes", memory=rule("the first rule"))
    git(top, "init", "-q")
    commit_all(top, "one", day="2026-11-10T12:00:00+08:00")
    (folder / "memory.md").write_text(rule("the second rule"))
    (folder / "diary" / "2026-11-12.md").write_text("today\n")
    commit_all(top, "two", day="2026-11-12T23:30:00+08:00")
    (folder / "memory.md").write_text(rule("not committed yet"))
    return folder


def test_the_last_commit_of_the_day_speaks_even_from_a_folder_inside_the_repository(
    tmp_path: Path,
) -> None:
    folder = history(tmp_path)
    text, source = as_of(folder, "2026-11-11")
    assert "the first rule" in text and "second" not in text
    assert "No diary for today yet" not in text, "git keeps no empty diary folder"
    assert source.startswith("from git history: ") and "2026-11-10T12:00:00+08:00" in source
    assert "the second rule" in as_of(folder, "2026-11-12")[0]
    assert "not committed yet" not in as_of(folder, "2026-11-29")[0]


def test_before_the_first_commit_today_s_files_speak_and_that_is_said(tmp_path: Path) -> None:
    text, source = as_of(history(tmp_path), "2026-11-09")
    assert "not committed yet" in text
    assert source.startswith("the folder has no git history of that day")


def test_the_day_ends_at_the_person_s_midnight_not_at_utc_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = history(tmp_path)
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00-08:00")
    assert "the second rule" in as_of(folder, "2026-11-12")[0]
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+09:00")
    assert "the first rule" in as_of(folder, "2026-11-12")[0]
    (folder / "ofttold.toml").write_text('timezone = "America/Los_Angeles"\n')
    assert "the second rule" in as_of(folder, "2026-11-12")[0]


def test_a_folder_and_a_file_that_were_called_otherwise_are_followed(tmp_path: Path) -> None:
    folder = history(tmp_path)
    top = tmp_path / "top"
    git(top, "checkout", "-q", "--", ".")
    git(top, "mv", "notes/memory/memory.md", "notes/memory/MEMORY.md")
    (folder / "ofttold.toml").write_text('[files]\nmemory = "MEMORY.md"\n')
    commit_all(top, "three", day="2026-11-14T10:00:00+08:00")
    git(top, "mv", "notes", "papers")
    commit_all(top, "four", day="2026-11-16T10:00:00+08:00")
    moved = top / "papers" / "memory"
    for day, wanted in (
        ("2026-11-11", "first"),
        ("2026-11-13", "second"),
        ("2026-11-15", "second"),
    ):
        text, source = as_of(moved, day)
        assert f"the {wanted} rule" in text and source.startswith("from git history"), day


def test_a_linked_memory_file_is_read_through_its_link(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=rule("behind the link"))
    (folder / "memory.md").rename(folder / "real.md")
    (folder / "memory.md").symlink_to("real.md")
    git(folder, "init", "-q")
    commit_all(folder, "one", day="2026-11-10T12:00:00+08:00")
    assert "behind the link" in as_of(folder, "2026-11-11")[0]


def test_a_repository_without_a_commit_and_no_repository_are_alike(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    plain = as_of(folder, "2026-11-11")
    git(folder, "init", "-q")
    assert as_of(folder, "2026-11-11") == plain


def test_from_today_s_files_later_days_and_later_anchors_are_left_out(tmp_path: Path) -> None:
    folder = make_folder(
        tmp_path,
        memory="## Oft-told\n\n- **whale** → `2026-11-01`\n- **kettle** → `2026-11-20`\n",
        diary={"2026-11-25.md": "Mood: vexed\n", "2026-11-10.md": "Mood: grim\n"},
    )
    text, _ = as_of(folder, "2026-11-11")
    assert "whale" in text and "kettle" not in text
    assert "grim" in text and "vexed" not in text


def test_as_of_today_is_the_block_of_today(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, diary={"2026-11-29.md": "whale\n"})
    text, source = as_of(folder, "2026-11-30")
    assert text == fresh_block(str(folder)).block.text
    assert source == "made from the files as they are"


def test_asking_for_the_past_changes_nothing(tmp_path: Path) -> None:
    folder = history(tmp_path)
    (folder / "memory.md").write_text("## Oft-told\n\n- **kin** → `relationship.md`\n")
    before = git(folder, "status", "--short"), (folder / "memory.md").read_bytes()
    as_of(folder, "2026-11-12"), as_of(folder, "2026-11-30")
    assert before == (git(folder, "status", "--short"), (folder / "memory.md").read_bytes())
