from __future__ import annotations

import subprocess
import sys
import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.ritual.diary import (
    countable_text,
    day_of,
    placeholder_day,
    read_day,
    split_words,
    suspect_name,
)


def tags(text: str) -> list[tuple[str, int]]:
    return list(read_day(text.encode()).tags)


@pytest.mark.parametrize(
    "name",
    [
        "2026-1-5.md",
        "2026-11-31.md",
        "2026_11_30.md",
        "2026.11.30.md",
        "20261130.md",
        "2026-11-30 (conflicted copy 2026-11-30 210533).md",
        "2026-11-30.sync-conflict-20261130-210533-ABCDEFG.md",
        "2026-11-30 2.md",
        "_2026-11-30.md",
        "2026-11-30.md~",
        "2026-11-30.md.bak",
        "2026-11-30.txt",
        "2026-11-30.MD",
        "2026-11-30",
        "2026-11-29-晚上.md",
        "2026-11-30 的副本.md",
        "Copy of 2026-11-30.md",
        "2026年11月30日.md",
        "30-11-2026.md",
        "11月30日.md",
        "２０２６-１１-３０.md",
        "2026‐11‐30.md",
        " 2026-11-30.md",
    ],
)
def test_a_name_like_a_day_that_never_counts_is_a_suspect(name: str) -> None:
    assert day_of(name) is None
    assert suspect_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "books.md",
        "README.md",
        "2026-11.md",
        "2026-W48.md",
        "project-2026-11-30.md",
        ".2026-11-30.md.swp",
        "19840 steps.md",
        "3 things.md",
        "2026.md",
    ],
)
def test_a_topic_file_is_neither_a_day_nor_a_suspect(name: str) -> None:
    assert day_of(name) is None
    assert not suspect_name(name)


@given(st.dates())
def test_the_exact_name_of_a_real_day_counts(day: date) -> None:
    name = f"{day.isoformat()}.md"
    assert day_of(name) == day
    assert not suspect_name(name)
    assert placeholder_day(f".{name}.icloud") == day
    assert day_of(f"{name}\n") is None


@pytest.mark.parametrize(
    "line",
    [
        "情绪：平静、好奇",
        "情绪:平静,好奇",
        "**情绪**：平静，好奇。",
        "**情绪：** 平静 / 好奇",
        "**情绪：平静；好奇**",
        "- 情绪：平静;好奇",
        "> 情绪：平静、 好奇\r",
        "  - [ ] 情绪：平静、好奇",
        "1. _情绪_: #平静、`好奇`",
        "Emotion: 平静, 好奇",
        "emotions：平静, 好奇!",
        "MOOD : 平静（早上，刚醒）、好奇 (later)",
        "情緒：平静、、好奇、",
    ],
)
def test_a_tag_line_gives_its_words(line: str) -> None:
    assert tags(f"# 2026-11-30\n\n{line}\n平静下来\n") == [("平静", 3), ("好奇", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "今天情绪：平静",
        "情绪很平静",
        "情绪：",
        "```\n情绪：平静\n```",
        "<!--\n情绪：平静\n-->",
        "`情绪：平静`",
        "今天#平静，后来 #好奇",
        "# 情绪\n平静",
    ],
)
def test_prose_code_and_comments_hold_no_tags(text: str) -> None:
    assert tags(text) == []


def test_a_word_of_several_parts_stays_one() -> None:
    assert split_words("at peace, not calm") == ["at peace", "not calm"]


def test_tags_are_found_on_every_line_with_its_number() -> None:
    assert tags("情绪：平静\n\n<!-- a\n-->\r\nMood: calm\rMood: low\n情绪：怕") == [
        ("平静", 1),
        ("calm", 5),
        ("low", 5),
        ("怕", 6),
    ]


@pytest.mark.parametrize(
    ("data", "blank"),
    [
        (b"", True),
        (b"\xef\xbb\xbf \r\n\t", True),
        (b"<!-- a -->\n\n<!--\nb", True),
        (b"# 2026-11-30\n", False),
        (b"```\n```\n", False),
        (b"https://x.test/", False),
        ("一".encode(), False),
        (b"\xff\xfe", False),
        ("一".encode("gb18030"), False),
    ],
)
def test_a_day_of_blanks_and_comments_is_not_written_yet(data: bytes, blank: bool) -> None:
    assert read_day(data).blank is blank


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-16-le"])
def test_a_day_in_another_encoding_is_not_read(encoding: str) -> None:
    day = read_day("# 2026-11-30 情绪：平静\n".encode(encoding))
    assert (day.readable, day.text, day.tags) == (False, "", ())


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("鲸鲸 `鲸`", 3),
        ("    鲸", 1),
        ("```\n鲸\n```", 0),
        ("https://x.test/鲸", 0),
        ("见 https://x.test/a，鲸", 1),
        ("[鲸](https://x.test/鲸)", 1),
        ("<https://x.test/鲸>鲸", 1),
        ("www.x.test/鲸 鲸", 1),
        ("git+ssh://鲸/鲸 鲸", 1),
        ("<!-- 鲸 -->鲸", 1),
        ("://", 0),
    ],
)
def test_comments_fences_and_addresses_do_not_count(text: str, counted: int) -> None:
    assert countable_text(text).count("鲸") == counted
    assert read_day(text.encode()).text == countable_text(text)


@given(st.text(st.sampled_from("鲸a \n:/`<!->.w"), max_size=40))
def test_a_day_is_read_as_its_text_is_counted(text: str) -> None:
    day = read_day(text.encode())
    assert day.text == countable_text(text)
    assert day.has_marks or day.text == text
    assert day.text.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "unit", ["a", "://", "www.", "mood", "mood:", "mood: a\n", "情绪：（", "(a)", ",", "http", "x "]
)
def test_a_hostile_day_is_read_in_time_that_grows_with_it(unit: str) -> None:
    def seconds(size: int) -> float:
        data = ("mood: " + (unit * size)[:size]).encode()
        start = time.process_time()
        read_day(data)
        return time.process_time() - start

    small, large = min(seconds(50_000) for _ in range(3)), min(seconds(200_000) for _ in range(2))
    assert large < 10 * max(small, 0.004)


def test_reading_days_imports_nothing_that_costs() -> None:
    program = (
        "import sys; from ofttold.core.ritual import diary; diary.read_day(b'```\\n```');"
        "print(*({'dataclasses', 'typing', 'pathlib', 'inspect', 'hashlib', 'markdown_it'}"
        "& sys.modules.keys()))"
    )
    command = [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == []
