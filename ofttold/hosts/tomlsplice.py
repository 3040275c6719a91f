"""Our MCP table in a TOML text: appended whole, brought up to date line by line, cut whole.

A table at the end is legal TOML wherever the file has no inline ``mcp_servers = {…}``; that case is
refused. Knows where tables begin, comments and strings minded; the standard library's parser looks
and checks, and never writes.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence

from ofttold.hosts.splices import ConfigFault, Edit, apply_edits, newline_of
from ofttold.hosts.wants import KeyWant, Merge, Want

Path = tuple[str, ...]
# What matters between two line starts: strings of four kinds, comments, brackets.
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\r\n]|\\.)*+"'
    r"|'[^'\r\n]*+'"
    r"|#[^\r\n]*+"
    r"|[\[\]{}\n]",
    re.DOTALL,
)
_HEADER = re.compile(r"[ \t]*(\[{1,2}[^\r\n]*?\]{1,2})[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)")


def parse(text: str) -> dict[str, object]:
    """Read the data; raises ConfigFault with line and column."""
    body = text.removeprefix("\ufeff")
    try:
        return tomllib.loads(body)
    except ValueError as fault:  # TOMLDecodeError, and a number of thousands of digits
        place = re.search(r"line (\d+), column (\d+)", str(fault))
        line, column = (int(place[1]), int(place[2])) if place else (0, 0)
        raise ConfigFault("syntax", line, column) from fault
    except RecursionError as fault:
        raise ConfigFault("too_deep") from fault


def _line_starts(text: str) -> list[int]:
    """Give the starts of lines that stand outside strings and brackets."""
    starts = [1 if text.startswith("\ufeff") else 0]
    depth = 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in ("[", "{"):
            depth += 1
        elif mark in ("]", "}"):
            depth -= 1
        elif mark == "\n" and depth == 0:
            starts.append(token.end())
    return starts


def _header_path(header: str) -> Path:
    """Give a header's keys.

    >>> _header_path('[mcp_servers."ofttold"]')
    ('mcp_servers', 'ofttold')
    """
    node: object = tomllib.loads(header)
    path: list[str] = []
    while True:
        if isinstance(node, list):
            node = node[0]
        if not isinstance(node, dict) or not node:
            return tuple(path)
        key = next(iter(node))
        path.append(key)
        node = node[key]


def tables(text: str) -> list[tuple[Path, int, int]]:
    """Give each table header's keys, its start, and the start of the next header or the end."""
    heads: list[tuple[Path, int]] = []
    for start in _line_starts(text):
        found = _HEADER.match(text, start)
        if found:
            heads.append((_header_path(found[1]), start))
    ends = [start for _, start in heads[1:]] + [len(text)]
    return [(path, start, end) for (path, start), end in zip(heads, ends, strict=True)]


def _at(data: object, path: Path) -> object:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _value(value: object) -> str:
    """Write a value; a JSON string or list of strings is one in TOML too."""
    return json.dumps(value, ensure_ascii=False)


def render_table(want: KeyWant, newline: str = "\n") -> str:
    """Write our table, as it is appended and as the snippet shows it."""
    assert isinstance(want.value, dict)
    head = ".".join([*want.path, want.key])
    lines = [f"[{head}]", *(f"{key} = {_value(part)}" for key, part in want.value.items())]
    return "".join(line + newline for line in lines)


def _append(text: str, want: KeyWant) -> Edit:
    newline = newline_of(text)
    bare = not text.strip("\ufeff \t\r\n")
    lead = "" if bare or text.endswith("\n") else newline
    gap = "" if bare else newline
    return Edit(len(text), "", lead + gap + render_table(want, newline))


def _update(text: str, want: KeyWant, there: object) -> list[Edit]:
    """Bring command and args up to date where they stand on one line of our own table."""
    assert isinstance(want.value, dict)
    spans = [(start, end) for path, start, end in tables(text) if path == (*want.path, want.key)]
    edits: list[Edit] = []
    for key, value in want.value.items():
        if isinstance(there, dict) and there.get(key) == value:
            continue
        pattern = re.compile(
            rf"(?m)^([ \t]*{key}[ \t]*=[ \t]*)([^\r\n#]*?)[ \t]*(?:#[^\r\n]*)?\r?$"
        )
        found = [pattern.search(text, start, end) for start, end in spans]
        if len(found) != 1 or found[0] is None:
            raise ConfigFault("foreign_entry")
        edits.append(Edit(found[0].start(2), found[0][2], _value(value)))
    return sorted(edits, key=lambda edit: edit.start, reverse=True)


def install(text: str, wants: Sequence[Want]) -> Merge:
    """Put our table in, or bring it up to date; raises ConfigFault where that would lose data."""
    edits: list[Edit] = []
    data = parse(text)
    for want in wants:
        assert isinstance(want, KeyWant) and want.ours is not None
        parent, there = _at(data, want.path), _at(data, (*want.path, want.key))
        if parent is not None and not isinstance(parent, dict):
            raise ConfigFault("wrong_shape")
        if there is None:
            edits.append(_append(text, want))
        elif not want.ours(there):
            raise ConfigFault("foreign_entry")
        else:
            edits += _update(text, want, there)
    result = apply_edits(text, edits)
    _prove(text, result, wants, installed=True)
    return Merge(result, tuple(edits))


def _prove(before: str, after: str, wants: Sequence[Want], *, installed: bool) -> None:
    """Compare what is not ours; a parse error here means an inline table was in the way."""
    try:
        same = foreign(before, wants) == foreign(after, wants)
    except ConfigFault as fault:
        raise ConfigFault("inline_table") from fault
    if not same or any(count_ours(after, want) != int(installed) for want in wants):
        raise ConfigFault("would_lose")


def remove(
    text: str,
    wants: Sequence[Want],
    made: Sequence[Path] = (),
    hollow: Sequence[Path] = (),
) -> str:
    """Cut our table, its sub-tables and the one blank line set before it."""
    del made, hollow
    result = text
    for want in wants:
        assert isinstance(want, KeyWant)
        if not count_ours(result, want):
            continue
        whole = (*want.path, want.key)
        for path, start, end in reversed(tables(result)):
            if path[: len(whole)] == whole:
                result = _cut(result, start, end)
    _prove(text, result, wants, installed=False)
    return result


def _cut(text: str, start: int, end: int) -> str:
    """Cut a table to its last line with a key; comments and blanks after it belong to the next."""
    body = text[start:end].splitlines(keepends=True)
    while len(body) > 1 and (not body[-1].strip() or body[-1].lstrip().startswith("#")):
        end -= len(body.pop())
    for blank in ("\r\n", "\n"):
        if text[:start].endswith(blank * 2) and end == len(text):
            start -= len(blank)
            break
    return text[:start] + text[end:]


def foreign(text: str, wants: Sequence[Want]) -> object:
    """Give the data that is not ours, as text spells it out to the last digit and zone."""
    data = parse(text)
    for want in wants:
        assert isinstance(want, KeyWant) and want.ours is not None
        parent = _at(data, want.path)
        if isinstance(parent, dict) and want.ours(parent.get(want.key)):
            del parent[want.key]
        if parent == {}:
            _drop_empty(data, want.path)
    return repr(data)


def _drop_empty(data: dict[str, object], path: Path) -> None:
    parent = _at(data, path[:-1])
    if isinstance(parent, dict):
        parent.pop(path[-1], None)


def count_ours(text: str, want: Want) -> int:
    """Tell whether our table is there (1) or not (0)."""
    assert isinstance(want, KeyWant) and want.ours is not None
    return int(want.ours(_at(parse(text), (*want.path, want.key))))


def is_bare(text: str, wants: Sequence[Want]) -> bool:
    """Tell whether nothing but ours is in the text, or nothing at all."""
    return foreign(text, wants) == "{}" and "#" not in text
