"""Ten thousand small cards: how long the index takes to build and a search to answer.

The texts are made up from a fixed seed, words drawn as in natural text (the n-th commonest 1/n as
often), so that common words meet many cards. Prints one JSON line per language.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from itertools import accumulate
from pathlib import Path

from bench.recall import card_id
from ofttold.app.card_index import CardIndex
from ofttold.core.cards.render import render_new_card
from ofttold.core.search.query import parse_query
from ofttold.edge.card_places import personal_place

CARDS = 10_000
MOST_BYTES = 400  # of a card file
QUERIES = 400
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


def _run_seconds(command: Sequence[str], times: int) -> float:
    seconds: list[float] = []
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


_ALONE = """
import sys
from datetime import date
from ofttold.app.card_index import CardIndex
from ofttold.core.search.query import parse_query
from ofttold.edge.card_places import personal_place
with CardIndex(sys.argv[1], [personal_place(sys.argv[1])]) as index:
    index.search(parse_query(sys.argv[2], today=date(2026, 5, 20)), 3)
"""


def measure(language: str, work: Path, count: int = CARDS) -> dict[str, object]:
    """Build the index of so many cards, ask it, ask it from a fresh process."""
    folder = str(work / language)
    place = personal_place(folder)
    write_cards(Path(place.folder), language, count)
    bare = _run_seconds([sys.executable, "-c", "pass"], 9)
    started = time.perf_counter()
    index = CardIndex(folder, [place])
    rebuild = time.perf_counter() - started
    speech = Speech(language)
    words = 4 if language == "zh" else 6
    times: list[float] = []
    for _ in range(QUERIES):
        text = speech.say(words)
        started = time.perf_counter()
        index.search(parse_query(text, today=date(2026, 5, 20)), 3)
        times.append((time.perf_counter() - started) * 1000)
    index.index.close()
    times.sort()
    alone = _run_seconds([sys.executable, "-c", _ALONE, folder, speech.say(words)], 5)
    return {
        "language": language,
        "cards": count,
        "rebuild_ratio": round(rebuild / bare, 1),
        "search_p50_ms": round(times[len(times) // 2], 2),
        "search_p95_ms": round(times[int(len(times) * 0.95)], 2),
        "fresh_process_ratio": round(alone / bare, 1),
        "bare_ms": round(bare * 1000, 1),
    }


def main() -> None:
    """Measure both languages."""
    with tempfile.TemporaryDirectory() as work:
        os.environ["XDG_CACHE_HOME"] = os.path.join(work, "cache")
        for language in ("en", "zh"):
            print(json.dumps(measure(language, Path(work))))


if __name__ == "__main__":
    main()
