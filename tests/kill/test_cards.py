"""Card commands killed, and failed, at each of their file-system calls: the old state or the new."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app import card_save, card_suggest
from ofttold.app.card_forget import forget, undo
from ofttold.app.card_move import move, topic
from ofttold.app.card_save import save
from ofttold.app.card_suggest import keep, suggest
from ofttold.app.cards import CardGone, Desk, open_desk
from ofttold.app.context import open_memory
from ofttold.core.cards import limits
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.saving import Wish
from tests.kill.harness import Point, fail_at_every_call, kill_at_every_call, new_folder

if not hasattr(os, "fork"):
    pytest.skip("this system cannot fork", allow_module_level=True)

pytestmark = pytest.mark.slow
A, B, C, SUG = "mem_aaaaaaaaaaaa", "mem_bbbbbbbbbbbb", "mem_cccccccccccc", "sug_dddddddddddd"
NEW = "mem_nnnnnnnnnnnn"
Command = Callable[[Desk], object]
State = dict[str, bytes]


def state_of(folder: Path) -> State:
    """Give every file a person has below cards/, by its relative name."""
    base = folder / "cards"
    return {
        str(path.relative_to(base)): path.read_bytes()
        for path in sorted(base.rglob("*"))
        if path.is_file() and not path.name.startswith(".ofttold-")
    }


class Scene:
    """A template folder, one command on it, and the two states it may leave."""

    def __init__(self, base: Path, command: Command) -> None:
        self.base, self.command = base, command
        self.template = base / "template"
        self.repo = base / "app"
        (self.repo / ".git").mkdir(parents=True)
        (self.repo / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.template.mkdir()
        self._prepare()
        self.before = state_of(self.template)
        done = self.fresh()
        self.run(done)
        self.after = state_of(done)
        assert self.before != self.after

    def desk(self, folder: Path) -> Desk:
        return open_desk(open_memory(str(folder), look_around=False), str(self.repo))

    def _prepare(self) -> None:
        with pytest.MonkeyPatch.context() as patch:
            ids = iter([A, B, C])
            patch.setattr(card_save, "new_id", lambda *_: next(ids))
            patch.setattr(card_suggest, "new_id", lambda *_: SUG)
            save(self.desk(self.template), Wish(title="蓝鲸", body="一", topic="海"))
            save(self.desk(self.template), Wish(title="蓝鲸", body="二"))
            save(self.desk(self.template), Wish(title="提交信息", body="x", topic="海"))
            save(self.desk(self.template), Wish(title="个人的", scope="personal"))
            suggest(self.desk(self.template), Wish(title="建议的", body="y"))

    def fresh(self) -> Path:
        folder = new_folder(self.base / "runs")
        shutil.copytree(self.template, folder, dirs_exist_ok=True)
        return folder

    def run(self, folder: Path) -> None:
        self.command(self.desk(folder))

    def settle(self, folder: Path) -> None:
        """Let the next writer come: a save that changes nothing."""
        done = save(self.desk(folder), Wish(title="个人的", scope="personal"))
        assert not done.changed

    def run_again(self, folder: Path) -> None:
        """Run the command once more, as a person would; that it was done already is fine."""
        try:
            self.run(folder)
        except CardGone:
            self.settle(folder)

    def judge(self, folder: Path, point: Point) -> None:
        found = state_of(folder)
        if point.rerun:
            assert found in (self.before, self.after)
            return
        for name, data in found.items():
            assert data in (self.before.get(name), self.after.get(name)), name
            if name.endswith(".md"):
                assert isinstance(parse_card(data, name), Card)
        gone = {name for name in self.before if name in self.after} - set(found)
        assert not gone


def changed_title(desk: Desk) -> object:
    return save(desk, Wish(id=A, title="抹香鲸", when="冬天", body="三"))


COMMANDS: dict[str, Command] = {
    "save a new card": lambda desk: save(desk, Wish(title="全新的", body="n")),
    "save a known card": changed_title,
    "keep a suggestion": lambda desk: keep(desk, SUG),
    "undo": lambda desk: undo(desk, A),
    "forget": lambda desk: forget(desk, A),
    "purge": lambda desk: forget(desk, A, purge=True),
    "move": lambda desk: move(desk, B),
    "choose a topic's winner": lambda desk: topic(desk, "海", winner=B),
}


@pytest.fixture(autouse=True)
def same_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every run of one command the same bytes."""
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    for module in ("card_save", "card_move"):
        monkeypatch.setattr(f"ofttold.app.{module}.new_id", lambda *_: NEW)


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_call_it_is_all_done_or_not_at_all(tmp_path: Path, name: str) -> None:
    scene = Scene(tmp_path, COMMANDS[name])
    points = kill_at_every_call(scene.run, scene.fresh, scene.judge, again=scene.settle)
    assert len(points) > 10


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("name", ["save a new card", "save a known card", "forget", "move"])
def test_failing_at_any_call_it_refuses_and_leaves_the_old_state(
    tmp_path: Path, name: str, number: int
) -> None:
    scene = Scene(tmp_path, COMMANDS[name])

    def judge(folder: Path, point: Point) -> None:
        if point.rerun:
            scene.judge(folder, point)
        elif point.refusal and point.refusal != "not_on_disk":
            assert state_of(folder) == scene.before or _pending(folder)

    fail_at_every_call(scene.run, scene.fresh, judge, number, again=scene.run_again)


def _pending(folder: Path) -> bool:
    """Tell whether a record of the act is left for the next writer."""
    return any((folder / "cards").glob(".ofttold-intent*"))


def test_an_eviction_killed_at_any_call_keeps_every_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_CARDS", 2)
    scene = Scene(tmp_path, COMMANDS["save a new card"])
    assert any(name.endswith(f"archive/{A}.md") for name in scene.after)

    def judge(folder: Path, point: Point) -> None:
        scene.judge(folder, point)
        texts = b"".join(itertools.chain(state_of(folder).values()))
        assert "二".encode() in texts and b"\nx\n" in texts

    kill_at_every_call(scene.run, scene.fresh, judge, again=scene.settle)


def test_the_index_after_a_kill_is_the_one_made_from_nothing(tmp_path: Path) -> None:
    from ofttold.app.card_index import index_path
    from ofttold.app.card_search import search

    scene = Scene(tmp_path, COMMANDS["move"])

    def judge(folder: Path, point: Point) -> None:
        if not point.rerun or point.number % 5:
            return
        found = search(scene.desk(folder), "蓝鲸 提交信息 个人的", limit=20)
        Path(index_path(str(folder))).unlink()
        assert search(scene.desk(folder), "蓝鲸 提交信息 个人的", limit=20) == found

    kill_at_every_call(scene.run, scene.fresh, judge, again=scene.settle)
