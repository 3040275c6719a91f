"""``remember_note``: turning "noted" into an act that can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ofttold.app.context import Memory
from ofttold.app.inject import fresh_block
from ofttold.app.sync import begin_sync, finish_sync
from ofttold.core.errors import OfttoldError
from ofttold.core.markdown import read_document
from ofttold.core.ritual.notes import NotePlan, plan_note
from ofttold.core.sharing.redaction import redact
from ofttold.core.splice import Splice
from ofttold.core.strings import say
from ofttold.edge.files import FileMissing, edit_file
from ofttold.edge.locks import FolderLock

Where = Literal["oft_told", "todo"]
PLACES: dict[str, Where] = {"oft-told": "oft_told", "oft_told": "oft_told", "todo": "todo"}


class NoMemoryFile(OfttoldError):
    """There is no memory.md to write into."""

    key = "no_memory_file"


class EmptyNote(OfttoldError):
    """There is nothing to write."""

    key = "empty_note"


@dataclass(frozen=True, slots=True)
class NoteAnswer:
    """What happened: ``text`` says it; ``written`` is the truth; ``line`` is where it stands."""

    text: str
    written: bool
    file: str
    line: int
    section: str
    masked: int = 0


def write_note(memory: Memory, text: str, where: str = "oft-told") -> NoteAnswer:
    """Write one line into the oft-told list or the to-dos, and say truly what was done.

    Raises EmptyNote, NoMemoryFile, and what reading and writing refuse.
    """
    clean = redact(text)
    if not clean.text.strip():
        raise EmptyNote()
    section = PLACES[where]
    sync = begin_sync(memory)
    plan = _write(memory, clean.text, section)
    lines = _say_plan(memory, plan, section)
    if clean.masked:
        lines.append(say(memory.lang, "note.masked", count=len(clean.masked)))
    if plan.splice is not None:
        lines.extend(finish_sync(memory, sync, memory.name("memory"), f"note: {plan.title[:60]}"))
    return NoteAnswer(
        text="\n".join(lines),
        written=plan.splice is not None,
        file=memory.name("memory"),
        line=plan.line,
        section=plan.section_heading,
        masked=len(clean.masked),
    )


def _write(memory: Memory, text: str, section: Where) -> NotePlan:
    plans: list[NotePlan] = []

    def compute(data: bytes) -> Splice | None:
        doc = read_document(data, memory.name("memory"))
        plan = plan_note(
            doc,
            text,
            section,
            today=memory.today,
            lang=memory.lang,
            extra_names=memory.settings.headings,
        )
        plans.append(plan)
        return plan.splice

    try:
        edit_file(memory.path("memory"), compute, lock=FolderLock(memory.folder))
    except FileMissing as fault:
        raise NoMemoryFile(file=memory.name("memory"), folder=memory.folder) from fault
    return plans[-1]


def _say_plan(memory: Memory, plan: NotePlan, section: Where) -> list[str]:
    file = memory.name("memory")
    place = f"{file}:{plan.line}"
    if plan.splice is None:
        sunk = _sunk_handles(memory) if section == "oft_told" else {}
        key = "note.stands_sunk" if plan.line in sunk else "note.stands"
        return [say(memory.lang, key, title=plan.title, place=place, section=plan.section_heading)]
    made = "note.written_made" if plan.section_made else "note.written"
    lines = [say(memory.lang, made, title=plan.title, place=place, section=plan.section_heading)]
    if section == "oft_told":
        lines.extend(_say_anchor(memory, plan))
    return lines


def _sunk_handles(memory: Memory) -> dict[int, str]:
    fresh = fresh_block(memory.folder)
    return {state.line: state.handle for state in fresh.states if not state.shown}


def _say_anchor(memory: Memory, plan: NotePlan) -> list[str]:
    fresh = fresh_block(memory.folder)
    mine = [state for state in fresh.states if state.line == plan.line]
    lines = []
    if mine and mine[0].handle:
        lines.append(say(memory.lang, "note.handle", handle=mine[0].handle))
    sunk = [state.handle or state.title for state in fresh.states if not state.shown]
    cap = memory.settings.number("anchors.cap")
    if len(fresh.states) == cap + 1 and sunk:
        lines.append(say(memory.lang, "note.sinks", handle=sunk[0], cap=cap))
    elif sunk:
        lines.append(say(memory.lang, "note.sunk_now", count=len(sunk), cap=cap))
    return lines
