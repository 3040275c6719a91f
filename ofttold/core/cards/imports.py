"""What people already have, read as cards-to-be: notes, an agent's memory folder, lists of rules.

Knows four shapes by what stands in them: a folder of markdown notes (Obsidian, basic-memory), the
memory folder of Claude Code, the memories of open-memex, and the bullets of an instruction file.
Reads text only; what is made of it is decided elsewhere, and none of it is used before a person
has looked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofttold.core.cards.capture import title_of
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.core.markdown import Document, Item, read_document
from ofttold.core.sharing.redaction import Masked

if TYPE_CHECKING:
    from ofttold.core.cards.front_matter import Value

FORMATS = ("notes", "claude", "open-memex", "bullets")
INDEX_NAME = "MEMORY.md"  # of Claude Code's memory folder: a list of links to the others
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_MARKS = re.compile(r"[*_`]{1,3}|!?\[([^\]]*)\]\([^)]*\)")
_LINK_ONLY = re.compile(r"\[[^\]]*\]\([^)]+\.md\)|\[\[[^\]]+\]\]")
_MEMEX_STATES = frozenset(("superseded", "deprecated", "retracted", "archived"))
_PERSONAL_TYPES = frozenset(("user", "feedback", "preference"))


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to import. ``origin`` names where it stood (``folder/note.md``, ``CLAUDE.md:12``).

    ``scope`` is 'personal', 'project' or '' where the source says neither; ``masked`` is what was
    taken out of its file.
    """

    origin: str
    title: str
    body: str
    summary: str = ""
    kind: str = ""
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    created: str = ""
    scope: str = ""
    masked: tuple[Masked, ...] = ()


def guess_format(names: Sequence[str], first: bytes, *, single: bool) -> str:
    """Guess the shape from the file names and the text of the first file.

    ``single`` tells that one file was named, not a folder.
    """
    if b"\nscope_key:" in first[:4096] or b"\nreview_state:" in first[:4096]:
        return "open-memex"
    if single:
        return "bullets"
    return "claude" if INDEX_NAME in names else "notes"


def read_notes(data: bytes, name: str, shape: str) -> list[Note] | Finding:
    """Read one file of the given shape; a finding where it cannot be read.

    A file that holds nothing to import gives an empty list.
    """
    if shape == "bullets" or (shape == "claude" and name.rpartition("/")[2] == INDEX_NAME):
        return _read_bullets(data, name)
    card = parse_card(data, name)
    if isinstance(card, Finding):
        return card
    if shape == "open-memex":
        return _read_memex(card)
    return _read_note(card, claude=shape == "claude")


def _read_bullets(data: bytes, name: str) -> list[Note] | Finding:
    try:
        document = read_document(data, name)
    except OfttoldError:
        return Finding(name, 0, "card_not_utf8")
    found: list[Note] = []
    for item in document.items():
        text = " ".join(_plain(item.text).split())
        if not text or (_LINK_ONLY.search(item.text) and len(item.source) < 300):
            continue
        title = title_of(text)
        body = item.visible if item.visible.strip("-*+ \n") != title else ""
        heading = _heading_of(document, item)
        tags = (heading,) if heading else ()
        found.append(Note(f"{name}:{item.line}", title, body, tags=tags))
    return found


def _heading_of(document: Document, item: Item) -> str:
    """Give the innermost heading over an item."""
    held = [s for s in document.sections if s.body_span[0] <= item.span[0] < s.body_span[1]]
    return " ".join(_plain(held[-1].heading).split()) if held else ""


def _plain(text: str) -> str:
    return _MARKS.sub(lambda found: found[1] or "", text)


def _read_note(card: Card, *, claude: bool) -> list[Note]:
    if not card.body.strip() and not card.title:
        return []
    extra = card.extra
    heading = _HEADING.search(card.body)
    stem = card.name.rpartition("/")[2].removesuffix(".md")
    named = _text(extra, "name").replace("-", " ") if claude else ""
    title = card.title or named or (_plain(heading[1]) if heading else "") or stem
    kind = card.kind or _text(extra, "type") or _text(extra.get("metadata", ""), "type")
    scope = ""
    if claude and kind:
        scope = "personal" if kind in _PERSONAL_TYPES else "project"
    return [
        Note(
            card.name,
            " ".join(title.split()),
            card.body,
            summary=card.summary or _text(extra, "description"),
            kind=kind,
            tags=tuple(tag.lstrip("#") for tag in card.tags),
            aliases=card.aliases,
            created=_moment(card),
            scope=scope,
        )
    ]


def _read_memex(card: Card) -> list[Note]:
    if _text(card.extra, "status") in _MEMEX_STATES or not card.body.strip():
        return []
    first = _HEADING.search(card.body)
    return [
        Note(
            card.name,
            _plain(first[1]).strip() if first else title_of(_plain(card.body)),
            card.body,
            kind=_text(card.extra, "type"),
            tags=card.tags,
            aliases=card.aliases,
            created=_moment(card),
            scope=card.scope,
        )
    ]


def _moment(card: Card) -> str:
    for text in (card.created, *(_text(card.extra, key) for key in ("created_at", "date"))):
        if re.match(r"\d{4}-\d\d-\d\d", text):
            return text
    return ""


def _text(extra: Value, key: str) -> str:
    value = extra.get(key, "") if isinstance(extra, dict) else ""
    return " ".join(value.split()) if isinstance(value, str) else ""
