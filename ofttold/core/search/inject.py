"""Which hits are worth a place in the context unasked. Judges fit alone: not conditions, not budget."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofttold.core.search.document import Hit

LEAST_NORM = 0.20  # share of the query's weight a card must earn; docs/benchmarks.md
SURE_NORM = 0.35  # below it only one card comes
LEAST_OF_FIRST = 0.7  # of the first one's score, for a second and a third
MOST_CARDS = 3  # cards a prompt gets


def _counts(term: str) -> bool:
    """Tell whether a matched term is a word: a single ideograph is none."""
    return len(term) > 1 or term.isascii()


def _fits(hit: Hit) -> bool:
    if not hit.in_first or hit.norm < LEAST_NORM:
        return False
    return bool(hit.whole) or sum(map(_counts, hit.matched)) >= 2


def choose(hits: Sequence[Hit]) -> list[Hit]:
    """Give the hits to put before the model, at most three, the best first; often none.

    A hit needs a matched term in the first column, enough of the query's weight, and two matched
    words or its whole title, alias, tag or trigger in the prompt.
    """
    fitting = [hit for hit in hits if _fits(hit)]
    if not fitting:
        return []
    first = fitting[0]
    if first.norm < SURE_NORM:
        return [first]
    near = [hit for hit in fitting if hit.score >= LEAST_OF_FIRST * first.score]
    return near[:MOST_CARDS]
