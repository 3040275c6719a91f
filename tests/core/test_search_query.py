from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.search.acts import names_an_act
from ofttold.core.search.dates import read_windows
from ofttold.core.search.glossary import check_glossary, read_glossary, read_groups
from ofttold.core.search.query import bound_text, parse_query

TODAY = date(2026, 5, 20)  # a Wednesday


def days(text: str) -> list[tuple[str, str]]:
    """Give the windows of a text as ISO days."""
    found = read_windows(text, today=TODAY)
    return [
        (date.fromordinal(w.first).isoformat(), date.fromordinal(w.last).isoformat()) for w in found
    ]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-05-06", "2026-05-06", "2026-05-06"),
        ("2026/5/6", "2026-05-06", "2026-05-06"),
        ("2026年5月6日", "2026-05-06", "2026-05-06"),
        ("二〇 2026年五月六号", "2026-05-06", "2026-05-06"),
        ("May 6th, 2026", "2026-05-06", "2026-05-06"),
        ("6th of May 2026", "2026-05-06", "2026-05-06"),
        ("sept 3, 2025", "2025-09-03", "2025-09-03"),
        ("2026年2月", "2026-02-01", "2026-02-28"),
        ("in May 2023", "2023-05-01", "2023-05-31"),
        ("December 2024", "2024-12-01", "2024-12-31"),
        ("今天", "2026-05-20", "2026-05-20"),
        ("昨天", "2026-05-19", "2026-05-19"),
        ("大前天", "2026-05-17", "2026-05-17"),
        ("3天前", "2026-05-17", "2026-05-17"),
        ("两周前", "2026-05-03", "2026-05-09"),
        ("上周", "2026-05-11", "2026-05-17"),
        ("上上周", "2026-05-04", "2026-05-10"),
        ("这个星期", "2026-05-18", "2026-05-24"),
        ("上周三", "2026-05-13", "2026-05-13"),
        ("本周五", "2026-05-22", "2026-05-22"),
        ("上个月", "2026-04-01", "2026-04-30"),
        ("去年", "2025-01-01", "2025-12-31"),
        ("yesterday", "2026-05-19", "2026-05-19"),
        ("two weeks ago", "2026-05-03", "2026-05-09"),
        ("a month ago", "2026-04-05", "2026-05-05"),
        ("last week", "2026-05-11", "2026-05-17"),
        ("last Friday", "2026-05-15", "2026-05-15"),
        ("last Wednesday", "2026-05-13", "2026-05-13"),
        ("last Monday", "2026-05-18", "2026-05-18"),
        ("this month", "2026-05-01", "2026-05-31"),
        ("last year", "2025-01-01", "2025-12-31"),
    ],
)
def test_a_day_is_read_as_people_mean_it(text: str, first: str, last: str) -> None:
    assert days(text) == [(first, last)]


@pytest.mark.parametrize(
    "text",
    ["", "3.11", "may i ask", "the market", "一天", "月", "1/2", "2026-13-45", "年度", "ago"],
)
def test_what_only_looks_like_a_day_is_none(text: str) -> None:
    assert days(text) == []


def test_a_day_without_a_year_is_that_day_in_any_recent_year() -> None:
    found = days("5月6号")
    assert ("2026-05-06", "2026-05-06") in found
    assert ("2020-05-06", "2020-05-06") in found
    assert all(first[5:] == "05-06" for first, _ in found)
    assert all(first[5:] == "02-29" for first, _ in days("Feb 29"))


def test_the_same_words_say_one_day_only() -> None:
    assert days("2026年5月6日") == days("2026-05-06")
    assert len(days("上周三 and last week")) == 2


@given(st.text(alphabet="0123456789年月日号周前上这last weekagoMy一二十 -/", max_size=40))
def test_no_text_fails_to_be_looked_through_for_days(text: str) -> None:
    for early in (date(1, 1, 1), TODAY, date(9999, 12, 31)):
        for window in read_windows(text, today=early):
            assert window.first <= window.last


def test_days_are_read_only_when_the_day_is_handed_in() -> None:
    assert parse_query("上周的会").windows == ()
    assert len(parse_query("上周的会", today=TODAY).windows) == 1


def test_a_long_query_keeps_its_beginning_and_its_end() -> None:
    query = parse_query("beginning " + "middle " * 5000 + "ending")
    assert {"begin", "end"} <= set(query.terms)
    assert len(bound_text("x" * 50_000)) == 4001


def test_a_pair_with_a_stop_character_is_a_seam() -> None:
    query = parse_query("部署的密钥")
    assert query.seams == {"署的", "的密"}
    assert "的" not in query.terms


@pytest.mark.parametrize(
    ("text", "groups", "faults"),
    [
        ("香蕉计划 = 支付系统重构", [["香蕉计划", "支付系统重构"]], []),
        ('ship = "deploy"', [["ship", "deploy"]], []),
        ("a = b = c", [["a", "b", "c"]], []),
        (
            "[names]\nship = ['deploy',\n  \"release\", # both\n]\n",
            [["ship", "deploy", "release"]],
            [],
        ),
        ("# only a comment\n\n", [], []),
        ("lonely\nship =\n= ship", [], [1, 2, 3]),
        ('"a = b" = c', [["a = b", "c"]], []),
        ('"#1 goal" = top', [["#1 goal", "top"]], []),
        ("open = [\nship = deploy", [["ship", "deploy"]], [1]),
        ("\ufeffship = deploy\r\nfoo = bar\r\n", [["ship", "deploy"], ["foo", "bar"]], []),
    ],
)
def test_a_glossary_is_read_as_toml_and_as_people_write_it(
    text: str, groups: list[list[str]], faults: list[int]
) -> None:
    assert read_groups(text) == (groups, faults)
    assert [(f.line, f.code) for f in check_glossary(text, file="glossary.toml")] == [
        (line, "glossary_line") for line in faults
    ]


@given(st.text(alphabet="ab=[]\"',# \n甲", max_size=60))
def test_no_glossary_is_an_error(text: str) -> None:
    read_glossary(text).expand("a b 甲")


def test_an_equivalence_holds_for_whole_phrases_only() -> None:
    glossary = read_glossary("ship = deploy")
    assert glossary.expand("ship it")[0].alternatives == (("deploy",),)
    assert glossary.expand("deploy it")[0].alternatives == (("ship",),)
    assert glossary.expand("shipment") == []


@pytest.mark.parametrize(
    "text", ["把它修好", "deploy it", "what about foo_bar.py", "看看 R2D2", "`x`"]
)
def test_a_message_with_a_verb_or_an_identifier_names_an_act(text: str) -> None:
    assert names_an_act(text)


@pytest.mark.parametrize("text", ["为什么会这样", "and the whale?", "嗯", ""])
def test_a_message_without_either_names_none(text: str) -> None:
    assert not names_an_act(text)
