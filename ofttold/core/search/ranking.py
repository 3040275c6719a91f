"""How well a thing fits a query: BM25, words standing near, neighbours, days. Knows no storage.

Candidates come with their tokens; the plan knows what each term is worth. All numbers of the
ranking stand here. The seam for vectors would be ``score = (1 - w) * words / most + w * cosine``.
"""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofttold.core.search.plan import Plan, Span
    from ofttold.core.search.windows import Window

K1 = 0.9  # saturation of repeated words; docs/benchmarks.md
B = 0.3  # share of the length in the score of a word; docs/benchmarks.md
NEAR_TOKENS = (
    6  # between two neighbouring terms of the query that count as near; docs/benchmarks.md
)
NEAR_SHARE = 0.3  # of the commoner one's weight for each such pair; docs/benchmarks.md
NEIGHBOUR_SHARE = 0.15  # of the score of the thing before and after in the session
SESSION_SHARE = 0.4  # of what the session as a whole holds of the query; docs/benchmarks.md


class Candidate:
    """One thing that may fit: its tokens by column, its place among neighbours, its day.

    ``day`` is an ordinal, 0 for none; ``session`` is empty for a thing that stands alone.
    """

    __slots__ = ("day", "first", "key", "order", "second", "session")

    def __init__(
        self,
        key: int,
        *,
        first: Sequence[str],
        second: Sequence[str] = (),
        session: str = "",
        order: int = 0,
        day: int = 0,
    ) -> None:
        self.key = key
        self.first = first
        self.second = second
        self.session = session
        self.order = order
        self.day = day


class Fit:
    """How one candidate fits.

    ``words`` is what its own words earned, ``norm`` that as a share of the most the query could
    give, ``score`` all together, ``days`` what its day adds to that. ``earned`` holds each term's part, ``in_first`` the terms of the
    first column among them.
    """

    __slots__ = ("candidate", "days", "earned", "in_first", "norm", "score", "words")

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        self.earned: dict[str, float] = {}
        self.in_first: list[str] = []
        self.words = 0.0
        self.days = 0.0
        self.score = 0.0
        self.norm = 0.0


class Wanted:
    """What every candidate is looked through for: a plan's terms, and pairs of neighbours."""

    __slots__ = ("neighbours", "tokens")

    def __init__(self, plan: Plan) -> None:
        self.tokens = frozenset(plan.look_for())
        self.neighbours = [pair for pair in pairwise(plan.terms) if self.tokens.issuperset(pair)]


def _places(candidate: Candidate, wanted: frozenset[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for at, token in enumerate(candidate.first):
        if token in wanted:
            places.setdefault(token, []).append(at)
    # The columns are apart: no pair stands near across them.
    for at, token in enumerate(candidate.second, len(candidate.first) + NEAR_TOKENS):
        if token in wanted:
            places.setdefault(token, []).append(at)
    return places


def _nearest(left: list[int], right: list[int]) -> int:
    """Give the least distance between two ascending lists of places, in one pass."""
    best, i, j = abs(left[0] - right[0]), 0, 0
    while i < len(left) and j < len(right):
        distance = left[i] - right[j]
        best = min(best, abs(distance))
        if distance < 0:
            i += 1
        else:
            j += 1
    return best


def _near_bonus(places: dict[str, list[int]], plan: Plan, wanted: Wanted) -> float:
    bonus = 0.0
    for left, right in wanted.neighbours if len(places) > 1 else ():
        here, there = places.get(left), places.get(right)
        if here and there and _nearest(here, there) <= NEAR_TOKENS:
            bonus += NEAR_SHARE * min(plan.weights[left], plan.weights[right])
    return bonus


def _span_gain(span: Span, earned: dict[str, float], plan: Plan) -> float:
    """Give what a span's other words add over what its own terms earned."""
    own = sum(earned.get(term, 0.0) for term in span.of)
    best = 0.0
    for words in span.alternatives:
        weight = sum(plan.weights[word] for word in words)
        if weight:
            share = min(1.0, span.demand / weight)
            best = max(best, share * sum(earned.get(word, 0.0) for word in words))
    return max(0.0, span.weight * best - own)


def _fit_words(candidate: Candidate, plan: Plan, wanted: Wanted) -> Fit:
    fit = Fit(candidate)
    places = _places(candidate, wanted.tokens)
    length = len(candidate.first) + len(candidate.second)
    damping = K1 * (1 - B + B * length / plan.mean_length)
    border = len(candidate.first)
    for term, found in places.items():
        fit.earned[term] = plan.weights[term] * len(found) * (K1 + 1) / (len(found) + damping)
        if found[0] < border:
            fit.in_first.append(term)
    fit.words = sum([fit.earned[term] for term in plan.terms if term in fit.earned], 0.0)
    if plan.spans:
        fit.words += sum(_span_gain(span, fit.earned, plan) for span in plan.spans)
    fit.norm = fit.words / ((K1 + 1) * plan.total) if plan.total else 0.0
    fit.score = fit.words + _near_bonus(places, plan, wanted)
    return fit


def _session_holds(fits: Sequence[Fit], plan: Plan) -> dict[str, float]:
    """Give for each session the sum over the query's terms of the best that one of its things has."""
    best: dict[str, dict[str, float]] = {}
    for fit in fits:
        if fit.candidate.session:
            held = best.setdefault(fit.candidate.session, {})
            for term in plan.terms:
                earned = fit.earned.get(term, 0.0)
                if earned > held.get(term, 0.0):
                    held[term] = earned
    return {session: sum(held.values()) for session, held in best.items()}


def _neighbour_bonuses(fits: Sequence[Fit], plan: Plan) -> list[float]:
    scores = {(f.candidate.session, f.candidate.order): f.score for f in fits}
    holds = _session_holds(fits, plan)
    bonuses: list[float] = []
    for fit in fits:
        session, order = fit.candidate.session, fit.candidate.order
        if not session:
            bonuses.append(0.0)
            continue
        beside = scores.get((session, order - 1), 0.0) + scores.get((session, order + 1), 0.0)
        bonuses.append(NEIGHBOUR_SHARE * beside + SESSION_SHARE * holds[session])
    return bonuses


def _day_bonus(day: int, windows: Sequence[Window]) -> float:
    return max((w.bonus for w in windows if w.first <= day <= w.last), default=0.0)


def rank(plan: Plan, candidates: Sequence[Candidate], windows: Sequence[Window] = ()) -> list[Fit]:
    """Give the candidates' fits, the best first, equal ones in the order they came.

    A candidate without any of the words stays only if its day is in a window.
    """
    wanted = Wanted(plan)
    fits = [_fit_words(candidate, plan, wanted) for candidate in candidates]
    for fit, bonus in zip(fits, _neighbour_bonuses(fits, plan), strict=True):
        fit.days = _day_bonus(fit.candidate.day, windows)
        fit.score += bonus + fit.days
    fits = [fit for fit in fits if fit.earned or fit.days]
    fits.sort(key=lambda fit: -fit.score)
    return fits
