"""The ritual folder as the index sees it: the diary's pages, index.md and detours.md."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ofttold.app.context import Memory
from ofttold.core.cards.ritual_docs import diary_docs, item_docs
from ofttold.core.search.document import Doc
from ofttold.edge.listing import Source, list_files
from ofttold.edge.snapshots import LIMIT_BYTES

if TYPE_CHECKING:
    from ofttold.edge.listing import Stat

DIARY, LISTS = "diary", "ritual lists"


def ritual_sources(memory: Memory) -> list[Source]:
    """Give the two layers of the ritual folder; a file too large to load is the check-up's to say."""
    diary = memory.name("diary")

    def read_page(name: str, data: bytes) -> Sequence[Doc] | None:
        return diary_docs(f"{diary}/{name}", data)

    def read_list(name: str, data: bytes) -> Sequence[Doc] | None:
        return item_docs(name, data)

    lists = {memory.name("index"), memory.name("detours")}
    files = [file for file in _loadable(memory.folder) if file[0] in lists]
    folder = os.path.join(memory.folder, diary)
    return [
        Source(DIARY, folder, _loadable(folder), read_page),
        Source(LISTS, memory.folder, files, read_list),
    ]


def _loadable(folder: str) -> list[Stat]:
    return [file for file in list_files(folder) if file[1] <= LIMIT_BYTES]
