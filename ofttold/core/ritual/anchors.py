"""An anchor: one item of the Oft-told list, its title, handle and marked date.

Knows how an item's own words are read; refuses to know where items come from, what day it is and
what the diary says. On the hooks' path: imports nothing that costs.

    item    = marker [box] head
    head    = first paragraph: its bold text is the title, else the text before the target arrow
    handle  = title up to the first of · ・ ･ • ‧ ∙ ⋅ (and ： in bold text)
    marked  = first real date behind the target arrow, on the arrow's line
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from unicodedata import category, normalize

from ofttold.core.ritual.arrows import Inline, find_arrow

DOTS = "·・･•‧∙⋅"
FULL_WIDTH_COLON = "："
# Pasted along without being seen; joiners stay, since emoji and some scripts are spelt with them.
_UNSEEN = dict.fromkeys(
    [0xAD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
_JOINER, _SKIN_TONES, _FLAG_LETTERS = "\u200d", range(0x1F3FB, 0x1F400), range(0x1F1E6, 0x1F200)
_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX/-]\][ \t]+)?")
_NEW_BLOCK = re.compile(
    r"[ \t]*(?:\r?$|[-*+][ \t]|\d{1,9}[.)][ \t]|>|#{1,6}[ \t]|```|~~~)", re.MULTILINE
)
_DATE = re.compile(r"(?<![0-9])([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")


PARSED_KEPT = 1024  # anchors read lately that are not read again: facts and stamp ask for the same


class Anchor:
    """One anchor as its person wrote it.

    ``line`` counts from 1; ``handle`` is empty where the item has neither bold text nor an arrow;
    ``marked`` is None where no date stands behind the arrow; ``target`` is what follows the arrow;
    ``arrow_end`` is the offset in the item's source where a stamp goes, None without a target.
    """

    __slots__ = ("arrow_end", "handle", "has_arrow", "line", "marked", "target", "title")

    def __init__(
        self,
        *,
        title: str,
        handle: str,
        line: int,
        marked: date | None = None,
        has_arrow: bool = False,
        target: str = "",
        arrow_end: int | None = None,
    ) -> None:
        self.title = title
        self.handle = handle
        self.line = line
        self.marked = marked
        self.has_arrow = has_arrow
        self.target = target
        self.arrow_end = arrow_end

    def __repr__(self) -> str:
        return f"Anchor({self.handle!r}, line {self.line}, marked {self.marked})"


@lru_cache(maxsize=PARSED_KEPT)
def parse_anchor(source: str, line: int) -> Anchor:
    """Read one top-level item of the Oft-told list, given with all its lines, marker included.

    >>> anchor = parse_anchor("- **whale·round, not fat** → `2026-10-30`", 7)
    >>> anchor.handle, anchor.title, anchor.marked
    ('whale', 'whale·round, not fat', datetime.date(2026, 10, 30))
    """
    start, end = _head(source)
    inline = Inline(source[start:end])
    arrow = find_arrow(inline)
    bold = _first_bold(inline, arrow)
    title = inline.words(*(bold or (0, arrow[0] if arrow else len(inline.text))))
    handle = find_handle(title, bold=bold is not None) if bold or arrow else ""
    if arrow is None:
        return Anchor(title=title, handle=handle, line=line)
    low, high = inline.target(arrow[1])
    target = inline.visible[low:high]
    return Anchor(
        title=title,
        handle=handle,
        line=line,
        marked=first_date(target),
        has_arrow=True,
        target=target,
        arrow_end=start + low if target else None,
    )


def find_handle(title: str, *, bold: bool) -> str:
    """Give the word an anchor is known by in the diary: NFC, unseen characters dropped, trimmed.

    One character is no handle, since it would be found in too many words: the whole title is.

    >>> find_handle("大肥鱼・是蓝鲸", bold=True), find_handle("拾·一个字", bold=True)
    ('大肥鱼', '拾·一个字')
    """
    whole = normalize("NFC", title.translate(_UNSEEN)).strip()
    marks = DOTS + FULL_WIDTH_COLON if bold else DOTS
    head = re.split(f"[{marks}]", whole, maxsplit=1)[0].strip()
    return head if count_characters(head) > 1 else whole


def count_characters(text: str) -> int:
    """Count characters as a reader does: marks, joined emoji and flags are one.

    >>> [count_characters(text) for text in ("鲸", "👩‍🚀", "🇫🇷", "鲸落")]
    [1, 1, 1, 2]
    """
    count = flags = 0
    previous = ""
    for character in text:
        code = ord(character)
        if code in _FLAG_LETTERS:
            flags += 1
            count += flags % 2
        elif (
            category(character)[0] != "M"
            and character != _JOINER
            and previous != _JOINER
            and code not in _SKIN_TONES
        ):
            count += 1
        previous = character
    return count


def first_date(text: str) -> date | None:
    """Give the first date of the calendar written YYYY-MM-DD in a text.

    >>> first_date("2026-13-01, diary/2026-10-30.md")
    datetime.date(2026, 10, 30)
    """
    for found in _DATE.finditer(text):
        year, month, day = found.groups()
        try:
            return date(int(year), int(month), int(day))
        except ValueError:
            continue  # digits in the shape of a date that no calendar has
    return None


def _head(source: str) -> tuple[int, int]:
    """Give the span of the item's first paragraph, without marker and box."""
    marker = _MARKER.match(source)
    start = marker.end() if marker else 0
    end = source.find("\n", start)
    while end >= 0 and not _NEW_BLOCK.match(source, end + 1):
        end = source.find("\n", end + 1)
    return start, len(source) if end < 0 else end


def _first_bold(inline: Inline, arrow: tuple[int, int] | None) -> tuple[int, int] | None:
    """Give the first bold text that is a title: before the arrow, or behind it if nothing is."""
    titled = arrow is not None and inline.words(0, arrow[0]) != ""
    for span in inline.bolds:
        if titled and arrow is not None and span[0] >= arrow[0]:
            return None
        if inline.words(*span):
            return span
    return None
