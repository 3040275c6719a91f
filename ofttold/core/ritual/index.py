"""The index: one line a diary day, and what to show of it once it has grown.

Knows index.md's lines and their dates; never rewrites the file. A line belongs to the day it
begins with, else to the first date in an item; comments and fences never count. Lines under a day's
heading, and lines that go on, belong to that day.

    hot    the last 14 days, as they stand
    warm   the 56 days before them, four to a line, cut from the lines' own words
    cold   what is older: how many days, from when to when, and how to search them
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from ofttold.core.markdown import Document
from ofttold.core.markdown_blocks import Block
from ofttold.core.strings import Lang, say

# Seed: 20 lines of about 472 characters are 9,436, some 6,300 tokens.
TRIGGER_LINES = 20
TRIGGER_CHARS = 9436
HOT_DAYS = 14  # days, today included (seed)
WARM_DAYS = 56  # days before the hot ones (ours: the seed gives no end)
WARM_GROUP = 4  # days to a line (seed)
WARM_CHARS = 60  # characters of a day's words in a warm line (ours)

_DATE = re.compile(r"(?<![0-9])([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_LEAD = re.compile(r"(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[[ xX]\](?=[ \t])|\|))*")
_MARKS = re.compile(r"[ \t#*_`\[(<「《]*(?:diary/)?")
_AFTER_DATE = re.compile(r"(?:\.md)?[\]`*_)>」》]*(?:\([^()]*\))?[*_]*[ \t]*[:：|｜—–-]*[ \t]*")
_STOP = re.compile("[。！？!?；;]")
_PAUSE = re.compile("[，,、 ]")


@dataclass(frozen=True, slots=True)
class IndexLine:
    """One day's line: ``source`` as it stands (maybe of several lines), ``words`` without its day."""

    day: date
    line: int
    source: str
    words: str


@dataclass(frozen=True, slots=True)
class Tiers:
    """An index that has grown: hot lines, warm lines in groups of four, cold lines; file order."""

    hot: tuple[IndexLine, ...]
    warm: tuple[tuple[IndexLine, ...], ...]
    cold: tuple[IndexLine, ...]


def read_index(doc: Document) -> tuple[IndexLine, ...]:
    """Read all lines that belong to a day, in file order."""
    found: list[tuple[date, int, list[str], str]] = []
    under_heading = False
    for block in doc.blocks:
        fresh = True
        for index, text in _lines(doc, block):
            day, words = _dated(text, any_place=_begins_item(doc, block, index))
            if day:
                found.append((day, doc.lines.number(index), [text], words))
                fresh, under_heading = False, block.kind == "heading"
            elif text.strip() and found and (under_heading or not fresh):
                found[-1][2].append(text)
        if block.kind == "heading" and fresh:
            under_heading = False
    return tuple(
        IndexLine(
            day, line, "\n".join(texts), " ".join([words, *map(str.strip, texts[1:])]).strip()
        )
        for day, line, texts, words in found
    )


def plan_tiers(lines: Iterable[IndexLine], *, today: date) -> Tiers | None:
    """Sort the lines into tiers; None while there are fewer than 20 lines and 9,436 characters."""
    lines = tuple(lines)
    if len(lines) < TRIGGER_LINES and sum(len(one.source) for one in lines) < TRIGGER_CHARS:
        return None
    ages = [(today - one.day).days for one in lines]
    dated = list(zip(lines, ages, strict=True))
    hot = [one for one, age in dated if age < HOT_DAYS]
    warm = [one for one, age in dated if HOT_DAYS <= age < HOT_DAYS + WARM_DAYS]
    cold = [one for one, age in dated if age >= HOT_DAYS + WARM_DAYS]
    groups = [tuple(warm[at : at + WARM_GROUP]) for at in range(0, len(warm), WARM_GROUP)]
    return Tiers(tuple(hot), tuple(groups), tuple(cold))


def render_tiers(tiers: Tiers, *, name: str, lang: Lang) -> str:
    """Write the tiers out: hot lines, warm lines, one line for the cold; ends with a newline."""
    out = [one.source for one in tiers.hot]
    out += ["- " + " · ".join(map(_shorten, group)) for group in tiers.warm]
    if tiers.cold:
        days = sorted({one.day for one in tiers.cold})
        out.append(
            say(
                lang,
                "text.index_cold",
                count=len(days),
                first=days[0].isoformat(),
                last=days[-1].isoformat(),
                name=name,
            )
        )
    return "\n".join(out) + "\n"


def find_missing_days(lines: Iterable[IndexLine], diary_days: Iterable[date]) -> list[date]:
    """Give the diary days without a line, in order."""
    return sorted(set(diary_days) - {one.day for one in lines})


def _lines(doc: Document, block: Block) -> Iterator[tuple[int, str]]:
    if block.kind not in ("fence", "code", "html", "rule"):
        yield from doc.masked_lines(block.first, block.end)


def _begins_item(doc: Document, block: Block, index: int) -> bool:
    return any(item.first == index for item in block.items)


def _dated(text: str, *, any_place: bool) -> tuple[date | None, str]:
    """Give a line's day and its other words; the day stands first, or anywhere in an item."""
    lead = _LEAD.match(text)
    at = lead.end() if lead else 0
    marks = _MARKS.match(text, at)
    for found in _DATE.finditer(text, at):
        leads = marks is not None and found.start() == marks.end()
        if not leads and not any_place:
            break
        try:
            day = date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            continue  # digits in the shape of a date that no calendar has
        rest = _AFTER_DATE.match(text, found.end())
        words = text[rest.end() if rest else found.end() :] if leads else text[at:]
        return day, words.strip(" \t|")
    return None, ""


def _shorten(one: IndexLine) -> str:
    """Cut a day to its first sentence, or to as many whole phrases as have room."""
    words = one.words
    stop = _STOP.search(words)
    if stop and stop.start() <= WARM_CHARS:
        words = words[: stop.start()]
    if len(words) > WARM_CHARS:
        pauses = [found.start() for found in _PAUSE.finditer(words, 1, WARM_CHARS)]
        words = words[: pauses[-1] if pauses else WARM_CHARS - 1] + "…"
    return f"{one.day.isoformat()} {words}".rstrip()
