r"""The record of an act on several files, as it lies in the folder while the act is under way.

    ofttold-intent 1 <crc32 of all that follows, 8 hex digits>\n
    {"inode": 4711, "steps": [{"do": "replace", "path": "memory.md", "old": 12, …}]}\n
    <the old and new texts of the steps, one after another, of the lengths given>

It names its own inode: a record that came here by git, a sync tool or a backup is another file and
is never followed, so nobody's repository can make us write. Paths are relative to the folder and
stay inside it. ``.ofttold-intent`` means: finish; ``.ofttold-intent-undo``: take back.
"""

from __future__ import annotations

import json
import os
import stat
import zlib
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.edge import placing, temps
from ofttold.edge.snapshots import exists, take_snapshot

FINISH, UNDO = ".ofttold-intent", ".ofttold-intent-undo"
_FIRST = b"ofttold-intent 1 "
_KINDS = ("replace", "create", "move", "remove")  # also the order in which they are done


class ForeignIntent(OfttoldError):
    """A record that was copied here, or that this version cannot read, stands in the way."""

    key = "foreign_intent"


class PathOutside(OfttoldError):
    """A path leads out of the folder it must stay in."""

    key = "path_outside"


@dataclass(frozen=True, slots=True)
class Step:
    """One change: ``kind`` is replace, create, move or remove; paths relative, with slashes.

    ``old`` are the bytes before (None for create), ``new`` those after (None for remove and move),
    ``to`` is where a move leads, ``mode`` the permission bits a file is made with.
    """

    kind: str
    path: str
    old: bytes | None = None
    new: bytes | None = None
    to: str = ""
    mode: int = 0o600


@dataclass(frozen=True, slots=True)
class Intent:
    """An act that is under way, or was when its process died; ``undo``: it is being taken back."""

    steps: tuple[Step, ...]
    undo: bool = False


def relative(folder: str, path: str) -> str:
    """Give the path relative to the folder, with slashes; raises PathOutside."""
    full = os.path.abspath(os.path.join(folder, path))
    inner = os.path.relpath(full, os.path.abspath(folder)).replace(os.sep, "/")
    if not _stays_inside(inner):
        raise PathOutside(path=path, folder=folder)
    return inner


def _stays_inside(path: str) -> bool:
    parts = path.split("/")
    return (
        path not in ("", ".")
        and not os.path.isabs(path)
        and ".." not in parts
        and "\0" not in path
        and not (os.sep == "\\" and (":" in path or "\\" in path))
    )


def _compose(steps: tuple[Step, ...], inode: int) -> bytes:
    rows, texts = [], []
    for step in steps:
        row: dict[str, object] = {"do": step.kind, "path": step.path, "mode": step.mode}
        if step.to:
            row["to"] = step.to
        for name, text in (("old", step.old), ("new", step.new)):
            if text is not None:
                row[name] = len(text)
                texts.append(text)
        rows.append(row)
    head = json.dumps({"inode": inode, "steps": rows}).encode()
    body = head + b"\n" + b"".join(texts)
    return _FIRST + f"{zlib.crc32(body):08x}\n".encode() + body


def write_intent(folder: str, steps: tuple[Step, ...]) -> None:
    """Put the record into the folder, on disk; raises ForeignIntent, OSError, NotOnDisk."""
    path = os.path.join(folder, FINISH)
    temp = temps.make_temp(folder)
    try:
        temp.fill(_compose(steps, os.fstat(temp.fd).st_ino))
        placing.sync_file(temp.fd)
        if os.name == "nt":
            temp.close()
        placing.place_new(temp.path, path)
        temp.path = ""
    except FileExistsError as fault:
        raise ForeignIntent(path=path) from fault
    finally:
        temp.discard()
    placing.sync_directory(folder, folder)


def turn_back(folder: str) -> None:
    """Decide that the act is taken back: from now on everybody who finds the record does so."""
    os.replace(os.path.join(folder, FINISH), os.path.join(folder, UNDO))
    placing.sync_directory(folder, folder)


def remove_intent(folder: str) -> None:
    """Take the record away: the act is over."""
    for name in (FINISH, UNDO):
        path = os.path.join(folder, name)
        if exists(path) and _read(path) is not None:
            os.unlink(path)
    placing.sync_directory(folder, folder)


def find_intent(folder: str) -> Intent | None:
    """Give the record this folder holds; None: none, or only a foreign one."""
    for name in (UNDO, FINISH):
        steps = _read(os.path.join(folder, name))
        if steps is not None:
            return Intent(steps, undo=name == UNDO)
    return None


def has_foreign_intent(folder: str) -> bool:
    """Tell whether something has a record's name that is not ours to follow."""
    paths = (os.path.join(folder, name) for name in (UNDO, FINISH))
    return any(exists(path) and _read(path) is None for path in paths)


def _read(path: str) -> tuple[Step, ...] | None:
    """Read a record; None when there is none, or none that was made here."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        found = take_snapshot(path, limit=None)
    except (OSError, OfttoldError):
        return None
    if hasattr(os, "geteuid") and found.status.st_uid != os.geteuid():
        return None
    try:
        return _parse(found.data, found.status.st_ino)
    except (ValueError, KeyError, TypeError, RecursionError):  # damaged, or made by a newer version
        return None


def _parse(data: bytes, inode: int) -> tuple[Step, ...] | None:
    first, _, body = data.partition(b"\n")
    if first != _FIRST + f"{zlib.crc32(body):08x}".encode():
        return None
    head, _, texts = body.partition(b"\n")
    record = json.loads(head)
    if record["inode"] != inode:
        return None
    steps, at = [], 0
    for row in record["steps"]:
        pair: list[bytes | None] = []
        for name in ("old", "new"):
            length = row.get(name)
            pair.append(None if length is None else texts[at : at + length])
            at += length or 0
        step = Step(row["do"], row["path"], pair[0], pair[1], row.get("to", ""), row["mode"])
        if step.kind not in _KINDS or not all(
            _stays_inside(p) for p in (step.path, step.to or "x")
        ):
            return None
        steps.append(step)
    return tuple(steps)


def in_order(steps: list[Step]) -> tuple[Step, ...]:
    """Sort the steps for doing: what can be taken back without loss first, removals last."""
    return tuple(sorted(steps, key=lambda step: _KINDS.index(step.kind)))
