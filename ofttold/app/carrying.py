"""Carrying out what wiring.py planned: the journal first, then the file through the one door.

A file that changed in between is planned anew on its new bytes. A refusal met on the way is kept in
the step, so that one file stops no other.
"""

from __future__ import annotations

import os

from ofttold.app.ledger import Entry, Ledger
from ofttold.app.wiring import Step, explain, read_if_there, without_ours
from ofttold.core.errors import OfttoldError
from ofttold.core.splice import Splice
from ofttold.core.strings import Lang
from ofttold.edge import journal
from ofttold.edge.files import (
    ChangedUnderneath,
    create_file,
    edit_file,
    make_folder,
    remove_file,
    replace_file,
)
from ofttold.hosts import config
from ofttold.hosts.config import Record
from ofttold.hosts.splices import ConfigFault


def between(old: bytes, new: bytes) -> Splice | None:
    """Give the one span in which two texts differ; None where they are equal.

    >>> between(b"abcd", b"abXd")
    Splice(start=2, end=3, replacement=b'X')
    """
    if old == new:
        return None
    start = _common(old, new)
    tail = min(_common(old[start:][::-1], new[start:][::-1]), min(len(old), len(new)) - start)
    return Splice(start, len(old) - tail, new[start : len(new) - tail])


def _common(one: bytes, other: bytes) -> int:
    """Count the bytes two texts have in common at their beginning, halving the doubt each time."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def carry_out(step: Step, ledger: Ledger, *, now_s: float, lang: Lang) -> None:
    """Do one step of an install; a refusal met on the way is kept in the step."""
    if step.fault:
        return
    try:
        if step.kind == "settings":
            _write_settings(step, ledger, now_s)
        else:
            _write_own(step, ledger, now_s)
    except ConfigFault as fault:
        step.fault = explain(fault, step.path, lang)
    except OfttoldError as fault:
        step.fault = fault


def _entry_for(step: Step, ledger: Ledger, now_s: float) -> Entry:
    known = ledger.entries.get(step.path)
    if known:
        return known
    form = step.target.form if step.target else "own"
    created = step.before is None
    folders = _missing_folders(step.path) if created else []
    return Entry(step.path, form, [], Record("", ""), created, folders, now_s)


def _missing_folders(path: str) -> list[str]:
    """List the folders above a path that do not exist, the innermost first."""
    missing: list[str] = []
    folder = os.path.dirname(path)
    while folder and not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing


def _write_settings(step: Step, ledger: Ledger, now_s: float) -> None:
    assert step.target is not None
    target, entry = step.target, _entry_for(step, ledger, now_s)
    first = entry.record.before == ""

    def planned(data: bytes) -> bytes:
        change = config.plan_install(
            target.form, data, target.wants, None if first else entry.record
        )
        entry.record = change.record
        ledger.put(entry, step.owner)
        ledger.save()
        return change.data

    if step.before is None:
        data = planned(b"")
        _create(step, data)
        return
    if first and step.changes:
        step.copy = journal.keep_copy(step.path, step.before)
    edited = edit_file(step.path, lambda data: between(data, planned(data)))
    step.before, step.after = edited.before, edited.after


def _create(step: Step, data: bytes) -> None:
    private = step.owner.scope == "user"
    make_folder(os.path.dirname(step.path), private=private)
    create_file(step.path, data, private=private)


def _write_own(step: Step, ledger: Ledger, now_s: float) -> None:
    assert step.after is not None
    if step.kept:
        return
    if step.before is None:  # another host of the same run may share it
        step.before = read_if_there(step.path)
        if step.before not in (None, step.after):
            raise ChangedUnderneath(path=step.path)
    entry = _entry_for(step, ledger, now_s)
    entry.record = Record(entry.record.before, config.digest(step.after))
    ledger.put(entry, step.owner)
    ledger.save()
    if step.before is None:
        _create(step, step.after)
    elif step.changes:
        replace_file(step.path, step.after, expected=step.before)


def take_out(step: Step, ledger: Ledger, *, lang: Lang) -> None:
    """Do one step of an uninstall; a refusal met on the way is kept in the step."""
    if step.fault:
        return
    known = ledger.entries.get(step.path)
    try:
        if step.changes and step.before is not None:
            _take_out(step, known)
    except ConfigFault as fault:
        step.fault = explain(fault, step.path, lang)
        return
    except OfttoldError as fault:
        step.fault = fault
        return
    ledger.leave(step.path, step.owner)


def _take_out(step: Step, known: Entry | None) -> None:
    assert step.before is not None
    if step.after is None:
        remove_file(step.path, expected=step.before)
        return
    target = step.target
    assert target is not None
    edited = edit_file(
        step.path, lambda data: between(data, without_ours(target, data, known) or b"")
    )
    step.before, step.after = edited.before, edited.after
    journal.drop_copy(step.path, edited.after)
