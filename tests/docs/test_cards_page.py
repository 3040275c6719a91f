"""docs/cards.md tells every condition and every word of a refusal."""

from __future__ import annotations

from ofttold.core.cards.conditions import KEYS
from tests.docs.gate_table import PAGE

CARDS = PAGE.with_name("cards.md")
WORDS = (
    *("ok", "gone", "not_applicable", "needs_context", "budget_exhausted", "memory_disabled"),
    *("busy", "cold_corrupt", "cold_missing", "no_match", "applicability_unresolved"),
)


def test_every_condition_and_every_word_is_told() -> None:
    text = CARDS.read_text("utf-8")
    assert [key for key in (*KEYS, *WORDS) if f"`{key}`" not in text] == []
