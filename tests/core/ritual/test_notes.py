from __future__ import annotations

from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ofttold.core.errors import OfttoldError
from ofttold.core.insertion import NoPlace, UnclosedComment, UnclosedFence
from ofttold.core.markdown import Document, read_document
from ofttold.core.ritual.anchors import parse_anchor
from ofttold.core.ritual.notes import (
    LONGEST_NOTE,
    EmptyNote,
    NotePlan,
    NoteTooLong,
    Where,
    clean_title,
    plan_note,
    read_todo_title,
)
from ofttold.core.ritual.sections import (
    AmbiguousSection,
    HiddenByComment,
    HiddenByFence,
    find_section,
)
from ofttold.core.splice import apply, invert
from ofttold.core.strings import Lang
from tests.core.texts import documents

TODAY = date(2026, 11, 30)


def read(text: str | bytes) -> Document:
    return read_document(text.encode() if isinstance(text, str) else text, "memory.md")


def plan(text: str | bytes, title: str, where: Where = "oft_told", lang: Lang = "zh") -> NotePlan:
    return plan_note(read(text), title, where, today=TODAY, lang=lang)


def noted(text: str, title: str = "鲸", where: Where = "oft_told", lang: Lang = "zh") -> str:
    made = plan(text, title, where, lang)
    assert made.splice is not None
    return apply(text.encode(), made.splice).decode()


LINE = "**鲸** → `2026-11-30`"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("## 常被提起\n- a\n", f"## 常被提起\n- a\n- {LINE}\n"),
        ("## 常被提起\n- a", f"## 常被提起\n- a\n- {LINE}"),
        ("## 常被提起\r\n- a\r\nb\r\n", f"## 常被提起\r\n- a\r\nb\r\n- {LINE}\r\n"),
        ("## 常被提起\r\n- a\n\n## b\n", f"## 常被提起\r\n- a\n- {LINE}\n\n## b\n"),
        ("## 常被提起\r- a\r", f"## 常被提起\r- a\r- {LINE}\r"),
        ("## 常被提起\n* a\n  - b\n\nc\n", f"## 常被提起\n* a\n  - b\n* {LINE}\n\nc\n"),
        ("## 常被提起\n  +   a\n", f"## 常被提起\n  +   a\n  +   {LINE}\n"),
        ("## 常被提起\n-\ta\n", f"## 常被提起\n-\ta\n-\t{LINE}\n"),
        ("## 常被提起\n1. a\n2. b\n", f"## 常被提起\n1. a\n2. b\n3. {LINE}\n"),
        ("## 常被提起\n1) a\n1) b\n", f"## 常被提起\n1) a\n1) b\n1) {LINE}\n"),
        ("## 常被提起\n9. a\n", f"## 常被提起\n9. a\n10. {LINE}\n"),
        ("## 常被提起\n- a\n\n- b\n", f"## 常被提起\n- a\n\n- b\n\n- {LINE}\n"),
        ("## 常被提起\n- a\n- b\n\n\n", f"## 常被提起\n- a\n- b\n- {LINE}\n\n\n"),
        ("## 常被提起\n- a\n\nb\n\n* c\n", f"## 常被提起\n- a\n\nb\n\n* c\n* {LINE}\n"),
        ("## 常被提起\n- a\n### 旧\n- b\n", f"## 常被提起\n- a\n- {LINE}\n### 旧\n- b\n"),
        ("## 常被提起\n- a\n<!-- b -->\n", f"## 常被提起\n- a\n- {LINE}\n<!-- b -->\n"),
        ("## 常被提起\n- a\n  ```\n  b\n", f"## 常被提起\n- a\n  ```\n  b\n- {LINE}\n"),
        ("## 常被提起", f"## 常被提起\n\n- {LINE}"),
        ("## 常被提起\n", f"## 常被提起\n\n- {LINE}\n"),
        ("## 常被提起\n## b\n", f"## 常被提起\n\n- {LINE}\n\n## b\n"),
        ("## 常被提起\n\n\n## b\n", f"## 常被提起\n\n- {LINE}\n\n\n## b\n"),
        ("常被提起\n---\nb\nc\n===\n", f"常被提起\n---\n\n- {LINE}\n\nb\nc\n===\n"),
        ("## 常被提起\n<!--\n- a\n-->\n", f"## 常被提起\n<!--\n- a\n-->\n\n- {LINE}\n"),
        ("## 常被提起\n\na\n\n## b", f"## 常被提起\n\na\n\n- {LINE}\n\n## b"),
        ("", f"## 常被提起\n\n- {LINE}\n"),
        ("\ufeff", f"\ufeff## 常被提起\n\n- {LINE}\n"),
        ("# a", f"# a\n\n## 常被提起\n\n- {LINE}"),
        ("# a\r\n", f"# a\r\n\r\n## 常被提起\r\n\r\n- {LINE}\r\n"),
        ("# a\n\n", f"# a\n\n## 常被提起\n\n- {LINE}\n"),
        ("# 我是谁\n- a\n", f"# 我是谁\n- a\n\n# 常被提起\n\n- {LINE}\n"),
    ],
)
def test_the_line_goes_behind_the_last_item_in_the_lists_own_manner(
    before: str, after: str
) -> None:
    assert noted(before) == after


def test_a_to_do_gets_a_box_and_the_day() -> None:
    assert noted("## 待办\n* [x] a\n", "买米", "todo") == (
        "## 待办\n* [x] a\n* [ ] 买米（2026-11-30）\n"
    )
    assert noted("## To do\n", "buy rice", "todo", "en") == (
        "## To do\n\n- [ ] buy rice (2026-11-30)\n"
    )


def test_the_answer_names_section_and_line() -> None:
    made = plan("# x\n## 🐋 常被提起：\n- a\n\n## 待办\n", "鲸·圆润")
    assert (made.line, made.section_heading, made.section_made, made.already_at) == (
        4,
        "🐋 常被提起：",
        False,
        None,
    )
    assert made.source == "- **鲸·圆润** → `2026-11-30`"


def test_a_missing_section_is_made_and_the_answer_says_so() -> None:
    made = plan("# x\n", "whale", "todo", "en")
    assert (made.line, made.section_heading, made.section_made) == (5, "To do", True)


@pytest.mark.parametrize(
    ("text", "title", "where", "line"),
    [
        ("## 常被提起\n\n- **鲸·圆润** → `2026-10-30`\n", "鲸·圆润", "oft_told", 3),
        ("## Oft-told\n- **The\u200b Whale** → x\n", "the  whale", "oft_told", 2),
        ("## 常被提起\n- a\n- **a \\*b\\*** → `x.md`\n", "a *b*", "oft_told", 3),
        ("## 待办\n- [ ] 买米（2026-10-30）\n", "买米", "todo", 2),
        ("## 待办\n- 买米\n", "买米", "todo", 2),
    ],
)
def test_the_same_title_again_writes_nothing(
    text: str, title: str, where: Where, line: int
) -> None:
    made = plan(text, title, where)
    assert (made.splice, made.already_at, made.line) == (None, line, line)


def test_a_to_do_that_is_done_can_be_noted_again() -> None:
    assert plan("## 待办\n- [x] 买米（2026-10-30）\n", "买米", "todo").splice is not None


TITLES = st.one_of(
    st.text(st.sampled_from("鲸ab ·→`*_~\\<!->[]()#|&{}\n\t：（）.-"), max_size=16),
    st.text(max_size=20),
    st.sampled_from(
        ["- a", "1. a", "# a", "> a", "a\\", "`a", "**a**", "[a](b)", "[[a|b]]", "<!-- a -->", "→"]
    ),
)


@given(TITLES, st.sampled_from(["oft_told", "todo"]), st.sampled_from(["zh", "en"]))
@settings(max_examples=150)
@example("a\\\\<!-- b", "todo", "zh")
@example("![a](b) _c_ d_e", "oft_told", "zh")
def test_a_noted_title_reads_back_as_itself(text: str, where: Where, lang: Lang) -> None:
    try:
        title = clean_title(text)
    except EmptyNote:
        return
    before = b"## Oft-told\n- an older line\n\n## To do\n- an older line\n"
    made = plan(before, text, where, lang)
    assert made.title == title
    assert made.splice is not None
    after = read(apply(before, made.splice))
    section = find_section(after, where)
    assert section is not None
    first, new = after.items(section)
    assert (first.text, new.line) == ("an older line", made.line)
    if where == "oft_told":
        anchor = parse_anchor(new.source, new.line)
        assert (anchor.title, anchor.marked) == (title, TODAY)
    else:
        assert (read_todo_title(new.text), new.checked) == (title, False)
    assert plan(after.data, text, where, lang).already_at == made.line


REFUSALS = (
    AmbiguousSection,
    HiddenByFence,
    HiddenByComment,
    UnclosedFence,
    UnclosedComment,
    NoPlace,
)


@given(documents(), st.sampled_from(["oft_told", "todo"]))
@settings(max_examples=150)
def test_a_note_is_one_insertion_and_leaves_all_else_as_it_was(data: bytes, where: Where) -> None:
    try:
        made = plan(data, "新词", where)
    except REFUSALS:
        return
    splice = made.splice
    assert splice is not None
    assert splice.start == splice.end
    after = apply(data, splice)
    assert apply(after, invert(data, splice)) == data
    doc, old = read(after), read(data)
    sources = [item.source for item in doc.items()]
    assert sources.count(made.source) == 1
    sources.remove(made.source)
    assert sources == [item.source for item in old.items()]
    assert len(doc.sections) == len(old.sections) + made.section_made
    assert doc.text.split("\n")[made.line - 1].find("新词") >= 0
    assert plan(after, "新词", where).already_at == made.line


def test_two_sections_of_one_name_take_no_note() -> None:
    with pytest.raises(AmbiguousSection):
        plan("## 待办\n- a\n## 待办：\n", "b", "todo")


def test_a_note_does_not_go_into_an_open_fence() -> None:
    with pytest.raises(UnclosedFence) as refusal:
        plan("## 常被提起\n\n```\na\n", "鲸")
    assert refusal.value.values["line"] == 3
    with pytest.raises(HiddenByFence):
        plan("## 待办\n```\n## 常被提起\n", "鲸")


def test_a_note_does_not_go_into_an_open_comment() -> None:
    with pytest.raises(UnclosedComment):
        plan("## 常被提起\n\n<!--\na\n", "鲸")


@pytest.mark.parametrize("text", ["", " \n\t", "\u200b", "\x00"])
def test_a_note_without_words_is_refused(text: str) -> None:
    with pytest.raises(EmptyNote):
        plan("## 常被提起\n", text)


def test_a_note_too_long_for_a_line_is_refused() -> None:
    assert plan("## 常被提起\n", "长" * LONGEST_NOTE).splice is not None
    with pytest.raises(NoteTooLong):
        plan("## 常被提起\n", "长" * (LONGEST_NOTE + 1))


@pytest.mark.parametrize("refusal", [*REFUSALS, EmptyNote, NoteTooLong])
def test_every_refusal_is_said_in_both_languages(refusal: type[OfttoldError]) -> None:
    said = refusal(
        name="memory.md", heading="x", lines="1", line=1, count=2, text="x", length=3, longest=2
    )
    assert said.message("zh") != said.message("en")
