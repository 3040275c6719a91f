"""The quick reader and writer agree with the standard library's."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.quick_json import dumps, loads

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_written_is_what_json_writes(value: Any) -> None:
    assert dumps(value) == json.dumps(value, ensure_ascii=False)


@given(VALUES)
def test_what_is_read_is_what_json_reads(value: Any) -> None:
    text = "\n\t " + json.dumps(value) + " \r\n"
    assert loads(text) == json.loads(text)


@given(st.text(alphabet='{}[]",:0 1aeE+-.tfn\\u', max_size=24))
def test_what_json_refuses_is_refused_and_nothing_else(text: str) -> None:
    try:
        wanted = json.loads(text, strict=False)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            loads(text)
    else:
        assert loads(text) == wanted


@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", "[" * 100_000, '{"a": 1} {"b": 2}', '"\\ud83']
)
def test_broken_text_is_a_value_error_and_never_a_crash(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        loads(text)
