"""``make bench``: speed as ratios of whole processes to the bare interpreter, in one run.

Builds a wheel environment of its own, so that what is measured is what a person installs. Every
ratio is the median of pairs taken in turn (A B A B …), so that a slow minute hits both sides.

    python -m bench.run [--pepys FOLDER] [--rounds N] [--write]

Without ``--pepys`` the large folder is made up: 3,410 days and 949 anchors of random words.
``--write`` puts what was found, with day and machine, into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
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
from functools import partial
from pathlib import Path

from bench import search_speed, share
from bench.sample import write_sample
from ofttold.core.cards.render import render_new_card

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
_BEGIN, _END = "<!-- speed: begin", "<!-- speed: end -->"
LARGE_DAYS, LARGE_ANCHORS = 3410, 949
BARS = {
    "session-start, 2 weeks, nothing changed": 2.5,
    "session-start, large, nothing changed": 3.5,
    "session-start, large, one diary edited": 6.0,
    "session-start, large, new day": 6.0,
    "session-start, large, one anchor added": 40.0,
    "session-start, large, first run": 100.0,
    "session-start, large cut to 40 anchors, first run": 60.0,
    "peak MiB, session-start, large, nothing changed": 20.0,
    "prompt, nothing to say": 2.3,
    "prompt, looking into a 50 MB transcript": 4.0,
    "prompt, 1,000 cards, one recalled": 4.0,
    "prompt, 1,000 cards, nothing to recall": 3.5,
    "prompt, 1,000 cards, one just changed": 5.0,
    "prompt, 2,000 cards, one recalled": 4.5,
    "prompt, 2,000 cards, nothing to recall": 4.0,
    "peak MiB, prompt, 2,000 cards": 32.0,
    "card search, 1,000 cards": 8.0,
    "prompt, 1,000 cards, index from nothing": 30.0,
    **search_speed.BARS,
    **share.BARS,
}
_sessions = iter(range(1_000_000))


def payload(event: str = "SessionStart", **more: str) -> bytes:
    """Give a host's payload for a session of its own, so that every call is answered in full."""
    told = {"session_id": f"bench-{next(_sessions)}", "hook_event_name": event, "cwd": "/"}
    return json.dumps({**told, "source": "startup", **more}).encode()


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
    given: Callable[[], bytes] = payload,
) -> tuple[float, float]:
    """Give the median of command/bare over pairs, and the bare interpreter's milliseconds."""
    bare = [str(python), "-c", "pass"]
    pairs, bares = [], []
    for _ in range(rounds):
        one = spend(bare, env)
        before()
        other = spend(command, env, given())
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


_PEAK = """
import os, resource, sys
child = os.fork()
if not child:
    os.dup2(os.open(sys.argv[1], os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.execv(sys.argv[2], sys.argv[2:])
print(os.wait4(child, 0)[2].ru_maxrss)
"""


def peak_mib(command: list[str], env: dict[str, str], given: bytes, place: Path) -> float:
    """Give the peak memory of one run in MiB, by the kernel's own account (Unix only)."""
    file = place / "stdin"
    file.write_bytes(given)
    measured = [sys.executable, "-I", "-S", "-c", _PEAK, str(file), *command]
    done = subprocess.run(measured, env=env, capture_output=True, text=True, check=True)
    return int(done.stdout) / (1024 * 1024 if sys.platform == "darwin" else 1024)


def settle(command: list[str], env: dict[str, str], given: Callable[[], bytes] = payload) -> None:
    """Run until nothing is younger than the clock's grain any more."""
    for pause in (0.0, 0.5, 0.5):
        time.sleep(pause)
        spend(command, env, given())


class Bench:
    """One run of the benchmarks: an interpreter, a place for folders, and what was found."""

    def __init__(self, python: Path, place: Path, rounds: int) -> None:
        self.python, self.place, self.rounds = python, place, rounds
        self.home = place / "home"
        self.home.mkdir()
        self.found: dict[str, float] = {}
        self.bares: list[float] = []
        self.lines: list[str] = []

    def env(self, folder: Path) -> dict[str, str]:
        """Give the environment of a run on a memory folder."""
        return environment(self.home, OFTTOLD_DIR=str(folder))

    def command(self, *words: str) -> list[str]:
        """Give an ofttold command line as a host runs it."""
        return [str(self.python), "-I", "-m", "ofttold", *words]

    def note(self, name: str, value: float, more: str = "") -> None:
        """Keep and print one figure."""
        self.found[name] = value
        self.say(f"{name:52} {value:7.2f}   bar {BARS[name]:g}   {more}".rstrip())

    def say(self, line: str) -> None:
        """Keep and print one line."""
        self.lines.append(line)
        print(line, flush=True)

    def run(
        self,
        name: str,
        folder: Path,
        command: list[str],
        *,
        given: Callable[[], bytes] = payload,
        before: Callable[[], None] = lambda: None,
        rounds: int = 0,
    ) -> None:
        """Measure one case."""
        rounds = rounds or self.rounds
        value, bare = ratio(
            self.python, command, self.env(folder), rounds=rounds, before=before, given=given
        )
        self.bares.append(bare)
        self.note(name, value, f"(bare {bare:.1f} ms)")

    def forget(self, pattern: str = "*") -> None:
        """Delete cached files."""
        for path in (self.home / ".cache" / "ofttold").rglob(pattern):
            if path.is_file():
                path.unlink()


def scaffold(bench: Bench, folder: Path) -> None:
    """Make an empty memory folder."""
    command = bench.command("scaffold", str(folder), "--lang", "en")
    subprocess.run(command, env=environment(bench.home), capture_output=True, check=True)


def measure_starts(bench: Bench, pepys: Path | None) -> None:
    """Measure session starts on a small and a large folder."""
    small, large = bench.place / "small", bench.place / "large"
    scaffold(bench, small)
    write_sample(small, "en", datetime.now().astimezone().date())
    if pepys:
        shutil.copytree(pepys, large)
    else:
        make_large(large)
    hook = bench.command("hook", "session-start", "--host", "claude-code")
    settle(hook, bench.env(small))
    bench.run("session-start, 2 weeks, nothing changed", small, hook)
    settle(hook, bench.env(large))
    bench.run("session-start, large, nothing changed", large, hook)
    peak = peak_mib(hook, bench.env(large), payload(), bench.place)
    bench.note("peak MiB, session-start, large, nothing changed", peak)
    page = sorted((large / "diary").glob("1*.md"))[-10]

    def edit() -> None:
        time.sleep(0.15)
        with page.open("a", encoding="utf-8") as stream:
            stream.write(f"{time.time_ns()}\n")

    bench.run("session-start, large, one diary edited", large, hook, before=edit)
    settle(hook, bench.env(large))
    bench.run("session-start, large, new day", large, hook, before=lambda: bench.forget("block*"))
    few = max(3, bench.rounds // 4)
    bench.run(
        "session-start, large, one anchor added", large, hook, before=_adder(large), rounds=few
    )
    bench.run("session-start, large, first run", large, hook, before=bench.forget, rounds=few)
    cut_anchors(large, 40)
    name = "session-start, large cut to 40 anchors, first run"
    bench.run(name, large, hook, before=bench.forget, rounds=few)


def _adder(folder: Path) -> Callable[[], None]:
    number = iter(range(10_000))

    def add_anchor() -> None:
        path = folder / "memory.md"
        text = path.read_text(encoding="utf-8")
        line = f"- **Quorum{next(number)}·new** → `1669-05-01`\n"
        at = text.index("- **")
        path.write_text(text[:at] + line + text[at:], encoding="utf-8")

    return add_anchor


def measure_prompts(bench: Bench) -> None:
    """Measure the prompt hook where there are no cards: nothing to say, a long transcript."""
    small = bench.place / "small"
    hook = bench.command("hook", "prompt", "--host", "claude-code")
    start = bench.command("hook", "session-start", "--host", "claude-code")
    transcript = bench.place / "transcript.jsonl"
    session = "bench-prompt"
    spend(start, bench.env(small), payload(session_id=session, transcript_path=str(transcript)))

    def prompt() -> bytes:
        words = f"what is next, then {next(_sessions)}"
        return payload("UserPromptSubmit", session_id=session, prompt=words, source="user")

    bench.run("prompt, nothing to say", small, hook, given=prompt)
    text = json.dumps({"type": "user", "message": "[oft-told · memory · 2026-11-30]" + "x" * 900})
    lines = (text + "\n").encode()
    with transcript.open("wb") as stream:
        stream.write(lines * (50_000_000 // len(lines)))

    def told() -> bytes:
        asked = payload("UserPromptSubmit", prompt=f"and then {next(_sessions)}", source="user")
        session = json.loads(asked)["session_id"]
        start_of = payload(session_id=session, transcript_path=str(transcript) + ".none")
        spend(start, bench.env(small), start_of)
        return json.dumps({**json.loads(asked), "transcript_path": str(transcript)}).encode()

    bench.run("prompt, looking into a 50 MB transcript", small, hook, given=told)


def measure_cards(bench: Bench) -> None:
    """Measure recall over 1,000 and 2,000 cards, the search command and the index from nothing."""
    hook = bench.command("hook", "prompt", "--host", "claude-code")
    for count in (1000, 2000):
        folder = bench.place / f"cards{count}"
        scaffold(bench, folder)
        cards = make_cards(folder, count)

        start = bench.command("hook", "session-start", "--host", "claude-code")
        env = bench.env(folder)

        hit = partial(_ask, start, env, "how do we rotate the zanzibar key")
        miss = partial(_ask, start, env, "please paint it quite otherwise")
        spend(bench.command("card", "search", "zanzibar"), bench.env(folder))
        settle(hook, bench.env(folder), hit)
        shown = subprocess.run(
            hook, env=bench.env(folder), input=hit(), capture_output=True, check=True
        )
        if b"mem_" not in shown.stdout:
            raise SystemExit("the benchmark's prompt recalled nothing")
        bench.run(f"prompt, {count:,} cards, one recalled", folder, hook, given=hit)
        bench.run(f"prompt, {count:,} cards, nothing to recall", folder, hook, given=miss)
        if count == 2000:
            peak = peak_mib(hook, bench.env(folder), hit(), bench.place)
            bench.note("peak MiB, prompt, 2,000 cards", peak)
            continue
        changed = cards[7]

        def touch(card: Path = changed) -> None:
            with card.open("a", encoding="utf-8") as stream:
                stream.write(f"{time.time_ns()}\n")

        bench.run("prompt, 1,000 cards, one just changed", folder, hook, given=hit, before=touch)
        search = bench.command("card", "search", "rotate the zanzibar key")
        bench.run("card search, 1,000 cards", folder, search, given=lambda: b"")
        name = "prompt, 1,000 cards, index from nothing"
        few = max(3, bench.rounds // 4)
        search_all = bench.command("card", "search", "zanzibar")
        bench.run(name, folder, search_all, given=lambda: b"", before=bench.forget, rounds=few)


def measure_sharing(bench: Bench) -> None:
    """Measure a full shelf: its status as a ratio to git's list, and what a pull reads."""
    place = bench.place / "sharing"
    place.mkdir()
    found = share.measure(bench.python, place, rounds=bench.rounds)
    bench.note(share.STATUS, found[share.STATUS], f"(ls-files {found['git ls-files, ms']:.1f} ms)")
    bench.note(share.PULL, found[share.PULL], f"(in {found['share pull, ms']:.0f} ms)")


def _ask(start: list[str], env: dict[str, str], prompt: str) -> bytes:
    """Start a session and give the payload of its first prompt."""
    told = payload("UserPromptSubmit", prompt=prompt, source="user")
    spend(start, env, payload(session_id=json.loads(told)["session_id"]))
    return told


def make_cards(folder: Path, count: int) -> list[Path]:
    """Write made-up personal cards, one of which is about the zanzibar key."""
    rng = random.Random(count)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randint(4, 9))) for _ in range(4000)]
    place = folder / "cards" / "personal"
    place.mkdir(parents=True)
    made = []
    for number in range(count):
        name = f"mem_{''.join(rng.choices('abcdefghijklmnopqrstuvwxyz234567', k=12))}"
        title = " ".join(rng.choices(words, k=4)) if number else "Rotate the zanzibar key"
        summary = " ".join(rng.choices(words, k=12))
        fields = {"id": name, "title": title, "summary": summary, "scope": "personal"}
        body = " ".join(rng.choices(words, k=25))
        data = render_new_card({**fields, "revision": 1, "created": "2026-11-01"}, body)
        path = place / f"{name}.md"
        path.write_bytes(data)
        made.append(path)
    return made


def write_page(page: str, bench: Bench, *, pepys: bool) -> str:
    """Give the page with the lines of this run between its marks."""
    before, _, rest = page.partition(_BEGIN)
    mark, _, old = rest.partition("\n")
    after = old[old.index(_END) :]
    diary = "Pepys' diary" if pepys else "a made-up diary"
    told = (
        f"{os.cpu_count()} cores, {diary}, {bench.rounds} rounds; the bare interpreter took "
        f"{min(bench.bares):.0f} to {max(bench.bares):.0f} ms in this run:"
    )
    return "\n".join(
        [f"{before}{_BEGIN}{mark}", "", told, "", "```", *bench.lines, "```", "", after]
    )


def main() -> int:
    """Measure, print, and exit 1 if a bar is missed."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--pepys", type=Path, help="an unpacked diary with its memory.md")
    reader.add_argument("--rounds", type=int, default=21)
    reader.add_argument("--write", action="store_true", help="put the result into the page")
    chosen = reader.parse_args()
    place = Path(tempfile.mkdtemp(prefix="ofttold-bench-"))
    try:
        bench = Bench(build_environment(place / "venv"), place, chosen.rounds)
        today = datetime.now().astimezone().date()
        python = f"Python {platform.python_version()}"
        release = platform.release().partition("-")[0]
        system = f"{platform.system()} {release} {platform.machine()}"
        bench.say(f"{today}  {system}  {python}  {os.cpu_count()} cores")
        measure_starts(bench, chosen.pepys)
        measure_prompts(bench)
        measure_cards(bench)
        search_speed.measure(bench)
        measure_sharing(bench)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    missed = [name for name, bar in BARS.items() if bench.found[name] > bar]
    for name in missed:
        bench.say(f"over its bar: {name}")
    if chosen.write:
        page = PAGE.read_text(encoding="utf-8")
        text = write_page(page, bench, pepys=chosen.pepys is not None)
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
