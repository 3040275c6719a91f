from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.search.document import Hit
from ofttold.core.search.inject import FITS, LEAST_NORM, choose, unfit
from ofttold.core.search.plan import ENOUGH_THINGS, MOST_LOOKED_FOR, Plan, plan_query
from ofttold.core.search.query import Expansion, Query
from ofttold.core.search.ranking import K1, Candidate, rank
from ofttold.core.search.translation import read_line, translate
from ofttold.core.search.windows import Window
from ofttold.core.strings import say


def make_plan(terms: Sequence[str], counts: Mapping[str, int], count: int = 100) -> Plan:
    return plan_query(
        Query(terms),
        count=count,
        tokens=count * 10,
        look_up=lambda wanted: {term: counts.get(term, 0) for term in wanted},
    )


def scores(plan: Plan, *candidates: Candidate, windows: Sequence[Window] = ()) -> dict[int, float]:
    return {fit.candidate.key: fit.score for fit in rank(plan, candidates, windows)}


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    plan = make_plan(["rare", "common"], {"rare": 1, "common": 60})
    found = scores(plan, Candidate(1, first=["rare"]), Candidate(2, first=["common"]))
    assert found[1] > found[2] > 0


def test_a_term_in_every_thing_still_weighs_a_little() -> None:
    plan = make_plan(["all"], {"all": 100})
    assert plan.weights["all"] > 0


def test_neighbouring_words_of_the_query_standing_near_add() -> None:
    plan = make_plan(["log", "rotor"], {"log": 5, "rotor": 5})
    near = Candidate(1, first=["log", "rotor", *"abcdefgh"])
    far = Candidate(2, first=["log", *"abcdefgh", "rotor"])
    found = scores(plan, near, far)
    assert found[1] > found[2]


def test_a_word_in_each_column_does_not_stand_near() -> None:
    plan = make_plan(["log", "rotor"], {"log": 5, "rotor": 5})
    together = Candidate(1, first=["log", "rotor"])
    apart = Candidate(2, first=["log"], second=["rotor"])
    found = scores(plan, together, apart)
    assert found[1] > found[2]


def test_a_day_in_the_window_adds_and_brings_in_what_has_no_word() -> None:
    plan = make_plan(["whale"], {"whale": 5})
    window = Window(100, 106, 6.0)
    found = scores(
        plan,
        Candidate(1, first=["whale"], day=100),
        Candidate(2, first=["whale"], day=107),
        Candidate(3, first=["other"], day=106),
        Candidate(4, first=["other"], day=99),
        windows=[window],
    )
    assert found[1] == pytest.approx(found[2] + 6.0)
    assert found[3] == 6.0
    assert 4 not in found


def test_norm_is_the_share_of_the_whole_query_unseen_words_included() -> None:
    one = make_plan(["whale"], {"whale": 5})
    two = make_plan(["whale", "unseen"], {"whale": 5})
    candidate = Candidate(1, first=["whale"] * 50)
    norms = [rank(plan, [candidate])[0].norm for plan in (one, two)]
    assert 0.9 < norms[0] <= 1.0
    assert norms[1] < norms[0] / 2


@given(
    st.lists(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8), min_size=1, max_size=6)
)
def test_no_order_of_coming_changes_a_score(texts: list[list[str]]) -> None:
    plan = make_plan(list("abc"), {"a": 3, "b": 10, "c": 40})
    candidates = [
        Candidate(key, first=text, session="s", order=key) for key, text in enumerate(texts)
    ]
    assert scores(plan, *candidates) == pytest.approx(scores(plan, *reversed(candidates)))
    assert all(0 < fit.norm <= 1 for fit in rank(plan, candidates) if fit.earned)


def test_equals_stay_in_the_order_they_came() -> None:
    plan = make_plan(["a"], {"a": 3})
    fits = rank(plan, [Candidate(key, first=["a"]) for key in (3, 1, 2)])
    assert [fit.candidate.key for fit in fits] == [3, 1, 2]


def test_a_seam_the_index_does_not_know_is_left_out() -> None:
    query = Query(["部署", "署的"], seams=frozenset(["署的"]))
    for held, terms in ((0, ["部署"]), (2, ["部署", "署的"])):
        plan = plan_query(
            query,
            count=10,
            tokens=100,
            look_up=lambda wanted, held=held: {  # type: ignore[misc]
                t: held if t == "署的" else 1 for t in wanted
            },
        )
        assert plan.terms == terms


def test_candidates_are_picked_by_the_rare_terms_until_there_are_enough() -> None:
    plan = make_plan(["a", "b", "c"], {"a": 10, "b": 900, "c": 5000}, count=10_000)
    assert plan.pick_by() == ["a", "b"]
    assert plan.look_for() == ["a", "b", "c"]
    common = make_plan(["c"], {"c": ENOUGH_THINGS * 2}, count=10_000)
    assert common.pick_by() == ["c"]


def test_a_very_long_query_is_asked_by_its_rarest_terms() -> None:
    terms = [f"t{number}" for number in range(200)]
    plan = make_plan(terms, {term: 1 + number for number, term in enumerate(terms)}, count=1000)
    assert plan.look_for() == terms[:MOST_LOOKED_FOR]


def test_another_word_for_a_term_earns_at_most_what_the_term_would() -> None:
    expansion = Expansion(["ship"], [["deploy"], ["a", "b", "c", "d"]], 0.9)
    plan = plan_query(
        Query(["ship", "when"], expansions=[expansion]),
        count=100,
        tokens=1000,
        look_up=lambda wanted: {t: 0 if t in ("ship",) else 5 for t in wanted},
    )
    fits = rank(plan, [Candidate(1, first=["deploy"]), Candidate(2, first=list("abcd"))])
    most = 0.9 * plan.weights["ship"] * (K1 + 1)
    assert [fit.candidate.key for fit in fits] == [2, 1]
    assert all(0 < fit.words <= most for fit in fits)
    assert all(0 < fit.norm <= 1 for fit in fits)


def make_hit(
    *,
    matched: Sequence[str] = ("deploy", "branch"),
    in_first: Sequence[str] = ("deploy",),
    norm: float = 0.5,
    score: float = 10.0,
    whole: str = "",
    named: bool = False,
    days: float = 0.0,
) -> Hit:
    return Hit(
        id="a",
        layer="personal",
        path="a.md",
        title="",
        summary="",
        matched=matched,
        in_first=in_first,
        norm=norm,
        score=score,
        whole=whole,
        named=named,
        days=days,
    )


@pytest.mark.parametrize(
    ("hit", "comes"),
    [
        (make_hit(), True),
        (make_hit(in_first=()), False),
        (make_hit(norm=LEAST_NORM - 0.001), False),
        (make_hit(matched=["deploy"]), False),
        (make_hit(matched=["deploy"], whole="deploy"), True),
        (make_hit(matched=["蓝", "鲸"], in_first=["蓝"]), False),
        (make_hit(matched=["蓝", "蓝鲸", "鲸"], in_first=["蓝"], whole="蓝 鲸"), True),
        (make_hit(matched=["writ", "tim"], in_first=["tim"]), False),
        (make_hit(matched=["test"], whole="test"), False),
        (make_hit(matched=["test"], whole="test", named=True), True),
        (make_hit(norm=0.01, whole="test plan", named=True), True),
        (make_hit(norm=0.01, whole="test plan"), False),
        (make_hit(norm=0.01, whole="vpn", named=True), True),
        (make_hit(norm=0.01, whole="vpn"), False),
        (make_hit(norm=0.01, whole="test", named=True), False),
        (make_hit(norm=0.01, whole="鲸", named=True), False),
        (make_hit(norm=0.01, whole="c", named=True), False),
    ],
)
def test_a_card_comes_only_when_it_is_to_the_point(hit: Hit, comes: bool) -> None:
    assert choose([hit]) == ([hit] if comes else [])


@pytest.mark.parametrize(
    ("hit", "missing"),
    [
        (make_hit(), FITS),
        (make_hit(in_first=()), "body_only"),
        (make_hit(norm=LEAST_NORM - 0.001), "weak"),
        (make_hit(matched=["deploy"]), "one_word"),
        (make_hit(matched=["writ", "tim"], in_first=["tim"]), "common"),
    ],
)
def test_what_keeps_a_card_away_is_named(hit: Hit, missing: str) -> None:
    assert unfit(hit) == missing
    assert not missing or (say("zh", f"why.{missing}") and say("en", f"why.{missing}"))


def test_a_card_of_the_day_that_is_spoken_of_keeps_no_better_card_away() -> None:
    of_the_day = make_hit(score=8.0, days=6.0)
    better, weaker = make_hit(score=5.0), make_hit(score=1.6)
    assert choose([of_the_day, better, weaker]) == [of_the_day, better]


def test_second_and_third_come_only_close_behind_the_first() -> None:
    hits = [make_hit(score=score) for score in (10.0, 9.0, 8.6, 8.55, 8.4)]
    assert choose(hits) == hits[:3]
    assert choose([hits[0], hits[4]]) == [hits[0]]
    unsure = [make_hit(score=score, norm=0.2) for score in (10.0, 9.9, 9.8)]
    assert choose(unsure) == unsure[:2]
    assert choose([]) == []


SENSES = {"部署": ["dispos", "deploy"], "密钥": ["key"], "四分卫": ["quarterback"], "四": ["four"]}
WORDS = {"deploy": ["部署"], "deploy key": ["部署密钥"], "key": ["密钥", "键"]}


def translated(*pieces: str) -> list[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]]:
    found = translate(
        pieces,
        senses_of=lambda words: {word: SENSES[word] for word in words if word in SENSES},
        words_for=lambda senses: {sense: WORDS[sense] for sense in senses if sense in WORDS},
    )
    return [(expansion.of, expansion.alternatives) for expansion in found]


def test_the_longest_words_of_a_run_are_translated() -> None:
    assert translated("部署密钥") == [
        (("部", "部署", "署"), (("dispos",), ("deploy",))),
        (("密", "密钥", "钥"), (("key",),)),
    ]


def test_the_parts_of_a_long_word_stand_behind_it() -> None:
    assert [of for of, _ in translated("四分卫")] == [("四", "四分", "分", "分卫", "卫"), ("四",)]


def test_an_english_phrase_finds_the_chinese_words_of_that_sense() -> None:
    found = translated("Deploy", "keys")
    assert (("deploy", "key"), (("部署", "署密", "密钥"),)) in found
    assert (("key",), (("密钥",), ("键",))) in found


def test_a_long_query_is_translated_only_so_far() -> None:
    assert len(translated("部署" * 5000)) == 100


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("# comment", None),
        ("no entry", None),
        ("貓 猫 [mao1] /cat/CL:隻|只[zhi1]/", ("猫", [["cat"]])),
        (
            "跑 跑 [pao3] /to run/to run away/(of a liquid) to leak/",
            ("跑", [["run"], ["run", "away"], ["leak"]]),
        ),
        ("李 李 [Li3] /surname Li/", ("李", [])),
    ],
)
def test_a_line_of_the_dictionary_is_read(line: str, entry: object) -> None:
    assert read_line(line) == entry
