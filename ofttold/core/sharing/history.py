"""Writing a step into a card: its label changed in place, its line appended behind the others.

Knows the bytes of one card; everything but the changed values and the new line stays as it was,
comments and hand-written entries included.
"""

from __future__ import annotations

from collections.abc import Mapping

from ruamel.yaml.nodes import MappingNode, SequenceNode

from ofttold.core.cards.card import decode
from ofttold.core.cards.editing import set_fields
from ofttold.core.cards.front_matter import Malformed, read_block, split
from ofttold.core.cards.render import Field, render_field
from ofttold.core.cards.yaml_nodes import compose
from ofttold.core.sharing.review import HISTORY, Step


def write_step(
    data: bytes, step: Step, *, name: str, also: Mapping[str, Field | None] | None = None
) -> bytes:
    """Write one step into a card's bytes, with further fields where ``also`` names some.

    Raises CardUnreadable (by place) and CardUnclear; nothing is written then.
    """
    fields: dict[str, Field | None] = {**step.fields(), **(also or {})}
    return append_history(set_fields(data, fields, name=name), step.line(), name=name)


def append_history(data: bytes, entry: Mapping[str, str], *, name: str) -> bytes:
    """Append one entry to ``review_history``; raises as ``write_step`` does."""
    quick = _appended(data, entry)
    if quick is not None:
        return quick
    known = _entries(data)
    return set_fields(data, {HISTORY: [*known, dict(entry)]}, name=name)


def _entries(data: bytes) -> list[Field]:
    """Give what stands under the key as a list of mappings; a text someone put there stays as one."""
    text = data.decode()
    parts = split(text)
    value = read_block(text[parts[0] : parts[1]]).get(HISTORY) if parts else None
    listed = value if isinstance(value, list) else [value] if value else []
    return [one if isinstance(one, dict) else {"why": one} for one in listed]


def _appended(data: bytes, entry: Mapping[str, str]) -> bytes | None:
    """Insert the entry behind a block list; None where there is none, or it would not read back."""
    try:
        text = decode(data)
        parts = split(text)
        root = compose(text[parts[0] : parts[1]]) if parts else None
    except Malformed:
        return None
    if parts is None or root is None:
        return None
    block = text[parts[0] : parts[1]]
    at, indent = _end_of_list(block, root)
    if at < 0:
        return None
    newline = "\r\n" if "\r\n" in block else "\n"
    lines = render_field("x", [dict(entry)], newline=newline).split(newline)[1:]
    new = newline.join(indent + line[2:] if line else line for line in lines)
    after = text[: parts[0] + at] + new + text[parts[0] + at :]
    return after.encode() if _reads_back(text, after, entry) else None


def _end_of_list(block: str, root: MappingNode) -> tuple[int, str]:
    """Find where the list's last entry ends and how its dashes are indented; (-1, '') if unclear."""
    for key, node in root.value:
        if key.value != HISTORY or not isinstance(node, SequenceNode) or node.flow_style:
            continue
        first, last = node.value[0], node.value[-1]
        if not isinstance(last, MappingNode) or last.flow_style or not last.value:
            return -1, ""
        value = last.value[-1][1]
        start = block.rfind("\n", 0, first.start_mark.index) + 1
        indent = block[start : block.index("-", start)]
        end = block.find("\n", value.end_mark.index - (value.style in ("|", ">")))
        return (end + 1, indent) if end >= 0 and not indent.strip() else (-1, "")
    return -1, ""


def _reads_back(before: str, after: str, entry: Mapping[str, str]) -> bool:
    """Tell whether the new text holds the old fields, the entry at the list's end, and the body."""
    old, new = split(before), split(after)
    if old is None or new is None or before[old[2] :] != after[new[2] :]:
        return False
    try:
        had, has = read_block(before[old[0] : old[1]]), read_block(after[new[0] : new[1]])
    except Malformed:
        return False
    listed = had.get(HISTORY)
    return isinstance(listed, list) and has == {**had, HISTORY: [*listed, dict(entry)]}
