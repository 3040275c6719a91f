from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.splice import Splice, apply, invert, join


@st.composite
def edits(draw: st.DrawFn) -> tuple[bytes, Splice]:
    data = draw(st.binary(max_size=40))
    start = draw(st.integers(0, len(data)))
    end = draw(st.integers(start, len(data)))
    return data, Splice(start, end, draw(st.binary(max_size=10)))


@given(edits())
def test_an_inverted_edit_gives_back_the_bytes_there_were(edit: tuple[bytes, Splice]) -> None:
    data, splice = edit
    assert apply(apply(data, splice), invert(data, splice)) == data


@given(edits())
def test_nothing_outside_the_span_changes(edit: tuple[bytes, Splice]) -> None:
    data, splice = edit
    after = apply(data, splice)
    assert after.startswith(data[: splice.start])
    assert after.endswith(data[splice.end :])
    assert len(after) == len(data) - (splice.end - splice.start) + len(splice.replacement)


@given(st.binary(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.binary(max_size=4))))
def test_joined_insertions_do_what_each_does_by_itself(
    data: bytes, wishes: list[tuple[int, bytes]]
) -> None:
    splices = [Splice(at, at, text) for at, text in dict(wishes).items() if at <= len(data)]
    expected = data
    for splice in sorted(splices, key=lambda one: -one.start):
        expected = apply(expected, splice)
    joined = join(data, splices)
    assert expected == (apply(data, joined) if joined else data)


def test_overlapping_edits_are_not_joined() -> None:
    with pytest.raises(ValueError, match="overlap"):
        join(b"abcdef", [Splice(0, 3, b""), Splice(2, 4, b"")])


def test_an_edit_of_a_longer_text_is_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        apply(b"abc", Splice(2, 9, b""))


def test_a_span_that_ends_before_it_begins_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="no span"):
        Splice(3, 2, b"")
