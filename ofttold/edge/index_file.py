"""The index's file: opened to read, replaced whole, thrown away on any doubt. Knows no card.

A written index is never changed: it is opened immutable, without locks or journal, and a change is
made on a private copy that takes its name in one rename. So a reader sees an old or a new index,
never half of one, on any file system, whoever is killed; and two writers lose each other nothing but
work. The modification time is set to a stamp that stands inside too: whatever else wrote to the
file is seen by it.
"""

from __future__ import annotations

import os
import sqlite3
import time
import unicodedata

from ofttold import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA = 1
RECIPE = f"{SCHEMA} {__version__} {unicodedata.unidata_version}"
STAMP_GRAIN_NS = 2_000_000_000  # ns; the coarsest clock of a file system in use (FAT)
STALE_COPY_NS = 60_000_000_000  # ns; a private copy this old has lost its writer

# stats: the files, young and broken; digests: by path, needed only when something changed.
_TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE layers(
    id INTEGER PRIMARY KEY, name TEXT UNIQUE, things INTEGER, tokens INTEGER, stats BLOB,
    digests BLOB
);
CREATE TABLE things(
    key INTEGER PRIMARY KEY, layer INTEGER, path TEXT, place INTEGER, id TEXT, title TEXT,
    summary TEXT, names TEXT, slot TEXT, extra TEXT, session TEXT, position INTEGER, created TEXT,
    day INTEGER, neighbour INTEGER, length INTEGER, first TEXT, second TEXT
);
"""
# Made after the rows where there are many.
_LOOK_UPS = """
CREATE INDEX IF NOT EXISTS by_path ON things(layer, path);
CREATE INDEX IF NOT EXISTS by_id ON things(id);
CREATE INDEX IF NOT EXISTS by_slot ON things(slot) WHERE slot <> '';
CREATE INDEX IF NOT EXISTS by_session ON things(layer, session) WHERE session <> '';
CREATE INDEX IF NOT EXISTS by_day ON things(layer, day) WHERE day > 0;
"""


def _address(path: str) -> str:
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    if os.name == "nt":
        quoted = "/" + quoted.replace("\\", "/")
    return f"file:{quoted}?mode=ro&immutable=1"


def open_sealed(path: str) -> sqlite3.Connection | None:
    """Open an index to read; None where there is none, or it is of another make or was touched."""
    for _ in range(2):  # once more where another process replaced it between two looks
        try:
            db = sqlite3.connect(_address(path), uri=True, isolation_level=None)
        except sqlite3.Error:
            return None
        try:
            meta = dict(db.execute("SELECT key, value FROM meta"))
            if meta.get("recipe") == RECIPE and meta.get("stamp") == os.stat(path).st_mtime_ns:
                return db
        except (sqlite3.Error, OSError, ValueError):
            pass  # no file, no database, half a file: all the same doubt
        db.close()
    return None


def make_tables(db: sqlite3.Connection) -> None:
    """Lay out an empty index."""
    db.executescript(_TABLES)
    db.execute("INSERT INTO meta VALUES('recipe', ?)", (RECIPE,))


def _clear_stale_copies(path: str, now_ns: int) -> None:
    folder, name = os.path.split(path)
    for other in os.listdir(folder):
        if other.startswith(name + ".") and other.endswith(".tmp"):
            try:
                if now_ns - os.stat(os.path.join(folder, other)).st_mtime_ns > STALE_COPY_NS:
                    os.unlink(os.path.join(folder, other))
            except OSError:
                continue  # its writer was quicker


def _fill(
    db: sqlite3.Connection,
    source: sqlite3.Connection | None,
    change: Callable[[sqlite3.Connection], None],
) -> None:
    db.execute("PRAGMA journal_mode=OFF")
    db.execute("PRAGMA synchronous=OFF")
    if source is None:
        make_tables(db)
    else:
        source.backup(db)
    db.execute("BEGIN")
    change(db)
    db.executescript(_LOOK_UPS)


def replace_sealed(
    path: str,
    source: sqlite3.Connection | None,
    change: Callable[[sqlite3.Connection], None],
) -> sqlite3.Connection | None:
    """Make the changed copy of ``source`` (None: an empty index) the index; give it opened.

    Raises OSError or sqlite3.Error where the place cannot be written; then nothing has changed.
    """
    now_ns = time.time_ns()  # the file system's clock is meant, not the person's day
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    _clear_stale_copies(path, now_ns)
    copy = f"{path}.{os.getpid()}.{now_ns}.tmp"
    stamp = now_ns // STAMP_GRAIN_NS * STAMP_GRAIN_NS
    os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        db = sqlite3.connect(copy, isolation_level=None)
        try:
            _fill(db, source, change)
            db.execute("INSERT OR REPLACE INTO meta VALUES('stamp', ?)", (stamp,))
            if db.in_transaction:
                db.execute("COMMIT")
        finally:
            db.close()
        os.utime(copy, ns=(stamp, stamp))
        os.replace(copy, path)
    except BaseException:
        os.unlink(copy)
        raise
    return open_sealed(path)


def change_in_memory(
    source: sqlite3.Connection | None, change: Callable[[sqlite3.Connection], None]
) -> sqlite3.Connection:
    """Make the changed copy in memory: for a cache home that cannot be written."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    _fill(db, source, change)
    if db.in_transaction:
        db.execute("COMMIT")
    return db


def throw_away(path: str) -> None:
    """Remove an index in doubt; one that cannot be removed is not used anyway."""
    try:
        os.unlink(path)
    except OSError:
        return
