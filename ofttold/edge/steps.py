"""One step of an act on several files: where it stands, doing it, taking it back.

Each function looks at the files alone, so whoever comes next decides the same. Knows nothing of
the record or the lock.
"""

from __future__ import annotations

import os
import unicodedata

from ofttold.core.errors import OfttoldError
from ofttold.edge import placing, swap, sweeping
from ofttold.edge.filefaults import ChangedUnderneath, DanglingLink, FileMissing, NotAFile
from ofttold.edge.folders import make_folder
from ofttold.edge.intents import Step
from ofttold.edge.snapshots import Snapshot, exists, follow_links, take_snapshot

BEFORE, BETWEEN, AFTER, OTHER = "before", "between", "after", "other"


def _look(path: str) -> Snapshot | None:
    """Read the file, None where there is none; a dangling link is something, not nothing."""
    try:
        return take_snapshot(path, limit=None)
    except DanglingLink:
        raise
    except FileMissing:
        return None


def _is_linked(found: Snapshot) -> bool:
    return found.status.st_nlink > 1


def is_on_the_way(found: bytes, old: bytes, new: bytes) -> bool:
    """Tell whether a file written in place holds, byte for byte, what was or what should be.

    >>> is_on_the_way(b"newd text", b"old text.", b"new")
    False
    >>> is_on_the_way(b"new text.", b"old text.", b"new")
    True
    """
    shorter, longer = sorted((old, new), key=len)
    if not len(shorter) <= len(found) <= len(longer):
        return False
    both = zip(found, old, new, strict=False)
    return found[len(shorter) :] == longer[len(shorter) : len(found)] and all(
        byte in (was, will) for byte, was, will in both
    )


def where(folder: str, step: Step) -> str:
    """Tell how far the step is: BEFORE, BETWEEN, AFTER; OTHER: somebody else changed something."""
    try:
        if step.kind == "move":
            return _where_moved(folder, step)
        found = _look(os.path.join(folder, step.path))
    except OfttoldError:  # a link to nowhere, a folder or a locked file in its place
        return OTHER
    data = found.data if found else None
    if data == step.new:
        return AFTER
    if data == step.old:
        return BEFORE
    if found and step.kind == "replace" and _is_linked(found):
        on_the_way = is_on_the_way(found.data, step.old or b"", step.new or b"")
        return BETWEEN if on_the_way else OTHER
    return OTHER


def _where_moved(folder: str, step: Step) -> str:
    source, target = os.path.join(folder, step.path), os.path.join(folder, step.to)
    here, there = _has(source, target), _has(target, source)
    known = all(_holds(path, step.old) for path, has in ((source, here), (target, there)) if has)
    if not known or not (here or there):
        return OTHER
    if here and there:
        return BETWEEN if os.path.samestat(os.lstat(source), os.lstat(target)) else OTHER
    return BEFORE if here else AFTER


def _holds(path: str, data: bytes | None) -> bool:
    found = _look(path)
    return found is not None and found.data == data


def _is_case_only(one: str, other: str) -> bool:
    return one != other and _folded(one) == _folded(other)


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _has(path: str, other: str) -> bool:
    """Tell whether the name exists; between two spellings the listing decides, not the lookup."""
    if not _is_case_only(path, other):
        return exists(path)
    directory, name = os.path.split(path)
    return name in os.listdir(directory)


def do(folder: str, step: Step, kept: list[str]) -> None:
    """Carry the step out, from BEFORE or BETWEEN. Raises OSError and refusals."""
    path = os.path.join(folder, step.path)
    if step.kind == "replace":
        _rewrite(path, step.old or b"", step.new or b"", kept)
    elif step.kind == "create":
        _create(path, step.new or b"", step.mode)
    elif step.kind == "move":
        _move(path, os.path.join(folder, step.to), step.mode)
    else:
        _remove(path, step.old or b"")


def undo(folder: str, step: Step, kept: list[str]) -> None:
    """Take the step back, from AFTER or BETWEEN. Raises OSError and refusals."""
    path = os.path.join(folder, step.path)
    if step.kind == "replace":
        _rewrite(path, step.new or b"", step.old or b"", kept)
    elif step.kind == "create":
        _remove(path, step.new or b"")
    elif step.kind == "move":
        _move(os.path.join(folder, step.to), path, step.mode)
    else:
        _create(path, step.old or b"", step.mode)


def _rewrite(path: str, expected: bytes, data: bytes, kept: list[str]) -> None:
    target = os.path.abspath(follow_links(path))
    found = take_snapshot(target, limit=None)
    if _is_linked(found):
        if found.data != expected and not is_on_the_way(found.data, expected, data):
            raise ChangedUnderneath(path=path)
        _write_in_place(target, found, data)
        return
    if found.data != expected or not swap.put_in_place(target, data, found, kept):
        raise ChangedUnderneath(path=path)


def _write_in_place(target: str, seen: Snapshot, data: bytes) -> None:
    """Overwrite a hard-linked file, so that its other names see the text too."""
    fd = os.open(target, os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not os.path.samestat(os.fstat(fd), seen.status):
            raise ChangedUnderneath(path=target)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(fd, rest) :]
        os.ftruncate(fd, len(data))
        placing.sync_file(fd)
    finally:
        os.close(fd)


def _create(path: str, data: bytes, mode: int) -> None:
    directory = os.path.dirname(path)
    make_folder(directory, private=mode & 0o077 == 0)
    placing.write_new(path, data, mode)


def _move(source: str, target: str, mode: int) -> None:
    if os.path.islink(source) and os.path.dirname(source) != os.path.dirname(target):
        raise NotAFile(path=source)  # a relative link would lead elsewhere from there
    make_folder(os.path.dirname(target), private=mode & 0o077 == 0)
    if _is_case_only(source, target) and not _has(target, source):
        placing.patiently(lambda: os.rename(source, target))
    elif exists(target) and os.path.samestat(os.lstat(source), os.lstat(target)):
        os.unlink(source)  # the second half of a move that was cut short
    else:
        placing.move_new(source, target)
    for directory in {os.path.dirname(source), os.path.dirname(target)}:
        placing.sync_directory(directory, target)


def _remove(path: str, expected: bytes) -> None:
    found = take_snapshot(path, limit=None)
    if found.data != expected or not swap.take_away(path, found):
        raise ChangedUnderneath(path=path)


def places(folder: str, steps: tuple[Step, ...]) -> list[str]:
    """List the directories the steps work in, those of links' targets and ones to be made too."""
    found: list[str] = []
    for step in steps:
        for path in filter(None, (step.path, step.to)):
            full = os.path.join(folder, path)
            for one in (full, os.path.realpath(full)):
                if os.path.dirname(one) not in found:
                    found.append(os.path.dirname(one))
    return found


def sweep(folder: str, steps: tuple[Step, ...], kept: list[str]) -> None:
    """Clear away what dead writers left where the steps work."""
    for place in places(folder, steps):
        sweeping.sweep(place, kept)
