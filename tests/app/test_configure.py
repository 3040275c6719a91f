"""Settings changed in place, the switch of cards, projects made known."""

from __future__ import annotations

import errno
import os
import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from ofttold.app.card_forget import forget, undo
from ofttold.app.card_read import read
from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.app.card_suggest import keep, suggest
from ofttold.app.cards import MemoryDisabled, NoProject
from ofttold.app.configure import (
    BadSetting,
    UnknownSetting,
    UnlikeAnySetting,
    set_setting,
    switch,
)
from ofttold.app.projects import DeskTaken, NoSuchDesk, confirm, set_task
from ofttold.cli.main import root
from ofttold.core.cards.conditions import UnknownTaskKey
from ofttold.core.cards.saving import Wish
from ofttold.core.settings import KEYS, read_settings
from ofttold.edge import files
from tests.app.cardbox import Box

TOML = """# 我的设置
lang = "zh"   # 语言

[anchors]
cap = 8
# 尾巴
"""


@pytest.mark.parametrize(
    ("key", "text", "line"),
    [
        ("anchors.cap", "12", "cap = 12"),
        ("lang", "en", 'lang = "en"   # 语言'),
        ("cards.first_turn", "no", "first_turn = false"),
        ("sections", "oft_told，who_i_am", 'sections = ["oft_told", "who_i_am"]'),
        ("cards.recall", "tools", 'recall = "tools"'),
    ],
)
def test_one_setting_changes_one_line(box: Box, key: str, text: str, line: str) -> None:
    path = box.memory / "ofttold.toml"
    path.write_text(TOML)
    assert set_setting(box.desk().memory, key, text).changed
    after = path.read_text().splitlines()
    assert line in after
    assert sum(old not in after for old in TOML.splitlines()) <= 1
    assert not set_setting(box.desk().memory, key, text).changed


def test_a_setting_makes_the_file_where_there_is_none(box: Box) -> None:
    (box.memory / "ofttold.toml").unlink()
    set_setting(box.desk().memory, "max_chars", "4000")
    assert (box.memory / "ofttold.toml").read_text() == "max_chars = 4000\n"


@pytest.mark.parametrize(
    ("key", "text", "fault"),
    [
        ("anchors.capp", "1", UnknownSetting),
        ("anchors.cap", "many", BadSetting),
        ("anchors.cap", "0", BadSetting),
        ("cards.recall", "always", BadSetting),
        ("cards.first_turn", "maybe", BadSetting),
        ("files.memory", "../x.md", BadSetting),
    ],
)
def test_what_a_setting_does_not_take_is_refused(
    box: Box, key: str, text: str, fault: type[Exception]
) -> None:
    before = (box.memory / "ofttold.toml").read_bytes()
    with pytest.raises(fault):
        set_setting(box.desk().memory, key, text)
    assert (box.memory / "ofttold.toml").read_bytes() == before


WRONG = ("", "nope", "-5", "1.5", "../x", "9" * 5000, "a\nb", "真", "[1]", "{}", "null", "\u202e")


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_value_leaves_the_file_and_names_what_is_taken(box: Box, key: str) -> None:
    path = box.memory / "ofttold.toml"
    default, takes = KEYS[key]
    refused = 0
    for text in WRONG:
        path.write_text(TOML)
        try:
            set_setting(box.desk().memory, key, text)
        except BadSetting as fault:
            refused += 1
            assert path.read_text() == TOML
            for lang in ("zh", "en"):
                said = fault.message(lang) + fault.hint(lang)
                assert key in said and len(fault.hint(lang)) > 8
                if isinstance(takes, tuple) and takes[0] is not int:
                    assert all(f'"{choice}"' in said for choice in takes if choice)
                if isinstance(takes, tuple) and takes[0] is int:
                    assert str(takes[1]) in said and str(default) in said
        else:
            after = path.read_text()
            assert all(
                line in after for line in TOML.splitlines() if "#" in line and "=" not in line
            )
            assert read_settings(tomllib.loads(after))[1] == []
    assert refused or takes == "strings"


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("landg", "lang"),
        ("cap", "anchors.cap"),
        ("Anchors.Cap", "anchors.cap"),
        ("anchor.cap", "anchors.cap"),
        ("max-chars", "max_chars"),
        ("recall", "cards.recall"),
        ("files.diaries", "files.diary"),
    ],
)
def test_a_key_nearly_right_is_told_the_one_it_is_near(box: Box, key: str, near: str) -> None:
    with pytest.raises(UnknownSetting) as caught:
        set_setting(box.desk().memory, key, "1")
    assert f" {near}?" in caught.value.hint("en") and f" {near}？" in caught.value.hint("zh")


@pytest.mark.parametrize("key", ["nope", "", "颜色", "headings", "x.y.z", "anchors.", "\0"])
def test_a_key_like_no_other_is_told_all_there_are(box: Box, key: str) -> None:
    with pytest.raises(UnlikeAnySetting) as caught:
        set_setting(box.desk().memory, key, "1")
    for lang in ("zh", "en"):
        assert all(known in caught.value.hint(lang) for known in KEYS)


def test_a_number_below_nothing_is_a_value_and_no_option(box: Box) -> None:
    done = CliRunner().invoke(
        root, ["config", "set", "refresh_after_messages", "-1", "--dir", str(box.memory)]
    )
    assert done.exit_code == 0, done.output
    assert "refresh_after_messages = -1\n" in (box.memory / "ofttold.toml").read_text()
    done = CliRunner().invoke(root, ["config", "set", "max_chars", "-5", "--dir", str(box.memory)])
    assert done.exit_code == 4 and "「-5」" in done.stderr


def test_switched_off_everything_of_cards_says_so_and_nothing_is_deleted(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸"))
    waiting = suggest(box.desk(), Wish(title="建议"))
    before = box.files()
    done = switch(box.desk(), off=True)
    assert (done.changed, done.project) == (True, box.desk().owner)
    for act in (
        lambda: save(box.desk(), Wish(title="x")),
        lambda: search(box.desk(), "鲸"),
        lambda: read(box.desk(), one.id),
        lambda: forget(box.desk(), one.id),
        lambda: undo(box.desk(), one.id),
        lambda: suggest(box.desk(), Wish(title="y")),
        lambda: keep(box.desk(), waiting.id),
    ):
        with pytest.raises(MemoryDisabled):
            act()
    assert box.files() == before
    assert save(box.desk(box.plain), Wish(title="别处照常", scope="personal")).changed
    assert switch(box.desk(), off=False).changed
    assert read(box.desk(), one.id).title == "鲸"
    assert not switch(box.desk(), off=False).changed


def test_the_switch_for_everywhere(box: Box) -> None:
    switch(box.desk(box.plain), off=True, everywhere=True)
    for cwd in (box.plain, box.repo):
        with pytest.raises(MemoryDisabled):
            search(box.desk(cwd), "x")
    switch(box.desk(), off=False, everywhere=True)
    search(box.desk(), "x")
    with pytest.raises(NoProject):
        switch(box.desk(box.plain), off=True)


def test_a_folder_is_a_project_once_the_person_says_so(box: Box) -> None:
    with pytest.raises(NoProject):
        save(box.desk(box.plain), Wish(title="x"))
    done = confirm(box.desk(box.plain))
    assert (done.made, done.has_origin) == (True, False)
    assert not confirm(box.desk(box.plain)).made
    inner = box.plain / "sub"
    inner.mkdir()
    assert save(box.desk(inner), Wish(title="x")).layer == "project"


def test_a_moved_project_gets_its_cards_again(box: Box, tmp_path: Path) -> None:
    confirm(box.desk(box.plain))
    one = save(box.desk(box.plain), Wish(title="鲸"))
    name = box.desk(box.plain).owner
    moved = tmp_path / "moved"
    shutil.move(str(box.plain), moved)
    done = confirm(box.desk(moved), adopt=name)
    assert (done.adopted, done.desk != name) == (name, True)
    assert read(box.desk(moved), one.id).title == "鲸"


def test_a_project_that_got_a_remote_is_told_where_its_cards_are(box: Box, tmp_path: Path) -> None:
    import subprocess

    repo = tmp_path / "late"
    repo.mkdir()
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    one = save(box.desk(repo), Wish(title="鲸"))
    before = box.desk(repo).owner
    box.add_origin(repo, "git@example.test:me/late.git")
    assert confirm(box.desk(repo)).orphan == before
    confirm(box.desk(repo), adopt=before)
    assert read(box.desk(repo), one.id).title == "鲸"


def test_adopting_what_is_not_there_or_over_other_cards_is_refused(box: Box) -> None:
    with pytest.raises(NoSuchDesk):
        confirm(box.desk(), adopt="nothing-00000000")
    save(box.desk(), Wish(title="x"))
    confirm(box.desk(box.plain))
    with pytest.raises(DeskTaken):
        confirm(box.desk(), adopt=box.desk(box.plain).owner)


def test_hints_about_the_task(box: Box) -> None:
    assert set_task(box.desk(), {"phase": "plan", "taskKind": "review"}) == {
        "phase": "plan",
        "taskKind": "review",
    }
    assert set_task(box.desk(), {"phase": ""}) == {"taskKind": "review"}
    with pytest.raises(UnknownTaskKey):
        set_task(box.desk(), {"targetOs": "linux"})
    with pytest.raises(NoProject):
        set_task(box.desk(box.plain), {"phase": "x"})


def test_a_first_setting_that_finds_no_room_leaves_no_file(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    (box.memory / "ofttold.toml").unlink()

    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(files.DiskFull):
        set_setting(box.desk().memory, "anchors.cap", "3")
    assert not (box.memory / "ofttold.toml").exists()
