"""Why a message brings what it brings: the same steps as a recall, each of them shown."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from ofttold.app.card_index import CardIndex, Found, read_glossary_text
from ofttold.app.cards import Desk, is_off
from ofttold.app.recall import Asked, Clock, Considered, Looker, first_look, line_of
from ofttold.core.cards.heard import fold_heard
from ofttold.core.cards.prompt import goes_on_only
from ofttold.core.cards.recall import plan_recall, quote
from ofttold.core.search.acts import names_an_act
from ofttold.core.search.inject import FITS, unfit
from ofttold.edge.card_store import find_card
from ofttold.edge.contexts import latest_session

MOST_SHOWN = 10  # candidates shown; ours


@dataclass(frozen=True, slots=True)
class Candidate:
    """One card that came into question.

    ``fate`` is ``comes``, or what kept it out: ``gate`` (with ``verdict`` and ``why``), ``topic``,
    ``threshold``, ``budget``, ``delivered``.
    """

    id: str
    title: str
    score: float
    norm: float
    matched: tuple[str, ...]
    in_first: tuple[str, ...]
    whole: str
    verdict: str
    step: int
    why: str
    fate: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A message explained: ``reason`` says why nothing came, '' where something did."""

    text: str
    words: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    reason: str
    result: str


def explain(desk: Desk, text: str = "") -> Explained:
    """Explain what a message would bring from here; without a text, the last session's deliveries.

    Raises nothing for a switch that is off: that is then the reason.
    """
    if is_off(desk.memory, desk.project):
        return Explained(text, (), (), "why.off", "")
    if desk.memory.settings.text("cards.recall") != "auto":
        return Explained(text, (), (), "why.tools_only", "")
    told = fold_heard(latest_session())
    asked = Asked(text, cwd=desk.cwd, now_s=desk.memory.now.timestamp(), started=time.monotonic())
    clock = Clock(desk.memory.settings.text("timezone"), asked.now_s)
    with CardIndex(desk.memory.folder, desk.places) as index:
        glossary = read_glossary_text(desk.memory.folder)
        looker = Looker(index, desk.runtime(), clock, glossary)
        found = first_look(looker, asked)
    recalled = plan_recall(
        [line_of(one) for one in found.chosen],
        lang=desk.memory.lang,
        context_id="ctx_…",
        delivered=told.delivered,
    )
    dropped = {line.id for line in recalled.left_out}
    candidates = tuple(_candidate(found, one, dropped, told.delivered) for one in found.hits)
    return Explained(
        text,
        tuple(found.query.terms),
        candidates[:MOST_SHOWN],
        "" if recalled.chosen else _reason(found, text, candidates),
        recalled.text,
    )


def _candidate(
    found: Considered, one: Found, dropped: set[str], delivered: dict[str, str]
) -> Candidate:
    verdict = found.verdicts.get(id(one))
    word = verdict.word if verdict else "gone"
    fate, why = _fate(found, one, dropped, delivered)
    return Candidate(
        one.card.id,
        quote(one.title),
        round(one.hit.score, 3),
        round(one.hit.norm, 3),
        tuple(one.hit.matched),
        tuple(one.hit.in_first),
        one.hit.whole,
        word,
        verdict.step if verdict else 1,
        why,
        fate,
    )


def _fate(
    found: Considered, one: Found, dropped: set[str], delivered: dict[str, str]
) -> tuple[str, str]:
    """Say what became of a candidate, and why as a key of the strings table."""
    verdict = found.verdicts.get(id(one))
    if verdict is None:
        return "gate", "why.shadowed"
    if not verdict.ok:
        return "gate", verdict.why
    if one.card.id in found.lost:
        return "topic", found.lost[one.card.id]
    if not any(one.card.id == chosen.card.id for chosen in found.chosen):
        return "threshold", _below(one)
    if one.card.id in dropped:
        return "budget", "why.budget"
    if delivered.get(one.card.id) == one.card.mark:
        return "delivered", "why.delivered"
    return "comes", "why.comes"


def _below(one: Found) -> str:
    """Say what is missing; a card that would be worth its place alone stands behind a better one."""
    missing = unfit(one.hit)
    return "why.behind" if missing == FITS else f"why.{missing}"


def _reason(found: Considered, text: str, candidates: Sequence[Candidate]) -> str:
    """Say in one key why a message brings nothing."""
    if not text.strip() or goes_on_only(text, found.query.terms):
        return "why.no_content"
    if not candidates:
        return "why.no_match" if names_an_act(text) else "why.no_match_no_act"
    worth = {one.card.id for one in found.hits if unfit(one.hit) == FITS}
    fates = {one.fate for one in candidates if one.id in worth}
    order = ("delivered", "budget", "gate", "topic")
    return next((f"why.all_{fate}" for fate in order if fate in fates), "why.all_threshold")


def last_delivered(desk: Desk) -> list[tuple[str, str]]:
    """Give (id, title) of what the last session heard of was given, as far as it is seen from here."""
    given: list[tuple[str, str]] = []
    for id_ in fold_heard(latest_session()).delivered:
        known = find_card(desk.places, id_)
        if known is not None and desk.judge(known.card, "person").ok:
            given.append((id_, known.card.label))
    return given
