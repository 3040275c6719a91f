"""Which hits are worth a place in the context unasked. Judges fit alone: not conditions, not budget.

Measured on the sets for tuning; the numbers and what they gave stand in docs/benchmarks.md.
"""

from __future__ import annotations

from ofttold.core.search.query import stop_characters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofttold.core.search.document import Hit

LEAST_NORM = 0.18  # share of the query's weight a card must earn; docs/benchmarks.md
LEAST_WORDS = 2  # matched words, where no name stands whole
SURE_NORM = 0.35  # below it two cards come at most
LEAST_OF_FIRST = 0.85  # of the first one's score, for a second and a third
MOST_CARDS = 3  # cards a prompt gets; cards.md, "Automatic recall"
MOST_UNSURE = 2  # … while the first is below SURE_NORM


def _is_word(term: str) -> bool:
    """Tell whether a matched term is a word: a single ideograph, or a pair with a particle, is none."""
    if term.isascii():
        return True
    return len(term) > 1 and stop_characters().isdisjoint(term)


def _fits(hit: Hit) -> bool:
    """Tell whether a hit alone is worth its place.

    A title, alias or trigger of several words that stands whole in the prompt always is. Else it
    must earn its share, hold two of the words or one that is a name of its own, and more than words
    that stand in any text.
    """
    if not hit.in_first:
        return False
    if hit.named and " " in hit.whole:
        return True
    words = [term for term in hit.matched if _is_word(term)]
    if hit.norm < LEAST_NORM or not (hit.whole or len(words) >= LEAST_WORDS):
        return False
    from ofttold.core.search.weak_words import is_weak  # most prompts come to no such question

    return hit.named or not all(map(is_weak, words))


def choose(hits: Sequence[Hit]) -> list[Hit]:
    """Give the hits to put before the model, at most three, the best first; often none."""
    fitting = [hit for hit in hits if _fits(hit)]
    if not fitting:
        return []
    first = fitting[0]
    near = [hit for hit in fitting if hit.score >= LEAST_OF_FIRST * first.score]
    return near[: MOST_CARDS if first.norm >= SURE_NORM else MOST_UNSURE]
