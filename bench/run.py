"""``make bench``: speed as ratios of whole processes to the bare interpreter, in one run.

Builds a wheel environment of its own, so that what is measured is what a person installs. Every
ratio is the median of pairs taken in turn (A B A B …), so that a slow minute hits both sides.

    python -m bench.run [--pepys FOLDER] [--rounds N]

Without ``--pepys`` the large folder is made up: 3,410 days and 949 anchors of random words.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

from bench.sample import write_sample

ROOT = Path(__file__).resolve().parent.parent
LARGE_DAYS, LARGE_ANCHORS = 3410, 949
PAYLOAD = b'{"session_id":"bench","hook_event_name":"SessionStart","source":"startup","cwd":"/"}'
BARS = {
    "session-start, 2 weeks, nothing changed": 2.5,
    "session-start, large, nothing changed": 3.5,
    "session-start, large, one diary edited": 6.0,
    "session-start, large, new day": 6.0,
    "session-start, large, one anchor added": 40.0,
    "session-start, large, first run": 100.0,
    "session-start, large cut to 40 anchors, first run": 60.0,
}


def build_environment(place: Path) -> Path:
    """Install this checkout as a wheel into a new environment; give its interpreter."""
    venv.create(place, with_pip=True)
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", str(ROOT)]
    subprocess.run(command, check=True)
    return python


def environment(home: Path, **extra: str) -> dict[str, str]:
    """Give a clean environment with a throw-away home; bytecode caching as a person has it."""
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "SYSTEMROOT", "TMPDIR", "LANG")}
    return {
        **kept,
        "HOME": str(home),
        "USERPROFILE": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_STATE_HOME": str(home / ".state"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        **extra,
    }


def spend(command: list[str], env: dict[str, str], given: bytes = b"") -> float:
    """Give the wall seconds of one whole run."""
    start = time.perf_counter()
    done = subprocess.run(command, env=env, input=given, stdout=subprocess.DEVNULL, check=False)
    took = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"{command} exited {done.returncode}")
    return took


def ratio(
    python: Path,
    command: list[str],
    env: dict[str, str],
    *,
    rounds: int,
    before: Callable[[], None] = lambda: None,
    given: bytes = PAYLOAD,
) -> tuple[float, float]:
    """Give the median of command/bare over pairs, and the bare interpreter's milliseconds."""
    bare = [str(python), "-c", "pass"]
    pairs, bares = [], []
    for _ in range(rounds):
        one = spend(bare, env)
        before()
        other = spend(command, env, given)
        again = spend(bare, env)
        pairs.append(2 * other / (one + again))
        bares += [one, again]
    return statistics.median(pairs), statistics.median(bares) * 1000


def make_large(folder: Path) -> None:
    """Make a folder of 3,410 days and 949 anchors out of random words."""
    rng = random.Random(1660)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randint(3, 9))) for _ in range(6000)]
    (folder / "diary").mkdir(parents=True)
    first = date(1660, 1, 1)
    for number in range(LARGE_DAYS):
        day = first + timedelta(days=number)
        text = " ".join(rng.choice(words[: rng.randint(50, 6000)]) for _ in range(420))
        (folder / "diary" / f"{day}.md").write_text(f"# {day}\n\n{text}\n", encoding="utf-8")
    lines = ["# Memory", "", "## Oft-told", ""]
    for number, word in enumerate(words[100 : 100 + LARGE_ANCHORS]):
        lines.append(f"- **{word.title()}·made up** → `{first + timedelta(days=number * 3)}`")
    lines += ["", "## Who I am", "", "Somebody.", "", "## Hard rules", "", "- One rule.", ""]
    (folder / "memory.md").write_text("\n".join(lines), encoding="utf-8")


def cut_anchors(folder: Path, keep: int) -> None:
    """Cut memory.md to its first anchors."""
    path = folder / "memory.md"
    seen = 0
    lines = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("- **"):
            seen += 1
            if seen > keep:
                continue
        lines.append(line)
    path.write_text("\n".join(lines), encoding="utf-8")


def peak_mib(command: list[str], env: dict[str, str]) -> float:
    """Give the peak memory of one run in MiB, measured by a process that starts nothing else."""
    code = (
        "import subprocess,resource,sys;"
        "subprocess.run(sys.argv[1:],stdin=subprocess.DEVNULL,stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], env=env, capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def settle(command: list[str], env: dict[str, str]) -> None:
    """Run until nothing is younger than the clock's grain any more."""
    for pause in (0.0, 0.5, 0.5):
        time.sleep(pause)
        spend(command, env, PAYLOAD)


def measure(python: Path, place: Path, pepys: Path | None, rounds: int) -> dict[str, float]:
    """Run every case; give its ratio by name."""
    home = place / "home"
    home.mkdir()
    small = place / "small"
    env = environment(home)
    spend([str(python), "-m", "ofttold", "scaffold", str(small), "--lang", "en"], env)
    write_sample(small, "en", date.today())  # noqa: DTZ011 - the machine's own day is meant
    large = place / "large"
    if pepys:
        shutil.copytree(pepys, large)
    else:
        make_large(large)
    found: dict[str, float] = {}

    def run(
        name: str,
        folder: Path,
        before: Callable[[], None] = lambda: None,
        n: int = rounds,
        **extra: str,
    ) -> None:
        env = environment(home, OFTTOLD_DIR=str(folder), **extra)
        value, bare = ratio(python, hook, env, rounds=n, before=before)
        found[name] = value
        bar = BARS.get(name)
        print(f"{name:52} {value:7.2f}   bar {bar}   (bare {bare:.1f} ms)", flush=True)

    hook = [str(python), "-I", "-m", "ofttold", "hook", "session-start", "--host", "claude-code"]
    settle(hook, environment(home, OFTTOLD_DIR=str(small)))
    run("session-start, 2 weeks, nothing changed", small)
    settle(hook, environment(home, OFTTOLD_DIR=str(large)))
    run("session-start, large, nothing changed", large)
    page = sorted((large / "diary").glob("1*.md"))[-10]

    def edit() -> None:
        time.sleep(0.15)
        page.write_text(page.read_text(encoding="utf-8") + f"{time.time_ns()}\n", encoding="utf-8")

    run("session-start, large, one diary edited", large, edit)
    settle(hook, environment(home, OFTTOLD_DIR=str(large)))
    blocks = home / ".cache" / "ofttold"

    def new_day() -> None:
        for path in blocks.glob("block*"):
            path.unlink()

    run("session-start, large, new day", large, new_day)
    number = iter(range(10_000))

    def add_anchor() -> None:
        path = large / "memory.md"
        text = path.read_text(encoding="utf-8")
        line = f"- **Quorum{next(number)}·new** → `1669-05-01`\n"
        at = text.index("- **")
        path.write_text(text[:at] + line + text[at:], encoding="utf-8")

    run("session-start, large, one anchor added", large, add_anchor, max(3, rounds // 3))

    def forget() -> None:
        shutil.rmtree(blocks, ignore_errors=True)

    run("session-start, large, first run", large, forget, max(3, rounds // 5))
    found["peak MiB, large, nothing changed"] = peak_mib(
        hook, environment(home, OFTTOLD_DIR=str(large))
    )
    print(
        f"{'peak MiB, large, nothing changed':52} {found['peak MiB, large, nothing changed']:7.2f}   bar 20"
    )
    cut_anchors(large, 40)
    run("session-start, large cut to 40 anchors, first run", large, forget, max(3, rounds // 5))
    return found


def main() -> int:
    """Measure, print, and exit 1 if a bar is missed."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--pepys", type=Path, help="an unpacked diary with its memory.md")
    reader.add_argument("--rounds", type=int, default=21)
    chosen = reader.parse_args()
    print(
        f"{datetime.now().astimezone().date()}  {platform.platform()}  Python {platform.python_version()}  {os.cpu_count()} cores"
    )
    place = Path(tempfile.mkdtemp(prefix="ofttold-bench-"))
    try:
        python = build_environment(place / "venv")
        found = measure(python, place, chosen.pepys, chosen.rounds)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    missed = [name for name, bar in BARS.items() if found[name] > bar]
    for name in missed:
        print(f"over its bar: {name}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
