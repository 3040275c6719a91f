"""The life of a card: every state against every step, and the record each step leaves."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ofttold.core.cards.card import REVIEWS, Card, parse_card
from ofttold.core.sharing.history import append_history, write_step
from ofttold.core.sharing.review import (
    STATES,
    STEPS,
    IllegalStep,
    NoStepLeft,
    NoteMissing,
    State,
    Step,
    Verb,
    history_of,
    legal_verbs,
    state_of,
    take_step,
)

NOW = datetime(2026, 11, 30, 2, 0, tzinfo=UTC)
VERBS: tuple[Verb, ...] = ("submit", "approve", "promote", "reject", "resubmit", "retract")
TABLE: dict[State, tuple[State | None, ...]] = {
    "draft": ("proposed", "approved", None, None, None, "retracted"),
    "proposed": (None, None, "approved", "rejected", None, "retracted"),
    "approved": ("approved", None, "published", "rejected", None, "retracted"),
    "published": (None, None, None, None, None, "retracted"),
    "rejected": (None, None, None, None, "proposed", "retracted"),
    "retracted": (None, None, None, None, None, None),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("verb", VERBS)
def test_every_step_from_every_state_is_legal_or_refused(state: State, verb: Verb) -> None:
    wanted = TABLE[state][VERBS.index(verb)]
    if wanted is None:
        with pytest.raises(IllegalStep) as refused:
            take_step(verb, state, id_="mem_x", by="a", now=NOW, why="w")
        assert refused.value.exit_code == 4
        assert str(refused.value.values["state"]) == state
    else:
        step = take_step(verb, state, id_="mem_x", by="a", now=NOW, why="w")
        assert step == Step(verb, state, wanted, "a", "2026-11-30T02:00:00+00:00", "w")


@pytest.mark.parametrize(("state", "gone"), [("draft", True), ("approved", False)])
def test_a_draft_that_is_submitted_leaves_behind_who_approved_it_elsewhere(
    state: State, gone: bool
) -> None:
    fields = take_step("submit", state, id_="mem_x", by="a", now=NOW).fields()
    assert ("approved_by" in fields) is gone
    assert fields.get("approved_by") is None


def test_a_refusal_names_the_steps_that_are_legal() -> None:
    with pytest.raises(IllegalStep) as refused:
        take_step("promote", "rejected", id_="mem_x", by="a", now=NOW)
    assert refused.value.values["legal"] == "ofttold share promote --resubmit, ofttold card retract"
    with pytest.raises(IllegalStep) as refused:
        take_step("promote", "retracted", id_="mem_x", by="a", now=NOW)
    assert isinstance(refused.value, NoStepLeft)
    assert "card supersede mem_x" in refused.value.hint("en")


@pytest.mark.parametrize("note", ["", "  \n"])
def test_a_rejection_without_a_reason_is_refused(note: str) -> None:
    with pytest.raises(NoteMissing):
        take_step("reject", "proposed", id_="mem_x", by="a", now=NOW, why=note)


def test_the_states_are_the_ones_a_card_may_name() -> None:
    assert set(STATES) == set(REVIEWS)
    assert {state for _, state in STEPS} <= set(STATES)


@pytest.mark.parametrize(
    ("written", "state"),
    [
        ("approved", "approved"),
        ("Approved", "approved"),
        ('"approved "', "approved"),
        ("已批准", "draft"),
        ("approve", "draft"),
        ("published", "published"),
        ("[approved]", "draft"),
        (None, "draft"),
    ],
)
def test_a_state_is_read_from_a_closed_list_and_anything_else_is_a_draft(
    written: str | None, state: str
) -> None:
    line = f"review: {written}\n" if written is not None else ""
    card = parse_card(f"---\ntitle: a\n{line}---\n".encode(), "a.md")
    assert isinstance(card, Card)
    assert state_of(card.review) == state
    faulty = written in ("已批准", "approve", "[approved]")
    assert [f.code for f in card.findings()] == (["card_not_known"] if faulty else [])


@pytest.mark.parametrize(
    ("written", "private"),
    [('"false"', False), ("no", False), ("是", True), ("maybe", True), (None, False)],
)
def test_privacy_is_read_as_words_and_doubt_is_private(written: str | None, private: bool) -> None:
    line = f"private: {written}\n" if written is not None else ""
    card = parse_card(f"---\ntitle: a\n{line}---\n".encode(), "a.md")
    assert isinstance(card, Card)
    assert card.private is private


def _walk(data: bytes, *verbs: Verb) -> bytes:
    for verb in verbs:
        card = parse_card(data, "a.md")
        assert isinstance(card, Card)
        step = take_step(
            verb, state_of(card.review), id_="x", by="安 <a@b.c>", now=NOW, why="因: #1"
        )
        data = write_step(data, step, name="a.md")
    return data


def test_each_step_changes_the_label_and_appends_one_line_and_nothing_else() -> None:
    before = (
        '---\r\n# 手写\r\ntitle: "甲"   # 别动\r\nreview: draft  # 状态\r\n---\r\n正文'.encode()
    )
    after = _walk(before, "submit", "reject", "resubmit", "promote", "promote")
    card = parse_card(after, "a.md")
    assert isinstance(card, Card)
    assert (card.review, card.extra["approved_by"]) == ("published", "安 <a@b.c>")
    assert [(e["from"], e["to"], e["why"]) for e in history_of(card.extra)] == [
        ("draft", "proposed", "因: #1"),
        ("proposed", "rejected", "因: #1"),
        ("rejected", "proposed", "因: #1"),
        ("proposed", "approved", "因: #1"),
        ("approved", "published", "因: #1"),
    ]
    assert after.startswith(
        '---\r\n# 手写\r\ntitle: "甲"   # 别动\r\nreview: published  # 状态\r\n'.encode()
    )
    assert after.endswith("---\r\n正文".encode())
    assert after.count(b"\n") == after.count(b"\r\n")


def test_a_person_s_own_entries_and_comments_in_the_history_stay() -> None:
    data = (
        b"---\nreview_history:\n- at: 2026-11-01  # by hand\n  who: me\n# below\ntitle: a\n---\nb\n"
    )
    after = append_history(data, {"at": "x", "by": "me"}, name="a.md")
    assert after == (
        b"---\nreview_history:\n- at: 2026-11-01  # by hand\n  who: me\n"
        b"- at: x\n  by: me\n# below\ntitle: a\n---\nb\n"
    )


@pytest.mark.parametrize(
    "line", ["review_history: [a, b]", "review_history: {a: b}", "review_history: once", ""]
)
def test_a_history_of_another_shape_loses_nothing(line: str) -> None:
    data = f"---\ntitle: a\n{line}\n---\n".encode()
    after = append_history(data, {"at": "x"}, name="a.md")
    card = parse_card(after, "a.md")
    assert isinstance(card, Card)
    assert history_of(card.extra)[-1] == {"at": "x"}
    for word in ("a", "b", "once"):
        assert word not in line.partition(":")[2] or word in after.decode().partition("history:")[2]


def test_rejecting_takes_the_approval_back_and_retracting_ends_the_life() -> None:
    data = _walk(b"---\ntitle: a\n---\n", "submit", "promote", "reject")
    card = parse_card(data, "a.md")
    assert isinstance(card, Card)
    assert "approved_by" not in card.extra
    assert legal_verbs("retracted") == ()
