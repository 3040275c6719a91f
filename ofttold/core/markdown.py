"""A markdown file as its person sees it: sections, list items, comments, each with its place.

Bytes come in, a Document goes out that never loses them: every span is in bytes of the file as it
was read, byte order mark, mixed line endings and all. Sections are told by the CommonMark tree
(markdown_blocks.py), headings only at the top of the document. What a section is called, and
what its items mean, is known elsewhere.

A section runs from its heading to the next heading of the same or a higher level::

    ## A        ─┐ span; body_span begins on the line after the heading
    text         │
    ### A1       │
    more        ─┘
    ## B
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ofttold.core.encoding import UTF8_MARK, name_encoding, name_wide_encoding
from ofttold.core.errors import OfttoldError
from ofttold.core.folding import fold_heading
from ofttold.core.markdown_blocks import Block, Lines, ListItem, read_blocks, split_lines
from ofttold.core.markdown_comments import Span, find_comments, mask_spans, without_spans

__all__ = [
    "LARGEST_TEXT",
    "Document",
    "Item",
    "Section",
    "TooLarge",
    "UndecodableText",
    "fold_heading",
    "read_document",
]

# Bytes; a larger file is reported, not loaded (the design's reading rules).
LARGEST_TEXT = 4 * 1024 * 1024

_MARKER = re.compile(r"[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)")
_BOX = re.compile(r"\[([ xX✓✔√-])\](?:[ \t]+|$)")


class UndecodableText(OfttoldError):
    """The file is not UTF-8; it is neither guessed at nor edited."""

    key = "undecodable_text"


class TooLarge(OfttoldError):
    """The file is larger than what is read as one text."""

    key = "text_too_large"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what belongs to it; ``line`` from 1, spans in bytes (start, end)."""

    heading: str
    folded: str
    level: int
    line: int
    span: Span
    body_span: Span


@dataclass(frozen=True, slots=True)
class Item:
    """A top-level list item with its nested lines.

    ``source`` is its lines as they stand, without the last line's ending; ``visible`` the same
    without comments; ``text`` the first visible line without marker and box. ``checked`` is None without a
    box. ``line`` and ``end_line`` are its first and last line, from 1; ``span`` covers ``source``.
    """

    line: int
    end_line: int
    span: Span
    source: str
    visible: str
    text: str
    ordered: bool
    checked: bool | None


@dataclass(frozen=True, slots=True)
class Document:
    """A file's text with its outline; ``data`` is the file as read, ``text`` without the mark."""

    name: str
    data: bytes = field(repr=False)
    text: str = field(repr=False)
    sections: tuple[Section, ...]
    unclosed_fence_line: int | None
    unclosed_comment_line: int | None
    blocks: tuple[Block, ...] = field(repr=False)
    lines: Lines = field(repr=False)
    comments: tuple[Span, ...] = field(repr=False)
    _items: dict[Span, tuple[Item, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def items(self, section: Section | None = None) -> tuple[Item, ...]:
        """Give the top-level items of the section's lists, or of the whole document's."""
        start, end = section.body_span if section else (0, len(self.data))
        found = self._items.get((start, end))
        if found is None:
            found = tuple(
                self._item(item)
                for block in self.blocks
                if block.kind == "list" and start <= self.lines.offset(block.first) < end
                for item in block.items
            )
            self._items[start, end] = found
        return found

    def visible(self, section: Section | None = None) -> str:
        """Give the body's source without HTML comments and outer blank lines; '' if none is left."""
        start, end = section.body_span if section else (self.lines.offset(0), len(self.data))
        return self.visible_span(start, end)

    def visible_span(self, start: int, end: int) -> str:
        """Give the source of a span without HTML comments, outer blank lines cut."""
        text = without_spans(self.data, start, end, self.comments).decode()
        return re.sub(r"\A(?:[ \t]*[\r\n]+)+", "", text).rstrip(" \t\r\n")

    def blocks_of(self, section: Section) -> Iterator[Block]:
        """Give the top-level blocks of a section's body, subheadings too."""
        start, end = section.body_span
        for block in self.blocks:
            if start <= self.lines.offset(block.first) < end:
                yield block

    def masked_lines(self, first: int, end: int) -> Iterator[tuple[int, str]]:
        """Give lines by index, half open, with comments blanked and without their endings."""
        for index in range(first, end):
            raw = self.masked(self.lines.offset(index), self.lines.offset(index + 1))
            yield index, raw.decode().rstrip("\r\n")

    def masked(self, start: int, end: int) -> bytes:
        """Give the bytes of a span with each comment's blanked: offsets and line ends hold."""
        return mask_spans(self.data, start, end, self.comments)

    def line_of(self, offset: int) -> int:
        """Give the public number (from 1) of the line in which a byte offset lies."""
        return self.lines.number(self.lines.index(offset))

    def line_ending(self, offset: int) -> bytes:
        """Give the line ending in use around a byte offset: before it, else after it, else LF.

        A lone CR is given only where the whole file knows no other.
        """
        before = self.data.rfind(b"\n", 0, offset)
        at = before if before >= 0 else self.data.find(b"\n", offset)
        if at < 0:
            return b"\r" if b"\r" in self.data else b"\n"
        return b"\r\n" if self.data[at - 1 : at] == b"\r" else b"\n"

    def _item(self, item: ListItem) -> Item:
        start, end = self.lines.offset(item.first), self.lines.offset(item.end)
        end = start + len(_without_ending(self.data[start:end]))
        source = self.data[start:end].decode()
        visible = self.visible_span(start, end) if self.comments else source
        text = _MARKER.sub("", re.split(r"[\r\n]", visible, maxsplit=1)[0], count=1)
        box = _BOX.match(text)
        return Item(
            line=self.lines.number(item.first),
            end_line=self.lines.number(item.end - 1),
            span=(start, end),
            source=source,
            visible=visible,
            text=text[box.end() :] if box else text,
            ordered=item.ordered,
            checked=box[1] != " " if box else None,
        )


def read_document(data: bytes, name: str) -> Document:
    """Read a markdown file; ``name`` is what the person calls it.

    Raises TooLarge beyond LARGEST_TEXT and UndecodableText where the bytes are not UTF-8.
    """
    text = decode_text(data, name)
    lines = split_lines(data, len(UTF8_MARK) if data.startswith(UTF8_MARK) else 0)
    blocks, leaves = read_blocks(text, lines)
    return Document(
        name=name,
        data=data,
        text=text,
        sections=_sections(blocks, lines),
        unclosed_fence_line=_unclosed(blocks, lines, "fence"),
        unclosed_comment_line=_unclosed(blocks, lines, "html"),
        blocks=blocks,
        lines=lines,
        comments=find_comments(lines, leaves),
    )


def decode_text(data: bytes, name: str) -> str:
    """Decode a file as UTF-8 with or without byte order mark; raises as ``read_document`` does."""
    if len(data) > LARGEST_TEXT:
        raise TooLarge(name=name, size=len(data), largest=LARGEST_TEXT)
    looks = name_wide_encoding(data)
    if looks:
        raise UndecodableText(name=name, looks=looks, line=1)
    try:
        return data.removeprefix(UTF8_MARK).decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise UndecodableText(name=name, looks=name_encoding(data), line=line) from fault


def _without_ending(raw: bytes) -> bytes:
    if raw.endswith(b"\r\n"):
        return raw[:-2]
    return raw[:-1] if raw.endswith((b"\n", b"\r")) else raw


def _sections(blocks: tuple[Block, ...], lines: Lines) -> tuple[Section, ...]:
    headings = [block for block in blocks if block.kind == "heading"]
    ends = _section_ends(headings, lines)
    return tuple(
        Section(
            heading=heading.text,
            folded=fold_heading(heading.text),
            level=heading.level,
            line=lines.number(heading.first),
            span=(lines.offset(heading.first), end),
            body_span=(min(lines.offset(heading.end), end), end),
        )
        for heading, end in zip(headings, ends, strict=True)
    )


def _section_ends(headings: list[Block], lines: Lines) -> list[int]:
    """Give, for each heading, the offset of the next one of its level or above."""
    ends = [len(lines.data)] * len(headings)
    open_ones: list[int] = []
    for at, heading in enumerate(headings):
        while open_ones and headings[open_ones[-1]].level >= heading.level:
            ends[open_ones.pop()] = lines.offset(heading.first)
        open_ones.append(at)
    return ends


def _unclosed(blocks: tuple[Block, ...], lines: Lines, kind: str) -> int | None:
    for block in blocks:
        if block.kind == kind and not block.closed:
            return lines.number(block.first)
    return None
