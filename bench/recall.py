"""How well the right card is found: labelled sets, the whole way from card files to injection.

``make bench-recall DATA="FILE…"``. A file is ``{docs: [{id, text, title?, tags?, aliases?, kind?,
date?, session?, group?}], queries: [{q, gold: [ids], type?, group?, qdate?}]}``. Each group becomes
a memory folder: its docs are written as card files (text as summary and body), indexed, and asked
by the functions the tools call. Queries without gold, and those of files without docs, are prompts
that nothing answers. Text first, at the end one JSON line per file.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from bench.unrelated import unrelated_prompts
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.render import render_new_card
from ofttold.core.search.document import Doc, Hit
from ofttold.core.search.inject import choose
from ofttold.core.search.query import Query, parse_query
from ofttold.edge.dictionary import Dictionary, make_dictionary
from ofttold.edge.index import Index, open_index
from ofttold.edge.listing import Source, list_files

LAYER = "personal"
DEPTH = 100  # hits asked for, so that the mean reciprocal rank sees them
RECALL_DEPTH = 10  # hits recall looks at
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"


def card_id(number: int) -> str:
    digits = ""
    for _ in range(12):
        number, digit = divmod(number, 32)
        digits = _BASE32[digit] + digits
    return f"mem_{digits}"


def as_doc(card: Card) -> Doc:
    return Doc(
        card.id,
        title=card.title,
        aliases=card.aliases,
        tags=card.tags,
        triggers=card.triggers,
        summary=card.summary,
        body=card.body,
        created=card.created,
        session=card.source,
    )


def parse_docs(path: str, data: bytes) -> list[Doc] | None:
    card = parse_card(data, path)
    return [as_doc(card)] if isinstance(card, Card) else None


class Corpus:
    """One group's docs as a folder of cards with its index."""

    def __init__(self, docs: Sequence[dict[str, Any]], folder: Path) -> None:
        self.names: dict[str, str] = {}
        cards = folder / "cards" / "personal"
        cards.mkdir(parents=True)
        for number, doc in enumerate(docs):
            named = card_id(number)
            self.names[named] = doc["id"]
            (cards / f"{named}.md").write_bytes(self._render(named, doc))
        days = [str(doc.get("date", ""))[:10] for doc in docs]
        self.today = date.fromisoformat(max([*days, "2026-01-01"]) if any(days) else "2026-01-01")
        self.index: Index = open_index(str(folder / "cache" / "index.db"))
        started = time.perf_counter()
        report = self.index.sync([Source(LAYER, str(cards), list_files(str(cards)), parse_docs)])
        self.seconds = time.perf_counter() - started
        if report.broken:
            sys.exit(f"cards that do not parse: {report.broken[:3]}")

    @staticmethod
    def _render(card_id: str, doc: dict[str, Any]) -> bytes:
        fields = {
            "id": card_id,
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

    def __init__(self, paths: Sequence[Path], work: Path, dictionary: Dictionary | None) -> None:
        self.dictionary = dictionary
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

    def query(self, text: str, today: date, *, recall: bool) -> Query:
        translate = self.dictionary.translate if self.dictionary else None
        return parse_query(text, today=today, translate=translate, stop_words_alone=not recall)

    def choose(self, corpus: Corpus, text: str, today: date) -> list[str]:
        query = self.query(text, today, recall=True)
        hits = corpus.index.search(query, layers=[LAYER], limit=RECALL_DEPTH)
        return [corpus.names[hit.id] for hit in choose(hits)]

    def run(self, path: Path) -> Tally:
        tally = Tally()
        for query in self.files[path]["queries"]:
            if query["gold"]:
                self._ask(tally, self.corpora[path][query.get("group") or ""], query)
        for text, corpus in self._unrelated(path):
            tally.unrelated += 1
            tally.disturbed += bool(self.choose(corpus, text, corpus.today))
        return tally

    def _ask(self, tally: Tally, corpus: Corpus, query: dict[str, Any]) -> None:
        gold = set(query["gold"])
        day = str(query.get("qdate") or "")[:10]
        today = date.fromisoformat(day) if day else corpus.today
        started = time.perf_counter()
        hits: list[Hit] = corpus.index.search(
            self.query(query["q"], today, recall=False), layers=[LAYER], limit=DEPTH
        )
        tally.milliseconds.append((time.perf_counter() - started) * 1000)
        places = [place for place, hit in enumerate(hits, 1) if corpus.names[hit.id] in gold]
        tally.ranks.append((query.get("type") or "", places[0] if places else 0))
        chosen = self.choose(corpus, query["q"], today)
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
        made = None if options.no_dictionary else make_dictionary(str(Path(work) / "zh-en.db"))
        print(f"zh-en dictionary: {'with' if made else 'without'}")
        bench = Bench(options.files, Path(work), made)
        tallies = {path: bench.run(path) for path in options.files}
        for path, tally in tallies.items():
            print("\n".join(_describe(path, bench, tally)))
        for path, tally in tallies.items():
            print(_line(path, tally))


if __name__ == "__main__":
    main()
