"""The pages of the folder on request: index.md in tiers, the path of today's diary page."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ofttold.app.context import Memory
from ofttold.core.errors import OfttoldError
from ofttold.core.markdown import read_document
from ofttold.core.ritual.index import IndexLine, Tiers, plan_tiers, read_index, render_tiers
from ofttold.edge.files import FileMissing, make_folder, read_file


class NoIndexFile(OfttoldError):
    """There is no index.md to show."""

    key = "no_index_file"


@dataclass(frozen=True, slots=True)
class IndexPage:
    """index.md to read: ``tiers`` is None while it is short and shown as it stands."""

    text: str
    lines: tuple[IndexLine, ...]
    tiers: Tiers | None


def index_page(memory: Memory) -> IndexPage:
    """Give index.md as it should be read: as it stands while it is short, else in three tiers.

    Raises NoIndexFile and what reading refuses.
    """
    try:
        data = read_file(memory.path("index"))
    except FileMissing as fault:
        raise NoIndexFile(file=memory.name("index"), folder=memory.folder) from fault
    doc = read_document(data, memory.name("index"))
    lines = read_index(doc)
    tiers = plan_tiers(lines, today=memory.today)
    if tiers is None:
        return IndexPage(doc.visible(), lines, None)
    return IndexPage(render_tiers(tiers, name=memory.name("index"), lang=memory.lang), lines, tiers)


def todays_page(memory: Memory) -> str:
    """Give the path of today's diary page, whether it is there or not."""
    return os.path.join(memory.path("diary"), f"{memory.today.isoformat()}.md")


def make_diary_folder(memory: Memory) -> None:
    """Make the diary folder if it is missing, so that an editor can save today's page."""
    make_folder(memory.path("diary"))
