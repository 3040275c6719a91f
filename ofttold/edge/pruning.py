"""What of the state home nobody will ask for again: old session records, spent request accounts.

A session's record goes 30 days after its last hook, unless its transcript still grows or a hook
holds it. Once a day, at a session start that made its block anew anyway. Losing a record costs one
more delivery at worst; what cannot be removed stays.
"""

from __future__ import annotations

import os
import time

from ofttold.core.errors import OfttoldError
from ofttold.edge import sessions
from ofttold.edge.homes import state_home
from ofttold.edge.regular import regular
from ofttold.edge.state_files import write_cache

DAY_S = 86_400  # s
KEEP_RECORDS_DAYS = 30  # days after a session's last hook
KEEP_ACCOUNTS_DAYS = 1  # days; a context id has expired after half of it


def prune_if_due(*, now_s: float, until: float) -> int:
    """Prune where that was not done today; give how many files went.

    ``now_s`` is the machine's clock, in seconds since the epoch; past ``until``
    (``time.monotonic``) the rest is left to another day.
    """
    mark = os.path.join(state_home(), "pruned")
    if abs(now_s - _changed_s(mark)) < DAY_S:
        return 0
    try:
        write_cache(mark, b"")
    except OfttoldError:
        return 0  # a state home that cannot be written cannot be pruned
    os.utime(mark, (now_s, now_s))
    gone = 0
    for _, path in sessions.list_records():
        if time.monotonic() > until:
            return gone
        gone += _forget_record(path, since_s=now_s - KEEP_RECORDS_DAYS * DAY_S)
    accounts = os.path.join(state_home(), "contexts")
    for name in sorted(os.listdir(accounts)) if os.path.isdir(accounts) else ():
        path = os.path.join(accounts, name)
        if _changed_s(path) < now_s - KEEP_ACCOUNTS_DAYS * DAY_S:
            gone += _remove(path)
    return gone


def _forget_record(path: str, *, since_s: float) -> bool:
    """Remove a record that no hook and no transcript has touched since then."""
    if _changed_s(path) >= since_s:
        return False
    try:
        held = regular(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    except OSError:
        return False
    try:
        sessions.try_lock(held)
        if os.fstat(held).st_mtime >= since_s or _is_in_use(path, since_s):
            return False
        if os.name != "nt":
            return _remove(path)  # under the lock: no hook is writing into it
    except OSError:
        return False  # a hook holds it
    finally:
        os.close(held)
    return _remove(path)


def _is_in_use(path: str, since_s: float) -> bool:
    """Tell whether one of the transcripts the record names has grown since then."""
    transcripts = {entry.get("tp") for entry in sessions.read_entries(path)}
    return any(isinstance(one, str) and _changed_s(one) >= since_s for one in transcripts if one)


def _changed_s(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except (OSError, ValueError):
        return 0.0


def _remove(path: str) -> bool:
    try:
        os.unlink(path)
    except OSError:
        return False  # gone already, or not ours to remove
    return True
