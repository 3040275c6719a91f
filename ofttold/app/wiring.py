"""One file of one host, planned and carried out: our entries in, up to date, or out again.

A plan only reads. Carrying out writes the journal first, then the file through the one door; a file
that changed in between is planned anew on its new bytes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ofttold.app.ledger import Entry, Ledger, Owner
from ofttold.core.errors import OfttoldError
from ofttold.core.splice import Splice
from ofttold.core.strings import Lang, say
from ofttold.edge import journal
from ofttold.edge.files import (
    ChangedUnderneath,
    FileMissing,
    create_file,
    edit_file,
    make_folder,
    read_file,
    remove_file,
    replace_file,
)
from ofttold.hosts import config
from ofttold.hosts.config import Record
from ofttold.hosts.splices import CannotMerge, ConfigFault
from ofttold.hosts.wiring import Target

LIMIT_BYTES = 32 * 1024 * 1024  # bytes of a host's settings file; hosts' own reach some megabytes
Kind = Literal["settings", "file", "skill"]


@dataclass(slots=True)
class Step:
    """What is to happen to one file: ``before`` and ``after`` as bytes, None where there is none.

    ``fault`` says why nothing will; ``snippet`` is then what a person can paste. ``kept`` marks a
    file of ours that the person changed and that stays as it is.
    """

    owner: Owner
    kind: Kind
    path: str
    before: bytes | None
    after: bytes | None
    target: Target | None = None
    fault: OfttoldError | None = None
    snippet: str = ""
    kept: bool = False
    copy: str = ""
    found: int = field(default=0)

    @property
    def changes(self) -> bool:
        """Tell whether the file would change."""
        return self.fault is None and self.before != self.after


def read_if_there(path: str) -> bytes | None:
    """Read a host's file, None where there is none; raises what else reading raises."""
    try:
        return read_file(path, limit=LIMIT_BYTES)
    except FileMissing as fault:
        if os.path.islink(path):
            raise fault from None
        return None


def explain(fault: ConfigFault, path: str, lang: Lang) -> CannotMerge:
    """Turn a fault of the text into a refusal that names its place."""
    place = f"{path}:{fault.line}:{fault.column}" if fault.line else path
    return CannotMerge(place=place, why=say(lang, f"hosts.fault.{fault.code}"))


def _require_writable(path: str) -> None:
    """Respect a file that somebody made read-only, though a rename could go round it."""
    if os.path.exists(path) and not os.stat(path).st_mode & (stat.S_IWUSR | stat.S_IWGRP):
        raise ConfigFault("read_only")


def choose_path(target: Target) -> str:
    """Give the file a target means: the first that exists, else the first."""
    return next((path for path in target.paths if os.path.lexists(path)), target.paths[0])


def plan_settings(target: Target, owner: Owner, ledger: Ledger, lang: Lang) -> Step:
    """Plan our entries in one settings file; a file that cannot take them is left, with a reason."""
    path = choose_path(target)
    known = ledger.entries.get(path)
    step = Step(owner, "settings", path, None, None, target)
    try:
        step.before = read_if_there(path)
        _require_writable(path)
        record = known.record if known else None
        change = config.plan_install(target.form, step.before or b"", target.wants, record)
        step.after = change.data
    except ConfigFault as fault:
        step.fault = explain(fault, path, lang)
    except OfttoldError as fault:
        step.fault = fault
    if step.fault:
        step.snippet = config.render_snippet(target.form, target.wants)
    return step


def plan_removal(target: Target, owner: Owner, ledger: Ledger, lang: Lang) -> Step | None:
    """Plan to take our entries out of one settings file; None where there is no such file."""
    path = choose_path(target)
    known = ledger.entries.get(path)
    step = Step(owner, "settings", path, None, None, target)
    try:
        step.before = read_if_there(path)
        if step.before is None:
            return None
        step.after = _without_ours(target, step.before, known)
        if step.after != step.before:
            _require_writable(path)
    except ConfigFault as fault:
        step.fault = explain(fault, path, lang)
    except OfttoldError as fault:
        step.fault = fault
    return step


def _without_ours(target: Target, data: bytes, known: Entry | None) -> bytes | None:
    """Give the bytes without our entries, None where the file was ours and holds nothing else."""
    record = known.record if known else None
    after = config.plan_uninstall(target.form, data, target.wants, record)
    ours = known is not None and known.created
    if ours and (not after.strip() or config.is_bare(target.form, after, target.wants)):
        return None
    return after


def plan_own(kind: Kind, path: str, data: bytes, owner: Owner, ledger: Ledger) -> Step:
    """Plan a file that is wholly ours; one that a person changed stays as it is."""
    step = Step(owner, kind, path, None, data)
    try:
        step.before = read_if_there(path)
    except OfttoldError as fault:
        step.fault = fault
        return step
    known = ledger.entries.get(path)
    ours = known is not None and step.before is not None and _is_as_left(known, step.before)
    if step.before not in (None, data) and not ours:
        step.after, step.kept = step.before, True
    return step


def plan_own_removal(
    kind: Kind, path: str, datas: list[bytes], leaving: Sequence[Owner], ledger: Ledger
) -> Step | None:
    """Plan to remove a file that is wholly ours; ``datas`` are texts known as ours.

    It stays while an owner stays who is not among those ``leaving``.
    """
    step = Step(leaving[0], kind, path, None, None)
    try:
        step.before = read_if_there(path)
    except OfttoldError as fault:
        step.fault = fault
        return step
    if step.before is None:
        return None
    known = ledger.entries.get(path)
    others = known is not None and any(one not in leaving for one in known.owners)
    ours = step.before in datas or (known is not None and _is_as_left(known, step.before))
    if others or not ours:
        step.after, step.kept = step.before, not others
    return step


def _is_as_left(known: Entry, data: bytes) -> bool:
    return known.record.after == config.digest(data)


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
        step.path, lambda data: between(data, _without_ours(target, data, known) or b"")
    )
    step.before, step.after = edited.before, edited.after
    journal.drop_copy(step.path, edited.after)
