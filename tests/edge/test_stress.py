"""Nobody's line is lost: many writers of ours, and one that knows nothing of locks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ofttold.core.splice import Splice
from ofttold.edge import files, swap
from ofttold.edge.locks import FolderLock
from tests.kill.harness import fork, leftovers

WRITERS, OURS, RUDE = 4, 1_500, 4_000  # 4 × 1,500 edits of ours and 4,000 rude saves: 10,000 rounds
HEAD = b"# notes\n\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Give a folder in memory where there is one: 20,000 fsyncs take minutes on a disk."""
    shared = Path("/dev/shm")
    if not os.access(shared, os.W_OK):
        yield tmp_path
        return
    made = shared / f"ofttold-stress-{os.getpid()}"
    made.mkdir()
    try:
        yield made
    finally:
        for path in made.iterdir():
            path.unlink()
        made.rmdir()


def at_once(works: list[Callable[[], None]]) -> None:
    """Run all of them in processes of their own, at the same time, each to a good end."""
    children = []
    for work in works:
        child = fork()
        if child == 0:
            try:
                work()
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(works)


def add(line: bytes) -> Callable[[bytes], Splice | None]:
    def compute(data: bytes) -> Splice | None:
        return None if line in data.splitlines(True) else Splice(len(data), len(data), line)

    return compute


def write_ours(path: Path, name: str, rounds: int) -> None:
    """Add lines through the door; a refusal says so, and is tried again as a person would."""
    for number in range(rounds):
        while True:
            try:
                files.edit_file(
                    str(path),
                    add(f"{name} {number}\n".encode()),
                    lock=FolderLock(str(path.parent), wait_ms=60_000),
                )
            except files.ChangedUnderneath:
                continue
            break


def write_rudely(path: Path, log: Path, rounds: int) -> None:
    """Read, add a line, save over whatever is there; log the lines that this destroyed.

    It saves by exchange, only to see what it destroys: to everybody else a rename looks the same.
    """
    other = str(path) + ".rude"
    with log.open("wb") as destroyed:
        for number in range(rounds):
            text = path.read_bytes() + f"rude {number}\n".encode()
            Path(other).write_bytes(text)
            swap.exchange(other, str(path))
            lost = set(Path(other).read_bytes().splitlines(True)) - set(text.splitlines(True))
            destroyed.writelines(sorted(lost))
    os.unlink(other)


def account(folder: Path, log: Path) -> tuple[set[bytes], set[bytes]]:
    """Give the lines of the file, and those kept beside it or destroyed by the rude writer."""
    there = (folder / "memory.md").read_bytes().splitlines(True)
    elsewhere = set(log.read_bytes().splitlines(True))
    for path in folder.glob("memory.kept-*.md"):
        elsewhere |= set(path.read_bytes().splitlines(True))
    return set(there), elsewhere


def expected(ours: int, rude: int) -> set[bytes]:
    lines = {f"w{w} {n}\n".encode() for w in range(WRITERS) for n in range(ours)}
    return lines | {f"rude {n}\n".encode() for n in range(rude)}


def run(folder: Path, log: Path, ours: int, rude: int) -> None:
    path = folder / "memory.md"
    path.write_bytes(HEAD)

    def writer(name: str) -> Callable[[], None]:
        return lambda: write_ours(path, name, ours)

    at_once(
        [writer(f"w{number}") for number in range(WRITERS)]
        + [lambda: write_rudely(path, log, rude)]
    )


def need_exchange(folder: Path) -> None:
    for name in ("a", "b"):
        (folder / name).write_bytes(b"")
    can = swap.exchange(str(folder / "a"), str(folder / "b"))
    for name in ("a", "b"):
        (folder / name).unlink()
    if not can:
        pytest.skip("this system cannot exchange two names, so a rude save cannot be watched")


@pytest.mark.slow
def test_in_ten_thousand_rounds_with_a_rude_writer_every_line_is_accounted_for(
    folder: Path, tmp_path: Path
) -> None:
    need_exchange(folder)
    run(folder, tmp_path / "log", OURS, RUDE)
    there, elsewhere = account(folder, tmp_path / "log")
    assert expected(OURS, RUDE) - there - elsewhere == set()
    assert there <= expected(OURS, RUDE) | {b"# notes\n", b"\n"}
    assert leftovers(folder) == []
    text = (folder / "memory.md").read_bytes()
    assert text.startswith(HEAD)
    assert len(text.splitlines()) == len(set(text.splitlines()))


def test_a_few_hundred_rounds_with_a_rude_writer_lose_nothing(folder: Path, tmp_path: Path) -> None:
    need_exchange(folder)
    run(folder, tmp_path / "log", 60, 160)
    there, elsewhere = account(folder, tmp_path / "log")
    assert expected(60, 160) - there - elsewhere == set()
    assert leftovers(folder) == []


def test_the_account_would_show_a_writer_that_looks_at_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_exchange(folder)
    exchange = swap.exchange

    def only_for_the_rude(first: str, second: str) -> bool:
        return first.endswith(".rude") and exchange(first, second)

    monkeypatch.setattr(swap, "_is_still", lambda target, seen: True)
    monkeypatch.setattr(swap, "exchange", only_for_the_rude)
    for _ in range(5):
        run(folder, tmp_path / "log", 60, 160)
        there, elsewhere = account(folder, tmp_path / "log")
        if expected(60, 160) - there - elsewhere:
            return
    raise AssertionError("the careless writer lost no line: the test proves nothing")


def test_fifty_processes_each_add_their_line(folder: Path) -> None:
    path = folder / "memory.md"
    path.write_bytes(HEAD)

    def one(number: int) -> Callable[[], None]:
        return lambda: write_ours(path, f"p{number}", 1)

    at_once([one(number) for number in range(50)])
    lines = path.read_bytes().removeprefix(HEAD).splitlines(True)
    assert sorted(lines) == sorted(f"p{number} 0\n".encode() for number in range(50))
