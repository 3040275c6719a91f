"""Names from outside: what may be a file's name, and what never leaves the folder."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.edge import names
from ofttold.edge.intents import PathOutside


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "name_empty"),
        ("  ", "name_empty"),
        (".", "name_dots"),
        ("..", "name_dots"),
        ("../../outside", "name_character"),
        ("/etc/x", "name_character"),
        ("..\\..\\x", "name_character"),
        ("a:b", "name_character"),
        ("a\0b", "name_character"),
        ("a\nb", "name_character"),
        ("a\udcffb", "name_character"),
        ("a.", "name_ending"),
        ("a ", "name_ending"),
        ("CON", "name_reserved"),
        ("con.md", "name_reserved"),
        ("nul .txt", "name_reserved"),
        ("Lpt¹.md", "name_reserved"),
        ("很长" * 60 + ".md", "name_long"),
    ],
)
def test_a_name_that_some_system_cannot_hold_is_refused(name: str, reason: str) -> None:
    with pytest.raises(names.BadName) as refusal:
        names.check_name(name)
    assert refusal.value.values["reason"] == reason
    for lang in ("zh", "en"):
        assert refusal.value.message(lang)
        refusal.value.message(lang).encode()


@pytest.mark.parametrize(
    "name", ["memory.md", "鲸.md", "🐋", ".hidden", "console.md", "com.md", "a..b", "很" * 84]
)
def test_an_ordinary_name_is_given_back(name: str) -> None:
    assert names.check_name(name) == name


@given(path=st.text(max_size=30))
def test_no_member_leaves_the_folder(tmp_path: Path, path: str) -> None:
    try:
        full = names.path_inside(str(tmp_path), path)
    except (names.BadName, PathOutside):
        return
    assert os.path.realpath(full).startswith(os.path.realpath(tmp_path) + os.sep)


def test_a_link_out_of_the_folder_is_no_way_in(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "cards").symlink_to(tmp_path)
    (folder / "inner").mkdir()
    (folder / "link").symlink_to(folder / "inner")
    with pytest.raises(PathOutside):
        names.path_inside(str(folder), "cards/x.md")
    assert names.path_inside(str(folder), "link/x.md") == str(folder / "link" / "x.md")


def test_another_spelling_of_a_name_is_found(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "Café.md")
    (tmp_path / decomposed).write_bytes(b"")
    assert names.find_spelling(str(tmp_path), "Café.md") == decomposed
    assert names.find_spelling(str(tmp_path), "CAFÉ.MD") == decomposed
    (tmp_path / "Café.md").write_bytes(b"")
    assert names.find_spelling(str(tmp_path), "Café.md") == "Café.md"
    assert names.find_spelling(str(tmp_path), "other.md") is None
