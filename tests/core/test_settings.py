"""What settings may be, and what is said of those that may not."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.settings import KEYS, read_settings
from ofttold.core.strings import say

VALUES = st.recursive(
    st.one_of(st.text(max_size=20), st.integers(), st.booleans(), st.floats(), st.dates()),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=5,
)
NAMES = st.one_of(
    st.sampled_from([*KEYS, "anchors", "files", "headings", "sync"]), st.text(max_size=12)
)


@given(st.dictionaries(NAMES, VALUES, max_size=6))
def test_whatever_a_table_holds_settings_come_out_whole_and_every_fault_can_be_said(
    table: dict[str, Any],
) -> None:
    settings, faults = read_settings(table)
    for key, (default, _) in KEYS.items():
        assert type(settings.values[key]) is type(default)
    for fault in faults:
        for lang in ("zh", "en"):
            assert say(lang, f"finding.{fault.code}", **fault.values)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"anchors": {"cap": "8"}}, 'anchors.cap is "8"; it takes 8 (≥ 1)'),
        ({"anchors": {"cap": 0}}, "anchors.cap is 0; it takes 8 (≥ 1)"),
        ({"anchors": {"stamp": "yes"}}, 'anchors.stamp is "yes"; it takes true | false'),
        ({"lang": "fr"}, 'lang is "fr"; it takes "zh" | "en"'),
        ({"sections": "hard_rules"}, 'sections is "hard_rules"; it takes ["…", "…"]'),
        ({"timezone": date(2026, 1, 1)}, 'timezone is 2026-01-01; it takes "…"'),
        ({"diary_cadance": "off"}, "unknown setting diary_cadance; did you mean diary_cadence?"),
        ({"anchor": {"cap": 3}}, "unknown setting anchor; did you mean anchors?"),
    ],
)
def test_a_fault_names_the_key_what_it_got_and_what_it_takes(
    table: dict[str, Any], said: str
) -> None:
    _, (fault,) = read_settings(table)
    assert say("en", f"finding.{fault.code}", **fault.values) == said
