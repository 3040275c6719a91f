"""The day a shown anchor would sink, against a walk through the days."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.ritual.anchors import Anchor
from ofttold.core.ritual.sinking import sink_days
from ofttold.core.ritual.weights import AGES, RULES, Age, Rule, shown, weigh

TODAY = date(2026, 11, 30).toordinal()
Life = tuple[int | None, set[int]]
LIVES = st.lists(
    st.tuples(st.one_of(st.none(), st.integers(-3, 25)), st.sets(st.integers(-2, 24), max_size=5)),
    max_size=7,
)


def walk(lives: list[Life], cap: int, rule: Rule, age: Age, until: int) -> list[int | None]:
    """Look day by day, with nothing said any more, who is still shown."""
    items = [Anchor(title="", handle="", line=n) for n in range(1, len(lives) + 1)]
    afloat: set[int] = set()
    sinks: list[int | None] = [None] * len(lives)
    for day in range(TODAY, until):
        weighed = [
            weigh(
                None if ago is None else TODAY - ago,
                [TODAY - d for d in days if d >= 0],
                day,
                rule,
                age,
            )
            for ago, days in lives
        ]
        kept = set(shown(items, weighed, cap))
        if day == TODAY:
            afloat = kept
        for place in afloat - kept:
            sinks[place] = day
        afloat &= kept
    return sinks


@settings(max_examples=100)
@given(LIVES, st.integers(1, 4), st.sampled_from(RULES), st.sampled_from(AGES))
def test_the_day_foretold_is_the_day_a_silent_walk_comes_to(
    lives: list[Life], cap: int, rule: Rule, age: Age
) -> None:
    foretold = sink_days(
        [None if ago is None else TODAY - ago for ago, _ in lives],
        [[TODAY - d for d in days] for _, days in lives],
        range(1, len(lives) + 1),
        today=TODAY,
        cap=cap,
        rule=rule,
        age=age,
    )
    until = TODAY + 60
    walked = walk(lives, cap, rule, age, until)
    assert [day if day is None or day < until else None for day in foretold] == walked


def test_a_fresh_anchor_sinks_when_an_older_recalled_one_overtakes_it() -> None:
    days = [[], [TODAY - 9, TODAY - 8, TODAY - 7]]
    marks = [TODAY, TODAY - 10]
    foretold = sink_days(marks, days, [1, 2], today=TODAY, cap=1)
    assert foretold == [TODAY + 2, None]  # 1 day / 2^0 ties nobody; 2 / 1 > 12 / 8


@pytest.mark.parametrize("rule", RULES)
def test_who_fits_under_the_cap_never_sinks(rule: Rule) -> None:
    assert sink_days([TODAY - 3, None], [[], []], [1, 2], today=TODAY, cap=2, rule=rule) == [
        None,
        None,
    ]


@pytest.mark.parametrize("rule", RULES)
def test_the_end_of_the_calendar_is_no_fault(rule: Rule) -> None:
    last = date.max.toordinal()
    assert sink_days([last, last - 1], [[], []], [1, 2], today=last, cap=1, rule=rule) == [
        None,
        None,
    ]
