r"""A note: one line into the Oft-told list or the to-dos, and whether it stands there already.

Knows how a title is written so that it reads back as the same title, whatever is in it; where the
line goes is known by core/insertion.py. Refuses to know files, redaction and weights.

    oft-told  - **TITLE** → `2026-11-30`          marks in TITLE are escaped with a backslash
    to-do     - [ ] TEXT（2026-11-30）             only a comment's beginning is: \<!--
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from ofttold.core.errors import OfttoldError
from ofttold.core.folding import fold_text
from ofttold.core.insertion import NoPlace, append_section, check_insertion, insert_item
from ofttold.core.markdown import Document, Item
from ofttold.core.ritual.anchors import parse_anchor
from ofttold.core.ritual.sections import (
    KNOWN,
    NO_NAMES,
    find_section,
    find_sections,
    heading_for,
    section_for_writing,
)
from ofttold.core.splice import Splice
from ofttold.core.strings import Lang

Where = Literal["oft_told", "todo"]

# Characters; longer text belongs in the diary, with one line here that points to it. Ours.
LONGEST_NOTE = 2000

_LINE_BREAKS = re.compile("[ \t\r\n\v\f\x1c-\x1f\x85\u2028\u2029]+")
_OPENER = re.compile(r"(\\*)<!--")
_TODO_DATE = re.compile(r"[ \t]*[（(]\d{4}-\d{2}-\d{2}[）)][ \t]*$")
_USUAL_LEVEL = 2


class EmptyNote(OfttoldError):
    """There is nothing in the text to write down."""

    key = "empty_note"


class NoteTooLong(OfttoldError):
    """The text is no line of a list any more."""

    key = "note_too_long"


@dataclass(frozen=True, slots=True)
class NotePlan:
    """What writing the note comes to.

    ``splice`` is None where the title stands there already, at line ``already_at``; ``line`` is
    where it stands or will stand (from 1), ``source`` the item's text there.
    """

    splice: Splice | None
    line: int
    section_heading: str
    section_made: bool
    already_at: int | None
    title: str
    source: str


def plan_note(
    doc: Document,
    title: str,
    where: Where,
    *,
    today: date,
    lang: Lang,
    extra_names: Mapping[str, Sequence[str]] = NO_NAMES,
) -> NotePlan:
    """Plan one note; ``title`` may be any text, its line breaks become blanks.

    Raises EmptyNote, NoteTooLong, what ``section_for_writing`` raises (an ambiguous or hidden
    section), and what ``check_insertion`` raises where the line has no place to stand.
    """
    title = clean_title(title)
    section = section_for_writing(doc, where, extra_names)
    if section is None:
        return _into_new_section(doc, title, where, today=today, lang=lang, extra_names=extra_names)
    for item in doc.items(section):
        if _is_same(item, title, where):
            return NotePlan(None, item.line, section.heading, False, item.line, title, item.source)
    splice = insert_item(doc, section, write_note(title, where, today=today, lang=lang))
    after, new = check_insertion(doc, splice)
    _check_note(after, new, title, where, extra_names)
    return NotePlan(splice, new.line, section.heading, False, None, title, new.source)


def _into_new_section(
    doc: Document,
    title: str,
    where: Where,
    *,
    today: date,
    lang: Lang,
    extra_names: Mapping[str, Sequence[str]],
) -> NotePlan:
    heading = heading_for(where, lang)
    known = [section.level for key in KNOWN for section in find_sections(doc, key, extra_names)]
    level = min(known, default=_USUAL_LEVEL)
    line = write_note(title, where, today=today, lang=lang)
    splice = append_section(doc, heading, level, line)
    after, new = check_insertion(doc, splice, headings=1)
    _check_note(after, new, title, where, extra_names)
    return NotePlan(splice, new.line, heading, True, None, title, new.source)


def _check_note(
    after: Document, new: Item, title: str, where: Where, extra_names: Mapping[str, Sequence[str]]
) -> None:
    """Refuse a line that would not be in its section, or not read back as the same title."""
    section = find_section(after, where, extra_names)
    if not section or new not in after.items(section) or _title_of(new, where) != title:
        raise NoPlace(name=after.name, text=new.source)


def _title_of(item: Item, where: Where) -> str:
    if where == "oft_told":
        return parse_anchor(item.source, item.line).title
    return read_todo_title(item.text)


def clean_title(text: str) -> str:
    r"""Make one line of a text: line breaks and tabs to blanks, control characters out, trimmed.

    Raises EmptyNote and NoteTooLong.

    >>> clean_title(" 大肥鱼\n  是蓝鲸 ")
    '大肥鱼 是蓝鲸'
    """
    flat = _LINE_BREAKS.sub(" ", text)
    kept = "".join(letter for letter in flat if unicodedata.category(letter) not in ("Cc", "Cs"))
    title = _LINE_BREAKS.sub(" ", kept).strip()
    if not fold_text(title):
        raise EmptyNote
    if len(title) > LONGEST_NOTE:
        raise NoteTooLong(length=len(title), longest=LONGEST_NOTE)
    return title


def write_note(title: str, where: Where, *, today: date, lang: Lang) -> str:
    """Write the item, without its list marker; ``title`` as ``clean_title`` gives it.

    >>> write_note("whale", "oft_told", today=date(2026, 11, 30), lang="en")
    '**whale** → `2026-11-30`'
    """
    if where == "oft_told":
        return f"**{escape_marks(title)}** → `{today.isoformat()}`"
    text = _OPENER.sub(lambda found: found[1] * 2 + "\\<!--", title)
    return f"[ ] {text}" + (
        f"（{today.isoformat()}）" if lang == "zh" else f" ({today.isoformat()})"
    )


def read_todo_title(text: str) -> str:
    """Give a to-do's own text: without the date at its end, and without the escape of ``<!--``.

    >>> read_todo_title("buy rice (2026-11-30)")
    'buy rice'
    """
    bare = _TODO_DATE.sub("", text).strip()
    return _OPENER.sub(lambda found: "\\" * (len(found[1]) // 2) + "<!--", bare)


def escape_marks(title: str) -> str:
    r"""Put a backslash before what would be read as a mark in bold text.

    >>> escape_marks("a*b → `c` <!-- snake_case C:\\dir")
    'a\\*b → \\`c\\` \\<!-- snake_case C:\\dir'
    """
    linked = "](" in title or "[[" in title
    out = []
    for at, letter in enumerate(title):
        after = title[at + 1 : at + 2]
        before = title[at - 1 : at] if at else ""
        if (
            letter in "*`"
            or (letter == "\\" and (not after or unicodedata.category(after)[0] in "PS"))
            or (letter == "_" and not (before.isalnum() and after.isalnum()))
            or (letter == "<" and title.startswith("<!--", at))
            or (letter == "[" and linked)
        ):
            out.append("\\")
        out.append(letter)
    return "".join(out)


def _is_same(item: Item, title: str, where: Where) -> bool:
    """Tell whether an item says the same; a to-do that is done does not."""
    if where == "todo" and item.checked:
        return False
    return fold_text(_title_of(item, where)) == fold_text(title)
