"""Words of a text, the same for what is indexed and what is asked. Knows no document and no rank.

::

    text    = { piece | anything else }            after folding: NFKC, no zero-width marks
    piece   = ideographs | word
    word    = part { "_" part } [ "'" ending ]     letters and digits of any other script
    part    = split again where case turns:        fooBar -> foo bar

A word gives its parts as stems, and the whole joined where it had several; a run of Han, Kana or
Hangul gives each character and each pair. Case is folded, traditional characters count as their
simplified forms. No token holds a space or an ASCII sign, so tokens join and split by spaces.
"""

from __future__ import annotations

import sys
import unicodedata
from itertools import pairwise

from ofttold.core.search.stems import stem

LONGEST_TOKEN = 64  # characters; a longer word is cut to it, for looking up alone

# Letters from here up are Han, Kana, Hangul and rare scripts without spaces. One border, no list of
# blocks: a character class of blocks costs the regex compiler 4 to 9 ms.
_FIRST_IDEOGRAPH = "\u3005"
_WORD = r"[^\W_]+(?:_+[^\W_]+)*(?:'[A-Za-z]{1,2}(?!\w))?"
_CASES = r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z][A-Z0-9]*"
TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Sequence

SHORT_TEXT = 2000  # characters; a longer text is worth loading the patterns for, 4 ms
_KNOWN_SIZE = 50_000  # words; a bound for memory only
_patterns: dict[str, re.Pattern[str]] = {}


class _Fold(dict[int, str | None]):
    """A translation that learns each character when it first meets it."""

    def __missing__(self, code: int) -> str | None:
        from ofttold.core.search.variants import SIMPLIFIED, TRADITIONAL  # plain ASCII spares it

        at = TRADITIONAL.find(chr(code))
        kept = self[code] = SIMPLIFIED[at] if at >= 0 else chr(code)
        return kept


_fold = _Fold(dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF), None))
_fold[0x2019] = _fold[0x2018] = "'"


def _pattern(source: str) -> re.Pattern[str]:
    """Compile on first need: a hook that meets only ASCII never pays for the rest."""
    found = _patterns.get(source)
    if found is None:
        import re

        found = _patterns[source] = re.compile(source)
    return found


def fold(text: str) -> str:
    """Give the form in which texts are compared, case kept: NFKC, simplified, no zero-width marks.

    >>> fold("ＦＯＯ 後端")
    'FOO 后端'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_fold)


def is_run(piece: str) -> bool:
    """Tell whether a piece is a run of Han, Kana or Hangul."""
    return piece[0] >= _FIRST_IDEOGRAPH


def _split_scripts(word: str) -> list[str]:
    if word[0] >= _FIRST_IDEOGRAPH <= word[-1] and len(word.encode()) == 3 * len(word):
        return [word]  # all of it ideographs, as good as always: no need to look at each
    found: list[str] = []
    start, ideographs = 0, word[0] >= _FIRST_IDEOGRAPH
    for at, character in enumerate(word):
        if (character >= _FIRST_IDEOGRAPH) is not ideographs:
            found.append(word[start:at].strip("_"))
            start, ideographs = at, not ideographs
    found.append(word[start:].strip("_"))
    return [part for part in found if part]


def _find_words(folded: str) -> list[str]:
    """Find the words and runs of a text: by the pattern, or without it where that would be dearer."""
    if len(folded) > SHORT_TEXT or "re" in sys.modules:
        found: list[str] = _pattern(_WORD).findall(folded)
        return found
    signs = "".join(sign if sign.isalnum() or sign in "_'" else " " for sign in folded)
    words: list[str] = []
    for chunk in signs.split():
        if "'" in chunk:
            words += _quoted_words(chunk.split("'"))
        elif word := chunk.strip("_"):
            words.append(word)
    return words


def _quoted_words(parts: list[str]) -> list[str]:
    """Give the words of what stood between apostrophes; one of two letters is an ending."""
    words: list[str] = []
    at = 0
    while at < len(parts):
        word, ending = parts[at].strip("_"), parts[at + 1] if at + 1 < len(parts) else ""
        is_ending = 0 < len(ending) < 3 and ending.isascii() and ending.isalpha()
        if word and is_ending and not parts[at].endswith("_"):
            words.append(f"{word}'{ending}")
            at += 2
            continue
        if word:
            words.append(word)
        at += 1
    return words


def pieces(folded: str) -> list[str]:
    """Give the words and ideograph runs of a folded text, case kept, endings like ``'s`` cut."""
    words = _find_words(folded)
    if folded.isascii() and "'" not in folded:
        return words
    found: list[str] = []
    for word in words:
        if "'" in word:
            word = "not" if word.endswith(("n't", "N'T")) else word.partition("'")[0]
        if word.isascii():
            found.append(word)
        else:
            found += _split_scripts(word)
    return found


def word_parts(piece: str) -> list[str]:
    """Split a word where its case turns and at low lines; each part lower-case.

    >>> word_parts("fooBar_v2"), word_parts("R2D2"), word_parts("HTTPServer")
    (['foo', 'bar', 'v2'], ['r2d2'], ['http', 'server'])
    """
    parts: list[str] = []
    for name in piece.split("_"):
        lower = name.casefold()
        if name.isupper() or name.islower() or name[1:].islower() or not name.isascii():
            parts.append(lower)
        else:
            parts.extend(found.casefold() for found in _pattern(_CASES).findall(name))
    return [part[:LONGEST_TOKEN] for part in parts if part]


def pairs(run: str) -> list[str]:
    """Give each character of an ideograph run and each pair, in order.

    >>> pairs("蓝鲸号")
    ['蓝', '蓝鲸', '鲸', '鲸号', '号']
    """
    found = [""] * (2 * len(run) - 1)
    found[::2] = run
    found[1::2] = [left + right for left, right in pairwise(run)]
    return found


def _word_tokens(word: str) -> tuple[str, ...]:
    parts = word_parts(word)
    found = [stem(part) for part in parts]
    if len(parts) > 1:
        found.append("".join(parts)[:LONGEST_TOKEN])
    return tuple(found)


class _Known(dict[str, tuple[str, ...]]):
    """The tokens of each word met so far; an ideograph run is taken apart anew each time."""

    def __missing__(self, piece: str) -> Sequence[str]:
        if piece[0] >= _FIRST_IDEOGRAPH:
            return pairs(piece)
        if len(self) > _KNOWN_SIZE:
            self.clear()
        tokens = self[piece] = _word_tokens(piece)
        return tokens


_known = _Known()


def tokens_of(found: Sequence[str]) -> list[str]:
    """Give all tokens of some pieces, in order: of a word its parts, then the whole if it had any."""
    tokens: list[str] = []
    for piece in found:
        tokens += _known[piece]
    return tokens


class _Texts(dict[str, str]):
    """The tokens of each word met so far, joined."""

    def __missing__(self, piece: str) -> str:
        if len(self) > _KNOWN_SIZE:
            self.clear()
        text = self[piece] = " ".join(_known[piece])
        return text


_texts = _Texts()


def _spell_runs(runs: Iterable[str]) -> dict[str, str]:
    """Give for each run what ``pairs`` gives, joined by spaces, without a text for each token.

    All runs are one line of signs, whose every fifth place is laid three times: "a ab b bc c".
    """
    texts: dict[str, str] = dict.fromkeys(runs, "")
    line = "".join(texts)
    signs = memoryview(line.encode("utf-32-le")).cast("I")
    buffer = bytearray(" ".encode("utf-32-le") * (5 * len(line)))
    places = memoryview(buffer).cast("I")
    places[::5], places[2::5], places[3:-5:5] = signs, signs, signs[1:]
    spelled, at = buffer.decode("utf-32-le"), 0
    for run in texts:
        texts[run] = spelled[5 * at : 5 * (at + len(run)) - 4]
        at += len(run)
    return texts


def join_tokens(each: Sequence[Sequence[str]]) -> list[tuple[str, int]]:
    """Give for the pieces of each text its tokens joined by spaces, and how many they are.

    Texts taken together cost less than one by one.

    >>> join_tokens([["蓝鲸", "keys"], []])
    [('蓝 蓝鲸 鲸 key', 4), ('', 0)]
    """
    plain = ["".join(found).isascii() for found in each]
    mixed = [found for found, is_plain in zip(each, plain, strict=True) if not is_plain]
    runs = _spell_runs(piece for found in mixed for piece in found if is_run(piece))
    joined: list[tuple[str, int]] = []
    for found, is_plain in zip(each, plain, strict=True):
        if is_plain:
            text = " ".join(map(_texts.__getitem__, found))
        else:
            text = " ".join([runs.get(piece) or _texts[piece] for piece in found])
        joined.append((text, text.count(" ") + 1 if text else 0))
    return joined


def sequence_of(found: Sequence[str]) -> str:
    """Give some pieces as stems and single ideographs joined by spaces."""
    words: list[str] = []
    for piece in found:
        if is_run(piece):
            words += piece
        else:
            tokens = _known[piece]
            words += tokens[:-1] if len(tokens) > 1 else tokens
    return " ".join(words)


def tokenize(text: str) -> list[str]:
    """Give all tokens of a text, in order.

    >>> tokenize("修好log-rotor了, fooBar_v2")
    ['修', '修好', '好', 'log', 'rotor', '了', 'foo', 'bar', 'v2', 'foobarv2']
    """
    return tokens_of(pieces(fold(text)))


def plain_sequence(text: str) -> str:
    """Give the text as stems and single ideographs joined by spaces: for finding whole phrases.

    >>> plain_sequence("Deploy keys 在哪")
    'deploy key 在 哪'
    """
    return sequence_of(pieces(fold(text)))
