"""Where a new list item, or a new section, goes in a person's file, as one insertion.

Knows the outline and the habits of the lists that are there (marker, indent, numbers, blank lines
between items); refuses to know what the item says. The caller checks the result (``check``): what
was there must still be there, as it was.

    after the last item of the last list of the section's own part (up to its first subheading);
    without a list there, after whatever stands last in that part, else after the heading
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.core.markdown import Document, Item, Section, read_document
from ofttold.core.markdown_blocks import Block, ListItem
from ofttold.core.splice import Splice, apply

_MARKER = re.compile(rb"([ \t]*)(?:([-+*])|(\d{1,9})([.)]))([ \t]*)")
_WIDEST_PADDING = 4  # columns; beyond it markdown sees indented code


class UnclosedFence(OfttoldError):
    """What was to be written would land in a code fence that never ends."""

    key = "unclosed_fence"


class UnclosedComment(OfttoldError):
    """What was to be written would land in a comment that never ends."""

    key = "unclosed_comment"


class NoPlace(OfttoldError):
    """No place was found where the line would stand by itself and change nothing else."""

    key = "no_place"


@dataclass(frozen=True, slots=True)
class _Place:
    """Behind which line, in what manner: list prefix, blank line before and after."""

    line: int
    prefix: bytes
    blank_before: bool
    blank_after: bool


def insert_item(doc: Document, section: Section, text: str) -> Splice:
    """Plan the insertion of an item; ``text`` is one line, without a marker."""
    place = _find_place(doc, section)
    return _insert(doc, place, [place.prefix + text.encode()])


def append_section(doc: Document, heading: str, level: int, item: str) -> Splice:
    """Plan a new section at the end of the file with one item; ``item`` is without a marker."""
    ending = doc.line_ending(len(doc.data))
    title = b"#" * level + b" " + heading.encode()
    new = title + ending * 2 + b"- " + item.encode()
    end = len(doc.data)
    body = doc.data[doc.lines.offset(0) :]
    if not body.strip(b" \t\r\n"):
        return Splice(end, end, new + ending)
    if not body.endswith((b"\n", b"\r")):
        return Splice(end, end, ending * 2 + new)
    return Splice(
        end, end, ending * (not doc.lines.is_blank(len(doc.lines.starts) - 2)) + new + ending
    )


def _find_place(doc: Document, section: Section) -> _Place:
    blocks = _own_blocks(doc, section)
    lists = [block for block in blocks if block.kind == "list"]
    if lists:
        return _behind_item(doc, lists[-1].items)
    last = blocks[-1].end - 1
    following = last + 1 < len(doc.lines.starts) and not doc.lines.is_blank(last + 1)
    return _Place(last, b"- ", blank_before=True, blank_after=following)


def _own_blocks(doc: Document, section: Section) -> list[Block]:
    """Give the section's heading and its blocks up to the first subheading."""
    start, end = section.span
    inside = [block for block in doc.blocks if start <= doc.lines.offset(block.first) < end]
    own = inside[:1]
    for block in inside[1:]:
        if block.kind == "heading":
            break
        own.append(block)
    return own


def _behind_item(doc: Document, items: tuple[ListItem, ...]) -> _Place:
    last = items[-1]
    loose = len(items) > 1 and items[-2].end < last.first
    before = _MARKER.match(doc.lines.raw(items[-2].first)) if len(items) > 1 else None
    prefix = _next_prefix(doc.lines.raw(last.first), before)
    return _Place(last.end - 1, prefix, blank_before=loose, blank_after=False)


def _next_prefix(raw: bytes, before: re.Match[bytes] | None) -> bytes:
    """Give the marker of the item after this one, in its list's manner."""
    marker = _MARKER.match(raw)
    if not marker:
        return b"- "
    indent, bullet, number, stop, padding = marker.groups()
    wide = len(padding.expandtabs(4)) > _WIDEST_PADDING
    padding = padding if padding and not wide else b" "
    if bullet:
        return indent + bullet + padding
    same = before is not None and before[3] is not None and int(before[3]) == int(number)
    return indent + b"%d" % (int(number) + (not same)) + stop + padding


def _insert(doc: Document, place: _Place, new: list[bytes]) -> Splice:
    raw = doc.lines.raw(place.line)
    at = doc.lines.offset(place.line + 1)
    ending = doc.line_ending(at)
    lines = [b""] * place.blank_before + new + [b""] * place.blank_after
    if raw.endswith((b"\n", b"\r")):
        return Splice(at, at, b"".join(line + ending for line in lines))
    return Splice(at, at, b"".join(ending + line for line in lines))


def check_insertion(doc: Document, splice: Splice, *, headings: int = 0) -> tuple[Document, Item]:
    """Carry an insertion out on paper: give the text after it and the new item as it will stand.

    ``headings`` is the number of new headings. Raises UnclosedFence, UnclosedComment or NoPlace
    where the item would not stand by itself, or anything that was there would not be what it was.
    """
    after = read_document(apply(doc.data, splice), doc.name)
    start, end = splice.start, splice.start + len(splice.replacement)
    kept = [entry for at, entry in _outline(after) if not start <= at < end]
    new = [item for item in after.items() if start <= item.span[0] < end]
    found = len(after.sections) - len(doc.sections)
    if len(new) == 1 and found == headings and kept == [entry for _, entry in _outline(doc)]:
        return after, new[0]
    if doc.unclosed_fence_line:
        raise UnclosedFence(name=doc.name, line=doc.unclosed_fence_line)
    if doc.unclosed_comment_line:
        raise UnclosedComment(name=doc.name, line=doc.unclosed_comment_line)
    raise NoPlace(name=doc.name, text=splice.replacement.decode().strip())


def _outline(doc: Document) -> list[tuple[int, str]]:
    """Give headings and items, each with the byte offset at which it begins."""
    headings = [(one.span[0], f"{one.level} {one.heading}") for one in doc.sections]
    return sorted(headings + [(item.span[0], item.source) for item in doc.items()])
