"""docs/redaction.md shows what the labelled set gives."""

from __future__ import annotations

from pathlib import Path

from ofttold.core.sharing.redaction import redact
from tests.core.sharing.labelled import all_secrets, innocents, leaked
from tests.core.sharing.test_redaction import MOST_FALSE, MOST_MISSES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "redaction.md"


def test_the_table_is_the_labelled_sets_own() -> None:
    secrets, harmless = all_secrets(), innocents()
    kinds = len({secret.kind for secret in secrets})
    missed = sum(leaked(secret, redact(secret.text).text) for secret in secrets)
    false = sum(redact(text).changed for text in harmless)
    text = PAGE.read_text("utf-8")
    for row in (
        f"| secrets, of {kinds} kinds: missed | {len(secrets)} | {missed} "
        f"| {100 * missed / len(secrets):.1f} % | {100 * MOST_MISSES:.0f} % |",
        f"| innocents: masked though harmless | {len(harmless)} | {false} "
        f"| {100 * false / len(harmless):.1f} % | {100 * MOST_FALSE:.0f} % |",
    ):
        assert row in text
