"""Anchors on request: the table, the days counted, the plot, the replay, the stamp."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from ofttold.app.context import Memory
from ofttold.app.inject import fresh_block
from ofttold.app.stamping import stamp_anchors
from ofttold.core.errors import OfttoldError
from ofttold.core.ritual.anchors import Anchor
from ofttold.core.ritual.curve import foresee
from ofttold.core.ritual.diary import read_day
from ofttold.core.ritual.mentions import Finder, fold
from ofttold.core.ritual.sinking import sink_days
from ofttold.core.ritual.standing import AnchorState, Folder, rules_of, weigh_anchors
from ofttold.core.ritual.weights import Age, Rule
from ofttold.edge.files import read_file


class NoSuchAnchor(OfttoldError):
    """No anchor goes by this handle or title."""

    key = "no_such_anchor"


class NoAnchors(OfttoldError):
    """The oft-told list is empty."""

    key = "no_anchors"


@dataclass(frozen=True, slots=True)
class Row:
    """One anchor in the table; ``sinks`` is the day it would sink, None if never or sunk already."""

    handle: str
    title: str
    line: int
    marked: date | None
    n: int
    t: int
    s: float | None
    r: float
    shown: bool
    sinks: date | None
    days: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """All anchors of a folder on one day, in file order."""

    on: date
    rule: Rule
    age: Age
    cap: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """A day that counts for an anchor, with the lines that mention it."""

    day: date
    file: str
    lines: tuple[int, ...]


def counted_folder(memory: Memory, *, on: date) -> Folder:
    """Gather the folder with mentions counted, whatever the number of anchors."""
    return fresh_block(memory.folder, today=on.toordinal(), count=True).folder


def make_table(memory: Memory, *, on: date) -> Table:
    """Weigh every anchor on a day. Raises what reading refuses."""
    folder = counted_folder(memory, on=on)
    states = weigh_anchors(folder)
    recalls = folder.days.recalls or []
    rule, age = rules_of(memory.settings)
    cap = memory.settings.number("anchors.cap")
    sinks = sink_days(
        [state.marked or None for state in states],
        recalls,
        [state.line for state in states],
        today=on.toordinal(),
        cap=cap,
        rule=rule,
        age=age,
    )
    rows = tuple(
        _row(state, recalls[place], sinks[place], on) for place, state in enumerate(states)
    )
    return Table(on, rule, age, cap, rows)


def _row(state: AnchorState, recalled: Sequence[int], sinks: int | None, on: date) -> Row:
    weighed = state.weighed
    assert weighed is not None, "mentions were counted"
    since = state.marked or on.toordinal()
    days = tuple(date.fromordinal(day) for day in recalled if since < day <= on.toordinal())
    return Row(
        handle=state.handle,
        title=state.title,
        line=state.line,
        marked=date.fromordinal(state.marked) if state.marked else None,
        n=weighed.n,
        t=weighed.t,
        s=weighed.s,
        r=weighed.r,
        shown=state.shown,
        sinks=date.fromordinal(sinks) if sinks else None,
        days=days,
    )


def curve_of(row: Row, table: Table, days_ahead: Iterable[int]) -> list[float]:
    """Give an anchor's R (or sum) on days to come, if nothing more is said of it."""
    return foresee(
        row.marked.toordinal() if row.marked else None,
        [day.toordinal() for day in row.days],
        today=table.on.toordinal(),
        days_ahead=days_ahead,
        rule=table.rule,
        age=table.age,
    )


def find_anchor(rows: tuple[Row, ...], name: str) -> Row:
    """Find an anchor by its handle, else by a part of its title. Raises NoSuchAnchor."""
    wanted = fold(name).strip()
    for row in rows:
        if fold(row.handle) == wanted or fold(row.title) == wanted:
            return row
    for row in rows:
        if wanted and wanted in fold(row.title):
            return row
    raise NoSuchAnchor(name=name, count=len(rows))


def explain(memory: Memory, row: Row) -> list[Recall]:
    """List the days counted for an anchor, each with the lines that mention it."""
    finder = Finder([anchor.handle for anchor in make_table(memory, on=memory.today).rows])
    found = []
    for day in row.days:
        file = f"{memory.name('diary')}/{day.isoformat()}.md"
        data = read_file(os.path.join(memory.folder, file))
        text = read_day(data).text
        found.append(Recall(day, file, tuple(finder.find_lines(text, row.handle))))
    return found


def stamp(memory: Memory) -> int:
    """Stamp undated anchors that point at something; gives how many. Raises what writing refuses."""
    return stamp_anchors(memory.folder, memory.settings, today=memory.today, lang=memory.lang)


def replay_folder(memory: Memory) -> dict[str, dict[str, float | None]]:
    """Replay the folder's own diary under each weight. Raises NoAnchors."""
    from ofttold.core.ritual.replay import replay

    folder = counted_folder(memory, on=memory.today)
    states = weigh_anchors(folder)
    if not states:
        raise NoAnchors(file=memory.name("memory"))
    mentioned: dict[int, set[int]] = {day.toordinal(): set() for day in _days(folder)}
    for place, recalled in enumerate(folder.days.recalls or []):
        for ordinal in recalled:
            mentioned[ordinal].add(place)
    days = {ordinal: frozenset(places) for ordinal, places in mentioned.items()}
    dated = [
        Anchor(
            title=state.title,
            handle=state.handle,
            line=state.line,
            marked=date.fromordinal(state.marked) if state.marked else None,
        )
        for state in states
    ]
    return replay(days, dated, memory.settings.number("anchors.cap"))


def _days(folder: Folder) -> Iterable[date]:
    return (date.fromisoformat(name[:-3]) for name in folder.days.written())
