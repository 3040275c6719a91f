"""Puts entries into a JSON text and takes them out, in the habit of the text around them.

Works on the spans that jsonc.py found and returns edits; nothing but the entries, their commas and
their indentation changes. Foreign bytes are never rendered anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from ofttold.hosts.jsonc import Item, Node
from ofttold.hosts.splices import Edit, newline_of

_SAME_LINE = re.compile(r"(?:[ \t]++|/\*[^\r\n]*?\*/)*+(?://[^\r\n]*+)?")
_INDENT = re.compile(r"[ \t]*+")
Entry = tuple[str | None, object]


def _indent_before(text: str, at: int) -> str | None:
    """Give the blanks before a token that begins its line; None for one inside a line."""
    line_start = text.rfind("\n", 0, at) + 1
    lead = text[line_start:at].removeprefix("\ufeff")
    return None if lead.strip(" \t") or line_start == 0 else lead


def indent_unit(text: str, root: Node) -> str:
    """Give one level of indentation as this text has it: the root's first entry tells.

    Two blanks where nothing tells.
    """
    if root.items:
        return _indent_before(text, root.items[0].start) or "  "
    return "  "


def _line_indent(text: str, at: int) -> str:
    """Give the indentation of the line that holds this place."""
    found = _INDENT.match(text, text.rfind("\n", 0, at) + 1)
    return found[0] if found else ""


def render_entry(entry: Entry, *, unit: str | None, newline: str, base: str) -> str:
    """Write one entry: on one line if ``unit`` is None, else indented below ``base``."""
    key, value = entry
    head = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
    if unit is None:
        return head + json.dumps(value, ensure_ascii=False)
    body = json.dumps(value, ensure_ascii=False, indent=unit)
    return head + body.replace("\n", newline + base)


def _append_after(text: str, node: Node, entries: Sequence[Entry], unit: str) -> Edit:
    """Append to a container that has entries, in the habit of the last one."""
    last = node.items[-1]
    newline = newline_of(text)
    base = _indent_before(text, last.start)
    lines = base is not None
    gap = newline + (base or "") if lines else " "
    texts = [
        render_entry(e, unit=unit if lines else None, newline=newline, base=base or "")
        for e in entries
    ]
    trailing = last.comma is not None
    at = last.value.end if last.comma is None else last.comma + 1
    rest = _SAME_LINE.match(text, at) if lines else None
    kept = rest[0] if rest and text[rest.end() : rest.end() + 1] in ("\r", "\n") else ""
    body = gap + ("," + gap).join(texts) + ("," if trailing else "")
    return Edit(at, kept, ("" if trailing else ",") + kept + body)


def _fill_empty(text: str, node: Node, entries: Sequence[Entry], unit: str) -> Edit:
    """Put the first entries into a container that holds only blanks and comments."""
    newline = newline_of(text)
    inner = text[node.start + 1 : node.end - 1]
    outer = _line_indent(text, node.start)
    if "\n" not in text:
        return Edit(
            node.start + 1,
            "",
            ", ".join(render_entry(e, unit=None, newline="", base="") for e in entries),
        )
    base = outer + unit
    texts = [render_entry(e, unit=unit, newline=newline, base=base) for e in entries]
    body = newline + base + ("," + newline + base).join(texts)
    line_end = inner.rfind("\n")
    if line_end < 0:
        return Edit(node.start + 1, "", body + newline + outer)
    if inner[line_end:].strip():  # the closing bracket follows a comment on its line
        return Edit(node.end - 1, "", body + newline + outer)
    if line_end and inner[line_end - 1] == "\r":
        line_end -= 1
    return Edit(node.start + 1 + line_end, "", body)


def add_entries(text: str, root: Node, node: Node, entries: Sequence[Entry]) -> Edit:
    r"""Add entries at the end of a container, one edit.

    >>> from ofttold.hosts.jsonc import scan
    >>> from ofttold.hosts.splices import apply_edit
    >>> text = '{\n\t"a": 1 // mine\n}\n'
    >>> tree = scan(text)
    >>> print(apply_edit(text, add_entries(text, tree, tree, [("b", [2])])).replace("\t", "->"))
    {
    ->"a": 1, // mine
    ->"b": [
    ->->2
    ->]
    }
    <BLANKLINE>
    """
    unit = indent_unit(text, root)
    if node.items:
        return _append_after(text, node, entries, unit)
    return _fill_empty(text, node, entries, unit)


def _lead_in(text: str, at: int) -> int:
    """Give where the blanks before an entry begin: its own line with the break, or the blanks."""
    indent = _indent_before(text, at)
    if indent is None:
        while at and text[at - 1] in " \t":
            at -= 1
        return at
    at -= len(indent) + 1
    return at - 1 if at and text[at - 1] == "\r" else at


def _span(text: str, node: Node, item: Item) -> tuple[int, int]:
    """Give the span of one entry with the comma that goes with it."""
    index = node.items.index(item)
    end = item.value.end if item.comma is None else item.comma + 1
    start = _lead_in(text, item.start)
    if item.comma is None and index:
        before = node.items[index - 1].comma
        # what stands between that comma and this entry's line is the other entry's comment
        if before is not None and text[before + 1 : start].strip() == "":
            start = before
    return start, end


def remove_entry(text: str, node: Node, item: Item) -> tuple[Edit, ...]:
    """Take one entry out with its comma and its line; what others wrote around it stays.

    >>> from ofttold.hosts.jsonc import scan
    >>> from ofttold.hosts.splices import apply_edits
    >>> text = '[1, 2, 3]'; tree = scan(text)
    >>> [apply_edits(text, remove_entry(text, tree, i)) for i in tree.items]
    ['[ 2, 3]', '[1, 3]', '[1, 2]']
    """
    start, end = _span(text, node, item)
    cut = Edit(start, text[start:end], "")
    index = node.items.index(item)
    before = node.items[index - 1].comma if index else None
    if item.comma is None and before is not None and start > before:
        return cut, Edit(before, ",", "")
    return (cut,)
