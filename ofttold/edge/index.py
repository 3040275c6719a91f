"""The index of cards: SQLite FTS5 as a cache of files. Deleting it changes no answer.

One file per memory folder; in it layers (the personal cards, a project's desk, a shelf, the diary),
each a set of files with counts of its own, so that what else is indexed never moves a result. A
file is known by path, size, times, inode and digest; one younger than its clock's grain is read
again. Whatever SQLite finds wrong: thrown away and built anew. Where the cache home cannot be
written, the change is made in memory.

Use::

    index = open_index(path)
    report = index.sync([Source("personal", folder, list_files(folder), parse)])
    hits = index.search(parse_query(text, today=today), layers=["personal"], limit=3)
    index.close()
"""

from __future__ import annotations

import os
import sqlite3

from ofttold.core.search.document import Hit
from ofttold.core.search.plan import Plan, plan_query
from ofttold.core.search.ranking import Candidate, Fit, rank
from ofttold.edge.index_file import change_in_memory, discard_file, open_file, replace_file
from ofttold.edge.index_layer import Layer, SyncReport, read_layer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from ofttold.core.search.query import Query
    from ofttold.edge.listing import Source

    T = TypeVar("T")
    # the columns below, in their order
    Row = tuple[int, str | bytes, str, str, str, str, str, str, str, int, str, int, int, str, str]

CANDIDATES = 100  # things FTS5 picks for the ranking, and as many by day; docs/benchmarks.md
_COLUMNS = (
    "key, path, id, title, summary, names, slot, extra, session, position, created, day, "
    "neighbour, first, second"
)
_MANY = 500  # values of one IN list; SQLite's own limit is 999 in old builds


def open_index(path: str) -> Index:
    """Open an index file; one that is missing, of another make or damaged counts as empty."""
    return Index(path)


def _never() -> bool:
    return False


class Index:
    """An open index; see the module. Close it after use."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._db = open_file(path)
        self._sources: Sequence[Source] = ()
        self._layers: dict[str, Layer] = {}

    def close(self) -> None:
        """Close the file."""
        self._layers.clear()
        if self._db is not None:
            self._db.close()
            self._db = None

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sync(
        self, sources: Sequence[Source], *, expired: Callable[[], bool] = _never
    ) -> SyncReport:
        """Catch up with the files as they are; unchanged ones cost a comparison of their stats.

        ``expired`` tells that the time is out: what was read is kept, the report says incomplete.
        """
        self._sources = sources
        try:
            return self._sync(expired)
        except sqlite3.Error:
            self._start_anew()
            return self._sync(expired)

    def _start_anew(self) -> None:
        self.close()
        discard_file(self._path)

    def _sync(self, expired: Callable[[], bool]) -> SyncReport:
        settled, changed = SyncReport(), []
        for source in self._sources:
            layer = self._layer(source.layer)
            if layer.id and layer.files == source.files and not layer.young:
                settled.broken += [(source.layer, path) for path in layer.broken]
            else:
                changed.append(source)
        return self._change(changed, settled, expired) if changed else settled

    def _change(
        self, changed: Iterable[Source], settled: SyncReport, expired: Callable[[], bool]
    ) -> SyncReport:
        from ofttold.edge.index_rows import catch_up  # a hook that finds nothing changed saves it

        reports: list[SyncReport] = []

        def change(db: sqlite3.Connection) -> None:
            reports.append(SyncReport())
            reports[-1].broken += settled.broken
            for source in changed:
                catch_up(db, source, reports[-1], expired=expired)

        before = self._db
        try:
            replace_file(self._path, before, change)
            self._db = open_file(self._path)
        except (OSError, sqlite3.OperationalError):
            self._db = None  # a full disk, a read-only home
        if self._db is None:  # not written, or gone again: this once without a file
            self._db = change_in_memory(before, change)
        self._layers.clear()
        if before is not None:
            before.close()
        return reports[-1]

    def _layer(self, name: str) -> Layer:
        if self._db is None:
            return Layer(name)
        found = self._layers.get(name)
        if found is None:
            found = self._layers[name] = read_layer(self._db, name)
            if found.id:
                self._db.execute(
                    f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms_{found.id} "
                    f"USING fts5vocab('main', 'words_{found.id}', 'row')"
                )
        return found

    # -- asking -----------------------------------------------------------------------------

    def search(self, query: Query, *, layers: Sequence[str], limit: int) -> list[Hit]:
        """Give the best hits of these layers, the best first; [] where nothing fits."""
        return self._once_more(lambda: self._search(query, layers, limit))

    def plan(self, query: Query, *, layers: Sequence[str]) -> Plan:
        """Lay a query against these layers: what is looked for, what is unknown."""
        return self._once_more(lambda: self._plan(query, self._open_layers(layers)))

    def by_id(self, id: str, *, layers: Sequence[str]) -> list[Hit]:
        """Give what has this id in these layers: none, one, or each of several."""
        return self._once_more(lambda: self._rows_where("id = ?", id, layers))

    def in_slot(self, slot: str, *, layers: Sequence[str]) -> list[Hit]:
        """Give all that shares a slot."""
        return self._once_more(lambda: self._rows_where("slot = ? AND slot <> ''", slot, layers))

    def _once_more(self, ask: Callable[[], T]) -> T:
        """Ask; where the index turns out damaged, build it anew from the last sync and ask again."""
        try:
            return ask()
        except sqlite3.Error:
            self._start_anew()
            self._sync(_never)
            return ask()

    def _open_layers(self, names: Sequence[str]) -> list[tuple[str, Layer]]:
        found = [(name, self._layer(name)) for name in dict.fromkeys(names)]
        return [(name, layer) for name, layer in found if layer.id and layer.things]

    def _ask(self, sql: str, values: Sequence[object]) -> list[Row]:
        return self._db.execute(sql, values).fetchall() if self._db is not None else []

    def _plan(self, query: Query, layers: Sequence[tuple[str, Layer]]) -> Plan:
        def look_up(terms: Sequence[str]) -> dict[str, int]:
            counts = dict.fromkeys(terms, 0)
            for _, layer in layers:
                for start in range(0, len(terms), _MANY):
                    some = terms[start : start + _MANY]
                    marks = ",".join("?" * len(some))
                    sql = f"SELECT term, doc FROM terms_{layer.id} WHERE term IN ({marks})"
                    for term, held in self._db.execute(sql, some) if self._db is not None else ():
                        counts[term] += held
            return counts

        return plan_query(
            query,
            count=sum(layer.things for _, layer in layers),
            tokens=sum(layer.tokens for _, layer in layers),
            look_up=look_up,
        )

    def _search(self, query: Query, names: Sequence[str], limit: int) -> list[Hit]:
        layers = self._open_layers(names)
        plan = self._plan(query, layers)
        rows: dict[int, tuple[str, Row]] = {}
        for name, layer in layers:
            keys = self._by_words(layer, plan.pick_by()) + self._by_days(layer, query)
            for row in self._rows(list(dict.fromkeys(keys))):
                rows[row[0]] = (name, row)
        fits = rank(plan, [_candidate(*rows[key]) for key in rows], query.windows)
        sequence = f" {query.sequence} "
        return [_hit(*rows[fit.candidate.key], fit, plan, sequence) for fit in fits[:limit]]

    def _by_words(self, layer: Layer, terms: Sequence[str]) -> list[int]:
        """Give the keys FTS5's own bm25 puts first; equals in the order of their keys."""
        if not terms:
            return []
        table = f"words_{layer.id}"
        match = " OR ".join(f'"{term}"' for term in terms)
        found = self._ask(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY bm25({table}), rowid LIMIT ?",
            (match, CANDIDATES),
        )
        return [row[0] for row in found]

    def _by_days(self, layer: Layer, query: Query) -> list[int]:
        keys: list[int] = []
        for window in query.windows:
            rows = self._ask(
                "SELECT key FROM things WHERE layer = ? AND day BETWEEN ? AND ? AND day > 0 "
                "ORDER BY day DESC, path, place LIMIT ?",
                (layer.id, window.first, window.last, CANDIDATES),
            )
            keys += (row[0] for row in rows)
        return keys[:CANDIDATES]

    def _rows(self, keys: Sequence[int]) -> list[Row]:
        """Give the rows of these keys, in order of path."""
        marks = ",".join("?" * len(keys))
        sql = f"SELECT {_COLUMNS} FROM things WHERE key IN ({marks}) ORDER BY path, place"
        return self._ask(sql, keys) if keys else []

    def _rows_where(self, condition: str, value: str, names: Sequence[str]) -> list[Hit]:
        found: list[Hit] = []
        for name, layer in self._open_layers(names):
            sql = f"SELECT {_COLUMNS} FROM things WHERE layer = ? AND {condition} ORDER BY path, place"
            found += (_plain_hit(name, row) for row in self._ask(sql, (layer.id, value)))
        return found


def _candidate(layer: str, row: Row) -> Candidate:
    return Candidate(
        row[0],
        first=row[13].split(),
        second=row[14].split(),
        session=f"{layer}\n{row[8]}" if row[8] else "",
        order=row[12],
        day=row[11],
    )


def _plain_hit(layer: str, row: Row) -> Hit:
    return Hit(
        id=row[2],
        layer=layer,
        path=row[1] if isinstance(row[1], str) else os.fsdecode(row[1]),
        title=row[3],
        summary=row[4],
        slot=row[6],
        extra=row[7],
        session=row[8],
        position=row[9],
        created=row[10],
    )


def _hit(layer: str, row: Row, fit: Fit, plan: Plan, sequence: str) -> Hit:
    hit = _plain_hit(layer, row)
    hit.score, hit.norm = fit.score, fit.norm
    hit.matched = [term for term in plan.weights if term in fit.earned]
    hit.in_first = [term for term in hit.matched if term in fit.in_first]
    for name in filter(None, row[5].split("\n")):
        if f" {name.removeprefix('#')} " in sequence:
            hit.whole, hit.named = name.removeprefix("#"), name[0] != "#"
            break
    return hit
