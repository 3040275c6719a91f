"""docs/redaction.md shows what the labelled sets give."""

from __future__ import annotations

from pathlib import Path

from ofttold.core.sharing.redaction import redact
from tests.core.sharing.fresh import cases, spelling
from tests.core.sharing.fresh.innocents import all_innocents
from tests.core.sharing.labelled import all_secrets, innocents, leaked
from tests.core.sharing.test_redaction import MOST_FALSE, MOST_MISSES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "redaction.md"


def rows() -> list[str]:
    """Give the rows of the page's table as the sets have it now."""
    first, second = all_secrets(), cases.all_secrets()
    found = []
    for name, kinds, missed in (
        ("first", [one.kind for one in first], sum(leaked(s, redact(s.text).text) for s in first)),
        (
            "second",
            [one.kind for one in second],
            sum(spelling.leaked(s, redact(s.text).text) for s in second),
        ),
    ):
        count = len(kinds)
        ways = "kinds" if name == "first" else "kinds and ways of writing"
        label = f"{name} set, secrets of {len(set(kinds))} {ways}: missed"
        found.append(_row(label, count, missed, MOST_MISSES))
    for name, texts in (("first", innocents()), ("second", all_innocents())):
        false = sum(redact(text).changed for text in texts)
        label = f"{name} set, innocents: masked though harmless"
        found.append(_row(label, len(texts), false, MOST_FALSE))
    return found


def _row(label: str, count: int, wrong: int, bound: float) -> str:
    return f"| {label} | {count:,} | {wrong} | {100 * wrong / count:.1f} % | {100 * bound:.0f} % |"


def test_the_table_is_the_labelled_sets_own() -> None:
    text = PAGE.read_text("utf-8")
    for row in rows():
        assert row in text, row
