"""One file of one host, planned: our entries in, up to date, or out again. A plan only reads."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ofttold.app.ledger import Entry, Ledger, Owner
from ofttold.core.errors import OfttoldError
from ofttold.core.strings import Lang, say
from ofttold.edge.files import (
    FileMissing,
    read_file,
)
from ofttold.hosts import config
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
        step.after = without_ours(target, step.before, known)
        if step.after != step.before:
            _require_writable(path)
    except ConfigFault as fault:
        step.fault = explain(fault, path, lang)
    except OfttoldError as fault:
        step.fault = fault
    return step


def without_ours(target: Target, data: bytes, known: Entry | None) -> bytes | None:
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
