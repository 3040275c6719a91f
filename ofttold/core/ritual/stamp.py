"""The date an undated anchor gets, once: between its arrow and its target, nowhere else.

Knows which anchors want one and what it looks like; which arrow counts is known by arrows.py. An
anchor whose target names a day, real or mistyped, gets none, nor does one that has a stamp.

    → `relationship.md`   becomes   → `2026-10-30` 起｜`relationship.md`     (English: since｜)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from ofttold.core.markdown import Document, Item
from ofttold.core.ritual.anchors import parse_anchor
from ofttold.core.ritual.sections import NO_NAMES, find_sections
from ofttold.core.splice import Splice
from ofttold.core.strings import Lang

_STAMPED = re.compile(r"`?[0-9]{4}-[0-9]{2}-[0-9]{2}`?\s*(?:起|since)\s*[｜|]")
_LOOKS_DATED = re.compile(r"(?<![0-9])[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?![0-9])")


def plan_stamp(
    doc: Document,
    *,
    today: date,
    lang: Lang,
    extra_names: Mapping[str, Sequence[str]] = NO_NAMES,
) -> list[Splice]:
    """Plan the stamps that are missing, one insertion an anchor (``splice.join`` makes them one).

    Empty where nothing is missing, and where several sections go by the Oft-told list's name: the
    check-up says that, and which one is meant is not for us to choose.
    """
    found = find_sections(doc, "oft_told", extra_names)
    if len(found) != 1:
        return []
    plans = [_stamp(item, today=today, lang=lang) for item in doc.items(found[0])]
    return [plan for plan in plans if plan]


def _stamp(item: Item, *, today: date, lang: Lang) -> Splice | None:
    anchor = parse_anchor(item.source, item.line)
    at = anchor.arrow_end
    if at is None or anchor.marked or not anchor.title:
        return None
    if _STAMPED.match(item.source, at) or _LOOKS_DATED.search(anchor.target):
        return None
    blank = "" if item.source[at - 1].isspace() else " "
    word = "起" if lang == "zh" else "since"
    start = item.span[0] + len(item.source[:at].encode())
    return Splice(start, start, f"{blank}`{today.isoformat()}` {word}｜".encode())
