"""The docs name every tool the server offers, and the bound of their list."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofttold.mcp.registry import LIST_BUDGET_BYTES, load_tools
from ofttold.mcp.server import PROMPT, URI
from tests.clients import scenarios

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_tool_is_told_of_somewhere() -> None:
    told = "".join(page.read_text("utf-8") for page in DOCS.glob("*.md"))
    assert [tool.name for tool in load_tools() if f"`{tool.name}`" not in told] == []


@pytest.mark.parametrize("page", ["mcp.md", "mcp.zh.md"])
def test_the_page_gives_the_block_and_the_bound_as_they_are(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    for word in (URI, PROMPT, f"{LIST_BUDGET_BYTES:,}"):
        assert word in text


def test_what_was_checked_from_outside_is_what_the_tables_say() -> None:
    section = (
        scenarios.HEADING + (DOCS / "mcp.md").read_text("utf-8").partition(scenarios.HEADING)[2]
    )
    assert section == scenarios.write_section(), "run: python -m tests.clients.scenarios"


def test_no_scenario_stands_in_two_tables() -> None:
    names = [*scenarios.APPLIES, *scenarios.left_out()]
    assert len(set(names)) == len(names)
