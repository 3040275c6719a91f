"""The scaffold's templates hold headings and comments, and not one line of memory."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from ofttold.core.strings import Lang
from ofttold.edge.shipped import read_shipped

LANGS: tuple[Lang, ...] = ("zh", "en")
EVERY = [(lang, path) for lang in LANGS for path in read_shipped("scaffold", lang)]
SECTIONS: dict[tuple[Lang, str], list[str]] = {
    ("zh", "memory.md"): ["常被提起", "我是谁", "硬约定", "待办"],
    ("en", "memory.md"): ["Oft-told", "Who I am", "Hard rules", "To do"],
    ("zh", "relationship.md"): ["我是谁", "情绪词表", "情绪缓存区", "情绪记忆"],
    ("en", "relationship.md"): [
        "Who I am",
        "Emotion vocabulary",
        "Emotion now",
        "Emotion memories",
    ],
}


@pytest.mark.parametrize(("lang", "path"), EVERY)
def test_a_template_is_headings_and_comments_only(lang: Lang, path: str) -> None:
    for token in MarkdownIt("commonmark").parse(
        read_shipped("scaffold", lang)[path].decode("utf-8")
    ):
        assert token.type in ("heading_open", "inline", "heading_close", "html_block")
        if token.type == "html_block":
            assert re.fullmatch(r"<!--.*-->\s*", token.content, re.DOTALL)


@pytest.mark.parametrize(("lang", "path"), EVERY)
def test_a_template_is_plain_utf8_with_line_feeds_and_a_last_one(lang: Lang, path: str) -> None:
    data = read_shipped("scaffold", lang)[path]
    assert not data.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in data
    assert data.endswith(b"\n")
    assert not data.endswith(b"\n\n")


@pytest.mark.parametrize(("lang", "path"), list(SECTIONS))
def test_a_template_holds_its_sections_in_order(lang: Lang, path: str) -> None:
    text = read_shipped("scaffold", lang)[path].decode("utf-8")
    outside = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    assert re.findall(r"^## (.+)$", outside, re.MULTILINE) == SECTIONS[lang, path]
