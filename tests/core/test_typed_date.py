"""Dates as people type them: one reading, or a refusal with all of them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.typed_date import AmbiguousDate, UnreadableDate, read_typed_date

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-11-03", "2026-11-03"), ("20261103", "2026-11-03"), ("2026/11/3", "2026-11-03"),
        ("2026.11.03", "2026-11-03"), ("2026-1-5", "2026-01-05"), ("2026年11月3日", "2026-11-03"),
        ("11月3日", "2026-11-03"), ("１１月３号", "2026-11-03"), ("3 Nov", "2026-11-03"),
        ("November 3, 2026", "2026-11-03"), ("13/11/2026", "2026-11-13"), ("11/13/2026", "2026-11-13"),
        ("5/5/2026", "2026-05-05"), ("today", "2026-11-30"), ("Yesterday", "2026-11-29"), ("今天", "2026-11-30"),
        ("昨天", "2026-11-29"), ("前天", "2026-11-28"), ("大前天", "2026-11-27"), ("明天", "2026-12-01"),
        ("3天前", "2026-11-27"), ("三天前", "2026-11-27"), ("两周前", "2026-11-16"), ("一个星期前", "2026-11-23"),
        ("1 day ago", "2026-11-29"), ("2 weeks ago", "2026-11-16"), (" 2026-11-03 ", "2026-11-03"),
    ],
)  # fmt: skip
def test_what_has_one_reading_is_read(typed: str, day: str) -> None:
    assert read_typed_date(typed, today=TODAY).isoformat() == day


@pytest.mark.parametrize(
    ("typed", "readings"),
    [
        ("03/04/2026", "2026-03-04, 2026-04-03"),
        ("3.4.2026", "2026-03-04, 2026-04-03"),
        ("11/3", "2026-03-11, 2026-11-03"),
        ("03-04-05", "2003-04-05, 2003-05-04, 2005-03-04, 2005-04-03"),
    ],
)
def test_what_has_several_is_refused_with_all_of_them(typed: str, readings: str) -> None:
    with pytest.raises(AmbiguousDate) as refusal:
        read_typed_date(typed, today=TODAY)
    assert refusal.value.values["readings"] == readings


@pytest.mark.parametrize(
    "typed",
    ["", " ", "someday", "10", "10:30", "2026-02-30", "2026-11", "2月30日", "2026/13/1", "99999999 days ago", "x" * 5000, "\0"],
)  # fmt: skip
def test_what_has_none_is_refused(typed: str) -> None:
    with pytest.raises(UnreadableDate):
        read_typed_date(typed, today=TODAY)


@given(st.dates(min_value=date(1000, 1, 1)))
def test_a_day_written_out_reads_back(day: date) -> None:
    assert read_typed_date(day.isoformat(), today=TODAY) == day
    assert read_typed_date(f"{day.year}年{day.month}月{day.day}日", today=TODAY) == day


@given(st.text(max_size=80))
def test_whatever_is_typed_ends_in_a_day_or_a_refusal(typed: str) -> None:
    try:
        assert isinstance(read_typed_date(typed, today=TODAY), date)
    except (UnreadableDate, AmbiguousDate) as refusal:
        assert refusal.message("zh") and refusal.hint("en")


def test_seven_days_ago_is_a_matter_of_the_calendar() -> None:
    assert read_typed_date("7 days ago", today=date(2026, 3, 30)) == date(2026, 3, 23)
