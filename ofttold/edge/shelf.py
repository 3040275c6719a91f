"""Where a project's shelf is: ``.ai/ofttold``, or what the project's ``.ai/ofttold.toml`` names.

That file came with the repository, so it is believed only as far as it stays inside the work tree:
a relative path of plain names, not ``.git``, through no link. On the hooks' path: tomllib is loaded
only where the file exists.
"""

from __future__ import annotations

import os

SHELF = (".ai", "ofttold")
SETTINGS = (".ai", "ofttold.toml")
MOST_SETTINGS_BYTES = 64 * 1024  # bytes of a project's settings that are read; ours
MOST_PARTS = 8  # folders deep; ours


def shelf_parts(root: str) -> tuple[str, ...]:
    """Give the shelf's folders below a work tree's root; the default where the file is no help."""
    named = _named(root)
    return named if named else SHELF


def has_bad_setting(root: str) -> bool:
    """Tell whether the project's file names a shelf that cannot be used."""
    return _named(root) == ()


def _named(root: str) -> tuple[str, ...] | None:
    """Give what the project's file names, () where it may not, None where it says nothing."""
    path = os.path.join(root, *SETTINGS)
    if not os.path.isfile(path) or os.path.realpath(path) != os.path.join(
        os.path.realpath(root), *SETTINGS
    ):
        return None
    import tomllib

    try:
        with open(path, "rb") as file:
            table = tomllib.loads(file.read(MOST_SETTINGS_BYTES).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return ()
    shelf = table.get("shelf")
    if shelf is None:
        return None
    named = shelf.get("dir") if isinstance(shelf, dict) else ""
    return _parts(named) if isinstance(named, str) else ()


def _parts(named: str) -> tuple[str, ...]:
    """Take a relative path apart; () unless every part is a plain name."""
    parts = tuple(named.strip().removesuffix("/").split("/"))
    plain = all(part and part.isprintable() and not set(part) & set('\\:*?"<>|') for part in parts)
    safe = all(part not in (".", "..") and not part.lower().startswith(".git") for part in parts)
    tidy = all(part == part.strip(" ") and not part.endswith(".") for part in parts)
    return parts if plain and safe and tidy and len(parts) <= MOST_PARTS else ()


def is_in_memory(root: str, parts: tuple[str, ...], memory_folder: str) -> bool:
    """Tell whether the shelf would be the memory folder, or lie among what is kept private there.

    Private are the cards folder and, for a shelf of another name than ours, the whole memory folder
    as far as it lies in this work tree. Folders are told by what they are, not by how their name is
    spelt: a disk may take ``Cards`` for ``cards``.
    """
    cards, memory = _identity(os.path.join(memory_folder, "cards")), _identity(memory_folder)
    here = os.path.join(os.path.realpath(root), *parts)
    inner = {_identity(here)} if parts == SHELF else set(_upwards(here, len(parts) + 1))
    return (memory is not None and memory in inner) or (
        cards is not None and cards in _upwards(here)
    )


def _upwards(path: str, most: int = 0) -> list[tuple[int, int] | None]:
    """Tell which folders a path goes through, itself first; ``most`` is how many (0: all)."""
    found = [_identity(path)]
    while len(found) != most and path != os.path.dirname(path):
        path = os.path.dirname(path)
        found.append(_identity(path))
    return found


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def leads_out(root: str, parts: tuple[str, ...]) -> bool:
    """Tell whether the shelf, as far as it exists, goes through a link or a file."""
    here = os.path.realpath(root)
    for part in parts:
        here = os.path.join(here, part)
        if os.path.islink(here) or (os.path.lexists(here) and not os.path.isdir(here)):
            return True
    return False
