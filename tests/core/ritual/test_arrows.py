"""Arrows: which one points, seen through a line's marks."""

from __future__ import annotations

from time import process_time

import pytest
from markdown_it import MarkdownIt

from ofttold.core.ritual.arrows import Inline, find_target_arrow


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a → b", (2, 3)),
        ("a -> b", (2, 4)),
        ("a → b → c", (6, 7)),
        ("**a → b** → c", (10, 11)),
        ("*a → b* → c", (8, 9)),
        ("_a → b_", None),
        ("`a → b`", None),
        ("``a ` → b``", None),
        ("a **→** b", (4, 7)),
        ("a → `b → c`", (2, 3)),
        ("a →", None),
        ("a → b <!-- → c -->", (2, 3)),
        ("a <!-- → c", None),
        ("2 * 3 → 4 * 5", (6, 7)),
        ("\\*a → b\\*", (4, 5)),
        ("a ⇒ b", None),
    ],
)
def test_the_target_arrow_is_the_last_one_outside_marks_that_something_follows(
    text: str, place: tuple[int, int] | None
) -> None:
    assert find_target_arrow(text) == place


@pytest.mark.parametrize(
    "text",
    [
        "**whale·round** → x",
        "a **b *c* d** e",
        "***a* b**",
        "***a** b*",
        "__a__ and **b**",
        "**a `**` b**",
        "\\**a**",
        "**a\\** b**",
        "**a",
        "a**b**c",
        "** a **",
        "**a*b**",
        "**(.*)+[a-z]$·x** → x",
        "*a **b* c**",
        "`**a**` **b**",
        "**a** **b**",
    ],
)
def test_bold_is_what_commonmark_calls_strong(text: str) -> None:
    inline = Inline(text)
    ours = [inline.words(*span) for span in inline.bolds]
    theirs = []
    depth, words = 0, ""
    for token in MarkdownIt("commonmark").parseInline(text)[0].children or []:
        depth += {"strong_open": 1, "strong_close": -1}.get(token.type, 0)
        if depth and token.type in ("text", "text_special", "code_inline"):
            words += token.content
        if token.type == "strong_close" and not depth:
            theirs.append(words)
            words = ""
    assert ours == theirs


@pytest.mark.parametrize(
    "unit", ["*a ", "a* ", "*a* ", "`", "` `` ", "→ ", "**→** ", "[a](", "[[", "<!-- --> ", "_*a "]
)
def test_a_long_odd_line_is_read_in_passing(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    start = process_time()
    inline = Inline(text)
    find_target_arrow(text)
    inline.words(0, len(text))
    assert process_time() - start < 5
