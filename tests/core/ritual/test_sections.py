from __future__ import annotations

import pytest

from ofttold.core.markdown import Document, read_document
from ofttold.core.ritual.sections import (
    KNOWN,
    AmbiguousSection,
    HiddenByComment,
    HiddenByFence,
    find_section,
    find_sections,
    guess_lang,
    heading_for,
    section_for_writing,
)


def read(text: str) -> Document:
    return read_document(text.encode(), "memory.md")


@pytest.mark.parametrize("key", KNOWN)
def test_each_known_name_finds_its_section(key: str) -> None:
    for name in KNOWN[key]:
        found = find_section(read(f"# x\n## {name.upper()}\n- a\n"), key)
        assert found is not None
        assert found.line == 2


def test_no_name_belongs_to_two_sections() -> None:
    names = [name.casefold() for names in KNOWN.values() for name in names]
    assert len(names) == len(set(names))


def test_a_heading_of_the_persons_own_is_found_by_its_text() -> None:
    found = find_section(read("## 🎵 歌单：\n- a\n"), "歌单")
    assert found is not None


def test_names_from_the_settings_are_added_to_the_known_ones() -> None:
    doc = read("## What I keep saying\n")
    assert find_section(doc, "oft_told") is None
    assert find_section(doc, "oft_told", {"oft_told": ["what I keep saying"]}) is not None
    assert find_section(read("## 常被提起\n"), "oft_told", {"oft_told": ["x"]}) is not None


THREE = (
    "# 本子\n## 今天\n### 硬约定\n- 今天\n## 硬约定\n- 一直\n### 例外\n# 附录\n## 硬约定\n- 抄\n"
)


def test_a_reader_takes_the_first_of_several() -> None:
    found = find_section(read(THREE), "hard_rules")
    assert found is not None
    assert found.line == 3
    assert [section.line for section in find_sections(read(THREE), "hard_rules")] == [3, 5, 9]


def test_a_writer_is_refused_with_every_candidate() -> None:
    with pytest.raises(AmbiguousSection) as refusal:
        section_for_writing(read(THREE), "hard_rules")
    assert refusal.value.values["lines"] == "3, 5, 9"
    assert "3, 5, 9" in refusal.value.message("zh")


def test_a_section_that_a_fence_may_hide_is_not_made_anew() -> None:
    with pytest.raises(HiddenByFence) as refusal:
        section_for_writing(read("## 我是谁\n```\n## 硬约定\n"), "hard_rules")
    assert refusal.value.values["line"] == 2
    assert "硬约定" in str(refusal.value)


def test_a_section_that_a_comment_may_hide_is_not_made_anew() -> None:
    with pytest.raises(HiddenByComment):
        section_for_writing(read("## Who I am\n\n<!-- x\n## Hard rules\n"), "hard_rules")


def test_a_section_before_the_open_fence_can_be_written() -> None:
    assert section_for_writing(read("## 硬约定\n- a\n```\n"), "hard_rules") is not None


def test_a_missing_section_is_none() -> None:
    assert section_for_writing(read("## 我是谁\n"), "hard_rules") is None


@pytest.mark.parametrize(
    ("texts", "lang"),
    [
        (["## 常被提起\n", "## x\n"], "zh"),
        (["## Oft-told\n## To do\n## 我是谁\n"], "en"),
        (["# My notes\n"], "en"),
        (["# 笔记\n"], "zh"),
        (["只有正文\n"], None),
        ([], None),
    ],
)
def test_the_language_is_guessed_from_headings(texts: list[str], lang: str | None) -> None:
    assert guess_lang(read(text) for text in texts) == lang


def test_a_new_section_is_named_in_the_folders_language() -> None:
    assert (heading_for("oft_told", "zh"), heading_for("oft_told", "en")) == (
        "常被提起",
        "Oft-told",
    )
