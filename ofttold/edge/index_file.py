"""The tables of an index and how a changed copy of one is made. Knows no card and no query."""

from __future__ import annotations

import unicodedata

from ofttold import __version__
from ofttold.edge import sqlite
from ofttold.edge.sealed import open_sealed, throw_away, write_sealed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.edge.sealed import Fill

SCHEMA = 1
RECIPE = f"{SCHEMA} {__version__} {unicodedata.unidata_version}"

# stats: the files, young and broken; digests: by path, needed only when something changed.
_TABLES = """
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


def open_file(path: str) -> sqlite.Connection | None:
    """Open an index to read; None where there is none to rely on."""
    return open_sealed(path, RECIPE)


def discard_file(path: str) -> None:
    """Throw an index in doubt away."""
    throw_away(path)


def _copy_changed(db: sqlite.Connection, source: sqlite.Connection | None, change: Fill) -> None:
    if source is None:
        db.executescript(_TABLES)
    else:
        source.backup(db)
        source.close()  # Windows renames nothing over a file that is open
    db.execute("BEGIN")
    change(db)
    db.execute("COMMIT")
    db.executescript(_LOOK_UPS)


def replace_file(path: str, source: sqlite.Connection | None, change: Fill) -> None:
    """Make the changed copy of ``source`` (None: an empty index) the index; ``source`` is closed.

    Raises OSError or sqlite.Error where the place cannot be written; then nothing has changed.
    """
    write_sealed(path, RECIPE, lambda db: _copy_changed(db, source, change))


def change_in_memory(source: sqlite.Connection | None, change: Fill) -> sqlite.Connection:
    """Make the changed copy in memory, where none can be written; ``source`` is closed."""
    db = sqlite.connect(":memory:", isolation_level=None)
    _copy_changed(db, source, change)
    return db
