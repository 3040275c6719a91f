"""Curves: sparks in a table and a picture that any reader opens."""

from __future__ import annotations

import re
from datetime import date
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.ritual.curve import (
    PLOT_DAYS,
    SPARK_DAYS,
    Curve,
    draw_plot,
    draw_spark,
    foresee,
    round_up,
    shorten,
)
from ofttold.core.ritual.weights import RULES, Rule
from ofttold.core.strings import Lang

TODAY = date(2026, 11, 30)
SVG = "{http://www.w3.org/2000/svg}"


def curve(handle: str, *, shown: bool = True, top: float = 1.0) -> Curve:
    return Curve(handle, [top / (1 + day) for day in range(PLOT_DAYS + 1)], shown=shown)


def test_a_spark_falls_from_full_to_empty() -> None:
    day = TODAY.toordinal()
    values = foresee(day, [], today=day, days_ahead=SPARK_DAYS)
    assert draw_spark(values) == "█▁▁▁▁▁▁▁"
    recalled = range(day - 4, day + 1)
    assert draw_spark(foresee(day - 5, recalled, today=day, days_ahead=SPARK_DAYS)) == "▇▆▆▅▅▄▄▃"


def test_a_spark_of_sums_is_drawn_against_the_highest() -> None:
    assert draw_spark([6.0, 3.0, 0.0], top=6.0) == "█▅▁"
    assert draw_spark([0.0, 0.0], top=0.0) == "▁▁"
    assert draw_spark([]) == ""


def test_days_to_come_do_not_count_recalls_that_have_not_been() -> None:
    day = TODAY.toordinal()
    assert foresee(day - 1, [day + 1], today=day, days_ahead=[0, 2]) == foresee(
        day - 1, [], today=day, days_ahead=[0, 2]
    )


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("rule", RULES)
def test_the_picture_is_xml_with_a_line_for_each_anchor(rule: Rule, lang: Lang) -> None:
    curves = [curve("大肥鱼"), curve('a<b> & "c"', shown=False), curve("x" * 200)]
    root = ElementTree.fromstring(draw_plot(curves, today=TODAY, rule=rule, lang=lang))
    lines = root.findall(f"{SVG}polyline")
    assert [line.findtext(f"{SVG}title") for line in lines] == [
        'a<b> & "c"',
        "大肥鱼",
        "x" * 200,
    ]
    assert "2026-11-30" in (root.findtext(f"{SVG}title") or "")
    assert all(len((line.get("points") or "").split()) == PLOT_DAYS + 1 for line in lines)


def test_the_picture_has_colours_for_light_and_dark_paper() -> None:
    style = ElementTree.fromstring(
        draw_plot([curve("x")], today=TODAY, rule="forgetting", lang="en")
    ).findtext(f"{SVG}style")
    assert style is not None
    light, dark = style.split("@media (prefers-color-scheme:dark)")
    for page, paper in ((light, "ffffff"), (dark, "0d1117")):
        assert f".paper{{fill:#{paper}}}" in page
        for colour in re.findall(r"\.c\d{stroke:#(\w{6})}|text{fill:#(\w{6})", page):
            assert contrast("".join(colour), paper) > 4.5, colour


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_no_line_leaves_the_picture_and_the_list_has_room() -> None:
    curves = [curve(f"handle {n}", top=700.0) for n in range(40)]
    root = ElementTree.fromstring(draw_plot(curves, today=TODAY, rule="halving", lang="en"))
    for line in root.findall(f"{SVG}polyline"):
        for point in (line.get("points") or "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= 760
            assert 0 <= y <= 420
    words = [text.text for text in root.findall(f"{SVG}text")]
    assert words[-1] == "and 23 more shown"
    assert max(float(text.get("y") or 0) for text in root.findall(f"{SVG}text")) <= 420


def test_no_anchors_at_all_make_an_empty_picture() -> None:
    root = ElementTree.fromstring(draw_plot([], today=TODAY, rule="fading", lang="zh"))
    assert root.findall(f"{SVG}polyline") == []


@settings(max_examples=100)
@given(st.text(max_size=30), st.booleans())
def test_any_handle_makes_a_picture_that_parses(handle: str, shown: bool) -> None:
    ElementTree.fromstring(
        draw_plot([curve(handle, shown=shown)], today=TODAY, rule="forgetting", lang="en")
    )


def test_a_long_handle_is_cut_by_its_width() -> None:
    assert shorten("长" * 30) == "长" * 12 + "…"
    assert shorten("x" * 24) == "x" * 24


@given(st.floats(0, 1e9))
def test_an_axis_ends_at_a_round_number_no_smaller(value: float) -> None:
    top = round_up(value)
    assert value <= top <= max(1.0, 2.5 * value)
    assert f"{top:g}"[0] in "125"
