"""Every refusal of sharing says what to do next, in both languages."""

from __future__ import annotations

import pytest

from ofttold.core.strings.sharing import TABLE

REFUSALS = sorted(key.removeprefix("error.") for key in TABLE if key.startswith("error."))


@pytest.mark.parametrize("key", REFUSALS)
def test_a_refusal_of_sharing_has_a_hint(key: str) -> None:
    assert all(TABLE[f"hint.{key}"])
