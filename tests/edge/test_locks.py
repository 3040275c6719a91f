"""The lock on a folder: bounded waiting, never broken, gone with its holder, one with filelock."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

from ofttold.edge import files, locks, settling
from ofttold.edge.locks import Busy, BusyHeld, FolderLock

HOLDER = """
import sys, time
from ofttold.edge.locks import FolderLock
with FolderLock(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def hold(tmp_path: Path) -> Callable[[], subprocess.Popen[str]]:
    """Give a function that starts another process holding the lock on tmp_path."""

    def start() -> subprocess.Popen[str]:
        other = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        return other

    return start


def stop(other: subprocess.Popen[str]) -> None:
    other.send_signal(signal.SIGKILL)
    other.wait()
    assert other.stdout is not None
    other.stdout.close()


def test_a_living_holder_is_waited_for_and_then_named(
    tmp_path: Path, hold: Callable[[], subprocess.Popen[str]]
) -> None:
    other = hold()
    try:
        for kind in (Busy, Busy, BusyHeld, BusyHeld):
            began = time.monotonic()
            with pytest.raises(Busy) as refusal, FolderLock(str(tmp_path), wait_ms=60):
                pass
            assert type(refusal.value) is kind
            assert 0.05 < time.monotonic() - began < 5
        assert refusal.value.values["pid"] == str(other.pid)
        assert str(other.pid) in refusal.value.message("zh")
        assert "since" in refusal.value.message("en")
    finally:
        stop(other)
    with FolderLock(str(tmp_path), wait_ms=60):
        pass
    other = hold()
    try:
        with pytest.raises(Busy) as again, FolderLock(str(tmp_path), wait_ms=0):
            pass
        assert type(again.value) is Busy
    finally:
        stop(other)


def test_a_dead_holders_lock_is_taken_over_at_once(
    tmp_path: Path, hold: Callable[[], subprocess.Popen[str]]
) -> None:
    stop(hold())
    with FolderLock(str(tmp_path), wait_ms=0):
        pass


@pytest.mark.parametrize("left", [b"", b" 1\0systemd\0", b"\xff\xfe rubbish", b" \0\0\0\0"])
def test_what_a_lock_file_says_never_locks_anybody_out(tmp_path: Path, left: bytes) -> None:
    path = Path(locks.lock_path(str(tmp_path)))
    path.parent.mkdir(parents=True)
    path.write_bytes(left)
    with FolderLock(str(tmp_path), wait_ms=0):
        pass


def test_filelock_and_ours_exclude_each_other(tmp_path: Path) -> None:
    with FolderLock(str(tmp_path)), pytest.raises(Timeout):
        FileLock(locks.lock_path(str(tmp_path)), timeout=0).acquire()
    theirs = FileLock(locks.lock_path(str(tmp_path)), timeout=0)
    with theirs, pytest.raises(Busy), FolderLock(str(tmp_path), wait_ms=20):
        pass
    with FolderLock(str(tmp_path), wait_ms=0):
        pass


def test_one_thread_enters_again_and_another_waits(tmp_path: Path) -> None:
    lock = FolderLock(str(tmp_path))
    refused: list[str] = []

    def other() -> None:
        try:
            with FolderLock(str(tmp_path), wait_ms=20):
                pass
        except Busy as fault:
            refused.append(fault.key)

    with lock, FolderLock(str(tmp_path), wait_ms=0), lock:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert refused == ["busy"]
    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert refused == ["busy"]


def test_a_forked_child_holds_nothing_of_its_parents(tmp_path: Path) -> None:
    with FolderLock(str(tmp_path)):
        child = os.fork()
        if child == 0:
            try:
                with FolderLock(str(tmp_path), wait_ms=0):
                    os._exit(1)
            except Busy:
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        with pytest.raises(Timeout):
            FileLock(locks.lock_path(str(tmp_path)), timeout=0).acquire()


def test_all_names_of_a_folder_are_one_lock(tmp_path: Path) -> None:
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    assert locks.lock_path(str(folder)) == locks.lock_path(str(link) + "/.")
    with FolderLock(str(folder)), FolderLock(str(link), wait_ms=0):
        assert list(folder.iterdir()) == []


def test_a_writer_with_another_home_is_excluded_by_the_folder_itself(
    tmp_path: Path, hold: Callable[[], subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = hold()
    try:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
        with pytest.raises(Busy), FolderLock(str(tmp_path), wait_ms=20):
            pass
    finally:
        stop(other)


def test_a_state_home_that_cannot_be_written_still_leaves_a_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with FolderLock(str(tmp_path)):
        child = os.fork()
        if child == 0:
            try:
                with FolderLock(str(tmp_path), wait_ms=0):
                    os._exit(1)
            except Busy:
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0


def test_a_folder_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for name in ("nothing", "file"):
        with pytest.raises(files.FolderMissing) as refusal, FolderLock(str(tmp_path / name)):
            pass
        assert name in refusal.value.message("en")


def test_fifty_starts_at_one_instant_all_get_their_turn(tmp_path: Path) -> None:
    log = tmp_path / "log"
    children = []
    for number in range(50):
        child = os.fork()
        if child == 0:
            try:
                with FolderLock(str(tmp_path), wait_ms=30_000):
                    before = log.read_text() if log.exists() else ""
                    log.write_text(f"{before}{number}\n")
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 50
    assert sorted(int(line) for line in log.read_text().split()) == list(range(50))


DYING = """
import os, sys
from ofttold.edge import swap
from ofttold.core.splice import Splice
from ofttold.edge.files import edit_file
from ofttold.edge.locks import FolderLock
swap._exchange_call = lambda first, second: os._exit(9)
with FolderLock(sys.argv[1]) as lock:
    edit_file(sys.argv[1] + "/deep/a", lambda data: Splice(0, 0, b"x"), lock=lock)
"""


def die_in(folder: Path) -> Path:
    """Let a holder of the folder's lock die while it writes in a lower folder."""
    deep = folder / "deep"
    deep.mkdir()
    (deep / "a").write_bytes(b"a")
    assert subprocess.run([sys.executable, "-c", DYING, str(folder)]).returncode == 9
    assert len(list(deep.iterdir())) == 2
    return deep


def test_the_next_holder_clears_up_where_a_dead_one_worked(tmp_path: Path) -> None:
    deep = die_in(tmp_path)
    with FolderLock(str(tmp_path)):
        assert [path.name for path in deep.iterdir()] == ["a"]
    assert Path(locks.lock_path(str(tmp_path))).read_bytes() == b""


def test_a_holder_that_cannot_clear_up_leaves_it_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = die_in(tmp_path)

    def fail(*_: object) -> None:
        raise files.DiskFull(path="x")

    with monkeypatch.context() as patch:
        patch.setattr(settling, "clear_up", fail)
        with pytest.raises(files.DiskFull), FolderLock(str(tmp_path)):
            pass
    with FolderLock(str(tmp_path), wait_ms=0):
        assert [path.name for path in deep.iterdir()] == ["a"]


def test_a_name_that_would_not_go_is_tried_again_by_the_next_holder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep").mkdir()
    unlink = os.unlink

    def held(path: str) -> None:
        if ".ofttold-" in path:
            raise PermissionError(13, "in use", path)
        unlink(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", held)
        with FolderLock(str(tmp_path)) as lock:
            files.create_file(str(tmp_path / "deep" / "a"), b"a", lock=lock)
    assert len(list((tmp_path / "deep").iterdir())) == 2
    with FolderLock(str(tmp_path)):
        pass
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["a"]


def test_one_lock_value_serves_several_threads(tmp_path: Path) -> None:
    lock = FolderLock(str(tmp_path), wait_ms=10_000)
    inside: list[int] = []
    seen: list[bool] = []

    def work(number: int) -> None:
        for _ in range(20):
            with lock:
                inside.append(number)
                time.sleep(0.0005)
                seen.append(inside.pop() == number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 80
