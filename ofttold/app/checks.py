"""``ofttold check``: everything that fails silently in the memory folder, with its place."""

from __future__ import annotations

import os
from datetime import date

from ofttold.app.card_check import card_findings
from ofttold.app.context import Memory
from ofttold.app.inject import fresh_block
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.core.markdown import read_document
from ofttold.core.ritual.checkup import name_trouble
from ofttold.core.ritual.index import find_missing_days, read_index
from ofttold.core.ritual.standing import Folder, find_checks, heading_to_write
from ofttold.edge.files import read_file


def run_check(memory: Memory) -> list[Finding]:
    """Collect every finding of the folder: faults first, newest first, then what is only worth knowing."""
    folder = fresh_block(memory.folder).folder
    findings = [
        Finding("ofttold.toml", line, fault.code, dict(fault.values))
        for line, fault in memory.faults
    ]
    findings.extend(_file_findings(folder))
    findings.extend(Finding(c.file, c.line, c.code, c.values) for c in find_checks(folder))
    findings.extend(_anchor_findings(folder))
    findings.extend(_spelling_findings(memory))
    findings.extend(_index_findings(memory, folder))
    findings.extend(card_findings(memory.folder))
    return findings


def _file_findings(folder: Folder) -> list[Finding]:
    findings = []
    for which in ("memory", "relationship"):
        problem = folder.files[which].get("problem")
        if problem and problem[0] != "absent":
            code, values = name_trouble(folder.name(which), problem)
            findings.append(Finding(folder.name(which), 0, code, values))
        elif problem and which == "memory":
            findings.append(
                Finding(folder.name(which), 0, "memory_missing", {"file": folder.name(which)})
            )
    memory = folder.files["memory"]
    if memory.get("empty"):
        findings.append(
            Finding(folder.name("memory"), 0, "file_empty", {"file": folder.name("memory")})
        )
    elif not memory.get("problem") and not memory.get("parts"):
        values = {"heading": heading_to_write(folder)}
        findings.append(Finding(folder.name("memory"), 0, "no_sections", values))
    unclosed = memory.get("unclosed")
    if unclosed:
        values = {"file": folder.name("memory"), "line": unclosed[1]}
        findings.append(Finding(folder.name("memory"), unclosed[1], unclosed[0], values))
    return findings


def _anchor_findings(folder: Folder) -> list[Finding]:
    """Tell anchors that no arithmetic can reach: without a date to count from, or without a handle."""
    memory = folder.files["memory"]
    stamped_soon = memory.get("stampable", ()) if folder.settings.flag("anchors.stamp") else ()
    findings = []
    for handle, title, line, marked in memory.get("anchors", ()):
        file = folder.name("memory")
        shown = (handle or title)[:40]
        if not handle:
            findings.append(Finding(file, line, "anchor_no_handle", {"title": shown}))
        elif not marked and line not in stamped_soon:
            findings.append(Finding(file, line, "anchor_never_sinks", {"handle": shown}))
    return findings


def _spelling_findings(memory: Memory) -> list[Finding]:
    """Tell two real files whose names differ only in case: one is read, the other never."""
    try:
        names = os.listdir(memory.folder)
    except OSError:
        return []  # said by the folder's own notice
    findings: list[Finding] = []
    for which in ("memory", "relationship", "index", "detours", "diary"):
        name = memory.name(which)
        findings.extend(
            Finding(other, 0, "two_spellings", {"read": name, "other": other})
            for other in names
            if other != name
            and other.casefold() == name.casefold()
            and not _same(memory, name, other)
        )
    return findings


def _same(memory: Memory, name: str, other: str) -> bool:
    try:
        return os.path.samefile(
            os.path.join(memory.folder, name), os.path.join(memory.folder, other)
        )
    except OSError:
        return True  # one of them is not there: nothing is read twice


def _index_findings(memory: Memory, folder: Folder) -> list[Finding]:
    """Tell, for information, which written diary days have no line in index.md."""
    try:
        doc = read_document(read_file(memory.path("index")), memory.name("index"))
    except OfttoldError:
        return []  # absent is silence, unreadable is a finding of the check-up
    lines = read_index(doc)
    written = {date.fromisoformat(name[:-3]) for name in folder.days.written()}
    past = [day for day in find_missing_days(lines, written) if day < memory.today]
    return [
        Finding(f"{memory.name('diary')}/{day}.md", 0, "day_without_line", {"day": day}, info=True)
        for day in reversed(past)
    ]
