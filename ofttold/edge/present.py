"""What stands in a folder, without opening or changing anything there."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from datetime import date

from ofttold.core.ritual.scaffold import Kind


def kind_of(path: str) -> Kind:
    """Tell what stands at the path, links followed; a loop of links is dangling.

    Raises OSError where the system does not let us look.
    """
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return "dangling" if os.path.islink(path) else "missing"
    except OSError as fault:
        if os.path.islink(path):
            return "dangling"
        if fault.errno == errno.ELOOP:  # a folder on the way there is a circle of links
            return "missing"
        raise
    if stat.S_ISDIR(found.st_mode):
        return "folder"
    if not stat.S_ISREG(found.st_mode):
        return "other"
    return "file" if found.st_size else "empty"


def kinds_below(folder: str, paths: Iterable[str]) -> dict[str, Kind]:
    """Tell what stands at each relative path (with ``/``) of the folder."""
    return {path: kind_of(os.path.join(folder, *path.split("/"))) for path in paths}


def list_names(folder: str) -> list[str]:
    """Give the names in a folder; of two that differ in case only and are one file, one.

    A folder that is not there, or behind a circle of links, has none.
    """
    kept: dict[tuple[str, int, int], str] = {}
    for name in sorted(_listed(folder), reverse=True):  # "memory.md" before "MEMORY.md"
        try:
            place = os.stat(os.path.join(folder, name))
        except OSError:  # a link to nowhere has a name all the same
            kept[name, 0, 0] = name
            continue
        kept.setdefault((name.casefold(), place.st_dev, place.st_ino), name)
    return sorted(kept.values())


def folders_with_days(folder: str, names: Iterable[str]) -> set[str]:
    """Give those of the folder's sub-folders that hold at least one ``YYYY-MM-DD.md``."""
    return {name for name in names if any(map(_is_day, _listed(os.path.join(folder, name))))}


def can_write(folder: str) -> bool:
    """Tell whether this user may make something in the folder, as far as the system says."""
    return os.access(folder, os.W_OK | os.X_OK)


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as fault:
        if fault.errno == errno.ELOOP:
            return []
        raise


def _is_day(name: str) -> bool:
    if len(name) != 13 or not name.endswith(".md"):
        return False
    try:
        return date.fromisoformat(name[:10]).isoformat() == name[:10]
    except ValueError:
        return False
