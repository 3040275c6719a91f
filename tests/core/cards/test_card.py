"""A card read from bytes: what counts, what is a fault, what is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.render import render_new_card, render_scalar
from ofttold.core.findings import Finding

NAME = "cards/personal/mem_abcdefghij23.md"


def read(text: str, name: str = NAME) -> Card:
    card = parse_card(text.encode(), name)
    assert isinstance(card, Card), card
    return card


def broken(data: bytes, name: str = NAME) -> Finding:
    finding = parse_card(data, name)
    assert isinstance(finding, Finding)
    return finding


def test_one_broken_card_is_named_and_the_others_load() -> None:
    files = {
        "a.md": "---\n---\n正文",
        "b.md": "---\n- x\n- y\n---\n正文",
        "c.md": "---\njust text\n---\n",
        "d.md": "---\ntags:\n---\n",
        "e.md": "---\ntitle: 一: 二\n---\n",
    }
    results = {name: parse_card(text.encode(), name) for name, text in files.items()}
    places = {n: r.place() for n, r in results.items() if isinstance(r, Finding)}
    assert places == {"b.md": "b.md:2", "c.md": "c.md:2", "e.md": "e.md:2:9"}
    cards = {n: (r.title, r.tags, r.body) for n, r in results.items() if isinstance(r, Card)}
    assert cards == {"a.md": ("", (), "正文"), "d.md": ("", (), "")}


def test_a_file_without_front_matter_is_all_body() -> None:
    card = read("# 一条笔记\n\n正文\n", "cards/personal/笔记.md")
    assert (card.title, card.body, card.has_front_matter) == ("", "# 一条笔记\n\n正文", False)
    assert card.label == "笔记"


def test_crlf_and_a_byte_order_mark_change_no_value() -> None:
    plain = "---\ntitle: 甲\ntags: [a]\n---\n一\n二\n"
    odd = "\ufeff" + plain.replace("\n", "\r\n")
    one, other = read(plain), read(odd)
    assert (one.title, one.tags, one.body) == (other.title, other.tags, other.body)


@pytest.mark.parametrize(
    ("value", "counts", "faulty"),
    [
        ("approved", "approved", False),
        ("Approved", "approved", False),
        ('"approved "', "approved", False),
        ("已批准", "draft", True),
        ("approve", "draft", True),
        ("published", "published", False),
        ("[approved]", "draft", True),
        ("", "", False),
    ],
)
def test_a_state_is_one_of_the_closed_list_or_counts_as_draft(
    value: str, counts: str, faulty: bool
) -> None:
    card = read(f"---\ntitle: x\nreview: {value}\n---\n")
    assert card.review == counts
    assert bool(card.faults) == faulty


@pytest.mark.parametrize(
    ("line", "counts", "faulty"),
    [
        ('private: "false"', False, False),
        ("private: no", False, False),
        ("private: 是", True, False),
        ("private: True", True, False),
        ("private: 大概", True, True),
        ("private: [no]", False, True),
        ("", False, False),
    ],
)
def test_private_is_read_by_its_word_and_doubt_keeps_it_private(
    line: str, counts: bool, faulty: bool
) -> None:
    card = read(f"---\ntitle: x\n{line}\n---\n")
    assert (card.private, bool(card.faults)) == (counts, faulty)


def test_a_fault_says_its_line() -> None:
    card = read("---\ntitle: x\n# note\nrevision: three\nimported: maybe\n---\n")
    assert [(f.place(), f.code) for f in card.findings()] == [
        (f"{NAME}:4", "card_not_number"),
        (f"{NAME}:5", "card_not_known"),
    ]
    assert (card.revision, card.imported) == (1, "unreviewed")


def test_every_fault_can_be_said_in_both_languages() -> None:
    texts = [
        b"---\nx", b"---\na: [\n---\n", b"---\na: b: c\n---\n", b"---\nx\n---\n", b"\xb1\xed",
        b"---\na: 1\na: 2\n---\n", b"---\na: &a [*a]\n---\n", b"x" * (4 * 1024 * 1024 + 1),
        b"<<<<<<< a\n=======\n>>>>>>> b\n",
    ]  # fmt: skip
    findings = [broken(text) for text in texts]
    card = read(
        "---\nid: mem_X\ntitle: [x]\ntags: {a: b}\nprivate: maybe\nreview: x\nrevision: x\n"
        "conditions: x\napplicability: conditional\n---\n"
    )
    bare = read("---\napplicability: conditional\n---\n")
    findings += card.findings() + bare.findings()
    assert len({f.code for f in findings}) == 17
    assert all(f.message("zh") and f.message("en") for f in findings)


@pytest.mark.parametrize("data", ["标题: 表".encode("gbk"), "x".encode("utf-16"), b"ok\n\xff\n"])
def test_another_encoding_is_reported_and_not_guessed_at(data: bytes) -> None:
    assert broken(data).code == "card_not_utf8"


def test_conflict_marks_are_no_content_but_a_fence_may_show_them() -> None:
    marks = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n"
    finding = broken(f"---\ntitle: x\n---\n{marks}".encode())
    assert (finding.code, finding.line) == ("card_conflict", 4)
    assert broken(f"---\n{marks}---\n".encode()).line == 2
    assert read(f"---\ntitle: x\n---\n```\n{marks}```\n").title == "x"
    assert read("---\ntitle: x\n---\n<<<<<<< only this\n").title == "x"


def test_an_id_is_claimed_or_the_name_or_made_from_it() -> None:
    other = "mem_zzzzzzzzzzzz"
    assert read("---\ntitle: x\n---\n").id == "mem_abcdefghij23"
    assert read(f"---\nid: {other}\n---\n").id == other
    hand = "cards/personal/べる.md"
    made = read("x", hand).id
    assert made == read("x", "cards/personal/へ\u3099る.md").id
    assert made != read("x", "cards/projects/a-12345678/べる.md").id


def test_conditions_that_cannot_be_read_are_not_taken_for_none() -> None:
    assert read("---\nconditions: linux\n---\n").conditions
    card = read("---\nconditions:\n  targetOs: [linux, macos]\n  shell: bash\n---\n")
    assert card.conditions == {"targetOs": ("linux", "macos"), "shell": ("bash",)}
    assert card.applicability == "conditional"


def test_a_list_may_be_one_line_with_commas_of_either_width() -> None:
    assert read("---\ntags: 甲，乙, 丙、丁\n---\n").tags == ("甲", "乙", "丙", "丁")


def test_keys_the_program_does_not_know_are_kept() -> None:
    assert read("---\nx-别人的键: [甲, 乙]\n---\n").extra == {"x-别人的键": ["甲", "乙"]}


_text = st.text(st.characters(codec="utf-8"), max_size=30)
_line = _text.map(lambda t: " ".join(t.split()))


@given(title=_line, tags=st.lists(_line.filter(bool), max_size=4), body=_text, note=_text)
def test_what_is_rendered_reads_back_the_same(
    title: str, tags: list[str], body: str, note: str
) -> None:
    plain = body.translate({0: None, 13: None}).strip("\n\ufeff")  # a NUL makes a card unreadable
    data = render_new_card({"title": title, "tags": tags, "x": note, "revision": 3}, plain)
    card = parse_card(data, NAME)
    if isinstance(card, Finding):
        assert card.code == ("card_nul" if b"\0" in data else "card_conflict")
        return
    assert (card.title, card.tags, card.revision) == (title, tuple(tags), 3)
    assert card.extra.get("x", "") == note
    assert card.body == plain


@given(_text)
def test_a_scalar_means_the_same_to_a_typing_yaml_reader(text: str) -> None:
    from ruamel.yaml import YAML

    rendered = render_scalar(text)
    assert YAML(typ="safe", pure=True).load(f"k: {rendered}\n") == {"k": text}
    assert YAML(typ="safe", pure=True).load(f"k: [{render_scalar(text, in_flow=True)}]\n") == {
        "k": [text]
    }
