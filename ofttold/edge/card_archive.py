"""The archive: cards put away with the sum of their body, checked before they count again."""

from __future__ import annotations

import os
from datetime import datetime
from hashlib import sha256

from ofttold.core.cards.card import Card, decode
from ofttold.core.cards.editing import set_fields
from ofttold.core.cards.front_matter import Malformed, split
from ofttold.core.errors import OfttoldError
from ofttold.edge.acts import Act
from ofttold.edge.card_places import Place
from ofttold.edge.card_store import ARCHIVE, QUARANTINE, Stored, file_names, read_or_none

KEYS = ("archived", "archived_why", "body_sha256")


def body_sum(data: bytes) -> str:
    """Give the SHA-256 of a card's body: all bytes behind its front matter."""
    try:
        text = decode(data)
        parts = split(text)
    except Malformed:
        return ""
    body = text[parts[2] :] if parts else text.removeprefix("\ufeff")
    return sha256(body.encode()).hexdigest()


def plan_archiving(act: Act, known: Stored, *, why: str, now: datetime) -> None:
    """Put a card into its layer's archive: ``why`` is forgotten, evicted, moved or undone.

    An older archived text of the same id stays beside it. Raises CardUnclear where the card's
    front matter takes no mark.
    """
    marks = {
        "id": known.card.id,
        "archived": now.isoformat(timespec="seconds"),
        "archived_why": why,
        "body_sha256": body_sum(known.data),
    }
    data = set_fields(known.data, marks, name=known.card.name)
    path = known.place.path(ARCHIVE, f"{known.card.id}.md")
    before = read_or_none(path)
    if before is None:
        act.create(path, data)
    else:
        act.create(_free(known.place.path(ARCHIVE, known.card.id)), before)
        act.replace(path, data, before)
    act.remove(known.path, known.data)


def can_archive(known: Stored) -> bool:
    """Tell whether the card's front matter takes the archive's marks."""
    try:
        set_fields(known.data, {"archived_why": "evicted"}, name=known.card.name)
    except OfttoldError:
        return False
    return True


def _free(stem: str) -> str:
    """Give the first free path ``stem.2.md``, ``stem.3.md`` and so on."""
    count = 2
    while os.path.lexists(f"{stem}.{count}.md"):
        count += 1
    return f"{stem}.{count}.md"


def is_whole(card: Card, data: bytes) -> bool:
    """Tell whether an archived card's body still has the sum it was put away with."""
    wanted = card.extra.get("body_sha256", "")
    return isinstance(wanted, str) and wanted != "" and wanted == body_sum(data)


def without_marks(data: bytes, *, name: str) -> bytes:
    """Give an archived card's bytes without what the archive added."""
    return set_fields(data, dict.fromkeys(KEYS), name=name)


def archived_names(place: Place) -> list[str]:
    """List the files of a layer's archive."""
    return file_names(place, ARCHIVE)


def plan_quarantine(act: Act, place: Place, name: str) -> str:
    """Put a damaged archived file aside, as it is; gives where."""
    target = place.path(ARCHIVE, QUARANTINE, name)
    if os.path.lexists(target):
        target = _free(target.removesuffix(".md"))
    act.move(place.path(ARCHIVE, name), target)
    return target
