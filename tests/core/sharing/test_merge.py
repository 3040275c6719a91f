"""Merging cards: the laws of values, and what happens to a file's bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.editing import CardUnreadable
from ofttold.core.cards.front_matter import read_block, split
from ofttold.core.cards.render import Field, render_new_card
from ofttold.core.findings import Finding
from ofttold.core.sharing.merge import BODY, FILE, Merged, merge_cards
from ofttold.core.sharing.merge_values import TwoChanges, merge_value
from ofttold.core.sharing.review import HISTORY

if TYPE_CHECKING:
    from ofttold.core.cards.front_matter import Value

NAME = ".ai/ofttold/mem_aaaaaaaaaaaa.md"


def card(fields: Mapping[str, Field], body: str = "正文") -> bytes:
    return render_new_card({"id": "mem_aaaaaaaaaaaa", "title": "甲", **fields}, body)


def fields(data: bytes | None) -> dict[str, Value]:
    assert data is not None
    text = data.decode()
    parts = split(text)
    return read_block(text[parts[0] : parts[1]]) if parts else {}


def merged(base: bytes | None, ours: bytes | None, theirs: bytes | None) -> Merged:
    return merge_cards(base, ours, theirs, name=NAME)


def test_what_one_side_took_out_is_out_and_what_the_other_put_in_is_in() -> None:
    base = card({"tags": ["甲", "乙", "丙"], "note": "x", "review": "proposed"})
    ours = card({"tags": ["甲", "丙"], "note": "x", "review": "approved"})
    theirs = card({"tags": ["甲", "乙", "丙", "丁"], "review": "proposed"})
    done = merged(base, ours, theirs)
    assert done.conflicts == ()
    assert fields(done.data) == {
        "id": "mem_aaaaaaaaaaaa",
        "title": "甲",
        "tags": ["甲", "丙", "丁"],
        "review": "approved",
    }
    assert merged(base, done.data, theirs) == done
    assert fields(merged(base, theirs, ours).data) == fields(done.data)


def test_a_key_both_sides_took_out_is_absent_and_not_null() -> None:
    base = card({"note": "x", "kind": "rule"})
    done = merged(base, card({"kind": "fact"}), card({"kind": "rule", "topic": "t"}))
    assert "note" not in fields(done.data)
    assert b"note" not in (done.data or b"")


def test_a_card_deleted_here_and_changed_there_is_left_to_a_person_with_its_text() -> None:
    base, theirs = card({}), card({}, "新的正文")
    assert merged(base, None, theirs) == Merged(theirs, (FILE,))
    assert merged(base, theirs, None) == Merged(theirs, (FILE,))
    assert merged(base, None, base) == Merged(None)
    assert merged(base, None, None) == Merged(None)


def test_a_change_of_blanks_alone_is_a_change_and_survives() -> None:
    base = card({"kind": "rule"}, "一行\n二行")
    ours = card({"kind": "fact"}, "一行\n二行")
    theirs = base.replace("一行\n".encode(), "一行  \n".encode())
    done = merged(base, ours, theirs)
    assert done == Merged(ours.replace("一行\n".encode(), "一行  \n".encode()))
    spaced = base.replace(b"kind: rule\n", b"kind:  rule\n")
    other = base.replace("正文".encode(), b"x").replace("一行".encode(), b"y")
    assert b"kind:  rule\n" in (merged(base, other, spaced).data or b"")


def test_two_changes_of_one_field_are_both_shown_between_marks_and_never_read_as_content() -> None:
    base, ours, theirs = (card({"summary": text, "tags": [text]}) for text in ("a", "b", "c"))
    done = merged(base, ours, theirs)
    assert done.conflicts == ("summary",)
    assert b"<<<<<<< ours\nsummary: b\n=======\nsummary: c\n>>>>>>> theirs\ntags: [b, c]\n" in (
        done.data or b""
    )
    found = parse_card(done.data or b"", NAME)
    assert isinstance(found, Finding)
    assert (found.code, found.line) == ("card_conflict", 4)
    with pytest.raises(CardUnreadable):
        merged(base, done.data, theirs)


def test_a_field_taken_out_here_and_changed_there_is_a_conflict() -> None:
    done = merged(card({"kind": "a"}), card({}), card({"kind": "b"}))
    assert done.conflicts == ("kind",)
    assert b"<<<<<<< ours\n=======\nkind: b\n>>>>>>> theirs\n" in (done.data or b"")


def test_two_new_bodies_are_a_conflict_of_the_body_alone() -> None:
    base, ours = card({}, "旧"), card({"kind": "x"}, "我的")
    done = merged(base, ours, card({}, "你的"))
    assert done.conflicts == (BODY,)
    assert done.data == card({"kind": "x"}, "").rstrip(b"\n") + (
        "\n<<<<<<< ours\n我的\n=======\n你的\n>>>>>>> theirs\n".encode()
    )


def test_comments_quotes_order_and_line_ends_of_ours_stay() -> None:
    base = (
        '---\r\n# 手写\r\ntitle: "a"   # 别动\r\nkind: x\r\ntags: [a]\r\n---\r\n正文\r\n'.encode()
    )
    ours = base.replace(b"kind: x", b"kind: y")
    theirs = (
        base.replace(b"[a]", b"[a, b]").replace(b"\r\n", b"\n").replace(b"kind", b"new: 1\nkind")
    )
    done = merged(base, ours, theirs)
    assert done.data == (
        '---\r\n# 手写\r\ntitle: "a"   # 别动\r\nnew: 1\r\nkind: y\r\ntags: [a, b]\r\n---\r\n正文\n'.encode()
    )


def test_comments_of_both_sides_are_kept() -> None:
    base = b"---\ntitle: a\nkind: x\n---\n"
    ours = b"---\ntitle: a\n# mine\nkind: x\n---\n"
    theirs = b"---\ntitle: a\n# yours\nkind: x\n# end\n---\n"
    assert (
        merged(base, ours, theirs).data == b"---\ntitle: a\n# mine\n# yours\nkind: x\n# end\n---\n"
    )


STEP_A = {"at": "2026-11-30T10:00:00+08:00", "by": "a", "from": "draft", "to": "proposed"}
STEP_B = {"at": "2026-11-30T03:00:00+00:00", "by": "b", "from": "proposed", "to": "approved"}
STEP_C = {"at": "2026-11-30T12:00:00+08:00", "by": "c", "from": "proposed", "to": "rejected"}


def test_histories_unite_by_time_across_zones_and_lose_no_entry() -> None:
    base = card({HISTORY: [STEP_A]})
    ours, theirs = card({HISTORY: [STEP_A, STEP_C]}), card({HISTORY: [STEP_A, STEP_B]})
    done = merged(base, ours, theirs)
    assert fields(done.data)[HISTORY] == [STEP_A, STEP_B, STEP_C]
    assert fields(merged(base, theirs, ours).data) == fields(done.data)
    assert merged(base, done.data, theirs) == done
    gone = merged(base, card({}), theirs)
    assert fields(gone.data)[HISTORY] == [STEP_A, STEP_B]


def test_steps_of_the_same_second_keep_the_order_they_were_taken_in() -> None:
    same = "2026-11-30T10:00:00+08:00"
    steps: list[Value] = [{"at": same, "to": "proposed"}, {"at": same, "to": "approved"}]
    more: list[Value] = [*steps, {"at": same, "to": "a"}, {"at": same, "to": "published"}]
    assert merge_value(HISTORY, [], more, steps) == more
    assert merge_value(HISTORY, steps, [*steps, {"at": same, "to": "z"}], more) == [
        *more,
        {"at": same, "to": "z"},
    ]


def test_bookkeeping_takes_the_higher_and_is_never_a_conflict() -> None:
    base = card({"revision": 3, "updated": "2026-11-30T10:00:00+08:00"})
    ours = card({"revision": 10, "updated": "2026-11-30T10:00:01+08:00", "kind": "a"})
    theirs = card({"revision": 9, "updated": "2026-11-30T03:00:00+00:00", "topic": "b"})
    done = fields(merged(base, ours, theirs).data)
    assert (done["revision"], done["updated"]) == ("10", "2026-11-30T03:00:00+00:00")
    assert (done["kind"], done["topic"]) == ("a", "b")


def test_cards_without_a_common_base_merge_where_they_agree() -> None:
    done = merged(None, card({"tags": ["a"]}), card({"tags": ["b"]}))
    assert done.conflicts == ()
    assert fields(done.data)["tags"] == ["a", "b"]
    assert merged(None, card({"kind": "a"}), card({"kind": "b"})).conflicts == ("kind",)


def test_cards_without_front_matter_merge_as_bodies() -> None:
    assert merged(b"a\n", b"a\nb\n", b"a\n").data == b"a\nb\n"
    assert merged(b"a\n", b"b\n", b"c\n").conflicts == (BODY,)
    given_front = merged(b"a\n", b"---\ntitle: x\n---\na\n", b"b\n")
    assert given_front == Merged(b"---\ntitle: x\n---\nb\n")


TEXT = st.sampled_from(["", "a", "b", "一: 二", "no", "# x", "c"])
ITEMS = st.lists(st.sampled_from(["a", "b", "c", "丁", "e f", "no"]), max_size=4, unique=True)
ENTRY = st.fixed_dictionaries(
    {"at": st.sampled_from(["2026-11-30T10:00:00+08:00", "2026-11-30T02:00:01+00:00", "odd"])},
    optional={"to": st.sampled_from(["proposed", "approved"])},
)
ENTRIES = st.lists(ENTRY, max_size=3, unique_by=str)
KNOWN = st.dictionaries(st.sampled_from(["kind", "summary", "review", "x-own", "topic"]), TEXT)
BODIES = st.sampled_from(["正文", "other\n\n---\nbody", "", "<<<<<<"])


@st.composite
def three_cards(draw: st.DrawFn) -> tuple[bytes, bytes, bytes]:
    """Draw a card and two descendants of it; histories are only appended to."""
    history = draw(ENTRIES)
    drawn = [[], draw(ENTRIES), draw(ENTRIES)]
    more = [[entry for entry in new if entry not in history] for new in drawn]
    base, ours, theirs = (
        card({**draw(KNOWN), "tags": draw(ITEMS), HISTORY: [*history, *new]}, draw(BODIES))
        for new in more
    )
    return base, ours, theirs


@settings(max_examples=60)
@given(three_cards())
def test_the_laws_of_merging_cards_hold(three: tuple[bytes, bytes, bytes]) -> None:
    base, ours, theirs = three
    done, other = merged(base, ours, theirs), merged(base, theirs, ours)
    assert set(done.conflicts) == set(other.conflicts)
    assert merged(base, ours, ours) == Merged(ours)
    assert merged(base, base, theirs) == Merged(theirs)
    assert merged(base, ours, base) == Merged(ours)
    if done.conflicts:
        return
    assert merged(base, done.data, theirs) == done
    assert fields(merged(base, ours, done.data).data) == fields(done.data)
    assert fields(other.data) == fields(done.data)
    assert isinstance(parse_card(done.data or b"", NAME), Card)
    was, left, right, now = (fields(data) for data in (base, ours, theirs, done.data))
    for key in {*was, *left, *right}:
        if left.get(key) == was.get(key) and key != HISTORY:
            assert now.get(key) == right.get(key)


@given(ENTRIES, ENTRIES, ENTRIES)
def test_a_history_only_grows(base: list[Value], ours: list[Value], theirs: list[Value]) -> None:
    united = merge_value(HISTORY, base, [*base, *ours], theirs)
    assert united is None or isinstance(united, list)
    assert all(entry in (united or []) for entry in (*base, *ours, *theirs))


@given(ITEMS, ITEMS, ITEMS)
def test_lists_unite_without_doubles_and_from_both_sides_alike(
    base: list[Value], ours: list[Value], theirs: list[Value]
) -> None:
    united = merge_value("tags", base, ours, theirs)
    assert united == merge_value("tags", base, theirs, ours)
    assert isinstance(united, list)
    wanted = {str(x) for x in (*ours, *theirs)} - {
        str(x) for x in base if x not in ours or x not in theirs
    }
    assert sorted(map(str, united)) == sorted(wanted)
    assert merge_value("tags", base, united, theirs) == united


def test_a_value_that_is_a_list_here_and_a_mapping_there_is_a_conflict() -> None:
    with pytest.raises(TwoChanges):
        merge_value("conditions", {"a": "1"}, {"a": "2"}, ["x"])
    assert merge_value("conditions", {"a": "1"}, {"a": "2"}, {"a": "1", "b": "3"}) == {
        "a": "2",
        "b": "3",
    }
    with pytest.raises(TwoChanges):
        merge_value("conditions", {"a": "1"}, {"a": "2"}, {"a": "3"})
