from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.ritual.block import (
    ITEM,
    TEXT,
    Block,
    Budget,
    Part,
    Unit,
    compose,
    estimate_tokens,
    measure,
    neutralise,
)


def anchors(*sources: str) -> Part:
    units = [Unit(ITEM, 10 + n, source, n) for n, source in enumerate(sources)]
    return Part("oft_told", "Oft-told", 1, units)


def make(parts: list[Part], budget: Budget | None = None, **extra: object) -> Block:
    settings: dict[str, object] = {
        "date": "2026-11-30", "lang": "en", "memory_name": "memory.md",
        "budget": budget or Budget(6000, wire=8800),
    }  # fmt: skip
    settings.update(extra)
    return compose(parts, [], [], [], **settings)  # type: ignore[arg-type]


def test_the_block_opens_and_closes_with_square_brackets_and_carries_the_day() -> None:
    lines = make([anchors("- **whale·round** → `2026-10-30`")]).text.split("\n")
    assert lines[0] == "[oft-told · memory · 2026-11-30]"
    assert lines[2:4] == ["## Oft-told", "- **whale·round** → `2026-10-30`"]
    assert lines[-2:] == ["[/oft-told]", ""]


def test_a_section_without_anything_visible_is_not_shown() -> None:
    text = make([Part("who_i_am", "Who I am", 5, [])]).text
    assert "Who I am" not in text


def test_over_the_budget_the_lightest_anchor_leaves_first_then_own_sections_then_rules_last() -> (
    None
):
    told = anchors("- a" + "x" * 100, "- b" + "x" * 100)
    own = Part(
        "Notes",
        "Notes",
        20,
        [Unit(ITEM, 21, "- n1" + "y" * 100), Unit(ITEM, 22, "- n2" + "y" * 100)],
    )
    rules = Part(
        "hard_rules",
        "Hard rules",
        30,
        [Unit(ITEM, 31, "- r1" + "z" * 100), Unit(ITEM, 32, "- r2" + "z" * 100)],
    )
    order: list[str] = []
    for room in range(1400, 300, -20):
        fresh = [
            anchors("- a" + "x" * 100, "- b" + "x" * 100),
            Part("Notes", "Notes", 20, [Unit(ITEM, u.line, u.source) for u in own.units]),
            Part(
                "hard_rules", "Hard rules", 30, [Unit(ITEM, u.line, u.source) for u in rules.units]
            ),
        ]
        text = make(fresh, Budget(room, wire=8800), heaviness=lambda: {0: 1, 1: 0}).text
        for name in ("- ax", "- bx", "- n1", "- n2", "- r1", "- r2"):
            if name not in text and name not in order:
                order.append(name)
    assert order == ["- ax", "- n2", "- r2", "- bx", "- n1", "- r1"]
    assert told.units


def test_what_left_is_counted_by_section_and_said() -> None:
    block = make(
        [anchors(*(f"- item {n} " + "x" * 200 for n in range(12)))], Budget(1500, wire=8800)
    )
    assert len(block.text) <= 1500
    left = block.left_out[0][1]
    assert f"Left out for length: {left} of Oft-told; all of it is in memory.md" in block.text


@given(
    st.lists(st.text(max_size=400), max_size=12),
    st.integers(500, 6000),
    st.one_of(st.none(), st.integers(700, 8800)),
)
def test_no_block_is_ever_longer_than_its_budget(
    items: list[str], chars: int, octets: int | None
) -> None:
    part = anchors(*("- " + item.replace("\n", " ").replace("\r", " ") for item in items))
    block = make([part], Budget(chars, wire=8800, octets=octets))
    size = measure(block.text)
    assert size[0] <= chars and size[1] <= 8800 and (octets is None or size[2] <= octets)


def test_one_line_of_forty_thousand_characters_leaves_whole() -> None:
    block = make([anchors("- " + "鲸" * 40_000, "- short")])
    assert "- short" in block.text and "鲸" not in block.text


@given(st.text(alphabet="[]</ oft-toldOFT\u200b\u200d system-reminder", max_size=60))
def test_nothing_in_a_note_can_close_or_open_a_wrapper(text: str) -> None:
    made = neutralise(text)
    bare = "".join(letter for letter in made if letter not in " \u200b\u200d/").casefold()
    assert "[oft-told" not in bare and "<system-reminder" not in bare


def test_ordinary_brackets_and_signs_stay_as_written() -> None:
    text = "1 < 2, [x](y), a[0] <b> 👩\u200d💻 \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert neutralise(text) == text


def test_tag_characters_and_turning_marks_are_not_shown() -> None:
    assert neutralise("a\U000e0041\U000e0042\u202eb") == "ab"


def test_the_seed_sizes_come_out_within_a_tenth() -> None:
    eight = "\n".join("- **大肥鱼·是蓝鲸只是圆润的一条鱼而已呀** → `2026-10-30`" for _ in range(8))
    eight = (eight + "鲸" * 425)[:425]
    assert abs(estimate_tokens(eight) - 283) <= 28
    assert abs(estimate_tokens("鲸" * 9436) - 6300) <= 630
    assert estimate_tokens("plain English words " * 20) == 100


def test_a_measure_is_what_a_json_reader_and_a_byte_counter_see() -> None:
    text = 'a "quote"\n鲸🐋\u2028'
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    assert measure(text) == (len(text), len(escaped) + 1, len(escaped.encode()))


def test_text_between_items_leaves_before_the_last_item_does() -> None:
    part = Part(
        "who_i_am", "Who I am", 1, [Unit(ITEM, 2, "- first"), Unit(TEXT, 3, "prose " * 300)]
    )
    text = make([part], Budget(700, wire=8800)).text
    assert "- first" in text and "prose" not in text
