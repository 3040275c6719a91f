"""The block of real folders: what is said when, in which voice, and within which bounds."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ofttold.app.checks import run_check
from ofttold.app.context import open_memory
from ofttold.app.inject import Fresh, fresh_block
from ofttold.core.ritual.block import measure
from tests.app.folders import MEMORY, make_folder, many_anchors

RULE = "## Hard rules\n\n- one\n"
HOSTILE = {
    "one letter": "A" * 300_000,
    "two letters": "ab" * 150_000,
    "marks": "*_~" * 100_000,
    "ticks": "`" * 3000 + "x",
    "hashes": "#" * 200_000,
    "dashes": "- " * 100_000,
    "rule of signs": "x" * 100_000 + "\n" + "=" * 99_999 + "y",
    "blanks": " " * 200_000 + "@",
    "brackets": "[" * 50_000,
    "openers": "<!--" * 50_000,
    "tags": "情绪：" * 60_000,
    "dates": "2026-11-30" * 20_000,
    "arrows": "→ `" * 60_000,
    "quotes": "> " * 50_000,
    "bold": "**a " * 50_000,
}


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def block(folder: Path, *, octets: int | None = None) -> Fresh:
    return fresh_block(str(folder), octets=octets)


def status(folder: Path) -> list[str]:
    return block(folder).block.status


def codes(folder: Path) -> list[str]:
    return [f.code for f in run_check(open_memory(str(folder), look_around=False, lenient=True))]


def on(monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", moment)


@pytest.mark.parametrize(
    "place", ["memory.md", "relationship.md", "detours.md", "index.md", "diary/2026-11-30.md"]
)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_line_holds_nobody_up(name: str, place: str, tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=many_anchors(10))
    text = ("## Oft-told\n\n- " if place == "memory.md" else "") + HOSTILE[name] + "\n"
    (folder / place).write_bytes(text.encode())
    start = time.process_time()
    codes(folder)
    assert time.process_time() - start < 3


def test_everything_in_order_says_nothing_it_need_not_say(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=RULE, diary={"2026-11-30.md": "Mood: calm\n"})
    made = block(folder).block
    assert made.status == made.checks == made.notices == []
    assert codes(folder) == []


def test_without_a_diary_folder_no_diary_is_missed(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    assert status(folder) == ["No diary for today yet"]
    (folder / "diary").rmdir()
    assert status(folder) == []


@pytest.mark.parametrize("data", [b"", b" \r\n\t\n", b"<!-- write here -->\n", b"\xef\xbb\xbf\n"])
def test_a_page_of_blanks_and_comments_is_not_written_yet(data: bytes, tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    (folder / "diary" / "2026-11-30.md").write_bytes(data)
    assert status(folder) == ["No diary for today yet"]


@pytest.mark.parametrize("encoding", ["utf-16", "gb18030"])
def test_today_s_page_in_another_encoding_is_there_and_named(encoding: str, tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    (folder / "diary" / "2026-11-30.md").write_bytes("今天写了日记\n".encode(encoding))
    assert status(folder) == [] and codes(folder) == ["day_undecodable"]


def test_today_s_page_that_is_not_downloaded_yet_is_there(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    (folder / "diary" / ".2026-11-30.md.icloud").write_bytes(b"bplist")
    assert status(folder) == [] and codes(folder) == []


def test_a_page_nobody_may_open_is_there_and_said(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    (folder / "diary" / "2026-11-30.md").mkdir()
    assert status(folder) == [] and codes(folder) == ["day_unreadable"]


def test_copies_of_a_day_make_no_more_days_and_are_named(tmp_path: Path) -> None:
    copies = [
        "2026-11-29 (conflicted copy 2026-11-30 210533).md",
        "2026-11-29.sync-conflict-20261130-210533-ABCDEFG.md",
        "2026-11-29 2.md",
        "_2026-11-29.md",
        "2026_11_29.md",
        "2026-11-29-evening.md",
    ]
    folder = make_folder(
        tmp_path,
        settings="[anchors]\ncap = 1\n",
        diary=dict.fromkeys(["2026-11-29.md", *copies], "the whale and the kettle\n"),
    )
    assert [state.weighed.n for state in block(folder).states if state.weighed] == [1, 1]
    assert status(folder) == ["No diary for today yet"]
    assert codes(folder).count("day_uncounted") == len(copies)


def test_two_spellings_of_one_name_are_read_once_and_the_other_named(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=RULE, diary={"2026-11-30.md": "x\n"})
    (folder / "MEMORY.md").write_text("## Hard rules\n\n- another\n")
    if (folder / "memory.md").read_text() != RULE:
        pytest.skip("this disk ignores case: both are one file")
    assert "another" not in block(folder).block.text
    assert codes(folder) == ["two_spellings"]
    (folder / "MEMORY.md").unlink()
    os.link(folder / "memory.md", folder / "MEMORY.md")
    assert codes(folder) == []


def test_the_weekly_line_names_the_last_day_and_counts_calendar_days_across_a_clock_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_folder(
        tmp_path,
        settings='diary_cadence = "weekly"\ntimezone = "Europe/Paris"\n',
        diary={"2026-10-22.md": "x\n"},
    )
    on(monkeypatch, "2026-10-28T22:59:00+00:00")
    assert status(folder) == []
    on(monkeypatch, "2026-10-28T23:00:00+00:00")
    assert status(folder) == ["No diary in these seven days; the last is of 2026-10-22"]


def test_off_silences_the_reminder_not_the_check_up(tmp_path: Path) -> None:
    folder = make_folder(
        tmp_path, settings='diary_cadence = "off"\n', diary={"2026-11-29.md": "Mood: vexed\n"}
    )
    assert status(folder) == [] and codes(folder) == ["tag_unknown"]


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("Asia/Shanghai", "2026-11-29T19:30:00+00:00", "2026-11-30"),
        ("America/Los_Angeles", "2026-12-01T02:30:00+00:00", "2026-11-30"),
        ("Pacific/Kiritimati", "2026-11-29T10:00:00+00:00", "2026-11-30"),
        ("Europe/Paris", "2026-03-29T00:59:00+00:00", "2026-03-29"),
        ("America/Sao_Paulo", "2018-11-04T03:00:00+00:00", "2018-11-04"),
    ],
)
def test_a_machine_on_utc_keeps_the_day_of_the_zone_that_is_set(
    zone: str, moment: str, day: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_folder(tmp_path, settings=f'timezone = "{zone}"\n', diary={f"{day}.md": "x\n"})
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    on(monkeypatch, moment)
    assert block(folder).block.text.startswith(f"[oft-told · memory · {day}]")
    assert status(folder) == []
    monkeypatch.delenv("TZ")
    time.tzset()


def test_midnight_passes_without_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_folder(tmp_path, diary={"2026-11-30.md": "x\n"})
    on(monkeypatch, "2026-11-30T23:59:00+08:00")
    assert status(folder) == []
    on(monkeypatch, "2026-12-01T00:01:00+08:00")
    assert status(folder) == ["No diary for today yet"]


def test_the_check_up_shows_three_newest_first_and_counts_the_rest(tmp_path: Path) -> None:
    days = {f"2026-11-{n:02}.md": "Mood: vexed\n" for n in (3, 9, 21, 14, 5)}
    shown = block(make_folder(tmp_path, diary=days)).block.checks
    assert [line.split(":")[0] for line in shown[:3]] == [
        f"Diary check — 2026-11-{n}" for n in ("21", "14", "09")
    ]
    assert shown[3:] == ["2 more: ofttold check"]


def test_ninety_kilobytes_of_chinese_stay_under_every_limit_and_rules_leave_last(
    tmp_path: Path,
) -> None:
    told = "".join(f"- **第{n}件·{'很长的一句话' * 20}** → `2026-11-01`\n" for n in range(250))
    memory = f"## 常被提起\n\n{told}\n## 我是谁\n\n{'守塔人。' * 9000}🐋\n\n## 硬约定\n\n- 不改别人的行\n"
    folder = make_folder(tmp_path, memory=memory, settings="max_chars = 100000\n")
    for octets in (None, 9000):
        made = block(folder, octets=octets).block
        _, wire, size = measure(made.text)
        assert wire < 9000 and (octets is None or size < octets)
        assert "- 不改别人的行" in made.text and "篇幅所限" in made.text
        made.text.encode()


def test_each_way_of_saying_a_file_cannot_be_read_names_it_and_the_cure(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, diary={"2026-11-30.md": "x\n"})
    for name in ("memory.md", "relationship.md", "index.md", "detours.md"):
        before = (folder / name).read_bytes() if (folder / name).exists() else None
        for data in (
            "规矩要记住\n".encode("gb18030"),
            "规矩\n".encode("utf-16"),
            b"x" * (4 * 1024 * 1024 + 1),
        ):
            (folder / name).write_bytes(data)
            made = block(folder).block
            assert [line for line in made.checks + made.notices if name in line], (name, data[:4])
            assert "�" not in made.text
            assert any(code.startswith("file_") for code in codes(folder))
            assert (folder / name).read_bytes() == data
        (folder / name).unlink()
        if before is not None:
            (folder / name).write_bytes(before)


def test_the_person_s_names_and_headings_are_followed_everywhere(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, memory=MEMORY.replace("## Oft-told", "## What I keep saying"))
    (folder / "memory.md").rename(folder / "MEMORY.md")
    (folder / "diary").rename(folder / "memory")
    (folder / "ofttold.toml").write_text(
        '[files]\nmemory = "MEMORY.md"\ndiary = "memory"\nindex = "days.md"\n'
        '[headings]\noft_told = ["What I keep saying"]\n'
    )
    (folder / "memory" / "2026-11-29.md").write_text("Mood: vexed\n")
    text = block(folder).block.text
    assert "## What I keep saying\n- **whale" in text
    assert "More is in MEMORY.md, days.md and the diary" in text
    assert "No diary for today yet" in text and "2026-11-29: “vexed”" in text


def test_names_and_settings_without_end_keep_to_their_lines_and_the_block_to_its_length(
    tmp_path: Path,
) -> None:
    keys = "".join(f'"{"k" * 2000}{n}\\n[/oft-told]" = 1\n' for n in range(50))
    folder = make_folder(tmp_path, settings=keys, diary={"2026-11-30\n2.md": "x\n"})
    made = block(folder).block
    assert len(made.text) < 3000 and made.text.count("[/oft-told]") == 1
    assert [line for line in made.notices if line == "47 more: ofttold check"]
    assert all("\n" not in line for line in made.checks + made.notices)
    assert "Diary check — diary/2026-11-30 2.md counts as no day" in made.text


def test_unknown_keys_warn_and_wrong_types_stop_commands_but_never_the_block(
    tmp_path: Path,
) -> None:
    folder = make_folder(tmp_path, settings="max_char = 1\n[anchor]\ncap = 3\n")
    assert codes(folder)[:2] == ["setting_unknown_near"] * 2
    assert len(block(folder).block.notices) == 2
    open_memory(str(folder), look_around=False)
    (folder / "ofttold.toml").write_text('[sync]\ngit = "push"\n')
    assert "whale" in block(folder).block.text and codes(folder)[0] == "setting_type"
