"""The table of docs/design.md, made of core/design.py: ``python -m tests.docs.design_table`` writes it."""

from __future__ import annotations

from pathlib import Path

from ofttold.core.design import NUMBERS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "design.md"
HEAD = "| number | value | unit | source |\n|---|---:|---|---|\n"


def make_table() -> str:
    """Write the numbers as a markdown table, in the order of the list."""
    rows = (
        f"| `{name}` | {value:,} | {_cell(unit)} | {_cell(source)} |\n"
        for name, (value, unit, source) in NUMBERS.items()
    )
    return HEAD + "".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Put the table in place of the one that stands in the page."""
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(HEAD)
    PAGE.write_text(before + make_table(), encoding="utf-8")


if __name__ == "__main__":
    main()
