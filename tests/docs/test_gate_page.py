"""docs/gate.md shows the gate's own verdicts."""

from __future__ import annotations

from ofttold.core.cards.gate import PURPOSES
from tests.docs.gate_table import BEGIN, END, PAGE, kinds, write_table


def test_the_table_of_the_page_is_the_gates_own() -> None:
    shown = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    assert shown == write_table(), "run: python -m tests.docs.gate_table"


def test_the_table_asks_every_purpose_of_cards_that_every_step_stops() -> None:
    table = write_table()
    assert all(f"`{purpose}`" in table for purpose in PURPOSES)
    assert all(f"({step})" in table for step in range(1, 6))
    assert len(table.splitlines()) == len(kinds()) + 2
