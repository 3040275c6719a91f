"""Redaction at the moment of writing: what a person marks private goes, what looks secret is masked.

``<private>…</private>`` is removed with its tags, in any case and width; a tag never closed takes the rest of the text,
since showing too much cannot be taken back. Keys, tokens and passwords keep their first four
characters (none where fewer than eight stand) and a mask; the number of lines stays. Redacting
twice changes nothing more; the time is linear. Nothing found is ever kept or logged.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from ofttold.core.later import later
from ofttold.core.sharing.redaction_commands import find_commands
from ofttold.core.sharing.redaction_context import find_labelled
from ofttold.core.sharing.redaction_pems import find_pems
from ofttold.core.sharing.redaction_shapes import MASK, data_uris, find_shapes
from ofttold.core.sharing.redaction_tables import find_columns
from ofttold.core.sharing.redaction_tokens import BEGINNING, find_tokens
from ofttold.core.sharing.redaction_view import JOINS, Piece, look_through, wrapped_runs

KEPT = 4  # characters of a secret that stay, so that a person knows which one it was; sharing.md
SHORTEST_KEPT = 8  # characters; of a shorter secret nothing stays
LONG_LINE = 16  # characters without a digit that still look like the rest of a token
MOST_TAG_PASSES = 3  # tags can be nested so that removing one makes another; after that, cut
_TAG = later(
    r"[<＜][ \t\u3000]{0,8}([/／]?)[ \t\u3000]{0,8}(?:private|ｐｒｉｖａｔｅ)(?![\w-])[^<>＜＞]{0,80}[>＞]",
    re.I,
)
_LINE_START = later(r"[ \t>]*(?:[-*+] +)?")

Found = tuple[tuple[Piece, ...], str]


@dataclass(frozen=True, slots=True)
class Masked:
    """One thing taken out: its ``kind``, its ``line`` (from 1), and what is ``shown`` instead."""

    kind: str
    line: int
    shown: str


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text fit to be written, and what was taken out of it, by line."""

    text: str
    masked: tuple[Masked, ...]

    @property
    def changed(self) -> bool:
        """Tell whether anything was taken out."""
        return bool(self.masked)


def redact(text: str) -> Redacted:
    """Take private passages and secrets out of a text.

    >>> redact("token = " + "ghp_" + "a1B2" * 9).text
    'token = ghp_████'
    >>> redact("a<private>b</private>c").text
    'ac'
    """
    text, masked = _remove_private(text)
    while found := _find(text):
        text, more = _mask(text, found)
        masked += more
    return Redacted(text, tuple(sorted(masked, key=lambda one: one.line)))


def find_secrets(text: str) -> tuple[Masked, ...]:
    """Give what ``redact`` would take out of a text, without changing it."""
    return redact(text).masked


def _remove_private(text: str) -> tuple[str, list[Masked]]:
    masked: list[Masked] = []
    for _ in range(MOST_TAG_PASSES):
        spans = _private_spans(text)
        if not spans:
            return text, masked
        text = _without(text, spans, masked)
    opened = [m.start() for m in _TAG.finditer(text) if not m.group(1)]
    return (_without(text, [(opened[0], len(text))], masked) if opened else text), masked


def _private_spans(text: str) -> list[Piece]:
    """Give each outermost private passage, tags included; the last may run to the end."""
    if "<" not in text and "＜" not in text:
        return []
    spans: list[Piece] = []
    depth = begun = 0
    for match in _TAG.finditer(text):
        if not match.group(1):
            if depth == 0 and _is_mention(text, match):
                continue
            begun = match.start() if depth == 0 else begun
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                spans.append((begun, match.end()))
    if depth:
        spans.append((begun, len(text)))
    return spans


def _is_mention(text: str, tag: re.Match[str]) -> bool:
    """Tell whether a tag is only spoken of: alone between two backticks."""
    return text[tag.start() - 1 : tag.start()] == "`" and text[tag.end() : tag.end() + 1] == "`"


def _without(text: str, spans: list[Piece], masked: list[Masked]) -> str:
    """Cut the spans out, their line breaks kept."""
    kept, last = [], 0
    lines = _line_starts(text)
    for start, end in spans:
        masked.append(Masked("private", bisect_right(lines, start), ""))
        kept += [text[last:start], "\n" * text.count("\n", start, end)]
        last = end
    return "".join([*kept, text[last:]])


def _line_starts(text: str) -> list[int]:
    return [0, *(m.end() for m in re.finditer("\n", text))]


def _find(text: str) -> list[Found]:
    """Find every secret, as written and as read through joins; most telling kinds first."""
    found: list[Found] = [(((s, e),), kind) for s, e, kind in _find_whole(text)]
    found += [(((s, e),), kind) for s, e, kind in find_columns(text)]
    joined = look_through(text, JOINS)
    if joined is not None:
        split = [(joined.pieces(s, e), kind) for s, e, kind in _find_whole(joined.text)]
        found += [one for one in split if len(one[0]) > 1 or joined.changed]
    found += _find_wrapped(text)
    pictures = data_uris(text)
    return [one for one in found if not _is_moot(text, one, pictures)]


def _find_whole(text: str) -> list[tuple[int, int, str]]:
    found = [*find_pems(text), *find_tokens(text), *find_shapes(text)]
    return [*found, *find_commands(text), *find_labelled(text)]


def _find_wrapped(text: str) -> list[Found]:
    """Find tokens broken by a line's end; a line that only follows a whole token is left alone."""
    found: list[Found] = []
    for pieces in wrapped_runs(text, BEGINNING):
        best: Found | None = None
        joined, whole = text[pieces[0][0] : pieces[0][1]], False
        for count, (start, end) in enumerate(pieces):
            if count:
                piece = text[start:end]
                if whole and not (any(map(str.isdigit, piece)) or len(piece) >= LONG_LINE):
                    break
                joined += piece
            kinds = [
                k
                for s, e, k in (*find_tokens(joined), *find_shapes(joined))
                if s == 0 and e == len(joined)
            ]
            whole = bool(kinds)
            if kinds and count:
                best = pieces[: count + 1], kinds[0]
        if best is not None:
            found.append(best)
    return found


def _is_moot(text: str, found: Found, pictures: list[Piece]) -> bool:
    """Already masked, or inside a picture."""
    (start, end), *more = found[0]
    if end - start <= KEPT and text.startswith(MASK, end):
        return True
    if not more and MASK in text[start:end]:
        head, _, rest = text[start:end].partition(MASK)
        return len(head) <= KEPT and not rest.replace(MASK, "").strip()
    return any(a <= start and end <= b for a, b in pictures)


def _mask(text: str, found: list[Found]) -> tuple[str, list[Masked]]:
    """Mask the findings; overlapping ones become one, under the first finding's kind."""
    marks = sorted(
        (start, end, order, not index, sum(e - s for s, e in pieces))
        for order, (pieces, _) in enumerate(found)
        for index, (start, end) in enumerate(pieces)
    )
    lines = _line_starts(text)
    kept: list[str] = []
    masked: list[Masked] = []
    last = position = 0
    while position < len(marks):
        start, end, order, first, size = marks[position]
        position += 1
        while position < len(marks) and marks[position][0] < end:
            _, other_end, other, _, other_size = marks[position]
            end, order, size = max(end, other_end), min(order, other), max(size, other_size)
            position += 1
        head = (
            text[start : start + KEPT] if first and max(size, end - start) >= SHORTEST_KEPT else ""
        )
        shown = _cover(text[start:end], head)
        kept += [text[last:start], shown]
        last = end
        if first:
            masked.append(Masked(found[order][1], bisect_right(lines, start), head + MASK))
    return "".join([*kept, text[last:]]), masked


def _cover(secret: str, head: str) -> str:
    r"""Mask one stretch line by line: indents, list marks and line ends stay.

    >>> _cover("abcdefgh\n  ijkl", "abcd")
    'abcd████\n  ████'
    """
    first, *more = secret.split("\n")
    covered = [head + MASK + ("\r" if more and first.endswith("\r") else "")]
    for line in more:
        body = line.rstrip("\r")
        lead = _LINE_START.match(body)
        indent = lead.group() if lead else ""
        covered.append(indent + (MASK if body[len(indent) :] else "") + line[len(body) :])
    return "\n".join(covered)
