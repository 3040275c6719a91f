"""What the explanation of a message says of the cards that came, and of those that did not."""

from __future__ import annotations

import pytest

from ofttold.app.card_save import save
from ofttold.app.card_why import explain
from ofttold.app.configure import set_setting
from ofttold.app.recall import Asked, recall_for_prompt
from ofttold.core.cards.saving import Wish
from tests.app.cardbox import START, Box


@pytest.fixture
def full(box: Box) -> Box:
    """Give a box with a few cards, the oldest not of today."""
    box.set_time("2026-01-05T10:00:00+08:00")
    save(box.desk(), Wish(title="臺灣伺服器", summary="在三樓"))
    save(box.desk(), Wish(title="Ledger export", summary="dashes", body="the whale file"))
    box.set_time(START)
    return box


def test_one_word_met_is_named_as_such_and_not_as_weaker_than_another(full: Box) -> None:
    told = explain(full.desk(), "台湾")
    assert [one.why for one in told.candidates] == ["why.one_word"]
    assert told.reason == "why.all_threshold"


def test_a_card_of_the_day_without_a_word_of_the_message_is_no_candidate(full: Box) -> None:
    for number in range(12):
        save(full.desk(), Wish(title=f"杂事{number:02}号", distinct=True))
    told = explain(full.desk(), "show the ledger export today")
    assert [one.title for one in told.candidates] == ["Ledger export"]
    assert told.candidates[0].fate == "comes"


def test_what_the_gate_holds_back_is_the_reason_only_where_it_would_have_come(full: Box) -> None:
    save(full.desk(), Wish(title="Orca diary", body="orca", conditions={"phase": ("plan",)}))
    assert explain(full.desk(), "a whale with an orca").reason == "why.all_threshold"
    assert explain(full.desk(), "the orca diary").reason == "why.all_gate"


def test_what_the_last_session_was_given_does_not_come_again(full: Box) -> None:
    assert explain(full.desk(), "the ledger export").result
    asked = Asked("the ledger export", cwd=str(full.repo), host="codex", session="s")
    set_setting(full.desk().memory, "cards.deadline_ms", "60000")
    asked.budget_ms = 60_000
    assert recall_for_prompt(str(full.memory), asked)
    again = explain(full.desk(), "the ledger export")
    assert [one.fate for one in again.candidates] == ["delivered"]
    assert (again.reason, again.result) == ("why.all_delivered", "")
