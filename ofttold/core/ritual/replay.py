"""Each weight tried on the days already lived: how much of what came would it have kept in sight.

On every diary day on which more anchors exist than fit, each rule keeps its heaviest, knowing only
the days so far; then the mentions of the next seven days are counted, of the kept and of all. The
share of the two is what a person can judge a setting by. Knows sets of mentioned anchors by day;
refuses to know text and files. An anchor exists from its marked day on; undated ones are left out,
since nobody knows when they came.

The rules give the same order as weights.py, in numbers that are quick to keep over many days.
"""

from __future__ import annotations

from math import inf
from operator import itemgetter

from ofttold.core.ritual.weights import faded, halved, order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date
    from typing import Protocol

    class Dated(Protocol):
        """An anchor: where it stands and when it was marked."""

        @property
        def line(self) -> int:
            """The line, from 1."""

        @property
        def marked(self) -> date | None:
            """The marked day, if it has one."""

    Rule = Callable[["History"], Sequence[float]]

AHEAD_DAYS = 7  # of the measure: the days to come whose mentions count


class History:
    """What is known of the anchors on one day of the replay.

    Places run from the earliest marked anchor to the latest, of one day from the last line to the
    first, so that of equal weights the greater place wins. The first ``alive`` of them exist. By
    place: ``marked`` day, ``n`` recalled days and the ``last`` of them (else the marked day);
    ``halves``, what halving gives them, as of the last day; ``recalled``, which picks their
    recalled days out of a row that begins with 0; and ``ahead``, the mentions in the days to come,
    at which no rule but the limit may look. ``orders`` and ``fades`` are the weights' tables,
    the first by days ago, the second by days to the last day.
    """

    __slots__ = (
        "ahead",
        "alive",
        "end",
        "fades",
        "first",
        "halves",
        "last",
        "marked",
        "n",
        "orders",
        "recalled",
        "recalled_days",
        "today",
    )

    def __init__(self, marked: list[int], first: int, end: int) -> None:
        size = len(marked)
        self.marked, self.first, self.end = marked, first, end
        self.today, self.alive = first - 1, 0
        self.n, self.last, self.halves = [0] * size, list(marked), [0] * size
        self.recalled_days: list[list[int]] = [[0] for _ in marked]
        self.recalled = [itemgetter(0, 0)] * size
        self.ahead = [0] * size
        self.orders = [order(ago, 0) for ago in range(end - min(first, marked[0]) + 1)]
        self.fades = [faded(end - day) for day in range(first, end + 1)]

    def live(self, mentioned: Sequence[int]) -> None:
        """Take in the next day and the places its diary mentions."""
        self.today += 1
        while self.alive < len(self.marked) and self.marked[self.alive] <= self.today:
            self.alive += 1
        for place in mentioned:
            if self.marked[place] < self.today:
                self.n[place] += 1
                self.last[place] = self.today
                self.halves[place] += halved(self.end - self.today)
                self.recalled_days[place].append(self.today - self.first + 1)
                self.recalled[place] = itemgetter(*self.recalled_days[place])


def keep_knowing_the_future(history: History) -> Sequence[float]:
    """Weigh by the mentions to come: no rule can cover more."""
    return history.ahead


def keep_by_forgetting(history: History) -> Sequence[float]:
    """Weigh by R, aged from the marked day."""
    orders, today = history.orders, history.today
    pairs = zip(history.n[: history.alive], history.marked, strict=False)
    return [n + orders[today - marked] for n, marked in pairs]


def keep_by_forgetting_since_recalled(history: History) -> Sequence[float]:
    """Weigh by R, aged from the latest recalled day."""
    orders, today = history.orders, history.today
    pairs = zip(history.n[: history.alive], history.last, strict=False)
    return [n + orders[today - last] for n, last in pairs]


def keep_by_halving(history: History) -> Sequence[float]:
    """Weigh by recalled days that halve every 30 days."""
    return _put_new_ones_first(history, list(history.halves[: history.alive]))


def keep_by_fading(history: History) -> Sequence[float]:
    """Weigh by recalled days that count a quarter after 30 days, a ninth after 60."""
    row = [0, *history.fades[history.end - history.today :]]
    picks = history.recalled[: history.alive]
    return _put_new_ones_first(history, [sum(pick(row)) for pick in picks])


def keep_latest_recalled(history: History) -> Sequence[float]:
    """Weigh by the latest recalled (else marked) day alone."""
    return history.last


def keep_latest_marked(history: History) -> Sequence[float]:
    """Weigh by the marked day alone."""
    return history.marked


def _put_new_ones_first(history: History, values: Sequence[float]) -> Sequence[float]:
    """Put the anchors marked today before all others."""
    new = 0
    while new < history.alive and history.marked[history.alive - 1 - new] == history.today:
        new += 1
    return [*values[: history.alive - new], *[inf] * new]


RULES: dict[str, Rule] = {
    "limit": keep_knowing_the_future,
    "forgetting": keep_by_forgetting,
    "forgetting_recalled": keep_by_forgetting_since_recalled,
    "halving": keep_by_halving,
    "fading": keep_by_fading,
    "lru": keep_latest_recalled,
    "age": keep_latest_marked,
}


def replay(
    days: Mapping[int, frozenset[int]],
    anchors: Sequence[Dated],
    cap: int,
    *,
    rules: Mapping[str, Rule] = RULES,
) -> dict[str, dict[str, float | None]]:
    """Replay a folder's own diary: per rule what the kept anchors covered, of how much.

    ``days`` maps each diary day (ordinal) to the positions in ``anchors`` it mentions. The answer
    gives per rule ``covered`` and ``of`` (mentions, one a day and anchor, summed over the days on
    which more than ``cap`` anchors exist) and ``share``, None where there was nothing to cover.
    """
    covered, total = dict.fromkeys(rules, 0), 0
    for history in walk(days, anchors):
        if history.alive <= cap:
            continue
        total += sum(history.ahead[: history.alive])
        for name, rule in rules.items():
            covered[name] += sum([history.ahead[place] for place in keep(history, rule, cap)])
    return {
        name: {"covered": count, "of": total, "share": count / total if total else None}
        for name, count in covered.items()
    }


def keep(history: History, rule: Rule, cap: int) -> list[int]:
    """Choose the places of the ``cap`` heaviest anchors on the day of the history."""
    values = rule(history)
    return sorted(range(history.alive), key=values.__getitem__)[-cap:] if cap else []


def walk(days: Mapping[int, frozenset[int]], anchors: Sequence[Dated]) -> Iterator[History]:
    """Go through the diary days in order; one record is yielded each time, grown by the day."""
    dated = sorted((a.marked.toordinal(), -a.line, i) for i, a in enumerate(anchors) if a.marked)
    if not days or not dated:
        return
    places = {position: place for place, (_, _, position) in enumerate(dated)}
    lived = {
        day: [places[position] for position in mentioned if position in places]
        for day, mentioned in days.items()
    }
    first, end = min(lived), max(lived)
    history = History([marked for marked, _, _ in dated], first, end)
    for day in range(first, first + AHEAD_DAYS):
        _count(history.ahead, lived.get(day, ()), 1)
    for day in range(first, end + 1):
        _count(history.ahead, lived.get(day, ()), -1)
        _count(history.ahead, lived.get(day + AHEAD_DAYS, ()), 1)
        history.live(lived.get(day, ()))
        if day in lived:
            yield history


def _count(ahead: list[int], places: Sequence[int], step: int) -> None:
    for place in places:
        ahead[place] += step
