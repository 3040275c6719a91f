from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ofttold.core.markdown_blocks import Leaf, split_lines
from ofttold.core.markdown_comments import find_comments
from ofttold.core.ritual.masking import mask_marks
from tests.core.texts import documents

USUAL = (
    "",
    "a",
    "鲸",
    "- b",
    "  c",
    "- ```",
    "```",
    "```sh",
    "  ```",
    "~~~",
    "````",
    "<!--",
    "-->",
    "d <!-- e",
    "f --> g",
    "<!-- h --> i",
    "  <!-- j -->",
    "`k <!-- l -->` m",
    "n ` <!-- o -->",
    "# p",
    "1. q",
    "   ~~~",
    "> r",
    "> ```",
)


def words(data: bytes) -> bytes:
    return re.sub(rb"[\s>]|[-+*](?=\s|$)|\d[.)]", b"", data)


def masked_by_the_tree(data: bytes) -> bytes:
    lines = split_lines(data)
    tokens = MarkdownIt("commonmark").parse(data.decode())
    kinds = {"html_block": "html", "inline": "inline"}
    leaves = [
        Leaf(kinds[token.type], *token.map) for token in tokens if token.type in kinds and token.map
    ]
    hidden = list(find_comments(lines, leaves))
    hidden += [
        (lines.offset(token.map[0]), lines.offset(token.map[1]))
        for token in tokens
        if token.type == "fence" and token.map
    ]
    out = bytearray(data)
    for start, end in hidden:
        out[start:end] = b" " * (end - start)
    return words(bytes(out))


@given(st.lists(st.sampled_from(USUAL), max_size=9))
@settings(max_examples=100)
def test_what_is_masked_is_what_the_tree_calls_fence_or_comment(lines: list[str]) -> None:
    data = "\n".join(lines).encode()
    assert words(mask_marks(data)) == masked_by_the_tree(data)


@given(documents())
@settings(max_examples=100)
def test_masking_keeps_every_line_end_and_adds_nothing(data: bytes) -> None:
    masked = mask_marks(data)
    assert re.findall(rb"[\r\n]", masked) == re.findall(rb"[\r\n]", data)
    assert len(masked) <= len(data)
    left = iter(data)
    assert all(byte in left for byte in masked if byte != 0x20)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("a <!-- b --> c", "a   c"),
        ("<!-- a\nb\n\nc --> d", " \n \n\n  d"),
        ("```\na\n```\nb", " \n \n \nb"),
        ("- ```\n  a\nb", "-  \n \nb"),
        ("> ~~~\n> a\nb", ">  \n \nb"),
        ("    a\n", "    a\n"),
        ("`<!-- a -->`", "`<!-- a -->`"),
        ("a <!-- b\n\nc -->", "a <!-- b\n\nc -->"),
        ("```\n<!--\n```\nb", " \n \n \nb"),
    ],
)
def test_fences_and_comments_become_blank(text: str, masked: str) -> None:
    assert mask_marks(text.encode()).decode() == masked


def test_fences_can_be_left_in() -> None:
    assert mask_marks(b"```\na\n```\n<!-- b -->", fences=False) == b"```\na\n```\n "


@pytest.mark.parametrize(
    "unit",
    ["- ", "> ", "<!--", "```\n", "a <!-- `\n", "- ```\n", "- - x\n", "` ", "~~~ a\n", "  - a\n"],
)
def test_time_grows_in_line_with_the_text(unit: str) -> None:
    def seconds(size: int) -> float:
        data = ((unit * size)[:size] + "x\n```\n<!--").encode()
        start = time.process_time()
        mask_marks(data)
        return time.process_time() - start

    small, large = min(seconds(25_000) for _ in range(3)), min(seconds(100_000) for _ in range(2))
    assert large < 10 * max(small, 0.004)
