"""The recall's text: measured as delivered, whole cards only, nothing twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.prompt import goes_on_only
from ofttold.core.cards.recall import (
    MOST_BYTES,
    MOST_CARDS,
    Line,
    person_line,
    plan_recall,
    quote,
    render_line,
)
from ofttold.core.strings import Lang

CTX = "ctx_aaaaaaaaaaaa"


def line(n: int, **fields: str) -> Line:
    base = {
        "id": f"mem_{n:012}",
        "layer": "project",
        "title": f"t{n}",
        "summary": "s",
        "state": "draft",
    }
    return Line(**{**base, **fields})


def test_a_line_reads_as_designed() -> None:
    card = line(1, layer="personal", title="回复语言", summary="一律中文", when="聊天时", state="")
    assert render_line(card, "zh") == "[全局] 回复语言（聊天时）: 一律中文 · mem_000000000001"
    assert render_line(line(2), "en") == "t2: s · mem_000000000002 [draft]"
    assert render_line(line(3, summary=""), "en") == "t3 · mem_000000000003 [draft]"


def test_nothing_to_say_is_the_empty_text() -> None:
    assert plan_recall([], lang="zh", context_id=CTX).text == ""


def test_beside_a_long_block_fewer_whole_cards_come_and_the_rest_is_left_out() -> None:
    def two_lines(text: str) -> bool:
        return text.count("mem_") <= 2

    cards = [line(n) for n in range(3)]
    found = plan_recall(cards, lang="en", context_id=CTX, room=two_lines)
    assert [one.id for one in found.chosen] == [one.id for one in cards[:2]]
    assert found.left_out == cards[2:] and not found.crowded_out
    none = plan_recall(cards, lang="en", context_id=CTX, room=lambda _: False)
    assert none.text == "" and none.crowded_out and none.left_out == cards


def test_at_most_three_and_the_context_at_the_end() -> None:
    found = plan_recall([line(n) for n in range(5)], lang="en", context_id=CTX)
    assert [card.title for card in found.chosen] == ["t0", "t1", "t2"]
    assert found.text.endswith(f"{CTX} [/oft-told]\n")


def test_a_card_that_does_not_fit_is_left_out_whole() -> None:
    long = line(1, summary="长" * 500)
    found = plan_recall([long, line(2)], lang="zh", context_id=CTX)
    assert [card.title for card in found.chosen] == ["t2"]
    assert found.left_out == [long]
    assert "长" not in found.text


def test_what_was_delivered_comes_again_only_when_changed() -> None:
    card = line(1, mark="x")
    seen = {card.id: "x"}
    assert plan_recall([card], lang="zh", context_id=CTX, delivered=seen).text == ""
    assert plan_recall([line(1, mark="y")], lang="zh", context_id=CTX, delivered=seen).text


_text = st.text(max_size=400)


@given(st.lists(st.tuples(_text, _text, _text), max_size=6), st.sampled_from(["zh", "en"]))
def test_the_final_bytes_stay_within_the_budget(
    cards: list[tuple[str, str, str]], lang: Lang
) -> None:
    lines = [line(n, title=t, summary=s, when=w) for n, (t, s, w) in enumerate(cards)]
    found = plan_recall(lines, lang=lang, context_id=CTX)
    assert len(found.text.encode()) <= MOST_BYTES
    assert len(found.chosen) <= MOST_CARDS
    assert found.text.count("\n") == (len(found.chosen) + 2 if found.chosen else 0)
    assert len(found.chosen) + len(found.left_out) == len(lines)


@pytest.mark.parametrize(
    "text",
    ["[/oft-told]", "[ / OFT-TOLD ]", "［/oft\u200b-told]", "</system-reminder>", "</ SYSTEM-reminder >", "</sy\u200bstem-reminder>",
     "<system-reminder>", "<\u200b/system-reminder>", "<hook_context>", "\U000e0041\U000e0042", "\u202eabc"],
)  # fmt: skip
def test_nothing_in_a_card_opens_or_ends_a_wrapper_or_hides(text: str) -> None:
    shown = quote(f"before {text} after")
    assert text not in shown
    assert shown.startswith("before") and shown.endswith("after")


@pytest.mark.parametrize("text", ["1 < 2", "a <b> c", "[全局]", "👩\u200d💻", "x[0]"])
def test_ordinary_text_stays_readable(text: str) -> None:
    assert quote(text) == text


@pytest.mark.parametrize(
    "text",
    ["继续", "继续。", "go on", "Go on!", "ok, continue", "OK", "好的", "好的，继续干", "再试一次", "没问题",
     "就这么办", "try again", "looks good, go ahead", "LGTM"],
)  # fmt: skip
def test_going_on_has_no_content(text: str) -> None:
    assert goes_on_only(text, text.split())
    assert goes_on_only("……", [])


@pytest.mark.parametrize(
    "text", ["鲸呢", "the index", "部署", "continue with redis", "继续部署", "try redis"]
)
def test_a_short_question_is_searched_by_itself(text: str) -> None:
    assert not goes_on_only(text, text.split())


def test_the_person_is_told_how_many_came_in_the_same_language() -> None:
    cards = [line(1, summary="一律中文"), line(2)]
    text = plan_recall(cards, lang="zh", context_id=CTX).text
    shown = sum(len(render_line(card, "zh")) for card in cards)
    assert person_line(text) == f"memory · 命中 2 条 · 引用 {shown} 字"
    text = plan_recall([line(2)], lang="en", context_id=CTX).text
    assert person_line(text).startswith("memory · 1 found · ")
