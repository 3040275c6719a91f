"""Sharing at scale: a shelf of 10,000 cards, measured as ratios to ``git ls-files`` in one run.

    python -m bench.share [--cards N] [--rounds N] [--python INTERPRETER]

``status`` as a whole process, in pairs taken in turn, and the least it could be: a bare interpreter
and one git that looks at every file. ``pull`` with one changed card, with every file that it opens
on the shelf counted. ``make bench`` prints the two rows that have a bar.
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
from collections.abc import Sequence
from pathlib import Path

from ofttold.core.cards.render import Field, render_new_card

CARDS = 10_000
STATUS, PULL = "share status, 10,000 cards, to git ls-files", "share pull, 1 of 10,000 new, read"
BARS = {STATUS: 8.0, PULL: 1.0}
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
# what pip and uv write for a console script today; pip before 25 wrote one that imports re
_SCRIPT = "#!{python}\nimport sys\nfrom ofttold.__main__ import main\nsys.exit(main())\n"
_COUNTING = """
import os, sys
opened = []
def count(event, told):
    if event == "open" and isinstance(told[0], str) and told[0].endswith(".md"):
        opened.append(os.path.abspath(told[0]))
sys.addaudithook(count)
from ofttold.__main__ import main
try:
    main()
finally:
    shelf = os.path.realpath(os.path.join(".ai", "ofttold"))
    print(len([path for path in set(opened) if path.startswith(shelf)]), file=sys.stderr)
"""


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


class Shared:
    """Two clones of one bare repository with a full shelf, in a throw-away home."""

    def __init__(self, base: Path, count: int) -> None:
        self.one, self.two, self.bare = base / "one", base / "two", base / "bare.git"
        memory = base / "memory"
        memory.mkdir()
        (memory / "ofttold.toml").write_text('lang = "en"\n')
        subprocess.run(["git", "init", "-q", "-b", "main", str(self.one)], check=True)
        write_shelf(self.one, count)
        subprocess.run(["git", "clone", "-q", "--bare", str(self.one), str(self.bare)], check=True)
        subprocess.run(["git", "clone", "-q", str(self.bare), str(self.two)], check=True)
        self.environment = {
            **{k: v for k, v in os.environ.items() if k in ("PATH", "SYSTEMROOT", "LANG")},
            "HOME": str(base),
            "OFTTOLD_DIR": str(memory),
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"XDG_{k}_HOME": str(base / k.lower()) for k in ("CACHE", "STATE", "CONFIG")},
        }

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
        """Run something in the second clone."""
        return subprocess.run(
            command, cwd=self.two, env=self.environment, check=True, capture_output=True
        )

    def seconds(self, command: Sequence[str]) -> float:
        """Time one process there from start to end."""
        start = time.perf_counter()
        self.run(command)
        return time.perf_counter() - start


def measure(python: Path, place: Path, *, count: int = CARDS, rounds: int = 21) -> dict[str, float]:
    """Build everything in an empty folder and measure it: what was measured to how much."""
    shared = Shared(place, count)
    script = place / "ofttold"
    script.write_text(_SCRIPT.format(python=python))
    script.chmod(0o755)
    status = [str(script), "share", "status"]
    found = {"share status, first time, ms": shared.seconds(status) * 1000}
    time.sleep(1.2)  # git compares whole seconds: nothing is kept in that of the last change
    shared.run(status)
    return {**found, **_compare(python, shared, status, rounds), **measure_pull(python, shared)}


def _compare(python: Path, shared: Shared, status: list[str], rounds: int) -> dict[str, float]:
    bare, look = [str(python), "-c", "pass"], ["git", "diff-files", "--quiet"]
    shared.run(["git", "status"])  # git itself leaves an index that it can trust
    shared.run(status)
    commands = (["git", "ls-files"], status, bare, look)
    turns = [[shared.seconds(command) for command in commands] for _ in range(rounds)]
    middles = [statistics.median(times) * 1000 for times in zip(*turns, strict=True)]
    return {
        "git ls-files, ms": middles[0],
        "share status, ms": middles[1],
        "bare interpreter, ms": middles[2],
        "git diff-files, ms": middles[3],
        "the last two, to git ls-files": statistics.median((c + d) / a for a, _, c, d in turns),
        STATUS: statistics.median(turn[1] / turn[0] for turn in turns),
    }


def measure_pull(python: Path, shared: Shared) -> dict[str, float]:
    """Pull one changed card: how long it took, and how many files of the shelf were opened."""
    pull = [str(python), "-c", _COUNTING, "share", "pull", "--format", "json"]
    shared.run(pull)  # builds the index
    time.sleep(0.3)  # past the grain of the disk's clock
    shared.run(pull)
    card = shared.one / ".ai" / "ofttold" / f"{card_id(7)}.md"
    card.write_text(card.read_text() + "One more line.\n")
    git(shared.one, "commit", "-q", "-a", "-m", "one card")
    git(shared.one, "push", "-q", str(shared.bare), "main")
    start = time.perf_counter()
    done = shared.run(pull)
    took = time.perf_counter() - start
    assert len(json.loads(done.stdout)["indexed"]) == 1
    return {"share pull, ms": took * 1000, PULL: float(done.stderr.split()[-1])}


def main() -> None:
    """Measure and print; exit 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=CARDS)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        found = measure(given.python, Path(place), count=given.cards, rounds=given.rounds)
    for name, value in found.items():
        bar = f"   bar {BARS[name]:g}" if name in BARS else ""
        print(f"{name:52} {value:7.2f}{bar}")
    sys.exit(any(found[name] > bar for name, bar in BARS.items()))


if __name__ == "__main__":
    main()
