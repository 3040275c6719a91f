"""Which handles a day's text mentions.

Knows words, scripts and which handle wins where one lies inside another; refuses to know files,
days, and what of a diary counts (it is handed the countable text). On the hooks' path: quick over
thousands of days and a thousand handles, and imports nothing that costs.

A mention is the handle in the text after NFC and case folding, unseen characters dropped. An edge
of the handle that is a letter or digit of a script written with spaces must be the edge of a word
there; other scripts match anywhere. A mention that lies inside that of a longer handle is none.

How it is quick: a handle that is one word is looked up among the words of the day. The others
(several words, Chinese, signs) are looked for only where their longest word, or for many handles
their first two characters, occur.
"""

from __future__ import annotations

from operator import add
from unicodedata import normalize

from ofttold.core.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# Scripts written without spaces between words, and Hangul, whose particles join the word.
_UNSPACED = (
    "\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u1950-\u19df\u1a20-\u1aad\u1b00-\u1b7f"
    "\u2e80-\ua4cf\ua960-\ua9df\uaa60-\uaadf\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc"
    "\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
# Marks that continue a word though Python's \w leaves them out.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c2\u05c4-\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u0816-\u082d"
    "\u08d3-\u0903\u093a-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc-\u09d7\u09e2-\u09e3"
    "\u0a01-\u0a03\u0a3c-\u0a51\u0a70-\u0a75\u0a81-\u0a83\u0abc-\u0acd\u0ae2-\u0ae3\u0b01-\u0b03"
    "\u0b3c-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bd7\u0c00-\u0c04\u0c3c-\u0c56\u0c62-\u0c63"
    "\u0c81-\u0c83\u0cbc-\u0cd6\u0ce2-\u0ce3\u0d00-\u0d03\u0d3b-\u0d57\u0d62-\u0d63\u0d81-\u0d83"
    "\u0dca-\u0ddf\u0df2-\u0df3\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
)
_WORD = later(f"[^\\W_{_UNSPACED}]+")
_MARKED_WORD = later(f"(?:[^\\W_{_UNSPACED}]+|[{_MARKS}]+)+")
_HAS_MARKS = later(f"[{_MARKS}]")
# Latin alone, twice as quick; used where the text holds nothing beyond it but punctuation.
_LATIN_WORD = later("[0-9a-zª²³µ¹º¼-¾ß-öø-ɏ]+")
# Written as what it is not: a class of few characters compiles in a tenth of the time.
_BEYOND_LATIN = later("[^\x00-\u024f\u2000-\u206f\u2190-\u2bff]")
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\ufe0f\ufe0e" + "".join(
    map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
)
_NO_BREAK_SPACES = "\u00a0\u202f\u2007"
_FEW = 48  # up to so many handles without a word, looking for each beats listing a day's pairs


def fold(text: str) -> str:
    r"""Give the form in which handles and diaries are compared: as many lines as the text has.

    >>> fold("My\u00a0LORD\u200b") == fold("my lord")
    True
    """
    if not text.isascii():
        for unseen in _UNSEEN:
            if unseen in text:
                text = text.replace(unseen, "")
        for space in _NO_BREAK_SPACES:
            if space in text:
                text = text.replace(space, " ")
        text = normalize("NFC", text)
    return text.casefold()


def find_words(folded: str) -> list[str]:
    """List the words of spaced scripts in a folded text, longest runs of letters and digits.

    >>> find_words("写完vim笔记, don't")
    ['vim', 'don', 't']
    """
    if folded.isascii() or not _BEYOND_LATIN.search(folded):
        return _LATIN_WORD.findall(folded)
    return (_MARKED_WORD if _HAS_MARKS.search(folded) else _WORD).findall(folded)


class Finder:
    """The handles of all anchors, made ready to be looked for in many days.

    ``handles`` are taken in any order and may repeat; an empty one is never found. Answers are
    positions in that sequence.
    """

    __slots__ = ("_longest_words", "_pairs", "_places", "_words")

    def __init__(self, handles: Sequence[str]) -> None:
        self._places: dict[str, list[int]] = {}
        self._words: set[str] = set()
        self._longest_words: dict[str, list[str]] = {}
        self._pairs: dict[str, list[str]] = {}
        for place, handle in enumerate(handles):
            folded = fold(handle).strip()
            if folded in self._places:
                self._places[folded].append(place)
            elif folded:
                self._places[folded] = [place]
                self._sort_in(folded)

    def _sort_in(self, folded: str) -> None:
        if folded.isascii() and folded.isalnum():
            self._words.add(folded)
            return
        words = find_words(folded)
        if not words:
            self._pairs.setdefault(folded[:2], []).append(folded)
        elif words[0] == folded:
            self._words.add(folded)
        else:
            self._longest_words.setdefault(max(words, key=len), []).append(folded)

    def find(self, text: str) -> frozenset[int]:
        """Find the handles mentioned in a day's countable text."""
        return self._places_of(self._find(fold(text)))

    def find_lines(self, text: str, handle: str) -> list[int]:
        """List the lines (from 1) of a day's countable text that mention one of the handles."""
        sought = fold(handle).strip()
        folded = fold(text)
        if sought not in self._places or sought not in folded:
            return []
        return [
            number
            for number, line in enumerate(folded.split("\n"), 1)
            if sought in line and sought in self._find(line)
        ]

    def inside(self, handle: str) -> frozenset[int]:
        """Find the handles that lie inside the given one, so whose mentions it may take over.

        When a handle comes or goes, only it and these need to be looked for again.
        """
        folded = fold(handle).strip()
        within = [
            other for other in self._places if other != folded and _has_occurrence(folded, other)
        ]
        return self._places_of(within)

    def _places_of(self, found: Iterable[str]) -> frozenset[int]:
        return frozenset([place for folded in found for place in self._places[folded]])

    def _find(self, folded: str) -> set[str]:
        words = find_words(folded)
        found = self._words.intersection(words)
        longer = {
            handle: spans
            for handle in self._candidates(folded, words)
            if handle in folded and (spans := list(find_spans(folded, handle)))
        }
        if not longer:
            return found
        found.update(longer)
        return {handle for handle in found if _stands_alone(folded, handle, longer)}

    def _candidates(self, folded: str, words: list[str]) -> Iterator[str]:
        """Yield the handles of several words, or none, that may be in the text."""
        if self._longest_words:
            for word in self._longest_words.keys() & words:
                yield from self._longest_words[word]
        if len(self._pairs) <= _FEW:
            pairs: Iterable[str] = self._pairs
        else:
            pairs = self._pairs.keys() & {*folded, *map(add, folded, folded[1:])}
        for pair in pairs:
            yield from self._pairs[pair]


def find_spans(folded: str, handle: str) -> Iterator[tuple[int, int]]:
    """Yield where a folded handle stands in a folded text, words whole at its spaced edges."""
    size = len(handle)
    opens, closes = _is_spaced(handle[0]), _is_spaced(handle[-1])
    at = folded.find(handle)
    while at >= 0:
        end = at + size
        cut = (opens and at > 0 and _is_spaced(folded[at - 1])) or (
            closes and end < len(folded) and _is_spaced(folded[end])
        )
        if not cut:
            yield at, end
        at = folded.find(handle, at + 1)


def _has_occurrence(folded: str, handle: str) -> bool:
    return any(True for _ in find_spans(folded, handle))


def _is_spaced(character: str) -> bool:
    if character.isascii():
        return character.isalnum()
    return _MARKED_WORD.match(character) is not None


def _stands_alone(folded: str, handle: str, longer: dict[str, list[tuple[int, int]]]) -> bool:
    """Tell whether the handle is mentioned somewhere outside every longer handle."""
    around = [
        span
        for other, spans in longer.items()
        if len(other) > len(handle) and handle in other
        for span in spans
    ]
    return not around or any(
        not any(start <= at and end <= stop for start, stop in around)
        for at, end in find_spans(folded, handle)
    )
