"""Merging a card field by field against its base, byte for byte where nothing has to change.

Knows where each key's lines stand, and takes a field's lines from the side whose value wins, so
that comments, quotes and line ends survive. Where both sides changed one field (the body is one),
both texts are left between conflict marks, and the card counts as conflicted until a person has
chosen. Values follow ``merge_values``; the order of keys and the comments follow ours.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ofttold.core.cards.card import decode, refuse_conflict
from ofttold.core.cards.editing import set_fields, unreadable
from ofttold.core.cards.front_matter import Malformed, read_block, split
from ofttold.core.cards.yaml_nodes import compose
from ofttold.core.sharing.merge_values import TwoChanges, merge_value

if TYPE_CHECKING:
    from ofttold.core.cards.front_matter import Value
    from ofttold.core.cards.render import Field

BODY = "body"
FILE = "file"
OURS, THEIRS = "ours", "theirs"


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge came to: the bytes (None: deleted) and the fields left to a person.

    ``conflicts`` names fields, ``body``, or ``file`` where one side deleted what the other changed.
    """

    data: bytes | None
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Lines:
    """One key of the front matter: the comments above it, its own lines, its value."""

    above: str
    own: str
    value: Value


@dataclass(frozen=True, slots=True)
class _Parts:
    """A card taken apart; put together in order it is the file again."""

    head: str = ""
    keys: dict[str, _Lines] = field(default_factory=dict)
    below: str = ""
    fence: str = ""
    body: str = ""

    @property
    def newline(self) -> str:
        """Give the line ending in use."""
        return "\r\n" if "\r\n" in self.head else "\n"


def merge_cards(
    base: bytes | None, ours: bytes | None, theirs: bytes | None, *, name: str
) -> Merged:
    """Merge one card; None is a file that is not there (no base: both sides made it).

    Raises CardUnreadable where a side cannot be read (broken front matter, conflict marks).
    """
    if ours == theirs or theirs == base:
        return Merged(ours)
    if ours == base:
        return Merged(theirs)
    if ours is None or theirs is None:
        return Merged(ours if theirs is None else theirs, (FILE,))
    try:
        parts = [_take_apart(data) for data in (base or b"", ours, theirs)]
    except Malformed as fault:
        raise unreadable(fault, name) from fault
    return _Merge(parts[0], parts[1], parts[2], name).merge()


def _take_apart(data: bytes) -> _Parts:
    text = decode(data)
    refuse_conflict(text)
    found = split(text)
    if found is None:
        return _Parts(body=text)
    start, end, after = found
    block = text[start:end]
    keys, below = _keys(block)
    return _Parts(text[:start], keys, below, text[end:after], text[after:])


def _keys(block: str) -> tuple[dict[str, _Lines], str]:
    """Give each key with its lines, and what stands below the last."""
    root = compose(block)
    if root is None:
        return {}, block
    values = read_block(block)
    starts = [block.rfind("\n", 0, key.start_mark.index) + 1 for key, _ in root.value]
    if len(set(starts)) != len(starts):
        raise Malformed("card_yaml", 2)  # one line with several keys cannot be taken apart
    found: dict[str, _Lines] = {}
    last = 0
    for (key, _), start, stop in zip(root.value, starts, [*starts[1:], len(block)], strict=True):
        end = _end(block, start, stop)
        found[str(key.value)] = _Lines(block[last:start], block[start:end], values[str(key.value)])
        last = end
    return found, block[last:]


def _end(block: str, start: int, stop: int) -> int:
    """Leave blank lines and comments at the margin to what comes below."""
    while True:
        last = block.rfind("\n", start, stop - 1) + 1
        line = block[last:stop]
        if last <= start or (line.strip() and not line.startswith("#")):
            return stop
        stop = last


def _as_field(value: Value) -> Field:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {key: _as_field(inner) for key, inner in value.items()}
    return [_as_field(inner) for inner in value]


class _Merge:
    """The merge of three cards taken apart; ``conflicts`` fills while it runs."""

    def __init__(self, base: _Parts, ours: _Parts, theirs: _Parts, name: str) -> None:
        self.name = name
        self.base, self.ours, self.theirs = base, ours, theirs
        self.conflicts: list[str] = []
        self.newline = ours.newline

    def merge(self) -> Merged:
        """Put the merged card together."""
        block = "".join(self._field(key) for key in self._order())
        below = self._comments(self.base.below, self.ours.below, self.theirs.below)
        body = self._body()
        with_front = self.ours if self.ours.head else self.theirs
        head = with_front.head or ("---\n" if block else "")
        fence = with_front.fence or ("---\n" if block else "")
        if body and fence and not fence.endswith("\n"):
            fence += self.newline
        text = head + block + below + fence + body if head else body
        return Merged(text.encode(), tuple(self.conflicts))

    def _order(self) -> list[str]:
        """Give all keys: ours' order, theirs' own ones behind the key they stand behind there."""
        order = list(self.ours.keys)
        before = ""
        for key in self.theirs.keys:
            if key not in order:
                order.insert(order.index(before) + 1 if before in order else len(order), key)
            before = key
        return order

    def _field(self, key: str) -> str:
        base, ours, theirs = (p.keys.get(key) for p in (self.base, self.ours, self.theirs))
        values = [lines.value if lines else None for lines in (base, ours, theirs)]
        above = self._comments(*(lines.above if lines else "" for lines in (base, ours, theirs)))
        try:
            value = merge_value(key, *values)
        except TwoChanges:
            self.conflicts.append(key)
            return above + self._marked(ours.own if ours else "", theirs.own if theirs else "")
        if value is None:
            return above
        return above + self._lines(key, value, base, ours, theirs)

    def _lines(
        self,
        key: str,
        value: Value,
        base: _Lines | None,
        ours: _Lines | None,
        theirs: _Lines | None,
    ) -> str:
        """Give the lines that say the value: a side's own, or ours to be set anew."""
        if ours and value == ours.value:
            plain = base is not None and base.own == ours.own
            if theirs and theirs.value == value and plain:
                return self._as_ours(theirs.own)
            return self._whole(ours.own)
        if theirs and value == theirs.value:
            return self._as_ours(theirs.own)
        standing = self._whole((ours or theirs or _Lines("", f"{key}:\n", "")).own)
        card = f"---{self.newline}{standing}---{self.newline}"
        changed = set_fields(card.encode(), {key: _as_field(value)}, name=self.name).decode()
        return changed.removeprefix(f"---{self.newline}").removesuffix(f"---{self.newline}")

    def _comments(self, base: str, ours: str, theirs: str) -> str:
        """Keep comments: a one-sided change wins, else ours and the lines only theirs has."""
        base, theirs = self._as_ours(base), self._as_ours(theirs)
        if ours == base:
            return theirs
        if theirs in (base, ours):
            return ours
        have = ours.splitlines(keepends=True)
        return ours + "".join(x for x in theirs.splitlines(keepends=True) if x not in have)

    def _body(self) -> str:
        base, ours, theirs = self.base.body, self.ours.body, self.theirs.body
        if theirs in (base, ours):
            return ours
        if ours == base:
            return theirs
        self.conflicts.append(BODY)
        return self._marked(ours, theirs)

    def _marked(self, ours: str, theirs: str) -> str:
        """Set both texts between conflict marks, each on whole lines."""
        n = self.newline
        first, second = self._whole(ours) if ours else "", self._as_ours(theirs) if theirs else ""
        return f"<<<<<<< {OURS}{n}{first}======={n}{second}>>>>>>> {THEIRS}{n}"

    def _whole(self, text: str) -> str:
        return text if text.endswith("\n") else text + self.newline

    def _as_ours(self, text: str) -> str:
        if not text:
            return text
        return self._whole(text.replace("\r\n", "\n").replace("\n", self.newline))
