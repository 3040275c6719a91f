"""Searching cards: relevance first, then the gate, then the request's budget; in that order.

What the gate holds back has no title and no id; only where everything was held back is that said,
once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofttold.app.card_index import GLOSSARY, CardIndex, Found, odd_names, read_glossary_text
from ofttold.app.cards import CardRefusal, Desk, require_on
from ofttold.app.ritual_index import ritual_sources
from ofttold.core.cards.budget import Account, admit_results
from ofttold.core.cards.conditions import NEEDS_CONTEXT, NOT_APPLICABLE, check_task
from ofttold.core.cards.gate import Verdict, eligibility, shown_state
from ofttold.core.cards.identity import fold_title
from ofttold.core.cards.recall import Line, quote, render_line
from ofttold.core.findings import Finding
from ofttold.core.search.glossary import read_glossary
from ofttold.core.search.inject import LEAST_NORM
from ofttold.core.search.query import Query, parse_query
from ofttold.edge.contexts import find_context, read_account, write_account
from ofttold.edge.dictionary import ensure_dictionary
from ofttold.edge.homes import cache_home
from ofttold.edge.index import Index

if TYPE_CHECKING:
    from ofttold.core.cards.gate import Purpose
    from ofttold.edge.card_places import Place

DEFAULT_LIMIT = 3  # results of a search by a tool; cards.md, "Tools and commands"
MOST_RESULTS = 4  # results a tool may ask for; cards.md, "Tools and commands"
DEPTH = 100  # hits looked at before the gate; as many as the index ranks
_TIERS = {"approved": 0, "published": 0, "proposed": 1, "draft": 2}


class ContextUnknown(CardRefusal):
    """The context id is expired, of another project, or none of ours."""

    key = "context_unknown"
    status = "needs_context"


class BudgetExhausted(CardRefusal):
    """This request has read as much as it may."""

    key = "budget_exhausted"
    status = "budget_exhausted"


@dataclass(frozen=True, slots=True)
class Result:
    """One card found, with the line it is shown by."""

    id: str
    title: str
    when: str
    summary: str
    layer: str
    state: str
    created: str
    score: float
    path: str
    line: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the ritual folder: its place (``diary/2026-10-30.md:12``), heading, beginning."""

    place: str
    title: str
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found. ``reason`` is '' or no_match, not_applicable, applicability_unresolved.

    ``unknown_task`` names a task value no card registers: then no words were searched. ``dropped``
    results did not fit the request's budget. ``diary`` is what the ritual folder brought, where it
    was asked for; ``broken`` are card files that could not be read.
    """

    results: tuple[Result, ...]
    reason: str = ""
    unknown_task: str = ""
    dropped: int = 0
    diary: tuple[Passage, ...] = ()
    broken: tuple[Finding, ...] = ()

    @property
    def characters(self) -> int:
        """Give how many characters really go into the context."""
        return sum(len(result.line) for result in self.results)


def search(
    desk: Desk,
    text: str,
    *,
    limit: int = DEFAULT_LIMIT,
    include_all: bool = False,
    context: str = "",
    budgeted: bool = True,
    with_diary: bool = False,
    before_dictionary: Callable[[], None] | None = None,
) -> Answer:
    """Search the personal and project cards, by the same recipe for tools, commands and benchmarks.

    ``context`` is a recall's id. ``budgeted=False`` and ``with_diary`` are for a person's own
    command. Raises MemoryDisabled, ContextUnknown, BudgetExhausted, UnknownTaskKey.
    """
    require_on(desk)
    check_task(desk.task)
    account = open_account(desk, context)
    unknown = _unknown_task(desk)
    if unknown:
        return Answer((), "no_match", unknown)
    query = parse_query(
        text,
        today=desk.memory.today,
        glossary=read_glossary(read_glossary_text(desk.memory.folder)),
    )
    # made once, here, where the zh-en extra is installed
    ensure_dictionary(cache_home(), before=before_dictionary)
    with CardIndex(desk.memory.folder, desk.places) as index:
        found = index.search(query, max(DEPTH, limit))
        broken = tuple(_broken(index, desk.memory.folder)) if not budgeted else ()
        diary = _search_diary(desk, index.index, query, limit) if with_diary else ()
    purpose: Purpose = "search_all" if include_all else "search"
    kept, reason = admit(desk, found, purpose)
    results = [_result(desk, one) for one in in_tiers(kept)[:limit]]
    if not budgeted:
        return Answer(tuple(results), reason, diary=diary, broken=broken)
    return _within_budget(results, reason, account, context)


def _broken(index: CardIndex, folder: str) -> Iterator[Finding]:
    """Name what is called a card and could not be read, and what of the glossary does not count."""
    for place in index.places:
        yield from _unlisted(place)
    odd = [(place, name) for place in index.places for name in odd_names(place)]
    for place, name in [*index.broken, *odd]:
        from ofttold.edge.card_store import read_card  # a search that reads no file spares it

        item = read_card(place, name)
        if isinstance(item, Finding):
            yield item
    if os.path.lexists(os.path.join(folder, GLOSSARY)):
        from ofttold.app.card_check import glossary_findings  # most people have none

        yield from glossary_findings(folder)


def _unlisted(place: Place) -> Iterator[Finding]:
    """Name a place that is there and cannot be listed: its cards are not nothing."""
    try:
        with os.scandir(place.folder):
            return
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as fault:
        from ofttold.edge.filefaults import reading_fault  # a search that can list spares it

        told = reading_fault(fault, place.folder)
        values: dict[str, object] = {"zh": told.message("zh"), "en": told.message("en")}
        yield Finding(place.label, 0, "card_unreadable_file", values)


def _search_diary(desk: Desk, index: Index, query: Query, limit: int) -> tuple[Passage, ...]:
    """Search the diary's sections, the index's lines and the detours."""
    sources = ritual_sources(desk.memory)
    index.sync(sources)
    hits = index.search(query, layers=[source.layer for source in sources], limit=limit)
    return tuple(
        Passage(hit.id, quote(hit.title), quote(hit.extra), round(hit.score, 4)) for hit in hits
    )


def admit(desk: Desk, found: Sequence[Found], purpose: Purpose) -> tuple[list[Found], str]:
    """Let through what the gate calls ok, and say why nothing came where nothing did."""
    runtime = desk.runtime()
    own = {one.card.id for one in found if one.place.layer != "personal"}
    kept: list[Found] = []
    verdicts: list[Verdict] = []
    for one in found:
        if one.place.layer == "personal" and one.card.id in own:
            continue
        verdict = eligibility(one.card, runtime, purpose, desk.memory.now)
        verdicts.append(verdict)
        if verdict.ok:
            kept.append(one)
    return kept, "" if kept else _reason(verdicts)


def _reason(verdicts: Sequence[Verdict]) -> str:
    words = {verdict.word for verdict in verdicts}
    if NEEDS_CONTEXT in words:
        return "applicability_unresolved"
    return "not_applicable" if NOT_APPLICABLE in words else "no_match"


def in_tiers(found: Sequence[Found]) -> list[Found]:
    """Put what was approved before what was proposed, that before drafts, what is retired last.

    Only hits above the threshold change places, and only among those that have a state: personal
    cards stay where their score puts them.
    """
    states = [shown_state(one.card) for one in found]
    places = [at for at, one in enumerate(found) if one.hit.norm >= LEAST_NORM and states[at]]
    ordered = sorted(places, key=lambda at: _TIERS.get(states[at], len(_TIERS)))
    result = list(found)
    for at, source in zip(places, ordered, strict=True):
        result[at] = found[source]
    return result


def _result(desk: Desk, one: Found) -> Result:
    shown = Line(
        id=one.card.id,
        layer=one.place.layer,
        title=one.title,
        summary=one.hit.summary,
        when=one.card.when,
        state=shown_state(one.card),
    )
    return Result(
        one.card.id,
        one.title,
        one.card.when,
        one.hit.summary,
        one.place.layer,
        shown.state,
        one.hit.created,
        round(one.hit.score, 4),
        one.place.name(one.hit.path),
        render_line(shown, desk.memory.lang),
    )


def open_account(desk: Desk, context: str) -> Account:
    """Give the account of a request; a call without a context has one of its own.

    Raises ContextUnknown.
    """
    if not context:
        return Account()
    if not find_context(context, project=desk.owner, now=desk.memory.now):
        raise ContextUnknown(id=context)
    return read_account(context)


def _within_budget(
    results: Sequence[Result], reason: str, account: Account, context: str
) -> Answer:
    count, after = admit_results(account, [result.line for result in results])
    if results and not count:
        raise BudgetExhausted()
    if context and count:
        write_account(context, after)
    return Answer(tuple(results[:count]), reason, dropped=len(results) - count)


def _unknown_task(desk: Desk) -> str:
    """Name a task value that no card seen from here registers; '' where each is known."""
    wanted = desk.all_task()
    if not wanted:
        return ""
    from ofttold.edge.card_store import load_place  # a search that reads no file spares it

    cards = [one.card for place in desk.places for one in load_place(place)[0]]
    registered = {
        (key, fold_title(value).casefold())
        for card in cards
        for key, values in card.conditions.items()
        for value in values
    }
    for key, value in wanted.items():
        if (key, fold_title(value).casefold()) not in registered:
            return f"{key}={value}"
    return ""
