"""Every function of the door, killed and failed at each of its calls."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ofttold.edge import files
from ofttold.edge.acts import pending, read_through
from ofttold.edge.locks import FolderLock
from tests.kill import harness, operations
from tests.kill.harness import Point
from tests.kill.operations import NEW, OLD


@dataclass
class State:
    """What a folder may hold, name by name: before and after."""

    write: Callable[[Path], None]
    before: dict[str, bytes]
    after: dict[str, bytes]
    one_act: bool = False


BASE = {"a": OLD, "deep/b": OLD, "linked": OLD, "twin": OLD, "gone": OLD}
STATES = {
    "edit": State(operations.edit, BASE, {**BASE, "a": NEW}),
    "edit in a lower folder": State(operations.edit_by_lock, BASE, {**BASE, "deep/b": NEW}),
    "create": State(operations.create, BASE, {**BASE, "new": NEW}),
    "remove": State(operations.remove, BASE, {k: v for k, v in BASE.items() if k != "a"}),
    "cache": State(operations.cache, BASE, {**BASE, "a": NEW}),
    "append": State(operations.append, BASE, {**BASE, "a": NEW}),
    "act": State(
        operations.act,
        BASE,
        {"a": NEW, "linked": NEW, "twin": NEW, "made/new": NEW, "made/moved": OLD},
        one_act=True,
    ),
}
every_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())


def visible(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(harness.MARK)
    }


def judge(state: State) -> harness.Judge:
    def by_name(folder: Path, point: Point) -> None:
        found = visible(folder)
        if point.rerun:
            assert found == state.after
        elif state.one_act and pending(str(folder)):
            through = {}
            for name in {*state.before, *state.after}:
                try:
                    through[name] = read_through(str(folder / name), str(folder))
                except files.FileMissing:
                    continue
            through["twin"] = through["linked"]  # one file: read through its other name
            done = point.refusal in ("", "not_on_disk")
            wanted = state.after if done else state.before
            assert through == wanted
        else:
            assert found in (state.before, state.after)

    return by_name


def again(state: State) -> Callable[[Path], None]:
    """The same once more; then any writer of ours, since one that finds all done locks nothing."""

    def run(folder: Path) -> None:
        state.write(folder)
        with FolderLock(str(folder)):
            pass

    return run


@pytest.fixture
def fresh(tmp_path: Path) -> harness.Fresh:
    def make() -> Path:
        folder = harness.new_folder(tmp_path / "folders")
        (folder / "deep").mkdir()
        for name, data in BASE.items():
            if name != "twin":
                (folder / name).write_bytes(data)
        os.link(folder / "linked", folder / "twin")
        return folder

    return make


@every_state
def test_a_writer_killed_at_any_call_leaves_the_old_or_the_new(
    state: State, fresh: harness.Fresh
) -> None:
    points = harness.kill_at_every_call(state.write, fresh, judge(state), again=again(state))
    assert len(points) > 2


@every_state
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_call_that_fails_ends_in_a_refusal_or_does_no_harm(
    state: State, number: int, fresh: harness.Fresh
) -> None:
    points = harness.fail_at_every_call(
        state.write, fresh, judge(state), number, again=again(state)
    )
    assert any(point.refusal for point in points)


def test_a_plain_truncating_write_would_be_caught(fresh: harness.Fresh) -> None:
    def careless(folder: Path) -> None:
        fd = os.open(folder / "a", os.O_WRONLY | os.O_TRUNC)
        os.write(fd, NEW)
        os.close(fd)

    state = State(careless, BASE, {**BASE, "a": NEW})
    with pytest.raises(AssertionError):
        harness.kill_at_every_call(careless, fresh, judge(state))


CODE = """
import sys
from pathlib import Path
from tests.kill import operations
operations.{name}(Path(sys.argv[1]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["edit", "act"])
def test_a_process_killed_at_real_system_calls_leaves_the_old_or_the_new(
    name: str, fresh: harness.Fresh, tmp_path: Path
) -> None:
    points = harness.kill_by_strace(
        harness.python(CODE.format(name=name)),
        fresh,
        judge(STATES[name]),
        log=tmp_path / "trace",
    )
    assert len(points) > 6


def test_bytes_are_on_disk_before_they_get_the_name_and_the_name_before_it_returns(
    fresh: harness.Fresh, tmp_path: Path
) -> None:
    folder = fresh()
    calls = harness.trace_calls(
        harness.python(CODE.format(name="edit"))(folder), folder, tmp_path / "trace"
    )
    order = []
    for call, _, line in calls:
        if call == "write" and harness.MARK in line:
            order.append("write new")
        elif call == "fsync":
            order.append("sync new" if harness.MARK in line else "sync folder")
        elif call in ("rename", "renameat2") and re.search(r'"[^"]*/a"', line):
            order.append("take the name")
    assert order == ["write new", "sync new", "take the name", "sync folder"]


def test_a_record_is_on_disk_before_the_first_change_and_goes_after_the_last(
    fresh: harness.Fresh, tmp_path: Path
) -> None:
    folder = fresh()
    calls = harness.trace_calls(
        harness.python(CODE.format(name="act"))(folder), folder, tmp_path / "trace"
    )
    lines = [f"{call}({line}" for call, _, line in calls if not line.startswith('"/proc')]

    def first(pattern: str) -> int:
        return next(at for at, line in enumerate(lines) if re.match(pattern, line))

    def last(pattern: str) -> int:
        return max(at for at, line in enumerate(lines) if re.match(pattern, line))

    record_named = first(r'link\S*\(.*/\.ofttold-intent"')
    record_lasts = next(at for at in range(record_named, len(lines)) if "fsync" in lines[at])
    changes = r'(renameat2|link|linkat|rename)\(.*/(a|made/new|made/moved|gone)"'
    assert record_named < record_lasts < first(changes)
    assert last(changes) < last(r"fsync")
    assert last(r'unlink\S*\(.*/\.ofttold-intent"') > last(changes)
    assert last(r"fsync") > last(r'unlink\S*\(.*/\.ofttold-intent"')
