"""Where the memory folder is: ``--dir``, ``$OFTTOLD_DIR``, the person's config, else nowhere.

Only a command typed by a person may also look in the parents of the working directory: a cloned
repository that brings a memory.md must not speak in the person's voice to an agent. Import-light.
"""

from __future__ import annotations

import os

VARIABLE = "OFTTOLD_DIR"


def _absolute(path: str) -> str:
    return os.path.abspath(os.path.expanduser(path))


def named_folder(directory: str | None) -> str | None:
    """Give the folder named by the call or the environment, absolute; None if neither names one."""
    named = directory or os.environ.get(VARIABLE, "")
    return _absolute(named) if named else None


def looks_like_memory(folder: str) -> bool:
    """Tell whether a folder is one: it holds ofttold.toml, or memory.md and diary/."""
    return os.path.isfile(os.path.join(folder, "ofttold.toml")) or (
        os.path.isfile(os.path.join(folder, "memory.md"))
        and os.path.isdir(os.path.join(folder, "diary"))
    )


def nearest_folder(start: str) -> str | None:
    """Give the nearest parent of ``start`` (or itself) that looks like a memory folder."""
    here = _absolute(start)
    while True:
        if looks_like_memory(here):
            return here
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above


def find_folder(directory: str | None, *, look_around: bool) -> str | None:
    """Find the memory folder; None where nothing names one. Existence is not checked here."""
    from ofttold.edge.settings import configured_folder

    named = named_folder(directory)
    if named:
        return named
    configured = configured_folder()
    if configured:
        return _absolute(configured)
    return nearest_folder(os.getcwd()) if look_around else None
