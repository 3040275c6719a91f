"""Bundles on disk: a ``.tar.gz`` packed byte for byte the same, unpacked as from an enemy.

Unpacking streams, stops at the first member that may not be there, and counts what comes out of
the compression, headers included; nothing is ever extracted to disk.
"""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zlib
from collections.abc import Iterable

from ofttold.core.sharing.bundle import (
    MANIFEST,
    MOST_BYTES,
    BundleBroken,
    BundleTooLarge,
    Member,
    check_member,
    shown_name,
)
from ofttold.edge.files import read_file

MOST_PACKED_BYTES = MOST_BYTES  # bytes of the file itself
CHUNK = 1 << 16


def pack(manifest: bytes, members: Iterable[Member]) -> bytes:
    """Pack a bundle: the manifest first, then the cards by path; the same input, the same bytes."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in [(MANIFEST, manifest), *sorted((m.path, m.data) for m in members)]:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(data), 0o600, 0
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(raw.getvalue(), mtime=0)


class _Counted:
    """What comes out of the compression, until it is too much."""

    def __init__(self, source: gzip.GzipFile) -> None:
        self.source = source
        self.left = MOST_BYTES

    def read(self, size: int) -> bytes:
        """Read at most so many bytes; raises BundleTooLarge when all that may come has come."""
        found = []
        while size > 0:
            chunk = self.source.read(min(size, CHUNK))
            if not chunk:
                break
            self.left -= len(chunk)
            if self.left < 0:
                raise BundleTooLarge(what=f"{MOST_BYTES >> 20} MiB")
            size -= len(chunk)
            found.append(chunk)
        return b"".join(found)


def unpack(path: str) -> dict[str, bytes]:
    """Read a bundle's members into memory, each checked before its bytes are taken.

    Raises BundleBroken, BundleUnsafe, BundleTooLarge, and what reading the file raises.
    """
    packed = io.BytesIO(read_file(path, limit=MOST_PACKED_BYTES))
    found: dict[str, bytes] = {}
    try:
        with gzip.GzipFile(fileobj=packed) as source:
            counted = _Counted(source)
            with tarfile.open(fileobj=counted, mode="r|") as archive:  # type: ignore[call-overload]
                _take(archive, found)
            while counted.read(CHUNK):  # to the end, where the sum of it all stands
                continue
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError, OverflowError) as fault:
        raise BundleBroken(why=shown_name(os.path.basename(path))) from fault
    return found


def _take(archive: tarfile.TarFile, found: dict[str, bytes]) -> None:
    """Take the members one by one, each checked by name, kind and size before its bytes."""
    for entry in archive:
        check_member(entry.name, is_file=entry.isreg(), size=entry.size, count=len(found))
        if entry.name in found or entry.issparse():
            raise BundleBroken(why=shown_name(entry.name))
        member = archive.extractfile(entry)
        data = member.read(entry.size) if member else b""
        if len(data) != entry.size:
            raise BundleBroken(why=shown_name(entry.name))
        found[entry.name] = data
