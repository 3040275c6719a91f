"""SQLite as a hook can afford it: the C part of the standard library's module alone.

``sqlite3`` imports datetime for adapters that nothing here uses, which costs a prompt as much as
its search. Where the C part is not there under this name (another Python), sqlite3 itself does it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection, DatabaseError, Error, IntegrityError, OperationalError, connect
else:
    try:
        from _sqlite3 import (
            Connection,
            DatabaseError,
            Error,
            IntegrityError,
            OperationalError,
            connect,
        )
    except ImportError:
        from sqlite3 import (
            Connection,
            DatabaseError,
            Error,
            IntegrityError,
            OperationalError,
            connect,
        )

__all__ = ["Connection", "DatabaseError", "Error", "IntegrityError", "OperationalError", "connect"]
