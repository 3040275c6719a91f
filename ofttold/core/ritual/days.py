"""What is known of all diary days together, kept so that a change of one day costs one day.

Knows names, tags, states and which days recall which anchor; refuses to know files. On the hooks'
path after a change: most days say nothing that the block needs, so only those that do are kept
by name, and recalls are kept by anchor.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Tags = tuple[tuple[str, int], ...]

# What a day's file is. ELSEWHERE: a page that a sync service has not brought here yet. NO_DAY: the
# name has the form of a day that no calendar has. UNREADABLE: the system refuses to open it.
WRITTEN, BLANK, UNDECODABLE, TOO_LARGE, ELSEWHERE, NO_DAY, UNREADABLE = 0, 1, 2, 3, 4, 5, 6
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
FEW = 20  # removed days up to which looking for each beats filtering all recalls


def day_ordinal(year: int, month: int, day: int) -> int:
    """Count days as ``date.toordinal`` does, without the cost of importing datetime.

    >>> day_ordinal(2026, 11, 30)
    739950
    """
    early = month < 3
    years = year - early
    months = month + 12 * early - 3
    return (
        365 * years + years // 4 - years // 100 + years // 400 + (153 * months + 2) // 5 + day - 306
    )


def iso_day(ordinal: int) -> str:
    """Write an ordinal as ``YYYY-MM-DD``, as ``date.fromordinal(…).isoformat()`` does.

    >>> iso_day(739950), iso_day(1)
    ('2026-11-30', '0001-01-01')
    """
    shifted = ordinal + 305  # days since 0000-03-01, so that a leap day ends its year
    era, of_era = divmod(shifted, 146097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * of_year + 2) // 153
    day = of_year - (153 * shifted_month + 2) // 5 + 1
    month = shifted_month + 3 if shifted_month < 10 else shifted_month - 9
    year = year_of_era + era * 400 + (month <= 2)
    return f"{year:04}-{month:02}-{day:02}"


def name_ordinal(name: str) -> int:
    """Give the ordinal of a name ``YYYY-MM-DD.md``; 0 where the calendar has no such day."""
    year, month, day = int(name[:4]), int(name[5:7]), int(name[8:10])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not (year >= 1 and 1 <= month <= 12):
        return 0
    last = _MONTH_DAYS[month - 1] + (month == 2 and leap)
    return day_ordinal(year, month, day) if 1 <= day <= last else 0


class Days:
    """The diary as the block needs it.

    ``names`` are the day files, sorted, so in the order of their days; ``tags`` those with emotion
    tags; ``states`` those that are not simply WRITTEN; ``recalls`` per anchor the ordinals of the
    days that mention it, sorted, None where mentions were not counted; ``trouble`` what keeps the
    folder from being listed, '' where nothing does.
    """

    __slots__ = ("names", "recalls", "states", "tags", "there", "trouble")

    def __init__(self, *, there: bool = True) -> None:
        self.names: Sequence[str] = ()
        self.tags: dict[str, Tags] = {}
        self.states: dict[str, int] = {}
        self.recalls: list[Sequence[int]] | None = None
        self.there, self.trouble = there, ""

    def has_page(self, name: str) -> bool:
        """Tell whether there is a page of this name that is not blank, or cannot be looked into."""
        at = bisect_left(self.names, name)
        there = at < len(self.names) and self.names[at] == name
        state = self.states.get(name, WRITTEN if there else NO_DAY)
        return state not in (BLANK, NO_DAY)

    def last_written(self, until: str) -> str:
        """Give the name of the last page up to a name; '' where there is none."""
        for name in reversed(self.names[: bisect_right(self.names, until)]):
            if self.states.get(name, WRITTEN) not in (BLANK, NO_DAY):
                return name
        return ""

    def tag_lines(self) -> Iterator[tuple[str, str, int]]:
        """Yield (name, word, line) of every tag."""
        for name, tags in self.tags.items():
            for word, line in tags:
                yield name, word, line

    def written(self) -> list[str]:
        """List the names of the pages that are written and could be read."""
        return [name for name in self.names if self.states.get(name, WRITTEN) == WRITTEN]

    def until(self, last: str) -> Days:
        """Give the diary without the days after a name; recalls stay, weights look no further."""
        kept = Days(there=self.there)
        kept.names = self.names[: bisect_right(self.names, last)]
        kept.tags = {name: tags for name, tags in self.tags.items() if name <= last}
        kept.states = {name: state for name, state in self.states.items() if name <= last}
        kept.recalls, kept.trouble = self.recalls, self.trouble
        return kept


def change_recalls(
    recalls: Sequence[Sequence[int]],
    gone: Iterable[int],
    found: Mapping[int, Iterable[int]],
) -> dict[int, list[int]]:
    """Give the recalls that change as days go (``gone``) and come (``found``: ordinal to places).

    >>> change_recalls([[1, 2], [2], [5]], [2], {3: [1]})
    {0: [1], 1: [3]}
    """
    without = set(gone)
    changed: dict[int, list[int]] = {}
    if len(without) <= FEW:
        for place, days in enumerate(recalls):
            for day in without:
                at = bisect_left(days, day)
                if at < len(days) and days[at] == day:
                    changed.setdefault(place, list(days)).remove(day)
    else:
        for place, days in enumerate(recalls):
            kept = [day for day in days if day not in without]
            if len(kept) != len(days):
                changed[place] = kept
    touched = set()
    for day, places in found.items():
        for place in places:
            if place not in changed:
                changed[place] = list(recalls[place])
            changed[place].append(day)
            touched.add(place)
    for place in touched:
        changed[place].sort()
    return changed
