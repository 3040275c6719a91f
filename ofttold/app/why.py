"""``ofttold why``: where a line of the block comes from, and what keeps it there."""

from __future__ import annotations

from dataclasses import dataclass

from ofttold.app.anchors import Row, make_table
from ofttold.app.context import Memory
from ofttold.app.inject import Fresh, fresh_block
from ofttold.core.errors import OfttoldError
from ofttold.core.markdown import read_document
from ofttold.core.ritual.block import ITEM
from ofttold.core.ritual.checkup import SHOWN
from ofttold.core.ritual.mentions import fold
from ofttold.core.ritual.standing import find_checks, trace_status
from ofttold.core.ritual.todos import find_open_todos, last_date
from ofttold.edge.files import read_file


class NotInBlock(OfttoldError):
    """No line of the block holds this text."""

    key = "not_in_block"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one line stands in the block (or is sunk): its place, and the anchor's arithmetic if it is one.

    ``kind`` is ``section``, ``status``, ``check``, ``notice`` or ``frame``; ``file`` and ``line`` are
    what the line comes from or speaks of, empty and 0 where that is nothing in particular;
    ``anchor`` is None where the line is no anchor.
    """

    kind: str
    text: str
    file: str = ""
    line: int = 0
    section: str = ""
    in_block: bool = True
    anchor: Row | None = None


def explain_line(memory: Memory, text: str) -> list[Reason]:
    """Find the lines of the block (and the sunk anchors) that hold a text. Raises NotInBlock."""
    fresh = fresh_block(memory.folder)
    wanted = fold(text).strip()
    reasons = [*_section_reasons(memory, fresh, wanted), *_own_reasons(memory, fresh, wanted)]
    if not wanted or not reasons:
        raise NotInBlock(text=text[:60])
    return reasons


def _section_reasons(memory: Memory, fresh: Fresh, wanted: str) -> list[Reason]:
    shown = {(part.key, unit.line) for part in fresh.block.parts for unit in part.units}
    file = memory.name("memory")
    rows: dict[int, Row] = {}
    reasons = []
    for key, heading, at, units in fresh.folder.files["memory"].get("parts", ()):
        if wanted in fold(heading):
            reasons.append(Reason("section", heading, file, at, heading))
        for kind, line, source, anchor in units:
            for offset, own in enumerate(source.lstrip("\n").split("\n")):
                if wanted not in fold(own):
                    continue
                if anchor >= 0 and kind == ITEM and not rows:
                    rows = {row.line: row for row in make_table(memory, on=memory.today).rows}
                reasons.append(
                    Reason(
                        "section",
                        own.strip(),
                        file,
                        line + offset,
                        heading,
                        in_block=(key, line) in shown,
                        anchor=rows.get(line) if anchor >= 0 else None,
                    )
                )
    return reasons


def _own_reasons(memory: Memory, fresh: Fresh, wanted: str) -> list[Reason]:
    """Find the lines the program says itself, each with the place in the folder it speaks of."""
    reasons = [
        Reason("status", line, file, _todo_at(memory) if file == memory.name("memory") else 0)
        for line, file in trace_status(fresh.folder)
        if wanted in fold(line)
    ]
    checks = find_checks(fresh.folder)[:SHOWN]
    places = [(check.file, check.line) for check in checks] + [("", 0)]
    reasons.extend(
        Reason("check", line, *place)
        for line, place in zip(fresh.block.checks, places, strict=False)
        if wanted in fold(line)
    )
    reasons.extend(Reason("notice", line) for line in fresh.block.notices if wanted in fold(line))
    if not reasons:
        own = {line for part in fresh.block.parts for line in part.text().split("\n")}
        reasons.extend(
            Reason("frame", line)
            for line in fresh.block.text.split("\n")
            if line and line not in own and wanted in fold(line)
        )
    return reasons


def _todo_at(memory: Memory) -> int:
    """Give the line of the to-do that has waited longest, or of the first; 0 where none is seen."""
    doc = read_document(read_file(memory.path("memory")), memory.name("memory"))
    open_ones = find_open_todos(doc, memory.settings.headings)
    dated = [(day, item.line) for item in open_ones if (day := last_date(item.visible))]
    return min(dated)[1] if dated else next((item.line for item in open_ones), 0)
