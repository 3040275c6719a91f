"""Every other act of sharing, killed at each of its steps: no loss, and the next run settles it."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app import card_save
from ofttold.app.bundle import export
from ofttold.app.card_save import save
from ofttold.app.cards import Desk, open_desk
from ofttold.app.context import open_memory
from ofttold.app.propose import propose
from ofttold.app.pull_request import pull_request_status
from ofttold.app.resolve import resolve
from ofttold.app.review import promote, retract, supersede, supersede_with
from ofttold.app.share_setup import set_up, take_back
from ofttold.app.share_status import share_status
from ofttold.app.submit import submit
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.saving import Wish
from tests.app.sharebox import ShareBox
from tests.app.test_share_sync import request
from tests.kill.harness import Point, kill_at_every_call

if not hasattr(os, "fork"):
    pytest.skip("this system cannot fork", allow_module_level=True)

pytestmark = pytest.mark.slow
A, B, C, D, E = (f"mem_{sign * 12}" for sign in "abcde")  # two personal, a draft, two submitted
NEW = [f"mem_{sign * 12}" for sign in "xyz"]
State = dict[str, bytes]


class Scene:
    """A memory folder and a repository with a card of every kind, to be copied for each kill."""

    def __init__(self, base: Path) -> None:
        (base / "first").mkdir()
        self.base = base
        self.box = ShareBox(base / "first")
        self.count = 0
        with pytest.MonkeyPatch.context() as patch:
            ids = iter([A, B, C, D, E])
            patch.setattr(card_save, "new_id", lambda *_: next(ids))
            self.box.note("个人一", body="一")
            self.box.note("个人二", body="二")
            self.box.draft("草稿", body="三")
            self.box.draft("书架一", summary="旧", body="正文")
            self.box.draft("书架二", body="五")
        submit(self.box.desk(), [D, E])

    def fresh(self) -> Path:
        self.count += 1
        target = self.base / f"copy{self.count}"
        shutil.copytree(self.box.repo.parent, target, symlinks=True)
        return target


def desk_of(folder: Path) -> Desk:
    memory = open_memory(str(folder / "memory"), look_around=False)
    return open_desk(memory, str(folder / "app"))


def state_of(folder: Path) -> State:
    """Give every file of a person's that sharing may touch."""
    found: State = {}
    for place in ("memory/cards", "app/.ai"):
        for path in sorted((folder / place).rglob("*")):
            if path.is_file() and not path.name.startswith(".ofttold-"):
                found[str(path.relative_to(folder))] = path.read_bytes()
    for name in ("app/.git/config", "x.tar.gz"):
        if (folder / name).exists():
            found[name] = (folder / name).read_bytes()
    return found


# one of each kind: what rejects, resubmits or retracts on the shelf writes as a promotion does
ACTS: dict[str, Callable[[Path], object]] = {
    "propose": lambda f: propose(desk_of(f), [A, B]),
    "promote": lambda f: promote(desk_of(f), D, "promote", note="看过"),
    "retract a draft": lambda f: retract(desk_of(f), C),
    "supersede on the shelf": lambda f: supersede(desk_of(f), D, E),
    "supersede by a text": lambda f: supersede_with(desk_of(f), C, Wish(title="新的")),
    "export": lambda f: export(desk_of(f), str(f / "x.tar.gz")),
    "set up": lambda f: set_up(desk_of(f)),
    "take the setup back": lambda f: take_back(desk_of(f)),
    "resolve": lambda f: resolve(desk_of(f), D),
    "apply a pull request": lambda f: pull_request_status(desk_of(f), apply=True),
}
# of several steps, each whole by itself: the act itself goes on where it stopped
BY_STEPS = ("set up", "take the setup back", "apply a pull request")


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setenv("OFTTOLD_NOW", "")
    found = Scene(tmp_path)
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T11:00:00+08:00")
    return found


def prepare(scene: Scene, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    box = scene.box
    if name == "take the setup back":
        set_up(box.desk())
    elif name == "resolve":
        box.git("branch", "-f", "side")
        conflict(box)
    elif name == "apply a pull request":
        stand_in(scene.base / "bin", monkeypatch)


def conflict(box: ShareBox) -> None:
    path = box.on_shelf(D)
    text = path.read_text()
    for branch, kind in (("side", "kind: 规则"), ("main", "tags: [甲]")):
        box.git("checkout", "-q", branch)
        path.write_text(text.replace("summary: 旧", f"summary: 旧\n{kind}"))
        box.git("commit", "-q", "-a", "-m", branch)
    with pytest.raises(subprocess.CalledProcessError):
        box.git("merge", "-q", "side")


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    files = [{"path": f".ai/ofttold/{D}.md"}]
    (folder / "answer").write_text(request(state="MERGED", mergedBy={"login": "lin"}, files=files))
    program = folder / "gh"
    program.write_text(f"#!/bin/sh\ncat {folder}/answer\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize("name", ACTS)
def test_killed_at_any_step_nothing_is_lost_and_the_next_run_settles_it(
    scene: Scene, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(scene, name, monkeypatch)
    ids = [iter(NEW)]
    for module in ("propose", "review", "card_save"):
        monkeypatch.setattr(f"ofttold.app.{module}.new_id", lambda *_: next(ids[0]))

    def act(folder: Path) -> None:
        ids[0] = iter(NEW)
        ACTS[name](folder)

    before = state_of(scene.box.repo.parent)
    done = scene.fresh()
    act(done)
    after = state_of(done)
    assert before != after

    def next_run(folder: Path) -> None:
        share_status(desk_of(folder))
        save(desk_of(folder), Wish(title="个人一", scope="personal"))
        if name in BY_STEPS:
            act(folder)

    def judge(folder: Path, point: Point) -> None:
        found = state_of(folder)
        if not point.rerun:
            for path, data in found.items():
                if path.endswith(".md") and name != "apply a pull request":
                    assert data in (before.get(path), after.get(path)), path
                if path.endswith(".md") and name != "resolve":
                    assert isinstance(parse_card(data, path), Card), path
            assert {path for path in before if path in after} <= set(found)
            return
        assert found == after if name in BY_STEPS else found in (before, after)
        if found != after:
            act(folder)
        assert state_of(folder) == after
        shutil.rmtree(folder)

    points = kill_at_every_call(act, scene.fresh, judge, again=next_run, programs=True)
    assert len(points) > 5
