"""Changing one field of a card's front matter: one span of bytes, everything else as it was.

Knows where a key's value stands (from the YAML composer) and writes only there: comments, order,
quotes, line endings and unknown keys stay. What it plans is read again and compared before it is
handed out; where more than the one field would change, it refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ofttold.core.cards.card import KEYS, decode, refuse_conflict
from ofttold.core.cards.front_matter import Malformed, read_block, split
from ofttold.core.cards.render import render_double, render_field, render_flow, render_scalar
from ofttold.core.cards.yaml_nodes import compose
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.core.splice import Splice, apply

if TYPE_CHECKING:
    from ofttold.core.cards.front_matter import Value
    from ofttold.core.cards.render import Field


class CardUnreadable(OfttoldError):
    """The card's front matter cannot be read, so nothing in it is changed."""

    key = "card_unreadable"


class CardUnclear(OfttoldError):
    """The field cannot be changed without touching something else."""

    key = "card_unclear"


def plan_set_field(data: bytes, key: str, value: Field | None, *, name: str) -> Splice | None:
    """Give the change that sets one key (``None`` takes it out); None where it stands so already.

    Lists and mappings keep the lines of what stays in them. Raises CardUnreadable (broken front
    matter, by place) and CardUnclear.
    """
    try:
        text = decode(data)
        refuse_conflict(text)
        parts = split(text)
        before = read_block(text[parts[0] : parts[1]]) if parts else {}
        wanted = {k: v for k, v in before.items() if k != key}
        if value is not None:
            wanted[key] = _as_read(value)
        if wanted == before:
            return None
        start, end, replacement = _plan(text, parts, key, value)
    except Malformed as fault:
        raise unreadable(fault, name) from fault
    splice = _in_bytes(text, start, end, replacement)
    _require_only(apply(data, splice), wanted, text, parts, name=name, key=key)
    return splice


def set_fields(data: bytes, changes: Mapping[str, Field | None], *, name: str) -> bytes:
    """Set several keys, one span each; raises as ``plan_set_field`` does."""
    for key, value in changes.items():
        splice = plan_set_field(data, key, value, name=name)
        data = apply(data, splice) if splice else data
    return data


def replace_body(data: bytes, body: str, *, name: str) -> bytes:
    """Replace all that stands after the front matter, in the file's own line ending."""
    try:
        text = decode(data)
        parts = split(text)
    except Malformed as fault:
        raise unreadable(fault, name) from fault
    after = parts[2] if parts else len(text) - len(text.removeprefix("\ufeff"))
    head = text[:after]
    newline = _newline(text)
    if parts and head and not head.endswith("\n"):
        head += newline
    plain = body.replace("\r\n", "\n").strip("\n")
    tail = plain.replace("\n", newline) + newline if plain else ""
    return (head + tail).encode()


def unreadable(fault: Malformed, name: str) -> CardUnreadable:
    """Turn a fault of the front matter into a refusal that names the place."""
    finding = Finding(name, fault.line, fault.code, fault.values, fault.column)
    return unreadable_card(finding)


def unreadable_card(finding: Finding) -> CardUnreadable:
    """Turn a broken card's finding into a refusal to change it."""
    return CardUnreadable(place=finding.place(), zh=finding.message("zh"), en=finding.message("en"))


def _as_read(value: Field) -> Value:
    """Give a value as it will read back: texts all the way down."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _as_read(item) for key, item in value.items()}
    return [_as_read(item) for item in value]


def _in_bytes(text: str, start: int, end: int, replacement: str) -> Splice:
    first = len(text[:start].encode())
    return Splice(first, first + len(text[start:end].encode()), replacement.encode())


def _require_only(
    data: bytes,
    wanted: dict[str, Value],
    text: str,
    parts: tuple[int, int, int] | None,
    *,
    name: str,
    key: str,
) -> None:
    """Raise CardUnclear unless the new text holds the wanted fields and the same body."""
    after = data.decode()
    try:
        now = split(after)
        found = read_block(after[now[0] : now[1]]) if now else {}
    except Malformed as fault:
        raise CardUnclear(name=name, field=key) from fault
    body = text[parts[2] :] if parts else text.removeprefix("\ufeff")
    if found != wanted or now is None or after[now[2] :] != body:
        raise CardUnclear(name=name, field=key)


def _newline(text: str) -> str:
    line_end = text.find("\n")
    return "\r\n" if line_end > 0 and text[line_end - 1] == "\r" else "\n"


def _plan(
    text: str, parts: tuple[int, int, int] | None, key: str, value: Field | None
) -> tuple[int, int, str]:
    """Find the span in characters and what replaces it."""
    newline = _newline(text)
    if parts is None:
        at = len(text) - len(text.removeprefix("\ufeff"))
        field = render_field(key, value if value is not None else "", newline=newline)
        return at, at, f"---{newline}{field}---{newline}"
    offset, block = parts[0], text[parts[0] : parts[1]]
    root = compose(block)
    entries = _entries(block, root) if root else []
    for name, node, start, end in entries:
        if name == key:
            if value is None:
                return offset + start, offset + end, ""
            if isinstance(node, ScalarNode) and node.start_mark.index == node.end_mark.index:
                _set_empty_mark(block, node, start)
            first, last, new = _change(block, node, (start, end), key, value, newline)
            return offset + first, offset + last, new
    assert value is not None
    at = offset + _place_for(key, entries, len(block))
    return at, at, render_field(key, value, newline=newline)


Entry = tuple[str, Node, int, int]


def _entries(block: str, root: MappingNode) -> list[Entry]:
    """List the root's keys with their values and the lines each takes, comments below left out."""
    starts = [block.rfind("\n", 0, key.start_mark.index) + 1 for key, _ in root.value]
    ends = [*starts[1:], len(block)]
    return [
        (str(key.value), node, start, _end_of_lines(block, start, end))
        for (key, node), start, end in zip(root.value, starts, ends, strict=True)
    ]


def _end_of_lines(block: str, start: int, end: int) -> int:
    """Leave out blank lines and comments at column 0 from the end of a span of lines."""
    while True:
        last = block.rfind("\n", start, end - 1) + 1
        line = block[last:end].strip()
        if last <= start or (line and not block[last:end].startswith("#")):
            return end
        end = last


def _set_empty_mark(block: str, node: ScalarNode, start: int) -> None:
    """Put an empty value where it would stand: right behind its key's colon."""
    line = block[start : block.find("\n", start)]
    quoted = re.match(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", line)
    colon = start + line.index(":", quoted.end() if quoted else 0) + 1
    node.start_mark.index = node.end_mark.index = colon


def _place_for(key: str, entries: Sequence[Entry], block_end: int) -> int:
    """Find where a new key goes: behind the last key that comes before it in the known order."""
    order = {name: place for place, name in enumerate(KEYS)}
    if key not in order:
        return entries[-1][3] if entries else block_end
    before = [end for name, _, _, end in entries if order.get(name, len(order)) < order[key]]
    return before[-1] if before else entries[0][2] if entries else 0


def _change(
    block: str, node: Node, lines: tuple[int, int], key: str, value: Field, newline: str
) -> tuple[int, int, str]:
    """Plan the new value of a key that stands there."""
    start, end = lines
    whole = (start, end, render_field(key, value, newline=newline))
    if isinstance(node, ScalarNode):
        scalar = _inline(value, node)
        at, stop = node.start_mark.index, node.end_mark.index
        if scalar is None or node.style in ("|", ">") or "\n" in block[at:stop]:
            return whole
        gap = "" if block[at - 1 : at] in (" ", "\t") else " "
        return at, stop, gap + scalar
    if isinstance(node, SequenceNode) and isinstance(value, list | tuple):
        return _change_list(block, node, end, value, newline) or whole
    if isinstance(node, MappingNode) and isinstance(value, Mapping) and not node.flow_style:
        return _change_mapping(block, node, end, value, newline) or whole
    return whole


def _inline(value: Field, node: ScalarNode) -> str | None:
    """Write a value on its key's line, in the quotes that stood there; None for a mapping."""
    if isinstance(value, Mapping) or (
        not isinstance(value, str | int) and any(isinstance(item, Mapping) for item in value)
    ):
        return None
    if not isinstance(value, str | bool | int):
        return render_flow(value)
    text = str(_as_read(value))
    if node.style == '"':
        return render_double(text)
    plain = render_scalar(text) if isinstance(value, str) else text
    return "'" + text.replace("'", "''") + "'" if node.style == "'" and plain == text else plain


def _change_list(
    block: str, node: SequenceNode, end: int, value: Sequence[Field], newline: str
) -> tuple[int, int, str] | None:
    """Keep the text of the items that stay; None where the list must be written anew."""
    items = [item for item in node.value if isinstance(item, ScalarNode)]
    texts = [item for item in value if isinstance(item, str)]
    if len(items) != len(node.value) or len(texts) != len(value) or not items or not texts:
        return None
    if node.flow_style:
        spans = [(i.start_mark.index, i.end_mark.index) for i in items]
        kept = _kept(block, items, spans)
        new = [_take(kept, text, lambda t: render_scalar(t, in_flow=True)) for text in texts]
        inner = ", ".join(new)
        return spans[0][0], spans[-1][1], inner
    dashes = [block.rfind("\n", 0, item.start_mark.index) + 1 for item in items]
    if len(set(dashes)) != len(dashes):
        return None
    kept = _kept(block, items, list(zip(dashes, [*dashes[1:], end], strict=True)))
    indent = block[dashes[0] : block.index("-", dashes[0])]
    new = [_take(kept, t, lambda t: f"{indent}- {render_scalar(t)}{newline}") for t in texts]
    return dashes[0], end, "".join(new)


def _change_mapping(
    block: str, node: MappingNode, end: int, value: Mapping[str, Field], newline: str
) -> tuple[int, int, str] | None:
    """Keep the lines of the inner keys whose values stay."""
    if not node.value or not value:
        return None
    starts = [block.rfind("\n", 0, key.start_mark.index) + 1 for key, _ in node.value]
    spans = list(zip(starts, [*starts[1:], end], strict=True))
    indent = block[starts[0] : node.value[0][0].start_mark.index]
    if indent.strip() or len(set(starts)) != len(starts):
        return None
    kept = {
        str(key.value): block[first:last]
        for (key, _), (first, last) in zip(node.value, spans, strict=True)
    }
    new: list[str] = []
    for inner, wanted in value.items():
        rendered = render_field(inner, wanted, newline=newline, indent=indent)
        old = kept.get(inner, "")
        new.append(old if old and _says(old, inner, wanted) else rendered)
    return starts[0], end, "".join(new)


def _says(lines: str, key: str, value: Field) -> bool:
    """Tell whether these lines already give the key this value."""
    first = len(lines) - len(lines.lstrip(" "))
    plain = "\n".join(line[first:] for line in lines.replace("\r\n", "\n").split("\n"))
    return read_block(plain) == {key: _as_read(value)}


def _kept(
    block: str, items: Sequence[ScalarNode], spans: Sequence[tuple[int, int]]
) -> dict[str, list[str]]:
    """Map each item's value to its source, in order; the same value may stand several times."""
    found: dict[str, list[str]] = {}
    for item, (first, last) in zip(items, spans, strict=True):
        found.setdefault(str(item.value), []).append(block[first:last])
    return found


def _take(kept: dict[str, list[str]], text: str, render: Callable[[str], str]) -> str:
    sources = kept.get(text)
    return sources.pop(0) if sources else render(text)
