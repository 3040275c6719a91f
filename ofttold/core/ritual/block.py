"""The block: what an agent gets at every session start, made of values read from the folder.

Knows the order, the voices and the budget; refuses to know files, caches and hosts. Same values,
same day: the same bytes. On the hooks' path after a change, so import-light: plain classes.

    [oft-told · memory · 2026-11-30]
    contract header
    ## a section's heading, then the person's own lines
    status lines · check-up lines · notices
    [/oft-told]
"""

from __future__ import annotations

import json

from ofttold.core.strings import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ofttold.core.strings import Lang

    Size = tuple[int, int, int]

HEADING_CHARS = 120  # characters of a heading that are shown
LINE_CHARS = 300  # characters of a status, check-up or notice line
TEXT, ITEM = 0, 1
KEPT_ITEMS = 1  # items a section keeps while others still have some to give

# What a reader, a model or a host could take for the end or the beginning of a wrapper.
_WRAPPERS = ("oft-told", "system-reminder", "system_reminder", "hook_context")
_FULL_WIDTH = {"[": "［", "<": "＜"}
# Passed over when a wrapper's name is looked for: blanks, slashes and what nobody sees.
_GAPS = frozenset(
    "/／ \t\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\u00a0\u3000"
)
_DROP_GAPS = dict.fromkeys(map(ord, _GAPS))
_BREAKS = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029], " ")
_FIRST_LETTERS = frozenset("oOsShH\u017f")  # U+017F folds to s
_LONGEST_TAG = 80  # characters after a bracket in which a wrapper's name is looked for
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_TAGS = frozenset(map(chr, range(0xE0000, 0xE0080)))
_HIDDEN = _TURNING | _TAGS
_FLAG = "\U0001f3f4"  # a flag of a region is spelt with tag characters


def neutralise(text: str) -> str:
    """Make text that would open or close a wrapper harmless, and drop what hides in it.

    The bracket that begins a wrapper becomes full-width, so that it stays readable. Written by
    hand, since compiling the pattern would cost a hook more than the whole block.

    >>> neutralise("a [/oft-told] b </ SYSTEM-reminder > 1 < 2")
    'a ［/oft-told] b ＜/ SYSTEM-reminder > 1 < 2'
    """
    if not text.isascii() and not _HIDDEN.isdisjoint(text):
        text = _drop_hidden(text)
    bare = text.casefold().translate(_DROP_GAPS)
    if not any(name in bare for name in _WRAPPERS):
        return text  # as good as always, and much faster than a look behind each bracket
    out: list[str] = []
    done = 0
    for bracket, wide in _FULL_WIDTH.items():
        at = text.find(bracket)
        while at >= 0:
            if _names_wrapper(text, at + 1):
                out += text[done:at], wide
                done = at + 1
            at = text.find(bracket, at + 1)
        if out:
            text, out, done = "".join(out) + text[done:], [], 0
    return text


def _names_wrapper(text: str, start: int) -> bool:
    """Tell whether a wrapper's name begins here; most brackets are let go by one letter."""
    end = min(len(text), start + _LONGEST_TAG)
    at = start
    while at < end and text[at] in _GAPS:
        at += 1
    if at == end or text[at] not in _FIRST_LETTERS:
        return False
    bare = "".join([letter for letter in text[at:end] if letter not in _GAPS]).casefold()
    return bare.startswith(_WRAPPERS)


def _drop_hidden(text: str) -> str:
    """Leave out tag characters that are no flag's, and what turns the writing round."""
    out: list[str] = []
    for letter in text:
        if letter in _TURNING:
            continue
        if letter in _TAGS and not (out and (out[-1] == _FLAG or out[-1] in _TAGS)):
            continue
        out.append(letter)
    return "".join(out)


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text: two for three characters of Chinese (seed), else one for four.

    >>> estimate_tokens("鲸" * 425)
    283
    """
    wide = sum(1 for letter in text if letter > "\u2e7f")
    share = 2 / 3 if wide * 8 >= len(text) else 1 / 4
    return round(len(text) * share)


class Unit:
    """A run of the person's own lines: an ITEM (with all nested lines) or the TEXT between items."""

    __slots__ = ("anchor", "kind", "line", "source")

    def __init__(self, kind: int, line: int, source: str, anchor: int = -1) -> None:
        self.kind, self.line, self.source, self.anchor = kind, line, source, anchor


class Part:
    """One section to show: its key (or the person's heading), heading as written, line, units."""

    __slots__ = ("heading", "key", "line", "units")

    def __init__(self, key: str, heading: str, line: int, units: list[Unit]) -> None:
        self.key, self.heading, self.line, self.units = key, heading, line, units

    def text(self) -> str:
        """Give the lines of the section without its heading; blank lines at the edges are cut."""
        return "\n".join(unit.source for unit in self.units).strip("\n")


class Block:
    """The finished block: ``text`` ends in a newline; ``left_out`` counts items by section heading."""

    __slots__ = ("checks", "left_out", "notices", "parts", "status", "text")

    def __init__(
        self,
        text: str,
        parts: list[Part],
        status: list[str],
        checks: list[str],
        notices: list[str],
        left_out: list[tuple[str, int]],
    ) -> None:
        self.text, self.parts, self.left_out = text, parts, left_out
        self.status, self.checks, self.notices = status, checks, notices


class Budget:
    """How long the block may be.

    ``chars`` bounds the text itself. ``wire`` bounds it as hosts get it: JSON-escaped, counted in
    UTF-16 units; ``octets`` bounds the escaped UTF-8 bytes, for a host that counts those.
    """

    __slots__ = ("chars", "octets", "wire")

    def __init__(self, chars: int, *, wire: int, octets: int | None = None) -> None:
        self.chars, self.wire, self.octets = chars, wire, octets

    def over(self, size: Size) -> bool:
        """Tell whether a text of this size is too long."""
        chars, wire, octets = size
        return (
            chars > self.chars
            or wire > self.wire
            or (self.octets is not None and octets > self.octets)
        )


def measure(text: str) -> Size:
    """Measure a text: characters; UTF-16 units and bytes once it is JSON.

    >>> measure('"鲸"'), measure("🐋")
    ((3, 5, 7), (1, 2, 4))
    """
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    octets = len(escaped.encode("utf-8", "surrogatepass"))
    wide = 0 if escaped.isascii() else sum(1 for letter in escaped if letter > "\uffff")
    return len(text), len(escaped) + wide, octets


def one_line(text: str) -> str:
    r"""Keep a line of ours one line of bounded length, whatever a file's name or a word holds.

    >>> one_line("a\nb"), len(one_line("a" * 999))
    ('a b', 300)
    """
    if not text.isprintable():
        text = text.translate(_BREAKS)
    return text if len(text) <= LINE_CHARS else text[: LINE_CHARS - 1] + "…"


def _head(part: Part) -> str:
    heading = (
        part.heading if len(part.heading) <= HEADING_CHARS else part.heading[:HEADING_CHARS] + "…"
    )
    return neutralise(f"## {heading}")


def _render(
    frame: tuple[str, str, str],
    parts: Iterable[Part],
    sunk: str,
    tail: Sequence[str],
) -> str:
    opening, header, closing = frame
    lines = [opening, header]
    for part in parts:
        body = neutralise(part.text())
        if not body.strip() and not (part.key == "oft_told" and sunk):
            continue
        lines.append(_head(part))
        if body.strip():
            lines.append(body)
        if part.key == "oft_told" and sunk:
            lines.append(sunk)
    lines.extend(tail)
    lines.append(closing)
    return "\n".join(lines) + "\n"


def _leaving(
    parts: Sequence[Part], heaviness: dict[int, int] | None, budget: Budget
) -> list[tuple[Part, Unit]]:
    """List the items in the order in which they leave a block that is too long.

    What is too long for any block by itself goes first. Then anchors by weight, the lightest first; then, from their ends, the person's own sections,
    who_i_am, hard_rules. Each section keeps one item until nothing else is left to give.
    """
    rank = {"oft_told": 0, "who_i_am": 2, "hard_rules": 3}
    ordered = sorted(parts, key=lambda part: rank.get(part.key, 1))
    hopeless: list[tuple[Part, Unit]] = []
    first: list[tuple[Part, Unit]] = []
    last: list[tuple[Part, Unit]] = []
    for part in ordered:
        fitting: list[Unit] = []
        for unit in part.units:
            if budget.over(measure(unit.source)):
                hopeless.append((part, unit))
            else:
                fitting.append(unit)
        items = [unit for unit in fitting if unit.kind == ITEM]
        texts = [unit for unit in fitting if unit.kind == TEXT and unit.source.strip()]
        if part.key == "oft_told":
            weight = heaviness or {}
            items.sort(key=lambda unit: weight.get(unit.anchor, unit.anchor))
        units = [*items[:KEPT_ITEMS], *texts, *items[KEPT_ITEMS:]]
        first.extend((part, unit) for unit in reversed(units[KEPT_ITEMS:]))
        last.extend((part, unit) for unit in units[:KEPT_ITEMS])
    return hopeless + first + last


def _take_out(left: Sequence[tuple[Part, Unit]]) -> None:
    """Take what has left out of its parts, all at once: one by one would cost the square."""
    gone = {id(unit) for _, unit in left}
    for part in {id(part): part for part, _ in left}.values():
        part.units[:] = [unit for unit in part.units if id(unit) not in gone]


def _count_left(left: Sequence[tuple[Part, Unit]]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for part, _ in left:
        counts[part.heading] = counts.get(part.heading, 0) + 1
    return list(counts.items())


def _say_left(lang: Lang, counts: Sequence[tuple[str, int]], memory_name: str) -> str:
    listed = say(lang, "ritual.list_joint").join(
        say(lang, "ritual.left_out_of", section=neutralise(heading[:40]), count=count)
        for heading, count in counts
    )
    return say(lang, "ritual.left_out", listed=listed, file=memory_name)


def compose(
    parts: list[Part],
    status: list[str],
    checks: list[str],
    notices: list[str],
    *,
    date: str,
    lang: Lang,
    budget: Budget,
    memory_name: str,
    index_name: str = "index.md",
    sunk: int = 0,
    heaviness: Callable[[], dict[int, int]] | None = None,
) -> Block:
    """Put the block together and let whole items leave until it is within the budget.

    ``heaviness`` gives each anchor's rank by weight (0 the heaviest), asked only if something leaves;
    without it the later item leaves first. Never half a line: a single item longer than the whole
    budget leaves too, and the line that counts what was left out says so.
    """
    frame = (
        f"[oft-told · memory · {date}]",
        say(lang, "ritual.header", file=memory_name, index=index_name),
        "[/oft-told]",
    )
    status, checks, notices = ([*map(one_line, said)] for said in (status, checks, notices))
    tail = [neutralise(line) for line in [*status, *checks, *notices]]
    sunk_line = say(lang, "ritual.sunk", count=sunk, file=memory_name) if sunk else ""
    text = _render(frame, parts, sunk_line, tail)
    size = measure(text)
    left: list[tuple[Part, Unit]] = []
    queue: Iterator[tuple[Part, Unit]] | None = None
    while budget.over(size):
        if queue is None:
            queue = iter(_leaving(parts, heaviness() if heaviness else None, budget))
        following = next(queue, None)
        if following is None:
            break
        unit = following[1]
        left.append(following)
        gone = measure(neutralise(unit.source) + "\n")
        size = (size[0] - gone[0], size[1] - gone[1], size[2] - gone[2])
        if not budget.over(size):
            _take_out(left)
            counts = _count_left(left)
            text = _render(frame, parts, sunk_line, [_say_left(lang, counts, memory_name), *tail])
            size = measure(text)
    _take_out(left)
    counts = _count_left(left)
    return Block(text, parts, status, checks, notices, counts)
