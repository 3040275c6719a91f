"""New, the same, or too near to tell."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.dedupe import Decision, Known, decide, nearness

A = Known("a", "前端 API 地址", ("接口地址",))
B = Known("b", "构建耗时长", (), "CI 容器")
C = Known("c", "发布流程", (), "", {"targetOs": ("linux",)})
ALL = (A, B, C)


def kind(decision: Decision) -> tuple[str, str, tuple[str, ...]]:
    return decision.kind, decision.id, tuple(card.id for card in decision.near)


@pytest.mark.parametrize(
    ("title", "options", "wanted"),
    [
        ("前端 API 地址", {}, ("update", "a", ())),
        (" 前端\u200b API\u3000地址", {}, ("update", "a", ())),
        ("接口地址", {}, ("update", "a", ())),
        ("后端 API 地址", {}, ("near", "", ("a",))),
        ("后端 API 地址", {"distinct": True}, ("create", "", ())),
        ("前端 API 地址", {"distinct": True}, ("update", "a", ())),
        ("前端 API 地址", {"when": "测试环境"}, ("create", "", ())),
        ("构建耗时长", {}, ("create", "", ())),
        ("构建耗时长", {"when": "CI 容器"}, ("update", "b", ())),
        ("发布流程", {}, ("create", "", ())),
        ("发布流程", {"conditions": {"targetOs": ["linux"]}}, ("update", "c", ())),
        ("换个名字", {"id_": "a"}, ("update", "a", ())),
        ("后端 API 地址", {"id_": "a"}, ("update", "a", ())),
        ("接口地址", {"id_": "b"}, ("near", "b", ("a",))),
        ("接口地址", {"id_": "zzz"}, ("gone", "zzz", ())),
        ("蓝鲸", {}, ("create", "", ())),
        ("🐋", {}, ("create", "", ())),
    ],
)
def test_a_save_decides(
    title: str, options: dict[str, object], wanted: tuple[str, str, tuple[str, ...]]
) -> None:
    assert kind(decide(title, ALL, **options)) == wanted  # type: ignore[arg-type]


def test_a_title_in_use_outweighs_another_cards_old_one() -> None:
    old = Known("old", "现名", ("旧名",))
    new = Known("new", "旧名")
    assert decide("旧名", [old, new]).id == "new"


def test_at_most_two_near_cards_are_named_nearest_first() -> None:
    cards = [Known("a", "生产环境部署"), Known("b", "测试环境部署"), Known("c", "环境部署")]
    found = decide("生产环境部署流程", cards)
    assert (found.kind, found.near[0].id, len(found.near)) == ("near", "a", 2)


@given(st.text(), st.text())
def test_nearness_is_symmetric_and_bounded(one: str, other: str) -> None:
    assert nearness(one, other) == nearness(other, one)
    assert 0 <= nearness(one, other) <= 1


@given(st.text(min_size=1))
def test_a_title_in_any_normal_form_is_the_same_title(title: str) -> None:
    known = [Known("x", unicodedata.normalize("NFD", title))]
    assert decide(unicodedata.normalize("NFC", title), known).id == "x"


def test_a_card_is_saved_by_its_id_though_another_has_its_title_already() -> None:
    twice = [Known("a", "鲸"), Known("b", "鲸"), Known("c", "海", when="夜里")]
    assert decide("鲸", twice, id_="a") == Decision("update", "a")
    assert decide("鲸", twice, id_="c", when="夜里") == Decision("update", "c")
    assert decide("鲸", twice, id_="c").kind == "near"  # under the premise of the other two


@pytest.mark.parametrize(
    ("one", "other"),
    [("數據庫備份", "数据库备份"), ("ＡＰＩ　地址", "API 地址"), ("cafe\u0301 plan", "café plan")],
)
def test_forms_of_the_same_title_are_near(one: str, other: str) -> None:
    assert nearness(one, other) == 1.0
