"""What a rule for tokens is made of: prefix, alphabet, length, and a last look at the body.

Knows no issuer (see redaction_issuers.py) and no context (see redaction_context.py), and keeps
nothing of what it sees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ofttold.core.later import later
from ofttold.core.sharing.redaction_spelling import is_drawn, spelt_share

Look = Literal["any", "mixed", "digit", "dense", "thick"]

ALNUM = "A-Za-z0-9"
WORD = r"A-Za-z0-9_\-"
HEX = "0-9a-f"
BASE64 = "A-Za-z0-9+/_="
DENSE_SEGMENT = 16  # characters without - or _ that a wordy prefix such as sk- must show
MOST_SPELT = 0.75  # share of usual pairs of letters in a run by lot; of words nearly all have more
_PLACEHOLDER = later(
    r"example|your|placeholder|changeme|redacted|insert|replace|dummy|sample(?![a-z0-9])", re.I
)
WORDLESS_SEGMENT = 32  # letters in a row by lot that it may show instead
JUMBLE = 0.42  # share of neighbours of two kinds; by lot it is 0.62, in camel case 0.3
_SEGMENT = later(r"[A-Za-z0-9]+")
_CLASSES = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "a" * 26 + "A" * 26 + "0" * 10
)
_BLANK_BODY = frozenset("xX0*.#?-_")


@dataclass(frozen=True, slots=True)
class TokenRule:
    """One kind of token: where it begins, what it is made of, how short it may be.

    ``kind`` is the name a person sees; ``body`` is matched right behind one of ``prefixes``;
    ``look`` says what the body must show besides: ``mixed`` letters and digits, ``digit`` a digit,
    ``dense`` one long segment with both, ``thick`` one that no one could have meant as words.
    """

    kind: str
    prefixes: tuple[str, ...]
    body: re.Pattern[str]
    look: Look


def rule(kind: str, prefixes: str, body: str, look: Look = "any") -> TokenRule:
    """Make a rule; ``prefixes`` stand in one text, parted by blanks."""
    return TokenRule(kind, tuple(prefixes.split()), later(body), look)


def run(alphabet: str, least: int, most: int | None = None) -> str:
    """Give a pattern that takes a whole run; an exact length also looks that the run ends there."""
    if most is None:
        return f"[{alphabet}]{{{least},}}"
    return f"[{alphabet}]{{{least},{most}}}(?![{ALNUM}])"


def is_placeholder(body: str) -> bool:
    """Tell whether a token's body is plainly nobody's: one filler sign, or a word that says so.

    >>> is_placeholder("xxxxxxxxxxxxxxxxxxxx"), is_placeholder("OSFODNN7EXAMPLE")
    (True, True)
    """
    return (
        set(body.rstrip("/").rpartition("/")[2]) <= _BLANK_BODY
        or _PLACEHOLDER.search(body) is not None
    )


def shows(body: str, look: Look) -> bool:
    """Tell whether the body shows what its rule asks for besides the alphabet."""
    if look == "any":
        return True
    if look == "digit":
        return any(sign.isdigit() for sign in body)
    if look == "mixed":
        return any(sign.isdigit() for sign in body) and any(sign.isalpha() for sign in body)
    parts = _SEGMENT.findall(body)
    if look == "thick":
        return any(is_jumble(part) for part in parts)
    return any(
        (len(part) >= DENSE_SEGMENT and shows(part, "mixed"))
        or (len(part) >= WORDLESS_SEGMENT and is_drawn(part))
        for part in parts
    )


def is_jumble(part: str, least: int = DENSE_SEGMENT) -> bool:
    """Tell letters and digits drawn by lot from words put together.

    Both cases and digits, changing place as often as chance has it: names in camel case change
    seldom, and hexadecimal numbers have one case only.

    >>> is_jumble("q7RfZ2mXw9Lk4TbVc"), is_jumble("getElementsByTagName2And3")
    (True, False)
    """
    if len(part) < least:
        return False
    kinds = part.translate(_CLASSES)
    if not {"a", "A", "0"} <= set(kinds):
        return False
    changes = sum(a != b for a, b in pairwise(kinds))
    return changes >= JUMBLE * (len(part) - 1) and spelt_share(part)[1] < MOST_SPELT
