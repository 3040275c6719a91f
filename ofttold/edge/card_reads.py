"""When each card was last read: a note in the state home that only orders evictions.

Losing it changes no answer; ``updated`` then stands in. Two readers at once may lose one note.
"""

from __future__ import annotations

import json
import os
from datetime import datetime

from ofttold.core.cards.identity import derive_id
from ofttold.core.errors import OfttoldError
from ofttold.edge.files import write_cache
from ofttold.edge.homes import state_home
from ofttold.edge.regular import regular

MOST_NOTES = 20_000  # cards remembered a memory folder; ours


def _path(memory_folder: str) -> str:
    key = derive_id(os.path.realpath(memory_folder).replace(os.sep, "|")).removeprefix("mem_")
    return os.path.join(state_home(), "reads", f"{key}.json")


def last_reads(memory_folder: str) -> dict[str, str]:
    """Give id → moment of its last reading, ISO 8601; empty where nothing is known."""
    try:
        with open(_path(memory_folder), "rb", opener=regular) as file:
            found = json.loads(file.read())
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(id_): moment for id_, moment in found.items() if isinstance(moment, str)}


def note_read(memory_folder: str, id_: str, *, now: datetime) -> None:
    """Note that a card was read; where the state home cannot be written, nothing is noted."""
    notes = last_reads(memory_folder)
    notes.pop(id_, None)
    notes[id_] = now.isoformat(timespec="seconds")
    newest = dict(list(notes.items())[-MOST_NOTES:])
    try:
        write_cache(_path(memory_folder), json.dumps(newest).encode())
    except OfttoldError:
        return  # it only orders evictions


def forget_read(memory_folder: str, id_: str) -> None:
    """Take a purged card's note away."""
    notes = last_reads(memory_folder)
    if notes.pop(id_, None) is None:
        return
    try:
        write_cache(_path(memory_folder), json.dumps(notes).encode())
    except OfttoldError:
        return  # as above
