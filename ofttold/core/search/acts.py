"""Whether a message names an act: a verb of the strings table, or an identifier. Reads no index.

By hand instead of by a pattern: compiling one costs a hook half a millisecond.
"""

from __future__ import annotations

from ofttold.core.search.query import bound_text
from ofttold.core.search.stems import stem
from ofttold.core.search.tokens import fold, pieces
from ofttold.core.strings import say

_JOINTS = "/\\.:"  # between two letters or digits: a path, a dotted name, an address


def names_an_act(text: str) -> bool:
    """Tell whether a message says what is to be done or on what.

    >>> names_an_act("为什么会这样"), names_an_act("把它修好"), names_an_act("and foo_bar.py?")
    (False, True, True)
    """
    folded = fold(bound_text(text))
    words = pieces(folded)
    if folded.count("`") > 1 or _has_joint(folded) or any(map(_is_identifier, words)):
        return True
    if any(verb in folded for verb in say("zh", "search.verbs").split()):
        return True
    verbs = {stem(verb) for verb in say("en", "search.verbs").split()}
    return any(stem(word.casefold()) in verbs for word in words if word.isascii())


def _has_joint(text: str) -> bool:
    """Tell whether a joint stands between letters or digits, or an option's dash before one."""
    for joint in _JOINTS:
        before, *parts = text.split(joint)
        for part in parts:
            if before[-1:].isalnum() and part[:1].isalnum():
                return True
            before = part
    return any(word[0] == "-" and word.lstrip("-")[:1].isalpha() for word in text.split())


def _is_identifier(word: str) -> bool:
    """Tell whether people would not write this as a plain word: a_b, aB, a1.

    >>> [_is_identifier(w) for w in ("foo_bar", "fooBar", "R2D2", "Whale", "OK", "a", "2026", "鲸")]
    [True, True, True, False, False, False, False, False]
    """
    if not word.isascii():
        return False
    if "_" in word:
        return True
    letters = word.strip("0123456789")
    if not letters:
        return False
    plain = word.islower() or word.isupper() or word[1:].islower()
    return letters != word or not (letters.isalpha() and plain)
