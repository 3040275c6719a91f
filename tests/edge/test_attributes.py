"""The file stays itself: mode, owner, extended attributes, links, names."""

from __future__ import annotations

import os
import sys
import unicodedata
from pathlib import Path

import pytest

from ofttold.core.splice import Splice
from ofttold.edge import files
from tests.edge.unprivileged import reachable_folder, unprivileged

OLD, NEW = b"old\n", b"new text\n"


def rewrite(path: Path) -> None:
    files.edit_file(str(path), lambda data: Splice(0, len(data), NEW))


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666, 0o755, 0o4755])
def test_the_mode_stays(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(OLD)
    path.chmod(mode)
    rewrite(path)
    assert path.read_bytes() == NEW
    assert path.stat().st_mode & 0o7777 == mode


def test_a_link_stays_a_link_and_its_target_gets_the_text(tmp_path: Path) -> None:
    real = tmp_path / "real" / "memory.md"
    real.parent.mkdir()
    real.write_bytes(OLD)
    real.chmod(0o640)
    (tmp_path / "middle").symlink_to("real/memory.md")
    link = tmp_path / "home" / "memory.md"
    link.parent.mkdir()
    link.symlink_to("../middle")
    rewrite(link)
    assert os.readlink(link) == "../middle"
    assert os.readlink(tmp_path / "middle") == "real/memory.md"
    assert real.read_bytes() == NEW
    assert real.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.rglob("*")) == sorted(
        ["real", "memory.md", "middle", "home", "memory.md"]
    )


def test_a_dangling_link_is_refused_and_nothing_is_made(tmp_path: Path) -> None:
    link = tmp_path / "memory.md"
    link.symlink_to("nowhere/memory.md")
    with pytest.raises(files.DanglingLink) as refusal:
        rewrite(link)
    assert "nowhere/memory.md" in refusal.value.message("en")
    with pytest.raises(files.DanglingLink):
        files.read_file(str(link))
    assert [p.name for p in tmp_path.rglob("*")] == ["memory.md"]


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for use in (rewrite, lambda path: files.read_file(str(path))):
        with pytest.raises(files.LinkLoop):
            use(tmp_path / "a")


def test_removing_a_link_leaves_its_target(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(OLD)
    (tmp_path / "link").symlink_to("real")
    files.remove_file(str(tmp_path / "link"), expected=OLD)
    assert [p.name for p in tmp_path.iterdir()] == ["real"]


@pytest.mark.skipif(sys.platform != "linux", reason="os has these calls on Linux only")
def test_extended_attributes_stay(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(OLD)
    try:
        os.setxattr(path, "user.colour", b"blue")
    except OSError as fault:
        pytest.skip(f"this file system keeps no extended attributes: {fault}")
    rewrite(path)
    assert os.getxattr(path, "user.colour") == b"blue"
    assert os.listxattr(path) == ["user.colour"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="root only")
def test_the_owner_stays_where_permitted(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(OLD)
    os.chown(path, 12345, 23456)
    rewrite(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="root only")
def test_a_file_of_another_owner_in_our_folder_is_written_all_the_same() -> None:
    with reachable_folder() as folder:
        path = folder / "memory.md"
        path.write_bytes(OLD)
        path.chmod(0o666)
        folder.chmod(0o777)
        unprivileged(lambda: rewrite(path))
        assert path.read_bytes() == NEW
        assert path.stat().st_mode & 0o777 == 0o666


def test_a_hard_linked_file_keeps_its_other_names(tmp_path: Path) -> None:
    path, twin = tmp_path / "memory.md", tmp_path / "backup" / "twin"
    twin.parent.mkdir()
    path.write_bytes(OLD * 100)
    os.link(path, twin)
    rewrite(path)
    assert twin.read_bytes() == path.read_bytes() == NEW
    assert path.samefile(twin)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["backup", "memory.md", "twin"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_work_in_either_normal_form(tmp_path: Path, form: str) -> None:
    name = unicodedata.normalize("NFD" if form == "NFD" else "NFC", "Erinnerung é 鲸.md")
    path = tmp_path / name
    files.create_file(str(path), OLD)
    rewrite(path)
    assert os.listdir(tmp_path) == [name]
    files.remove_file(str(path), expected=NEW)
    assert os.listdir(tmp_path) == []


def test_a_name_of_full_length_and_one_that_is_no_text_can_be_edited(tmp_path: Path) -> None:
    for name in (b"n" * 255, "很".encode() * 85, b"\xff\xfe.md"):
        path = Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name)))
        path.write_bytes(OLD)
        rewrite(path)
        assert path.read_bytes() == NEW
        files.remove_file(str(path), expected=NEW)
    assert os.listdir(tmp_path) == []


def test_a_relative_path_is_as_good_as_an_absolute_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files.create_file("memory.md", OLD)
    files.edit_file("memory.md", lambda data: Splice(0, len(data), NEW))
    files.replace_file("memory.md", OLD, expected=NEW)
    files.remove_file("memory.md", expected=OLD)
    assert os.listdir(tmp_path) == []
