"""Spans of days as a query can mean them. Knows no words and no clock: the day is handed in."""

from __future__ import annotations

from datetime import date, timedelta

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

EXPLICIT_BONUS = 5.0  # score for the very day; docs/benchmarks.md
RELATIVE_BONUS = 6.0  # score within the window of a relative day; docs/benchmarks.md
MONTH_BONUS = 3.0  # score within a named month; docs/benchmarks.md
YEARS_BACK = 10  # years a day without a year may lie back


class Window:
    """A span of days, both ends in it, as day ordinals, and what lying in it is worth."""

    __slots__ = ("bonus", "first", "last")

    def __init__(self, first: int, last: int, bonus: float) -> None:
        self.first = first
        self.last = last
        self.bonus = bonus

    def __repr__(self) -> str:
        days = (date.fromordinal(self.first).isoformat(), date.fromordinal(self.last).isoformat())
        return f"Window({days[0]}, {days[1]}, {self.bonus})"


def day_ordinal(iso: str) -> int:
    """Give the day of an ISO date or moment as an ordinal, 0 where the text holds none.

    >>> day_ordinal("2026-05-06T10:00:00+08:00") == day_ordinal("2026-05-06")
    True
    """
    try:
        return date(int(iso[:4]), int(iso[5:7]), int(iso[8:10])).toordinal()
    except ValueError:
        return 0


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month_span(year: int, month: int) -> tuple[date, date] | None:
    first = _day(year, month, 1)
    if first is None:
        return None
    following = _day(year + month // 12, month % 12 + 1, 1)
    return first, (following - timedelta(1)) if following else first


def _span(first: date, last: date, bonus: float) -> Window:
    return Window(first.toordinal(), last.toordinal(), bonus)


def _years(year: str | None, today: date) -> list[int]:
    if year:
        return [int(year)]
    return list(range(max(1, today.year - YEARS_BACK), today.year + 2))


def windows_of_day(year: str | None, month: int, day: int, today: date) -> Iterator[Window]:
    """Give the window of a day, one for each year it can mean where none is said.

    >>> list(windows_of_day("2026", 5, 6, date(2026, 5, 20)))
    [Window(2026-05-06, 2026-05-06, 5.0)]
    """
    for each in _years(year, today):
        found = _day(each, month, day)
        if found:
            yield _span(found, found, EXPLICIT_BONUS)


def windows_of_month(year: str | None, month: int, today: date) -> Iterator[Window]:
    """Give the window of a month, one for each year it can mean where none is said."""
    for each in _years(year, today):
        span = _month_span(each, month)
        if span:
            yield _span(*span, MONTH_BONUS)


def window_ago(number: float, unit: str, today: date) -> Window | None:
    """Give the window of so many units (d, w, m, y) back: the longer ago, the wider.

    >>> window_ago(2, "w", date(2026, 5, 20))
    Window(2026-05-03, 2026-05-09, 6.0)
    """
    days = {"d": 1, "w": 7, "m": 30.4, "y": 365.25}[unit] * number
    slack = {"d": 0 if number <= 3 else 1, "w": 3, "m": 15, "y": min(183, round(days / 3))}[unit]
    middle = today.toordinal() - round(days)
    if middle - slack < 1:
        return None
    return Window(middle - slack, middle + slack, RELATIVE_BONUS)


def calendar_window(back: int, unit: str, today: date) -> Window | None:
    """Give the calendar week, month or year, this one (0) or so many before."""
    if unit == "w":
        first = today.toordinal() - today.weekday() - 7 * back
        return Window(first, first + 6, RELATIVE_BONUS) if first > 0 else None
    if unit == "m":
        months = today.year * 12 + today.month - 1 - back
        span = _month_span(months // 12, months % 12 + 1) if months >= 12 else None
    else:
        first_day = _day(today.year - back, 1, 1)
        span = (first_day, date(today.year - back, 12, 31)) if first_day else None
    return _span(*span, RELATIVE_BONUS) if span else None


def weekday_window(back: int, weekday: int, today: date) -> Window | None:
    """Give a weekday (Monday is 0) of this week (0) or of so many weeks before."""
    ordinal = today.toordinal() - today.weekday() - 7 * back + weekday
    return Window(ordinal, ordinal, RELATIVE_BONUS) if ordinal > 0 else None


def weekday_gone_by(weekday: int, before: bool, today: date) -> Window | None:
    """Give "last Friday" as the nearest one gone by, "this Friday" as the one of this week."""
    if not before:
        return weekday_window(0, weekday, today)
    days = (today.weekday() - weekday - 1) % 7 + 1
    return (
        window_ago(days, "d", today)
        if days <= 3
        else weekday_window(int(weekday >= today.weekday()), weekday, today)
    )
