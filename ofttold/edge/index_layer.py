"""What the index remembers of a layer, and what a sync tells. The part needed when nothing changed."""

from __future__ import annotations

import marshal
import zlib

from ofttold.edge import sqlite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.edge.listing import Stat


class Layer:
    """What the index remembers of a layer.

    ``files`` with the stats they were read at, the ``young`` and the ``broken`` of them; ``things``
    and ``tokens`` count what is indexed; ``id`` is 0 for a layer never seen.
    """

    __slots__ = ("broken", "files", "id", "name", "things", "tokens", "young")

    def __init__(self, name: str) -> None:
        self.name = name
        self.id = 0
        self.things = 0
        self.tokens = 0
        self.files: list[Stat] = []
        self.young: list[str] = []
        self.broken: list[str] = []


class SyncReport:
    """What a sync did: files read anew, files gone, and all files now broken, as (layer, path).

    ``complete`` is False when the time was out: what was read is kept, the rest is for the next.
    """

    __slots__ = ("broken", "complete", "read", "removed")

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []
        self.removed: list[tuple[str, str]] = []
        self.broken: list[tuple[str, str]] = []
        self.complete = True


def pack(value: tuple[object, ...] | dict[str, int]) -> bytes:
    """Pack a value with its sum before it."""
    packed = marshal.dumps(value)  # type: ignore[arg-type]
    return zlib.crc32(packed).to_bytes(4, "big") + packed


def checked(data: bytes) -> bytes:
    """Give what was packed; raises sqlite.DatabaseError where the sum does not fit."""
    if zlib.crc32(data[4:]).to_bytes(4, "big") != data[:4]:  # marshal may crash on damaged bytes
        raise sqlite.DatabaseError("a sum does not fit")
    return data[4:]


def read_layer(db: sqlite.Connection, name: str) -> Layer:
    """Give what the index remembers of a layer; raises sqlite.Error on any doubt."""
    layer = Layer(name)
    row = db.execute(
        "SELECT id, things, tokens, stats FROM layers WHERE name = ?", (name,)
    ).fetchone()
    if row:
        layer.id, layer.things, layer.tokens = row[:3]
        layer.files, layer.young, layer.broken = marshal.loads(checked(row[3]))
    return layer
