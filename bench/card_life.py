"""Draw the life of a shared card from the table of steps in the code.

    python -m bench.card_life       # docs/pictures/card-life.svg

States stand at fixed places; every arrow is a step of ``core/sharing/review.py``, named by its
command. A step that every state has is said once, below, instead of drawn from each.
"""

from __future__ import annotations

from pathlib import Path

from ofttold.core.ritual.curve import escape
from ofttold.core.sharing.review import _COMMANDS, STATES, STEPS, State, Verb

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "card-life.svg"
_WIDTH, _HEIGHT, _BOX_WIDTH, _BOX_HEIGHT = 940, 360, 120, 40  # pixels
_PLACES: dict[State, tuple[int, int]] = {
    "draft": (80, 110),
    "proposed": (330, 110),
    "approved": (580, 110),
    "published": (840, 110),
    "rejected": (330, 260),
    "retracted": (840, 260),
}
_STYLE = (
    ".paper{fill:#fff}text{fill:#1f2328;font:13px system-ui,sans-serif;text-anchor:middle}"
    ".state{fill:#f6f8fa;stroke:#57606a}.arrow{fill:none;stroke:#0b5fa5;stroke-width:1.5}"
    ".head{fill:#0b5fa5}.verb{font-size:11px}"
    "@media (prefers-color-scheme:dark){.paper{fill:#0d1117}text{fill:#e6edf3}"
    ".state{fill:#161b22;stroke:#8b949e}.arrow{stroke:#7cbcf5}.head{fill:#7cbcf5}}"
)


def everywhere() -> list[Verb]:
    """Give the verbs that lead from every other state to one, and so need no arrows."""
    found = []
    for verb in dict.fromkeys(verb for verb, _ in STEPS):
        ends = {end for (name, _), end in STEPS.items() if name == verb}
        starts = {start for name, start in STEPS if name == verb}
        if len(ends) == 1 and starts | ends == set(STATES):
            found.append(verb)
    return found


def draw_life() -> str:
    """Give the picture as SVG."""
    said_once = everywhere()
    steps = [step for step in STEPS.items() if step[0][0] not in said_once]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" role="img">',
        "<title>The life of a shared card</title>",
        f"<style>{_STYLE}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path class="head" d="M0 0 8 4 0 8Z"/></marker></defs>',
        f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>',
    ]
    for number, ((verb, start), end) in enumerate(steps):
        out += _arrow(verb, start, end, back=(end, start) in _ends(steps[:number]))
    for state in STATES:
        x, y = _PLACES[state]
        left, top = x - _BOX_WIDTH // 2, y - _BOX_HEIGHT // 2
        out.append(
            f'<rect class="state" x="{left}" y="{top}" width="{_BOX_WIDTH}" '
            f'height="{_BOX_HEIGHT}" rx="6"/><text x="{x}" y="{y + 5}">{state}</text>'
        )
    for number, verb in enumerate(said_once):
        end = next(end for (name, _), end in STEPS.items() if name == verb)
        words = f"{_COMMANDS[verb]}: from every state to {end}"
        out.append(f'<text x="{_WIDTH // 2}" y="{_HEIGHT - 16 - 18 * number}">{words}</text>')
    return "\n".join([*out, "</svg>", ""])


def _ends(steps: list[tuple[tuple[Verb, State], State]]) -> set[tuple[State, State]]:
    return {(start, end) for (_, start), end in steps}


def _arrow(verb: Verb, start: State, end: State, *, back: bool) -> list[str]:
    """Draw one step: a loop, a straight line between neighbours, or a bow above the row."""
    (x1, y1), (x2, y2) = _PLACES[start], _PLACES[end]
    half, high = _BOX_WIDTH // 2, _BOX_HEIGHT // 2
    if start == end:
        path = (
            f"M{x1 + 10} {y1 + high}C{x1 + 10} {y1 + 75} {x1 + 90} {y1 + 75} {x1 + 45} {y1 + high}"
        )
        at = (x1 + 50, y1 + 80)
    elif y1 == y2 and x2 - x1 < 300:
        path, at = f"M{x1 + half} {y1}H{x2 - half}", ((x1 + x2) // 2, y1 - 8)
    elif y1 == y2:
        path = f"M{x1} {y1 - high}C{x1} {y1 - 75} {x2} {y2 - 75} {x2} {y2 - high}"
        at = ((x1 + x2) // 2, y1 - 68)
    elif x1 == x2:
        shift, down = (-30 if back else 30), 1 if y2 > y1 else -1
        path = f"M{x1 + shift} {y1 + down * high}V{y2 - down * high}"
        at = (x1 + 3 * shift, (y1 + y2) // 2)
    else:
        path = f"M{x1 - 30} {y1 + high}C{x1 - 30} {y2} {x1 - 30} {y2} {x2 + half} {y2}"
        at = ((x1 + x2) // 2 + 40, y2 + 18)
    words = escape(_COMMANDS[verb])
    return [
        f'<path class="arrow" d="{path}" marker-end="url(#head)"/>',
        f'<text class="verb" x="{at[0]}" y="{at[1]}">{words}</text>',
    ]


if __name__ == "__main__":
    PICTURE.write_text(draw_life(), encoding="utf-8")
