from __future__ import annotations

from datetime import date, timedelta

import pytest

from ofttold.core.markdown import read_document
from ofttold.core.ritual.detours import read_detours
from ofttold.core.ritual.index import (
    TRIGGER_CHARS,
    IndexLine,
    find_missing_days,
    plan_tiers,
    read_index,
    render_tiers,
)

TODAY = date(2026, 11, 30)


def read(text: str) -> list[tuple[str, int, str]]:
    lines = read_index(read_document(text.encode(), "index.md"))
    return [(one.day.isoformat(), one.line, one.words) for one in lines]


@pytest.mark.parametrize(
    "line",
    [
        "- 2026-10-30：新书架",
        "2026-10-30 新书架",
        "* **2026-10-30** — 新书架",
        "- [2026-10-30](diary/2026-10-30.md)：新书架",
        "- `diary/2026-10-30.md` 新书架",
        "| 2026-10-30 | 新书架 |",
        "> 2026-10-30 - 新书架",
        "1. [[2026-10-30]]: 新书架",
        "## 2026-10-30\n\n新书架",
        "- 2026-10-30：\n  新书架",
    ],
)
def test_a_line_belongs_to_the_day_it_begins_with(line: str) -> None:
    assert read(f"# 索引\n\n{line}\n") == [("2026-10-30", 3, "新书架")]


def test_an_item_with_its_day_elsewhere_counts_too() -> None:
    assert read("- 新书架（2026-10-30）\n") == [("2026-10-30", 1, "新书架（2026-10-30）")]


@pytest.mark.parametrize(
    "text",
    [
        "# 索引\n\n<!--\n- 2026-10-30：例\n-->\n",
        "```\n- 2026-10-30 例\n```\n",
        "- 2026-02-31 例\n",
        "一段话里有 2026-10-30。\n",
        "",
    ],
)
def test_examples_and_prose_are_no_lines(text: str) -> None:
    assert read(text) == []


def test_lines_that_go_on_stay_with_their_day() -> None:
    assert read("- 2026-10-30：一\n  二 2026-10-01 三\n- 2026-10-31：四\n\n尾声\n") == [
        ("2026-10-30", 1, "一 二 2026-10-01 三"),
        ("2026-10-31", 3, "四"),
    ]


def days(count: int, words: str = "看海，回来写了一页；别的不记") -> list[IndexLine]:
    first = TODAY - timedelta(days=count - 1)
    dates = [first + timedelta(days=at) for at in range(count)]
    return [
        IndexLine(day, at, f"- {day.isoformat()}：{words}", words)
        for at, day in enumerate(dates, 1)
    ]


def test_a_small_index_has_no_tiers() -> None:
    assert plan_tiers(days(19), today=TODAY) is None


def test_twenty_lines_or_as_many_characters_make_tiers() -> None:
    assert plan_tiers(days(20), today=TODAY) is not None
    room = TRIGGER_CHARS - len(days(1, "")[0].source)
    assert plan_tiers(days(1, "长" * (room - 1)), today=TODAY) is None
    assert plan_tiers(days(1, "长" * room), today=TODAY) is not None


def test_hot_warm_and_cold_hold_each_day_once() -> None:
    lines = days(100)
    tiers = plan_tiers(lines, today=TODAY)
    assert tiers is not None
    assert [one.day for one in tiers.hot] == [TODAY - timedelta(days=13 - at) for at in range(14)]
    warm = [one for group in tiers.warm for one in group]
    assert (len(warm), len(tiers.warm), len(tiers.cold)) == (56, 14, 30)
    assert [*tiers.cold, *warm, *tiers.hot] == lines


def test_the_tiers_are_written_from_the_lines_own_words() -> None:
    tiers = plan_tiers(days(71), today=TODAY)
    assert tiers is not None
    text = render_tiers(tiers, name="index.md", lang="zh").splitlines()
    assert text[0] == "- 2026-11-17：看海，回来写了一页；别的不记"
    assert text[14] == "- " + " · ".join(
        f"2026-09-{day} 看海，回来写了一页" for day in (22, 23, 24, 25)
    )
    assert text[-1] == (
        "更早的 1 天（2026-09-21 至 2026-09-21）还在 index.md 里：grep -n '要找的词' index.md"
    )
    assert len(text) == 14 + 14 + 1


def test_a_long_day_is_cut_at_a_pause() -> None:
    lines = [*days(20), IndexLine(date(2026, 10, 1), 1, "x", "甲" * 40 + "，" + "乙" * 40)]
    tiers = plan_tiers(lines, today=TODAY)
    assert tiers is not None
    assert f"2026-10-01 {'甲' * 40}…" in render_tiers(tiers, name="index.md", lang="en")


def test_diary_days_without_a_line_are_named_in_order() -> None:
    lines = days(2)
    assert find_missing_days(lines, [TODAY, date(2026, 1, 2), date(2025, 1, 2)]) == [
        date(2025, 1, 2),
        date(2026, 1, 2),
    ]


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("# 弯路\n\n<!--\n- 例\n-->\n", 0),
        ("# 弯路\n\n- 一\n- 二\n  - 细\n- <!-- 三 -->\n", 2),
        ("# 弯路\n\n## 一\n- 细\n- 细\n## 二\n### 细\n", 2),
        ("## 一\n\n文\n", 1),
        ("一段\n\n二段\n二段续\n", 2),
        ("", 0),
    ],
)
def test_detours_are_counted_by_entry(text: str, entries: int) -> None:
    assert read_detours(read_document(text.encode(), "detours.md")).entries == entries


def test_twenty_detours_or_as_many_characters_are_worth_a_line() -> None:
    def large(text: str) -> bool:
        return read_detours(read_document(text.encode(), "detours.md")).is_large

    assert not large("- a\n" * 19)
    assert large("- a\n" * 20)
    assert not large("- " + "长" * (TRIGGER_CHARS - 3))
    assert large("- " + "长" * (TRIGGER_CHARS - 2))
