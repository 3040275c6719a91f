"""Days a query speaks of, in Chinese and English. Knows no card and no clock: the day is handed in.

::

    explicit  = 2026-05-06 | 2026/5/6 | 2026年5月6日 | 5月6号 | May 6th[, 2026] | 6[th of] May [2026]
    month     = 2026-05 | 2026年5月 | 5月 | May 2026 | in May
    relative  = 今天 昨天 前天 大前天 | N天前 N周前 N个月前 N年前 | 上周 这周 上个月 这个月 去年 今年 前年
              | 上周三 这周五 | yesterday | N days ago | last week | this month | last Friday …

A day without a year is that day in any of the last ten years and the next.
"""

from __future__ import annotations

import re

from ofttold.core.search.windows import (
    Window,
    calendar_window,
    weekday_gone_by,
    weekday_window,
    window_ago,
    windows_of_day,
    windows_of_month,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = (
    "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_DAY = "(mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?"
_NUMBER_ZH = "[0-9]{1,3}|半|[一二两三四五六七八九十]{1,3}"
_NUMBER_EN = (
    "[0-9]{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    "a couple of|a few"
)
_WORDS_EN = {
    word: number
    for number, words in enumerate(
        [
            "0",
            "a an one",
            "two couple",
            "three few",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
    for word in words.split()
}
_DIGITS_ZH = {
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_WEEK = "(?:周|个?星期|个?礼拜)"


def _number_zh(text: str) -> float:
    if text == "半":
        return 0.5
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    return (_DIGITS_ZH.get(tens, 1) * 10 if ten else 0) + _DIGITS_ZH.get(ones, 0)


def _number_en(text: str) -> int:
    return (
        int(text)
        if text.isdigit()
        else _WORDS_EN.get(text.split()[-1 if " of" not in text else 1], 1)
    )


def _take(pattern: str, text: str, marks: Iterable[str]) -> tuple[list[re.Match[str]], str]:
    """Find all of a pattern and blank them out, so that a part is not read again.

    Without one of the marks in the text the pattern is not even compiled (0.3 ms each).
    """
    if not any(mark in text for mark in marks):
        return [], text
    found = list(re.finditer(pattern, text))
    return found, re.sub(pattern, " ", text) if found else text


_EXPLICIT_DAYS = (
    (r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", "ymd", "-/."),
    (r"(?:(?<!\d)(\d{4})\s*年\s*)?(?<!\d)(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?(?!\d)", "ymd", "月"),
    (rf"\b{_MONTH}\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(\d{{4}})\b)?", "mdy", _MONTHS),
    (
        rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\b\.?(?:,?\s+(\d{{4}})\b)?",
        "dmy",
        _MONTHS,
    ),
)
_EXPLICIT_MONTHS = (
    (r"(?<!\d)(\d{4})[-/](\d{1,2})(?!\d)", "ym", "-/"),
    (r"(?:(?<!\d)(\d{4})\s*年\s*)?(?<!\d)(\d{1,2})\s*月份?", "ym", "月"),
    (rf"\b{_MONTH}\b\.?,?\s+(?:of\s+)?(\d{{4}})\b", "my", _MONTHS),
)
_NUMERAL_MONTHS = "[一二三四五六七八九十]{1,3}(?=[月日号])"


def _read_explicit(text: str, today: date) -> tuple[list[Window], str]:
    windows: list[Window] = []
    if "月" in text:
        text = re.sub(_NUMERAL_MONTHS, lambda numeral: str(int(_number_zh(numeral[0]))), text)
    if any(character.isdigit() for character in text):
        for pattern, order, marks in _EXPLICIT_DAYS:
            found, text = _take(pattern, text, marks)
            for match in found:
                part = dict(zip(order, match.groups(), strict=True))
                windows += windows_of_day(
                    part["y"], _month_number(part["m"]), int(part["d"]), today
                )
        for pattern, order, marks in _EXPLICIT_MONTHS:
            found, text = _take(pattern, text, marks)
            for match in found:
                part = dict(zip(order, match.groups(), strict=True))
                windows += windows_of_month(part["y"], _month_number(part["m"]), today)
    marks = [f"{before} {month}" for before in ("in", "during", "since") for month in _MONTHS]
    found, text = _take(rf"\b(?:in|during|since)\s+{_MONTH}\b", text, marks)
    for match in found:
        windows += windows_of_month(None, _month_number(match[1]), today)
    return windows, text


def _month_number(text: str) -> int:
    return int(text) if text.isdigit() else _MONTHS.index(text[:3]) + 1


_UNITS_ZH = {"天": "d", "日": "d", "周": "w", "月": "m", "年": "y"}
_DAYS_ZH = {"今天": 0, "今日": 0, "昨天": 1, "昨日": 1, "前天": 2, "大前天": 3}
_WEEKS_ZH = "上这本"
_YEARS_ZH = {"今年": 0, "去年": 1, "前年": 2}


def _read_chinese(text: str, today: date) -> Iterator[Window | None]:
    found, text = _take(rf"({_NUMBER_ZH})\s*(天|日|{_WEEK}|个?月|年)(?:之|以)?前", text, "前")
    for match in found:
        unit = match[2].removeprefix("个")
        yield window_ago(_number_zh(match[1]), _UNITS_ZH.get(unit, "w"), today)
    found, text = _take(rf"(上上|上|这|本)个?{_WEEK}([一二三四五六日天])", text, _WEEKS_ZH)
    for match in found:
        weekday = "一二三四五六日".find(match[2].replace("天", "日"))
        yield weekday_window(_back(match[1]), weekday, today)
    found, text = _take(rf"(上上|上|这|本)个?({_WEEK}|月)", text, _WEEKS_ZH)
    for match in found:
        yield calendar_window(_back(match[1]), "m" if match[2] == "月" else "w", today)
    found, text = _take("大前天|前天|昨[天日]|今[天日]", text, _DAYS_ZH)
    for match in found:
        yield window_ago(_DAYS_ZH[match[0]], "d", today)
    found, text = _take("今年|去年|前年", text, _YEARS_ZH)
    for match in found:
        yield calendar_window(_YEARS_ZH[match[0]], "y", today)


def _back(text: str) -> int:
    return text.count("上")


def _read_english(text: str, today: date) -> Iterator[Window | None]:
    found, text = _take(rf"\b({_NUMBER_EN})\s+(day|week|month|year)s?\s+ago\b", text, (" ago",))
    for match in found:
        yield window_ago(_number_en(match[1]), match[2][0], today)
    found, text = _take(rf"\b(last|this|past)\s+{_DAY}\b", text, ("last ", "this ", "past "))
    for match in found:
        yield weekday_gone_by(_DAYS.index(match[2][:3]), match[1] != "this", today)
    found, text = _take(
        r"\b(last|this|past)\s+(week|month|year)\b", text, ("week", "month", "year")
    )
    for match in found:
        yield calendar_window(int(match[1] != "this"), match[2][0], today)
    found, text = _take(r"\b(today|yesterday)\b", text, ("today", "yesterday"))
    for match in found:
        yield window_ago(int(match[1] == "yesterday"), "d", today)


def read_windows(folded: str, *, today: date) -> list[Window]:
    """Give the windows of days a folded text speaks of, in no order.

    >>> from datetime import date
    >>> read_windows("上周 and May 6, 2026", today=date(2026, 5, 20))
    [Window(2026-05-06, 2026-05-06, 5.0), Window(2026-05-11, 2026-05-17, 6.0)]
    """
    text = folded.casefold()
    windows, text = _read_explicit(text, today)
    windows += [found for found in _read_chinese(text, today) if found]
    windows += [found for found in _read_english(text, today) if found]
    return windows
