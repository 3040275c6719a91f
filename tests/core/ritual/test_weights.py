"""Weights: the arithmetic of both rules and who stays in sight."""

from __future__ import annotations

import math
import random
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.ritual import weights
from ofttold.core.ritual.anchors import Anchor
from ofttold.core.ritual.weights import (
    Age,
    Rule,
    faded,
    halved,
    order,
    rank,
    retrievability,
    shown,
    weigh,
)

TODAY = date(2026, 11, 30).toordinal()
DAYS = st.integers(0, 5000)
COUNTS = st.integers(0, 200)


def anchors(*lines: int) -> list[Anchor]:
    return [Anchor(title="x", handle="x", line=line) for line in lines]


def test_six_days_and_three_recalls_give_s_eight_and_r_047() -> None:
    weighed = weigh(TODAY - 6, [TODAY - 5, TODAY - 3, TODAY], TODAY)
    assert (weighed.n, weighed.t, weighed.s, round(weighed.r, 2)) == (3, 6, 8.0, 0.47)


def test_one_day_and_two_recalls_give_s_four_and_r_078() -> None:
    weighed = weigh(TODAY - 9, [TODAY - 5, TODAY - 1], TODAY, age="recalled")
    assert (weighed.n, weighed.t, weighed.s, round(weighed.r, 2)) == (2, 1, 4.0, 0.78)
    assert round(retrievability(1, 2), 2) == 0.78


@pytest.mark.parametrize("age", weights.AGES)
@pytest.mark.parametrize("rule", weights.RULES)
def test_only_days_after_the_marked_one_and_up_to_today_count_and_each_once(
    rule: Rule, age: Age
) -> None:
    days = [TODAY - 9, TODAY - 8, TODAY - 8, TODAY - 7, TODAY, TODAY + 1]
    assert weigh(TODAY - 8, days, TODAY, rule, age).n == 2


@pytest.mark.parametrize("age", weights.AGES)
@pytest.mark.parametrize("marked", [None, TODAY + 3, TODAY])
def test_without_a_marked_day_or_with_one_to_come_an_anchor_is_as_fresh_as_today(
    marked: int | None, age: Age
) -> None:
    weighed = weigh(marked, [TODAY - 1, TODAY], TODAY, age=age)
    assert (weighed.n, weighed.t, weighed.r) == (0, 0, 1.0)
    for rule in weights.RULES:
        ripe = weigh(TODAY - 1, [TODAY], TODAY, rule)
        assert weigh(marked, [], TODAY, rule).key > ripe.key


def test_days_are_those_of_the_calendar_however_long_the_clock_made_them() -> None:
    before, after = date(2026, 10, 24), date(2026, 10, 26)  # 49 hours apart in Paris
    assert weigh(before.toordinal(), [], after.toordinal()).t == 2


def test_halving_adds_one_a_day_and_halves_it_every_thirty_days() -> None:
    weighed = weigh(TODAY - 90, [TODAY, TODAY - 30, TODAY - 60], TODAY, "halving")
    assert (weighed.n, weighed.t, weighed.s, weighed.r) == (3, 90, None, 1.75)


def test_fading_leaves_a_quarter_after_a_month_and_a_ninth_after_two() -> None:
    weighed = weigh(TODAY - 90, [TODAY, TODAY - 30, TODAY - 60], TODAY, "fading")
    assert (weighed.n, weighed.t, weighed.s) == (3, 90, None)
    assert math.isclose(weighed.r, 1 + 1 / 4 + 1 / 9, abs_tol=1e-12)


@settings(max_examples=100)
@given(st.integers(0, 30_000))
def test_a_recalled_day_counts_less_every_day_and_never_nothing(days: int) -> None:
    assert halved(days) > halved(days + 1) > 0
    assert faded(days) > faded(days + 1) > 0


def test_an_anchor_nobody_recalls_weighs_nothing_from_the_day_after_under_halving() -> None:
    old = weigh(TODAY - 400, [TODAY - 399], TODAY, "halving")
    assert old.key > weigh(TODAY - 1, [], TODAY, "halving").key


@given(DAYS, DAYS, COUNTS, COUNTS)
def test_the_order_is_that_of_t_by_two_to_the_n_in_whole_numbers(
    t: int, u: int, n: int, m: int
) -> None:
    ours = (order(t, n) > order(u, m)) - (order(t, n) < order(u, m))
    exact = ((t << m) < (u << n)) - ((t << m) > (u << n))
    assert ours == exact


@given(DAYS, COUNTS)
def test_r_falls_with_the_days_and_rises_with_the_recalls(t: int, n: int) -> None:
    assert order(t, n) > order(t + 1, n)
    assert order(t + 1, n) < order(t + 1, n + 1)
    assert retrievability(t, n) >= retrievability(t + 1, n)
    assert retrievability(t, n) <= retrievability(t, n + 1)


def test_sixty_recalls_and_more_do_not_tie() -> None:
    keys = [weigh(TODAY - 100, range(TODAY - n, TODAY), TODAY).key for n in range(55, 90)]
    assert keys == sorted(set(keys))
    assert weigh(TODAY - 2000, range(TODAY - 1999, TODAY), TODAY).r == 1.0


@settings(max_examples=100)
@given(st.integers(0, 30_000))
def test_a_recalled_day_loses_half_its_weight_exactly_every_thirty_days(days: int) -> None:
    assert halved(days) >> 1 == halved(days + 30)
    if days < 900:
        assert math.isclose(Fraction(halved(days), halved(0)), 2 ** (-days / 30), rel_tol=1e-12)


def test_a_recalled_day_of_another_century_no_longer_counts() -> None:
    assert halved(40_000) == 0


@settings(max_examples=100)
@given(
    st.lists(st.tuples(st.integers(1, 60), st.sets(st.integers(1, 60))), max_size=12),
    st.integers(0, 5),
    st.sampled_from(weights.RULES),
    st.integers(0, 99),
)
def test_who_is_shown_does_not_depend_on_the_order_of_the_list(
    marks: list[tuple[int, set[int]]], cap: int, rule: Rule, seed: int
) -> None:
    items = anchors(*range(1, len(marks) + 1))
    weighed = [weigh(TODAY - ago, [TODAY - d for d in days], TODAY, rule) for ago, days in marks]
    kept = [items[place].line for place in shown(items, weighed, cap)]
    places = list(range(len(items)))
    random.Random(seed).shuffle(places)
    again = shown([items[p] for p in places], [weighed[p] for p in places], cap)
    assert sorted(items[places[p]].line for p in again) == kept == sorted(kept)
    assert len(kept) == min(cap, len(items))


def test_at_or_under_the_cap_all_are_shown_unweighed() -> None:
    assert shown(anchors(3, 5, 9), [], 3) == [0, 1, 2]


def test_the_heaviest_are_shown_in_the_order_of_the_file() -> None:
    items = anchors(4, 5, 6, 7)
    weighed = [
        weigh(TODAY - ago, range(TODAY - n, TODAY), TODAY)
        for ago, n in [(9, 1), (9, 0), (9, 2), (1, 0)]
    ]
    assert shown(items, weighed, 2) == [2, 3]
    assert rank(items, weighed) == [3, 2, 0, 1]
    assert shown(items, weighed, 0) == []


def test_ties_go_to_the_later_marked_date_and_then_to_the_earlier_line() -> None:
    same_r = [weigh(TODAY - 4, [TODAY], TODAY), weigh(TODAY - 2, [], TODAY)]
    assert same_r[0].r == same_r[1].r
    assert shown(anchors(1, 2), same_r, 1) == [1]
    twins = [weigh(TODAY - 4, [], TODAY)] * 3
    assert shown(anchors(8, 3, 5), twins, 1) == [1]


def test_an_undated_anchor_ties_as_if_it_were_marked_today() -> None:
    weighed = [weigh(TODAY, [], TODAY), weigh(None, [], TODAY), weigh(TODAY + 1, [], TODAY)]
    assert shown(anchors(1, 2, 3), weighed, 2) == [0, 2]
