"""Automatic recall at a person's prompt: the few cards that are to the point, or nothing at all.

Relevance first (a score over the threshold and a true overlap), then the gate, then topics, then
the budget. Writes nothing in the folder; only the session's record learns what was delivered.
Past its deadline it gives nothing, charges nothing, and the next prompt may recall the same cards.

On the hooks' path: no dataclasses, typing, pathlib, hashlib.
"""

from __future__ import annotations

import os
import time

from ofttold.app.card_index import CardIndex, read_glossary_text
from ofttold.app.card_settings import card_settings
from ofttold.core.cards.gate import Runtime, eligibility, lost_topics, shown_state
from ofttold.core.cards.heard import HEARD, RECALL, fold_heard, sum_of
from ofttold.core.cards.identity import make_id
from ofttold.core.cards.project_key import is_desk_of
from ofttold.core.cards.prompt import goes_on_only
from ofttold.core.cards.recall import Line, plan_recall
from ofttold.core.errors import OfttoldError
from ofttold.core.search.acts import names_an_act
from ofttold.core.search.inject import choose
from ofttold.core.search.query import parse_query
from ofttold.edge.card_places import cards_folder, desk_place, personal_place, shelf_place
from ofttold.edge.machine_facts import Facts
from ofttold.edge.project import find_project
from ofttold.edge.sessions import SessionRecord, read_entries, record_path
from ofttold.edge.task_hints import read_hints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date, datetime

    from ofttold.app.card_index import Found
    from ofttold.app.card_settings import CardSettings
    from ofttold.core.cards.gate import Judged, Verdict
    from ofttold.core.cards.heard import Heard
    from ofttold.core.cards.recall import Recall
    from ofttold.core.search.query import Query
    from ofttold.edge.card_places import Place
    from ofttold.edge.project import Project

DEPTH = 30  # hits a recall looks at; ours: the gate may hold back many
DEPTH_OF_A_DAY = 300  # the same where a day is named, whose every card is a hit; ours
_DAY_MARKS = (
    *(
        "天",
        "日",
        "周",
        "月",
        "年",
        "星期",
        "礼拜",
        "号",
        "day",
        "week",
        "month",
        "year",
        "ago",
        "last",
    ),
    *("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
)
TAIL_BYTES = 256 * 1024  # bytes of a transcript's end that are read for earlier words; ours


class Asked:
    """One prompt as a host tells of it; '' where it does not say.

    ``started`` is ``time.monotonic()`` at the call's begin, ``budget_ms`` what the whole hook may
    take, ``now_s`` the person's clock in seconds since the epoch, ``room`` what tells whether a
    text still passes the host's cut (None: any does).
    """

    __slots__ = (
        *("budget_ms", "cwd", "host", "now_s", "prompt", "room", "session", "started"),
        "transcript",
    )

    def __init__(
        self,
        prompt: str,
        *,
        cwd: str = "",
        host: str = "",
        session: str = "",
        transcript: str = "",
        now_s: float = 0.0,
        started: float | None = None,
        budget_ms: int = 300,
        room: Callable[[str], bool] | None = None,
    ) -> None:
        self.prompt, self.cwd, self.host, self.session = prompt, cwd, host, session
        self.transcript, self.now_s, self.budget_ms = transcript, now_s, budget_ms
        self.room = room
        self.started = time.monotonic() if started is None else started


class Considered:
    """What came of looking for one text: hits, the gate's verdicts, and who was chosen."""

    __slots__ = ("chosen", "hits", "lost", "query", "verdicts")

    def __init__(self, query: Query) -> None:
        self.query = query
        self.hits: list[Found] = []
        self.verdicts: dict[int, Verdict] = {}
        self.lost: dict[str, str] = {}
        self.chosen: list[Found] = []


def recall_for_prompt(folder: str, asked: Asked) -> str:
    """Give the text to put before the model, '' for nothing. Raises nothing but our own bugs."""
    project = find_project(asked.cwd, cards_folder(folder)) if asked.cwd else None
    places = [place for place in places_of(folder, project) if os.path.isdir(place.folder)]
    if not places:
        return ""
    settings = card_settings(folder)
    if settings.off or settings.recall != "auto":
        return ""
    if project is not None and any(is_desk_of(n, project.key) for n in settings.off_projects):
        return ""
    until = asked.started + min(settings.deadline_ms, asked.budget_ms) / 1000
    told = _told(asked)
    if told.last == sum_of(asked.prompt):
        return ""
    scene = Scene(places, runtime_of(folder, project, asked.cwd), settings, until)
    recalled = _recall(folder, asked, scene, told.delivered)
    if recalled is None or time.monotonic() > until:
        return ""
    return recalled.text if _note(asked, recalled, project) else ""


def _told(asked: Asked) -> Heard:
    """Give what this session has been told already; without a record nothing."""
    if not asked.session:
        return fold_heard([])
    return fold_heard(read_entries(record_path(asked.host, asked.session)))


class Scene:
    """Where a recall looks, what it is judged by, and until when it must be done."""

    __slots__ = ("places", "runtime", "settings", "until")

    def __init__(
        self, places: list[Place], runtime: Runtime, settings: CardSettings, until: float
    ) -> None:
        self.places, self.runtime, self.settings, self.until = places, runtime, settings, until

    def is_over(self) -> bool:
        """Tell whether the time is out."""
        return time.monotonic() > self.until


def _recall(folder: str, asked: Asked, scene: Scene, delivered: dict[str, str]) -> Recall | None:
    """Search and choose; None past the deadline or where files changed meanwhile."""
    clock = Clock(scene.settings.zone, asked.now_s)
    with CardIndex(folder, scene.places, expired=scene.is_over) as index:
        if not index.complete:
            return None
        looker = Looker(index, scene.runtime, clock, read_glossary_text(folder))
        found = first_look(looker, asked)
        recalled = plan_recall(
            [line_of(one) for one in found.chosen],
            lang=scene.settings.lang,
            context_id=make_id("ctx", os.urandom(8)),
            delivered=delivered,
            room=asked.room,
        )
        return None if recalled.chosen and index.has_changed(found.chosen) else recalled


def first_look(looker: Looker, asked: Asked) -> Considered:
    """Look for the prompt, and by the rules once more with earlier words of the conversation."""
    found = looker.look(asked.prompt)
    if goes_on_only(asked.prompt, found.query.terms):
        earlier = _earlier(asked)
        found = looker.look(earlier) if earlier else found
    if found.chosen or names_an_act(asked.prompt):
        return found
    last = _last_words(asked)
    again = looker.look(last) if last else found
    return again if again.chosen else found


class Clock:
    """The person's day and moment, asked for only by a text or a card that needs them."""

    __slots__ = ("_now_s", "_zone")

    def __init__(self, zone: str, now_s: float) -> None:
        self._zone, self._now_s = zone, now_s

    def now(self) -> datetime:
        """Give the moment."""
        from datetime import UTC, datetime

        return datetime.fromtimestamp(self._now_s or time.time(), UTC)

    def today(self) -> date:
        """Give the person's day."""
        from datetime import date

        from ofttold.app.quick import person_day

        return date.fromordinal(person_day(self._zone))


class Looker:
    """Looks for texts in one index, under one runtime, at one moment."""

    __slots__ = ("_clock", "_glossary", "index", "runtime")

    def __init__(self, index: CardIndex, runtime: Runtime, clock: Clock, glossary: str) -> None:
        self.index, self.runtime = index, runtime
        self._clock, self._glossary = clock, glossary

    def look(self, text: str) -> Considered:
        """Search one text, ask the gate, settle topics, choose what is worth a place."""
        found = Considered(self._query(text))
        if not found.query.terms:
            return found
        depth = DEPTH_OF_A_DAY if found.query.windows else DEPTH
        hits = self.index.search(found.query, depth)
        found.hits = [one for one in hits if one.hit.matched]  # a day alone brings no card
        own = {one.card.id for one in found.hits if one.place.layer != "personal"}
        admitted: list[Found] = []
        for one in found.hits:
            if one.place.layer == "personal" and one.card.id in own:
                continue
            verdict = self._judge(one.card)
            found.verdicts[id(one)] = verdict
            if verdict.ok:
                admitted.append(one)
        found.lost = self._lost(admitted)
        left = {id(one.hit): one for one in admitted if one.card.id not in found.lost}
        found.chosen = [left[id(hit)] for hit in choose([one.hit for one in left.values()])]
        return found

    def _query(self, text: str) -> Query:
        glossary = None
        if self._glossary:
            from ofttold.core.search.glossary import read_glossary

            glossary = read_glossary(self._glossary)
        today = self._clock.today() if _may_name_a_day(text) else None
        return parse_query(text, today=today, glossary=glossary, stop_words_alone=False)

    def _judge(self, card: Judged) -> Verdict:
        now = self._clock.now() if card.learned is not None else None
        return eligibility(card, self.runtime, "recall", now)

    def _lost(self, admitted: Sequence[Found]) -> dict[str, str]:
        """Say which of the admitted cards their topic keeps out, its other cards looked at too."""
        lost: dict[str, str] = {}
        for topic in dict.fromkeys(one.card.topic for one in admitted if one.card.topic):
            cards = [one.card for one in self.index.in_topic(topic)]
            lost.update(lost_topics((card, self._judge(card)) for card in cards))
        return lost


def places_of(folder: str, project: Project | None) -> list[Place]:
    """Give the places a recall looks in."""
    places: list[Place] = []
    if project is not None:
        places.append(desk_place(folder, project.desk))
        shelf = shelf_place(project.root, project.desk, folder)
        places += [shelf] if shelf else []
    return [*places, personal_place(folder)]


def runtime_of(folder: str, project: Project | None, cwd: str) -> Runtime:
    """Give what the gate judges by at a prompt: the machine, the repository, the project's hints."""
    task = _task_reader(folder, project)
    root = project.root if project else ""
    return Runtime(project.desk if project else "", Facts(cwd, root, task).known)


def _task_reader(folder: str, project: Project | None) -> Callable[[], Mapping[str, str]]:
    return lambda: read_hints(desk_place(folder, project.desk)) if project else {}


def line_of(one: Found) -> Line:
    """Give a hit as it is shown."""
    return Line(
        id=one.card.id,
        layer=one.place.layer,
        title=one.title,
        summary=one.hit.summary,
        when=one.card.when,
        state=shown_state(one.card),
        mark=one.card.mark,
    )


def _may_name_a_day(text: str) -> bool:
    """Tell cheaply whether a text can speak of a day; the reader of days costs a hook 2 ms."""
    folded = text.casefold()
    return any(c.isdigit() for c in text) or any(mark in folded for mark in _DAY_MARKS)


def _tail(path: str) -> bytes:
    """Read the end of a transcript; nothing where there is none."""
    if not path:
        return b""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return b""
    try:
        os.lseek(fd, max(0, os.fstat(fd).st_size - TAIL_BYTES), os.SEEK_SET)
        return os.read(fd, TAIL_BYTES)
    except OSError:
        return b""
    finally:
        os.close(fd)


def _earlier(asked: Asked) -> str:
    """Give the person's message before this one, in their own words."""
    tail = _tail(asked.transcript)
    if not tail:
        return ""
    from ofttold.core.cards.turns import read_turns
    from ofttold.hosts.prompts import clean_prompt

    said = [clean_prompt(text) for text in read_turns(tail, person=6).person]
    return next((text for text in said if text and text != asked.prompt), "")


def _last_words(asked: Asked) -> str:
    """Give what the assistant said and called in its last turn."""
    tail = _tail(asked.transcript)
    if not tail:
        return ""
    from ofttold.core.cards.turns import read_turns
    from ofttold.hosts.prompts import clean_prompt

    return clean_prompt(read_turns(tail).assistant)


def _note(asked: Asked, recalled: Recall, project: Project | None) -> bool:
    """Note in the session's record what this prompt is given; False where another hook just did.

    Without a record nothing counts as delivered. A prompt whose cards found no room beside the
    block is noted as no message at all, so that the same words may bring them next time.
    """
    if not asked.session:
        return True
    sum_ = "" if recalled.crowded_out else sum_of(asked.prompt)
    entry: dict[str, object] = {"e": HEARD, "t": int(asked.now_s), "h": sum_}
    if recalled.chosen:
        entry["e"] = RECALL
        entry["cards"] = {card.id: card.mark for card in recalled.chosen}
        entry["ctx"] = recalled.context_id
        entry["project"] = project.desk if project else ""
    try:
        with SessionRecord(asked.host, asked.session) as record:
            if fold_heard(record.entries).last == sum_:
                return False
            record.append(entry)
    except (OSError, OfttoldError):
        return True  # the state home cannot be used
    return True
