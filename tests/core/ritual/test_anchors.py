"""Anchors: what an item's own words say."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ofttold.core.ritual.anchors import count_characters, first_date, parse_anchor

DAY = date(2026, 10, 30)


@pytest.mark.parametrize(
    "item",
    [
        "- **鲸鱼·圆润** → `2026-10-30`",
        "- **鲸鱼・圆润** → `2026-10-30`",
        "- **鲸鱼･圆润** → `2026-10-30`",
        "- **鲸鱼•圆润** → `2026-10-30`",
        "- **鲸鱼‧圆润** → `2026-10-30`",
        "- **鲸鱼∙圆润** → `2026-10-30`",
        "- **鲸鱼⋅圆润** → `2026-10-30`",
        "- **鲸鱼\u0387圆润** → `2026-10-30`",
        "- **鲸鱼：圆润** -> 2026-10-30",
        "- **鲸鱼 · 圆润 · 又圆** → `2026-10-30`",
        "- **鲸鱼** → 2026-10-30",
        "- 鲸鱼·圆润 → `2026-10-30`",
        "- __鲸鱼·圆润__ → `diary/2026-10-30.md`",
        "- ***鲸鱼*·圆润** → [那天](diary/2026-10-30.md)",
        "- [x] **鲸鱼·圆润** → `2026-10-30`",
        "- [ ] **鲸鱼·圆润** → `2026-10-30`",
        "3. **鲸鱼·圆润** → `2026-10-30`",
        "* 关于 **鲸鱼·圆润** → `2026-10-30`",
        "- **\u200b鲸鱼\ufeff·圆润** → `2026-10-30`\r\n",
        "- **鲸鱼·圆润**\n  → `2026-10-30`\n  - 后来 → 2027-01-01",
        "- **鲸鱼·圆润** →\n  `2026-10-30`",
        "- **鲸鱼·圆润** → `2026-10-30`\n  另见 -> 2027-01-01",
        "- **鲸鱼·圆润** **→** `2026-10-30`",
        "- **鲸鱼·圆润**→`2026-10-30` 起｜`relationship.md`",
        "- **鲸鱼·圆润** → `2026-10-30` <!-- 2025-01-01 -->",
        "- **鲸鱼·圆润** <!-- → 2025-01-01 --> → `2026-10-30`",
        "- [**鲸鱼·圆润**](cards/whale.md) → `2026-10-30`",
        "- **[[cards/whale|鲸鱼]]·圆润** → `2026-10-30`",
        "- **`鲸鱼`·圆润** → `2026-10-30`",
        "- 鲸鱼·圆润 → **2026-10-30**",
        "- → **鲸鱼·圆润** 2026-10-30",
        "- 鲸鱼·圆润 **→** 2026-10-30",
    ],
)
def test_every_written_down_way_of_an_anchor_gives_handle_and_date(item: str) -> None:
    anchor = parse_anchor(item, 5)
    assert (anchor.handle, anchor.marked, anchor.line, anchor.has_arrow) == ("鲸鱼", DAY, 5, True)


@pytest.mark.parametrize("item", ["- 鲸鱼 ⇒ 2026-10-30", "- 鲸鱼：圆润", "- ", "-", "", "- ****"])
def test_an_item_without_bold_text_and_arrow_has_no_handle(item: str) -> None:
    anchor = parse_anchor(item, 1)
    assert (anchor.handle, anchor.marked, anchor.has_arrow, anchor.arrow_end) == (
        "",
        None,
        False,
        None,
    )


@pytest.mark.parametrize(
    ("item", "handle"),
    [
        ("- **拾·一个字** → x", "拾·一个字"),
        ("- **鲸** → x", "鲸"),
        ("- **a** → x", "a"),
        ("- **·圆润** → x", "·圆润"),
        ("- **👩‍🚀·up** → x", "👩‍🚀·up"),
        ("- **C++·fast** → x", "C++"),
        ("- **.env·never** → x", ".env"),
        ("- **静默 null·缩略图** → x", "静默 null"),
        ("- 鲸鱼：圆润 → x", "鲸鱼：圆润"),
        ("- **e\u0301te\u0301·chaud** → x", "\u00e9t\u00e9"),
        ("- **a\\*b\\·c·d** → x", "a*b\\"),
        ("- **snake_case_name·x** → x", "snake_case_name"),
        ("- **“鲸鱼”**是·鲸 → x", "“鲸鱼”"),
        ("- **" + "长" * 200 + "** → x", "长" * 200),
        ("- **(.*)+[a-z]$·x** → x", "(.*)+[a-z]$"),
        ("- **My\n  Lord·Sandwich** → x", "My Lord"),
    ],
)
def test_the_handle_is_the_title_up_to_the_first_dot_unless_that_is_one_character(
    item: str, handle: str
) -> None:
    assert parse_anchor(item, 1).handle == handle


@pytest.mark.parametrize(
    ("item", "marked", "target"),
    [
        ("- **a → b·c** → `relationship.md`", None, "`relationship.md`"),
        ("- **a·b** 2026-01-01 → `2026-10-30`", DAY, "`2026-10-30`"),
        ("- **a·b** → `x -> y` 2026-10-30", DAY, "`x -> y` 2026-10-30"),
        ("- **a·b** → 2026-01-01 → 2026-10-30", DAY, "2026-10-30"),
        ("- **a·b** → 2026-10-30 →", DAY, "2026-10-30 →"),
        ("- **a·b** → 2026-10-30 about `->`", DAY, "2026-10-30 about `->`"),
        ("- **a·b** → 2026-02-30 / 2026-10-30", DAY, "2026-02-30 / 2026-10-30"),
        ("- **a·b** → 12026-10-30 2026-10-301", None, "12026-10-30 2026-10-301"),
        ("- **a·b** →", None, ""),
        ("- **a·b** → <!-- soon -->", None, ""),
        ("- **a·b** <!-- seen -->", None, ""),
    ],
)
def test_the_marked_date_is_the_first_real_one_behind_the_last_pointing_arrow(
    item: str, marked: date | None, target: str
) -> None:
    anchor = parse_anchor(item, 1)
    assert (anchor.marked, anchor.target) == (marked, target)


@pytest.mark.parametrize(
    ("item", "stamped"),
    [
        ("- **a·b** → `x.md`", "- **a·b** → |`x.md`"),
        ("- **a·b**→`x.md`", "- **a·b**→|`x.md`"),
        ("- **a → b** ->  x.md", "- **a → b** ->  |x.md"),
        ("- **a·b** **→** x.md", "- **a·b** **→** |x.md"),
        ("  - **a·b** →\n    x.md", "  - **a·b** →\n    |x.md"),
        ("- **a·b** → ", None),
    ],
)
def test_a_stamp_goes_between_the_arrow_and_its_target(item: str, stamped: str | None) -> None:
    place = parse_anchor(item, 1).arrow_end
    assert (None if place is None else item[:place] + "|" + item[place:]) == stamped


def test_a_date_no_calendar_has_is_no_date() -> None:
    assert first_date("2026-11-31 0000-01-01 2026/10/30") is None
    assert first_date("x2026-10-30T08:00") == DAY


def test_characters_are_counted_as_a_reader_counts_them() -> None:
    assert [count_characters(text) for text in ("", "e\u0301", "👍🏽", "🇫🇷🇨🇳", "ab")] == [
        0,
        1,
        1,
        2,
        2,
    ]


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab鲸·：→->*_`\\[]()<!-\n .1x2026"), max_size=60))
@example("- ** → `")
@example("- \\")
@example("- <!--")
@example("- **a*** → __")
def test_no_text_makes_the_parser_fail_and_a_stamp_lies_inside_it(item: str) -> None:
    anchor = parse_anchor(item, 1)
    assert anchor.arrow_end is None or 0 < anchor.arrow_end < len(item)
    assert "\n" not in anchor.title


@settings(max_examples=200)
@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=80))
def test_a_title_whose_signs_are_escaped_reads_back_as_it_was(title: str) -> None:
    title = " ".join(title.split())
    escaped = "".join("\\" + c if c in "\\`*_[]<!->#" else c for c in title)
    read = parse_anchor(f"- **{escaped}** → `2026-10-30`", 1)
    if title:
        assert (read.title, read.marked) == (title, DAY)
