"""Reading a date that a person typed: one reading or a refusal that shows them all."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from dateutil import parser

from ofttold.core.errors import OfttoldError

_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_CHINESE = re.compile(r"(?:(\d{4})\s*年)?\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]?")
_WORDS = {
    "today": 0, "今天": 0, "yesterday": 1, "昨天": 1, "前天": 2, "大前天": 3,
    "tomorrow": -1, "明天": -1, "后天": -2,
}  # fmt: skip
_AGO = re.compile(
    r"(\d{1,5}|[一二两三四五六七八九十])\s*(?:(days?|weeks?)\s+ago|(天|周|个?星期)前)",
    re.IGNORECASE,
)
_NUMERALS = {numeral: value for value, numeral in enumerate("一二三四五六七八九十", 1)} | {"两": 2}


class UnreadableDate(OfttoldError):
    """What was typed is no date."""

    key = "unreadable_date"


class AmbiguousDate(OfttoldError):
    """What was typed can be read as more than one day."""

    key = "ambiguous_date"


def read_typed_date(text: str, *, today: date) -> date:
    """Read a date; a missing year is this year's.

    A year of four digits in front is followed by the month, whatever stands between. Raises
    UnreadableDate, and AmbiguousDate with all readings (``03/04/2026``).

    >>> read_typed_date("2026年11月3日", today=date(2026, 11, 30))
    datetime.date(2026, 11, 3)
    """
    typed = text.strip()
    try:
        return date.fromisoformat(typed)
    except ValueError:
        pass  # not ISO: the other ways of writing follow
    plain = _read_words(typed.lower(), today)
    if plain is not None:
        return plain
    readings = sorted(_readings(typed, today))
    if not readings:
        raise UnreadableDate(text=typed[:60])
    if len(readings) > 1:
        raise AmbiguousDate(
            text=typed[:60], readings=", ".join(map(str, readings)), first=readings[0]
        )
    return readings[0]


def _read_words(typed: str, today: date) -> date | None:
    if typed in _WORDS:
        return today - timedelta(days=_WORDS[typed])
    ago = _AGO.fullmatch(typed)
    if ago:
        unit = 1 if (ago[2] or ago[3]).startswith(("day", "天")) else 7
        count = _NUMERALS.get(ago[1]) or int(ago[1])
        try:
            return today - timedelta(days=count * unit)
        except OverflowError as fault:
            raise UnreadableDate(text=typed[:60]) from fault
    found = _YEAR_FIRST.fullmatch(typed) or _CHINESE.fullmatch(typed)
    if not found:
        return None
    try:
        return date(int(found[1] or today.year), int(found[2]), int(found[3]))
    except ValueError as fault:
        raise UnreadableDate(text=typed[:60]) from fault


def _readings(typed: str, today: date) -> set[date]:
    """Read with the day, the month or the year first; what lacks a day or a month is no date."""
    if len(typed) > 60:
        return set()
    found: set[date] = set()
    for day_first in (False, True):
        for year_first in (False, True):
            seen = set()
            for month, day in (
                (1, 1),
                (3, 2),
            ):  # two defaults: what is missing shows as a difference
                default = datetime(today.year, month, day)  # noqa: DTZ001 - a calendar date only
                try:
                    read = parser.parse(
                        typed, dayfirst=day_first, yearfirst=year_first, default=default
                    )
                except (ValueError, OverflowError, TypeError):
                    continue
                seen.add(read.date())
            if len(seen) == 1:
                found |= seen
    return found
