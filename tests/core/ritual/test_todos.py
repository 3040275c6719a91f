from __future__ import annotations

from datetime import date

import pytest

from ofttold.core.markdown import read_document
from ofttold.core.ritual.todos import read_todos

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("body", "count", "oldest"),
    [
        ("- [ ] a（2026-11-18）\n- [x] b（2026-01-01）\n- c (2026-11-20)\n", 2, 12),
        ("- [ ] a\n", 1, None),
        ("- [ ] 2026-01-01 起 a，改到 2026-11-29\n", 1, 1),
        ("- [ ] a（2026-12-24）\n", 1, 0),
        ("- [ ] a\n  - [ ] 子（2026-11-01）\n", 1, 29),
        ("- [ ] a（2026-11-31）\n", 1, None),
        ("-\n- [ ]\n- <!-- [ ] a -->\n", 0, None),
        ("<!--\n- [ ] a（2026-10-30）\n-->\n", 0, None),
        ("段落（2026-10-30）\n", 0, None),
        ("- [ ] a <!-- 2026-01-01 -->\n", 1, None),
        ("- [X] a\n- [✓] b\n- [-] c\n", 0, None),
    ],
)
def test_open_to_dos_are_counted_and_the_oldest_told(
    body: str, count: int, oldest: int | None
) -> None:
    doc = read_document(f"## 待办\n{body}## 别的\n- x\n".encode(), "memory.md")
    assert read_todos(doc, today=TODAY) == (count, oldest)


def test_without_the_section_there_are_no_to_dos() -> None:
    assert read_todos(read_document(b"- a\n", "memory.md"), today=TODAY) == (0, None)
