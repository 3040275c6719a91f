"""The to-dos that are open, and how long the oldest has waited.

Knows the To-do list; a to-do is a top-level item with an open box or none, and some text. Its age
counts from the last real date in it, however it got there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from ofttold.core.markdown import Document, Item
from ofttold.core.ritual.sections import NO_NAMES, find_section

_DATE = re.compile(r"(?<![0-9])([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")


def read_todos(
    doc: Document, extra_names: Mapping[str, Sequence[str]] = NO_NAMES, *, today: date
) -> tuple[int, int | None]:
    """Count the open to-dos, and the days the oldest dated one has waited (None: none is dated)."""
    open_ones = find_open_todos(doc, extra_names)
    dates = [day for item in open_ones if (day := last_date(item.visible))]
    return len(open_ones), max((max(0, (today - day).days) for day in dates), default=None)


def find_open_todos(
    doc: Document, extra_names: Mapping[str, Sequence[str]] = NO_NAMES
) -> tuple[Item, ...]:
    """Give the open to-dos in file order."""
    section = find_section(doc, "todo", extra_names)
    if section is None:
        return ()
    return tuple(item for item in doc.items(section) if not item.checked and item.text.strip())


def last_date(text: str) -> date | None:
    """Give the last date of the calendar written YYYY-MM-DD in a text.

    >>> last_date("2026-10-30, then 2026-11-05, not 2026-11-31")
    datetime.date(2026, 11, 5)
    """
    for found in reversed(_DATE.findall(text)):
        try:
            return date(int(found[0]), int(found[1]), int(found[2]))
        except ValueError:
            continue  # digits in the shape of a date that no calendar has
    return None
