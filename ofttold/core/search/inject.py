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

FITS, BODY_ONLY, LITTLE, ONE_WORD, COMMON = "", "body_only", "weak", "one_word", "common"


def _is_word(term: str) -> bool:
    """Tell whether a matched term is a word: a single ideograph, or a pair with a particle, is none."""
    if term.isascii():
        return True
    return len(term) > 1 and stop_characters().isdisjoint(term)


def _is_called(hit: Hit) -> bool:
    """Tell whether the prompt calls the card by a name of its own: several words, or one with weight."""
    if not hit.named or " " in hit.whole:
        return hit.named
    if len(hit.whole) < 2 or not hit.whole.isascii():
        return False
    from ofttold.core.search.weak_words import is_weak  # most prompts come to no such question

    return not is_weak(hit.whole)


def unfit(hit: Hit) -> str:
    """Say what keeps a hit alone from being worth its place; ``FITS`` where nothing does.

    A title, alias or trigger that stands whole in the prompt always is, unless it is one word that
    stands in any text. Else a card must earn its share, hold two of the words or one that is a name
    of its own, and more than words that stand in any text.
    """
    if not hit.in_first:
        return BODY_ONLY
    if _is_called(hit):
        return FITS
    if hit.norm < LEAST_NORM:
        return LITTLE
    words = [term for term in hit.matched if _is_word(term)]
    if not hit.whole and len(words) < LEAST_WORDS:
        return ONE_WORD
    from ofttold.core.search.weak_words import is_weak

    return COMMON if not hit.named and all(map(is_weak, words)) else FITS


def choose(hits: Sequence[Hit]) -> list[Hit]:
    """Give the hits to put before the model, at most three, the best first; often none.

    What a day earned says nothing of the words, so it keeps no other card away.
    """
    fitting = [hit for hit in hits if unfit(hit) == FITS]
    if not fitting:
        return []
    first = fitting[0]
    least = LEAST_OF_FIRST * (first.score - first.days)
    near = [hit for hit in fitting if hit.score - hit.days >= least]
    return near[: MOST_CARDS if first.norm >= SURE_NORM else MOST_UNSURE]
