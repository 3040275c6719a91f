"""The project block of a session's first turn: the cards touched most recently, a line each.

At most so many cards of the project and so many personal ones as the settings say, 240 characters a
line and 2,400 bytes in all, through the gate, in brackets of its own behind the oft-told block. What
does not fit is left out whole. On the hooks' path, and only where there are cards.
"""

from __future__ import annotations

import os
import time
import zlib

from ofttold.app.card_settings import card_settings
from ofttold.core.cards.card import MOST_FILE_BYTES, Card, parse_card
from ofttold.core.cards.gate import Runtime, eligibility, judged, lost_topics, shown_state
from ofttold.core.cards.project_key import is_desk_of
from ofttold.core.cards.recall import Line, render_line
from ofttold.core.strings import say
from ofttold.edge.card_places import cards_folder, desk_place, personal_place, shelf_place
from ofttold.edge.card_scan import BROKEN, OutOfTime, scan
from ofttold.edge.machine_facts import Facts
from ofttold.edge.project import find_project
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from ofttold.core.cards.gate import Judged, Verdict
    from ofttold.core.strings import Lang
    from ofttold.edge.card_places import Place
    from ofttold.edge.card_scan import Seen
    from ofttold.edge.project import Project

MOST_BYTES = 2400  # bytes of the whole block, UTF-8; sharing.md
MOST_LINE = 240  # characters a line; sharing.md and the seed


class FirstTurn:
    """The block (``text``, '' for none) and the cards in it: id to the mark of its state."""

    __slots__ = ("marks", "text")

    def __init__(self, text: str, marks: dict[str, str]) -> None:
        self.text, self.marks = text, marks


def first_turn(
    folder: str,
    cwd: str,
    *,
    now_s: float = 0.0,
    expired: Callable[[], bool] = lambda: False,
) -> FirstTurn:
    """Give the block for a session that begins in ``cwd``; empty where there is nothing to show.

    Empty too where ``expired`` says that the time is out: a prompt's recall finds the cards then.
    """
    project = find_project(cwd, cards_folder(folder)) if cwd else None
    places = [place for place in _places(folder, project) if os.path.isdir(place.folder)]
    if not places:
        return FirstTurn("", {})
    settings = card_settings(folder)
    off = settings.off or not any(settings.most)
    if off or (project and any(is_desk_of(n, project.key) for n in settings.off_projects)):
        return FirstTurn("", {})
    try:
        turn = _Turn(folder, cwd, project, places, now_s, expired)
    except OutOfTime:
        return FirstTurn("", {})
    return _write(turn.choose(settings.most), settings.lang)


def _places(folder: str, project: Project | None) -> list[Place]:
    """Give the places in the order in which an id is looked for."""
    places: list[Place] = []
    if project is not None:
        shelf = shelf_place(project.root, project.desk, folder)
        places += [desk_place(folder, project.desk), *([shelf] if shelf else [])]
    return [*places, personal_place(folder)]


class _Turn:
    """One look at the places of a call."""

    def __init__(
        self,
        folder: str,
        cwd: str,
        project: Project | None,
        places: list[Place],
        now_s: float,
        expired: Callable[[], bool],
    ) -> None:
        self._folder, self._project, self._now_s = folder, project, now_s
        root = project.root if project else ""
        self._runtime = Runtime(project.desk if project else "", Facts(cwd, root, self._task).known)
        now_ns = time.time_ns()  # the disk's clock is meant, not the person's day
        self._seen = [
            (place, one) for place in places for one in scan(place, now_ns=now_ns, expired=expired)
        ]
        if expired():
            raise OutOfTime
        self._home: dict[str, Place] = {}  # where an id holds: the first of the places
        for place, one in self._seen:
            self._home.setdefault(one.id, place)

    def choose(self, most: tuple[int, int]) -> list[tuple[int, Line]]:
        """Give the latest cards that may be used, as (when touched, line), the latest first."""
        left = {"project": most[0], "personal": most[1]}
        taken: set[str] = set()
        chosen: list[tuple[int, Line]] = []
        for place, one in sorted(self._seen, key=lambda both: (-both[1].touched, both[1].id)):
            layer = "personal" if place.layer == "personal" else "project"
            if one.state == BROKEN or not left[layer] or one.id in taken:
                continue
            read = self._read(place, one) if self._home[one.id] is place else None
            if read is None or not self._judge(judged(read[0])).ok or self._is_lost(one):
                continue
            left[layer] -= 1
            taken.add(one.id)
            chosen.append((one.touched, _line(*read, one)))
        return chosen

    def _read(self, place: Place, one: Seen) -> tuple[Card, str] | None:
        """Read a card with the mark by which recall knows its state; None where it is gone."""
        try:
            with open(place.path(one.name), "rb", opener=regular) as file:
                data = file.read(MOST_FILE_BYTES + 1)
        except OSError:
            return None
        card = parse_card(data, place.name(one.name))
        if not isinstance(card, Card):
            return None
        card.layer, card.owner, card.id = place.layer, place.owner, one.id
        return card, f"{zlib.crc32(data):08x}"

    def _judge(self, part: Judged) -> Verdict:
        now = self._now() if part.learned is not None else None
        return eligibility(part, self._runtime, "first_turn", now)

    def _is_lost(self, one: Seen) -> bool:
        """Tell whether the card's topic keeps it out, its other cards looked at too."""
        if not one.topic:
            return False
        others = [self._read(place, o) for place, o in self._seen if o.topic == one.topic]
        parts = [judged(other[0]) for other in others if other is not None]
        return one.id in lost_topics((part, self._judge(part)) for part in parts)

    def _task(self) -> Mapping[str, str]:
        if self._project is None:
            return {}
        from ofttold.edge.task_hints import read_hints

        return read_hints(desk_place(self._folder, self._project.desk))

    def _now(self) -> datetime:
        from datetime import UTC, datetime

        return datetime.fromtimestamp(self._now_s or time.time(), UTC)


def _line(card: Card, mark: str, one: Seen) -> Line:
    return Line(
        id=card.id,
        layer=card.layer,
        title=card.title or one.title,
        summary=card.summary,
        when=card.when,
        state=shown_state(judged(card)),
        mark=mark,
    )


def _write(chosen: list[tuple[int, Line]], lang: Lang) -> FirstTurn:
    """Write the block: the project's cards first, the latest on top; what does not fit is left out."""
    head, foot = say(lang, "cards.first_turn_header"), say(lang, "cards.first_turn_footer")
    left = MOST_BYTES - len(f"{head}\n{foot}\n".encode())
    rows: list[tuple[bool, str]] = []
    marks: dict[str, str] = {}
    for _, line in chosen:
        text = _cut(line, lang)
        size = len(text.encode("utf-8", "replace")) + 1
        if size <= left:
            left -= size
            rows.append((line.layer == "personal", text))
            marks[line.id] = line.mark
    if not rows:
        return FirstTurn("", {})
    rows.sort(key=lambda row: row[0])
    return FirstTurn("\n".join([head, *(text for _, text in rows), foot]) + "\n", marks)


def _cut(line: Line, lang: Lang) -> str:
    """Write a card's line, its summary and then its title shortened to fit."""
    text = render_line(line, lang)
    over = len(text) - MOST_LINE
    if over > 0 and line.summary:
        line.summary = _shorter(line.summary, over)
        text = render_line(line, lang)
        over = len(text) - MOST_LINE
    if over > 0:
        line.title, line.when = _shorter(line.title, over), ""
        text = render_line(line, lang)
    return text


def _shorter(text: str, by: int) -> str:
    """Take at least so many characters from a text's end, '' where less than a word is left.

    >>> _shorter("abcdefghij", 3)
    'abcdef…'
    """
    kept = len(text) - by - 1
    return f"{text[:kept].rstrip()}…" if kept > 0 else ""
