"""A query laid against an index: which terms it holds and what each is worth. Knows no storage.

The counts come through a function handed in: terms to how many things hold each.
"""

from __future__ import annotations

from math import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ofttold.core.search.query import Query

    LookUp = Callable[[Sequence[str]], dict[str, int]]

SHORTEST_STEM = 4  # letters; an unseen word is never cut further
MOST_LOOKED_FOR = 64  # terms a thing is ranked by; the rarest of a longer query
ENOUGH_THINGS = 1000  # holding a picked term, counted per term; docs/benchmarks.md


class Span:
    """Some of the query's terms that other words may stand for; ``weight`` of a match by those."""

    __slots__ = ("alternatives", "demand", "of", "weight")

    def __init__(
        self, of: tuple[str, ...], alternatives: list[tuple[str, ...]], weight: float, demand: float
    ) -> None:
        self.of = of
        self.alternatives = alternatives
        self.weight = weight
        self.demand = demand


class Plan:
    """What to look for and what it is worth.

    ``terms``: the query's own, an unseen word replaced by its longest indexed stem, a seam the
    index does not know left out. ``weights``: the inverse document frequency of these and of the
    ``spans``' words. ``total``: the weight of the whole query, unseen terms included.
    ``counts``: how many things hold each, where any does. ``mean_length``: tokens of a thing.
    """

    __slots__ = ("counts", "mean_length", "spans", "terms", "total", "weights")

    def __init__(self, terms: list[str], weights: dict[str, float], counts: dict[str, int]) -> None:
        self.terms = terms
        self.weights = weights
        self.counts = counts
        self.spans: list[Span] = []
        self.total = 0.0
        self.mean_length = 1.0

    def look_for(self) -> list[str]:
        """Give the terms to rank by, the rarest first, at most 64 of those the index holds."""
        wanted = [term for term in self.terms if term in self.counts]
        for span in self.spans:
            for words in span.alternatives:
                wanted += (word for word in words if word in self.counts)
        wanted = list(dict.fromkeys(wanted))
        wanted.sort(key=lambda term: -self.weights[term])
        return wanted[:MOST_LOOKED_FOR]

    def pick_by(self) -> list[str]:
        """Give the terms to pick candidates by: the rarest, until they stand in enough things.

        Commoner ones add to the rank of what the rare ones find; alone they find everything.
        """
        picked: list[str] = []
        things = 0
        for term in self.look_for():
            things += self.counts[term]
            if picked and things > ENOUGH_THINGS:
                break
            picked.append(term)
        return picked


def _stems_of(word: str) -> list[str]:
    """Give the stems an unseen word may fall back to, the longest first."""
    if not (word.isascii() and word.isalpha()):
        return []
    return [word[:length] for length in range(len(word) - 1, SHORTEST_STEM - 1, -1)]


def _indexed_forms(unseen: Iterable[str], look_up: LookUp) -> dict[str, str]:
    stems = {word: _stems_of(word) for word in unseen}
    wanted = list(dict.fromkeys(stem for some in stems.values() for stem in some))
    counts = look_up(wanted) if wanted else {}
    return {
        word: next((stem for stem in some if counts.get(stem)), word)
        for word, some in stems.items()
    }


def plan_query(query: Query, *, count: int, tokens: int, look_up: LookUp) -> Plan:
    """Lay a query against an index of ``count`` things holding ``tokens`` tokens in all."""
    others = [word for e in query.expansions for words in e.alternatives for word in words]
    counts = look_up(list(dict.fromkeys([*query.terms, *others])))
    forms = _indexed_forms((t for t in query.terms if not counts.get(t)), look_up)
    terms: dict[str, None] = {}
    for term in query.terms:
        if counts.get(term) or term not in query.seams:
            terms[forms.get(term, term)] = None
    missing = [term for term in terms if term not in counts]
    counts.update(look_up(missing) if missing else {})
    weights = {
        term: log(1 + (count - held + 0.5) / (held + 0.5))
        for term in (*terms, *others)
        for held in (counts.get(term, 0),)
    }
    held = {term: counts[term] for term in weights if counts.get(term)}
    plan = Plan(list(terms), weights, held)
    plan.mean_length = tokens / count if count and tokens else 1.0
    _add_spans(plan, query, forms)
    return plan


def _add_spans(plan: Plan, query: Query, forms: dict[str, str]) -> None:
    """Take in the expansions, each term in one span at most, and sum up the whole weight."""
    free = set(plan.terms)
    for expansion in query.expansions:
        own = tuple(t for t in dict.fromkeys(forms.get(t, t) for t in expansion.of) if t in free)
        alternatives = [
            words for words in expansion.alternatives if any(word in plan.counts for word in words)
        ]
        if not own or not alternatives:
            continue
        free.difference_update(own)
        heaviest = max(sum(plan.weights[word] for word in words) for words in alternatives)
        demand = min(heaviest, sum(plan.weights[term] for term in own))
        plan.spans.append(Span(own, alternatives, expansion.weight, demand))
    plan.total = sum(plan.weights[term] for term in plan.terms if term in free)
    plan.total += sum(span.demand for span in plan.spans)
