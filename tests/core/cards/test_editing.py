"""One field changes, one span of bytes; a person's comments, order and quotes stay."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.editing import (
    CardUnclear,
    CardUnreadable,
    plan_set_field,
    replace_body,
    set_fields,
)
from ofttold.core.cards.front_matter import Malformed, read_block, split
from ofttold.core.cards.render import Field
from ofttold.core.splice import apply

NAME = "a.md"
HAND = """---
# 我手写的说明
title: "带引号"
created: 2026-11-30   # 别动
status: draft
x-别人的键: [甲, 乙]
tags:   # 标签
  - 一   # 第一个
  # 中间
  - '二'
conditions:
  targetOs: linux  # 本机
  shell: [bash, zsh]
long: 一段很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长的话
note: |
  # 不是注释
  --- 也不是结尾

# 尾巴
---
正文
---
还是正文
"""


def change(text: str, key: str, value: Field | None) -> list[str]:
    """Give the changed lines, old ones with -, new ones with +."""
    data = text.encode()
    splice = plan_set_field(data, key, value, name=NAME)
    after = apply(data, splice).decode() if splice else text
    rows = difflib.ndiff(text.splitlines(keepends=True), after.splitlines(keepends=True))
    return [row.rstrip("\n") for row in rows if row[0] in "+-"]


def test_one_state_changes_one_line() -> None:
    assert change(HAND, "status", "proposed") == ["- status: draft", "+ status: proposed"]


@pytest.mark.parametrize(
    ("key", "value", "rows"),
    [
        ("title", "新的", ['- title: "带引号"', '+ title: "新的"']),
        ("title", 'say "no"', ['- title: "带引号"', '+ title: "say \\"no\\""']),
        ("created", "2026-12-01", ["- created: 2026-11-30   # 别动", "+ created: '2026-12-01'   # 别动"]),
        ("status", "no", ["- status: draft", "+ status: 'no'"]),
        ("status", None, ["- status: draft"]),
        ("status", ["a", "b"], ["- status: draft", "+ status: [a, b]"]),
        ("x-别人的键", ["甲", "丙"], ["- x-别人的键: [甲, 乙]", "+ x-别人的键: [甲, 丙]"]),
        ("tags", ["一", "二", "三"], ["+   - 三"]),
        ("tags", ["二"], ["-   - 一   # 第一个", "-   # 中间"]),
        ("conditions", {"targetOs": "linux", "shell": ["bash"]}, ["-   shell: [bash, zsh]", "+   shell: [bash]"]),
        ("conditions", {"targetOs": "linux", "shell": ["bash", "zsh"], "phase": "x"}, ["+   phase: x"]),
        ("summary", "短句", ["+ summary: 短句"]),
        ("revision", 3, ["+ revision: 3"]),
        ("other", "x", ["+ other: x"]),
        ("note", "短", ["- note: |", "-   # 不是注释", "-   --- 也不是结尾", "+ note: 短"]),
    ],
)  # fmt: skip
def test_a_field_changes_and_nothing_else(key: str, value: Field | None, rows: list[str]) -> None:
    assert sorted(change(HAND, key, value)) == sorted(rows)


def test_a_new_key_takes_its_place_in_the_order() -> None:
    after = set_fields(HAND.encode(), {"summary": "短句", "revision": 2}, name=NAME).decode()
    keys = [line.split(":")[0] for line in after.split("\n") if line[:1].isalpha()]
    assert keys[:2] == ["title", "summary"]
    assert keys.index("revision") == keys.index("conditions") + 1


def test_setting_what_stands_there_is_no_change() -> None:
    assert plan_set_field(HAND.encode(), "status", "draft", name=NAME) is None
    assert plan_set_field(HAND.encode(), "tags", ["一", "二"], name=NAME) is None
    assert plan_set_field(HAND.encode(), "absent", None, name=NAME) is None


def test_a_file_without_front_matter_gets_some_and_keeps_its_body() -> None:
    data = "\ufeff正文\r\n第二行".encode()
    after = set_fields(data, {"title": "甲", "id": "mem_aaaaaaaaaaaa"}, name=NAME).decode()
    assert after == "\ufeff---\r\nid: mem_aaaaaaaaaaaa\r\ntitle: 甲\r\n---\r\n正文\r\n第二行"


def test_an_empty_key_is_filled_on_its_line() -> None:
    assert change("---\ntags:\ntitle: x\n---\n", "tags", ["a"]) == ["- tags:", "+ tags: [a]"]
    assert change("---\ntitle:   # why\n---\n", "title", "b") == [
        "- title:   # why",
        "+ title: b   # why",
    ]


def test_crlf_stays_crlf() -> None:
    text = "---\r\ntitle: a\r\ntags:\r\n- x\r\n---\r\nbody\r\n"
    after = set_fields(text.encode(), {"title": "b", "tags": ["x", "y"], "revision": 2}, name=NAME)
    assert after.decode().count("\r\n") == after.decode().count("\n") == 8


@pytest.mark.parametrize(
    "text", ["---\na: b: c\n---\n", "---\n- x\n---\n", "---\nopen\n", "---\na: [\n---\n"]
)
def test_a_broken_card_is_refused_by_its_place(text: str) -> None:
    with pytest.raises(CardUnreadable) as refused:
        plan_set_field(text.encode(), "title", "x", name=NAME)
    assert refused.value.message("zh") and "a.md:" in refused.value.message("en")


def test_a_root_in_braces_is_refused_and_not_damaged() -> None:
    with pytest.raises(CardUnclear):
        plan_set_field(b"---\n{a: b}\n---\n", "title", "x", name=NAME)


def test_the_body_is_replaced_and_the_front_matter_kept() -> None:
    data = b"---\r\ntitle: a # c\r\n---\r\nold\r\n"
    assert replace_body(data, "new\nlines\n", name=NAME) == (
        b"---\r\ntitle: a # c\r\n---\r\nnew\r\nlines\r\n"
    )
    assert replace_body(b"---\na: b\n---", "x", name=NAME) == b"---\na: b\n---\nx\n"


_line = st.text(st.characters(codec="utf-8"), max_size=20).map(lambda t: " ".join(t.split()))
_values: st.SearchStrategy[Field | None] = st.one_of(
    st.none(), _line, st.booleans(), st.integers(0, 99), st.lists(_line, max_size=3),
    st.dictionaries(st.sampled_from(["targetOs", "shell"]), st.one_of(_line, st.lists(_line, max_size=2)), max_size=2),
)  # fmt: skip
_chunks = st.sampled_from(
    ["title: a", "title: 'a'   # c", "tags: [x, \"y\"]", "tags:\n- x\n\n- y # c", "tags:\n    - x\n    # c\n    - y",
     "tags:", "conditions:\n  shell: bash\n  targetOs:\n    - linux", "conditions: {shell: bash}", "# c", "",
     "other: |\n  text\n\n  more", "other: >-\n  folded\n  text", "other: 'two\n  lines'", "last: \"q\""]
)  # fmt: skip


@settings(max_examples=150)
@given(
    chunks=st.lists(_chunks, max_size=5),
    key=st.sampled_from(["title", "tags", "conditions", "other", "last", "id", "new"]),
    value=_values,
    newline=st.sampled_from(["\n", "\r\n"]),
)
def test_any_field_of_any_card_is_set_or_refused(
    chunks: list[str], key: str, value: Field | None, newline: str
) -> None:
    text = newline.join(["---", *"\n".join(chunks).split("\n"), "---", "body", "---", ""])
    data = text.encode()
    before = parse_card(data, NAME)
    try:
        splice = plan_set_field(data, key, value, name=NAME)
    except (CardUnreadable, CardUnclear):
        assert not isinstance(before, Card) or isinstance(value, dict | list)
        return
    after = apply(data, splice) if splice else data
    assert after.endswith(f"---{newline}body{newline}---{newline}".encode())
    one, other = _fields(data), _fields(after)
    one.pop(key, None)
    changed = other.pop(key, None)
    assert one == other
    assert (changed is None) == (value is None)


def _fields(data: bytes) -> dict[str, object]:
    text = data.decode()
    parts = split(text)
    assert parts is not None
    try:
        return dict(read_block(text[parts[0] : parts[1]]))
    except Malformed:
        return {}
