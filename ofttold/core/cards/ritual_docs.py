"""The ritual folder as things to be found: diary sections, index lines, detours.

Knows headings, list items and fences, line by line: a diary of years is read in a second. Comments
do not count. An id is the place, ``diary/2026-10-30.md:12``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ofttold.core.ritual.diary import day_of
from ofttold.core.search.document import Doc

_HEADING = re.compile(r"#{1,6}(?:[ \t]+|$)")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
MOST_EXCERPT = 160  # characters of a section shown as its summary; ours


def diary_docs(label: str, data: bytes) -> list[Doc]:
    """Give a diary page's sections; what stands before the first heading is one too.

    ``label`` is the file as the person knows it. A page that is no UTF-8 has none.
    """
    day = day_of(label.rpartition("/")[2])
    created = day.isoformat() if day else ""
    found: list[Doc] = []
    for at, (line, title, body) in enumerate(_sections(_text(data))):
        text = body.strip()
        if not text and not title:
            continue
        found.append(
            Doc(
                f"{label}:{line}",
                title=title,
                summary="",
                body=text,
                created=created,
                session=label,
                position=at,
                extra=_excerpt(text),
            )
        )
    return found


def item_docs(label: str, data: bytes) -> list[Doc]:
    """Give a list's entries (index.md, detours.md), each with its nested lines."""
    found: list[Doc] = []
    for at, (line, text) in enumerate(_items(_text(data))):
        day = _DAY.search(text)
        found.append(
            Doc(
                f"{label}:{line}",
                body=text,
                created=day[0] if day else "",
                session=label,
                position=at,
                extra=_excerpt(text),
            )
        )
    return found


def _text(data: bytes) -> str:
    """Decode, comments blanked so that line numbers stay; '' for another encoding."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""
    plain = text.replace("\r\n", "\n")
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), plain)


def _excerpt(text: str) -> str:
    return " ".join(text.split())[:MOST_EXCERPT]


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Give (number, line, whether it stands in a fence)."""
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        mark = line.lstrip(" ")[:3]
        if mark in ("```", "~~~") and fence in ("", mark):
            fence = "" if fence else mark
            yield number, line, True
        else:
            yield number, line, bool(fence)


def _sections(text: str) -> Iterator[tuple[int, str, str]]:
    """Cut at headings: (line, heading, text below)."""
    start, title, body = 1, "", list[str]()
    for number, line, fenced in _lines(text):
        found = None if fenced else _HEADING.match(line)
        if found:
            yield start, title, "\n".join(body)
            start, title, body = number, line[found.end() :].strip(" #\t"), []
        else:
            body.append(line)
    yield start, title, "\n".join(body)


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Cut at top-level list items; a line of its own outside a list is an entry too."""
    start, body = 0, list[str]()
    for number, line, fenced in _lines(text):
        opens = not fenced and (bool(_ITEM.match(line)) or bool(_HEADING.match(line)))
        if opens or (body and not line.strip() and not fenced):
            if body:
                yield start, "\n".join(body)
            body = []
        if line.strip() and not _HEADING.match(line):
            start = start if body else number
            body.append(line)
    if body:
        yield start, "\n".join(body)
