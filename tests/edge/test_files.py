"""The one door: whole or not at all, only the span, the file stays itself, refusals name it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.splice import Splice
from ofttold.edge import files


def insert(at: int, text: bytes) -> Splice:
    return Splice(at, at, text)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@given(before=st.binary(max_size=300), after=st.binary(max_size=300), text=st.binary(max_size=40))
def test_outside_the_span_not_a_byte_changes(
    tmp_path: Path, before: bytes, after: bytes, text: bytes
) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(before + b"old" + after)
    edited = files.edit_file(str(path), lambda _: Splice(len(before), len(before) + 3, text))
    assert path.read_bytes() == before + text + after
    assert edited.before == before + b"old" + after
    assert edited.after == before + text + after
    assert edited.changed == (text != b"old")
    assert names(tmp_path) == ["memory.md"]


def test_an_edit_that_decides_for_nothing_touches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(b"x\n")
    before = path.stat()
    assert not files.edit_file(str(path), lambda _: None).changed
    assert not files.edit_file(str(path), lambda _: Splice(0, 1, b"x")).changed
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )


def test_a_file_changed_between_reading_and_renaming_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(b"a\n")
    seen: list[bytes] = []

    def compute(data: bytes) -> Splice:
        seen.append(data)
        if len(seen) == 1:
            other = tmp_path / "editor"
            other.write_bytes(b"a\nby a person\n")
            other.replace(path)
        return insert(len(data), b"ours\n")

    files.edit_file(str(path), compute)
    assert seen == [b"a\n", b"a\nby a person\n"]
    assert path.read_bytes() == b"a\nby a person\nours\n"


def test_a_file_that_never_holds_still_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(b"a\n")

    def compute(data: bytes) -> Splice:
        path.write_bytes(data + b"more\n")
        return insert(0, b"ours\n")

    with pytest.raises(files.ChangedUnderneath) as refusal:
        files.edit_file(str(path), compute)
    assert str(path) in refusal.value.message("en")
    assert b"ours" not in path.read_bytes()
    assert names(tmp_path) == ["memory.md"]


def test_a_new_file_is_private_unless_told_otherwise(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        files.create_file(str(tmp_path / "a"), b"x")
        files.create_file(str(tmp_path / "b"), b"x", private=False)
        assert files.make_folder(str(tmp_path / "c" / "d"))
        assert files.make_folder(str(tmp_path / "e"), private=False)
    finally:
        os.umask(old)
    modes = {p.name: oct(p.stat().st_mode & 0o777) for p in tmp_path.rglob("*")}
    assert modes == {"a": "0o600", "b": "0o644", "c": "0o700", "d": "0o700", "e": "0o755"}
    assert not files.make_folder(str(tmp_path / "c"))


def test_a_new_file_takes_nobodys_place(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("a", "link"):
        with pytest.raises(files.AlreadyExists):
            files.create_file(str(tmp_path / name), b"x")
    with pytest.raises(files.FolderMissing):
        files.create_file(str(tmp_path / "no" / "a"), b"x")
    assert (tmp_path / "a").read_bytes() == b"mine"
    assert names(tmp_path) == ["a", "link"]


def test_a_whole_file_is_replaced_only_as_it_was_expected(tmp_path: Path) -> None:
    path = str(tmp_path / "a")
    files.replace_file(path, b"one", expected=None)
    with pytest.raises(files.ChangedUnderneath):
        files.replace_file(path, b"two", expected=None)
    with pytest.raises(files.ChangedUnderneath):
        files.replace_file(path, b"two", expected=b"other")
    files.replace_file(path, b"two", expected=b"one")
    assert files.read_file(path) == b"two"
    with pytest.raises(files.ChangedUnderneath):
        files.remove_file(path, expected=b"one")
    files.remove_file(path, expected=b"two")
    assert names(tmp_path) == []
