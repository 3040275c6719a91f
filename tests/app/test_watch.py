"""Instruction files that the person named: put in once, kept in step, taken out."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from ofttold.app import watch
from ofttold.app.watch import Keeper, Placed
from ofttold.core.errors import OfttoldError
from ofttold.edge.files import FolderMissing
from ofttold.edge.watched import read_watched, watched_path


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    folder = tmp_path / "memory"
    (folder / "diary").mkdir(parents=True)
    (folder / "memory.md").write_text("## Oft-told\n- **whale** → `2026-11-01`\n", "utf-8")
    return str(folder)


def test_a_file_the_person_named_gets_the_block_and_gives_it_back(
    memory: str, tmp_path: Path
) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_bytes(b"# Rules\r\n\r\n- be kind")
    assert watch.put_block(str(file), memory) == Placed(str(file), False, True)
    assert b"- **whale**" in file.read_bytes()
    assert watch.put_block(str(file), memory) == Placed(str(file), False, False)
    assert watch.take_block(str(file)).changed
    assert file.read_bytes() == b"# Rules\r\n\r\n- be kind"


def test_a_file_that_was_not_there_goes_again(memory: str, tmp_path: Path) -> None:
    for name in ("GEMINI.md", "ofttold.mdc"):
        file = tmp_path / name
        assert watch.put_block(str(file), memory).made
        assert file.read_text("utf-8").startswith("---\n") == name.endswith(".mdc")
        watch.take_block(str(file))
        assert not file.exists()


def test_a_folder_is_not_made_for_it(memory: str, tmp_path: Path) -> None:
    with pytest.raises(FolderMissing):
        watch.put_block(str(tmp_path / "none" / "AGENTS.md"), memory)


def test_unwatch_without_names_finds_every_file_that_was_named(memory: str, tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("A.md", "B.md", "gone.md", "torn.md")]
    for file in files:
        watch.put_block(file, memory)
    watch.remember(files)
    watch.remember(files)
    Path(files[2]).unlink()
    Path(files[3]).write_text("<!-- ofttold:end -->", "utf-8")
    done = dict(watch.unwatch([]))
    assert [isinstance(done[file], OfttoldError) for file in files] == [False, False, False, True]
    assert not Path(files[0]).exists()
    assert read_watched() == [files[3]]
    assert watch.unwatch([str(tmp_path / "never.md")])[0][1] == Placed(
        str(tmp_path / "never.md"), False, False
    )


def test_a_damaged_list_counts_as_none(memory: str, tmp_path: Path) -> None:
    watch.remember([str(tmp_path / "A.md")])
    for damage in ("{", "{}", "[7]"):
        Path(watched_path()).write_text(damage, "utf-8")
        assert read_watched() == []


@pytest.mark.slow
def test_the_block_follows_the_folder(memory: str, tmp_path: Path) -> None:
    file = tmp_path / "AGENTS.md"
    told: list[str] = []
    keeper = Keeper([str(file)], memory, lambda path, _: told.append(path))
    thread = threading.Thread(target=keeper.run)
    thread.start()
    try:
        _wait_for(lambda: file.exists() and "whale" in file.read_text("utf-8"))
        fresh = Path(memory) / "fresh.tmp"
        fresh.write_text("## Oft-told\n- **squid** → `2026-11-02`\n", "utf-8")
        fresh.replace(Path(memory) / "memory.md")
        _wait_for(lambda: "squid" in file.read_text("utf-8"))
    finally:
        keeper.stop()
        thread.join(10)
    assert not thread.is_alive()
    assert 2 <= len(told) <= 4


def _wait_for(ready: object) -> None:
    assert callable(ready)
    deadline = time.monotonic() + 20
    while not ready():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.05)
