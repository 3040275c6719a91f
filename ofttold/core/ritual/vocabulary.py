"""The closed set of emotion words, and which of them is meant or near.

Knows words; refuses to know where they stand (emotions.py reads them). On the hooks' path, where
a cached vocabulary is checked against tags: imports nothing that costs.
"""

from __future__ import annotations

from ofttold.core.folding import fold_word
from ofttold.core.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Share of letters in common (difflib's ratio) from which a word is near. Two Chinese words of two
# letters that share one have 0.5; in longer, spaced scripts that is chance. Ours.
NEAR_HAN, NEAR_OTHER = 0.5, 0.6
MOST_NEAR = 3  # words offered

_HAN = later(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


class Vocabulary:
    """The words in file order, each with its line (from 1); empty where the section names none."""

    __slots__ = ("_folded", "lines", "words")

    def __init__(self, words: Sequence[str], lines: Sequence[int] = ()) -> None:
        self.words = tuple(words)
        self.lines = tuple(lines)
        self._folded: dict[str, str] = {}
        for word in self.words:
            self._folded.setdefault(fold_word(word), word)

    def has(self, word: str) -> bool:
        """Tell whether the word is one of them, compared folded."""
        return fold_word(word) in self._folded

    def spelling(self, word: str) -> str | None:
        """Give the word as the vocabulary spells it; None for a word outside it."""
        return self._folded.get(fold_word(word))

    def near(self, word: str) -> list[str]:
        """Give up to three words of the vocabulary that look like this one, the nearest first.

        >>> Vocabulary(["满意", "平静"]).near("惬意")
        ['满意']
        """
        from difflib import get_close_matches  # needed only where something is wrong

        cutoff = NEAR_HAN if _HAN.search(word) else NEAR_OTHER
        found = get_close_matches(fold_word(word), self._folded, n=MOST_NEAR, cutoff=cutoff)
        return [self._folded[one] for one in found]
