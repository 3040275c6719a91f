"""A cached answer is never stale, and deleting the cache changes no byte."""

from __future__ import annotations

import os
import random
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from ofttold.app import gather
from ofttold.app.inject import fresh_block
from ofttold.app.quick import quick_block
from ofttold.edge import blockcache
from ofttold.edge.homes import cache_home
from tests.app.folders import make_folder, many_anchors

DAYS = {f"2026-11-{n:02}.md": f"word{n % 5} and word{n % 11}\n\nMood: calm\n" for n in range(1, 25)}


def as_a_hook_does(folder: Path) -> str:
    quick, look = quick_block(str(folder), octets=None)
    return quick.text if quick else fresh_block(str(folder), look=look).block.text


def pressed(folder: Path, *, seen: int) -> tuple[str, int]:
    """Do as a hook does whose time is over after so many looks at the clock; also what is unseen."""
    left = iter([0.0] * seen + [9.0] * 9)
    with pytest.MonkeyPatch.context() as patch:
        whole = blockcache.take_look

        def hurried(*given: Any, **named: Any) -> blockcache.Look:
            return whole(*given, **{**named, "until": 1.0, "clock": lambda: next(left)})

        patch.setattr(blockcache, "take_look", hurried)
        patch.setattr(blockcache, "LOOK_STEP", 5)
        quick, look = quick_block(str(folder), octets=None)
        if quick is not None and look is not None:
            return quick.text, len(look.unseen)
        fresh = fresh_block(str(folder), look=look)
        return fresh.block.text, fresh.folder.unread


def without_cache(folder: Path) -> str:
    return fresh_block(str(folder), use_cache=False).block.text


@pytest.fixture(autouse=True)
def one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")


def edit_same_size_and_restore_time(path: Path) -> None:
    before = path.stat()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"word1", b"word2") if b"word1" in data else data[::-1])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def let_grow_old(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.utime(path, (1_700_000_000.5, 1_700_000_000.5))
    time.sleep(0.15)  # what counts as changed is older than the clock's grain


def test_an_edit_of_the_same_size_with_its_time_put_back_is_noticed(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=many_anchors(12), diary=DAYS)
    for _ in range(5):
        as_a_hook_does(folder)
        edit_same_size_and_restore_time(folder / "diary" / "2026-11-12.md")
        assert as_a_hook_does(folder) == without_cache(folder)


def test_two_edits_within_one_tick_of_the_clock_are_both_seen(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, diary=DAYS)
    page = folder / "memory.md"
    for n in range(60):
        page.write_bytes(f"## Hard rules\n\n- rule {n:03}\n".encode())
        assert f"rule {n:03}" in as_a_hook_does(folder)


def test_deleting_the_cache_changes_no_byte(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=many_anchors(12), diary=DAYS)
    before = [as_a_hook_does(folder) for _ in range(3)]
    shutil.rmtree(cache_home())
    assert {*before, as_a_hook_does(folder), without_cache(folder)} == {before[0]}


def test_a_damaged_cache_is_as_good_as_none(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=many_anchors(12), diary=DAYS)
    right = as_a_hook_does(folder)
    for path in Path(cache_home()).iterdir():
        data = path.read_bytes()
        for damaged in (b"", data[:7], data[:-3], data[:20] + b"\xff" + data[21:], b"\0" * 64):
            path.write_bytes(damaged)
            assert as_a_hook_does(folder) == right
            as_a_hook_does(folder)


def test_a_cache_of_another_folder_with_the_same_key_is_not_believed(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, diary=DAYS)
    other = tmp_path / "elsewhere"
    shutil.copytree(folder, other)
    right = as_a_hook_does(folder)
    (other / "memory.md").write_bytes(b"## Hard rules\n\n- other\n")
    assert as_a_hook_does(other) != right


def test_any_walk_of_edits_gives_the_same_block_with_and_without_the_cache(tmp_path: Path) -> None:
    rng = random.Random(4)
    folder = make_folder(tmp_path, memory=many_anchors(10), diary=DAYS)
    memory, diary = folder / "memory.md", folder / "diary"

    def append_day() -> None:
        page = diary / f"2026-11-{rng.randint(1, 30):02}.md"
        old = page.read_bytes() if page.exists() else b""
        page.write_bytes(old + f"word{rng.randint(0, 20)} long word{rng.randint(0, 9)}\n".encode())

    def drop_day() -> None:
        pages = sorted(diary.glob("2026*.md"))
        rng.choice(pages).unlink()

    def rename_day() -> None:
        page = rng.choice(sorted(diary.glob("2026*.md")))
        page.rename(diary / f"2026-10-{rng.randint(1, 30):02}.md")

    def change_anchors() -> None:
        longer = "- **word1 word2·longer** → `2026-10-01`\n" if rng.random() < 0.5 else ""
        memory.write_bytes(many_anchors(rng.randint(5, 14), first=longer).encode())

    def change_words() -> None:
        words = rng.sample(["calm", "curious", "vexed"], k=2)
        text = "## Emotion vocabulary\n\n" + "".join(f"- {word}\n" for word in words)
        (folder / "relationship.md").write_bytes(text.encode())

    def change_settings() -> None:
        (folder / "ofttold.toml").write_text(
            f"max_chars = {rng.choice([700, 6000])}\n[anchors]\ncap = {rng.choice([3, 8])}\n"
        )

    def restore_time() -> None:
        edit_same_size_and_restore_time(rng.choice(sorted(diary.glob("2026*.md"))))

    steps = [
        append_day,
        append_day,
        drop_day,
        rename_day,
        change_anchors,
        change_words,
        change_settings,
        restore_time,
    ]
    for _ in range(150):
        rng.choice(steps)()
        assert as_a_hook_does(folder) == without_cache(folder)
        if rng.random() < 0.3:
            assert as_a_hook_does(folder) == without_cache(folder)


def test_a_look_cut_short_gives_the_block_of_the_last_one_and_says_so(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=many_anchors(12), diary=DAYS)
    let_grow_old(folder)
    whole = [as_a_hook_does(folder) for _ in range(3)][-1]
    for seen, unseen in ((0, 24), (1, 19), (4, 4)):
        text, count = pressed(folder, seen=seen)
        assert count == unseen
        line = f"No time to look at all of the diary: {unseen} pages count as last seen\n"
        assert text.replace(line, "") == whole and line in text
    assert pressed(folder, seen=5) == (whole, 0)
    assert as_a_hook_does(folder) == whole


def test_a_look_cut_short_still_sees_the_newest_pages_and_the_memory(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=many_anchors(12), diary=DAYS)
    let_grow_old(folder)
    as_a_hook_does(folder)
    (folder / "diary" / "2026-11-24.md").write_bytes(b"new\n\nMood: glum\n")
    text, count = pressed(folder, seen=1)
    assert count == 19
    assert "glum" in text and "still being counted" in text
    (folder / "memory.md").write_bytes(b"## Hard rules\n\n- a new rule\n")
    text, _ = pressed(folder, seen=0)
    assert "- a new rule" in text
    assert as_a_hook_does(folder) == without_cache(folder)


def test_a_first_look_cut_short_loses_nothing_of_what_comes_later(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=many_anchors(12), diary=DAYS)
    text, count = pressed(folder, seen=2)
    assert count == 14 and "still being counted" in text
    assert as_a_hook_does(folder) == without_cache(folder)
    let_grow_old(folder)
    assert [as_a_hook_does(folder) for _ in range(3)] == [without_cache(folder)] * 3


def test_reading_stops_the_earlier_the_more_pages_are_to_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_folder(tmp_path, memory=many_anchors(12), diary=DAYS)
    monkeypatch.setattr(gather, "SECONDS_A_PAGE", 100.0)
    late = fresh_block(str(folder), deadline=time.monotonic() + 1000)
    assert late.folder.unread == len(DAYS)
    monkeypatch.setattr(gather, "SECONDS_A_PAGE", 1.0)
    assert fresh_block(str(folder), deadline=time.monotonic() + 1000).folder.unread == 0
