"""Mentions: which handles a day's text speaks of."""

from __future__ import annotations

import unicodedata
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.ritual import mentions
from ofttold.core.ritual.mentions import Finder, find_words, fold


def found(handles: list[str], text: str) -> list[str]:
    return [handles[place] for place in sorted(Finder(handles).find(text))]


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("我用鲸写字,再 concat 一下", ["鲸"]),
        ("鲸鲸鲸", ["鲸"]),
        ("鲸落很美", ["鲸落"]),
        ("写完Vim笔记了", ["Vim笔记"]),
        ("vim 笔记, NeoVim笔记", []),
        ("Cat, 猫cat鲸", ["鲸", "cat"]),
        ("鲸落之后又见鲸", ["鲸", "鲸落"]),
        ("cats cat2 2cat cat_2", ["cat"]),
    ],
)
def test_han_matches_anywhere_latin_as_a_word_and_the_longest_wins(
    text: str, mentioned: list[str]
) -> None:
    assert found(["鲸", "cat", "Vim笔记", "鲸落"], text) == mentioned


@pytest.mark.parametrize(
    ("handle", "text"),
    [
        ("C++", "learning c++17"),
        (".env", "my.env!"),
        ("a", "such a day"),
        ("My Lord", "with my lord’s barge"),
        ("My\u00a0Lord", "my lord"),
        ("My Lord", "my\u202flord"),
        ("べる", unicodedata.normalize("NFD", "べる が鳴った")),
        ("été", unicodedata.normalize("NFD", "L'ÉTÉ")),
        ("大肥鱼", "大肥\u200b鱼"),
        ("Straße", "STRASSE"),
        ("❤️", "with ❤ today"),
        ("👩‍🚀", "an 👩‍🚀 flew"),
        ("(.*)+$", "the pattern (.*)+$ hangs"),
        ("고양이", "고양이가 잤다"),
        ("แมว", "รักแมวมาก"),
        ("John", "John's"),
        ("don't", "DON'T stop"),
        ("x" * 200, "x" * 200),
        ("长" * 200, "很" + "长" * 200),
        ("हिन्दी", "मेरी हिन्दी।"),
        ("m", "5 m"),
    ],
)
def test_a_handle_is_found_however_it_is_written(handle: str, text: str) -> None:
    finder = Finder([handle])
    assert finder.find(text) == {0}
    assert finder.find_lines("\n" + text + "\r\nnothing", handle) == [2]


@pytest.mark.parametrize(
    ("handle", "text"),
    [
        ("art", "start smart artful"),
        ("C++", "objc++"),
        (".env", ".envrc"),
        ("My Lord", "my lordship, tommy lord"),
        ("cafe", "café cafe\u0301"),
        ("हिन", "हिन्दी"),
        ("m", "5 m²"),
        ("", "anything"),
        ("\u200b", "a\u200bb"),
        ("大肥鱼", "大 肥鱼"),
    ],
)
def test_a_handle_is_not_found_inside_another_word(handle: str, text: str) -> None:
    assert Finder([handle]).find(text) == frozenset()


def test_a_word_inside_a_longer_handle_counts_only_where_it_stands_alone() -> None:
    handles = ["Lord", "My Lord", "lord", "Lord Mayor"]
    assert Finder(handles).find("So to my Lord and home.") == {1}
    assert Finder(handles).find("My Lord, the lord mayor and a lord.") == {0, 1, 2, 3}
    assert Finder(handles).find_lines("my lord\nmy lord, a lord\n", "Lord") == [2]
    assert Finder(handles).find("My Lord Mayor") == {1, 3}


def test_two_anchors_with_one_handle_both_count() -> None:
    assert Finder(["鲸", "Whale", "鲸", "whale"]).find("鲸 whale") == {0, 1, 2, 3}


def test_a_handle_nobody_gave_has_no_lines() -> None:
    assert Finder(["鲸"]).find_lines("鲸", "落") == []


def test_only_handles_inside_a_new_one_can_lose_mentions_to_it() -> None:
    assert Finder(["Lord", "lor", "My", "鲸", "my lord", "lord"]).inside("My Lord") == {0, 2, 5}


ALPHABET = "ab鲸落 ·+c"
HANDLES = st.lists(st.text(st.sampled_from(ALPHABET), max_size=4), max_size=70)


def naive(handles: list[str], text: str) -> set[int]:
    """Look at every place for every handle, as a patient reader would."""
    handles = [handle.strip() for handle in handles]
    places = []
    for number, handle in enumerate(handles):
        for at in range(len(text)):
            end = at + len(handle)
            if not handle or text[at:end] != handle:
                continue
            cut_before = handle[0] in "abc" and at > 0 and text[at - 1] in "abc"
            cut_behind = handle[-1] in "abc" and end < len(text) and text[end] in "abc"
            if not (cut_before or cut_behind):
                places.append((number, at, end))
    return {
        number
        for number, at, end in places
        if not any(a <= at and end <= e and e - a > end - at for _, a, e in places)
    }


@settings(max_examples=200)
@given(HANDLES, st.text(st.sampled_from(ALPHABET + "\n"), max_size=40), st.sampled_from([0, 48]))
def test_the_quick_finder_finds_what_a_patient_reader_finds(
    handles: list[str], text: str, few: int
) -> None:
    with patch.object(mentions, "_FEW", few):
        assert Finder(handles).find(text) == naive(handles, text)


def test_hundreds_of_chinese_handles_are_found_by_their_first_two_characters() -> None:
    handles = [chr(0x4E00 + n) + "鱼" + chr(0x5000 + n) for n in range(300)] + ["鱼", "肥"]
    assert Finder(handles).find("大" + handles[7] + "游走，" + handles[299] + "又来") == {7, 299}
    assert Finder(handles).find("一条鱼") == {300}


@settings(max_examples=200)
@given(HANDLES, st.text(st.sampled_from(ALPHABET + "\n"), max_size=40))
def test_the_lines_of_a_handle_are_those_on_which_it_alone_is_found(
    handles: list[str], text: str
) -> None:
    finder = Finder(handles)
    for place, handle in enumerate(handles):
        lines = [n for n, line in enumerate(text.split("\n"), 1) if place in finder.find(line)]
        assert finder.find_lines(text, handle) == lines


@settings(max_examples=200)
@given(HANDLES, st.text(st.sampled_from(ALPHABET), max_size=30), st.data())
def test_after_a_new_handle_only_it_and_those_inside_it_change(
    handles: list[str], text: str, data: st.DataObject
) -> None:
    new = data.draw(st.text(st.sampled_from(ALPHABET), max_size=6))
    before = Finder(handles)
    changed = before.find(text) ^ (Finder([*handles, new]).find(text) - {len(handles)})
    assert changed <= before.inside(new)


@settings(max_examples=200)
@given(st.text(max_size=40), st.text(max_size=60))
def test_any_characters_at_all_do_no_harm(handle: str, text: str) -> None:
    finder = Finder([handle, "鲸"])
    assert finder.find(text) <= {0, 1}
    assert finder.find_lines(text, handle) == [] or 0 in finder.find(text)


@settings(max_examples=200)
@given(st.text(st.characters(max_codepoint=0x2FF), max_size=60))
def test_latin_words_are_the_same_on_the_quick_way(text: str) -> None:
    folded = fold(text)
    assert find_words(folded) == find_words(folded + " 鲸")


def test_a_letter_of_a_spaced_script_is_one_by_its_unicode_category() -> None:
    for code in range(0x250):
        character = fold(chr(code))
        spaced = all(unicodedata.category(c)[0] in "LNM" for c in character)
        assert bool(find_words(character)) == (spaced and character != ""), hex(code)
    for character in "жωאعक":
        assert find_words(character) == [character]
    for character in "鲸べカ가แລខမ":
        assert find_words(character) == []
