"""A request's context: which recall an id names, and the account of what was read on it.

The id and what it was for stand in the session's record (state home); the account stands beside
it. Losing both means that the id counts as expired.
"""

from __future__ import annotations

import json
import os
from datetime import datetime

from ofttold.core.cards.budget import CONTEXT_HOURS, Account
from ofttold.core.cards.identity import is_id
from ofttold.core.errors import OfttoldError
from ofttold.edge.files import write_cache
from ofttold.edge.homes import state_home

MOST_RECORDS = 200  # session records looked through for an id, the newest first; ours
MOST_RECORD_BYTES = 256 * 1024  # bytes of one record, from its end; ours


def find_context(id_: str, *, project: str, now: datetime) -> bool:
    """Tell whether a context id stands for this project's latest recall in its session."""
    if not is_id(id_, "ctx"):
        return False
    for path in _newest_records():
        latest = _latest_recall(path)
        if latest.get("ctx") == id_:
            return latest.get("project") == project and _is_fresh(latest.get("t"), now)
    return False


def latest_session() -> list[dict[str, object]]:
    """Give the entries of the session that was heard last; none where there is no record."""
    from ofttold.edge.sessions import read_entries

    newest = _newest_records()[:1]
    return read_entries(newest[0]) if newest else []


def _newest_records() -> list[str]:
    base = os.path.join(state_home(), "sessions")
    found: list[tuple[float, str]] = []
    for folder, _, names in os.walk(base):
        for name in names:
            path = os.path.join(folder, name)
            try:
                found.append((os.stat(path).st_mtime, path))
            except OSError:
                continue  # gone since the listing
    return [path for _, path in sorted(found, reverse=True)[:MOST_RECORDS]]


def _latest_recall(path: str) -> dict[str, object]:
    """Give the last line of a record that tells of a recall."""
    try:
        with open(path, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - MOST_RECORD_BYTES))
            lines = file.read().split(b"\n")
    except OSError:
        return {}
    for line in reversed(lines):
        if b'"ctx"' in line:
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # torn by a power cut
            if isinstance(entry, dict):
                return entry
    return {}


def _is_fresh(seconds: object, now: datetime) -> bool:
    if not isinstance(seconds, (int, float)):
        return False
    return now.timestamp() - seconds < CONTEXT_HOURS * 3600


def _account_path(id_: str) -> str:
    return os.path.join(state_home(), "contexts", f"{id_}.json")


def read_account(id_: str) -> Account:
    """Give what a request has used; nothing where nothing is known."""
    try:
        with open(_account_path(id_), "rb") as file:
            found = json.loads(file.read())
        return Account(int(found["reads"]), int(found["bodies"]), int(found["bytes"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Account()


def write_account(id_: str, account: Account) -> None:
    """Note what a request has used; where the state home cannot be written, it is not noted."""
    row = {"reads": account.reads, "bodies": account.bodies, "bytes": account.size_bytes}
    try:
        write_cache(_account_path(id_), json.dumps(row).encode())
    except OfttoldError:
        return  # a budget that cannot be kept must not stop a reading
