"""Which instruction files were named to be kept in step, in the state home."""

from __future__ import annotations

import json
import os

from ofttold.edge.files import write_cache
from ofttold.edge.homes import state_home
from ofttold.edge.regular import regular


def watched_path() -> str:
    """Give the list's path."""
    return os.path.join(state_home(), "watched.json")


def read_watched() -> list[str]:
    """Give the files named, absolute; none where there is no list."""
    try:
        with open(watched_path(), "rb", opener=regular) as stream:
            names = json.loads(stream.read())
    except (OSError, ValueError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def write_watched(names: list[str]) -> None:
    """Write the list; raises what the system refuses."""
    write_cache(watched_path(), json.dumps(names, ensure_ascii=False, indent=1).encode())
