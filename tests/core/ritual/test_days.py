"""Days by name and number, and recalls that follow what came and went."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.ritual.days import BLANK, Days, change_recalls, day_ordinal, name_ordinal
from ofttold.core.ritual.diary import day_of


@given(st.dates())
def test_a_day_has_the_ordinal_the_calendar_gives_it(day: date) -> None:
    assert day_ordinal(day.year, day.month, day.day) == day.toordinal()
    assert name_ordinal(f"{day.isoformat()}.md") == day.toordinal()


@given(st.integers(0, 9999), st.integers(0, 99), st.integers(0, 99))
def test_a_name_is_a_day_exactly_where_the_calendar_has_one(
    year: int, month: int, day: int
) -> None:
    name = f"{year:04}-{month:02}-{day:02}.md"
    real = day_of(name)
    assert name_ordinal(name) == (real.toordinal() if real else 0)


DAY_PLACES = st.dictionaries(st.integers(1, 60), st.frozensets(st.integers(0, 4)), max_size=40)


def recount(days: dict[int, frozenset[int]]) -> list[list[int]]:
    return [sorted(day for day, places in days.items() if place in places) for place in range(5)]


@given(DAY_PLACES, DAY_PLACES, st.frozensets(st.integers(1, 60), max_size=40))
def test_following_changes_is_the_same_as_counting_anew(
    before: dict[int, frozenset[int]], found: dict[int, frozenset[int]], gone: frozenset[int]
) -> None:
    stays = {day: places for day, places in before.items() if day not in gone | found.keys()}
    changed = change_recalls(recount(before), gone | found.keys(), found)
    after = {**dict(enumerate(recount(before))), **changed}
    assert list(after.values()) == recount({**stays, **found})


def three_days() -> Iterator[Days]:
    days = Days()
    days.names = ["2026-11-01.md", "2026-11-05.md", "2026-11-09.md"]
    days.states = {"2026-11-09.md": BLANK}
    yield days


def test_a_blank_page_is_no_page() -> None:
    (days,) = three_days()
    assert days.has_page("2026-11-05.md") and not days.has_page("2026-11-09.md")
    assert days.last_written("2026-11-30.md") == "2026-11-05.md"
    assert days.last_written("2026-10-30.md") == ""
    assert days.until("2026-11-04.md").written() == ["2026-11-01.md"]
