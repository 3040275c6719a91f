"""``scaffold``, killed and failed at each of its calls: everything missing is made, or nothing."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from ofttold.app.scaffold import scaffold
from ofttold.edge.acts import pending
from ofttold.edge.locks import FolderLock
from ofttold.edge.shipped import read_shipped
from tests.kill import harness
from tests.kill.harness import Point

pytestmark = pytest.mark.slow
NEW = read_shipped("scaffold", "en")
THEIRS = {"MEMORY.md": b"mine, no final newline", "memory/2026-11-30.md": b"a day\r\n"}
ADOPTED = {
    "index.md": NEW["index.md"],
    "relationship.md": NEW["relationship.md"],
    "detours.md": NEW["detours.md"],
    "memory/README.md": NEW["diary/README.md"],
    "ofttold.toml": b'# names this folder had before\n[files]\nmemory = "MEMORY.md"\ndiary = "memory"\n',
}


def lay_down(folder: Path) -> None:
    scaffold(str(folder / "m"), lang="en", default=False)


def lay_down_and_lock(folder: Path) -> None:
    lay_down(folder)
    with FolderLock(str(folder / "m")):
        pass


def visible(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder / "m")): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(harness.MARK)
    }


def judge(before: dict[str, bytes], made: dict[str, bytes]) -> harness.Judge:
    def whole_or_nothing(folder: Path, point: Point) -> None:
        found = visible(folder)
        if point.rerun:
            assert found == before | made
        elif (folder / "m").is_dir() and pending(str(folder / "m")):
            assert found.items() <= (before | made).items()
            assert before.items() <= found.items()
        else:
            assert found in (before, before | made)
            if point.refusal and point.refusal != "not_on_disk" and not before:
                assert not (folder / "m").exists() or point.call in ("mkdir", "fsync", "rmdir")

    return whole_or_nothing


@pytest.fixture
def empty(tmp_path: Path) -> harness.Fresh:
    return lambda: harness.new_folder(tmp_path / "folders")


@pytest.fixture
def kept(tmp_path: Path) -> harness.Fresh:
    def make() -> Path:
        folder = harness.new_folder(tmp_path / "folders")
        for name, data in THEIRS.items():
            path = folder / "m" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return folder

    return make


def cases(empty: harness.Fresh, kept: harness.Fresh) -> list[tuple[harness.Fresh, harness.Judge]]:
    return [(empty, judge({}, NEW)), (kept, judge(THEIRS, ADOPTED))]


def test_killed_at_any_call_it_has_made_everything_or_nothing(
    empty: harness.Fresh, kept: harness.Fresh
) -> None:
    for fresh, judged in cases(empty, kept):
        points = harness.kill_at_every_call(lay_down, fresh, judged, again=lay_down_and_lock)
        assert len(points) > 20


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_failed_at_any_call_it_has_made_everything_or_nothing(
    empty: harness.Fresh, kept: harness.Fresh, number: int
) -> None:
    for fresh, judged in cases(empty, kept):
        points = harness.fail_at_every_call(
            lay_down, fresh, judged, number, again=lay_down_and_lock
        )
        assert any(point.refusal for point in points)
