"""The install journal as values: whose a file's entries are, and the record that leads back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ofttold.edge import journal
from ofttold.hosts.config import Path as KeyPath
from ofttold.hosts.config import Record
from ofttold.hosts.splices import Edit


@dataclass(frozen=True, slots=True)
class Owner:
    """Who asked for an entry: a host, for the user or for one project (its folder)."""

    host: str
    scope: str
    project: str = ""

    def as_list(self) -> list[str]:
        """Give the form that is written down."""
        return [self.host, self.scope, self.project]


@dataclass(slots=True)
class Entry:
    """What was done to one file; ``form`` is json, toml, yaml or own (wholly ours)."""

    path: str
    form: str
    owners: list[Owner]
    record: Record
    created: bool = False
    folders: list[str] = field(default_factory=list)
    since: float = 0.0


def _paths(value: object) -> tuple[KeyPath, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(tuple(str(key) for key in path) for path in value if isinstance(path, list))


def _edits(value: object) -> tuple[Edit, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(
        Edit(edit[0], edit[1], edit[2])
        for edit in value
        if isinstance(edit, list) and len(edit) == 3 and isinstance(edit[0], int)
    )


def _entry(raw: dict[str, Any]) -> Entry:
    record = Record(
        str(raw.get("before", "")),
        str(raw.get("after", "")),
        _edits(raw.get("edits")),
        _paths(raw.get("made")),
        _paths(raw.get("hollow")),
    )
    since = raw.get("since")
    folders = raw.get("folders")
    return Entry(
        raw["path"],
        raw["form"],
        [Owner(*(str(part) for part in owner)) for owner in raw["owners"]],
        record,
        created=raw.get("created") is True,
        folders=[str(folder) for folder in folders] if isinstance(folders, list) else [],
        since=float(since) if isinstance(since, (int, float)) else 0.0,
    )


def _raw(entry: Entry) -> dict[str, Any]:
    record = entry.record
    return {
        "path": entry.path,
        "form": entry.form,
        "owners": [owner.as_list() for owner in entry.owners],
        "since": entry.since,
        "created": entry.created,
        "folders": entry.folders,
        "before": record.before,
        "after": record.after,
        "edits": [[edit.start, edit.removed, edit.inserted] for edit in record.edits],
        "made": [list(path) for path in record.made],
        "hollow": [list(path) for path in record.hollow],
    }


class Ledger:
    """All entries by path; ``save`` writes them, and is called before a file is touched."""

    def __init__(self) -> None:
        self.entries = {raw["path"]: _entry(raw) for raw in journal.read_journal()}

    def save(self) -> None:
        """Write the journal; raises what the system refuses."""
        journal.write_journal([_raw(entry) for entry in self.entries.values()])

    def owned(self, owner: Owner) -> list[Entry]:
        """Give the entries of this owner."""
        return [entry for entry in self.entries.values() if owner in entry.owners]

    def owners(self) -> list[Owner]:
        """Give every owner once, in the order of their first entry."""
        found = (owner for entry in self.entries.values() for owner in entry.owners)
        return list(dict.fromkeys(found))

    def wired_since(self, host: str) -> float | None:
        """Give since when a host is wired, in seconds; None for never."""
        times = [e.since for e in self.entries.values() if host in {o.host for o in e.owners}]
        return min(times) if times else None

    def put(self, entry: Entry, owner: Owner) -> None:
        """Set a file's entry and count the owner in."""
        if owner not in entry.owners:
            entry.owners.append(owner)
        self.entries[entry.path] = entry

    def leave(self, path: str, owner: Owner) -> bool:
        """Count an owner out; True if the entry is nobody's now and gone."""
        entry = self.entries.get(path)
        if entry is None:
            return True
        entry.owners = [kept for kept in entry.owners if kept != owner]
        if not entry.owners:
            del self.entries[path]
        return not entry.owners
