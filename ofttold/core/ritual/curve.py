"""Curves of the days to come: a word-sized one per anchor, and one picture of them all.

Knows how weights fall while nothing is said, and how to write that as block characters or SVG;
refuses to know files and terminals. The picture is whole in itself: no script, no font, nothing
fetched; it is legible on light paper and on dark.
"""

from __future__ import annotations

import math
import re

from ofttold.core.ritual.weights import weigh
from ofttold.core.strings import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from ofttold.core.ritual.weights import Age, Rule
    from ofttold.core.strings import Lang

SPARK_DAYS = tuple(range(0, 29, 4))  # ours: four weeks in eight characters
PLOT_DAYS = 28  # ours: how far the picture looks ahead
LABEL_CHARACTERS = 24  # ours: a longer handle is cut in the picture's list
_BARS = "▁▂▃▄▅▆▇█"
_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 760, 420, 56, 48, 540, 364  # pixels
_LIST_LINES = 18  # as many handles as stand beside the picture
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LIGHT = ("#0b5fa5", "#b34700", "#00704f", "#a0296b", "#6a4bb5", "#7a5c00", "#b3202c", "#2f6f7e")
_DARK = ("#7cbcf5", "#ff9e5e", "#5fd3ac", "#f08fc0", "#b9a2ff", "#e0c258", "#ff8a8f", "#7fd0e0")


class Curve:
    """One anchor's weight on each day from today on."""

    __slots__ = ("handle", "shown", "values")

    def __init__(self, handle: str, values: Sequence[float], *, shown: bool) -> None:
        self.handle, self.values, self.shown = handle, values, shown


def foresee(
    marked: int | None,
    recalled_days: Iterable[int],
    *,
    today: int,
    days_ahead: Iterable[int],
    rule: Rule = "forgetting",
    age: Age = "marked",
) -> list[float]:
    """Give R (or the sum) on days to come, if nothing more is said.

    >>> [round(r, 2) for r in foresee(100, [], today=101, days_ahead=[0, 1])]
    [0.37, 0.14]
    """
    past = [day for day in recalled_days if day <= today]
    return [weigh(marked, past, today + ahead, rule, age).r for ahead in days_ahead]


def draw_spark(values: Iterable[float], *, top: float = 1.0) -> str:
    """Draw values between 0 and ``top`` as one block character each.

    >>> draw_spark([1.0, 0.5, 0.0])
    '█▅▁'
    """
    scale = (len(_BARS) - 1) / top if top > 0 else 0.0
    return "".join(
        _BARS[min(len(_BARS) - 1, max(0, math.floor(value * scale + 0.5)))] for value in values
    )


def draw_plot(curves: Sequence[Curve], *, today: date, rule: Rule, lang: Lang) -> str:
    """Draw all curves as one SVG document, those shown in colour over those sunk.

    Values go one a day from today on, up to PLOT_DAYS.
    """
    highest = max((value for curve in curves for value in curve.values), default=0.0)
    top = 1.0 if rule == "forgetting" else round_up(highest)
    seen = [curve for curve in curves if curve.shown]
    sunk = [curve for curve in curves if not curve.shown]
    title = say(lang, f"anchors.plot_{rule}", today=today.isoformat())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" role="img" xml:lang="{lang}">',
        f"<title>{escape(title)}</title>",
        f"<style>{_style()}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>',
        _text(_LEFT, 26, title, "head"),
        *_axes(top, lang),
        *[_line(curve, top, "sunk", "") for curve in sunk],
        *[
            _line(curve, top, f"c{number % len(_LIGHT)}", _dash(number))
            for number, curve in enumerate(seen)
        ],
        *_list(seen, len(sunk), lang),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def round_up(value: float) -> float:
    """Give the next of 1, 2, 5, 10, 20 … that is no smaller; 1 for less.

    >>> [round_up(value) for value in (0, 1.5, 3, 70)]
    [1.0, 2.0, 5.0, 100.0]
    """
    power = 1.0
    while value > 5 * power:
        power *= 10
        if value <= power:
            return power
    return next((step * power for step in (1.0, 2.0, 5.0) if value <= step * power), power)


def escape(text: str) -> str:
    """Give a text as XML may hold it: characters XML has no place for are left out.

    >>> escape('a<b & "c"' + chr(0))
    'a&lt;b &amp; &quot;c&quot;'
    """
    text = _NO_XML.sub("", text).replace("&", "&amp;").replace('"', "&quot;")
    return text.replace("<", "&lt;").replace(">", "&gt;")


def _style() -> str:
    """Give the colours for a light page and for a dark one."""
    light = "".join(f".c{n}{{stroke:{colour}}}" for n, colour in enumerate(_LIGHT))
    dark = "".join(f".c{n}{{stroke:{colour}}}" for n, colour in enumerate(_DARK))
    return (
        ".paper{fill:#ffffff}text{fill:#1f2328;font:12px system-ui,sans-serif}"
        ".head{font-size:15px}.grid{stroke:#d0d7de;stroke-width:1}"
        "polyline,.key{fill:none;stroke-width:2}polyline.sunk{stroke:#9aa4af;stroke-width:1}"
        f"{light}@media (prefers-color-scheme:dark){{.paper{{fill:#0d1117}}text{{fill:#e6edf3}}"
        f".grid{{stroke:#30363d}}polyline.sunk{{stroke:#6e7681}}{dark}}}"
    )


def _axes(top: float, lang: Lang) -> list[str]:
    out = []
    for step in range(5):
        y = _y(top * step / 4, top)
        out.append(f'<line class="grid" x1="{_LEFT}" y1="{y}" x2="{_RIGHT}" y2="{y}"/>')
        out.append(_text(_LEFT - 8, y, f"{top * step / 4:g}", "", 'text-anchor="end" dy="4"'))
    out += [
        _text(_x(day), _BOTTOM + 20, str(day), "", 'text-anchor="middle"')
        for day in range(0, PLOT_DAYS + 1, 7)
    ]
    middle = (_LEFT + _RIGHT) / 2
    words = say(lang, "anchors.plot_days")
    out.append(_text(middle, _BOTTOM + 42, words, "", 'text-anchor="middle"'))
    return out


def _line(curve: Curve, top: float, kind: str, dash: str) -> str:
    days = enumerate(curve.values[: PLOT_DAYS + 1])
    points = " ".join(f"{_x(day)},{_y(value, top)}" for day, value in days)
    label = escape(curve.handle)
    return f'<polyline class="{kind}"{dash} points="{points}"><title>{label}</title></polyline>'


def _list(seen: Sequence[Curve], sunk: int, lang: Lang) -> list[str]:
    """List the handles shown, each with its line, and count the rest."""
    out = []
    named = seen if len(seen) <= _LIST_LINES else seen[: _LIST_LINES - 1]
    for number, curve in enumerate(named):
        y = _TOP + 10 + number * 17
        kind = f"key c{number % len(_LIGHT)}"
        at = _RIGHT + 20
        out.append(f'<path class="{kind}"{_dash(number)} d="M{at} {y}h22"/>')
        out.append(_text(at + 30, y, shorten(curve.handle), "", 'dy="4"'))
    rest = []
    if len(named) < len(seen):
        rest.append(say(lang, "anchors.plot_more", count=len(seen) - len(named)))
    if sunk:
        rest.append(say(lang, "anchors.plot_sunk", count=sunk))
    for number, words in enumerate(rest, len(named)):
        out.append(_text(_RIGHT + 20, _TOP + 14 + number * 17, words, ""))
    return out


def shorten(handle: str) -> str:
    """Cut a handle to what the list has room for; Chinese is about twice as wide as Latin."""
    room, out = LABEL_CHARACTERS, ""
    for character in handle:
        room -= 1 if ord(character) < 0x2E80 else 2
        if room < 0:
            return out + "…"
        out += character
    return out


def _dash(number: int) -> str:
    dashes = _DASHES[(number + number // len(_LIGHT)) % len(_DASHES)]
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _text(x: float, y: float, words: str, kind: str, more: str = "") -> str:
    shape = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{shape}{" " + more if more else ""}>{escape(words)}</text>'


def _x(day: int) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * day / PLOT_DAYS, 1)


def _y(value: float, top: float) -> float:
    return round(_BOTTOM - (_BOTTOM - _TOP) * min(value / top, 1.0), 1)
