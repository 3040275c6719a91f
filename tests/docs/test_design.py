"""Every number stands in core/design.py and docs/design.md, as the program has it."""

from __future__ import annotations

import pytest

from ofttold.core import design
from tests.docs.constants import in_the_program
from tests.docs.design_table import PAGE, make_table


def test_every_number_of_the_program_is_listed_with_its_unit_and_source() -> None:
    missing = [name for name in in_the_program() if name not in design.NUMBERS]
    assert not missing, f"run python -m tests.docs.design_table and read over: {missing}"


def test_every_listed_number_is_the_one_the_program_uses() -> None:
    found = in_the_program()
    listed = {name: value for name, (value, _, _) in design.NUMBERS.items()}
    assert listed == {name: found.get(name) for name in listed}


def test_every_number_says_what_it_counts_and_where_it_is_from() -> None:
    for name, (_, unit, source) in design.NUMBERS.items():
        assert len(unit) > 3 and len(source) > 3, name


def test_the_page_holds_the_same_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.endswith(make_table(design.NUMBERS)), "run python -m tests.docs.design_table"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("core.ritual.index.TRIGGER_LINES", "core.ritual.standing.DETOURS_ENTRIES"),
        ("core.ritual.index.TRIGGER_CHARS", "core.ritual.standing.DETOURS_CHARS"),
        ("core.settings.CAP", "settings.anchors.cap"),
        ("core.settings.MAX_CHARS", "settings.max_chars"),
        ("core.markdown.LARGEST_TEXT", "core.ritual.facts.LARGEST_DAY"),
        ("core.markdown.LARGEST_TEXT", "edge.snapshots.LIMIT_BYTES"),
    ],
)
def test_a_number_that_stands_twice_for_speed_is_one_number(one: str, other: str) -> None:
    assert design.NUMBERS[one][0] == design.NUMBERS[other][0]
