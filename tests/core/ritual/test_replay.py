"""The replay, against a slow one that asks weights.py each day."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.ritual.anchors import Anchor
from ofttold.core.ritual.replay import AHEAD_DAYS, RULES, replay
from ofttold.core.ritual.weights import Age, Rule, shown, weigh

FIRST = date(2026, 1, 1).toordinal()
SETTINGS: dict[str, tuple[Rule, Age]] = {
    "forgetting": ("forgetting", "marked"),
    "forgetting_recalled": ("forgetting", "recalled"),
    "halving": ("halving", "marked"),
    "fading": ("fading", "marked"),
}
Days = dict[int, frozenset[int]]


def anchors(marks: list[int | None]) -> list[Anchor]:
    return [
        Anchor(
            title="",
            handle="",
            line=line,
            marked=None if mark is None else date.fromordinal(FIRST + mark),
        )
        for line, mark in enumerate(marks, 1)
    ]


def coming(days: Days, day: int, position: int) -> int:
    return sum(position in days.get(day + ahead, ()) for ahead in range(1, AHEAD_DAYS + 1))


def slow(days: Days, items: list[Anchor], cap: int, rule: Rule, age: Age) -> tuple[int, int]:
    covered = of = 0
    for day in days:
        alive = [i for i, a in enumerate(items) if a.marked and a.marked.toordinal() <= day]
        if len(alive) <= cap:
            continue
        weighed = [
            weigh(
                a.marked.toordinal() if (a := items[i]).marked else None,
                [d for d in days if d <= day and i in days[d]],
                day,
                rule,
                age,
            )
            for i in alive
        ]
        kept = [alive[place] for place in shown([items[i] for i in alive], weighed, cap)]
        covered += sum(coming(days, day, i) for i in kept)
        of += sum(coming(days, day, i) for i in alive)
    return covered, of


@settings(max_examples=60)
@given(
    st.lists(st.one_of(st.none(), st.integers(-4, 40)), max_size=7),
    st.dictionaries(st.integers(0, 45), st.frozensets(st.integers(0, 6)), max_size=25),
    st.integers(1, 3),
)
def test_the_replay_keeps_what_the_weights_would_have_shown_each_day(
    marks: list[int | None], lived: dict[int, frozenset[int]], cap: int
) -> None:
    items = anchors(marks)
    days = {
        FIRST + day: frozenset(i for i in found if i < len(items)) for day, found in lived.items()
    }
    told = replay(days, items, cap)
    for name, (rule, age) in SETTINGS.items():
        covered, of = slow(days, items, cap, rule, age)
        assert (told[name]["covered"], told[name]["of"]) == (covered, of), name
    most = told["limit"]["covered"]
    assert most is not None
    assert all((answer["covered"] or 0) <= most for answer in told.values())


def test_every_rule_is_told_with_what_it_covered_of_how_much() -> None:
    days: Days = {FIRST + day: frozenset({day % 3}) for day in range(30)}
    told = replay(days, anchors([0, 0, 0]), 1)
    assert (
        list(told)
        == list(RULES)
        == [
            "limit",
            "forgetting",
            "forgetting_recalled",
            "halving",
            "fading",
            "lru",
            "age",
        ]
    )
    assert told["limit"] == {"covered": 78, "of": 182, "share": 78 / 182}


def test_with_nothing_over_the_cap_there_is_no_share() -> None:
    days: Days = {FIRST: frozenset({0})}
    for items, lived in ((anchors([0, 0]), days), (anchors([]), days), (anchors([0] * 9), {})):
        assert replay(lived, items, 8)["halving"] == {"covered": 0, "of": 0, "share": None}


def test_the_latest_recalled_and_the_latest_marked_are_kept_by_lru_and_age() -> None:
    days: Days = {FIRST + 5: frozenset({0}), FIRST + 6: frozenset({0}), FIRST + 7: frozenset({1})}
    told = replay(days, anchors([0, 1]), 1)
    assert told["lru"] == {"covered": 1, "of": 3, "share": 1 / 3}
    assert told["age"] == {"covered": 2, "of": 3, "share": 2 / 3}
