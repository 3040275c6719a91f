"""What stands in a place of cards, card by card, read again only where a file changed.

Kept in the cache home beside the files' stats: id, title, state, and git's name for the bytes, so
that ten thousand cards can be told from their last commit without reading one. Losing it changes no
answer. Links on a shelf are passed over.
"""

from __future__ import annotations

import os
import sys
from hashlib import new as new_hash

from ofttold.core.cards.card import MOST_FILE_BYTES, Card, parse_card
from ofttold.core.cards.identity import fold_title, is_id, stem_of
from ofttold.edge import blockcache
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ofttold.edge.card_places import Place

    Stat = tuple[int, int, int, int]
    Facts = tuple[Stat, str, str, str, str, int, str]

_REGULAR, _KIND = 0o100000, 0o170000
_UNSURE = (-1, 0, 0, 0)  # the stat of what has to be read again
BETWEEN_LOOKS = 64  # files between two looks at the clock; ours
FORMAT = 1  # goes up when the shape of what is kept changes
BROKEN = "broken"


class Seen:
    """One file of a place: its ``name``, the card's ``id``, ``title`` and ``state``, its ``blob``.

    ``state`` is the review's word, '' where the card has none, ``broken`` where it cannot be read;
    ``touched`` is when it was last updated, in seconds since the epoch; ``topic`` its slot.
    """

    __slots__ = ("blob", "id", "name", "state", "title", "topic", "touched")

    def __init__(self, name: str, facts: Facts) -> None:
        self.name = name
        _, self.id, self.title, self.state, self.blob, self.touched, self.topic = facts


def blob_name(data: bytes, algorithm: str = "sha1") -> str:
    """Give the name git has for these bytes.

    >>> blob_name(b"")
    'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
    """
    sum_ = new_hash(algorithm, usedforsecurity=False)
    sum_.update(b"blob %d\0" % len(data))
    sum_.update(data)
    return sum_.hexdigest()


class OutOfTime(Exception):
    """A scan was told that its time is up; what it read by then is kept for the next one."""


def _never() -> bool:
    return False


def scan(place: Place, *, now_ns: int, expired: Callable[[], bool] = _never) -> list[Seen]:
    """Give every card file of a place, in order of name; raises OutOfTime where it is not done."""
    cache = blockcache.cache_path(place.folder, "scan")
    kept = blockcache.load(cache)
    known: dict[str, Facts] = {}
    if isinstance(kept, tuple) and kept[:2] == (FORMAT, place.folder):
        known = kept[2]
    found: dict[str, Facts] = {}
    again = False
    for name, stat in _list(place, expired):
        facts = known.get(name)
        if facts is None or facts[0] != stat:
            if len(found) % BETWEEN_LOOKS == 0 and expired():
                blockcache.save(cache, (FORMAT, place.folder, {**known, **found}))
                raise OutOfTime
            young = blockcache.is_young(max(stat[1], stat[2]), now_ns=now_ns)
            facts, again = _read(place, name, stat, young=young), True
        found[name] = facts
    if again or len(found) != len(known):
        blockcache.save(cache, (FORMAT, place.folder, found))
    return [Seen(name, found[name]) for name in sorted(found)]


def discard_scan(place: Place) -> None:
    """Throw away what is kept of a place; the next scan reads it anew."""
    try:
        os.unlink(blockcache.cache_path(place.folder, "scan"))
    except OSError:
        return  # there is none, or it cannot be written and holds nothing new either


def _list(place: Place, expired: Callable[[], bool]) -> list[tuple[str, Stat]]:
    listed: list[tuple[str, Stat]] = []
    follow = place.layer != "shelf"
    times_by_change = sys.platform != "win32"
    try:
        with os.scandir(place.folder) as entries:
            for entry in entries:
                name = entry.name
                if name[-3:] != ".md" or name[0] == ".":
                    continue
                if len(listed) % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 and expired():
                    raise OutOfTime
                try:
                    found = entry.stat(follow_symlinks=follow)
                except OSError:
                    continue  # gone since the listing, or a dangling link
                if found.st_mode & _KIND == _REGULAR:
                    mtime = found.st_mtime_ns
                    changed = found.st_ctime_ns if times_by_change else mtime
                    listed.append((name, (found.st_size, mtime, changed, found.st_ino)))
    except OSError:
        return []
    return listed


def _read(place: Place, name: str, stat: Stat, *, young: bool) -> Facts:
    """Read a file; what is younger than its clock's grain is kept under no stat, and read again."""
    kept = _UNSURE if young else stat
    try:
        with open(place.path(name), "rb", opener=regular) as file:
            data = file.read(MOST_FILE_BYTES + 1)
    except OSError:
        return _UNSURE, "", name, BROKEN, "", 0, ""
    card = parse_card(data, place.name(name))
    if not isinstance(card, Card):
        stem = stem_of(name)
        return kept, stem if is_id(stem) else "", name, BROKEN, blob_name(data), 0, ""
    touched = seconds_of(card.updated) or seconds_of(card.created) or stat[1] // 1_000_000_000
    blob = blob_name(data)
    return kept, card.id, card.label, card.review, blob, touched, fold_title(card.topic)


def last_touched(card: Card, path: str) -> int:
    """Give when a card was last changed, in seconds: as it says itself, else as its file does."""
    told = seconds_of(card.updated) or seconds_of(card.created)
    if told:
        return told
    try:
        return os.stat(path).st_mtime_ns // 1_000_000_000
    except OSError:
        return 0  # gone meanwhile


def seconds_of(moment: str) -> int:
    """Read a moment as seconds since the epoch; 0 where it says nothing."""
    if not moment:
        return 0
    from datetime import UTC, datetime

    try:
        found = datetime.fromisoformat(moment)
    except ValueError:
        return 0
    return int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp())
