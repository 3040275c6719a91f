"""The index of cards: SQLite FTS5 as a cache of files. Deleting it changes no answer.

One file per memory folder; in it layers (the personal cards, a project's desk, a shelf, the diary),
each a set of files with counts of its own, so that what else is indexed never moves a result. A
file is known by path, size, times, inode and digest; one younger than its clock's grain is read
again. Whatever SQLite finds wrong: thrown away and built anew. Where the cache home cannot be
written, the change is made in memory. A dictionary that lies beside it widens every query.

Use::

    index = open_index(path)
    report = index.sync([Source("personal", folder, list_files(folder), parse)])
    hits = index.search(parse_query(text, today=today), layers=["personal"], limit=3)
    index.close()
"""

from __future__ import annotations

import os

from ofttold.core.search.plan import Plan, plan_query
from ofttold.edge import sqlite
from ofttold.edge.index_file import change_in_memory, discard_file, open_file, replace_file
from ofttold.edge.index_layer import Layer, SyncReport, read_layer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from ofttold.core.search.document import Hit
    from ofttold.core.search.query import Query
    from ofttold.edge.dictionary import Dictionary
    from ofttold.edge.index_hits import Row
    from ofttold.edge.listing import Source

    T = TypeVar("T")

DICTIONARY = "zh-en.sqlite3"  # the file of the dictionary, beside the index
CANDIDATES = 100  # things picked for the ranking by words, and as many by day; docs/benchmarks.md
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
        self._dictionary: Dictionary | None = None

    def close(self) -> None:
        """Close the file."""
        self._close_file()
        if self._dictionary is not None:
            self._dictionary.close()
            self._dictionary = None

    def _close_file(self) -> None:
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
        except sqlite.Error:
            self._start_anew()
            return self._sync(expired)

    def _start_anew(self) -> None:
        self._close_file()
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

        def change(db: sqlite.Connection) -> None:
            reports.append(SyncReport())
            reports[-1].broken += settled.broken
            for source in changed:
                catch_up(db, source, reports[-1], expired=expired)

        before = self._db
        try:
            replace_file(self._path, before, change)
            self._db = open_file(self._path)
        except (OSError, sqlite.OperationalError):
            self._db = None  # a full disk, a read-only home
        if before is not None:
            before.close()
        if self._db is None:  # not written, or gone again: this once without a file
            self._db = change_in_memory(open_file(self._path), change)
        self._layers.clear()
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
        return self._once_more(
            lambda: self._plan(self._translated(query), self._open_layers(layers))
        )

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
        except sqlite.Error:
            self._start_anew()
            self._sync(_never)
            return ask()

    def _open_layers(self, names: Sequence[str]) -> list[tuple[str, Layer]]:
        found = [(name, self._layer(name)) for name in dict.fromkeys(names)]
        return [(name, layer) for name, layer in found if layer.id and layer.things]

    def _ask(self, sql: str, values: Sequence[object]) -> list[Any]:
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

    def _translated(self, query: Query) -> Query:
        """Add what the dictionary beside the index knows, where there is one."""
        folder = os.path.dirname(self._path)
        if self._dictionary is None and os.path.exists(os.path.join(folder, DICTIONARY)):
            from ofttold.edge.dictionary import open_dictionary  # most have none

            self._dictionary = open_dictionary(folder)
        if self._dictionary is None:
            return query
        return query.with_expansions(self._dictionary.translate(query.pieces))

    def _search(self, query: Query, names: Sequence[str], limit: int) -> list[Hit]:
        query = self._translated(query)
        layers = self._open_layers(names)
        plan = self._plan(query, layers)
        rows: dict[int, tuple[str, Row]] = {}
        for name, layer in layers:
            keys = self._by_words(layer, plan) + self._by_days(layer, query)
            for row in self._rows(list(dict.fromkeys(keys))):
                rows[row[0]] = (name, row)
        if not rows:
            return []
        from ofttold.core.search.ranking import rank  # a prompt that meets nothing spares both
        from ofttold.edge.index_hits import as_candidate, as_hit

        fits = rank(plan, [as_candidate(*rows[key]) for key in rows], query.windows)
        sequence = f" {query.sequence} "
        return [as_hit(*rows[fit.candidate.key], fit, plan, sequence) for fit in fits[:limit]]

    def _by_words(self, layer: Layer, plan: Plan) -> list[int]:
        """Give the keys whose picked terms weigh most in sum; equals in the order of their keys."""
        table = f"words_{layer.id}"
        sql = f"SELECT rowid FROM {table} WHERE {table} MATCH ?"
        weights: dict[int, float] = {}
        for term in plan.pick_by():
            weight = plan.weights[term]
            for (key,) in self._ask(sql, (f'"{term}"',)):
                weights[key] = weights.get(key, 0.0) + weight
        if len(weights) <= CANDIDATES:
            return list(weights)
        return sorted(weights, key=lambda key: (-weights[key], key))[:CANDIDATES]

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
        if not keys:
            return []
        from ofttold.edge.index_hits import COLUMNS

        marks = ",".join("?" * len(keys))
        sql = f"SELECT {COLUMNS} FROM things WHERE key IN ({marks}) ORDER BY path, place"
        return self._ask(sql, keys)

    def _rows_where(self, condition: str, value: str, names: Sequence[str]) -> list[Hit]:
        from ofttold.edge.index_hits import COLUMNS, as_plain_hit

        found: list[Hit] = []
        for name, layer in self._open_layers(names):
            sql = (
                f"SELECT {COLUMNS} FROM things WHERE layer = ? AND {condition} ORDER BY path, place"
            )
            found += (as_plain_hit(name, row) for row in self._ask(sql, (layer.id, value)))
        return found
