"""Our rows in a YAML list of patch steps: appended as one step, brought up to date, cut whole.

    - insert:
        - id: ofttold
          name: "/abs/plugin.mjs"
          config: {…}

A library composes the text to look and to check; it never writes. Only a block list at the root of
a single document is touched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ofttold.hosts.splices import ConfigFault, Edit, apply_edits, fault_at, newline_of
from ofttold.hosts.wants import Merge, RowWant, Want

Path = tuple[str, ...]
_STEP = "insert"


def _compose(text: str) -> Node | None:
    """Read the node tree; raises ConfigFault with line and column."""
    try:
        node: Node | None = YAML(typ="rt", pure=True).compose(text)
    except MarkedYAMLError as fault:
        mark = fault.problem_mark
        code = "many_documents" if "document" in str(fault.problem) else "syntax"
        place = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise ConfigFault(code, *place) from fault
    except YAMLError as fault:
        raise ConfigFault("syntax") from fault
    except RecursionError as fault:
        raise ConfigFault("too_deep") from fault
    return node


def _steps(text: str) -> list[Node]:
    """Give the steps of the root list; none for a text with no value."""
    root = _compose(text)
    if root is None or (isinstance(root, ScalarNode) and not root.value):
        return []
    if not isinstance(root, SequenceNode) or root.flow_style:
        raise fault_at("wrong_shape", text, root.start_mark.index)
    return list(root.value)


def _find(node: Node, key: str) -> Node | None:
    """Give the value under a key of a mapping."""
    if isinstance(node, MappingNode):
        for name, value in node.value:
            if isinstance(name, ScalarNode) and name.value == key:
                return value if isinstance(value, Node) else None
    return None


def _rows(step: Node) -> list[Node]:
    """Give the rows that a step inserts."""
    inserted = _find(step, _STEP)
    return list(inserted.value) if isinstance(inserted, SequenceNode) else []


def _is_ours(row: Node, wants: Sequence[Want]) -> bool:
    name = _find(row, "id")
    return isinstance(name, ScalarNode) and any(
        isinstance(want, RowWant) and want.id() == name.value for want in wants
    )


def _plain(node: Node) -> object:
    """Give a node's data with its tags, for comparing."""
    if isinstance(node, MappingNode):
        return (node.tag, tuple((_plain(key), _plain(value)) for key, value in node.value))
    if isinstance(node, SequenceNode):
        return (node.tag, tuple(_plain(part) for part in node.value))
    return (node.tag, node.value)


def _flow(value: object) -> str:
    """Write a value on one line; JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)


def render_step(wants: Sequence[Want], newline: str = "\n", indent: str = "") -> str:
    """Write our step, as it is appended and as the snippet shows it."""
    lines = [f"{indent}- {_STEP}:"]
    for want in wants:
        assert isinstance(want, RowWant)
        for number, (key, value) in enumerate(want.row.items()):
            mark = "- " if number == 0 else "  "
            text = str(value) if key == "id" else _flow(value)
            lines.append(f"{indent}    {mark}{key}: {text}")
    return "".join(line + newline for line in lines)


def _append(text: str, steps: Sequence[Node], wants: Sequence[Want]) -> Edit:
    newline = newline_of(text)
    lead = "" if not text.strip("\ufeff") or text.endswith("\n") else newline
    indent = ""
    if steps:
        first = steps[0].start_mark.index
        line_start = text.rfind("\n", 0, first) + 1
        indent = text[line_start:first].removeprefix("\ufeff").split("-")[0]
    return Edit(len(text), "", lead + render_step(wants, newline, indent))


def _update(text: str, row: Node, want: RowWant) -> Iterator[Edit]:
    """Bring the leaves of one row up to date, in place."""
    for key, value in want.row.items():
        yield from _update_leaf(text, _find(row, key), value)


def _update_leaf(text: str, node: Node | None, value: object) -> Iterator[Edit]:
    if node is None:
        raise ConfigFault("foreign_entry")
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _update_leaf(text, _find(node, key), part)
        return
    wanted = _compose(_flow(value))
    if wanted is None or _plain(wanted) != _plain(node):
        start, end = node.start_mark.index, node.end_mark.index
        if "\n" in text[start:end]:
            raise fault_at("foreign_entry", text, start)
        yield Edit(start, text[start:end], _flow(value))


def install(text: str, wants: Sequence[Want]) -> Merge:
    """Put our rows in, or bring them up to date; raises ConfigFault where that would lose data."""
    steps = _steps(text)
    edits: list[Edit] = []
    missing: list[Want] = []
    rows = [row for step in steps for row in _rows(step)]
    for want in wants:
        assert isinstance(want, RowWant)
        found = [row for row in rows if _is_ours(row, [want])]
        if not found:
            missing.append(want)
        for row in found[:1]:
            edits += _update(text, row, want)
    if missing:
        edits.append(_append(text, steps, missing))
    edits.sort(key=lambda edit: edit.start, reverse=True)
    result = apply_edits(text, edits)
    _prove(text, result, wants, installed=True)
    return Merge(result, tuple(edits))


def _prove(before: str, after: str, wants: Sequence[Want], *, installed: bool) -> None:
    """Compare what is not ours, before and after; raises ConfigFault when it differs."""
    same = foreign(before, wants) == foreign(after, wants)
    if not same or any(count_ours(after, want) != int(installed) for want in wants):
        raise ConfigFault("would_lose")


def remove(
    text: str,
    wants: Sequence[Want],
    made: Sequence[Path] = (),
    hollow: Sequence[Path] = (),
) -> str:
    """Cut our rows, and their step with them when it holds nothing else."""
    del made, hollow
    result = text
    for step in reversed(_steps(text)):
        rows = _rows(step)
        ours = [row for row in rows if _is_ours(row, wants)]
        if ours and len(ours) == len(rows) and len(step.value) == 1:
            result = _cut_lines(result, step)
            continue
        for row in reversed(ours):
            result = _cut_lines(result, row)
    _prove(text, result, wants, installed=False)
    return result


def _cut_lines(text: str, node: Node) -> str:
    """Cut one entry of a block list: from its dash's line to its last line with a value."""
    start = text.rfind("\n", 0, node.start_mark.index) + 1
    if text[start : node.start_mark.index].strip("\ufeff \t") != "-":
        raise fault_at("wrong_shape", text, node.start_mark.index)
    start += text[start : start + 1] == "\ufeff"
    end = node.end_mark.index
    body = text[start:end].splitlines(keepends=True)
    if text[end - 1 : end] != "\n" and text[end : end + 1]:  # the mark stands inside a line
        end -= len(body.pop())
    while len(body) > 1 and (not body[-1].strip() or body[-1].lstrip().startswith("#")):
        end -= len(body.pop())
    return text[:start] + text[end:]


def foreign(text: str, wants: Sequence[Want]) -> object:
    """Give the steps that are not ours."""
    kept: list[object] = []
    for step in _steps(text):
        rows = _rows(step)
        others = [_plain(row) for row in rows if not _is_ours(row, wants)]
        if not rows:
            kept.append(_plain(step))
        elif others or len(step.value) > 1:
            rest = [(_plain(key), _plain(value)) for key, value in step.value if key.value != _STEP]
            kept.append((rest, others))
    return kept


def count_ours(text: str, want: Want) -> int:
    """Count the rows of this id."""
    return sum(_is_ours(row, [want]) for step in _steps(text) for row in _rows(step))


def row_configs(text: str, wants: Sequence[Want]) -> list[dict[str, object]]:
    """Give the ``config`` of each row of ours, as plain data."""
    rows = [row for step in _steps(text) for row in _rows(step) if _is_ours(row, wants)]
    found = [_data(config) for row in rows if (config := _find(row, "config")) is not None]
    return [config for config in found if isinstance(config, dict)]


def _data(node: Node) -> object:
    """Give a node's data, every scalar as text."""
    if isinstance(node, MappingNode):
        return {str(key.value): _data(value) for key, value in node.value}
    if isinstance(node, SequenceNode):
        return [_data(part) for part in node.value]
    return node.value


def is_bare(text: str, wants: Sequence[Want]) -> bool:
    """Tell whether nothing but ours is in the text, or nothing at all."""
    return foreign(text, wants) == [] and "#" not in text
