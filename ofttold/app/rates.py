"""Three shares that tell whether the mechanism works, counted only since it has been there.

A denominator from before the folder and the host were wired measures nothing.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date, datetime

from ofttold.app.context import Memory
from ofttold.app.ledger import Ledger
from ofttold.app.sessions import SEEN, Session, is_written, read_sessions
from ofttold.core.errors import OfttoldError
from ofttold.core.markdown import read_document
from ofttold.core.ritual.diary import day_of, read_day
from ofttold.core.ritual.word_lists import read_vocabulary
from ofttold.edge.files import read_file


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    count: int
    of: int

    @property
    def share(self) -> float | None:
        """Give the share from 0 to 1; None of none."""
        return self.count / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Rates:
    """Since when, and the three shares.

    ``seen``: sessions whose transcript shows the block; ``diary``: days on which a session began
    and a page got written; ``tags``: emotion tags that the vocabulary knows (None without one).
    """

    since: date | None
    hosts: tuple[str, ...]
    seen: Share
    diary: Share
    tags: Share | None


def measure_rates(memory: Memory) -> Rates:
    """Count for this folder, each host since it was wired."""
    ledger = Ledger()
    rows = [row for row in read_sessions(memory.now) if _counts(row, memory.folder, ledger)]
    days = sorted({row.day for row in rows if row.day})
    since = days[0] if days else None
    written = [day for day in days if is_written(_page(memory, day))]
    return Rates(
        since,
        tuple(sorted({row.host for row in rows})),
        Share(sum(row.proof == SEEN for row in rows), len(rows)),
        Share(len(written), len(days)),
        _count_tags(memory, since),
    )


def _counts(row: Session, folder: str, ledger: Ledger) -> bool:
    """Tell whether a session is of this folder and began since its host was wired."""
    if row.when is None or os.path.realpath(row.folder or ".") != os.path.realpath(folder):
        return False
    since = ledger.wired_since(row.host)
    return since is None or row.when >= datetime.fromtimestamp(since, row.when.tzinfo)


def _page(memory: Memory, day: date) -> str:
    return os.path.join(memory.path("diary"), f"{day.isoformat()}.md")


def _count_tags(memory: Memory, since: date | None) -> Share | None:
    """Count the tags in pages since the day the mechanism was there."""
    try:
        name = memory.name("relationship")
        doc = read_document(read_file(memory.path("relationship")), name)
    except OfttoldError:
        return None
    vocabulary = read_vocabulary(doc, memory.settings.headings)
    if vocabulary is None or since is None:
        return None
    words = [word for word, _ in _tags_since(memory, since)]
    return Share(sum(vocabulary.has(word) for word in words), len(words))


def _tags_since(memory: Memory, since: date) -> list[tuple[str, int]]:
    try:
        names = sorted(os.listdir(memory.path("diary")))
    except OSError:
        return []
    tags: list[tuple[str, int]] = []
    for name in names:
        day = day_of(name)
        if day is None or not since <= day <= memory.today:
            continue
        try:
            tags += read_day(read_file(os.path.join(memory.path("diary"), name))).tags
        except OfttoldError:
            continue  # an unreadable page is the check-up's to say
    return tags
