"""Sharing at scale: a shelf of 10,000 cards, measured as ratios to ``git ls-files`` in one run.

    python -m bench.share [--cards N] [--rounds N] [--python INTERPRETER]

``status`` as a whole process, in pairs taken in turn; ``pull`` with one changed card, and how many
cards it indexed anew.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ofttold.core.cards.render import Field, render_new_card

BARS = {"share status, 10,000 cards": 8.0}
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def card_id(number: int) -> str:
    """Give the id of the n-th card."""
    letters = [_ALPHABET[(number >> shift) & 31] for shift in range(55, -1, -5)]
    return f"mem_{''.join(letters)}"


def git(repo: Path, *arguments: str) -> str:
    """Run git quietly."""
    settings = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "gc.auto=0")
    command = ["git", "-C", str(repo), *settings, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def write_shelf(repo: Path, count: int) -> Path:
    """Write and commit a shelf of so many cards; gives its folder."""
    shelf = repo / ".ai" / "ofttold"
    shelf.mkdir(parents=True)
    states = ("proposed", "approved", "published")
    for number in range(count):
        fields: dict[str, Field] = {
            "id": card_id(number),
            "title": f"Card {number} about topic {number % 97}",
            "summary": f"what was decided about {number % 31} and {number % 53}",
            "scope": "project",
            "revision": 1,
            "updated": "2026-11-30T10:00:00+08:00",
            "review": states[number % 3],
        }
        body = f"The reason is number {number}.\n" * 4
        (shelf / f"{card_id(number)}.md").write_bytes(render_new_card(fields, body))
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "cards")
    return shelf


def seconds(command: list[str], cwd: Path, environment: dict[str, str]) -> float:
    """Time one process from start to end."""
    start = time.perf_counter()
    subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True)
    return time.perf_counter() - start


def measure(python: str, count: int, rounds: int) -> dict[str, float]:
    """Build everything in a throw-away home and measure it."""
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        memory, one, two, bare = (base / part for part in ("memory", "one", "two", "bare.git"))
        memory.mkdir()
        (memory / "ofttold.toml").write_text('lang = "en"\n')
        subprocess.run(["git", "init", "-q", "-b", "main", str(one)], check=True)
        write_shelf(one, count)
        subprocess.run(["git", "clone", "-q", "--bare", str(one), str(bare)], check=True)
        subprocess.run(["git", "clone", "-q", str(bare), str(two)], check=True)
        environment = {
            **{k: v for k, v in os.environ.items() if k in ("PATH", "SYSTEMROOT", "LANG")},
            "HOME": str(base),
            "OFTTOLD_DIR": str(memory),
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"XDG_{k}_HOME": str(base / k.lower()) for k in ("CACHE", "STATE", "CONFIG")},
        }
        time.sleep(0.3)  # past the grain of the disk's clock
        return _measure(python, one, two, environment, rounds)


def _measure(
    python: str, one: Path, two: Path, environment: dict[str, str], rounds: int
) -> dict[str, float]:
    status = [python, "-m", "ofttold", "share", "status"]
    listing = ["git", "ls-files"]
    first = seconds(status, two, environment)
    seconds(status, two, environment)
    pairs = [
        (seconds(listing, two, environment), seconds(status, two, environment))
        for _ in range(rounds)
    ]
    found = {
        "git ls-files, ms": statistics.median(a for a, _ in pairs) * 1000,
        "share status, first time, ms": first * 1000,
        "share status, ms": statistics.median(b for _, b in pairs) * 1000,
        "share status, 10,000 cards": statistics.median(b / a for a, b in pairs),
    }
    pull = [python, "-m", "ofttold", "share", "pull", "--format", "json"]
    seconds(pull, two, environment)  # the first pull builds the index
    time.sleep(0.3)
    seconds(pull, two, environment)
    card = one / ".ai" / "ofttold" / f"{card_id(7)}.md"
    card.write_text(card.read_text() + "One more line.\n")
    git(one, "commit", "-q", "-a", "-m", "one card")
    git(one, "push", "-q", str(two.parent / "bare.git"), "main")
    start = time.perf_counter()
    done = subprocess.run(
        pull, cwd=two, env=environment, check=True, capture_output=True, text=True
    )
    found["share pull, one changed card, ms"] = (time.perf_counter() - start) * 1000
    found["cards indexed anew by it"] = len(json.loads(done.stdout)["indexed"])
    return found


def main() -> None:
    """Measure and print; exit 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--python", default=sys.executable)
    given = parser.parse_args()
    found = measure(given.python, given.cards, given.rounds)
    missed = False
    for name, value in found.items():
        bar = BARS.get(name)
        missed |= bar is not None and value > bar
        mark = f"  (bar {bar:g})" if bar else ""
        print(f"{name:40} {value:10.2f}{mark}")
    assert found["cards indexed anew by it"] == 1
    sys.exit(missed)


if __name__ == "__main__":
    main()
