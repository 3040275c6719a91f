from __future__ import annotations

import time
import unicodedata
from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ofttold.core.search.dates import read_windows
from ofttold.core.search.glossary import read_groups
from ofttold.core.search.query import has_content, parse_query
from ofttold.core.search.stems import stem
from ofttold.core.search.tokens import (
    fold,
    join_tokens,
    pieces,
    plain_sequence,
    tokenize,
)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("db", ["db"]),
        ("R2D2", ["r2d2"]),
        ("fooBar_v2", ["foo", "bar", "v2", "foobarv2"]),
        ("foo_bar.py", ["foo", "bar", "foobar", "py"]),
        ("修好log-rotor了", ["修", "修好", "好", "log", "rotor", "了"]),
        ("ＦＯＯ", ["foo"]),
        ("don't Caroline's", ["not", "carolin"]),
        ("", []),
        ("的", ["的"]),
        ("食べる", ["食", "食べ", "べ", "べる", "る"]),
    ],
)
def test_words_are_cut_where_a_reader_would_cut_them(text: str, tokens: list[str]) -> None:
    assert tokenize(text) == tokens


def test_traditional_simplified_full_width_and_decomposed_forms_meet() -> None:
    assert tokenize("後端資料庫") == tokenize("后端资料库")
    assert tokenize(unicodedata.normalize("NFD", "べるが café")) == tokenize("べるが café")
    assert tokenize("ｄｂ") == tokenize("db")
    assert tokenize("蓝\u200b鲸") == tokenize("蓝鲸")


@pytest.mark.parametrize(
    "forms",
    [
        "hope hopes hoped hoping",
        "run runs ran running",
        "city cities",
        "write wrote written writing writes",
        "child children",
        "stop stops stopped stopping",
        "match matches matched matching",
        "try tries tried trying",
        "research researched researching",
        "paint painted painting paints",
        "deploy deployed deployment deployments",
        "configure configures configuration",
        "migrate migrated migration migrations",
    ],
)
def test_the_forms_of_a_word_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


def test_a_word_that_only_looks_like_a_form_stays() -> None:
    assert stem("this") == "this"
    assert stem("news") != stem("new")
    assert stem("bring") != stem("br")
    assert stem("r2d2s") == "r2d2s"


@given(st.text(max_size=200))
def test_a_token_holds_no_space_no_quote_and_no_upper_case(text: str) -> None:
    for token in tokenize(text):
        assert token
        assert not set(token) & set(" \"'\n\t*():^-")
        assert token == token.lower() or not token.isascii()


@given(st.text(max_size=200))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert plain_sequence(fold(text)) == plain_sequence(text)


@given(st.text(max_size=100), st.text(max_size=100))
def test_tokens_of_two_lines_are_the_tokens_of_each(left: str, right: str) -> None:
    assert tokenize(f"{left}\n{right}") == tokenize(left) + tokenize(right)


@pytest.mark.parametrize(
    "text", ["继续", "go on", "好的，然后呢", "and then?", "", "？！", "it's ok"]
)
def test_a_message_that_only_says_go_on_has_no_content(text: str) -> None:
    assert not has_content(text)


@pytest.mark.parametrize("text", ["部署密钥在哪", "db", "why does R2D2 beep", "蓝鲸"])
def test_a_short_question_has_content(text: str) -> None:
    assert has_content(text)


def test_a_query_of_stop_words_alone_asks_for_them_only_in_a_search() -> None:
    assert parse_query("我们").terms == ("我", "我们", "们")
    assert parse_query("我们", stop_words_alone=False).terms == ()


@given(st.text(max_size=300))
def test_no_text_fails_to_become_a_query(text: str) -> None:
    query = parse_query(text)
    assert len(query.terms) <= 256
    assert query.seams <= set(query.terms)


@pytest.mark.parametrize(
    "text",
    [
        "A" * 300_000,
        "ab" * 150_000,
        "*_~" * 100_000,
        "`" * 3000 + "x",
        "#" * 200_000,
        "- " * 100_000,
        "x" * 100_000 + "\n" + "=" * 99_999 + "y",
        " " * 200_000 + "@",
        "_" * 200_000,
        "a_" * 100_000,
        "aB" * 100_000,
        "a'" * 100_000,
        "蓝a" * 100_000,
        "\u0301" * 100_000,
        "1-1-" * 50_000,
        "[" * 100_000,
    ],
    ids=lambda text: repr(text[:6]),
)
def test_one_long_line_costs_linear_time(text: str) -> None:
    started = time.process_time()
    tokenize(text)
    parse_query(text, today=date(2026, 5, 20))
    read_windows(text[:4000], today=date(2026, 5, 20))
    read_groups(text)
    assert time.process_time() - started < 2.0


@given(
    st.lists(st.text(st.sampled_from("a bC_d1'。，蓝鲸号在海上𠮷ペ후é"), max_size=30), max_size=4)
)
@example(["蓝鲸号在海上航行了很久很久", "𠮷" * 20, "", "keys 蓝鲸 keys", "蓝鲸"])
def test_what_an_index_keeps_is_the_tokens_joined(texts: list[str]) -> None:
    joined = join_tokens([pieces(fold(text)) for text in texts])
    assert joined == [(" ".join(tokenize(text)), len(tokenize(text))) for text in texts]
