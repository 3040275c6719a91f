"""note, emotion and stamp, killed and failed at each of their calls: whole or not at all."""

from __future__ import annotations

import errno
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app.anchors import stamp
from ofttold.app.context import open_memory
from ofttold.app.emotions import set_emotion
from ofttold.app.notes import write_note
from tests.app.folders import RELATIONSHIP
from tests.app.repositories import commit_all, git, name_the_person
from tests.kill import harness
from tests.kill.harness import Point

MEMORY = """## Oft-told

- **whale·round** → `2026-10-30`
- **kin** → `relationship.md`
- **home** → `detours.md`

## To do

- [ ] buy rice (2026-11-29)
"""
KIN = ("- **kin** → `relationship.md`", "- **kin** → `2026-11-30` since｜`relationship.md`")
HOME = ("- **home** → `detours.md`", "- **home** → `2026-11-30` since｜`detours.md`")
COMMIT = '[sync]\ngit = "commit"\n'


def note(folder: Path) -> None:
    write_note(open_memory(str(folder), look_around=False), "kettle·F sharp")


def note_todo(folder: Path) -> None:
    write_note(open_memory(str(folder), look_around=False), "mend the lamp", "todo")


def emotion(folder: Path) -> None:
    set_emotion(open_memory(str(folder), look_around=False), "curious")


def stamp_all(folder: Path) -> None:
    stamp(open_memory(str(folder), look_around=False))


TOLD = MEMORY.replace(HOME[0] + "\n", HOME[0] + "\n- **kettle·F sharp** → `2026-11-30`\n")
TODO = MEMORY + "- [ ] mend the lamp (2026-11-30)\n"
CURIOUS = RELATIONSHIP.replace("Now: calm", "Now: curious")
ONE_STAMP = MEMORY.replace(*KIN)
BOTH_STAMPS = ONE_STAMP.replace(*HOME)
# name: (what runs, the states memory.md may be in, the states relationship.md may be in); last = done
COMMANDS: dict[str, tuple[Callable[[Path], None], list[str], list[str]]] = {
    "note": (note, [MEMORY, TOLD], [RELATIONSHIP]),
    "note a to-do": (note_todo, [MEMORY, TODO], [RELATIONSHIP]),
    "emotion": (emotion, [MEMORY], [RELATIONSHIP, CURIOUS]),
    "stamp": (stamp_all, [MEMORY, ONE_STAMP, BOTH_STAMPS], [RELATIONSHIP]),
}
pytestmark = pytest.mark.slow
every_command = pytest.mark.parametrize("name", COMMANDS)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    name_the_person()


@pytest.fixture
def fresh(tmp_path: Path) -> harness.Fresh:
    def make() -> Path:
        folder = harness.new_folder(tmp_path / "folders")
        (folder / "diary").mkdir()
        (folder / "memory.md").write_bytes(MEMORY.encode())
        (folder / "relationship.md").write_bytes(RELATIONSHIP.encode())
        return folder

    return make


def judge(name: str) -> harness.Judge:
    _, memories, feelings = COMMANDS[name]

    def whole(folder: Path, point: Point) -> None:
        memory = (folder / "memory.md").read_text(encoding="utf-8")
        feeling = (folder / "relationship.md").read_text(encoding="utf-8")
        if point.rerun:
            assert (memory, feeling) == (memories[-1], feelings[-1])
        assert memory in memories and feeling in feelings
        seen = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
        assert seen == {"diary", "memory.md", "relationship.md"}

    return whole


@every_command
def test_a_command_killed_at_any_call_leaves_the_old_or_the_new(
    name: str, fresh: harness.Fresh
) -> None:
    points = harness.kill_at_every_call(COMMANDS[name][0], fresh, judge(name))
    assert len(points) > 5


@every_command
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_call_that_fails_ends_in_a_refusal_or_does_no_harm(
    name: str, number: int, fresh: harness.Fresh
) -> None:
    points = harness.fail_at_every_call(COMMANDS[name][0], fresh, judge(name), number)
    assert any(point.refusal for point in points)


def test_a_note_killed_around_its_commit_leaves_a_sound_repository(fresh: harness.Fresh) -> None:
    def with_git() -> Path:
        folder = fresh()
        (folder / "ofttold.toml").write_text(COMMIT, encoding="utf-8")
        git(folder, "init", "-q")
        commit_all(folder, "base")
        return folder

    def sound(folder: Path, point: Point) -> None:
        assert (folder / "memory.md").read_text(encoding="utf-8") in (MEMORY, TOLD)
        done = subprocess.run(
            ["git", "fsck", "--strict"], cwd=folder, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr

    points = harness.kill_at_every_call(note, with_git, sound)
    assert len(points) > 5
