"""The gate's verdicts as a table: each kind of card asked for each purpose, by the gate itself.

python -m tests.docs.gate_table     # writes it into docs/gate.md
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ofttold.core.cards.conditions import OK
from ofttold.core.cards.gate import PURPOSES, Judged, Runtime, eligibility

if TYPE_CHECKING:
    from ofttold.core.cards.gate import Purpose

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gate.md"
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"
NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
HERE = "harbour"


def _card(layer: str = "project", owner: str = HERE, *, archived: bool = False) -> Judged:
    return Judged("mem_aaaaaaaaaaaa", layer, owner, archived=archived)


def _learned(state: str, until: str = "") -> Judged:
    card = _card()
    card.learned = {"state": state, "trial_until": until, "paused": "", "blocked": ""}
    return card


def _reviewed(review: str) -> Judged:
    card = _card()
    card.review = review
    return card


def _with(**fields: object) -> Judged:
    card = _card()
    for name, value in fields.items():
        setattr(card, name, value)
    return card


def kinds() -> dict[str, Judged | None]:
    """Give one card of each kind, in the order of the gate's steps."""
    return {
        "does not exist": None,
        "archived": _card(archived=True),
        "of another project": _card(owner="mill"),
        "learned, paused or without a state": _learned(""),
        "learned, on a trial that has run out": _learned("trial", "2026-11-29T00:00:00+00:00"),
        "imported, not looked at": _with(imported="unreviewed"),
        "rejected": _reviewed("rejected"),
        "retracted": _reviewed("retracted"),
        "superseded": _with(superseded=True),
        "applicability unresolved": _with(applicability="unresolved"),
        "a condition that does not hold": _with(conditions={"targetOs": ("windows",)}),
        "a condition that cannot be read": _with(conditions={"machine": ("tern",)}),
        "a condition that holds": _with(conditions={"targetOs": ("linux",)}),
        "learned, active": _learned("active"),
        "a draft": _card(),
        "proposed": _reviewed("proposed"),
        "published": _reviewed("published"),
        "personal": _card("personal", ""),
    }


def write_table() -> str:
    """Give the table in markdown: the word, and the step that decided where it is not ok."""
    known = {"targetOs": ("linux",)}
    runtime = Runtime(HERE, known.get)
    lines = ["| card | " + " | ".join(f"`{purpose}`" for purpose in PURPOSES) + " |"]
    lines.append("| --- |" + " --- |" * len(PURPOSES))
    for name, card in kinds().items():
        cells = [_cell(card, runtime, cast("Purpose", p)) for p in PURPOSES]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(card: Judged | None, runtime: Runtime, purpose: Purpose) -> str:
    verdict = eligibility(card, runtime, purpose, NOW)
    return "ok" if verdict.word == OK else f"{verdict.word} ({verdict.step})"


if __name__ == "__main__":
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + write_table() + END + rest.partition(END)[2], "utf-8")
