"""A layer's rows in the index, brought up to the files. Reads files, writes rows, ranks nothing.

Each layer has an FTS5 table of its own without content (``first``: title, aliases, tags, triggers,
summary; ``second``: body) and rows in ``things``. The tokens come from core, joined by spaces;
FTS5's ``ascii`` tokenizer takes them as they are, where ``unicode61`` would drop characters newer
than its tables. It keeps which thing holds a token and no more: places and counts are read from the
few things that are ranked. A thing's key is made of its path, not of the order of arrival: so an index grown
bit by bit and one built anew agree, ties included.
"""

from __future__ import annotations

import errno
import marshal
import os
import time
import zlib

from ofttold.core.cards.card import MOST_FILE_BYTES
from ofttold.core.search.tokens import fold, join_tokens, pieces, sequence_of
from ofttold.core.search.windows import day_ordinal
from ofttold.edge import sqlite
from ofttold.edge.index_layer import Layer, SyncReport, checked, pack, read_layer
from ofttold.edge.listing import is_young
from ofttold.edge.regular import regular_with_stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ofttold.core.search.document import Doc
    from ofttold.edge.listing import Source

_CHUNK_BYTES = 1 << 16  # of a file that grows while it is read
BATCH_FILES = 32  # files taken in step by step
BATCH_BYTES = 65_536  # bytes of them from which a batch is closed: a deadline is seen in between
_INSERT = f"INSERT INTO things VALUES({', '.join('?' * 18)})"


def _read_digests(db: sqlite.Connection, layer: Layer) -> dict[str, int]:
    row = db.execute("SELECT digests FROM layers WHERE id = ?", (layer.id,)).fetchone()
    digests: dict[str, int] = marshal.loads(checked(row[0])) if row and row[0] else {}
    return digests


def _save_layer(db: sqlite.Connection, layer: Layer, digests: dict[str, int]) -> None:
    things, tokens = db.execute(
        "SELECT count(*), coalesce(sum(length), 0) FROM things WHERE layer = ?", (layer.id,)
    ).fetchone()
    stats = pack((layer.files, layer.young, layer.broken))
    db.execute(
        "UPDATE layers SET things = ?, tokens = ?, stats = ?, digests = ? WHERE id = ?",
        (things, tokens, stats, pack(digests), layer.id),
    )


def _make_layer(db: sqlite.Connection, name: str) -> Layer:
    layer = Layer(name)
    layer.id = db.execute("INSERT INTO layers(name) VALUES(?) RETURNING id", (name,)).fetchone()[0]
    db.execute(
        f"CREATE VIRTUAL TABLE words_{layer.id} USING "
        "fts5(first, second, content='', detail=none, columnsize=0, tokenize='ascii')"
    )
    return layer


def stored_path(path: str) -> str | bytes:
    """Give a path as SQLite can hold it: a name that is no Unicode goes in as its bytes."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def _remove_things(db: sqlite.Connection, layer: Layer, path: str) -> set[str]:
    """Take a file's rows out; give the sessions they were of."""
    rows = db.execute(
        "SELECT key, first, second, session FROM things WHERE layer = ? AND path = ?",
        (layer.id, stored_path(path)),
    ).fetchall()
    table = f"words_{layer.id}"
    for key, first, second, _ in rows:
        db.execute(
            f"INSERT INTO {table}({table}, rowid, first, second) VALUES('delete', ?, ?, ?)",
            (key, first, second),
        )
        db.execute("DELETE FROM things WHERE key = ?", (key,))
    return {row[3] for row in rows if row[3]}


def _pieces_of(doc: Doc) -> tuple[list[str], list[str], str]:
    """Give the pieces of both columns and the names that may stand whole in a prompt.

    A name is a plain sequence; those of tags begin with a ``#``.
    """
    names = [pieces(fold(name)) for name in (doc.title, *doc.aliases, *doc.triggers) if name]
    tags = [pieces(fold(tag)) for tag in doc.tags]
    whole = [sequence_of(found) for found in names if found]
    whole += [f"#{sequence_of(found)}" for found in tags if found]
    first = [piece for found in (*names, *tags) for piece in found]
    first += pieces(fold(doc.summary))
    return first, pieces(fold(_without_summary(doc))), "\n".join(whole)


def _without_summary(doc: Doc) -> str:
    """Give a body without the summary it begins with: what is said twice is not meant twice."""
    if not doc.summary or doc.body[:1] != doc.summary[:1]:
        return doc.body
    summary, body = " ".join(doc.summary.split()), " ".join(doc.body.split())
    if not body.startswith(summary) or body[len(summary) : len(summary) + 1].isalnum():
        return doc.body
    return body[len(summary) :]


def _insert(db: sqlite.Connection, key: int, row: tuple[object, ...]) -> int:
    """Put a row in under this key, or the next free one where it is taken; give the key."""
    while True:
        try:
            db.execute(_INSERT, (key, *row))
        except sqlite.IntegrityError:
            key += 1
        except UnicodeEncodeError:
            row = tuple(_encodable(value) for value in row)
        else:
            return key


def _encodable(value: object) -> object:
    """Give a value without the lone surrogates that a name of odd bytes is read as."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else value


def _rows_of(layer: Layer, things: Sequence[tuple[str, int, Doc]]) -> list[tuple[object, ...]]:
    """Give things, each with its path and place, as rows without their keys."""
    found = [_pieces_of(doc) for _, _, doc in things]
    joined = iter(join_tokens([column for first, second, _ in found for column in (first, second)]))
    rows: list[tuple[object, ...]] = []
    for (path, place, doc), (_, _, names) in zip(things, found, strict=True):
        (first, named), (second, told) = next(joined), next(joined)
        row = (
            *(layer.id, stored_path(path), place, doc.id, doc.title, doc.summary, names),
            *(doc.slot, doc.extra, doc.session, doc.position, doc.created),
            *(day_ordinal(doc.created), 0, named + told, first, second),
        )
        rows.append(row)
    return rows


def _key_of(layer: Layer, path: str, place: int) -> int:
    return zlib.crc32(f"{layer.name}\n{path}\n{place}".encode(errors="surrogateescape"))


def _add_words(db: sqlite.Connection, layer: Layer, keys: Iterable[int]) -> None:
    """Put the words of new things in, in the order of their keys: FTS5 is slow in any other."""
    db.execute("CREATE TEMP TABLE fresh(key INTEGER PRIMARY KEY)")
    db.executemany("INSERT INTO temp.fresh VALUES(?)", ((key,) for key in keys))
    db.execute(
        f"INSERT INTO words_{layer.id}(rowid, first, second) "
        "SELECT key, first, second FROM temp.fresh JOIN things USING(key) ORDER BY key"
    )
    db.execute("DROP TABLE temp.fresh")


def _number_neighbours(db: sqlite.Connection, layer: Layer, sessions: set[str]) -> None:
    """Give the things of each session their numbers in order: position, time, path."""
    for session in sorted(sessions):
        keys = db.execute(
            "SELECT key FROM things WHERE layer = ? AND session = ? "
            "ORDER BY position, created, path, place",
            (layer.id, session),
        ).fetchall()
        db.executemany(
            "UPDATE things SET neighbour = ? WHERE key = ?",
            [(number, key) for number, (key,) in enumerate(keys)],
        )


def _read(path: str) -> tuple[bytes, os.stat_result]:
    """Give a file's bytes with the stats it had while open; raises OSError, for a huge one too."""
    handle, stat = regular_with_stat(path)
    try:
        if stat.st_size > MOST_FILE_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), path)
        data = os.read(handle, stat.st_size + 1)
        if len(data) == stat.st_size:
            return data, stat
        while len(data) <= MOST_FILE_BYTES and (more := os.read(handle, _CHUNK_BYTES)):
            data += more  # it grows, or came in parts
        return data, stat
    finally:
        os.close(handle)


class _CatchUp:
    """One layer's way from what is remembered to what lies on disk."""

    def __init__(self, db: sqlite.Connection, source: Source, report: SyncReport) -> None:
        self.db = db
        self.source = source
        self.report = report
        before = read_layer(db, source.layer)
        self.layer = before if before.id else _make_layer(db, source.layer)
        self.digests = _read_digests(db, self.layer)
        self.known = {stat[0]: stat for stat in before.files}
        self.suspects = set(before.young)
        self.young: list[str] = []
        self.broken = set(before.broken)
        self.sessions: set[str] = set()
        self.fresh: list[int] = []

    def run(self, expired: Callable[[], bool]) -> None:
        """Take out what is gone, read what is changed or young, save."""
        here = {stat[0] for stat in self.source.files}
        for path in [path for path in self.known if path not in here]:
            self._drop(path)
            self.report.removed.append((self.source.layer, path))
        due = [
            stat[0]
            for stat in self.source.files
            if self.known.get(stat[0]) != stat or stat[0] in self.suspects
        ]
        at = 0
        while at < len(due) and self.report.complete:
            at = self._take_some(due, at, expired)
        if at < len(due):
            self.young += self.suspects.difference(self.young)
        self._save()

    def _take_some(self, due: list[str], at: int, expired: Callable[[], bool]) -> int:
        """Take in a batch from there on, step by step for all of it; give where the next begins.

        Each step's code and tables stay in the processor's cache: a third less time than file by
        file.
        """
        read: list[tuple[str, bytes]] = []
        start, size = at, 0
        while at < len(due) and at - start < BATCH_FILES and size < BATCH_BYTES:
            if expired():
                self.report.complete = False
                break
            self.suspects.discard(due[at])
            data = self._take(due[at])
            if data is not None:
                read.append((due[at], data))
                size += len(data)
            at += 1
        parsed = [(path, self.source.parse(path, data)) for path, data in read]
        self.broken.update(path for path, docs in parsed if docs is None)
        things = [(path, n, doc) for path, docs in parsed for n, doc in enumerate(docs or ())]
        for (path, place, doc), row in zip(things, _rows_of(self.layer, things), strict=True):
            self.fresh.append(_insert(self.db, _key_of(self.layer, path, place), row))
            if doc.session:
                self.sessions.add(doc.session)
        return at

    def _drop(self, path: str) -> None:
        if path not in self.known:
            return  # nothing of it is here; looking for it row by row would cost the square
        self.sessions |= _remove_things(self.db, self.layer, path)
        del self.known[path]
        self.digests.pop(path, None)
        self.broken.discard(path)

    def _take(self, path: str) -> bytes | None:
        """Look at a file again; give its bytes where they are others than those indexed."""
        now_ns = time.time_ns()  # the file system's clock is meant, not the person's day
        try:
            data, stat = _read(os.path.join(self.source.folder, path))
        except FileNotFoundError:
            self._drop(path)
            return None
        except OSError:
            self._drop(path)
            self.broken.add(path)
            self.known[path] = next(stat for stat in self.source.files if stat[0] == path)
            return None
        known = (path, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
        if is_young(known, now_ns):
            self.young.append(path)
        digest = zlib.crc32(data)
        is_new = self.digests.get(path) != digest or path not in self.known
        if is_new:
            self._drop(path)
            self.report.read.append((self.source.layer, path))
        self.known[path] = known
        self.digests[path] = digest
        return data if is_new else None

    def _save(self) -> None:
        _add_words(self.db, self.layer, self.fresh)
        _number_neighbours(self.db, self.layer, self.sessions)
        self.layer.files = [self.known[path] for path in sorted(self.known)]
        self.layer.young = sorted(self.young)
        self.layer.broken = sorted(self.broken)
        _save_layer(self.db, self.layer, self.digests)
        self.report.broken += [(self.source.layer, path) for path in self.layer.broken]


def catch_up(
    db: sqlite.Connection,
    source: Source,
    report: SyncReport,
    *,
    expired: Callable[[], bool],
) -> None:
    """Bring a layer's rows up to its files, inside the caller's transaction.

    When ``expired`` says so it stops between two files: what was read stays, what was not keeps its
    old rows and is read the next time.
    """
    _CatchUp(db, source, report).run(expired)
