"""Gathering the facts of a memory folder: what has not changed comes from the cache.

Each file's facts are kept with the stat they were read under; only what changed is read again, and
only handles that came or went are looked for again in days that did not change.

What is kept (plain values, through ``marshal``): ``mark`` of the settings · ``files`` which → (stat,
young, facts) · ``days`` the flat look · ``young`` names to be read again · ``tags`` ``states`` by
name · ``handles`` counted, or None · ``recalls`` per handle, ordinals packed in four bytes each.
"""

from __future__ import annotations

import time

from ofttold.app.gather_source import FILES
from ofttold.core.ritual import facts as boil
from ofttold.core.ritual.counts import Counts
from ofttold.core.ritual.days import (
    ELSEWHERE,
    NO_DAY,
    UNREADABLE,
    WRITTEN,
    Days,
    name_ordinal,
)
from ofttold.edge import blockcache
from ofttold.edge.blockcache import ABSENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ofttold.app.gather_source import Source
    from ofttold.core.ritual.facts import Facts
    from ofttold.core.settings import Settings
    from ofttold.edge.blockcache import Look, Stat

    Kept = dict[str, Any]

# s of a deadline kept back for each page known: comparing and writing down ten thousands takes long
SECONDS_A_PAGE = 0.000_005


class Gathered:
    """The facts of a folder on one look; ``suspects`` are (day meant or 0, name)."""

    __slots__ = ("days", "files", "suspects", "unread")

    def __init__(self) -> None:
        self.files: dict[str, Facts] = {}
        self.days = Days()
        self.suspects: list[tuple[int, str]] = []
        self.unread = 0


def _boil_file(which: str, data: bytes, settings: Settings) -> Facts:
    name = settings.text(f"files.{which}")
    extra = settings.headings
    if which == "memory":
        return boil.memory_facts(data, name, wanted=settings.names("sections"), extra=extra)
    if which == "relationship":
        return boil.feelings_facts(data, name, extra=extra)
    return boil.detours_facts(data, name) if which == "detours" else boil.index_facts(data, name)


def _gather_file(
    source: Source, which: str, kept: tuple[Stat, bool, Facts] | None
) -> tuple[Stat, bool, Facts]:
    found = source.stat(which)
    if kept and kept[0] == found and not kept[1]:
        return kept
    if found == ABSENT:
        return found, False, {"problem": ("absent", ())}
    try:
        data = source.read(which)
    except OSError as fault:
        why = fault.strerror or str(fault)
        return found, True, {"problem": ("unreadable", (("why", why),))}
    young = blockcache.is_young(found[2], now_ns=source.look.taken_ns)
    return found, young, _boil_file(which, data, source.settings)


def gather(
    source: Source, kept: Kept | None, *, count: bool | None, deadline: float | None = None
) -> tuple[Gathered, Kept, bool]:
    """Gather the folder's facts.

    ``kept`` is what an earlier call returned as its second value (None: nothing); ``count`` asks
    for mentions (None: only if there are more anchors than the cap); ``deadline`` is on
    ``time.monotonic``: past it no further day is read, ``unread`` counts them and mentions are not
    given. The third value tells whether there is anything new to keep.
    """
    settings = source.settings
    mark = _settings_mark(settings)
    if kept is None or kept.get("mark") != mark:
        kept = {"mark": mark, "files": {}, "days": (), "young": [], "tags": {}, "states": {}}
        kept.update(handles=None, recalls=[])
    out = Gathered()
    files = {which: _gather_file(source, which, kept["files"].get(which)) for which in FILES}
    out.files = {which: found[2] for which, found in files.items()}
    anchors = out.files["memory"].get("anchors", ())
    wanted = [anchor[0] for anchor in anchors]
    counting = len(anchors) > settings.number("anchors.cap") if count is None else count
    keep, changed = _gather_days(source, kept, out, wanted if counting else None, deadline)
    keep["files"], keep["mark"] = files, mark
    return out, keep, changed or files != kept["files"]


def _gather_days(
    source: Source, kept: Kept, out: Gathered, wanted: list[str] | None, deadline: float | None
) -> tuple[Kept, bool]:
    look = source.look
    target = (
        kept["handles"] if wanted is None else wanted
    )  # recalls are kept for one list of handles
    rows = _assumed(kept, look) + blockcache.flat_rows(look.days)
    stale, gone = _compare(kept, rows)
    if target is None or kept["handles"] is None:
        recount = target is not None
        counts = Counts([] if target is None else target, [])
    else:
        recount = False
        counts = Counts(target, kept["recalls"], before=kept["handles"])
    again = {row[0] for row in rows} if recount or counts.needs_text else set(stale)
    days = _DayFacts(kept, gone, source, counts, whole=set(stale) if not recount else again)
    if deadline is not None:
        deadline -= len(rows) * SECONDS_A_PAGE
    unread = days.read(sorted(again, reverse=True), deadline)
    unsure = bool(unread or look.unseen)
    keep: Kept = {
        "days": _flat_without(rows, unread) if unsure else look.days,
        "young": [
            r[0] for r in rows if r[0] in again and blockcache.is_young(r[3], now_ns=look.taken_ns)
        ],
        "tags": days.tags,
        "states": days.states,
        "handles": target,
        "recalls": counts.packed(),
    }
    _fill(out, look, days, counts.lists() if wanted is not None and not unsure else None)
    out.unread = len(unread) + len(look.unseen)
    return keep, bool(again or gone or target != kept["handles"])


def _assumed(kept: Kept, look: Look) -> list[tuple[str, int, int, int, int]]:
    """Give the pages that time did not allow to look at, as they were when last seen."""
    if not look.unseen:
        return []
    unseen = set(look.unseen)
    return [row for row in blockcache.flat_rows(kept["days"]) if row[0] in unseen]


def _compare(kept: Kept, rows: list[tuple[str, int, int, int, int]]) -> tuple[list[str], list[str]]:
    """Tell which day files must be read (new, changed, or too young when read) and which are gone."""
    before = set(blockcache.flat_rows(kept["days"]))
    stale = {row[0] for row in rows if row not in before}
    now = {row[0] for row in rows}
    stale.update(name for name in kept["young"] if name in now)
    gone = [row[0] for row in before if row[0] not in now]
    return list(stale), gone


def _flat_without(
    rows: list[tuple[str, int, int, int, int]], unread: Iterable[str]
) -> tuple[Any, ...]:
    missing = set(unread)
    return tuple(part for row in rows if row[0] not in missing for part in row)


class _DayFacts:
    """Tags and states by name while days are read; ``whole`` are read anew, others only searched."""

    __slots__ = ("_counts", "_gone", "_source", "_whole", "states", "tags")

    def __init__(
        self, kept: Kept, gone: Sequence[str], source: Source, counts: Counts, *, whole: set[str]
    ) -> None:
        self._source, self._counts, self._whole = source, counts, whole
        self._gone = [*gone, *whole]
        self.tags: dict[str, Any] = {n: v for n, v in kept["tags"].items() if n not in whole}
        self.states: dict[str, int] = {n: v for n, v in kept["states"].items() if n not in whole}
        for name in gone:
            self.tags.pop(name, None)
            self.states.pop(name, None)

    def read(self, names: Sequence[str], deadline: float | None) -> list[str]:
        """Read days, the newest first, until the deadline; give the names not reached."""
        unread: list[str] = []
        for at, name in enumerate(names):
            if deadline is not None and time.monotonic() > deadline:
                unread = list(names[at:])
                break
            self._read_one(name)
        self._counts.settle(o for name in self._gone if (o := name_ordinal(name)))
        return unread

    def _read_one(self, name: str) -> None:
        ordinal = name_ordinal(name)
        if not ordinal:
            self.states[name] = NO_DAY
            return
        try:
            data = self._source.read_day(name)
        except OSError:
            self.states[name] = UNREADABLE
            return
        if name not in self._whole:
            self._counts.add(ordinal, self._counts.find_again(data))
            return
        tags, state, places = boil.day_facts(data, self._counts.whole())
        if tags:
            self.tags[name] = tags
        if state != WRITTEN:
            self.states[name] = state
        self._counts.add(ordinal, places)


def _fill(out: Gathered, look: Look, facts: _DayFacts, recalls: list[Sequence[int]] | None) -> None:
    days = out.days
    days.there, days.trouble = look.there, look.trouble
    names = [*look.unseen, *look.days[0::5]]
    days.tags, days.states = facts.tags, facts.states
    for name in look.others:
        page = name[1:-7]
        if (
            name[:1] == "."
            and name[-7:] == ".icloud"
            and blockcache.is_day_name(page)
            and page not in names
        ):
            names.append(page)
            days.states = {**days.states, page: ELSEWHERE}
    days.names = sorted(names) if len(names) * 5 != len(look.days) else names
    days.recalls = recalls
    bad = [name for name, state in facts.states.items() if state == NO_DAY]
    out.suspects = _suspects(bad, look.others)


def _suspects(bad: list[str], others: Sequence[str]) -> list[tuple[int, str]]:
    if not bad and not others:
        return []
    from ofttold.core.ritual.diary import meant_day, suspect_name

    found = [*bad, *(name for name in others if name[:1] != "." and suspect_name(name))]
    return [(meant_day(name), name) for name in found]


def _settings_mark(settings: Settings) -> tuple[object, ...]:
    files = tuple(settings.text(f"files.{which}") for which in (*FILES, "diary"))
    headings = tuple(sorted((k, tuple(v)) for k, v in settings.headings.items()))
    return files, tuple(settings.names("sections")), headings
