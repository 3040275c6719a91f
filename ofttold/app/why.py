"""``ofttold why``: where a line of the block comes from, and what keeps it there."""

from __future__ import annotations

from dataclasses import dataclass

from ofttold.app.anchors import Row, make_table
from ofttold.app.context import Memory
from ofttold.app.inject import Fresh, fresh_block
from ofttold.core.errors import OfttoldError
from ofttold.core.ritual.block import ITEM
from ofttold.core.ritual.mentions import fold


class NotInBlock(OfttoldError):
    """No line of the block holds this text."""

    key = "not_in_block"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one line stands in the block (or is sunk): its place, and the anchor's arithmetic if it is one.

    ``kind`` is ``section``, ``status``, ``check``, ``notice`` or ``frame``; ``file`` is empty for
    what the program says itself; ``anchor`` is None where the line is no anchor.
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
    reasons = [*_section_reasons(memory, fresh, wanted), *_own_reasons(fresh, wanted)]
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
            for offset, own in enumerate(source.split("\n")):
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


def _own_reasons(fresh: Fresh, wanted: str) -> list[Reason]:
    groups = (
        ("status", fresh.block.status),
        ("check", fresh.block.checks),
        ("notice", fresh.block.notices),
    )
    reasons = [
        Reason(kind, line) for kind, lines in groups for line in lines if wanted in fold(line)
    ]
    if not reasons:
        frame = fresh.block.text.split("\n")
        own = {line for part in fresh.block.parts for line in part.text().split("\n")}
        reasons = [
            Reason("frame", line)
            for line in frame
            if line and line not in own and wanted in fold(line)
        ]
    return reasons
