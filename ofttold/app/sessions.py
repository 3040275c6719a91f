"""What became of each session: told what, when, why again, seen by the model or not, diary written.

Reads the session records, the journal and transcripts; the only thing it writes is that a
transcript was found to show the block, so that the next look need not read it again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from ofttold.app.ledger import Ledger
from ofttold.core.errors import OfttoldError
from ofttold.core.ritual.diary import read_day
from ofttold.core.unsaid import without_unsaid
from ofttold.edge import clock, sessions, transcripts
from ofttold.edge.files import append_line, read_file
from ofttold.edge.settings import load_settings

SEEN, SENT, SILENT = "seen", "sent", "silent"
Entry = dict[str, object]


@dataclass(frozen=True, slots=True)
class Again:
    """One more delivery: when, and why."""

    when: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Session:
    """One row: a session, or a host that was wired and never called (``proof`` is SILENT).

    ``when`` in the zone asked for; ``chars`` and ``ms`` of the first delivery; ``hash`` of the last
    block; ``diary``: whether that day's page got written, None where nothing tells.
    """

    host: str
    id: str
    when: datetime | None
    why: str
    chars: int
    ms: int
    hash: str
    again: tuple[Again, ...]
    proof: str
    diary: bool | None
    folder: str
    day: date | None = None


def _text(entry: Entry, key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def _number(entry: Entry, key: str) -> float:
    value = entry.get(key)
    return float(value) if isinstance(value, (int, float)) else 0.0


class _Days:
    """Which days' pages are written, per folder; asked of the disk once each."""

    def __init__(self) -> None:
        self._zones: dict[str, tuple[tzinfo | None, str]] = {}
        self._written: dict[tuple[str, date], bool] = {}

    def day(self, folder: str, seconds: float, now: datetime) -> date:
        """Give the person's calendar day of a moment."""
        zone = self._settings(folder)[0] or now.tzinfo
        return datetime.fromtimestamp(seconds, zone).date()

    def written(self, folder: str, day: date) -> bool | None:
        """Tell whether the day's page is written; None where there is no such folder."""
        if not folder or not os.path.isdir(folder):
            return None
        key = (folder, day)
        if key not in self._written:
            name = os.path.join(self._settings(folder)[1], f"{day.isoformat()}.md")
            self._written[key] = is_written(os.path.join(folder, name))
        return self._written[key]

    def _settings(self, folder: str) -> tuple[tzinfo | None, str]:
        if folder not in self._zones:
            settings = load_settings(folder).settings
            name = settings.text("timezone")
            try:
                zone = clock.zone(name) if name else None
            except OfttoldError:
                zone = None  # said by check; the machine's zone stands in
            self._zones[folder] = (zone, settings.text("files.diary"))
        return self._zones[folder]


def is_written(path: str) -> bool:
    """Tell whether a diary page is there and holds more than blanks and comments."""
    try:
        return not read_day(read_file(path)).blank
    except OfttoldError:
        return os.path.exists(path)  # there, though it cannot be read


def read_sessions(now: datetime, *, host: str = "") -> list[Session]:
    """Read all sessions, the newest first; ``now`` gives the zone they are told in."""
    days = _Days()
    found = [
        row
        for name, path in sessions.list_records()
        if not host or name == host
        for row in [_session(name, path, days, now)]
        if row is not None
    ]
    return sorted(found, key=lambda row: row.when or now, reverse=True)


def _session(host: str, path: str, days: _Days, now: datetime) -> Session | None:
    entries = without_unsaid(sessions.read_entries(path))
    sent = [entry for entry in entries if entry.get("e") == "sent"]
    if not sent:
        return None
    first, last = sent[0], sent[-1]
    folder = _text(last, "dir") or _text(first, "dir")
    seconds = _number(first, "t")
    day = days.day(folder, seconds, now)
    return Session(
        host,
        _text(first, "id"),
        datetime.fromtimestamp(seconds, now.tzinfo),
        _text(first, "why"),
        int(_number(first, "c")),
        int(_number(first, "ms")),
        _text(last, "h")[:8],
        tuple(_again(sent[1:], now)),
        _prove(path, entries, last),
        days.written(folder, day),
        folder,
        day,
    )


def _again(sent: Sequence[Entry], now: datetime) -> Iterator[Again]:
    for entry in sent:
        moment = datetime.fromtimestamp(_number(entry, "t"), now.tzinfo)
        yield Again(moment, _text(entry, "why"))


def _prove(path: str, entries: Iterable[Entry], last: Entry) -> str:
    """Tell whether the transcript shows the block, or a plugin of ours saw it on its way."""
    for entry in entries:
        if entry.get("e") == "shown" or entry.get("shown") is True or entry.get("why") == "found":
            return SEEN
    if not transcripts.shows_block(_text(last, "tp")):
        return SENT
    try:
        append_line(path, json.dumps({"e": "shown"}).encode())
    except OfttoldError:
        return SEEN  # a state home that cannot be written costs the next look its time
    return SEEN


def silent_hosts(rows: Iterable[Session], *, host: str = "") -> list[Session]:
    """Give a row for each host that is wired and has no session since."""
    ledger = Ledger()
    called: dict[str, float] = {}
    for row in rows:
        if row.when:
            called[row.host] = max(called.get(row.host, 0.0), row.when.timestamp())
    wired = dict.fromkeys(owner.host for owner in ledger.owners())
    return [
        Session(name, "", None, "", 0, 0, "", (), SILENT, None, "")
        for name in wired
        if (not host or name == host) and called.get(name, -1.0) < (ledger.wired_since(name) or 0.0)
    ]
