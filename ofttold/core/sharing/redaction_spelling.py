"""Letters that someone meant as words, letters drawn by lot, and passwords that show themselves.

Knows which two letters stand beside each other in English and in pinyin; knows no word. A name, a
word or two of them run together is mostly such pairs, what a generator made is not.
"""

from __future__ import annotations

from itertools import pairwise

from ofttold.core.later import later
from ofttold.core.sharing.redaction_words import is_stand_in

LEAST_LETTERS = 8  # letters; of fewer nothing can be said
SPELT = 0.55  # share of usual pairs; of words 98 in 100 have more, of letters by lot 5 in 100
LEAST_SWITCHES = 3  # capitals behind small letters; in names put together each has three of these
_SWITCH = later(r"[a-z][A-Z]")
_MARKED = later(r"[A-Za-z][@#$%^&*!]+[A-Za-z]")
_STRONG = later(r"[@#$%^&*!+=?~]|[a-z]\d+[A-Z]|[A-Z][a-z]*\d")
_RUN = later(r"[a-z]+")
_VERSIONED = later(
    r"v?[0-9.]+\Z|[A-Za-z]+[-_.]?v?[0-9]{1,2}(?:\.[0-9]{1,3}){0,3}\Z|[0-9]{4}-[0-9]{2}-[0-9]{2}|[\w-]+\.[a-z]{2,5}\Z"
)
_FOLLOW = {
    "a": "bcdgilmnoprstuy",
    "b": "aeilou",
    "c": "aehiklortu",
    "d": "adeiorsu",
    "e": "acdefgilmnprstvwx",
    "f": "aefiloru",
    "g": "einrs",
    "h": "aeiou",
    "i": "abcdefglmnoprstuvz",
    "j": "iu",
    "k": "es",
    "l": "adeilostuy",
    "m": "aeiopsu",
    "n": "acdefgiknostuv",
    "o": "bcdfklmnoprstuvw",
    "p": "aeiloprstuy",
    "q": "iu",
    "r": "acdegimnorstuy",
    "s": "acehilopstuy",
    "t": "acehiloprstuy",
    "u": "abceilmnoprst",
    "v": "aei",
    "w": "aeior",
    "x": "iptu",
    "y": "aipu",
    "z": "aehiou",
}


def spelt_share(value: str) -> tuple[int, float]:
    """Give how many letters there are, and the share of usual pairs among their neighbours.

    >>> spelt_share("water"), spelt_share("qxzv")
    ((5, 1.0), (4, 0.0))
    """
    pairs = usual = letters = 0
    for run in _RUN.findall(value.lower()):
        letters += len(run)
        pairs += len(run) - 1
        usual += sum(b in _FOLLOW.get(a, "") for a, b in pairwise(run))
    return letters, usual / pairs if pairs else 0.0


def is_drawn(value: str) -> bool:
    """Tell letters drawn by lot from letters meant as words; of digits and signs it says nothing.

    >>> is_drawn("QuyKxmaLhzhZ"), is_drawn("rememberWhale"), is_drawn("zhangxiaoming")
    (True, False, False)
    """
    letters, share = spelt_share(value)
    if letters < LEAST_LETTERS:
        return False
    switches = len(_SWITCH.findall(value))
    return share < SPELT or (switches >= LEAST_SWITCHES and switches * 4 >= letters)


def is_strong(value: str) -> bool:
    """Tell whether a value has what no path, word or version has: signs or digits among letters.

    >>> is_strong("Tr0ub4dor&3"), is_strong("invoices2024"), is_strong("QuyKxmaLhzhZ")
    (True, False, True)
    """
    return is_drawn(value) or _STRONG.search(value) is not None


def is_telling(value: str) -> bool:
    """Tell a password that shows itself beside a user's name: letters with digits or signs, no word.

    >>> is_telling("Passw0rd!2024"), is_telling("OAuth2"), is_telling("console")
    (True, False, False)
    """
    letters = sum(map(str.isalpha, value))
    digits = sum(map(str.isdigit, value))
    if not value.isascii() or len(value) < 6 or not letters or is_stand_in(value):
        return False
    if is_drawn(value) and (digits or not value.islower()):
        return True
    if not digits and not value.islower() and not value.isupper() and _MARKED.search(value):
        return True
    if not digits or _VERSIONED.match(value):
        return False
    return len(value) >= 7 and (len(value) > letters + digits or digits >= 2)
