"""The check-up: what fails without a symptom, found from facts, newest first.

Knows which faults are silent; refuses to know tone, counts or reminders. Import-light, since a
session start makes it after every change.
"""

from __future__ import annotations

from ofttold.core.ritual.days import TOO_LARGE, UNDECODABLE, UNREADABLE, name_ordinal
from ofttold.core.ritual.vocabulary import Vocabulary
from ofttold.core.strings import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ofttold.core.ritual.days import Days
    from ofttold.core.ritual.facts import Facts
    from ofttold.core.strings import Lang

SHOWN = 3  # check-up lines in the block
LIVE = 10**7  # stands for "now" where a fault has no day: later than any real day's ordinal
_DAY_TROUBLES = {
    UNDECODABLE: "day_undecodable",
    TOO_LARGE: "day_too_large",
    UNREADABLE: "day_unreadable",
}
WORD_CHARS = 40  # characters of a person's word that a line repeats


class Check:
    """One silent fault: ``day`` (ordinal, LIVE if it has none), place, code and values."""

    __slots__ = ("code", "day", "file", "line", "values")

    def __init__(
        self, day: int, file: str, line: int, code: str, values: dict[str, object]
    ) -> None:
        self.day, self.file, self.line, self.code = day, file, line, code
        self.values = values

    def message(self, lang: Lang) -> str:
        """Say the fault."""
        return say(lang, f"finding.{self.code}", **self.values)


def _short(word: str) -> str:
    return word if len(word) <= WORD_CHARS else word[:WORD_CHARS] + "…"


class Names:
    """The names of the folder's files, as the person knows them."""

    __slots__ = ("detours", "diary", "index", "memory", "relationship")

    def __init__(
        self, memory: str, relationship: str, index: str, detours: str, diary: str
    ) -> None:
        self.memory, self.relationship, self.index = memory, relationship, index
        self.detours, self.diary = detours, diary


def _unknown_word(
    word: str, vocabulary: Vocabulary, day: int, file: str, line: int, code: str
) -> Check:
    near = vocabulary.near(word)
    if near:
        values: dict[str, object] = {"word": _short(word), "near": _short(near[0])}
        return Check(day, file, line, code + "_near", values)
    return Check(day, file, line, code, {"word": _short(word)})


def _check_tags(names: Names, memory: Facts, feelings: Facts, days: Days) -> Iterator[Check]:
    tagged = [(LIVE, names.memory, word, line) for word, line in memory.get("tags", ())] + [
        (LIVE, names.relationship, word, line) for word, line in feelings.get("tags", ())
    ]
    tagged.extend(
        (name_ordinal(name), f"{names.diary}/{name}", word, line)
        for name, word, line in days.tag_lines()
    )
    if feelings.get("problem"):
        return  # what the vocabulary holds is unknown, so no tag can be called wrong
    words = feelings.get("vocabulary")
    now = feelings.get("now")
    if words is None:
        if tagged:
            day, file, _, line = max(tagged, key=lambda tag: (tag[0], -tag[3]))
            yield Check(
                day, file, line, "no_vocabulary", {"count": len(tagged), "file": names.relationship}
            )
        return
    vocabulary = Vocabulary(words)
    for day, file, word, line in tagged:
        if not vocabulary.has(word):
            yield _unknown_word(word, vocabulary, day, file, line, "tag_unknown")
    if now and not vocabulary.has(now[0]):
        yield _unknown_word(now[0], vocabulary, LIVE, names.relationship, now[1], "now_unknown")


def name_trouble(
    file: str, problem: tuple[str, tuple[tuple[str, object], ...]]
) -> tuple[str, dict[str, object]]:
    """Give the code and the values of what keeps a file from being read (``problem`` of its facts)."""
    values: dict[str, object] = {"file": file, **dict(problem[1])}
    if problem[0] == "undecodable_text":
        return "file_undecodable", {"looks": "?", **values}
    if problem[0] == "text_too_large":
        return "file_too_large", values
    return "file_unreadable", {"why": problem[0], **values}


def _check_files(names: Names, problems: Mapping[str, Facts], days: Days) -> Iterator[Check]:
    for which, boiled in problems.items():
        problem = boiled.get("problem")
        if problem and problem[0] != "absent":
            file = getattr(names, which)
            yield Check(LIVE, file, 0, *name_trouble(file, problem))
    if days.trouble:
        values: dict[str, object] = {"file": names.diary, "why": days.trouble}
        yield Check(LIVE, names.diary, 0, "file_unreadable", values)
    for name, state in days.states.items():
        if state in _DAY_TROUBLES:
            file = f"{names.diary}/{name}"
            yield Check(name_ordinal(name), file, 0, _DAY_TROUBLES[state], {"file": file})


def check_up(
    names: Names,
    *,
    memory: Facts,
    feelings: Facts,
    others: Mapping[str, Facts],
    days: Days,
    suspects: Sequence[tuple[int, str]],
    today: int,
) -> list[Check]:
    """Find every silent fault of the folder, newest first.

    ``suspects`` are (day it seems to mean or 0, name) of diary files that will never be counted.
    """
    found = list(_check_tags(names, memory, feelings, days))
    found.extend(_check_files(names, others, days))
    for day, name in suspects:
        file = f"{names.diary}/{name}"
        found.append(Check(day, file, 0, "day_uncounted", {"file": _short(file)}))
    for which, facts in ((names.memory, memory), (names.relationship, feelings)):
        for heading, first, second in facts.get("twice", ()):
            found.append(
                Check(
                    LIVE,
                    which,
                    second,
                    "section_twice",
                    {"heading": _short(heading), "first": first, "second": second, "file": which},
                )
            )
    for handle, _, line, marked in memory.get("anchors", ()):
        if marked > today:
            found.append(
                Check(LIVE, names.memory, line, "anchor_future", {"handle": _short(handle)})
            )
    found.sort(key=lambda check: (-check.day, check.file, check.line))
    return found


def show_checks(checks: Sequence[Check], *, lang: Lang) -> list[str]:
    """Give the check-up lines of the block: at most three, then how many more there are."""
    lines = []
    for check in checks[:SHOWN]:
        if 0 < check.day < LIVE and check.code != "day_uncounted":
            day = check.file.rpartition("/")[2].removesuffix(".md")
            lines.append(say(lang, "ritual.check_day", day=day, message=check.message(lang)))
        else:
            lines.append(say(lang, "ritual.check", message=check.message(lang)))
    if len(checks) > SHOWN:
        lines.append(say(lang, "ritual.more_checks", count=len(checks) - SHOWN))
    return lines
