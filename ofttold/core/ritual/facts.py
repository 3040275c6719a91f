"""What the block needs of each file of the folder, as plain values that a cache can keep.

Knows how to boil a document down; refuses to know files and caches. Values are dicts, tuples,
strings and whole numbers only (they go through ``marshal``). The readers of markdown are imported
inside the functions: a hook that finds nothing changed never loads them.

    memory        problem parts missing anchors todos stampable tags twice unclosed lang empty
    relationship  problem vocabulary now tags twice lang
    detours       problem entries chars
    index         problem
    a diary day   (tags, state, places): tags (word, line) · a state of days.py · anchors mentioned
"""

from __future__ import annotations

from itertools import pairwise

from ofttold.core.errors import OfttoldError
from ofttold.core.ritual.block import ITEM, TEXT
from ofttold.core.ritual.days import BLANK, TOO_LARGE, UNDECODABLE, WRITTEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ofttold.core.markdown import Document, Section
    from ofttold.core.ritual.mentions import Finder

    Facts = dict[str, Any]
    Day = tuple[tuple[tuple[str, int], ...], int, tuple[int, ...]]
    Names = Mapping[str, Sequence[str]]

LARGEST_DAY = 4 * 1024 * 1024  # bytes; a larger file is reported, not loaded
KNOWN_KEYS = ("oft_told", "who_i_am", "hard_rules", "todo")
FEELING_KEYS = ("vocabulary", "emotion_now", "emotion_memories")


def is_absent(facts: Facts) -> bool:
    """Tell whether these are the facts of a file that is not there."""
    problem = facts.get("problem")
    return problem is not None and problem[0] == "absent"


def problem_of(fault: OfttoldError) -> tuple[str, tuple[tuple[str, object], ...]]:
    """Keep a refusal as plain values: its key and what it says."""
    plain = ((k, v if isinstance(v, (str, int)) else str(v)) for k, v in fault.values.items())
    return fault.key, tuple(plain)


def _open(data: bytes, name: str) -> Document | tuple[str, tuple[tuple[str, object], ...]]:
    from ofttold.core.markdown import read_document

    try:
        return read_document(data, name)
    except OfttoldError as fault:
        return problem_of(fault)


def _part_units(
    doc: Document, section: Section, anchors_at: Mapping[int, int]
) -> list[tuple[int, int, str, int]]:
    """Split a section into its items and the blocks between them, comments left out.

    A block of text keeps one blank line before it where the person left any; items stand close.
    """
    units: list[tuple[int, int, str, int]] = []
    start, end = section.body_span
    items = {item.span[0]: item for item in doc.items(section)}
    starts = {doc.lines.offset(block.first) for block in doc.blocks if block.kind != "list"}
    cuts = sorted({start, end, *items, *(at for at in starts if start <= at < end)})
    for here, following in pairwise(cuts):
        item = items.get(here)
        text = item.visible.rstrip("\r\n") if item else doc.visible_span(here, following)
        if not text.strip():
            continue
        gap = doc.data[max(start, here - 4) : here].replace(b"\r\n", b"\n")
        if not item and units and gap.endswith(b"\n\n"):
            text = "\n" + text
        kind = ITEM if item else TEXT
        units.append((kind, doc.line_of(here), text, anchors_at.get(item.line, -1) if item else -1))
    return units


def _read_anchors(
    doc: Document, section: Section | None
) -> tuple[list[tuple[str, str, int, int]], bool]:
    """Read the anchors, and tell whether any points at something without a date."""
    from ofttold.core.ritual.anchors import parse_anchor

    anchors = []
    undated = False
    for item in doc.items(section) if section else ():
        if not item.visible.strip():
            continue
        anchor = parse_anchor(item.visible, item.line)
        marked = anchor.marked.toordinal() if anchor.marked else 0
        undated = undated or (not marked and anchor.arrow_end is not None)
        anchors.append((anchor.handle, anchor.title, anchor.line, marked))
    return anchors, undated


def _open_todos(doc: Document, extra: Names) -> tuple[int, int]:
    """Count the open to-dos and give the day of the oldest dated one (0: none is dated)."""
    from ofttold.core.ritual.todos import find_open_todos, last_date

    found = find_open_todos(doc, extra)
    days = [day.toordinal() for item in found if (day := last_date(item.visible))]
    return len(found), min(days, default=0)


def _needs_stamp(doc: Document, extra: Names) -> list[int]:
    """Give the lines of the anchors that a stamp would date."""
    from datetime import date

    from ofttold.core.ritual.stamp import plan_stamp

    plans = plan_stamp(doc, today=date.min, lang="en", extra_names=extra)
    return [doc.line_of(plan.start) for plan in plans]


def _twice(doc: Document, keys: Sequence[str], extra: Names) -> list[tuple[str, int, int]]:
    from ofttold.core.ritual.sections import find_sections

    found = []
    for key in keys:
        sections = find_sections(doc, key, extra)
        if len(sections) > 1:
            found.append((sections[0].heading, sections[0].line, sections[1].line))
    return found


def _unclosed(doc: Document) -> tuple[str, int] | None:
    if doc.unclosed_fence_line:
        return ("unclosed_fence", doc.unclosed_fence_line)
    if doc.unclosed_comment_line:
        return ("unclosed_comment", doc.unclosed_comment_line)
    return None


def _lang_of(doc: Document) -> str:
    from ofttold.core.ritual.sections import guess_lang

    return guess_lang([doc]) or ""


def memory_facts(data: bytes, name: str, *, wanted: Sequence[str], extra: Names) -> Facts:
    """Boil memory.md down; ``wanted`` are the keys or headings to inject, in order."""
    from ofttold.core.ritual.item_tags import find_item_tags
    from ofttold.core.ritual.sections import find_section

    doc = _open(data, name)
    if isinstance(doc, tuple):
        return {"problem": doc}
    told = find_section(doc, "oft_told", extra)
    anchors, undated = _read_anchors(doc, told)
    stampable = _needs_stamp(doc, extra) if undated else []
    anchors_at = {anchor[2]: place for place, anchor in enumerate(anchors)}
    parts, missing = [], []
    for key in wanted:
        section = find_section(doc, key, extra)
        if section is None:
            missing.append(key)
        else:
            units = _part_units(doc, section, anchors_at if key == "oft_told" else {})
            parts.append((key, section.heading, section.line, units))
    keys = [*KNOWN_KEYS, *(key for key in wanted if key not in KNOWN_KEYS)]
    return {
        "problem": None,
        "parts": parts,
        "missing": missing,
        "anchors": anchors,
        "todos": _open_todos(doc, extra),
        "stampable": stampable,
        "tags": find_item_tags(doc, "oft_told", extra),
        "twice": _twice(doc, keys, extra),
        "unclosed": _unclosed(doc),
        "lang": _lang_of(doc),
        "empty": not data.strip(),
    }


def feelings_facts(data: bytes, name: str, *, extra: Names) -> Facts:
    """Boil relationship.md down."""
    from ofttold.core.ritual.emotions import read_live, read_vocabulary
    from ofttold.core.ritual.item_tags import find_item_tags

    doc = _open(data, name)
    if isinstance(doc, tuple):
        return {"problem": doc}
    vocabulary = read_vocabulary(doc, extra)
    live = read_live(doc, extra)
    return {
        "problem": None,
        "vocabulary": None if vocabulary is None else list(vocabulary.words),
        "now": (live.value, live.line) if live and live.value else None,
        "tags": find_item_tags(doc, "emotion_memories", extra),
        "twice": _twice(doc, FEELING_KEYS, extra),
        "lang": _lang_of(doc),
    }


def detours_facts(data: bytes, name: str) -> Facts:
    """Boil detours.md down to its number of entries and characters."""
    from ofttold.core.ritual.detours import read_detours

    doc = _open(data, name)
    if isinstance(doc, tuple):
        return {"problem": doc}
    size = read_detours(doc)
    return {"problem": None, "entries": size.entries, "chars": size.chars}


def index_facts(data: bytes, name: str) -> Facts:
    """Tell only whether index.md can be read: nothing of it is injected."""
    from ofttold.core.markdown import decode_text

    try:
        decode_text(data, name)
    except OfttoldError as fault:
        return {"problem": problem_of(fault)}
    return {"problem": None}


def day_facts(data: bytes, finder: Finder | None) -> Day:
    """Boil one diary day down: its tags, whether it is written, the handles it mentions."""
    from ofttold.core.ritual.diary import read_day

    if len(data) > LARGEST_DAY:
        return (), TOO_LARGE, ()
    day = read_day(data)
    if not day.readable:
        return (), UNDECODABLE, ()
    handles = tuple(sorted(finder.find(day.text))) if finder else ()
    return day.tags, BLANK if day.blank else WRITTEN, handles


def day_text(data: bytes) -> str:
    """Give the text of a diary day in which mentions count; '' where it cannot be read."""
    from ofttold.core.ritual.diary import read_day

    return "" if len(data) > LARGEST_DAY else read_day(data).text
