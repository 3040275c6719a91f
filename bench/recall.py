"""How well the right card is found: labelled sets, the whole way from card files to injection.

``make bench-recall DATA="FILE…"``. A file is ``{docs: [{id, text, title?, tags?, aliases?, kind?,
date?, session?, group?}], queries: [{q, gold: [ids], type?, group?, qdate?}]}``. Each group becomes
a memory folder: its docs are written as card files (text as summary and body) and asked by the very
functions behind ``memory_search`` and the prompt hook. Queries without gold, and those of files
without docs, are prompts that nothing answers. Text first, at the end one JSON line per file.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from bench.unrelated import unrelated_prompts
from ofttold.app.card_index import CardIndex
from ofttold.app.card_search import search
from ofttold.app.cards import Desk, open_desk
from ofttold.app.context import memory_at
from ofttold.app.recall import Clock, Looker, runtime_of
from ofttold.core.cards.render import render_new_card
from ofttold.edge import dictionary
from ofttold.edge.homes import cache_home
from ofttold.edge.settings import load_settings

DEPTH = 100  # results asked for, so that the mean reciprocal rank sees them
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"


def card_id(number: int) -> str:
    """Give the n-th id in order."""
    digits = ""
    for _ in range(12):
        number, digit = divmod(number, 32)
        digits = _BASE32[digit] + digits
    return f"mem_{digits}"


class _Day(Clock):
    """The prompt hook's clock, set to a day."""

    __slots__ = ("day",)

    def __init__(self, day: date) -> None:
        super().__init__("", 0.0)
        self.day = day

    def today(self) -> date:
        return self.day


class Corpus:
    """One group's docs as a memory folder."""

    def __init__(self, docs: Sequence[dict[str, Any]], folder: Path) -> None:
        self.names: dict[str, str] = {}
        cards = folder / "cards" / "personal"
        cards.mkdir(parents=True)
        for number, doc in enumerate(docs):
            named = card_id(number)
            self.names[named] = doc["id"]
            (cards / f"{named}.md").write_bytes(_render(named, doc))
        days = [day for doc in docs if (day := str(doc.get("date", ""))[:10])]
        self.today = date.fromisoformat(max([*days, "2026-01-01"]))
        self.desk: Desk = open_desk(memory_at(str(folder), load_settings(str(folder))), str(folder))
        started = time.perf_counter()
        self.index = CardIndex(str(folder), self.desk.places)
        self.seconds = time.perf_counter() - started

    def search(self, text: str, today: date) -> list[str]:
        """Give the names of what ``memory_search`` would list, the best first."""
        desk = replace(self.desk, memory=replace(self.desk.memory, today=today))
        answer = search(desk, text, limit=DEPTH, budgeted=False)
        return [self.names[result.id] for result in answer.results]

    def recall(self, text: str, today: date) -> list[str]:
        """Give the names of what the prompt hook would choose."""
        runtime = runtime_of(self.desk.memory.folder, None, self.desk.cwd)
        looker = Looker(self.index, runtime, _Day(today), "")
        return [self.names[found.card.id] for found in looker.look(text).chosen]


def _render(named: str, doc: dict[str, Any]) -> bytes:
    fields = {
        "id": named,
        "title": doc.get("title", ""),
        "summary": " ".join(doc["text"].split()),
        "scope": "personal",
        "kind": doc.get("kind", ""),
        "tags": tuple(doc.get("tags", ())),
        "aliases": tuple(doc.get("aliases", ())),
        "created": str(doc.get("date", ""))[:19],
        "source": doc.get("session", ""),
    }
    return render_new_card(fields, doc["text"])


@dataclass
class Tally:
    """What one file's queries came to."""

    ranks: list[tuple[str, int]] = field(default_factory=list)  # type, rank of the first gold or 0
    milliseconds: list[float] = field(default_factory=list)
    asked: int = 0
    hit: int = 0
    injected: int = 0
    right: int = 0
    unrelated: int = 0
    disturbed: int = 0

    def share_within(self, depth: int, kind: str | None = None) -> float | None:
        ranks = [rank for name, rank in self.ranks if kind in (None, name)]
        return _share(sum(1 for rank in ranks if 0 < rank <= depth), len(ranks))

    def mrr(self) -> float | None:
        return _share(sum(1 / rank for _, rank in self.ranks if rank), len(self.ranks))

    def p95(self) -> float | None:
        times = sorted(self.milliseconds)
        return round(times[int(len(times) * 0.95)], 2) if times else None


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


class Bench:
    """The files, each group a corpus, and the prompts that nothing answers."""

    def __init__(self, paths: Sequence[Path], work: Path) -> None:
        self.files = {path: json.loads(path.read_text(encoding="utf-8")) for path in paths}
        self.corpora: dict[Path, dict[str, Corpus]] = {}
        for number, (path, data) in enumerate(self.files.items()):
            groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
            for doc in data["docs"]:
                groups[doc.get("group") or ""].append(doc)
            self.corpora[path] = {
                name: Corpus(docs, work / f"{number}" / f"{place}")
                for place, (name, docs) in enumerate(groups.items())
            }

    def run(self, path: Path) -> Tally:
        tally = Tally()
        for query in self.files[path]["queries"]:
            if query["gold"]:
                self._ask(tally, self.corpora[path][query.get("group") or ""], query)
        for text, corpus in self._unrelated(path):
            tally.unrelated += 1
            tally.disturbed += bool(corpus.recall(text, corpus.today))
        return tally

    def _ask(self, tally: Tally, corpus: Corpus, query: dict[str, Any]) -> None:
        gold = set(query["gold"])
        day = str(query.get("qdate") or "")[:10]
        today = date.fromisoformat(day) if day else corpus.today
        started = time.perf_counter()
        found = corpus.search(query["q"], today)
        tally.milliseconds.append((time.perf_counter() - started) * 1000)
        places = [place for place, name in enumerate(found, 1) if name in gold]
        tally.ranks.append((query.get("type") or "", places[0] if places else 0))
        chosen = corpus.recall(query["q"], today)
        tally.asked += 1
        tally.hit += bool(gold.intersection(chosen))
        tally.injected += len(chosen)
        tally.right += len(gold.intersection(chosen))

    def _unrelated(self, path: Path) -> Iterator[tuple[str, Corpus]]:
        """Give each prompt that nothing answers with each corpus it is put to."""
        own = [q for q in self.files[path]["queries"] if not q["gold"]]
        if not self.files[path]["docs"]:
            for corpora in self.corpora.values():
                yield from ((q["q"], corpus) for q in own for corpus in corpora.values())
            return
        for query in own:
            group = query.get("group")
            corpora = self.corpora[path]
            for corpus in [corpora[group]] if group in corpora else corpora.values():
                yield query["q"], corpus
        others = [d for d in self.files.values() if not d["docs"]]
        texts = [q["q"] for d in others for q in d["queries"] if not q["gold"]]
        if not own and not texts:
            texts = unrelated_prompts()
        for corpus in self.corpora[path].values():
            yield from ((text, corpus) for text in texts)


def _describe(path: Path, bench: Bench, tally: Tally) -> Iterator[str]:
    docs = len(bench.files[path]["docs"])
    seconds = sum(corpus.seconds for corpus in bench.corpora[path].values())
    yield f"{path.stem}: {docs} docs, indexed in {seconds:.2f} s, {tally.unrelated} unrelated prompts"
    for kind in sorted({name for name, _ in tally.ranks}):
        ranks = [rank for name, rank in tally.ranks if name == kind]
        missed = sum(1 for rank in ranks if not 0 < rank <= 5)
        unseen = sum(1 for rank in ranks if rank == 0)
        yield (
            f"  {kind or 'all':<16} n {len(ranks):>4}  R@1 {tally.share_within(1, kind)}"
            f"  R@5 {tally.share_within(5, kind)}  missed {missed}, of them not found at all {unseen}"
        )


def _line(path: Path, tally: Tally) -> str:
    return json.dumps(
        {
            "file": path.name,
            "n": tally.asked or tally.unrelated,
            "r1": tally.share_within(1),
            "r3": tally.share_within(3),
            "r5": tally.share_within(5),
            "mrr": tally.mrr(),
            "injected_hit": _share(tally.hit, tally.asked),
            "injected_right": _share(tally.right, tally.injected),
            "injected_unrelated": _share(tally.disturbed, tally.unrelated),
            "p95_ms": tally.p95(),
        },
        ensure_ascii=False,
    )


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="make bench-recall", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="sets of docs and queries")
    parser.add_argument("--no-dictionary", action="store_true", help="as without the zh-en extra")
    options = parser.parse_args(None if arguments is None else list(arguments))
    if not options.files:
        parser.error('name the sets: make bench-recall DATA="one.json two.json"')
    with tempfile.TemporaryDirectory() as work:
        os.environ["XDG_CACHE_HOME"] = os.path.join(work, "cache")
        if options.no_dictionary:
            dictionary.find_text = lambda: None
        with_dictionary = dictionary.ensure_dictionary(cache_home())
        print(f"zh-en dictionary: {'with' if with_dictionary else 'without'}")
        bench = Bench(options.files, Path(work))
        tallies = {path: bench.run(path) for path in options.files}
        for path, tally in tallies.items():
            print("\n".join(_describe(path, bench, tally)))
        for path, tally in tallies.items():
            print(_line(path, tally))


if __name__ == "__main__":
    main()
