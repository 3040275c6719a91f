"""How a made-up secret is spelt: ``ghp_{A36}`` is a prefix and thirty-six letters and digits.

Letters of the pattern: h H hex, d digits, l lower, u upper, L lower and digits, U upper and digits,
A letters and digits, w those with ``_-``, b base64, t base32, B bech32, P a person's password signs.
The same pattern and number give the same run, whatever the machine or the day.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

LOWER, UPPER, DIGITS = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
ALPHABETS = {
    "h": DIGITS + "abcdef",
    "H": DIGITS + "ABCDEF",
    "d": DIGITS,
    "l": LOWER,
    "u": UPPER,
    "L": LOWER + DIGITS,
    "U": UPPER + DIGITS,
    "A": LOWER + UPPER + DIGITS,
    "w": LOWER + UPPER + DIGITS + "_-",
    "b": LOWER + UPPER + DIGITS + "+/",
    "t": UPPER + "234567",
    "B": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "P": LOWER + UPPER + DIGITS + "!@#%^*_+-",
}
_SPOT = re.compile(r"\{(\w)(\d+)\}")
KEPT = 4  # characters that a mask may leave in front
WINDOW = 8  # characters in a row of what must go that count as leaked


@dataclass(frozen=True, slots=True)
class Case:
    """One text, what in it is secret (several parts where it is split), and its kind."""

    kind: str
    text: str
    parts: tuple[str, ...]


def spell(pattern: str, number: int = 0) -> str:
    """Put a pattern's runs in: ``spell("ghp_{A36}")`` has forty characters."""
    count = 0

    def run(spot: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return make_run(f"{pattern}/{number}/{count}", ALPHABETS[spot[1]], int(spot[2]))

    return _SPOT.sub(run, pattern)


def make_run(seed: str, alphabet: str, size: int) -> str:
    """``size`` signs of ``alphabet`` that look drawn by lot and are the same every time."""
    drawn = b""
    block = 0
    while len(drawn) < size * 2:
        drawn += hashlib.sha256(f"{seed}:{block}".encode()).digest()
        block += 1
    pairs = (int.from_bytes(drawn[i : i + 2], "big") for i in range(0, size * 2, 2))
    return "".join(alphabet[pair % len(alphabet)] for pair in pairs)


def half(kind: str) -> str:
    """Which half a kind belongs to: ``look`` may be studied, ``keep`` is for measuring only."""
    return "keep" if hashlib.sha256(kind.encode()).digest()[0] % 2 else "look"


def leaked(case: Case, after: str) -> bool:
    """Whether more than the first characters of any part still stand in the text.

    Of a short secret nothing may stay; of a longer one no run of it behind its first four.
    """
    for part in case.parts:
        if part in after:
            return True
        rest = part[KEPT:]
        windows = {rest[i : i + WINDOW] for i in range(max(1, len(rest) - WINDOW + 1))}
        if len(rest) >= WINDOW and any(window in after for window in windows):
            return True
    return False
