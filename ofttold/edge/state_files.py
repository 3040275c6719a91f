"""Files of the cache and state homes: whole or not at all, but without fsync.

Losing them changes no answer about the memory. On the hooks' path at every call, for the log's
line: os only; the rest is loaded when a cache is written.
"""

from __future__ import annotations

import os
import sys

from ofttold.edge.system_locks import wait_for_lock

_APPENDING = (
    os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)


def write_cache(path: str, data: bytes) -> None:
    """Write a file whole or not at all, 0600; makes its folder, 0700, if need be.

    Raises what the system refuses (DiskFull, NotWritable, WriteFailed).
    """
    from ofttold.edge import placing, temps
    from ofttold.edge.filefaults import writing_fault
    from ofttold.edge.folders import make_folder

    directory = os.path.dirname(path)
    make_folder(directory)
    try:
        temps.sweep_new(directory)
        temp = temps.make_temp(directory)
        try:
            temp.fill(data)
            if sys.platform == "win32":
                temp.close()
            placing.patiently(lambda: os.replace(temp.path, path))
            temp.path = ""
        finally:
            temp.discard()
    except OSError as fault:
        raise writing_fault(fault, path) from fault


def append_line(path: str, line: bytes) -> None:
    """Add one line, whole or not at all; raises what the system refuses, as ``write_cache`` does.

    ``line`` holds no line break. See ``append_line_or_fail``.
    """
    try:
        append_line_or_fail(path, line)
    except OSError as fault:
        from ofttold.edge.filefaults import writing_fault

        raise writing_fault(fault, path) from fault


def append_line_or_fail(path: str, line: bytes) -> None:
    """Do the same without loading any refusal: raises OSError.

    Appenders exclude each other; a torn last line of a dead one is ended first. Makes the file,
    0600, and its folder if need be.
    """
    try:
        fd = os.open(path, _APPENDING, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        fd = os.open(path, _APPENDING, 0o600)
    try:
        wait_for_lock(fd)
        append_to(fd, line + b"\n")
    finally:
        os.close(fd)


def append_to(fd: int, line: bytes) -> None:
    """Add the line, its break included, to a file open for appending and locked by the caller.

    Whole or not at all: what a full disk cut short is taken back. Raises OSError.
    """
    size = os.fstat(fd).st_size
    if size:
        os.lseek(fd, size - 1, os.SEEK_SET)
        line = line if os.read(fd, 1) == b"\n" else b"\n" + line
    rest = memoryview(line)
    try:
        while rest:
            rest = rest[os.write(fd, rest) :]
    except OSError:
        os.ftruncate(fd, size)
        raise
