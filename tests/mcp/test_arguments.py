from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.mcp.arguments import faults, fits
from ofttold.mcp.registry import Kind, Parameter

PARAMETERS = (
    Parameter("text", required=True),
    Parameter("where", choices=("oft-told", "todo")),
    Parameter("limit", "integer"),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_arguments_that_fit_have_no_fault() -> None:
    assert faults(PARAMETERS, {"text": "鲸", "where": "todo", "limit": 3}, "en") == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "The argument 'text' is missing."),
        ({"text": 5}, "The argument 'text' must be a string."),
        ({"text": "a", "limit": True}, "The argument 'limit' must be a whole number."),
        ({"text": "a", "where": "diary"}, "The argument 'where' must be one of: oft-told, todo."),
        ({"text": "a", "q": "b"}, "There is no argument 'q'; there are: text, where, limit."),
    ],
)
def test_each_fault_is_named_in_one_sentence(arguments: dict[str, object], said: str) -> None:
    assert faults(PARAMETERS, arguments, "en") == [said]
    assert len(faults(PARAMETERS, arguments, "zh")) == 1


@given(JSON)
def test_a_value_fits_at_most_one_kind(value: object) -> None:
    kinds: tuple[Kind, ...] = ("string", "boolean", "integer", "strings", "mapping")
    assert sum(fits(kind, value) for kind in kinds) <= 1
