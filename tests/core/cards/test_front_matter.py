"""The short grammar, the full one, and that they never disagree."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.cards import front_matter
from ofttold.core.cards.front_matter import Malformed, read_block, split
from ofttold.core.cards.yaml_nodes import read_full


def test_dashes_in_a_value_or_the_body_end_nothing() -> None:
    text = '---\ntitle: "前半 --- 后半"\nnote: |\n  第一行\n  --- 这不是结尾\nstatus: draft\n---\n正文\n---\n还是正文\n'
    parts = split(text)
    assert parts is not None
    start, end, body = parts
    assert read_block(text[start:end]) == {
        "title": "前半 --- 后半",
        "note": "第一行\n--- 这不是结尾\n",
        "status": "draft",
    }
    assert text[body:] == "正文\n---\n还是正文\n"


@pytest.mark.parametrize("closing", ["---", "...", "---  ", "...\t"])
def test_a_fence_closes_with_blanks_behind_it(closing: str) -> None:
    text = f"---\na: 1\n{closing}\nbody"
    parts = split(text)
    assert parts is not None
    assert text[parts[2] :] == "body"


@pytest.mark.parametrize("line", [" ---", "----", "--- x", "....", "-- -"])
def test_what_only_resembles_a_fence_closes_nothing(line: str) -> None:
    with pytest.raises(Malformed) as raised:
        split(f"---\na: 1\n{line}\nbody")
    assert raised.value.code == "card_unclosed"


def test_values_come_back_as_they_were_written() -> None:
    block = "mood: no\non: 2026-11-30\nsleep: 10:00\ncode: 010\nver: 1.10\nanswer: ~\n"
    expected = {
        "mood": "no",
        "on": "2026-11-30",
        "sleep": "10:00",
        "code": "010",
        "ver": "1.10",
        "answer": "~",
    }
    assert read_block(block) == expected == read_full(block)


@pytest.mark.parametrize(
    ("block", "code", "line", "column"),
    [
        ("title: 一: 二\n", "card_colon", 2, 9),
        ("- x\n- y\n", "card_no_mapping", 2, None),
        ("just text\n", "card_no_mapping", 2, None),
        ("a: 1\nb: 2\na: 3\n", "card_twice", 4, 1),
        ("a: 1\nb: [x\n", "card_yaml", 4, 1),
        ("a: 1\nb: 'x\n", "card_yaml", 4, 1),
        ("a: &a [*a]\n", "card_too_deep", 2, None),
        ("a: x\x07y\n", "card_yaml", 2, 5),
        ("a: " + "[" * 4000 + "\n", "card_too_deep", 2, None),
    ],
)
def test_what_cannot_be_read_is_named_by_its_place(
    block: str, code: str, line: int, column: int | None
) -> None:
    with pytest.raises(Malformed) as raised:
        read_block(block)
    assert (raised.value.code, raised.value.line, raised.value.column) == (code, line, column)


def test_aliases_cannot_multiply_without_end() -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(Malformed) as raised:
        read_block("\n".join(rows))
    assert raised.value.code == "card_too_deep"


_words = st.sampled_from(
    [
        "no",
        "010",
        "1.10",
        "~",
        "a b",
        "前端",
        "a:b",
        "x #c",
        "x#c",
        "'q'",
        '"d\\"q"',
        "''",
        '""',
        "'it''s'",
        "- a",
        "-a",
        "? b",
        "?b",
        ":c",
        "[a, b]",
        "[]",
        "{}",
        "[ 'x', \"y\" ]",
        "[a,b,]",
        "# only",
        "a: b",
        "a:",
        "|",
        "> x",
        "&a b",
        "*a",
        "!t x",
        "%x",
        "@x",
        "`x`",
        "[a b, -c]",
        "'x' # c",
        '"x"# c',
        "[x] # c",
        "a\tb",
        "http://x/y",
        "a 'b' c",
        "[a, [b]]",
        "[a:b]",
        "=",
        "<<",
    ]
)
_key = st.sampled_from(["a", "b", "标签", "x-别人的键", "on", "c.d", "e/f"])


@st.composite
def _blocks(draw: st.DrawFn) -> str:
    lines: list[str] = []
    for key in draw(st.lists(_key, max_size=4)):
        shape = draw(st.integers(0, 5))
        if shape <= 2:
            lines.append(f"{key}: {draw(_words)}")
        else:
            lines.append(f"{key}:")
            indent = " " * draw(st.sampled_from([0, 1, 2, 4]))
            for word in draw(st.lists(_words, max_size=3)):
                mark = draw(st.sampled_from(["- ", "-  ", "k: ", "- k: ", "  l: ", "  ", ""]))
                lines.append(f"{indent}{mark}{word}")
        if draw(st.integers(0, 5)) == 0:
            lines.append(draw(st.sampled_from(["", "  ", "# note", "   # note", "  - deep", "\t"])))
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines) + "\n"


@settings(max_examples=200)
@given(_blocks())
@pytest.mark.parametrize("read", [front_matter._read_short, front_matter._read_plain])
def test_the_short_grammar_never_disagrees_with_the_full_one(
    read: Callable[[str], dict[str, object]], block: str
) -> None:
    try:
        short = read(block.replace("\r\n", "\n"))
    except front_matter._Odd:
        return
    if not short and read is front_matter._read_plain:
        return  # left to the other
    assert str(short).replace("\\t", " ") == str(read_full(block)).replace("\\t", " ")


_edges = st.sampled_from(
    ["---\n", "--- \n", "---\r\n", "...\n", "----\n", "--\n", "a: 1\n", "\n", " ---\n"]
)


def _split_by_lines(text: str) -> tuple[int, int, int] | None:
    lines = text.removeprefix("\ufeff").split("\n")
    at = len(text) - len("\n".join(lines))
    if lines[0].rstrip(" \t\r") != "---":
        return None
    start = at = at + len(lines[0]) + 1
    for line in lines[1:]:
        if line.rstrip(" \t\r") in ("---", "..."):
            return start, at, min(at + len(line) + 1, len(text))
        at += len(line) + 1
    raise Malformed("card_unclosed", 1)


@given(st.sampled_from(["", "\ufeff"]), st.lists(_edges, max_size=7), st.sampled_from(["", "---"]))
def test_the_first_line_that_closes_ends_the_block(bom: str, lines: list[str], last: str) -> None:
    text = bom + "".join(lines) + last
    try:
        expected = _split_by_lines(text)
    except Malformed:
        with pytest.raises(Malformed):
            split(text)
    else:
        assert split(text) == expected
