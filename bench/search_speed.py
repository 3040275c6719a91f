"""Ten thousand small cards: how long the index takes to build and a search to answer.

The texts are made up from a fixed seed, words drawn as in natural text (the n-th commonest 1/n as
often), so that common words meet many cards. ``make bench`` prints the rows.
"""

from __future__ import annotations

import random
import statistics
import subprocess
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from bench.recall import card_id
from ofttold.core.cards.render import render_new_card

if TYPE_CHECKING:
    from bench.run import Bench

CARDS = 10_000
MOST_BYTES = 400  # of a card file
QUERIES = 400
PASSES = 5  # processes that search so often; the median of their 95th percentiles is the figure
LANGUAGES = {"en": "English", "zh": "Chinese"}
_P95 = "ms, p95 of a search in process, 10,000 cards, {}"
_ALONE = "search in a fresh process, 10,000 cards, {}"
_BUILD = "index of 10,000 cards from nothing, {}"
BARS = {
    _P95.format("English"): 5.0,
    _P95.format("Chinese"): 15.0,
    **{_ALONE.format(language): 7.5 for language in LANGUAGES.values()},
    **{_BUILD.format(language): 120.0 for language in LANGUAGES.values()},
}
_SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "qui",
    "ro",
    "su",
    "ta",
    "ve",
    "wi",
    "xo",
    "yu",
    "zan",
    "bre",
    "clo",
    "dri",
    "fle",
]
_FIRST_HAN = 0x4E00


def _vocabulary(language: str, size: int, draw: random.Random) -> list[str]:
    if language == "zh":
        return [
            "".join(chr(_FIRST_HAN + int(2500 * draw.random() ** 2)) for _ in "xx")
            for _ in range(size)
        ]
    return ["".join(draw.choices(_SYLLABLES, k=draw.choice((2, 2, 3)))) for _ in range(size)]


class Speech:
    """A language of made-up words, the n-th commonest 1/n as often."""

    def __init__(self, language: str) -> None:
        self.draw = random.Random(7)
        self.joint = "" if language == "zh" else " "
        self.words = _vocabulary(language, 6000, self.draw)
        self.weights = list(accumulate(1 / (rank + 8) for rank in range(len(self.words))))

    def say(self, words: int) -> str:
        return self.joint.join(self.draw.choices(self.words, cum_weights=self.weights, k=words))


def write_cards(folder: Path, language: str, count: int) -> None:
    """Write so many cards of at most 400 bytes."""
    speech = Speech(language)
    folder.mkdir(parents=True)
    size = (4, 9, 20) if language == "zh" else (5, 10, 16)
    for number in range(count):
        title, summary, body = (speech.say(words) for words in size)
        fields = {"id": card_id(number), "title": title, "summary": summary}
        data = render_new_card({**fields, "created": "2026-05-06"}, body)
        text = data[:MOST_BYTES].decode(errors="ignore")
        (folder / f"{card_id(number)}.md").write_text(text, encoding="utf-8")


# What a tool's or command's process does, without click: the folder, a limit, the texts to ask for.
_SEARCH = """
import sys, time
from ofttold.__main__ import collect_seldom
collect_seldom()
from datetime import date
from ofttold.app.card_index import CardIndex
from ofttold.core.search.query import parse_query
from ofttold.edge.card_places import personal_place
times = []
with CardIndex(sys.argv[1], [personal_place(sys.argv[1])]) as index:
    for text in sys.argv[2:]:
        started = time.perf_counter()
        index.search(parse_query(text, today=date(2026, 5, 20)), 3)
        times.append((time.perf_counter() - started) * 1000)
print(*sorted(times))
"""


def measure(bench: Bench) -> None:
    """Build the index of so many cards, ask it, and ask it from a fresh process, per language."""
    for code, language in LANGUAGES.items():
        folder = bench.place / f"many-{code}"
        write_cards(folder / "cards" / "personal", code, CARDS)
        speech = Speech(code)
        texts = [speech.say(4 if code == "zh" else 6) for _ in range(QUERIES)]
        command = [str(bench.python), "-I", "-c", _SEARCH, str(folder)]
        few, alone = max(3, bench.rounds // 4), [*command, texts[0]]
        bench.run(
            _BUILD.format(language), folder, alone, rounds=few, given=bytes, before=bench.forget
        )
        bench.run(_ALONE.format(language), folder, alone, given=bytes)
        env = bench.env(folder)
        found = [_p95([*command, *texts], env) for _ in range(PASSES)]
        bench.note(_P95.format(language), statistics.median(found))


def _p95(command: list[str], env: dict[str, str]) -> float:
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    times = [float(word) for word in done.stdout.split()]
    return times[int(len(times) * 0.95)]
