from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.splice import apply
from ofttold.core.toml_splice import UnclearToml, UnreadableToml, Value, plan_set

REAL = '''# mine, do not touch
lang = "zh"   # yes
"memory_dir" = '/old/place'   # the one
list = [
  "a", # ] not the end
  "b",
]
text = """
memory_dir = "not this one"
[anchors]
"""

[anchors]   # a table
cap = 8
memory_dir = "nor this"

[[rows]]
x = 1
'''


def set_in(text: str, table: str, key: str, value: Value) -> str:
    data = text.encode("utf-8")
    splice = plan_set(data, table, key, value, name="config.toml")
    return text if splice is None else apply(data, splice).decode("utf-8")


def test_an_existing_value_is_replaced_and_nothing_else() -> None:
    assert set_in(REAL, "", "memory_dir", "/new") == REAL.replace("'/old/place'", '"/new"')
    assert set_in(REAL, "anchors", "cap", 9) == REAL.replace("cap = 8", "cap = 9")


def test_a_value_that_is_so_already_needs_no_change() -> None:
    assert plan_set(REAL.encode(), "", "memory_dir", "/old/place", name="x") is None


def test_a_value_of_another_type_is_not_the_same_value() -> None:
    assert set_in("a = 1\n", "", "a", True) == "a = true\n"


def test_a_new_key_of_the_top_stands_after_the_last_one_there() -> None:
    text = 'lang = "zh"\n\n[anchors]\ncap = 8\n'
    assert set_in(text, "", "a", "b") == 'lang = "zh"\na = "b"\n\n[anchors]\ncap = 8\n'


def test_a_new_key_of_the_top_stands_before_the_first_table() -> None:
    assert set_in("[anchors]\ncap = 8\n", "", "a", "b") == 'a = "b"\n[anchors]\ncap = 8\n'


def test_a_new_key_goes_to_the_end_of_its_table_and_a_new_table_to_the_end() -> None:
    text = "[a]\nx = 1\n[b]\ny = 1"
    assert set_in(text, "a", "z", 2) == "[a]\nx = 1\nz = 2\n[b]\ny = 1"
    assert set_in(text, "b", "z", 2) == "[a]\nx = 1\n[b]\ny = 1\nz = 2\n"
    assert set_in(text, "c", "z", 2) == "[a]\nx = 1\n[b]\ny = 1\n[c]\nz = 2\n"


def test_windows_endings_and_a_byte_order_mark_stay() -> None:
    data = b"\xef\xbb\xbf# mine\r\na = 1\r\n"
    splice = plan_set(data, "", "b", "x", name="config.toml")
    assert splice is not None
    assert apply(data, splice) == data + b'b = "x"\r\n'


def test_an_empty_file_and_one_of_comments_get_their_first_line() -> None:
    assert set_in("", "", "a", 1) == "a = 1\n"
    assert set_in("# only words", "", "a", 1) == "# only words\na = 1\n"


@pytest.mark.parametrize("broken", [b"a = \n", b"\xff\xfe", b"a = 1\na = 2\n", b'a = """'])
def test_a_file_that_is_no_toml_is_refused(broken: bytes) -> None:
    with pytest.raises(UnreadableToml):
        plan_set(broken, "", "b", 1, name="config.toml")


@pytest.mark.parametrize(
    ("text", "table", "key"),
    [
        ("a = {x = 1}\n", "a", "y"),  # a table on one line
        ("a.b = 1\n", "a", "c"),  # a dotted one
        ("a = 1\n", "a", "c"),  # no table at all
        ("[[a]]\nx = 1\n", "a", "c"),  # a list of tables
        ("a.b = 1\n", "", "a"),  # a table where a value is wanted
    ],
)
def test_what_cannot_be_set_alone_is_refused_with_the_line_to_write(
    text: str, table: str, key: str
) -> None:
    with pytest.raises(UnclearToml) as refusal:
        plan_set(text.encode(), table, key, 5, name="config.toml")
    assert f"{key} = 5" in refusal.value.hint("en")


SCALARS = st.text(max_size=12) | st.integers(-(2**63), 2**63 - 1) | st.booleans()
NAMES = st.from_regex(r"[a-z_]{1,6}", fullmatch=True)


@st.composite
def files(draw: st.DrawFn) -> str:
    from ofttold.core.toml_splice import render

    ending = draw(st.sampled_from(["\n", "\r\n"]))
    lines, keys = [], draw(st.lists(NAMES, unique=True, max_size=4))
    for table in ["", *draw(st.lists(NAMES, unique=True, max_size=3))]:
        if table and table in keys:
            continue
        lines += [f"[{table}] # {{"] if table else []
        for key in keys:
            lines.append(draw(st.sampled_from(["", "  ", "# [note] = '"])))
            lines.append(f"{key} = {render(draw(SCALARS))} # ]")
    return ending.join(lines) + draw(st.sampled_from(["", ending]))


@given(files(), NAMES, SCALARS)
def test_setting_a_key_changes_that_key_alone_and_twice_is_once(
    text: str, key: str, value: Value
) -> None:
    before = tomllib.loads(text)
    if isinstance(before.get(key), dict):
        return
    after = set_in(text, "", key, value)
    assert tomllib.loads(after) == before | {key: value}
    assert set_in(after, "", key, value) == after
