from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ofttold.core.markdown import (
    LARGEST_TEXT,
    Document,
    TooLarge,
    UndecodableText,
    read_document,
)
from ofttold.core.ritual.diary import read_day
from tests.core.texts import documents


def read(text: str) -> Document:
    return read_document(text.encode(), "memory.md")


def headings(text: str) -> list[str]:
    return [section.heading for section in read(text).sections]


FENCED = """\
## 硬约定
先做:
```sh
## 我是谁
export LANG=C
```
- 不改手写行
## 我是谁
- 守夜人
"""


def test_a_heading_in_a_fence_is_no_heading() -> None:
    doc = read(FENCED)
    assert [(section.heading, section.line) for section in doc.sections] == [
        ("硬约定", 1),
        ("我是谁", 8),
    ]
    assert doc.visible(doc.sections[0]) == "\n".join(FENCED.splitlines()[1:7])


def test_a_fence_under_a_list_item_belongs_to_the_item() -> None:
    doc = read("## 常被提起\n- 第一\n  ```sh\n  ## 不是\n  ```\n- 第二\n## 我是谁\n- 人\n")
    items = doc.items(doc.sections[0])
    assert [(item.line, item.end_line, item.text) for item in items] == [
        (2, 5, "第一"),
        (6, 6, "第二"),
    ]
    assert items[0].source == "- 第一\n  ```sh\n  ## 不是\n  ```"


def test_an_unclosed_fence_is_told_by_its_line() -> None:
    doc = read("## 我是谁\n- 人\n\n```\n忘了关\n## 硬约定\n- 一条\n")
    assert [section.heading for section in doc.sections] == ["我是谁"]
    assert doc.unclosed_fence_line == 4


@pytest.mark.parametrize(
    "text", ["```\na\n```\n", "~~~~\na\n~~~~~\n", "- ```\n  a\n", "> ```\n\nb\n"]
)
def test_a_fence_that_ends_hides_nothing(text: str) -> None:
    assert read(text).unclosed_fence_line is None


@pytest.mark.parametrize("text", ["```\na\n``\n", "````\na\n```\n", "```\na\n~~~\n", "```"])
def test_a_fence_is_closed_only_by_its_own_mark(text: str) -> None:
    assert read(text).unclosed_fence_line == 1


def test_a_heading_in_a_comment_is_off() -> None:
    doc = read("## 我是谁\n- 人\n<!--\n## 硬约定\n- 旧\n-->\n## 硬约定\n- 新 <!-- 只这条 -->\n")
    assert [(section.heading, section.line) for section in doc.sections] == [
        ("我是谁", 1),
        ("硬约定", 7),
    ]
    assert doc.visible(doc.sections[0]) == "- 人"
    assert doc.visible(doc.sections[1]) == "- 新"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\n\n<!-- b\n## c\n", 3),
        ("<script>\n## c\n", 1),
        ("<? x\n\n## c", 1),
        ("<!-- a -->", None),
    ],
)
def test_a_comment_that_never_ends_is_told_by_its_line(text: str, line: int | None) -> None:
    assert read(text).unclosed_comment_line == line


def test_underlined_headings_count() -> None:
    doc = read("我是谁\n------\n- 人\n\n常被提起\n========\n- **鲸**\n")
    assert [(one.heading, one.level, one.line) for one in doc.sections] == [
        ("我是谁", 2, 1),
        ("常被提起", 1, 5),
    ]
    assert doc.visible(doc.sections[1]) == "- **鲸**"


@pytest.mark.parametrize("text", ["- a\n\n---\n", "- a\n---\n", "\n---\n", "> a\n---\n"])
def test_a_rule_is_no_underline(text: str) -> None:
    assert headings(text) == []


def test_a_closing_run_of_hashes_counts_only_after_a_blank() -> None:
    text = "## 硬约定 ##\n## 关于 C#\n## 标签 # ##   \n##\n## #\n"
    assert headings(text) == ["硬约定", "关于 C#", "标签 #", "", ""]


@pytest.mark.parametrize(
    "text", ["- ## 项里\n", "> ## 引用里\n", "    ## 缩进\n", "<div>\n## 块里\n"]
)
def test_only_the_top_of_the_document_has_headings(text: str) -> None:
    assert headings(text) == []


def test_a_section_runs_to_the_next_of_its_level_or_above() -> None:
    doc = read("## 一\na\n### 二\nb\n## 三\n# 四\n")
    assert [doc.data[slice(*one.span)].decode() for one in doc.sections] == [
        "## 一\na\n### 二\nb\n",
        "### 二\nb\n",
        "## 三\n",
        "# 四\n",
    ]


def test_a_byte_order_mark_and_crlf_stay_out_of_names() -> None:
    doc = read_document(
        "\ufeff## 我是谁\r\n- 人\r\n\r\n## 硬约定\r\n- 一条\r\n".encode(), "memory.md"
    )
    assert [(one.heading, one.line) for one in doc.sections] == [("我是谁", 1), ("硬约定", 4)]
    assert doc.items(doc.sections[0])[0].source == "- 人"


def test_line_numbers_count_newlines_only() -> None:
    doc = read("a\u2028b\x0c\r## 甲\r\r## 乙\n## 丙\n")
    assert [(one.heading, one.line) for one in doc.sections] == [("甲", 1), ("乙", 1), ("丙", 2)]


def test_a_section_with_only_comments_is_empty() -> None:
    doc = read("## 待办\n<!-- 例:\n- [ ] 买米\n-->\n\n- <!-- 空 -->\n")
    assert doc.visible(doc.sections[0]) == ""


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("```\n<!-- a -->\n```", "```\n<!-- a -->\n```"),
        ("`<!-- a -->` b", "`<!-- a -->` b"),
        ("\\<!-- a -->", "\\<!-- a -->"),
        ("a <!-- b", "a <!-- b"),
        ("a <!-- b\n\nc --> d", "a <!-- b\n\nc --> d"),
        ("a <!-- b\nc --> d", "a  d"),
        ("a ` <!-- b --> c", "a `  c"),
        ("<!-- a --> b <!-- c -->\nd", " b\nd"),
        ("- a\n  <!-- b\n  -->\n- c", "- a\n- c"),
    ],
)
def test_comments_are_left_out_where_they_are_comments(text: str, seen: str) -> None:
    assert read(text).visible() == seen


@pytest.mark.parametrize(
    ("line", "text", "checked", "ordered"),
    [
        ("- [ ] 买米", "买米", False, False),
        ("* [x] 买米", "买米", True, False),
        ("12) [X] 买米", "买米", True, True),
        ("+ [链接](a)", "[链接](a)", None, False),
        ("-", "", None, False),
        ("- 买米 <!-- 急 -->", "买米", None, False),
    ],
)
def test_an_item_tells_its_box(line: str, text: str, checked: bool | None, ordered: bool) -> None:
    (item,) = read(line).items()
    assert (item.text, item.checked, item.ordered) == (text, checked, ordered)


def test_items_of_subsections_belong_to_the_section() -> None:
    doc = read("## 常被提起\n- 一\n### 旧的\n- 二\n## 别的\n- 三\n")
    assert [item.text for item in doc.items(doc.sections[0])] == ["一", "二"]


@pytest.mark.parametrize(
    ("data", "looks"),
    [
        ("## 硬约定\n- 一条\n".encode("gb18030"), "GBK"),
        ("# 2026-11-30\n".encode("utf-16"), "UTF-16"),
        ("# 2026-11-30\n".encode("utf-16-le"), "UTF-16"),
        ("# a\n".encode("utf-32"), "UTF-32"),
        (b"# a\n\xff\xff\n", "?"),
    ],
)
def test_another_encoding_is_named_and_not_guessed_at(data: bytes, looks: str) -> None:
    with pytest.raises(UndecodableText) as refusal:
        read_document(data, "memory.md")
    assert refusal.value.values["looks"] == looks
    assert "memory.md" in refusal.value.message("zh")


def test_a_text_beyond_the_limit_is_refused() -> None:
    with pytest.raises(TooLarge):
        read_document(b"a" * (LARGEST_TEXT + 1), "memory.md")


def test_an_empty_file_has_no_sections() -> None:
    doc = read_document(b"", "memory.md")
    assert (doc.sections, doc.items(), doc.visible()) == ((), (), "")


@pytest.mark.parametrize(
    ("text", "offset", "ending"),
    [("a\r\nb\nc", 5, b"\n"), ("a\r\nb", 4, b"\r\n"), ("a\r\nb", 0, b"\r\n"), ("a", 1, b"\n")],
)
def test_the_line_ending_in_use_is_that_of_the_neighbours(
    text: str, offset: int, ending: bytes
) -> None:
    assert read(text).line_ending(offset) == ending


@given(documents())
@settings(max_examples=100)
def test_sections_are_those_of_the_commonmark_tree(data: bytes) -> None:
    doc = read_document(data, "memory.md")
    tokens = MarkdownIt("commonmark").parse(data.decode("utf-8-sig"))
    expected = [
        (tokens[at + 1].content.replace("\n", " ").replace("\ufffd", "\x00"), int(token.tag[1]))
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]
    assert [(one.heading, one.level) for one in doc.sections] == expected


@given(documents())
@settings(max_examples=100)
def test_every_span_gives_the_persons_own_bytes(data: bytes) -> None:
    doc = read_document(data, "memory.md")
    for item in doc.items():
        assert data[slice(*item.span)].decode() == item.source
        assert data.count(b"\n", 0, item.span[0]) + 1 == item.line
        assert data.count(b"\n", 0, item.span[1]) + 1 == item.end_line
    for section in doc.sections:
        assert section.span[0] < section.body_span[0] <= section.body_span[1] == section.span[1]
        assert data[section.span[1] - 1 : section.span[1]] in (b"\n", b"\r") or (
            section.span[1] == len(data)
        )


@given(documents())
@settings(max_examples=100)
def test_what_is_visible_is_made_of_the_persons_own_lines(data: bytes) -> None:
    doc = read_document(data, "memory.md")
    if b"<!--" not in data:
        assert doc.visible() == re.sub(r"\A(?:[ \t]*[\r\n]+)+", "", doc.text).rstrip(" \t\r\n")
    left = iter(doc.text)
    assert all(letter in left for letter in doc.visible())


HOSTILE = {
    "one letter": "A",
    "marks": "*_~",
    "ticks": "`",
    "hashes": "#",
    "nested lists": "- ",
    "nested lists with text": "- - - - x\n",
    "nested quotes": "> ",
    "underlines": "x\n=",
    "blanks": " ",
    "comment openers": "<!--",
    "comment opener lines": "a <!-- `\n",
    "attributes": "<a b=\n",
    "definitions": "[a]: b\n",
    "brackets": "[a\n",
    "headings": "# (a)\n",
    "fences": "```\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_in_line_with_the_text(name: str) -> None:
    def seconds(size: int) -> float:
        text = (HOSTILE[name] * size)[:size] + "@"
        start = time.process_time()
        doc = read(text)
        doc.items()
        doc.visible()
        return time.process_time() - start

    seconds(1000)
    small, large = min(seconds(20_000) for _ in range(3)), min(seconds(80_000) for _ in range(2))
    assert large < 10 * max(small, 0.004)


@given(st.integers(1, 60), st.sampled_from(["- ", "> ", "1. ", "  - ", "> - "]))
def test_deep_nesting_hides_no_later_heading(depth: int, container: str) -> None:
    text = container * depth + "x\n\n## 我是谁\n"
    ladder = "".join("  " * level + "- x\n" for level in range(depth)) + "## 硬约定\n"
    assert headings(text) == ["我是谁"]
    assert headings(ladder) == ["硬约定"]


ONE_LINERS = {
    "letter": "A" * 300_000,
    "pair": "ab" * 150_000,
    "marks": "*_~" * 100_000,
    "ticks": "`" * 3000 + "x",
    "hashes": "#" * 200_000,
    "dashes": "- " * 100_000,
    "dashes and text": "- " * 100_000 + "x",
    "underline": "x" * 100_000 + "\n" + "=" * 99_999 + "y",
    "blanks": " " * 200_000 + "@",
    "quotes": "> " * 100_000 + "x",
    "brackets": "[" * 300_000,
}


@pytest.mark.parametrize("name", ONE_LINERS)
def test_a_hostile_file_of_one_line_is_read_within_a_second(name: str) -> None:
    data = ONE_LINERS[name].encode()
    start = time.process_time()
    doc = read_document(data, "memory.md")
    doc.items()
    doc.visible()
    read_day(data)
    assert time.process_time() - start < 1.0
