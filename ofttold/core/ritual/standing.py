"""From facts to the block: weights, status lines, notices, and what is shown.

Knows the rules of what is said when; refuses to know where facts come from. Import-light.
"""

from __future__ import annotations

from ofttold.core.ritual import weights
from ofttold.core.ritual.block import ITEM, Block, Budget, Part, Unit, compose
from ofttold.core.ritual.checkup import SHOWN, Names, check_up, show_checks
from ofttold.core.ritual.days import iso_day
from ofttold.core.ritual.facts import KNOWN_KEYS, is_absent
from ofttold.core.settings import HARD_MAX_CHARS, Settings
from ofttold.core.strings import say, says

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ofttold.core.ritual.checkup import Check
    from ofttold.core.ritual.days import Days, iso_day
    from ofttold.core.ritual.facts import Facts
    from ofttold.core.ritual.weights import Age, Rule, Weighed
    from ofttold.core.settings import Fault
    from ofttold.core.strings import Lang

WEEK_DAYS = 7  # days; today and the six before
DETOURS_ENTRIES = 20  # entries of detours.md from which its size is said (as TRIGGER_LINES)
DETOURS_CHARS = 9436  # characters (seed: the index's own trigger, TRIGGER_CHARS)
ROUND_CHARS = 100  # characters; sizes are said to the nearest hundred


class AnchorState:
    """One anchor on the day asked for; ``weighed`` is None while nothing needs a weight."""

    __slots__ = ("handle", "line", "marked", "shown", "title", "weighed")

    def __init__(self, handle: str, title: str, line: int, marked: int) -> None:
        self.handle, self.title, self.line, self.marked = handle, title, line, marked
        self.weighed: Weighed | None = None
        self.shown = True


class Folder:
    """All that the block is made of: facts by file, the diary's days, and the day asked for."""

    __slots__ = ("days", "faults", "files", "lang", "settings", "suspects", "today", "unread")

    def __init__(
        self,
        settings: Settings,
        lang: Lang,
        today: int,
        *,
        files: Mapping[str, Facts],
        days: Days,
        suspects: Sequence[tuple[int, str]],
        unread: int = 0,
        faults: Sequence[tuple[int, Fault]] = (),
    ) -> None:
        self.settings, self.lang, self.today = settings, lang, today
        self.files, self.days, self.suspects = files, days, suspects
        self.unread, self.faults = unread, faults

    @property
    def counted(self) -> bool:
        """Tell whether mentions were counted."""
        return self.days.recalls is not None

    def name(self, which: str) -> str:
        """Give the name the person uses for one of the files."""
        return self.settings.text(f"files.{which}")


def iso(ordinal: int) -> str:
    """Write an ordinal as ``YYYY-MM-DD``."""
    return iso_day(ordinal)


def rules_of(settings: Settings) -> tuple[Rule, Age]:
    """Give the weight in force and what its age counts from."""
    chosen = settings.text("anchors.weight")
    rule: Rule = (
        "halving" if chosen == "halving" else "fading" if chosen == "fading" else "forgetting"
    )
    age: Age = "recalled" if settings.text("anchors.age") == "recalled" else "marked"
    return rule, age


def weigh_anchors(folder: Folder) -> list[AnchorState]:
    """Give every anchor with its weight where mentions were counted, and mark who is shown."""
    settings = folder.settings
    states = [AnchorState(*anchor) for anchor in folder.files["memory"].get("anchors", ())]
    cap = settings.number("anchors.cap")
    recalls = folder.days.recalls
    if recalls is not None:
        rule, age = rules_of(settings)
        today = folder.today
        for state, days in zip(states, recalls, strict=True):
            marked = state.marked or None
            if rule == "forgetting" and age == "marked":
                n = weights.count_recalls(days, marked, today)
                state.weighed = weights.weigh_count(marked, n, today)
            else:
                state.weighed = weights.weigh(marked, days, today, rule, age)
        known = [state.weighed for state in states if state.weighed is not None]
        kept = set(weights.shown(states, known, cap))
    else:
        newest = sorted(
            range(len(states)), key=lambda place: (states[place].marked or folder.today, -place)
        )
        kept = set(newest[-cap:])
    for place, state in enumerate(states):
        state.shown = len(states) <= cap or place in kept
    return states


def _ranks(states: Sequence[AnchorState]) -> dict[int, int]:
    """Rank anchors for leaving: 0 stays longest. By weight where there is one, else the newest stay."""

    def heaviness(place: int) -> tuple[Any, ...]:
        state = states[place]
        key = state.weighed.key if state.weighed else (state.marked,)
        return (*key, -state.line)

    ordered = sorted(range(len(states)), key=heaviness, reverse=True)
    return {place: rank for rank, place in enumerate(ordered)}


def make_parts(folder: Folder, states: Sequence[AnchorState]) -> list[Part]:
    """Make the sections to show, sunk anchors left out."""
    parts = []
    for key, heading, line, units in folder.files["memory"].get("parts", ()):
        kept = [
            Unit(kind, at, source, anchor)
            for kind, at, source, anchor in units
            if not (key == "oft_told" and kind == ITEM and anchor >= 0 and not states[anchor].shown)
        ]
        parts.append(Part(key, heading, line, kept))
    return parts


def _diary_line(folder: Folder) -> str:
    cadence = folder.settings.text("diary_cadence")
    if cadence == "off" or not folder.days.there:
        return ""
    span = WEEK_DAYS if cadence == "weekly" else 1
    today = folder.today
    if any(folder.days.has_page(f"{iso(day)}.md") for day in range(today - span + 1, today + 1)):
        return ""
    if cadence == "daily":
        return say(folder.lang, "ritual.no_diary")
    last = folder.days.last_written(f"{iso(today)}.md")
    if not last:
        return say(folder.lang, "ritual.no_diary_ever")
    return say(folder.lang, "ritual.no_diary_week", day=last[:-3])


def _todo_line(folder: Folder) -> str:
    count, oldest = folder.files["memory"].get("todos", (0, 0))
    if not count:
        return ""
    days = folder.today - oldest if oldest else 0
    if days < 1:
        return say(folder.lang, "ritual.todos", count=count)
    key = "ritual.todos_aged_one" if days == 1 else "ritual.todos_aged"
    return say(folder.lang, key, count=count, days=days)


def _detours_line(folder: Folder) -> str:
    facts = folder.files["detours"]
    entries, chars = facts.get("entries", 0), facts.get("chars", 0)
    if entries < DETOURS_ENTRIES and chars < DETOURS_CHARS:
        return ""
    rounded = max(ROUND_CHARS, round(chars / ROUND_CHARS) * ROUND_CHARS)
    return say(
        folder.lang, "ritual.detours", file=folder.name("detours"), count=entries, chars=rounded
    )


def make_status(folder: Folder) -> list[str]:
    """Make the status lines: facts, in the order diary, to-dos, detours."""
    return [line for line, _ in trace_status(folder)]


def trace_status(folder: Folder) -> list[tuple[str, str]]:
    """Give each status line with the file it speaks of ('' where that is the diary as a whole)."""
    page = f"{folder.name('diary')}/{iso(folder.today)}.md"
    lines = [
        (_diary_line(folder), page),
        (_todo_line(folder), folder.name("memory")),
        (_detours_line(folder), folder.name("detours")),
    ]
    if folder.unread:
        count = folder.settings.number("anchors.cap")
        lines.insert(0, (say(folder.lang, "ritual.counting", count=count), ""))
    return [(line, file) for line, file in lines if line]


def _file_notice(folder: Folder, which: str) -> str:
    problem = folder.files[which].get("problem")
    if not problem:
        return ""
    key, pairs = problem
    values = dict(pairs)
    file = folder.name(which)
    if key == "absent":
        return say(folder.lang, "notice.memory_missing", file=file) if which == "memory" else ""
    if key == "undecodable_text":
        looks = str(values.get("looks", "?"))
        return say(folder.lang, "notice.file_undecodable", file=file, looks_like=looks)
    if key == "text_too_large":
        return say(folder.lang, "notice.file_too_large", file=file)
    return say(folder.lang, "notice.file_unreadable", file=file, why=values.get("why", key))


def heading_to_write(folder: Folder) -> str:
    """Give the heading to write where memory.md holds none of the sections to show."""
    from ofttold.core.ritual.sections import heading_for

    wanted = [key for key in folder.settings.names("sections") if key in KNOWN_KEYS]
    return heading_for(wanted[0] if wanted else "oft_told", folder.lang)


def make_notices(folder: Folder) -> list[str]:
    """Make the notices: what keeps the memory from being seen, why, and what to do."""
    lines = [_file_notice(folder, "memory"), _file_notice(folder, "relationship")]
    memory = folder.files["memory"]
    file = folder.name("memory")
    if not memory.get("problem"):
        unclosed = memory.get("unclosed")
        if unclosed and memory.get("missing"):
            lines.append(say(folder.lang, f"notice.{unclosed[0]}", file=file, line=unclosed[1]))
        elif memory.get("empty"):
            lines.append(say(folder.lang, "notice.file_empty", file=file))
        elif not memory.get("parts"):
            heading = heading_to_write(folder)
            lines.append(say(folder.lang, "notice.no_sections", file=file, heading=heading))
    for line, fault in folder.faults[:SHOWN]:
        key = f"finding.{fault.code}"
        what = say(folder.lang, key, **fault.values) if says(key) else fault.code
        notice = "notice.setting" if line else "notice.settings"  # line 0: all of the file
        lines.append(say(folder.lang, notice, line=line, what=what))
    if len(folder.faults) > SHOWN:
        lines.append(say(folder.lang, "ritual.more_checks", count=len(folder.faults) - SHOWN))
    return [line for line in lines if line]


def names_of(folder: Folder) -> Names:
    """Give the folder's file names to the check-up."""
    return Names(*(folder.name(w) for w in ("memory", "relationship", "index", "detours", "diary")))


def find_checks(folder: Folder) -> list[Check]:
    """Make the folder's check-up, newest first."""
    feelings = folder.files["relationship"]
    return check_up(
        names_of(folder),
        memory=folder.files["memory"],
        feelings={} if is_absent(feelings) else feelings,
        others={which: folder.files[which] for which in ("index", "detours")},
        days=folder.days,
        suspects=folder.suspects,
        today=folder.today,
    )


def make_block(folder: Folder, *, octets: int | None = None) -> tuple[Block, list[AnchorState]]:
    """Make the block; ``octets`` is the UTF-8 size limit of a host that counts bytes."""
    states = weigh_anchors(folder)
    checks = find_checks(folder)
    block = compose(
        make_parts(folder, states),
        make_status(folder),
        show_checks(checks, lang=folder.lang),
        make_notices(folder),
        date=iso(folder.today),
        lang=folder.lang,
        budget=Budget(folder.settings.number("max_chars"), wire=HARD_MAX_CHARS, octets=octets),
        memory_name=folder.name("memory"),
        index_name=folder.name("index"),
        sunk=sum(1 for state in states if not state.shown),
        heaviness=lambda: _ranks(states),
    )
    return block, states
