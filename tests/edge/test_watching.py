from __future__ import annotations

import os
import queue
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from watchdog.observers import Observer

from ofttold.edge import watching
from ofttold.edge.watching import Watcher


class Bell:
    """Counts wakes and waits for them."""

    def __init__(self) -> None:
        self.rung: queue.Queue[None] = queue.Queue()

    def ring(self) -> None:
        self.rung.put(None)

    def heard(self, within: float = 5.0) -> bool:
        try:
            self.rung.get(timeout=within)
        except queue.Empty:
            return False
        self.settle()
        return True

    def settle(self) -> None:
        time.sleep(0.1)
        while not self.rung.empty():
            self.rung.get()


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def watcher(bell: Bell) -> Iterator[Watcher]:
    made = Watcher(bell.ring)
    yield made
    made.stop()


def save_by_renaming(path: Path, text: str) -> None:
    draft = path.with_name("." + path.name + ".new")
    draft.write_text(text, "utf-8")
    draft.replace(path)


def test_five_saves_by_renaming_are_five_updates(
    tmp_path: Path, bell: Bell, watcher: Watcher
) -> None:
    memory = tmp_path / "memory.md"
    memory.write_text("0", "utf-8")
    watcher.follow([str(tmp_path)])
    for turn in range(5):
        save_by_renaming(memory, str(turn))
        assert bell.heard()


def test_reading_and_scraps_of_an_editor_wake_nobody(
    tmp_path: Path, bell: Bell, watcher: Watcher
) -> None:
    memory = tmp_path / "memory.md"
    memory.write_text("0", "utf-8")
    watcher.follow([str(tmp_path)])
    bell.settle()
    memory.read_text("utf-8")
    os.listdir(tmp_path)
    (tmp_path / ".memory.md.swp").write_text("x", "utf-8")
    (tmp_path / "memory.md~").write_text("x", "utf-8")
    (tmp_path / "4913.tmp").write_text("x", "utf-8")
    assert not bell.heard(within=0.6)


def test_a_folder_that_comes_later_is_followed_when_asked_again(
    tmp_path: Path, bell: Bell, watcher: Watcher
) -> None:
    diary = tmp_path / "diary"
    watcher.follow([str(tmp_path), str(diary)])
    diary.mkdir()
    assert bell.heard()
    watcher.follow([str(tmp_path), str(diary)])
    (diary / "2026-11-30.md").write_text("x", "utf-8")
    assert bell.heard()


def test_a_folder_replaced_by_another_of_its_name_is_followed_anew(
    tmp_path: Path, bell: Bell, watcher: Watcher
) -> None:
    folder, spare = tmp_path / "m", tmp_path / "spare"
    folder.mkdir()
    spare.mkdir()
    watcher.follow([str(folder)])
    folder.rename(tmp_path / "old")
    spare.rename(folder)
    bell.settle()
    watcher.follow([str(folder)])
    (folder / "memory.md").write_text("x", "utf-8")
    assert bell.heard()


def test_a_folder_no_longer_wanted_is_let_go(tmp_path: Path, bell: Bell, watcher: Watcher) -> None:
    watcher.follow([str(tmp_path)])
    watcher.follow([])
    bell.settle()
    (tmp_path / "memory.md").write_text("x", "utf-8")
    assert not bell.heard(within=0.5)


def test_a_disk_without_events_is_looked_at_within_the_interval(
    tmp_path: Path, bell: Bell, watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "POLL_SECONDS", 0.2)
    monkeypatch.setattr(watching, "is_silent_disk", lambda folder: True)
    (tmp_path / "memory.md").write_text("0", "utf-8")
    watcher.follow([str(tmp_path)])
    time.sleep(0.3)
    save_by_renaming(tmp_path / "memory.md", "1")
    assert bell.heard()


def test_when_the_system_has_no_watch_left_it_looks_instead(
    tmp_path: Path, bell: Bell, watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Exhausted(Observer):  # type: ignore[misc, valid-type]
        def schedule(self, *args: object, **kwargs: object) -> object:
            raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(watching, "POLL_SECONDS", 0.2)
    monkeypatch.setattr(watching, "Observer", Exhausted)
    watcher.follow([str(tmp_path)])
    time.sleep(0.3)
    (tmp_path / "memory.md").write_text("1", "utf-8")
    assert bell.heard()


def test_the_kind_of_disk_is_that_of_the_longest_mount_point() -> None:
    table = [
        "20 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
        "30 20 0:40 / /mnt rw - tmpfs tmpfs rw",
        "31 30 0:41 / /mnt/my\\040share rw shared:9 master:1 - cifs //h/s rw",
    ]
    assert watching.disk_kind(table, "/mnt/my share/memory") == "cifs"
    assert watching.disk_kind(table, "/mnt/mysterious") == "tmpfs"
    assert watching.disk_kind(table, "/home/a") == "ext4"
    assert watching.disk_kind([], "/home/a") == ""
