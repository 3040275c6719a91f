"""How present an anchor still is, and which anchors stay in sight.

Knows the arithmetic of the weights; refuses to know text, files and clocks. Days are ordinals
(``date.toordinal()``): whole calendar days, no seconds. On the hooks' path: imports only math.

    forgetting   R = exp(-t / S), S = 2ⁿ days
    halving      weight = Σ over recalled days of 2^(-days ago / 30)
    fading       weight = Σ over recalled days of (30 / (30 + days ago))²

``n`` counts the distinct recalled days after the marked one, ``t`` the days since the marked one
(``age = "recalled"``: since the latest recalled one). Weights are never put in order by floating
point. R itself rounds to 1 after some sixty recalls, so t·2⁻ⁿ is compared as an exact number that
grows with its logarithm; the sums are compared as whole numbers of a very small unit.
"""

from __future__ import annotations

import math
from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Literal, Protocol

    Rule = Literal["forgetting", "halving", "fading"]
    Age = Literal["marked", "recalled"]

    class Placed(Protocol):
        """Whatever stands on a line of memory.md."""

        @property
        def line(self) -> int:
            """The line, from 1."""
else:
    Rule = Age = str


RULES: tuple[Rule, ...] = ("forgetting", "halving", "fading")
AGES: tuple[Age, ...] = ("marked", "recalled")
FIRST_STABILITY_DAYS = 1.0  # seed: S after no recall
STABILITY_FACTOR = 2  # seed: what each recalled day multiplies S by
HALVING_PERIOD_DAYS = 30  # ours: after how many days a recalled day counts half
FADING_PERIOD_DAYS = 30  # ours: after how many days it counts a quarter, then a ninth, a sixteenth
_ROOT_BITS = 256  # ours: fineness of 2^(-1/30)
_HALVINGS = 1024  # ours: how often a recalled day can halve without losing a bit: 84 years
_HALVING_UNIT = _ROOT_BITS + _HALVINGS  # weights are whole numbers of 2^-1280
_FADING_UNIT = 50  # ours: whole numbers of 2^-50, so that a sum fits a machine word
_IN_FRONT = math.inf  # the order of an anchor marked today: nothing is heavier
_parts: list[int] = []


class Weighed:
    """One anchor's weight on one day.

    ``n`` recalled days; ``t`` days; ``s`` days (None where the rule has none); ``r`` the retrievability
    between 0 and 1, or the sum under halving and fading; ``key`` orders exactly: the greater, the heavier.
    """

    __slots__ = ("key", "n", "r", "s", "t")

    def __init__(
        self, *, n: int, t: int, s: float | None, r: float, key: tuple[float, int, int]
    ) -> None:
        self.n = n
        self.t = t
        self.s = s
        self.r = r
        self.key = key

    def __repr__(self) -> str:
        return f"Weighed(n={self.n}, t={self.t}, s={self.s}, r={self.r:.2f})"


def weigh(
    marked: int | None,
    recalled_days: Iterable[int],
    today: int,
    rule: Rule = "forgetting",
    age: Age = "marked",
) -> Weighed:
    """Weigh one anchor on the day ``today``.

    ``recalled_days`` are all days whose diary mentions the handle, in any order; those up to the
    marked day and after today do not count. Without a marked day, or with one to come, t is 0.

    >>> weigh(100, [101, 103, 105], 106)
    Weighed(n=3, t=6, s=8.0, r=0.47)
    """
    since = today if marked is None else marked
    counted = {day for day in recalled_days if since < day <= today}
    n = len(counted)
    if rule == "forgetting":
        last = max(counted, default=since) if age == "recalled" else since
        t, s = max(0, today - last), stability(n)
        return Weighed(n=n, t=t, s=s, r=math.exp(-t / s), key=(order(t, n), 0, since))
    part, unit = (halved, _HALVING_UNIT) if rule == "halving" else (faded, _FADING_UNIT)
    weight = sum([part(today - day) for day in counted])
    key = (_IN_FRONT if since >= today else 0.0, weight, since)
    return Weighed(n=n, t=max(0, today - since), s=None, r=weight / (1 << unit), key=key)


def count_recalls(days: Sequence[int], marked: int | None, today: int) -> int:
    """Count the recalled days that matter, given sorted and each once.

    >>> count_recalls([100, 101, 103, 107], 100, 106)
    2
    """
    return bisect_right(days, today) - bisect_right(days, today if marked is None else marked)


def weigh_count(marked: int | None, n: int, today: int) -> Weighed:
    """Weigh one anchor by forgetting, its recalled days counted already: what ``weigh`` gives."""
    since = today if marked is None else marked
    t = max(0, today - since)
    s = stability(n)
    return Weighed(n=n, t=t, s=s, r=math.exp(-t / s), key=(order(t, n), 0, since))


def stability(n: int) -> float:
    """Give S in days after n recalled days; beyond 1023 of them, that of 1023.

    >>> stability(0), stability(3)
    (1.0, 8.0)
    """
    return FIRST_STABILITY_DAYS * 2.0 ** min(n, 1023)


def retrievability(t: float, n: int) -> float:
    """Give R between 0 and 1, t days on, after n recalled days.

    >>> round(retrievability(1, 2), 2)
    0.78
    """
    return math.exp(-t / stability(n))


def order(t: int, n: int) -> float:
    """Give a number that grows exactly as R = exp(-t / 2ⁿ) does, and never rounds to a tie.

    It is n - L(t), where L is the binary logarithm with straight lines between the powers of two:
    L keeps the order of log2 and is exact in a float, so equal numbers mean equal t·2⁻ⁿ.

    >>> order(6, 3) == order(3, 2), order(7, 70) > order(8, 70), order(0, 0)
    (True, True, inf)
    """
    if t <= 0:
        return _IN_FRONT
    octave = t.bit_length() - 1
    return n - octave - ((t - (1 << octave)) / (1 << octave))


def halved(days: int) -> int:
    """Give what a recalled day counts ``days`` later, in units of 2⁻¹²⁸⁰: half after each 30 days.

    >>> halved(0) == 2 * halved(30) == 4 * halved(60) == 2**1280
    True
    """
    halvings, rest = divmod(days, HALVING_PERIOD_DAYS)
    if halvings > _HALVINGS:
        return 0
    if not _parts:
        _parts.extend(_divide_halving())
    return _parts[rest] >> halvings


def faded(days: int) -> int:
    """Give what a recalled day counts ``days`` later, in units of 2⁻⁵⁰: (30 / (30 + days))².

    >>> faded(0) == 4 * faded(30) == 16 * faded(90) == 2**50
    True
    """
    return (FADING_PERIOD_DAYS**2 << _FADING_UNIT) // (FADING_PERIOD_DAYS + days) ** 2


def _divide_halving() -> list[int]:
    """Give 2^(1280 - day/30) for each day of a period: whole-number roots are the same everywhere."""
    power, one = HALVING_PERIOD_DAYS, 1 << _ROOT_BITS
    target = 1 << (_ROOT_BITS * power - 1)
    root = int(2.0 ** (-1 / power) * 2**52 + 8) << (_ROOT_BITS - 52)  # above it: Newton comes down
    while (better := ((power - 1) * root + target // root ** (power - 1)) // power) < root:
        root = better
    parts = [one]
    while len(parts) < power:
        parts.append(parts[-1] * root >> _ROOT_BITS)
    return [part << _HALVINGS for part in parts]


def rank(anchors: Sequence[Placed], weighed: Sequence[Weighed]) -> list[int]:
    """Give the positions of all anchors, the heaviest first.

    Ties go to the later marked date (undated counts as today), then to the earlier line.
    """
    return sorted(
        range(len(anchors)),
        key=lambda place: (weighed[place].key, -anchors[place].line),
        reverse=True,
    )


def shown(anchors: Sequence[Placed], weighed: Sequence[Weighed], cap: int) -> list[int]:
    """Choose the ``cap`` heaviest anchors: their positions, in file order.

    With no more than ``cap`` anchors all are shown, whatever they weigh, even unweighed.
    """
    if len(anchors) <= cap:
        return list(range(len(anchors)))
    return sorted(rank(anchors, weighed)[:cap], key=lambda place: anchors[place].line)
