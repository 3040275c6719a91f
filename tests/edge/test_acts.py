"""Several files, one act: all or none, finished or taken back alike by whoever comes next."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.splice import Splice
from ofttold.edge import acts, files, intents, steps
from ofttold.edge.acts import Act, ForeignIntent, PathOutside, pending, read_through, settle
from ofttold.edge.intents import Step
from ofttold.edge.locks import FolderLock
from tests.kill.harness import run_in_child

OLD, NEW = b"old\n", b"new and longer\n"


def lay(folder: Path, **texts: bytes) -> None:
    for name, text in texts.items():
        (folder / name).write_bytes(text)


def found(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def leave_intent(folder: Path, *todo: Step) -> None:
    """Leave a record behind as a writer that died right after it."""
    intents.write_intent(str(folder), intents.in_order(list(todo)))


def test_all_kinds_of_change_are_done_as_one(tmp_path: Path) -> None:
    lay(tmp_path, a=OLD, b=OLD, c=OLD)
    act = Act(str(tmp_path))
    act.remove("c", OLD)
    act.move(str(tmp_path / "b"), "deep/er/b")
    act.create("deep/new", NEW)
    act.replace("a", NEW, OLD)
    assert found(tmp_path) == {"a": OLD, "b": OLD, "c": OLD}
    assert act.commit() == ()
    assert found(tmp_path) == {"a": NEW, "deep/er/b": OLD, "deep/new": NEW}
    assert (tmp_path / "deep" / "new").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("spoil", "refusal"),
    [
        ({"a": b"by a person\n"}, files.ChangedUnderneath),
        ({"new": b"taken\n"}, files.AlreadyExists),
        ({"moved": b"taken\n"}, files.AlreadyExists),
        ({"b": b"by a person\n"}, files.ChangedUnderneath),
        ({"c": b"by a person\n"}, files.ChangedUnderneath),
    ],
)
def test_one_file_that_is_not_as_expected_stops_the_whole_act(
    tmp_path: Path, spoil: dict[str, bytes], refusal: type[Exception]
) -> None:
    lay(tmp_path, a=OLD, b=OLD, c=OLD)
    act = Act(str(tmp_path))
    act.replace("a", NEW, OLD)
    act.create("new", NEW)
    act.move("b", "moved")
    act.remove("c", OLD)
    lay(tmp_path, **spoil)
    before = found(tmp_path)
    with pytest.raises(refusal):
        act.commit()
    assert found(tmp_path) == before


def test_a_missing_file_stops_the_act(tmp_path: Path) -> None:
    lay(tmp_path, a=OLD)
    act = Act(str(tmp_path))
    act.create("new", NEW)
    act.remove("gone", OLD)
    with pytest.raises(files.FileMissing):
        act.commit()
    assert found(tmp_path) == {"a": OLD}


@pytest.mark.parametrize("failing", ["a", "new", "moved", "c"])
def test_an_act_that_fails_on_the_way_is_taken_back_at_once(
    tmp_path: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, a=OLD, b=OLD, c=OLD)
    (tmp_path / "c").chmod(0o640)
    act = Act(str(tmp_path))
    act.replace("a", NEW, OLD)
    act.create("new", NEW)
    act.move("b", "moved")
    act.remove("c", OLD)
    done = steps.do

    def spoiled(folder: str, step: Step, kept: list[str]) -> None:
        if failing in (step.path, step.to):
            raise OSError(28, "No space left on device")
        done(folder, step, kept)

    monkeypatch.setattr(steps, "do", spoiled)
    with pytest.raises(files.DiskFull):
        act.commit()
    assert found(tmp_path) == {"a": OLD, "b": OLD, "c": OLD}
    assert (tmp_path / "c").stat().st_mode & 0o777 == 0o640


ACT = (
    Step("replace", "a", OLD, NEW),
    Step("create", "new", None, NEW),
    Step("move", "b", OLD, OLD, "moved"),
    Step("remove", "c", OLD),
)


@pytest.mark.parametrize("done", list(product([False, True], repeat=4)))
def test_an_act_left_at_any_stage_is_finished_by_the_next_writer(
    tmp_path: Path, done: tuple[bool, ...]
) -> None:
    lay(tmp_path, a=OLD, b=OLD, c=OLD)
    leave_intent(tmp_path, *ACT)
    for step, is_done in zip(ACT, done, strict=True):
        if is_done:
            steps.do(str(tmp_path), step, [])
    assert pending(str(tmp_path)) == ["a", "new", "b", "c"]
    after = {"a": NEW, "moved": OLD, "new": NEW}
    for name in ("a", "b", "c", "moved", "new"):
        if name in after:
            assert read_through(str(tmp_path / name)) == after[name]
        else:
            with pytest.raises(files.FileMissing):
                read_through(str(tmp_path / name))
    with FolderLock(str(tmp_path)) as lock:
        assert lock.settled == acts.Settled(("a", "new", "b", "c"), finished=True)
        assert lock.settled.messages("en") == [
            "A change that was cut short has been finished: a, new, b, c"
        ]
    assert found(tmp_path) == after
    assert pending(str(tmp_path)) == []
    with FolderLock(str(tmp_path)) as lock:
        assert lock.settled is None


@pytest.mark.parametrize("spoiled", ["a", "new", "moved", "c"])
@pytest.mark.parametrize("done", list(product([False, True], repeat=4)))
def test_an_act_whose_file_a_person_changed_meanwhile_is_taken_back(
    tmp_path: Path, done: tuple[bool, ...], spoiled: str
) -> None:
    lay(tmp_path, a=OLD, b=OLD, c=OLD)
    leave_intent(tmp_path, *ACT)
    for step, is_done in zip(ACT, done, strict=True):
        if is_done:
            steps.do(str(tmp_path), step, [])
    lay(tmp_path, **{spoiled: b"by a person\n"})
    before = {"a": OLD, "b": OLD, "c": OLD}
    if spoiled == "moved" and done[2]:
        del before["b"]
    after = {**before, spoiled: b"by a person\n"}
    for name in ("a", "b", "c", "new", "moved"):
        if name in after:
            assert read_through(str(tmp_path / name)) == after[name]
        else:
            with pytest.raises(files.FileMissing):
                read_through(str(tmp_path / name))
    assert settle(str(tmp_path)) == ["a", "new", "b", "c"]
    assert found(tmp_path) == after
    assert settle(str(tmp_path)) == []


def test_an_act_that_is_being_taken_back_stays_so_whatever_happens_meanwhile(
    tmp_path: Path,
) -> None:
    lay(tmp_path, a=OLD, b=OLD, c=OLD)
    leave_intent(tmp_path, *(Step("replace", name, OLD, NEW) for name in "abc"))
    lay(tmp_path, a=NEW, b=NEW, c=b"by a person\n")

    def die_half_way() -> None:
        undo, count = steps.undo, [0]

        def once(folder: str, step: Step, kept: list[str]) -> None:
            count[0] += 1
            if count[0] == 2:
                os._exit(0)
            undo(folder, step, kept)

        steps.undo = once
        settle(str(tmp_path))

    run_in_child(die_half_way)
    assert sorted([(tmp_path / "a").read_bytes(), (tmp_path / "b").read_bytes()]) == [NEW, OLD]
    lay(tmp_path, c=OLD)
    assert [read_through(str(tmp_path / name)) for name in "abc"] == [OLD, OLD, OLD]
    settle(str(tmp_path))
    assert found(tmp_path) == {"a": OLD, "b": OLD, "c": OLD}


def test_an_edit_under_the_folders_lock_comes_after_what_was_left(tmp_path: Path) -> None:
    lay(tmp_path, a=OLD, b=OLD)
    leave_intent(tmp_path, Step("replace", "a", OLD, NEW), Step("remove", "b", OLD))
    edited = files.edit_file(str(tmp_path / "a"), lambda data: Splice(0, 0, b"first\n"))
    assert edited.before == NEW
    assert found(tmp_path) == {"a": b"first\n" + NEW}


def test_a_record_that_was_copied_here_is_never_followed(tmp_path: Path) -> None:
    lay(tmp_path, a=OLD)
    leave_intent(tmp_path, Step("replace", "a", OLD, NEW))
    stranger = tmp_path / "copy"
    shutil.copytree(tmp_path, stranger)
    assert pending(str(stranger)) == []
    assert acts.has_foreign_intent(str(stranger))
    assert not acts.has_foreign_intent(str(tmp_path))
    assert settle(str(stranger)) == []
    assert (stranger / "a").read_bytes() == OLD
    act = Act(str(stranger))
    act.create("new", NEW)
    with pytest.raises(ForeignIntent) as refusal:
        act.commit()
    assert intents.FINISH in refusal.value.message("en")
    assert not (stranger / "new").exists()
    assert (stranger / intents.FINISH).exists()


@pytest.mark.parametrize("path", ["../outside", "/etc/passwd", "a/../../outside", "", ".", "a\0b"])
def test_a_record_that_leads_out_of_the_folder_is_never_followed(tmp_path: Path, path: str) -> None:
    record = tmp_path / intents.FINISH
    record.write_bytes(b"")
    row = {"do": "create", "path": path, "new": 1, "mode": 0o600}
    body = json.dumps({"inode": record.stat().st_ino, "steps": [row]}).encode() + b"\nx"
    record.write_bytes(b"ofttold-intent 1 %08x\n" % zlib.crc32(body) + body)
    assert pending(str(tmp_path)) == []
    assert acts.has_foreign_intent(str(tmp_path))


@pytest.mark.parametrize(
    "damage", [b"", b"ofttold-intent 2 00000000\n{}", b"\xff" * 40, b"[" * 9000]
)
def test_a_damaged_record_blocks_no_edit_and_is_not_deleted(tmp_path: Path, damage: bytes) -> None:
    lay(tmp_path, a=OLD)
    (tmp_path / intents.FINISH).write_bytes(damage)
    files.edit_file(str(tmp_path / "a"), lambda data: Splice(0, len(data), NEW))
    assert (tmp_path / "a").read_bytes() == NEW
    assert (tmp_path / intents.FINISH).read_bytes() == damage
    assert acts.has_foreign_intent(str(tmp_path))


def test_an_act_stays_in_its_folder_and_names_a_file_once(tmp_path: Path) -> None:
    lay(tmp_path, a=OLD)
    act = Act(str(tmp_path / "."))
    with pytest.raises(PathOutside):
        act.create("../b", NEW)
    with pytest.raises(PathOutside):
        act.create(str(tmp_path.parent / "b"), NEW)
    act.replace("a", NEW, OLD)
    with pytest.raises(ValueError, match="another step"):
        act.move("a", "b")


def test_a_hard_linked_file_is_written_in_place_and_mended_after_a_crash(tmp_path: Path) -> None:
    lay(tmp_path, a=OLD)
    os.link(tmp_path / "a", tmp_path / "twin")
    inode = (tmp_path / "a").stat().st_ino
    files.edit_file(str(tmp_path / "a"), lambda data: Splice(0, len(data), NEW))
    assert found(tmp_path) == {"a": NEW, "twin": NEW}
    leave_intent(tmp_path, Step("replace", "a", NEW, b"third and last text\n"))
    (tmp_path / "twin").write_bytes(b"third a" + NEW[7:])
    assert read_through(str(tmp_path / "a")) == b"third and last text\n"
    files.edit_file(str(tmp_path / "a"), lambda data: None)
    assert found(tmp_path) == {"a": b"third and last text\n", "twin": b"third and last text\n"}
    assert (tmp_path / "a").stat().st_ino == inode


@given(old=st.binary(max_size=30), new=st.binary(max_size=30), data=st.data())
def test_every_stage_of_writing_in_place_is_known_again(
    old: bytes, new: bytes, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(new)))
    assert steps.is_on_the_way(new[:at] + old[at:], old, new)
    back = data.draw(st.integers(0, min(at, len(old))))
    assert steps.is_on_the_way(old[:back] + new[back:at] + old[at:], old, new)


def test_a_hard_linked_file_that_a_person_changed_is_not_mended_over(tmp_path: Path) -> None:
    lay(tmp_path, a=OLD, b=OLD)
    os.link(tmp_path / "a", tmp_path / "twin")
    leave_intent(tmp_path, Step("replace", "a", OLD, NEW), Step("replace", "b", OLD, NEW))
    (tmp_path / "twin").write_bytes(b"by a person\n")
    settle(str(tmp_path))
    assert found(tmp_path) == {"a": b"by a person\n", "twin": b"by a person\n", "b": OLD}


def test_a_name_may_change_its_case_only(tmp_path: Path) -> None:
    lay(tmp_path, **{"memory.md": OLD})
    act = Act(str(tmp_path))
    act.move("memory.md", "MEMORY.md")
    act.commit()
    assert found(tmp_path) == {"MEMORY.md": OLD}
    lay(tmp_path, **{"memory.md": NEW})
    act = Act(str(tmp_path))
    act.move("MEMORY.md", "memory.md")
    with pytest.raises(files.AlreadyExists):
        act.commit()
    assert found(tmp_path) == {"MEMORY.md": OLD, "memory.md": NEW}


def test_a_disk_that_ignores_case_lets_a_name_change_its_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, **{"memory.md": OLD})
    lstat = os.lstat

    def ignoring_case(path: str) -> os.stat_result:
        return lstat(str(path).replace("MEMORY", "memory"))

    monkeypatch.setattr(os, "lstat", ignoring_case)
    act = Act(str(tmp_path))
    act.move("memory.md", "MEMORY.md")
    act.commit()
    monkeypatch.undo()
    assert found(tmp_path) == {"MEMORY.md": OLD}


def test_a_link_is_not_moved_to_where_it_would_lead_elsewhere(tmp_path: Path) -> None:
    lay(tmp_path, a=OLD)
    (tmp_path / "link").symlink_to("a")
    act = Act(str(tmp_path))
    act.move("link", "deep/link")
    with pytest.raises(files.NotAFile):
        act.commit()
    assert (tmp_path / "link").is_symlink()
    act = Act(str(tmp_path))
    act.move("link", "other")
    act.commit()
    assert (tmp_path / "other").is_symlink()
    assert (tmp_path / "other").read_bytes() == OLD


def test_a_reader_sees_through_a_link_to_where_an_unfinished_act_lies(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    lay(real, a=OLD)
    (tmp_path / "link").symlink_to("real/a")
    leave_intent(real, Step("replace", "a", OLD, NEW))
    assert read_through(str(tmp_path / "link")) == NEW
    assert read_through(str(tmp_path / "link"), str(tmp_path)) == NEW
    files.edit_file(str(tmp_path / "link"), lambda data: Splice(0, 0, b"+"))
    assert (real / "a").read_bytes() == b"+" + NEW
    assert pending(str(real)) == []
