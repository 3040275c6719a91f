"""The list of core/design.py and the table of docs/design.md, kept in step with the program.

``python -m tests.docs.design_table`` corrects values, drops what is gone, adds what is new (its unit
and source taken from the comment behind the constant: read them over), and writes the table.
"""

from __future__ import annotations

import json
from pathlib import Path

from ofttold.core import design
from tests.docs.constants import PACKAGE, in_the_program

PAGE = PACKAGE.parent / "docs" / "design.md"
HEAD = "| number | value | unit | source |\n|---|---:|---|---|\n"
Numbers = dict[str, tuple[float, str, str]]


def make_table(numbers: Numbers) -> str:
    """Write the numbers as a markdown table, in the order of the list."""
    rows = (
        f"| `{name}` | {value:,} | {_cell(unit)} | {_cell(source)} |\n"
        for name, (value, unit, source) in numbers.items()
    )
    return HEAD + "".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def bring_up_to_date(numbers: Numbers) -> Numbers:
    """Give the list as the program has it now, in the program's order."""
    found = {}
    for name, value in in_the_program().items():
        _, unit, source = numbers.get(name) or (value, *_comment_of(name))
        found[name] = (value, unit, source)
    return found


def _comment_of(name: str) -> tuple[str, str]:
    module, _, constant = name.rpartition(".")
    path = PACKAGE / Path(*module.split(".")).with_suffix(".py")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    comment = next((x.partition("  # ")[2] for x in lines if x.startswith(constant)), "")
    unit, _, source = comment.partition("; ")
    return unit or "UNIT", "ours" if source in ("", "ours", "our choice") else source


def write_list(numbers: Numbers) -> None:
    """Write core/design.py's list anew under its own heading."""
    path = Path(design.__file__)
    head, mark, _ = path.read_text(encoding="utf-8").partition("= {\n")
    rows = (
        f"    {json.dumps(name)}: ({_literal(value)}, {_quoted(unit)}, {_quoted(source)}),\n"
        for name, (value, unit, source) in numbers.items()
    )
    path.write_text(head + mark + "".join(rows) + "}\n", encoding="utf-8")


def _literal(value: float) -> str:
    return f"{value:_}" if isinstance(value, int) and value >= 10_000 else repr(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    """Bring list and table up to date."""
    numbers = bring_up_to_date(design.NUMBERS)
    write_list(numbers)
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(HEAD)
    PAGE.write_text(before + make_table(numbers), encoding="utf-8")


if __name__ == "__main__":
    main()
