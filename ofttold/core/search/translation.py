"""Chinese words for English ones and back, as expansions of a query. Knows no dictionary file.

A line of CC-CEDICT is ``traditional simplified [pinyin] /sense/sense/``. A sense becomes the stems
of its content words; a query's run of ideographs is cut into the longest words that have senses,
and where the index knows none of a word's translations, its parts are tried. An English phrase of
up to three words gives the Chinese words with exactly that sense.
"""

from __future__ import annotations

import re

from ofttold.core.search.query import Expansion, stop_characters, stop_words
from ofttold.core.search.stems import stem
from ofttold.core.search.tokens import fold, is_run, pairs, pieces, word_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    LookUp = Callable[[Sequence[str]], dict[str, list[str]]]

DICTIONARY_WEIGHT = 0.7  # of a match through the dictionary, beside one by the person's own word
LONGEST_WORD = 8  # ideographs of a dictionary word that is looked for
LONGEST_PHRASE = 3  # English words of a sense that is looked for
MOST_SENSES = 16  # senses kept of a Chinese word
MOST_WORDS = 12  # Chinese words kept for an English sense
LONGEST_SENSE = 6  # content words; longer ones explain, they do not translate

MOST_IDEOGRAPHS = 200  # of a query that are looked up
MOST_ENGLISH = 60  # words of a query that are looked up

_LINE = r"^\S+ (\S+) \[[^\]]*\] /(.*)/\s*$"
_NO_SENSE = (
    r"^(?:CL:|see |see also |(?:old |archaic |erhua |Japanese )?variant of |used in |surname |"
    r"abbr\. (?:for|of) |also (?:written|pr\.)|Taiwan pr\.|radical |Kangxi radical)"
)
_ASIDE = r"\([^()]*\)|\[[^\]]*\]|[\u3005-\ud7a3]+\|?"


def read_line(line: str) -> tuple[str, list[list[str]]] | None:
    """Give a line's simplified word and its senses as stems; None for a comment or odd line.

    >>> read_line("密鑰 密钥 [mi4 yao4] /key (to a cipher)/to lock up/CL:把[ba3]/")
    ('密钥', [['key'], ['lock']])
    """
    match = re.match(_LINE, line)
    if match is None or line.startswith("#"):
        return None
    senses = [words for sense in match[2].split("/") if (words := _read_sense(sense))]
    return fold(match[1]), senses[:MOST_SENSES]


class _Content(dict[str, tuple[str, ...]]):
    """The stems of each word met so far; none of a word that carries no wish."""

    def __missing__(self, piece: str) -> tuple[str, ...]:
        wished = piece.casefold() not in stop_words()
        found = self[piece] = tuple(map(stem, word_parts(piece))) if wished else ()
        return found


_content = _Content()


def _read_sense(sense: str) -> list[str]:
    if re.match(_NO_SENSE, sense):
        return []
    found = pieces(fold(re.sub(_ASIDE, " ", sense)))
    words = [word for piece in found for word in _content[piece]]
    return words if len(words) <= LONGEST_SENSE else []


def _cut(run: str, known: dict[str, list[str]], longest: int) -> Iterator[tuple[int, str]]:
    """Cut a run into the longest known words from the left; unknown characters are skipped."""
    at = 0
    while at < len(run):
        for length in range(min(longest, len(run) - at), 0, -1):
            word = run[at : at + length]
            if word in known and (length > 1 or word not in stop_characters()):
                yield at, word
                at += length
                break
        else:
            at += 1


def _within(run: str) -> list[str]:
    return [
        run[start : start + length]
        for start in range(len(run))
        for length in range(1, min(LONGEST_WORD, len(run) - start) + 1)
    ]


def _from_chinese(run: str, known: dict[str, list[str]]) -> list[Expansion]:
    """Give the expansions of a run: of its words, then of their parts for the words that fail."""
    words = [word for _, word in _cut(run, known, LONGEST_WORD)]
    parts = [
        part for word in words if len(word) > 2 for _, part in _cut(word, known, len(word) - 1)
    ]
    return [
        Expansion(pairs(word), [sense.split() for sense in known[word]], DICTIONARY_WEIGHT)
        for word in (*words, *parts)
    ]


def _phrases(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [
        tuple(words[start : start + length])
        for length in range(LONGEST_PHRASE, 0, -1)
        for start in range(len(words) - length + 1)
    ]


def _chinese_tokens(word: str) -> list[str]:
    """Give what stands for a Chinese word in the index: its pairs, a single one itself."""
    return [token for token in pairs(word) if len(token) > 1] or [word]


def _first_runs(found: Sequence[str]) -> list[str]:
    runs: list[str] = []
    left = MOST_IDEOGRAPHS
    for piece in found:
        if left > 0 and is_run(piece):
            runs.append(piece[:left])
            left -= len(piece)
    return runs


def translate(found: Sequence[str], *, senses_of: LookUp, words_for: LookUp) -> list[Expansion]:
    """Give the expansions of a query's pieces by the dictionary.

    ``senses_of`` gives for Chinese words their senses, each as stems joined by spaces;
    ``words_for`` for such senses the Chinese words.
    """
    runs = _first_runs(found)
    known = senses_of(list(dict.fromkeys(word for run in runs for word in _within(run))))
    expansions = [expansion for run in runs for expansion in _from_chinese(run, known)]
    english = [word for piece in found if not is_run(piece) for word in _content[piece]]
    phrases = _phrases(english[:MOST_ENGLISH])
    chinese = words_for([" ".join(phrase) for phrase in dict.fromkeys(phrases)])
    for phrase in phrases:
        words = chinese.get(" ".join(phrase))
        if words:
            alternatives = [_chinese_tokens(word) for word in words]
            expansions.append(Expansion(phrase, alternatives, DICTIONARY_WEIGHT))
    return expansions
