"""The gate's table: every step, its verdict for every purpose, and the order in which they decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.gate import (
    PURPOSES,
    Judged,
    Runtime,
    eligibility,
    judged,
    lost_topics,
    pack,
    shadowed,
    unpack,
)
from ofttold.core.strings import say

if TYPE_CHECKING:
    from ofttold.core.cards.gate import Purpose

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
HERE = "app-12345678"
UNASKED = ("recall", "first_turn")
MODEL = (*UNASKED, "search", "search_all", "read")
PERSON = ("person", "save")
RETIRED = ("rejected", "retracted", "superseded")


def runtime(known: Mapping[str, Sequence[str]] | None = None, *, learning: bool = True) -> Runtime:
    facts = {"targetOs": ("linux",), **(known or {})}
    return Runtime(HERE, facts.get, learning=learning)


def card(layer: str = "project", owner: str = HERE, **fields: Any) -> Judged:
    made = Judged("mem_aaaaaaaaaaaa", layer, owner)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def learned(**fields: str) -> dict[str, str]:
    return {"state": "active", "trial_until": "", "paused": "", "blocked": "", **fields}


SOON, PAST = (NOW + timedelta(hours=1)).isoformat(), (NOW - timedelta(hours=1)).isoformat()
WINDOWS, OPEN = {"targetOs": ("windows",)}, {"phase": ("release",)}

# what, the card, word and step for: recall and first turn · search · search_all · read · person, save
TABLE: list[tuple[str, Judged | None, tuple[str, ...]]] = [
    ("nothing there", None, ("gone1", "gone1", "gone1", "gone1", "gone1")),
    ("archived", card(archived=True), ("gone1",) * 5),
    ("another project's", card(owner="other-00000000"), ("gone2",) * 5),
    ("no project's", card(owner=""), ("gone2",) * 5),
    ("another work tree's shelf", card("shelf", "other-00000000"), ("gone2",) * 5),
    ("this shelf's", card("shelf"), ("ok6",) * 5),
    ("this project's", card(), ("ok6",) * 5),
    ("personal", card("personal", ""), ("ok6",) * 5),
    ("learned, active", card(learned=learned()), ("ok6",) * 5),
    ("learned, on trial", card(learned=learned(state="trial", trial_until=SOON)), ("ok6",) * 5),
    ("learned, trial over", card(learned=learned(state="trial", trial_until=PAST)), ("gone3",) * 5),
    ("learned, trial without end", card(learned=learned(state="trial")), ("gone3",) * 5),
    ("learned, pending", card(learned=learned(state="pending")), ("gone3",) * 5),
    ("learned, paused", card(learned=learned(paused="true")), ("gone3",) * 5),
    ("learned, blocked", card(learned=learned(blocked="asked to stop")), ("gone3",) * 5),
    ("learned, not paused in words", card(learned=learned(paused="no")), ("ok6",) * 5),
    ("unreviewed", card(imported="unreviewed"), ("gone4", "gone4", "gone4", "gone4", "ok6")),
    ("reviewed", card(imported="reviewed"), ("ok6",) * 5),
    ("draft", card(review="draft"), ("ok6",) * 5),
    ("proposed", card(review="proposed"), ("ok6",) * 5),
    ("rejected", card(review="rejected"), ("gone4", "gone4", "ok6", "ok6", "ok6")),
    ("retracted", card(review="retracted"), ("gone4", "gone4", "ok6", "ok6", "ok6")),
    ("superseded", card(superseded=True), ("gone4", "gone4", "ok6", "ok6", "ok6")),
    ("unresolved", card(applicability="unresolved"), (*("needs_context5",) * 4, "ok6")),
    ("holds here", card(conditions={"targetOs": ("linux",)}), ("ok6",) * 5),
    ("does not hold", card(conditions=WINDOWS), (*("not_applicable5",) * 4, "ok6")),
    ("not known", card(conditions=OPEN), (*("needs_context5",) * 4, "ok6")),
    ("one fails, one unknown", card(conditions={**OPEN, **WINDOWS}), (*("not_applicable5",) * 4, "ok6")),
    ("unread conditions", card(conditions={"?": ()}), (*("needs_context5",) * 4, "ok6")),
    # the order: the earlier step decides
    ("archived before project", card(owner="x", archived=True), ("gone1",) * 5),
    ("project before learning", card(owner="x", learned=learned(state="off")), ("gone2",) * 5),
    ("learning before review", card(learned=learned(state="x"), imported="unreviewed"), ("gone3",) * 5),
    ("import before conditions", card(imported="unreviewed", conditions=WINDOWS), (*("gone4",) * 4, "ok6")),
    ("review before conditions", card(review="rejected", conditions=WINDOWS),
     ("gone4", "gone4", "not_applicable5", "not_applicable5", "ok6")),
    ("unresolved before conditions", card(applicability="unresolved", conditions=WINDOWS),
     (*("needs_context5",) * 4, "ok6")),
]  # fmt: skip


def columns(purpose: str) -> int:
    if purpose == "list":
        return 4
    return 0 if purpose in UNASKED else 4 if purpose in PERSON else MODEL.index(purpose) - 1


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize(("what", "given", "wanted"), TABLE, ids=[row[0] for row in TABLE])
def test_the_first_step_that_fails_decides(
    what: str, given: Judged | None, wanted: tuple[str, ...], purpose: Purpose
) -> None:
    verdict = eligibility(given, runtime(), purpose, NOW)
    if purpose == "list" and (what in RETIRED or what == "review before conditions"):
        assert f"{verdict.word}{verdict.step}" == "gone4"
        return
    assert f"{verdict.word}{verdict.step}" == wanted[columns(purpose)]
    assert say("zh", verdict.why) and say("en", verdict.why)


@pytest.mark.parametrize("purpose", PURPOSES)
def test_learning_switched_off_takes_every_learned_card_out(purpose: Purpose) -> None:
    off = runtime(learning=False)
    assert eligibility(card(learned=learned()), off, purpose, NOW).word == "gone"
    assert eligibility(card(), off, purpose, NOW).ok


def test_there_are_no_words_but_the_four() -> None:
    words = {eligibility(row[1], runtime(), p, NOW).word for row in TABLE for p in PURPOSES}  # type: ignore[arg-type]
    assert words == {"ok", "gone", "not_applicable", "needs_context"}


def slot(id_: str, winner: bool = False, **fields: Any) -> Judged:
    made = card(topic="build", topic_winner=winner, **fields)
    made.id = id_
    return made


def lost(*cards: Judged) -> dict[str, str]:
    return lost_topics((c, eligibility(c, runtime(), "recall", NOW)) for c in cards)


def test_a_topic_with_one_card_has_its_winner() -> None:
    assert lost(slot("a")) == {}


def test_a_topic_in_conflict_stays_out_whole() -> None:
    assert set(lost(slot("a"), slot("b"))) == {"a", "b"}
    assert set(lost(slot("a", True), slot("b", True))) == {"a", "b"}


def test_the_marked_card_wins_its_topic() -> None:
    assert lost(slot("a", True), slot("b")) == {"b": "gate.topic_lost"}


def test_an_unknown_condition_keeps_the_whole_topic_out() -> None:
    assert set(lost(slot("a", True), slot("b", conditions=OPEN))) == {"a", "b"}


def test_a_card_that_does_not_apply_leaves_its_topic_to_the_other() -> None:
    assert set(lost(slot("a"), slot("b", conditions=WINDOWS))) == {"b"}


def test_a_card_that_is_gone_takes_no_part_in_its_topic() -> None:
    assert lost(slot("a"), slot("b", imported="unreviewed")) == {}


def test_cards_without_a_topic_meet_in_none() -> None:
    assert lost(card(), card()) == {}


def test_the_same_id_in_two_layers_is_the_projects() -> None:
    assert shadowed([card(), card("personal", "")]) == {"mem_aaaaaaaaaaaa"}
    assert shadowed([card(), slot("b")]) == set()


_texts = st.sampled_from(["", "linux", "no", "x y", "多"])


@given(
    imported=st.sampled_from(["", "imported: unreviewed\n", "imported: reviewed\n"]),
    review=st.sampled_from(["", "review: draft\n", "review: rejected\n", "review: odd\n"]),
    conditions=st.dictionaries(st.sampled_from(["targetOs", "phase", "odd"]), _texts, max_size=3),
    rest=st.sampled_from(["", "topic: t\ntopic_winner: true\n", "superseded_by: mem_x\n"]),
    origin=st.sampled_from(["", "origin: project_evolution\nstate: active\npaused: no\n"]),
)
def test_an_index_row_is_judged_as_its_card_is(
    imported: str, review: str, conditions: dict[str, str], rest: str, origin: str
) -> None:
    block = "".join(f"  {key}: '{value}'\n" for key, value in conditions.items())
    head = f"conditions:\n{block}" if block else ""
    text = f"---\ntitle: x\n{imported}{review}{head}{rest}{origin}---\n"
    read = parse_card(text.encode(), "a.md")
    assert isinstance(read, Card)
    read.layer, read.owner = "project", HERE
    one, other = judged(read), unpack(pack(read), read.id, "project", HERE)
    for name in Judged.__slots__:
        assert getattr(one, name) == getattr(other, name), name
