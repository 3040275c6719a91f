"""Private keys in armour: whole or cut off, over many lines or on one, in a list, a quote or a string.

Knows where such a block begins and where it stops looking like one; takes it whole, marks and all.
"""

from __future__ import annotations

import re

from ofttold.core.later import later

Span = tuple[int, int, str]

_EDGE = r"[-\u2013\u2014]{4,5}[ ]?"
_PEM_EDGE = later(
    rf"{_EDGE}(?P<edge>BEGIN|END) (?P<label>[A-Z0-9 ]{{0,40}}?PRIVATE KEY(?: BLOCK)?)[ ]?[-\u2013\u2014]{{0,5}}"
)
_PEM_LINE = later(
    r"[ \t>|*+\-]*(?:[A-Za-z0-9+/=]{16,}|[A-Za-z][\w-]{1,20}: [^\n]{1,80})?[ \t\r\"',\\]*\Z"
)
_PEM_BODY = later(
    r"(?:\n|\\n|\A)[ \t>|*+\-]*[A-Za-z0-9+/=]{4,}[ \t\r\"',\\]*(?:\n|\\n|\Z)|[A-Za-z0-9+/=]{20,}"
)
_PUTTY = later(r"Private-Lines:[ \t]*(\d{1,4})[ \t]*\r?\n")


def find_pems(text: str) -> list[Span]:
    """Give (start, end, kind) of every private key block, closed or cut off."""
    if "PRIVATE" not in text and "Private-Lines" not in text:
        return []
    spans: list[tuple[int, int]] = []
    begun: re.Match[str] | None = None
    for match in _PEM_EDGE.finditer(text):
        if begun is not None:
            closed = match.group("edge") == "END"
            end = match.end() if closed else _cut_off_end(text, begun.end())
            if _PEM_BODY.search(text, begun.end(), match.start() if closed else end):
                spans.append((begun.start(), end))
        begun = match if match.group("edge") == "BEGIN" else None
    if begun is not None:
        end = _cut_off_end(text, begun.end())
        if _PEM_BODY.search(text, begun.end(), end):
            spans.append((begun.start(), end))
    covered = 0
    for match in _PUTTY.finditer(text):
        if match.start() >= covered:
            covered = _lines_on(text, match.end(), int(match.group(1)))
            spans.append((match.start(), covered))
    return [(start, end, "private_key") for start, end in spans]


def _cut_off_end(text: str, begun: int) -> int:
    """Give where a block without an END stops looking like key text."""
    end = text.find("\n", begun)
    if end < 0:
        return len(text)
    while True:
        stop = text.find("\n", end + 1)
        line = text[end + 1 : stop if stop >= 0 else len(text)]
        if not line.strip() or len(line) > 200 or not _PEM_LINE.match(line):
            return end
        if stop < 0:
            return len(text)
        end = stop


def _lines_on(text: str, start: int, lines: int) -> int:
    for _ in range(lines):
        stop = text.find("\n", start)
        if stop < 0:
            return len(text)
        start = stop + 1
    return max(start - 1, 0)
