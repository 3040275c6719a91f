"""Comparing the words of a closed vocabulary: folded, and the nearest when one is outside it."""

from __future__ import annotations

import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

NEAR_ENOUGH = 0.5  # difflib ratio from which a word counts as near
# Zero-width marks, byte-order mark and the emoji variation selectors: they change no word.
_SILENT = dict.fromkeys([0x00AD, 0x200B, 0x200C, 0x2060, 0xFEFF, 0xFE0E, 0xFE0F])


def fold_word(word: str) -> str:
    """Fold NFC, case, variation selectors and zero-width marks away.

    >>> fold_word(" Calm\u200b ") == fold_word("calm")
    True
    """
    return unicodedata.normalize("NFC", word.translate(_SILENT).strip()).casefold()


def nearest_words(word: str, vocabulary: Iterable[str], *, limit: int = 3) -> list[str]:
    """Give the words of the vocabulary that look most like this one, nearest first."""
    from difflib import SequenceMatcher

    folded = fold_word(word)[:80]
    scored = []
    for known in vocabulary:
        ratio = SequenceMatcher(None, folded, fold_word(known)).ratio()
        if ratio >= NEAR_ENOUGH:
            scored.append((-ratio, known))
    return [known for _, known in sorted(scored)[:limit]]
