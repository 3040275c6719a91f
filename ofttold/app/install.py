"""Wiring hosts: hooks, MCP server, skills and plugin files, put in and taken out again.

Everything is planned first (``plan_install``, ``plan_uninstall`` only read), shown if asked, and then
carried out file by file; one file that is refused stops no other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ofttold.app import carrying, wiring
from ofttold.app.hosts_here import Where, has_plugin, wire
from ofttold.app.ledger import Ledger, Owner
from ofttold.app.wiring import Step
from ofttold.core.errors import OfttoldError
from ofttold.core.strings import Lang
from ofttold.edge import journal
from ofttold.edge.files import make_folder
from ofttold.edge.folders import remove_empty_folders
from ofttold.edge.hostfiles import read_host_file
from ofttold.edge.locks import FolderLock
from ofttold.edge.shipped import read_shipped
from ofttold.hosts import config
from ofttold.hosts.commandline import Program
from ofttold.hosts.splices import ConfigFault
from ofttold.hosts.wiring import OwnFile, Target, Wiring

LOCK_WAIT_MS = 5000  # milliseconds one install waits for another; a person typed it
LANGS: tuple[Lang, ...] = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of each file, and what a person still has to do (keys of the strings table)."""

    steps: tuple[Step, ...]
    todo: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        """Tell whether a file was left alone."""
        return any(step.fault for step in self.steps)


def _own_files(wired: Wiring, lang: Lang) -> Iterator[tuple[wiring.Kind, str, bytes]]:
    """Give the files that are wholly ours: the host's plugin, the skills of the folder's language."""
    for file in wired.files:
        yield "file", file.path, _fill(file)
    for name, data in read_shipped("skills", lang).items():
        yield "skill", f"{wired.skills}/{name}", data


def _fill(file: OwnFile) -> bytes:
    text = read_host_file(file.shipped)
    for mark, value in file.fields.items():
        text = text.replace(f'"@{mark}@"', value)
    return text.encode()


def plan_install(hosts: Sequence[str], where: Where, program: Program, lang: Lang) -> list[Step]:
    """Plan every file of these hosts; only reads."""
    ledger = Ledger()
    steps: list[Step] = []
    for host in hosts:
        wired, owner = wire(host, where, program), where.owner(host)
        steps += [wiring.plan_settings(t, owner, ledger, lang) for t in wired.targets]
        for kind, path, data in _own_files(wired, lang):
            steps.append(wiring.plan_own(kind, path, data, owner, ledger))
    return steps


def install(
    hosts: Sequence[str], where: Where, program: Program, *, now_s: float, lang: Lang
) -> Outcome:
    """Wire these hosts; ``now_s``: seconds since the epoch. A file refused stops no other.

    Raises Busy while another install runs and what the system refuses about the journal.
    """
    todo: list[str] = []
    make_folder(journal.install_folder())
    with FolderLock(journal.install_folder(), wait_ms=LOCK_WAIT_MS):
        ledger = Ledger()
        steps = plan_install(hosts, where, program, lang)
        for step in steps:
            carrying.carry_out(step, ledger, now_s=now_s, lang=lang)
        ledger.save()
    for host in hosts:
        todo += [key for key in wire(host, where, program).todo if key not in todo]
        if has_plugin(host) and "hosts.todo.plugin_too" not in todo:
            todo.append("hosts.todo.plugin_too")
    _count_again(steps)
    return Outcome(tuple(steps), tuple(todo))


def _count_again(steps: Sequence[Step]) -> None:
    """Read each settings file again and count what of ours is really in it."""
    for step in steps:
        if step.target is None:
            continue
        try:
            data = wiring.read_if_there(step.path) or b""
            step.found = config.count_ours(step.target.form, data, step.target.wants)
        except (ConfigFault, OfttoldError):
            step.found = 0


def plan_uninstall(hosts: Sequence[str], where: Where, lang: Lang) -> list[Step]:
    """Plan to take everything of these hosts out; only reads."""
    ledger = Ledger()
    program = Program("python")  # any will do: entries are known by their mark
    steps: list[Step] = []
    for host in hosts:
        owner = where.owner(host)
        for target in wire(host, where, program).targets:
            for path in target.paths:
                one = Target((path,), target.form, target.wants)
                step = wiring.plan_removal(one, owner, ledger, lang)
                if step:
                    steps.append(step)
    wirings = [wire(host, where, program) for host in hosts]
    return steps + list(_plan_own_removals(wirings, [where.owner(h) for h in hosts], ledger))


def _plan_own_removals(
    wirings: Sequence[Wiring], leaving: Sequence[Owner], ledger: Ledger
) -> Iterator[Step]:
    known: dict[str, list[bytes]] = {}
    kinds: dict[str, wiring.Kind] = {}
    for wired in wirings:
        for lang in LANGS:
            for kind, path, data in _own_files(wired, lang):
                known.setdefault(path, []).append(data)
                kinds[path] = kind
    for owner in leaving:
        for entry in ledger.owned(owner):
            if entry.form == "own":
                known.setdefault(entry.path, [])
    for path, datas in known.items():
        step = wiring.plan_own_removal(kinds.get(path, "file"), path, datas, leaving, ledger)
        if step:
            yield step


def uninstall(hosts: Sequence[str], where: Where, *, lang: Lang) -> Outcome:
    """Take out what installs put in; the memory folder is never touched."""
    make_folder(journal.install_folder())
    with FolderLock(journal.install_folder(), wait_ms=LOCK_WAIT_MS):
        ledger = Ledger()
        steps = plan_uninstall(hosts, where, lang)
        folders = {os.path.dirname(step.path) for step in steps if step.after is None}
        for host in hosts:
            folders.update(f for entry in ledger.owned(where.owner(host)) for f in entry.folders)
        for step in steps:
            carrying.take_out(step, ledger, lang=lang)
        refused = {step.path for step in steps if step.fault}
        for host in hosts:
            for entry in ledger.owned(where.owner(host)):
                if entry.path not in refused:
                    ledger.leave(entry.path, where.owner(host))
        _leave_folders(folders, ledger)
        ledger.save()
    _count_again(steps)
    return Outcome(tuple(steps))


def _leave_folders(folders: set[str], ledger: Ledger) -> None:
    """Remove the folders made for files that are gone; one still in use is the others' to remove."""
    remove_empty_folders(sorted(folders, key=len, reverse=True))
    for folder in filter(os.path.isdir, sorted(folders)):
        heir = next((e for e in ledger.entries.values() if e.path.startswith(folder + "/")), None)
        if heir and folder not in heir.folders:
            heir.folders.append(folder)
