"""Every refusal says what to do next, in both languages."""

from __future__ import annotations

from importlib import import_module

import pytest

from ofttold.core.strings import PAGES

TABLE: dict[str, tuple[str, str]] = {}
for _page in PAGES:
    TABLE.update(import_module(f"ofttold.core.strings.{_page}").TABLE)

BUG = "bug"  # a fault of ours: what to do stands in the sentence itself
REFUSALS = sorted(
    key.removeprefix("error.")
    for key in TABLE
    if key.startswith("error.") and key != f"error.{BUG}"
)


@pytest.mark.parametrize("key", REFUSALS)
def test_a_refusal_has_a_hint(key: str) -> None:
    assert all(TABLE[f"hint.{key}"])
