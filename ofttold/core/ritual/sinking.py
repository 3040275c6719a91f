"""The day on which an anchor that is shown would sink, if nothing more is said of any.

Knows how each weight moves as days pass in silence: under forgetting an anchor with more recalls
overtakes one with fewer exactly once; under halving nothing overtakes; under fading the days are
walked one by one. Refuses to know text and files; not on the hooks' path.
"""

from __future__ import annotations

from datetime import date

from ofttold.core.ritual.weights import faded, order, weigh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ofttold.core.ritual.weights import Age, Rule

    Key = tuple[float, int, int, int]

FADING_HORIZON_DAYS = 366  # ours: how far ahead the days are walked under fading
_LAST_DAY = date.max.toordinal()
_FADES: list[int] = []  # by days ago, filled as far as needed


class Course:
    """One anchor from today on: ``since`` its marked day, ``last`` the day its t counts from.

    ``value`` is its sum of halves, which keeps its place among the others', or the sum under fading
    as it was when last looked at, above which it cannot be later.
    """

    __slots__ = ("days", "last", "line", "n", "since", "value")

    def __init__(
        self,
        marked: int | None,
        days: Iterable[int],
        line: int,
        *,
        today: int,
        rule: Rule,
        age: Age,
    ) -> None:
        weighed = weigh(marked, days := list(days), today, rule, age)
        self.since, self.line, self.n = marked, line, weighed.n
        start = today if marked is None else marked
        self.days = sorted({day for day in days if start < day <= today})
        self.last = today - weighed.t if marked is None or marked <= today else marked
        self.value = weighed.key[1]

    def key_on(self, day: int, rule: Rule) -> Key:
        """Give what orders it on a day to come, as weights.py would; the greater, the heavier."""
        since = day if self.since is None else self.since
        if rule == "forgetting":
            t = 0 if self.since is None else day - self.last
            return (order(t, self.n), 0, since, -self.line)
        front = order(max(0, day - since) and 1, 0)
        return (front, self.value, since, -self.line)


def sink_days(
    marked: Sequence[int | None],
    recalled: Sequence[Iterable[int]],
    lines: Sequence[int],
    *,
    today: int,
    cap: int,
    rule: Rule = "forgetting",
    age: Age = "marked",
) -> list[int | None]:
    """Tell for each anchor shown today the first day on which it would not be.

    Days are ordinals; ``marked``, ``recalled`` and ``lines`` go by anchor. None for one that is not
    shown today, or never sinks (under fading: not within a year).
    """
    courses = [
        Course(mark, days, line, today=today, rule=rule, age=age)
        for mark, days, line in zip(marked, recalled, lines, strict=True)
    ]
    sinks: list[int | None] = [None] * len(courses)
    if len(courses) <= cap:
        return sinks
    afloat = _heaviest(courses, today, rule, cap)
    for day in _days_to_look_at(courses, afloat, today=today, rule=rule):
        if rule == "fading":
            _fade(courses, afloat, day)
        kept = _heaviest(courses, day, rule, cap)
        for place in afloat - kept:
            sinks[place] = day
        afloat &= kept
        if not afloat:
            break
    return sinks


def _heaviest(courses: Sequence[Course], day: int, rule: Rule, cap: int) -> set[int]:
    keys = [course.key_on(day, rule) for course in courses]
    return set(sorted(range(len(courses)), key=keys.__getitem__)[len(keys) - cap :])


def _days_to_look_at(
    courses: Sequence[Course], afloat: Iterable[int], *, today: int, rule: Rule
) -> Iterable[int]:
    """Give, in order, every day after today on which one afloat can fall behind."""
    if rule == "fading":
        return range(today + 1, min(today + FADING_HORIZON_DAYS, _LAST_DAY) + 1)
    days = {today + 1}
    to_come = [c.since for c in courses if c.since is not None and c.since > today]
    days.update(to_come, [day + 1 for day in to_come])
    if rule == "forgetting":
        for place in afloat:
            days.update(_overtaking_days(courses[place], courses))
    return sorted(day for day in days if today < day <= _LAST_DAY)


def _overtaking_days(one: Course, others: Sequence[Course]) -> Iterator[int]:
    """Give the days about which anchors with more recalls overtake one, whichever way ties go."""
    if one.since is None:
        return
    for other in others:
        more = other.n - one.n
        if other.since is not None and more > 0:
            # (day - other.last) = (day - one.last) * 2**more
            day = ((one.last << more) - other.last) // ((1 << more) - 1)
            yield day
            yield day + 1


def _fade(courses: Sequence[Course], afloat: Iterable[int], day: int) -> None:
    """Bring the sums up to a day: of those afloat, and of any that may still be above one of them."""
    for place in afloat:
        courses[place].value = _sum_on(courses[place], day)
    least = min(courses[place].value for place in afloat)
    for course in courses:
        if course.value >= least:
            course.value = _sum_on(course, day)


def _sum_on(course: Course, day: int) -> int:
    row = _FADES
    while course.days and len(row) <= day - course.days[0]:
        row.append(faded(len(row)))
    return sum([row[day - recalled] for recalled in course.days])
