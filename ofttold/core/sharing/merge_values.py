"""Three values of one field become one: the law by which fields, lists and histories merge.

A one-sided change wins; both sides' same change is one change; lists unite (what one side took out
is out, what either put in is in); mappings merge key by key; ``review_history`` keeps every entry,
in order of time, whoever took one out; ``revision`` and ``updated`` take the higher. Two different changes of one field
are a conflict and are left to a person. Which side is "ours" makes no difference to any value.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ofttold.core.sharing.review import HISTORY

if TYPE_CHECKING:
    from ofttold.core.cards.front_matter import Value

LISTS = frozenset(("tags", "triggers", "aliases", "links", "supersedes", "derived_from"))
_SEPARATORS = str.maketrans("，、", ",,")
_LEAST = datetime.min.replace(tzinfo=UTC)


class TwoChanges(Exception):
    """Both sides changed one field, each in its own way; ``paths`` names the fields."""

    def __init__(self, paths: Sequence[str]) -> None:
        super().__init__(*paths)
        self.paths = tuple(paths)


def merge_value(
    key: str, base: Value | None, ours: Value | None, theirs: Value | None
) -> Value | None:
    """Merge one field's three values, None where the key is absent; raises TwoChanges.

    >>> merge_value("tags", ["甲", "乙", "丙"], ["甲", "丙"], ["甲", "乙", "丙", "丁"])
    ['甲', '丙', '丁']
    >>> merge_value("note", "x", "x", None) is None
    True
    """
    if ours == theirs:
        return ours
    if key == HISTORY:
        return _merge_history(_as_list(base), _as_list(ours), _as_list(theirs))
    if theirs == base:
        return ours
    if ours == base:
        return theirs
    if key == "revision":
        return _higher(ours, theirs)
    if key == "updated":
        return _later(ours, theirs)
    if key in LISTS or any(isinstance(value, list) for value in (ours, theirs)):
        lists = [_items(value) for value in (base, ours, theirs)]
        if all(items is not None for items in lists):
            united = _merge_lists(lists[0] or [], lists[1] or [], lists[2] or [])
            return united or (None if None in (ours, theirs) else [])
    if isinstance(ours, dict) and isinstance(theirs, dict) and isinstance(base, dict | None):
        return merge_mapping(base or {}, ours, theirs)
    raise TwoChanges([key])


def merge_mapping(
    base: dict[str, Value], ours: dict[str, Value], theirs: dict[str, Value]
) -> dict[str, Value]:
    """Merge key by key, in ours' order and then theirs'; raises TwoChanges with every such key."""
    merged: dict[str, Value] = {}
    twice: list[str] = []
    for key in dict.fromkeys([*ours, *theirs]):
        try:
            value = merge_value(key, base.get(key), ours.get(key), theirs.get(key))
        except TwoChanges:
            twice.append(key)
            continue
        if value is not None:
            merged[key] = value
    if twice:
        raise TwoChanges(twice)
    return merged


def _items(value: Value | None) -> list[Value] | None:
    """Read a value as a list: a text is split at commas; None for what is no list."""
    if value is None:
        return []
    if isinstance(value, str):
        return [part.strip() for part in value.translate(_SEPARATORS).split(",") if part.strip()]
    return list(value) if isinstance(value, list) else None


def _as_list(value: Value | None) -> list[Value]:
    return list(value) if isinstance(value, list) else [value] if value else []


def _name(item: Value) -> str:
    return json.dumps(item, ensure_ascii=False, sort_keys=True)


def _merge_lists(base: list[Value], ours: list[Value], theirs: list[Value]) -> list[Value]:
    """Unite two lists over their base: survivors first, then what either side put in."""
    values = {_name(item): item for item in (*base, *ours, *theirs)}
    was, left, right = ([*dict.fromkeys(map(_name, items))] for items in (base, ours, theirs))
    stays = {name for name in was if name in left and name in right}
    stood, here, there = ([n for n in names if n in stays] for names in (was, left, right))
    order = there if here == stood else here if there == stood else min(here, there)
    new_left = [name for name in left if name not in was]
    new_right = [name for name in right if name not in was]
    return [values[name] for name in (*order, *_unite_new(new_left, new_right))]


def _unite_new(left: list[str], right: list[str]) -> list[str]:
    """Unite what was put in: one side's order where it has it all, else by name."""
    fuller = _fuller(left, right)
    return sorted({*left, *right}) if fuller is None else fuller


def _fuller(left: list[str], right: list[str]) -> list[str] | None:
    """Give the side that has all of the other's; None where each has something of its own."""
    if set(left) == set(right):
        return min(left, right)
    if set(right) < set(left):
        return left
    return right if set(left) < set(right) else None


def _merge_history(base: list[Value], ours: list[Value], theirs: list[Value]) -> list[Value]:
    """Unite histories: nothing is dropped, each side keeps its order, time decides between them."""
    values = {_name(entry): entry for entry in (*base, *ours, *theirs)}
    left = [list(dict.fromkeys(map(_name, side))) for side in (base, ours, theirs)]
    merged: list[str] = []
    while any(left):
        heads = {side[0] for side in left if side}
        inner = {name for side in left for name in side[1:]}
        # where the sides contradict one another no head is free, and time alone decides
        free = (heads - inner) or heads
        merged.append(min(free, key=lambda name: (_moment(values[name]), name)))
        left = [[name for name in side if name != merged[-1]] for side in left]
    return [values[name] for name in merged]


def _moment(entry: Value) -> datetime:
    """Give when an entry was made; one that does not say so comes first."""
    at = entry.get("at") if isinstance(entry, dict) else None
    return _read_moment(at) if isinstance(at, str) else _LEAST


def _read_moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return _LEAST
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _higher(ours: Value | None, theirs: Value | None) -> Value | None:
    numbers = [v for v in (ours, theirs) if isinstance(v, str) and v.isascii() and v.isdigit()]
    return max(numbers, key=lambda text: (int(text), text)) if numbers else _either(ours, theirs)


def _later(ours: Value | None, theirs: Value | None) -> Value | None:
    texts = [value for value in (ours, theirs) if isinstance(value, str)]
    later = max(texts, key=lambda text: (_read_moment(text), text), default=None)
    return later if later is not None else _either(ours, theirs)


def _either(ours: Value | None, theirs: Value | None) -> Value | None:
    """Choose between two values nothing can be said of, the same way from both sides."""
    values = [value for value in (ours, theirs) if value is not None]
    return max(values, key=_name, default=None)
