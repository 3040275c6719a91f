"""Room for a save: how much leaves, which, and what never does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.limits import (
    MOST_BODY_BYTES,
    MOST_CARDS,
    MOST_LAYER_BYTES,
    BodyTooLong,
    Held,
    check_body,
    choose_evictions,
    is_hint_due,
)


def layer(count: int, size: int = 100) -> list[Held]:
    return [Held(f"c{n:05}", size, float(n)) for n in range(count)]


def test_below_the_limits_nothing_leaves() -> None:
    assert choose_evictions(layer(MOST_CARDS - 1), new_bytes=100) == ()


def test_at_a_thousand_the_longest_unread_one_makes_room() -> None:
    assert choose_evictions(layer(MOST_CARDS), new_bytes=100) == ("c00000",)


def test_an_update_needs_no_room_by_count() -> None:
    assert choose_evictions(layer(MOST_CARDS), new_bytes=100, replaced="c00000") == ()


def test_by_bytes_as_many_leave_as_it_takes() -> None:
    cards = layer(100, MOST_LAYER_BYTES // 100)
    size = MOST_LAYER_BYTES // 100
    assert choose_evictions(cards, new_bytes=2 * size + 10) == ("c00000", "c00001")


def test_a_layer_filled_by_hand_is_not_emptied_by_one_save() -> None:
    assert len(choose_evictions(layer(20_000), new_bytes=100)) == 1


@given(st.integers(0, 1200), st.integers(1, 3000), st.integers(1, 5000))
def test_what_is_left_fits_or_is_no_more_than_before(count: int, size: int, new: int) -> None:
    cards = layer(count, size)
    gone = set(choose_evictions(cards, new_bytes=new))
    left = [card for card in cards if card.id not in gone]
    assert len(left) + 1 <= max(MOST_CARDS, count)
    assert sum(c.size_bytes for c in left) + new <= max(MOST_LAYER_BYTES, count * size) or not left
    assert gone == {card.id for card in cards[: len(gone)]}


def test_a_body_over_the_limit_is_refused_by_its_bytes() -> None:
    check_body("字" * (MOST_BODY_BYTES // 3))
    with pytest.raises(BodyTooLong):
        check_body("字" * (MOST_BODY_BYTES // 3 + 1))


def test_the_hint_begins_at_two_hundred() -> None:
    assert (is_hint_due(199), is_hint_due(200)) == (False, True)
