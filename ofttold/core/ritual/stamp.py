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

_STAMPED = re.compile(r"`?([0-9]{4}-[0-9]{2}-[0-9]{2})`?\s*(?:起|since)\s*[｜|]")
_ANY_STAMP = re.compile(r"[ \t]*" + _STAMPED.pattern + r"[ \t]*")
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


def differs_by_stamps(one: bytes, other: bytes) -> bool:
    """Tell whether two texts are the same but for stamps.

    >>> differs_by_stamps("→ `2026-10-30` since｜`a.md`".encode(), "→ `a.md`".encode())
    True
    """
    if one == other:
        return False
    bare = [_ANY_STAMP.sub(" ", text.decode("utf-8", "surrogateescape")) for text in (one, other)]
    return re.sub("→[ \t]*", "→ ", bare[0]) == re.sub("→[ \t]*", "→ ", bare[1])


def read_stamps(
    doc: Document, extra_names: Mapping[str, Sequence[str]] = NO_NAMES
) -> dict[str, date]:
    """Give the date of every stamp by its anchor's title."""
    return {title: day for title, day, _ in _find_stamps(doc, extra_names)}


def plan_earlier(
    doc: Document,
    stamps: Mapping[str, date],
    *,
    lang: Lang,
    extra_names: Mapping[str, Sequence[str]] = NO_NAMES,
) -> list[Splice]:
    """Plan what another machine's ``stamps`` change here: the earlier date wins, a missing one is set."""
    plans = [
        Splice(start, start + len("YYYY-MM-DD"), stamps[title].isoformat().encode())
        for title, day, start in _find_stamps(doc, extra_names)
        if title in stamps and stamps[title] < day
    ]
    found = find_sections(doc, "oft_told", extra_names)
    for item in doc.items(found[0]) if len(found) == 1 else ():
        day = stamps.get(parse_anchor(item.source, item.line).title)
        plan = _stamp(item, today=day, lang=lang) if day else None
        if plan:
            plans.append(plan)
    return plans


def _find_stamps(
    doc: Document, extra_names: Mapping[str, Sequence[str]]
) -> list[tuple[str, date, int]]:
    """Find title, date and the byte at which the date stands, of every stamp."""
    found = []
    for section in find_sections(doc, "oft_told", extra_names)[:1]:
        for item in doc.items(section):
            anchor = parse_anchor(item.source, item.line)
            at = anchor.arrow_end
            stamp = _STAMPED.match(item.source, at) if at is not None else None
            if stamp and anchor.marked and stamp[1] == anchor.marked.isoformat():
                start = item.span[0] + len(item.source[: stamp.start(1)].encode())
                found.append((anchor.title, anchor.marked, start))
    return found


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
