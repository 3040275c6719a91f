"""Standard input and output as a wire for messages, kept clean of everything else.

While the wire is claimed, descriptor 0 is the null device and descriptor 1 is standard error: what a
library prints and what a child process writes cannot get between the messages. Bytes only; it knows
lines, and nothing of what they say.
"""

from __future__ import annotations

import os
import sys
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

LINE_LIMIT_BYTES = 16 * 1024 * 1024
"""Bytes; a longer line is no message (ours: far above any tool call, far below the memory of a machine)."""
CHUNK_BYTES = 65536


def claim_wire() -> tuple[int, int]:
    """Take standard input and output for messages; gives (read, write) descriptors.

    Raises OSError where one of them is not open.
    """
    sys.stdout.flush()
    read, write = os.dup(0), os.dup(1)
    _redirect(0, os.open(os.devnull, os.O_RDONLY))
    try:
        stray = os.dup(2)
    except OSError:  # started without a standard error
        stray = os.open(os.devnull, os.O_WRONLY)
    _redirect(1, stray)
    return read, write


def _redirect(target: int, source: int) -> None:
    os.dup2(source, target)
    os.close(source)


def read_lines(descriptor: int) -> Iterator[bytes | None]:
    """Give each line without its line feed as it comes, the last one too; None for one too long."""
    parts: list[bytes] = []
    size, skipping = 0, False
    while chunk := os.read(descriptor, CHUNK_BYTES):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            yield None if skipping else b"".join([*parts, piece])
            parts, size, skipping = [], 0, False
        if skipping:
            continue
        size += len(rest)
        parts.append(rest)
        if size > LINE_LIMIT_BYTES:
            parts, skipping = [], True
    if skipping:
        yield None
    elif last := b"".join(parts):
        yield last


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte; raises OSError when nobody reads any more."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def leave_within(seconds: float) -> None:
    """End this process after so long, whatever still runs in it.

    For a server whose client has gone: a thread in the middle of a long read must not keep it alive.
    What was being written is whole or not there, since every write of ours is.
    """
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


def leave_now() -> NoReturn:
    """End this process at once and well, without waiting for threads that were left behind."""
    sys.stderr.flush()
    os._exit(0)
