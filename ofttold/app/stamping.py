"""Stamping: an anchor that points at no diary day and has no date gets one, once."""

from __future__ import annotations

import os
from datetime import date

from ofttold.core.errors import OfttoldError
from ofttold.core.markdown import read_document
from ofttold.core.ritual.stamp import plan_stamp
from ofttold.core.settings import Settings
from ofttold.core.splice import Splice
from ofttold.core.strings import Lang
from ofttold.edge.files import edit_file
from ofttold.edge.locks import FolderLock

HOOK_WAIT_MS = 200  # ms a hook waits for the folder; another session stamps as well as this one


def stamp_anchors(
    folder: str, settings: Settings, *, today: date, lang: Lang, wait_ms: int = 500
) -> int:
    """Stamp every anchor that needs it; gives how many were. Each is an edit of its own.

    Raises what reading and writing refuse.
    """
    path = os.path.join(folder, settings.text("files.memory"))
    stamped = 0

    def compute(data: bytes) -> Splice | None:
        doc = read_document(data, settings.text("files.memory"))
        splices = plan_stamp(doc, today=today, lang=lang, extra_names=settings.headings)
        return splices[0] if splices else None

    lock = FolderLock(folder, wait_ms=wait_ms)
    with lock:
        while edit_file(path, compute, lock=lock).changed:
            stamped += 1
    return stamped


def stamp_quietly(folder: str, settings: Settings, today: int, lang: Lang) -> bool:
    """Stamp from a hook: what cannot be written now is no error, it is written another day."""
    try:
        return (
            stamp_anchors(
                folder,
                settings,
                today=date.fromordinal(today),
                lang=lang,
                wait_ms=HOOK_WAIT_MS,
            )
            > 0
        )
    except OfttoldError:
        return False
