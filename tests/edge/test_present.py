from __future__ import annotations

import os
from pathlib import Path

from ofttold.edge.present import folders_with_days, kind_of, kinds_below, list_names


def test_each_kind_of_thing_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "link").symlink_to("folder")
    os.mkfifo(tmp_path / "other")
    found = kinds_below(
        str(tmp_path), ["file", "empty", "folder", "dangling", "other", "none", "file/x"]
    )
    assert found == {
        "file": "file",
        "empty": "empty",
        "folder": "folder",
        "dangling": "dangling",
        "other": "other",
        "none": "missing",
        "file/x": "missing",
    }
    assert kind_of(str(tmp_path / "loop")) == "dangling"
    assert kind_of(str(tmp_path / "link")) == "folder"


def test_two_spellings_of_one_file_are_one_name(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("x", "utf-8")
    os.link(tmp_path / "MEMORY.md", tmp_path / "memory.md")
    (tmp_path / "INDEX.md").write_text("x", "utf-8")
    (tmp_path / "index.md").write_text("y", "utf-8")
    assert list_names(str(tmp_path)) == ["INDEX.md", "index.md", "memory.md"]


def test_a_folder_that_is_not_there_has_no_names(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    assert list_names(str(tmp_path / "none")) == []
    assert list_names(str(tmp_path / "file")) == []


def test_only_a_real_date_makes_a_folder_of_days(tmp_path: Path) -> None:
    for path in ("a/2026-11-30.md", "b/2026-11-31.md", "c/2026-1-5.md", "d/topic.md"):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text("x", "utf-8")
    assert folders_with_days(str(tmp_path), ["a", "b", "c", "d", "e"]) == {"a"}
