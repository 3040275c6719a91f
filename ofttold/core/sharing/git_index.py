"""The bytes of a git index (version 2) for files whose stats are known and whose content is not.

    DIRC version count · entries in order of name, each padded to eight bytes · SHA-1 of it all
    entry: ctime mtime (s, ns) dev ino mode uid gid size · object · flags · name

git tells by such an index which files changed since, comparing stats alone. Every entry names the
empty object: nothing may read content by it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence

_EMPTY = bytes.fromhex("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")  # git's name for no bytes
_ENTRY = struct.Struct(">10I20sH")
_WORD = 0xFFFFFFFF  # git keeps the low 32 bits of every number
_LONGEST_NAME = 0xFFF  # bytes of a name that the flags can say
_SECOND_NS = 1_000_000_000


def render_index(files: Iterable[tuple[bytes, Sequence[int]]]) -> bytes:
    """Give the index of these regular files, in whatever order they come.

    A file is its name and the numbers of its stat: ctime and mtime in ns, device, inode, mode, user,
    group, size.

    >>> render_index([])[:4], len(render_index([(b"a.md", (0, 0, 1, 2, 0o100600, 0, 0, 9))]))
    (b'DIRC', 104)
    """
    rows = [_render_entry(name, numbers) for name, numbers in sorted(files)]
    body = b"".join((b"DIRC", struct.pack(">II", 2, len(rows)), *rows))
    return body + hashlib.sha1(body, usedforsecurity=False).digest()


def _render_entry(name: bytes, numbers: Sequence[int]) -> bytes:
    changed, modified, device, inode, mode, user, group, size = numbers
    words = (
        *(changed // _SECOND_NS, changed % _SECOND_NS),
        *(modified // _SECOND_NS, modified % _SECOND_NS),
        *(device, inode, 0o100755 if mode & 0o100 else 0o100644, user, group, size),
    )
    packed = _ENTRY.pack(*[word & _WORD for word in words], _EMPTY, min(len(name), _LONGEST_NAME))
    row = packed + name
    return row + b"\0" * (8 - len(row) % 8)
