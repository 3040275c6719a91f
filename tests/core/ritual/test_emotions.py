from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.errors import OfttoldError
from ofttold.core.insertion import NoPlace
from ofttold.core.markdown import Document, read_document
from ofttold.core.ritual.emotions import (
    EmotionPlan,
    NoEmotionSection,
    NotOneWord,
    NoVocabulary,
    StrangeEmotion,
    UnknownEmotion,
    plan_emotion,
    read_live,
    read_vocabulary,
)
from ofttold.core.ritual.item_tags import find_item_tags
from ofttold.core.ritual.sections import AmbiguousSection, HiddenByComment, HiddenByFence
from ofttold.core.ritual.vocabulary import Vocabulary
from ofttold.core.splice import apply, invert
from ofttold.core.strings import Lang
from tests.core.texts import documents


def read(text: str | bytes) -> Document:
    return read_document(text.encode() if isinstance(text, str) else text, "relationship.md")


def words(body: str) -> list[str]:
    vocabulary = read_vocabulary(read(f"## 情绪词表\n{body}\n"))
    assert vocabulary is not None
    return list(vocabulary.words)


@pytest.mark.parametrize(
    "body",
    [
        "- 平静\n- 安心\n- calm",
        "- 平静：没有风、没有浪\n- **安心** —— 有人在\n- calm - nothing on the mind",
        "* `平静`（早上）\n* [ ] 安心 → 见日记\n* calm: 1, 2",
        "1. 平静、安心\n2. calm",
        "- 好的：\n  - 平静：一\n  - 安心\n- calm\n  - 说明一句",
        "只加不删。\n\n- 平静\n- 安心 <!-- 旧 -->\n<!-- - 怕 -->\n- calm\n\n> 引用",
        "| 词 | 注 |\n|---|---|\n| 平静 | 一、二 |\n| **安心** | |\n| calm |",
        "词 | 注\n:-- | --\n平静 | 怕\n安心 | 怕\ncalm | 怕",
        "平静、安心，calm",
        "平静 安心 calm",
        "平静 / 安心；calm。",
        "平静：没有风，没有浪\n安心\ncalm",
        "好的：平静、安心\ncalm",
        "### 好的\n- 平静\n- 安心\n### 别的\n- calm",
    ],
)
def test_the_vocabulary_is_read_however_it_is_listed(body: str) -> None:
    assert words(body) == ["平静", "安心", "calm"]


def test_each_word_knows_its_line() -> None:
    vocabulary = read_vocabulary(read("# x\n\n## 情绪词表\n- 平静\n\n<!--\n-->\n- 安心、怕\n"))
    assert vocabulary is not None
    assert list(zip(vocabulary.words, vocabulary.lines, strict=True)) == [
        ("平静", 4),
        ("安心", 8),
        ("怕", 8),
    ]


def test_no_section_is_no_vocabulary_and_only_comments_an_empty_one() -> None:
    assert read_vocabulary(read("## 别的\n- 平静\n")) is None
    assert words("<!--\n- 平静\n-->") == []


@pytest.mark.parametrize("word", ["Calm", "CALM", "calm\u200b", "😌 calm", "☕", "☕\ufe0f"])
def test_words_are_compared_folded(word: str) -> None:
    assert Vocabulary(["calm", "☕\ufe0f"]).has(word)
    assert not Vocabulary(["calmer", "🍵"]).has(word)


def test_near_words_are_offered_nearest_first() -> None:
    vocabulary = Vocabulary(["满意", "平静", "calm", "content"])
    assert vocabulary.near("惬意") == ["满意"]
    assert vocabulary.near("Clam") == ["calm"]
    assert vocabulary.near("愤怒") == []


FILE = "## 情绪词表\n- 平静\n- 好奇\n- at peace\n\n## 情绪缓存区\n\n{}\n\n## 情绪记忆\n"


def plan(text: str | bytes, word: str = "好奇", lang: Lang = "zh") -> EmotionPlan:
    return plan_emotion(read(text), word, lang=lang)


def changed(text: str, word: str = "好奇", lang: Lang = "zh") -> str:
    made = plan(text, word, lang)
    assert made.splice is not None
    return apply(text.encode(), made.splice).decode()


@pytest.mark.parametrize(
    "live",
    [
        "此刻：{}",
        "此刻:{}",
        "此刻： {}  ",
        "**此刻**：{}",
        "**此刻：** {}",
        "**此刻：{}**",
        "- 此刻：{}",
        "> - **此刻**：_{}_",
        "此刻情绪：`{}`",
        "Now: {}",
        "NOW : {}",
        "情绪：{}",
        "此刻：{} <!-- 只这一行 -->",
        "说明一句\n此刻：{}\n此刻：怕",
        "<!--\n此刻：怕\n-->\n此刻：{}",
        "```\n此刻：怕\n```\n\n此刻：{}",
    ],
)
def test_only_the_value_of_the_live_line_changes(live: str) -> None:
    before = FILE.format(live.format("平静"))
    assert changed(before) == FILE.format(live.format("好奇"))
    made = plan(before)
    assert made.splice is not None
    assert (made.before, made.word) == ("平静", "好奇")
    assert before.encode()[made.splice.start : made.splice.end].decode() == "平静"


@pytest.mark.parametrize(
    ("live", "after"),
    [
        ("此刻：", "此刻：好奇"),
        ("Now:", "Now: 好奇"),
        ("**Now:**", "**Now:** 好奇"),
        ("此刻：<!-- 空 -->", "此刻：好奇<!-- 空 -->"),
        ("此刻：平静、累（一点）", "此刻：好奇"),
    ],
)
def test_an_empty_or_longer_value_is_replaced_too(live: str, after: str) -> None:
    assert changed(FILE.format(live)) == FILE.format(after)


VOCABULARY = "## 情绪词表\n- 好奇\n\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("## 情绪缓存区", "## 情绪缓存区\n\n此刻：好奇"),
        ("## 情绪缓存区\n", "## 情绪缓存区\n\n此刻：好奇\n"),
        ("## 情绪缓存区\n\n", "## 情绪缓存区\n\n此刻：好奇\n"),
        ("## 情绪缓存区\n\n\n", "## 情绪缓存区\n\n此刻：好奇\n\n"),
        ("## 情绪缓存区\n## b\n", "## 情绪缓存区\n\n此刻：好奇\n\n## b\n"),
        ("## 情绪缓存区\r\n\r\n## b", "## 情绪缓存区\r\n\r\n此刻：好奇\r\n\r\n## b"),
        ("## 情绪缓存区\nb\n", "## 情绪缓存区\n\n此刻：好奇\n\nb\n"),
        ("情绪缓存区\n---\n\n<!-- b -->\n", "情绪缓存区\n---\n\n此刻：好奇\n\n<!-- b -->\n"),
    ],
)
def test_where_no_live_line_stands_one_is_inserted(before: str, after: str) -> None:
    assert changed(VOCABULARY + before) == VOCABULARY + after
    assert plan(VOCABULARY + before).before is None


def test_a_new_live_line_speaks_the_folders_language() -> None:
    text = "## Emotion vocabulary\n- calm\n\n## Emotion now\n"
    assert changed(text, "Calm", "en") == text + "\nNow: calm\n"


def test_the_same_word_again_changes_nothing() -> None:
    made = plan(FILE.format("此刻：好奇"))
    assert (made.splice, made.line, made.before) == (None, 8, "好奇")


def test_a_word_of_two_parts_is_one_word_if_the_vocabulary_has_it() -> None:
    assert plan(FILE.format("Now: x"), "At  Peace").word == "at peace"


@pytest.mark.parametrize(
    ("text", "word", "refusal"),
    [
        (FILE.format("此刻：平静"), "好气", UnknownEmotion),
        (FILE.format("此刻：平静"), "愤怒", StrangeEmotion),
        (FILE.format("此刻：平静"), "平静、好奇", NotOneWord),
        (FILE.format("此刻：平静"), "平静\n好奇", NotOneWord),
        (FILE.format("此刻：平静"), " ", NotOneWord),
        ("## 情绪缓存区\n此刻：平静\n", "平静", NoVocabulary),
        ("## 情绪词表\n\n## 情绪缓存区\n此刻：平静\n", "平静", NoVocabulary),
        ("## 情绪词表\n- 平静\n", "平静", NoEmotionSection),
        (VOCABULARY + "## 情绪缓存区\n## 情绪缓存区：\n", "好奇", AmbiguousSection),
        (VOCABULARY + "```\n## 情绪缓存区\n", "好奇", HiddenByFence),
    ],
)
def test_what_cannot_be_written_is_refused(
    text: str, word: str, refusal: type[OfttoldError]
) -> None:
    with pytest.raises(refusal) as raised:
        plan(text, word)
    assert raised.value.message("zh") != raised.value.message("en")
    assert raised.value.hint("zh")


def test_a_refused_word_comes_with_near_ones_and_how_to_add_it() -> None:
    with pytest.raises(UnknownEmotion) as raised:
        plan(FILE.format("此刻：平静"), "好气")
    assert raised.value.values["near"] == "好奇"
    assert "- 好气" in raised.value.hint("zh")


LIVE = st.sampled_from(
    ["", "## 情绪缓存区\n", "## 情绪缓存区\r\n此刻：怕\r\n", "## Emotion now\n- Now: x"]
)


@given(documents(), LIVE, documents())
@settings(max_examples=150)
def test_an_emotion_is_one_change_and_reads_back(head: bytes, live: str, tail: bytes) -> None:
    data = VOCABULARY.encode() + head.removeprefix(b"\xef\xbb\xbf") + b"\n\n" + live.encode()
    data += tail.removeprefix(b"\xef\xbb\xbf")
    try:
        made = plan(data)
    except (NoEmotionSection, AmbiguousSection, HiddenByFence, HiddenByComment, NoPlace):
        return
    assert made.splice is not None
    after = apply(data, made.splice)
    assert apply(after, invert(data, made.splice)) == data
    new = read_live(read(after))
    assert new is not None
    assert (new.value, new.line) == ("好奇", made.line)
    assert plan(after).splice is None


@pytest.mark.parametrize(
    ("item", "tags"),
    [
        ("- **鲸·圆润** → `2026-10-30`（平静）", ["平静"]),
        ("- 那天看海（平静、安心）→ `2026-10-30`", ["平静", "安心"]),
        ("- a rainy day (calm) -> `2026-10-30`", ["calm"]),
        ("- 那天看海\n  情绪：平静、安心\n  尾", ["平静", "安心"]),
        ("- 那天看海 情绪：平静 → `2026-10-30`", ["平静"]),
        ("- 那天看海（情绪：平静）", ["平静"]),
        ("- 那天看海（平静）。\n  - 后来（不知道）", ["平静"]),
        ("- **鲸（平静）** → `2026-10-30`", []),
        ("- 鲸 → `a.md`（见第二节）", []),
        ("- 鲸 → `a.md`（2026-10-30）", []),
        ("- 鲸 → `a.md`（这一句说的是别的什么事情不是标签也不该当成标签）", []),
        ("- 鲸 #平静 → `a.md`", []),
        ("- 鲸 <!-- （平静） -->", []),
        ("- 鲸\n  ```\n  情绪：平静\n  ```", []),
        ("- 他的情绪：平静", []),
    ],
)
def test_tags_on_items_are_found(item: str, tags: list[str]) -> None:
    found = find_item_tags(read(f"## 常被提起\n\n{item}\n- x\n"), "oft_told")
    assert [word for word, _ in found] == tags


def test_a_tag_on_an_item_has_its_line() -> None:
    doc = read("## 情绪记忆\n- a（平静）\n- b\n  情绪：好奇\n- c\n  d（怕）\n")
    assert find_item_tags(doc, "emotion_memories") == (("平静", 2), ("好奇", 4), ("怕", 6))
    assert find_item_tags(doc, "oft_told") == ()
