"""Does another rule that fits in one sentence keep more in sight than ``halving``?

Usage: python -m bench.replay_research FOLDER [--quick]

FOLDER holds memory.md and diary/, with more anchors than fit. Each rule is replayed on every diary
day; its share is then taken on days it was not tuned on. Four questions, since a rule may win by
luck: both halves of the days as judges, odd and even years, short lists drawn from the anchors
(a person has tens, not hundreds), and other handles altogether (small words of the same diary).
Differences are given with the interval that holds 95 of 100 redraws of the months.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from ofttold.core.markdown import read_document
from ofttold.core.ritual.anchors import Anchor, parse_anchor
from ofttold.core.ritual.diary import countable_text
from ofttold.core.ritual.mentions import Finder
from ofttold.core.ritual.replay import (
    History,
    keep,
    keep_by_forgetting,
    keep_by_forgetting_since_recalled,
    keep_knowing_the_future,
    walk,
)
from ofttold.core.ritual.sections import find_section

if TYPE_CHECKING:
    from ofttold.core.ritual.replay import Rule

CAP = 8
BLOCK_DAYS = 30  # days redrawn together, since one day is like the next
REDRAWS = 1000
SIZES = {20: 30, 40: 20, 100: 10, 300: 3}  # anchors in a short list: lists drawn
BASE = "halving 30"
Days = Mapping[int, frozenset[int]]
Lived = dict[str, dict[int, int]]  # by rule and day: mentions covered; "of" holds all


def by_kernel(kernel: Callable[[int], float]) -> Rule:
    """Weigh by what each recalled day counts, given its age in days; marked today comes first."""
    table: list[float] = []

    def rule(history: History) -> Sequence[float]:
        span = history.today - history.first
        while len(table) <= span:
            table.append(kernel(len(table)))
        row = [0.0, *reversed(table[: span + 1])]
        values = [sum(pick(row)) for pick in history.recalled[: history.alive]]
        return put_new_first(history, values)

    return rule


def by_place(weigh: Callable[[History, int], float]) -> Rule:
    """Weigh place by place; marked today comes first."""

    def rule(history: History) -> Sequence[float]:
        return put_new_first(history, [weigh(history, place) for place in range(history.alive)])

    return rule


def put_new_first(history: History, values: list[float]) -> list[float]:
    """Put the anchors marked today before all others, as ``halving`` does."""
    for place in range(history.alive - 1, -1, -1):
        if history.marked[place] != history.today:
            break
        values[place] = float("inf")
    return values


def count_months(history: History, place: int) -> float:
    """Count the months (of 30 days, back from today, the last 12) with a recalled day."""
    today = history.today - history.first + 1
    days = history.recalled_days[place][1:]
    return len({(today - day) // 30 for day in days if today - day < 360})


def halve(period: int) -> Callable[[int], float]:
    """Make a kernel that halves after each period of days."""
    return lambda days: 2.0 ** (-days / period)


def fade(period: int, power: int) -> Callable[[int], float]:
    """Make a kernel that is 1 / (1 + days/period), to a power."""
    return lambda days: float(period / (period + days)) ** power


def list_rules() -> dict[str, Rule]:
    """Give every rule that is tried, by a name that says it."""
    rules: dict[str, Rule] = {
        "limit": keep_knowing_the_future,
        "forgetting": keep_by_forgetting,
        "forgetting, age from recall": keep_by_forgetting_since_recalled,
        "recalled days": by_place(lambda h, p: h.n[p]),
        "recalled days / days since the last": by_place(
            lambda h, p: h.n[p] / (1 + h.today - h.last[p])
        ),
        "recalled days / days since marked": by_place(
            lambda h, p: h.n[p] / (30 + h.today - h.marked[p])
        ),
        "months with a recall, of 12": by_place(count_months),
    }
    for period in (15, 20, 30, 45, 60, 90):
        rules[f"halving {period}"] = by_kernel(halve(period))
    for window in (30, 60, 90):
        rules[f"count of {window} days"] = by_kernel(window.__gt__)
    for period in (20, 30, 45, 60):
        rules[f"fading {period}"] = by_kernel(fade(period, 2))
    for period in (3, 7, 15):
        rules[f"1 / (1 + days/{period})"] = by_kernel(fade(period, 1))
    rules["halving 10 + halving 60 / 6"] = by_kernel(
        lambda a: 2.0 ** (-a / 10) + 2 ** (-a / 60) / 6
    )
    return rules


def read_folder(folder: Path) -> tuple[list[Anchor], Days, dict[int, str]]:
    """Read the anchors, the mentions of each day and the countable text of each day."""
    document = read_document((folder / "memory.md").read_bytes(), "memory.md")
    section = find_section(document, "oft_told")
    if section is None:
        raise SystemExit(f"{folder}/memory.md has no Oft-told section")
    anchors = [parse_anchor(item.source, item.line) for item in document.items(section)]
    texts = {
        date.fromisoformat(path.stem).toordinal(): countable_text(path.read_text(encoding="utf-8"))
        for path in sorted((folder / "diary").glob("[0-9]*-*-*.md"))
    }
    finder = Finder([anchor.handle for anchor in anchors])
    return anchors, {day: finder.find(text) for day, text in texts.items()}, texts


def take_small_words(texts: Mapping[int, str], size: int) -> tuple[list[Anchor], Days]:
    """Make anchors of lower-case words, each marked when it first came back within 30 days."""
    words = {day: set(re.findall(r"\b[a-z]{4,}\b", text)) for day, text in sorted(texts.items())}
    days_of: dict[str, list[int]] = {}
    for day, found in words.items():
        for word in found:
            days_of.setdefault(word, []).append(day)
    marked = {}
    for word, days in sorted(days_of.items()):
        returns = [b for a, b in pairwise(days) if b - a <= 30]
        if 5 <= len(days) <= 700 and returns:
            marked[word] = returns[0]
    chosen = random.Random(3).sample(sorted(marked), min(size, len(marked)))
    places = {word: place for place, word in enumerate(chosen)}
    anchors = [
        Anchor(title=word, handle=word, line=line, marked=date.fromordinal(marked[word]))
        for line, word in enumerate(chosen, 1)
    ]
    return anchors, {
        day: frozenset(places[word] for word in found & places.keys())
        for day, found in words.items()
    }


def live(days: Days, anchors: Sequence[Anchor], rules: Mapping[str, Rule]) -> Lived:
    """Replay each rule, keeping what it covered day by day."""
    lived: Lived = {name: {} for name in [*rules, "of"]}
    for history in walk(days, anchors):
        if history.alive > CAP:
            lived["of"][history.today] = sum(history.ahead[: history.alive])
            for name, rule in rules.items():
                kept = keep(history, rule, CAP)
                lived[name][history.today] = sum(history.ahead[place] for place in kept)
    return lived


def live_short_lists(
    days: Days, anchors: Sequence[Anchor], rules: Mapping[str, Rule], size: int, draws: int
) -> Lived:
    """Replay each rule on lists drawn from the anchors, summed."""
    total: Lived = {name: {} for name in [*rules, "of"]}
    for seed in range(draws):
        chosen = sorted(random.Random(seed).sample(range(len(anchors)), size))
        place = {position: new for new, position in enumerate(chosen)}
        fewer = {day: frozenset(place[p] for p in f if p in place) for day, f in days.items()}
        for name, by_day in live(fewer, [anchors[p] for p in chosen], rules).items():
            for day, covered in by_day.items():
                total[name][day] = total[name].get(day, 0) + covered
    return total


def share(lived: Lived, rule: str, days: Iterable[int]) -> float:
    """Give the share a rule covered on some days."""
    chosen = [day for day in days if day in lived["of"]]
    return sum(lived[rule][day] for day in chosen) / sum(lived["of"][day] for day in chosen)


def compare(lived: Lived, rule: str, days: Iterable[int]) -> str:
    """Give the rule's share less that of ``halving``, with its interval."""
    blocks: dict[int, tuple[int, int]] = {}
    for day in days:
        if day in lived["of"]:
            gain, of = blocks.get(day // BLOCK_DAYS, (0, 0))
            gain += lived[rule][day] - lived[BASE][day]
            blocks[day // BLOCK_DAYS] = (gain, of + lived["of"][day])
    pairs = list(blocks.values())
    draw = random.Random(1)
    gains = []
    for _ in range(REDRAWS):
        redrawn = draw.choices(pairs, k=len(pairs))
        gains.append(sum(g for g, _ in redrawn) / (sum(o for _, o in redrawn) or 1))
    gains.sort()
    mean = sum(g for g, _ in pairs) / sum(o for _, o in pairs)
    low, high = itemgetter(REDRAWS // 40, -REDRAWS // 40)(gains)
    return f"{mean:+.4f} ({low:+.4f} … {high:+.4f})"


def tell_splits(lived: Lived, rules: Iterable[str]) -> None:
    """Print the whole list's shares by half and by odd and even years."""
    days = sorted(lived["of"])
    half = days[len(days) // 2]
    first, second = [d for d in days if d < half], [d for d in days if d >= half]
    odd = [d for d in days if date.fromordinal(d).year % 2]
    even = [d for d in days if not date.fromordinal(d).year % 2]
    print(
        "| rule | first half | second half | odd years | even years | second half, over halving |"
    )
    print("|---|---|---|---|---|---|")
    for rule in rules:
        shares = " | ".join(
            f"{share(lived, rule, part):.4f}" for part in (first, second, odd, even)
        )
        print(f"| {rule} | {shares} | {compare(lived, rule, second)} |", flush=True)


def tell_sizes(lists: Mapping[int, Lived], rules: Iterable[str]) -> None:
    """Print, by length of list, the second half's gain over ``halving``."""
    print("| rule |" + "".join(f" {size} anchors |" for size in lists))
    print("|---|" + "---|" * len(lists))
    for rule in rules:
        cells = []
        for lived in lists.values():
            days = sorted(lived["of"])
            second = days[len(days) // 2 :]
            text = f"{share(lived, rule, second):.4f}"
            cells.append(text if rule == BASE else f"{text}: {compare(lived, rule, second)}")
        print(f"| {rule} | " + " | ".join(cells) + " |", flush=True)


def main(arguments: list[str]) -> None:
    """Run the questions on one folder and print markdown tables."""
    anchors, days, texts = read_folder(Path(arguments[0]))
    rules = list_rules()
    few = {n: r for n, r in rules.items() if n.split()[0] in ("halving", "fading", "1")}
    print(f"## {len(anchors)} anchors, {len(days)} days, cap {CAP}\n")
    tell_splits(live(days, anchors, rules), rules)
    if "--quick" in arguments:
        return
    small = take_small_words(texts, len(anchors))
    for title, (items, lived_days) in {
        "the anchors": (anchors, days),
        "small words": small,
    }.items():
        lists = {s: live_short_lists(lived_days, items, few, s, n) for s, n in SIZES.items()}
        lists[len(items)] = live(lived_days, items, few)
        print(f"\n## Lists drawn from {title}, judged on the second half\n")
        tell_sizes(lists, few)


if __name__ == "__main__":
    main(sys.argv[1:])
