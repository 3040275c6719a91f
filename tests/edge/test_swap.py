"""Taking a name from somebody who takes no lock: nothing is lost, whoever comes in between."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.core.splice import Splice
from ofttold.edge import files, placing, swap, sweeping, temps
from ofttold.edge.snapshots import take_snapshot
from tests.kill.harness import run_in_child

OLD, OURS, THEIRS = b"old\n", b"ours\n", b"old\ntheirs\n"


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    path = tmp_path / "memory.md"
    path.write_bytes(OLD)
    if not swap.exchange(str(path), str(path)) and os.name == "posix":
        pytest.skip("this system cannot exchange two names")
    return path


def save_by_rename(path: Path, text: bytes) -> None:
    other = path.with_name("editor")
    other.write_bytes(text)
    other.replace(path)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def add_ours(data: bytes) -> Splice:
    return Splice(len(data), len(data), OURS)


@pytest.mark.parametrize("save", [save_by_rename, Path.write_bytes])
def test_a_save_between_comparing_and_exchanging_is_noticed_afterwards(
    memory: Path, save: Callable[[Path, bytes], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    call, done = swap._exchange_call, list[bool]()

    def late(first: bytes, second: bytes) -> int:
        if not done:
            done.append(True)
            save(memory, THEIRS)
        return call(first, second)

    monkeypatch.setattr(swap, "_exchange_call", late)
    edited = files.edit_file(str(memory), add_ours)
    assert memory.read_bytes() == THEIRS + OURS
    assert edited.before == THEIRS
    assert edited.kept == ()
    assert names(memory.parent) == ["memory.md"]


def test_a_stale_edit_is_never_exchanged_in(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call, exchanged = swap._exchange_call, list[bytes]()

    def watched(first: bytes, second: bytes) -> int:
        exchanged.append(Path(os.fsdecode(first)).read_bytes())
        return call(first, second)

    def compute(data: bytes) -> Splice:
        if data == OLD:
            save_by_rename(memory, THEIRS)
        return add_ours(data)

    monkeypatch.setattr(swap, "_exchange_call", watched)
    files.edit_file(str(memory), compute)
    assert exchanged == [THEIRS + OURS]


def test_a_newer_text_is_not_hidden_while_the_disk_syncs(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call, sync = swap._exchange_call, placing.sync_directory
    done, shown = list[bool](), list[bytes]()

    def late(first: bytes, second: bytes) -> int:
        if not done:
            done.append(True)
            save_by_rename(memory, THEIRS)
        return call(first, second)

    def watched(path: str, about: str) -> None:
        shown.append(memory.read_bytes())
        sync(path, about)

    monkeypatch.setattr(swap, "_exchange_call", late)
    monkeypatch.setattr(placing, "sync_directory", watched)
    files.edit_file(str(memory), add_ours)
    assert shown == [THEIRS + OURS]


def test_a_write_into_the_displaced_file_is_noticed_until_it_is_removed(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync, done = placing.sync_directory, list[bool]()
    with memory.open("ab", buffering=0) as opened_before:

        def late(path: str, about: str) -> None:
            if not done:
                done.append(True)
                opened_before.write(b"theirs\n")
            sync(path, about)

        monkeypatch.setattr(placing, "sync_directory", late)
        files.edit_file(str(memory), add_ours)
    assert memory.read_bytes() == THEIRS + OURS
    assert names(memory.parent) == ["memory.md"]


def test_two_saves_in_one_instant_are_both_kept(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call, count = swap._exchange_call, [0]

    def late(first: bytes, second: bytes) -> int:
        count[0] += 1
        if count[0] == 1:
            save_by_rename(memory, b"first save\n")
        elif count[0] == 2:
            save_by_rename(memory, b"second save\n")
        return call(first, second)

    monkeypatch.setattr(swap, "_exchange_call", late)
    edited = files.edit_file(str(memory), add_ours)
    assert memory.read_bytes() == b"second save\n" + OURS
    kept = memory.with_name("memory.kept-1.md")
    assert edited.kept == (str(kept),)
    assert kept.read_bytes() == b"first save\n"
    assert names(memory.parent) == ["memory.kept-1.md", "memory.md"]


def test_a_file_deleted_in_the_instant_of_the_exchange_stays_deleted(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = swap._exchange_call

    def late(first: bytes, second: bytes) -> int:
        if memory.exists():
            memory.unlink()
        return call(first, second)

    monkeypatch.setattr(swap, "_exchange_call", late)
    with pytest.raises(files.FileMissing):
        files.edit_file(str(memory), add_ours)
    assert names(memory.parent) == []


def die_after_exchange(memory: Path, save: Callable[[], object]) -> None:
    """Die in a child right after the exchange, which came right after ``save``."""

    def work() -> None:
        call = swap._exchange_call

        def last(first: bytes, second: bytes) -> int:
            save()
            call(first, second)
            os._exit(0)

        swap._exchange_call = last
        files.edit_file(str(memory), add_ours)

    run_in_child(work)


def test_what_a_dead_writer_displaced_is_cleared_away_when_it_was_what_was_read(
    memory: Path,
) -> None:
    die_after_exchange(memory, lambda: None)
    assert memory.read_bytes() == OLD + OURS
    assert len(names(memory.parent)) == 2
    files.edit_file(str(memory), lambda _: None)
    assert names(memory.parent) == ["memory.md"]
    assert memory.read_bytes() == OLD + OURS


def test_a_text_displaced_by_a_dead_writer_gets_its_name_back(memory: Path) -> None:
    die_after_exchange(memory, lambda: save_by_rename(memory, THEIRS))
    assert memory.read_bytes() == OLD + OURS
    edited = files.edit_file(str(memory), lambda _: None)
    assert edited.before == THEIRS
    assert names(memory.parent) == ["memory.md"]


def test_a_text_displaced_by_a_dead_writer_is_kept_when_its_name_was_written_again(
    memory: Path,
) -> None:
    die_after_exchange(memory, lambda: save_by_rename(memory, THEIRS))
    save_by_rename(memory, b"later still\n")
    edited = files.edit_file(str(memory), lambda _: None)
    assert memory.read_bytes() == b"later still\n"
    assert edited.kept == (str(memory.with_name("memory.kept-1.md")),)
    assert memory.with_name("memory.kept-1.md").read_bytes() == THEIRS
    assert len(names(memory.parent)) == 2


def test_a_living_writers_new_file_is_not_swept(tmp_path: Path) -> None:
    temp = temps.make_temp(str(tmp_path))
    run_in_child(lambda: sweeping.sweep(str(tmp_path), []))
    assert len(names(tmp_path)) == 1
    temp.close()
    sweeping.sweep(str(tmp_path), [])
    assert names(tmp_path) == []


def test_nothing_but_our_own_names_is_swept(tmp_path: Path) -> None:
    mine = [".ofttold", ".ofttold-swap.x", ".ofttold-news", "a.tmp", ".#memory.md"]
    for name in mine:
        (tmp_path / name).write_bytes(b"")
    sweeping.sweep(str(tmp_path), [])
    assert names(tmp_path) == sorted(mine)


def test_a_save_in_the_instant_of_a_removal_stays(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = os.rename

    def late(source: str, target: str) -> None:
        monkeypatch.setattr(os, "rename", rename)
        save_by_rename(memory, THEIRS)
        rename(source, target)

    monkeypatch.setattr(os, "rename", late)
    with pytest.raises(files.ChangedUnderneath):
        files.remove_file(str(memory), expected=OLD)
    assert memory.read_bytes() == THEIRS
    assert names(memory.parent) == ["memory.md"]


@pytest.mark.parametrize("number", sorted(placing.CANNOT))
def test_a_system_that_cannot_exchange_compares_and_renames(
    memory: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap, "_exchange_call", lambda first, second: number)
    files.edit_file(str(memory), add_ours)
    assert memory.read_bytes() == OLD + OURS
    assert names(memory.parent) == ["memory.md"]


def test_a_save_right_before_the_rename_is_noticed_there_too(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[bool] = []

    def cannot(first: bytes, second: bytes) -> int:
        if not done:
            done.append(True)
            save_by_rename(memory, THEIRS)
        return 38

    monkeypatch.setattr(swap, "_exchange_call", cannot)
    files.edit_file(str(memory), add_ours)
    assert memory.read_bytes() == THEIRS + OURS


def test_a_file_another_program_holds_for_a_moment_is_tried_again(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, left = os.replace, [2]

    def held(source: str, target: str) -> None:
        left[0] -= 1
        if left[0] >= 0:
            raise PermissionError(13, "used by another process", target)
        replace(source, target)

    monkeypatch.setattr(swap, "_exchange_call", lambda first, second: 38)
    monkeypatch.setattr(placing, "DENIED_WAITS_S", (0.001, 0.001, 0.001))
    monkeypatch.setattr(os, "replace", held)
    files.edit_file(str(memory), add_ours)
    assert memory.read_bytes() == OLD + OURS
    left[0] = 99
    with pytest.raises(files.NotWritable) as refusal:
        files.edit_file(str(memory), add_ours)
    assert str(memory) in refusal.value.message("en")
    assert memory.read_bytes() == OLD + OURS
    assert names(memory.parent) == ["memory.md"]


def test_a_new_name_is_taken_by_rename_where_there_are_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    files.create_file(str(tmp_path / "a"), OURS)
    assert names(tmp_path) == ["a"]
    temp = temps.make_temp(str(tmp_path))
    with pytest.raises(FileExistsError):
        placing.place_new(temp.path, str(tmp_path / "a"))
    temp.discard()
    assert take_snapshot(str(tmp_path / "a")).data == OURS
