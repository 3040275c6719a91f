"""SQLite files that are only caches: opened to read, replaced whole, of no use when in doubt.

A written file is never changed: it is opened immutable, without locks or journal, and a new one is
made under a private name that takes the place of the old in one rename. So a reader sees an old or
a new file, never half of one, on any file system, whoever is killed; and two writers lose each
other nothing but work. The modification time is set to a stamp that stands inside too: whatever
else wrote to the file is seen by it. Knows nothing of what stands in the tables.
"""

from __future__ import annotations

import os
import time
from stat import S_ISREG

from ofttold.edge import sqlite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Fill = Callable[[sqlite.Connection], None]

STAMP_GRAIN_NS = 2_000_000_000  # ns; the coarsest clock of a file system in use (FAT)
WRITE_CACHE_KIB = 65_536  # KiB of a file kept in memory while it is made: rows come in any order
STALE_COPY_NS = 60_000_000_000  # ns; a private file this old has lost its writer


def _address(path: str) -> str:
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    if os.name == "nt":
        quoted = "/" + quoted.replace("\\", "/")
    return f"file:{quoted}?mode=ro&immutable=1"


def open_sealed(path: str, recipe: str) -> sqlite.Connection | None:
    """Open a file to read; None where there is none, or it is of another make or was touched."""
    for _ in range(2):  # once more where another process replaced it between two looks
        try:
            found = os.stat(path)
            if not S_ISREG(found.st_mode):
                return None  # SQLite would wait for a pipe's writer
            db = sqlite.connect(_address(path), uri=True, isolation_level=None)
        except (sqlite.Error, OSError, ValueError):
            return None
        try:
            meta = dict(db.execute("SELECT key, value FROM meta"))
            if meta.get("recipe") == recipe and meta.get("stamp") == found.st_mtime_ns:
                return db
        except (sqlite.Error, OSError, ValueError):
            pass  # no file, no database, half a file: all the same doubt
        db.close()
    return None


def write_sealed(path: str, recipe: str, fill: Fill) -> None:
    """Make a file with what ``fill`` puts into an empty database, in place of the old one.

    Raises OSError or sqlite.Error where the place cannot be written; then nothing has changed.
    """
    now_ns = time.time_ns()  # the file system's clock is meant, not the person's day
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    _clear_stale_files(path, now_ns)
    private = f"{path}.{os.getpid()}.{now_ns}.tmp"
    stamp = now_ns // STAMP_GRAIN_NS * STAMP_GRAIN_NS
    os.close(os.open(private, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        _write(private, recipe, stamp, fill)
        os.utime(private, ns=(stamp, stamp))
        os.replace(private, path)
    except BaseException:
        os.unlink(private)
        raise


def _write(private: str, recipe: str, stamp: int, fill: Fill) -> None:
    db = sqlite.connect(private, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode=OFF")
        db.execute("PRAGMA synchronous=OFF")
        db.execute(f"PRAGMA cache_size=-{WRITE_CACHE_KIB}")
        fill(db)
        db.execute("CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID")
        meta = [("recipe", recipe), ("stamp", stamp)]
        db.executemany("INSERT OR REPLACE INTO meta VALUES(?, ?)", meta)
    finally:
        db.close()


def _clear_stale_files(path: str, now_ns: int) -> None:
    folder, name = os.path.split(path)
    for other in os.listdir(folder):
        if other.startswith(name + ".") and other.endswith(".tmp"):
            try:
                if now_ns - os.stat(os.path.join(folder, other)).st_mtime_ns > STALE_COPY_NS:
                    os.unlink(os.path.join(folder, other))
            except OSError:
                continue  # its writer was quicker


def throw_away(path: str) -> None:
    """Remove a file in doubt; one that cannot be removed is not used anyway."""
    try:
        os.unlink(path)
    except OSError:
        return
