"""Looking for secrets that got in by hand: in the whole memory folder, and on the shelf.

Finds and never changes: a person's own file is not rewritten by a look. A finding names the place
and the kind, and shows no more than the first four characters.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from ofttold.app.cards import open_desk
from ofttold.app.context import Memory
from ofttold.core.findings import Finding
from ofttold.core.sharing.redaction import find_secrets

_ENDINGS = (".md", ".markdown", ".txt", ".toml", ".yaml", ".yml", ".json")
LARGEST_LOOK = 4 * 1024 * 1024  # bytes of a file that are looked through; as much as is ever loaded
_PASSED_OVER = frozenset((".git", ".hg", ".svn", "node_modules", ".obsidian", ".venv"))


def find_secrets_in_folder(memory: Memory, cwd: str | None = None) -> list[Finding]:
    """Give every secret and private passage in the memory folder, and on the shelf seen from ``cwd``.

    Of a file over 4 MiB, which nothing here loads, the head is looked through.
    """
    found: list[Finding] = []
    for name, path in _text_files(memory.folder):
        found += _look(name, path)
    desk = open_desk(memory, cwd)
    for place in desk.places:
        if place.layer == "shelf":
            for name, path in _text_files(place.folder):
                found += _look(f"{place.label}/{name}", path)
    return found


def _text_files(folder: str) -> Iterator[tuple[str, str]]:
    """Give (name, path) of the text files below a folder; links to folders are not followed."""
    for inside, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _PASSED_OVER)
        for file in sorted(files):
            if file.lower().endswith(_ENDINGS):
                path = os.path.join(inside, file)
                yield os.path.relpath(path, folder).replace(os.sep, "/"), path


def _look(name: str, path: str) -> list[Finding]:
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST_LOOK).decode("utf-8", "replace")
    except OSError:
        return []  # the check-up names what cannot be read
    found: list[Finding] = []
    for one in find_secrets(text):
        if one.kind == "private":
            found.append(Finding(name, one.line, "private_passage"))
        else:
            values: dict[str, object] = {"kind": one.kind, "shown": one.shown}
            found.append(Finding(name, one.line, "secret", values))
    return found
