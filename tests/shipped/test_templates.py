"""The scaffold's templates hold headings and comments, and not one line of memory."""

from __future__ import annotations

import re
from datetime import date

import pytest
from markdown_it import MarkdownIt

from ofttold.core.markdown import Document, Item, read_document
from ofttold.core.ritual.anchors import parse_anchor
from ofttold.core.ritual.detours import read_detours
from ofttold.core.ritual.diary import day_of, read_day, suspect_name
from ofttold.core.ritual.emotions import read_live
from ofttold.core.ritual.index import read_index
from ofttold.core.ritual.sections import find_section, find_sections, guess_lang
from ofttold.core.ritual.todos import read_todos
from ofttold.core.strings import Lang
from ofttold.edge.shipped import read_shipped

DAY, TODAY = date(2026, 10, 30), date(2026, 11, 30)
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


def read(lang: Lang, path: str, *, uncommented: bool = False) -> Document:
    data = read_shipped("scaffold", lang)[path]
    if uncommented:
        data = re.sub(rb"<!--\n?|-->", b"", data)
    return read_document(data, path)


def only_item(doc: Document, key: str) -> Item:
    section = find_section(doc, key)
    assert section is not None
    (item,) = doc.items(section)
    return item


@pytest.mark.parametrize("lang", LANGS)
def test_every_known_section_is_there_once_and_empty(lang: Lang) -> None:
    docs = {path: read(lang, path) for path in ("memory.md", "relationship.md")}
    assert guess_lang(docs.values()) == lang
    for path, keys in {
        "memory.md": ("oft_told", "who_i_am", "hard_rules", "todo"),
        "relationship.md": ("who_i_am", "vocabulary", "emotion_now", "emotion_memories"),
    }.items():
        for key in keys:
            (section,) = find_sections(docs[path], key)
            assert docs[path].visible(section).strip() == ""
            assert docs[path].items(section) == ()


@pytest.mark.parametrize("lang", LANGS)
def test_no_example_counts_while_it_stands_in_its_comment(lang: Lang) -> None:
    assert read_todos(read(lang, "memory.md"), today=TODAY) == (0, None)
    assert read_live(read(lang, "relationship.md")) is None
    assert read_index(read(lang, "index.md")) == ()
    assert read_detours(read(lang, "detours.md")).entries == 0
    assert read_day(read_shipped("scaffold", lang)["diary/README.md"]).tags == ()
    assert day_of("README.md") is None
    assert not suspect_name("README.md")


@pytest.mark.parametrize("lang", LANGS)
def test_every_example_is_read_once_its_comment_is_taken_away(lang: Lang) -> None:
    memory = read(lang, "memory.md", uncommented=True)
    anchor = only_item(memory, "oft_told")
    read_back = parse_anchor(anchor.source, anchor.line)
    assert read_back.handle == {"zh": "词语", "en": "Word"}[lang]
    assert read_back.marked == DAY
    assert read_todos(memory, today=TODAY) == (1, (TODAY - DAY).days)
    relationship = read(lang, "relationship.md", uncommented=True)
    live = read_live(relationship)
    assert live is not None
    assert only_item(relationship, "vocabulary").text.startswith(live.value)
    assert live.value in only_item(relationship, "emotion_memories").text
    assert [line.day for line in read_index(read(lang, "index.md", uncommented=True))] == [DAY]
    assert read_detours(read(lang, "detours.md", uncommented=True)).entries == 1
    readme = re.sub(rb"<!--|-->", b"", read_shipped("scaffold", lang)["diary/README.md"])
    assert len(read_day(readme).tags) == 2
