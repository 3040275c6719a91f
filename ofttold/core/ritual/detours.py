"""The detours: how many wrong turns are written down, and how much text that is.

Knows what an entry is: each heading below the file's title where there are any (of the level used
first), else each list item, else each paragraph. Comments are none.
"""

from __future__ import annotations

from dataclasses import dataclass

from ofttold.core.markdown import Document
from ofttold.core.ritual.index import TRIGGER_CHARS, TRIGGER_LINES


@dataclass(frozen=True, slots=True)
class Detours:
    """How many entries there are, and of how many characters (comments left out)."""

    entries: int
    chars: int

    @property
    def is_large(self) -> bool:
        """Tell whether there is enough to say so: 20 entries or 9,436 characters."""
        return self.entries >= TRIGGER_LINES or self.chars >= TRIGGER_CHARS


def read_detours(doc: Document) -> Detours:
    """Count the entries and characters of detours.md."""
    headings = [section.level for section in doc.sections]
    if headings[:1] == [1] and headings.count(1) == 1:
        headings = headings[1:]  # the file's title
    entries = headings.count(headings[0]) if headings else 0
    entries = entries or len([item for item in doc.items() if item.visible.strip()])
    entries = entries or sum(
        block.kind == "paragraph"
        and bool(doc.masked(doc.lines.offset(block.first), doc.lines.offset(block.end)).strip())
        for block in doc.blocks
    )
    return Detours(entries, len(doc.visible()))
