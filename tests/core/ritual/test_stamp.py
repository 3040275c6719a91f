from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.markdown import Document, read_document
from ofttold.core.ritual.anchors import parse_anchor
from ofttold.core.ritual.sections import find_section
from ofttold.core.ritual.stamp import differs_by_stamps, plan_earlier, plan_stamp, read_stamps
from ofttold.core.splice import apply, join
from ofttold.core.strings import Lang
from tests.core.texts import documents

TODAY = date(2026, 10, 30)


def read(data: bytes) -> Document:
    return read_document(data, "memory.md")


def stamp(data: bytes, *, day: date = TODAY, lang: Lang = "zh") -> bytes:
    joined = join(data, plan_stamp(read(data), today=day, lang=lang))
    return apply(data, joined) if joined else data


def stamped(item: str, lang: Lang = "zh") -> str:
    head = "## 常被提起\n"
    return stamp((head + item).encode(), lang=lang).decode().removeprefix(head)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- **鲸** → `relationship.md`", "- **鲸** → `2026-10-30` 起｜`relationship.md`"),
        ("- **鲸** →relationship.md", "- **鲸** → `2026-10-30` 起｜relationship.md"),
        ("- **鲸** -> [我](a.md)\r\n- b", "- **鲸** -> `2026-10-30` 起｜[我](a.md)\r\n- b"),
        ("- **a → b** → `a.md`  \n", "- **a → b** → `2026-10-30` 起｜`a.md`  \n"),
        ("- 鲸 → `a.md`\n  - 内 → `b.md`", "- 鲸 → `2026-10-30` 起｜`a.md`\n  - 内 → `b.md`"),
        ("- **2026-01-01 那天** → `a.md`", "- **2026-01-01 那天** → `2026-10-30` 起｜`a.md`"),
    ],
)
def test_the_date_goes_between_arrow_and_target(before: str, after: str) -> None:
    assert stamped(before) == after


def test_the_stamp_speaks_the_folders_language() -> None:
    assert stamped("- **a** → `b.md`", "en") == "- **a** → `2026-10-30` since｜`b.md`"


@pytest.mark.parametrize(
    "item",
    [
        "- **鲸** → `2026-01-01`",
        "- **鲸** → `diary/2026-01-01.md`",
        "- **鲸** → `2026-01-01` 起｜`a.md`",
        "- **鲸** → `2026-02-31` 起｜`a.md`",
        "- **鲸** → `diary/2026-2-31.md`",
        "- **鲸** →",
        "- **鲸 → a.md**",
        "- **鲸** `→ a.md`",
        "- **鲸** → <!-- a.md -->",
        "- **鲸**",
        "→ a.md",
    ],
)
def test_what_is_dated_or_points_nowhere_gets_no_stamp(item: str) -> None:
    assert stamped(item) == item


def test_every_undated_anchor_gets_one_in_one_edit() -> None:
    before = "- a甲 → `a.md`\n- b乙 → `2026-01-01`\n- c丙 → `c.md`\n"
    assert stamped(before) == (
        "- a甲 → `2026-10-30` 起｜`a.md`\n- b乙 → `2026-01-01`\n- c丙 → `2026-10-30` 起｜`c.md`\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "## 待办\n- 鲸 → `a.md`\n",
        "## 常被提起\n- 鲸 → `a.md`\n## 常被提起\n",
        "```\n## 常被提起\n- 鲸 → a\n",
    ],
)
def test_other_and_ambiguous_sections_are_left_alone(text: str) -> None:
    assert stamp(text.encode()).decode() == text


ANCHORS = st.lists(
    st.text(st.sampled_from("鲸a →->`*_\\<!-[]().｜起 2026-10\t"), max_size=14), max_size=3
)


@given(documents(), ANCHORS, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["zh", "en"]))
@settings(max_examples=150)
def test_stamping_twice_is_stamping_once_and_adds_only_stamps(
    head: bytes, anchors: list[str], ending: str, lang: Lang
) -> None:
    section = "".join(f"- **鲸** → {one}{ending}" for one in anchors)
    data = head + f"{ending}{ending}## 常被提起{ending}{section}".encode()
    splices = plan_stamp(read(data), today=TODAY, lang=lang)
    after = stamp(data, lang=lang)
    assert stamp(after, day=date(2026, 11, 30), lang=lang) == after
    assert all(one.start == one.end for one in splices)
    assert len(after) == len(data) + sum(len(one.replacement) for one in splices)
    old, new = read(data), read(after)
    assert [one.heading for one in new.sections] == [one.heading for one in old.sections]
    there, here = find_section(old, "oft_told"), find_section(new, "oft_told")
    if there and here and splices:
        before = [parse_anchor(one.source, one.line) for one in old.items(there)]
        marked = [parse_anchor(one.source, one.line) for one in new.items(here)]
        assert [one.title for one in before] == [one.title for one in marked]
        changed = [
            (one.marked, two.marked)
            for one, two in zip(before, marked, strict=True)
            if one.marked != two.marked
        ]
        assert changed == [(None, TODAY)] * len(splices)


@given(st.dates(min_value=date(1000, 1, 1)), st.dates(min_value=date(1000, 1, 1)))
def test_of_two_stamps_the_earlier_date_wins_whichever_side_asks(one: date, other: date) -> None:
    def stamped(day: date) -> Document:
        source = "## Oft-told\n\n- **kin** → `relationship.md`\n".encode()
        (plan,) = plan_stamp(read_document(source, "m"), today=day, lang="en")
        return read_document(apply(source, plan), "m")

    def merged(mine: Document, theirs: Document) -> bytes:
        plans = plan_earlier(mine, read_stamps(theirs), lang="en")
        return apply(mine.data, plans[0]) if plans else mine.data

    first, second = stamped(one), stamped(other)
    assert merged(first, second) == merged(second, first) == stamped(min(one, other)).data
    assert differs_by_stamps(first.data, second.data) == (one != other)


def test_a_stamp_that_is_missing_here_is_set_with_the_date_from_there() -> None:
    doc = read_document("## Oft-told\n\n- **kin** → `a.md`\n- **home** → `b.md`\n".encode(), "m")
    (plan,) = plan_earlier(doc, {"kin": date(2026, 10, 30)}, lang="zh")
    assert "- **kin** → `2026-10-30` 起｜`a.md`\n" in apply(doc.data, plan).decode()
    assert not differs_by_stamps(doc.data, doc.data + b"x")
