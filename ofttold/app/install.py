"""Wiring hosts: hooks, MCP server, skills and plugin files, put in and taken out again.

Everything is planned first (``plan_install``, ``plan_uninstall`` only read), shown if asked, and then
carried out file by file; one file that is refused stops no other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ofttold.app import wiring
from ofttold.app.ledger import Ledger, Owner
from ofttold.app.wiring import Step
from ofttold.core.errors import USAGE, OfttoldError
from ofttold.core.strings import Lang
from ofttold.edge import journal, machine
from ofttold.edge.files import make_folder
from ofttold.edge.folders import remove_empty_folders
from ofttold.edge.hostfiles import read_host_file
from ofttold.edge.locks import FolderLock
from ofttold.edge.shipped import read_shipped
from ofttold.hosts import config
from ofttold.hosts.commandline import Program, hook_command
from ofttold.hosts.registry import HOSTS, PROGRAMS, canonical, load_host
from ofttold.hosts.splices import ConfigFault
from ofttold.hosts.wiring import OwnFile, Scope, Target, Wiring

LOCK_WAIT_MS = 5000  # milliseconds one install waits for another; a person typed it
LANGS: tuple[Lang, ...] = ("zh", "en")


class UnknownHost(OfttoldError):
    """No host has this name."""

    key = "unknown_host"
    exit_code = USAGE


class NoHostFound(OfttoldError):
    """No host was named, and none is found on this machine."""

    key = "no_host_found"


class NoProjectLayer(OfttoldError):
    """This host keeps no settings in a project."""

    key = "no_project_layer"
    exit_code = USAGE


class TrialFailed(OfttoldError):
    """The very command that would be written into a host does not run."""

    key = "trial_failed"


@dataclass(frozen=True, slots=True)
class Where:
    """For the user (``project`` empty), or for one project's folder."""

    scope: Scope
    project: str = ""

    def roots(self) -> dict[str, str]:
        """Give where hosts keep their settings there."""
        if self.scope == "user":
            return machine.user_roots()
        return machine.project_roots(self.project)

    def owner(self, host: str) -> Owner:
        """Give who owns what is installed for a host there."""
        return Owner(host, self.scope, self.project)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of each file, and what a person still has to do (keys of the strings table)."""

    steps: tuple[Step, ...]
    todo: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        """Tell whether a file was left alone."""
        return any(step.fault for step in self.steps)


def this_program() -> Program:
    """Give how hosts are to start this ofttold; raises what ``machine.this_interpreter`` raises."""
    interpreter, isolated = machine.this_interpreter()
    return Program(interpreter, isolated=isolated, windows=machine.is_windows())


def try_hook(program: Program) -> None:
    """Run the hook as hosts will; raises TrialFailed with what the shell said.

    The payload names no session, so nothing is recorded.
    """
    command = hook_command(program, "claude-code", "session-start", shell="cmd")
    ran = machine.run_command(command, b"{}")
    if ran.code != 0:
        last = ran.errors.splitlines()[-1] if ran.errors else str(ran.code)
        raise TrialFailed(command=command, said=last)


def found_hosts(where: Where) -> list[str]:
    """List the hosts found on this machine that can be wired there."""
    roots = machine.user_roots()
    folders = {"claude-code": roots["claude"]}
    return [
        host
        for host in HOSTS
        if machine.is_there(folders.get(host) or roots[host], PROGRAMS[host])
        and not (host == "dsh" and where.scope == "project")
    ]


def name_hosts(names: Sequence[str]) -> list[str]:
    """Give the hosts' proper names, each once; raises UnknownHost."""
    hosts: list[str] = []
    for name in names:
        host = canonical(name)
        if not host:
            raise UnknownHost(name=name, known=", ".join(HOSTS))
        if host not in hosts:
            hosts.append(host)
    return hosts


def wire(host: str, where: Where, program: Program) -> Wiring:
    """Give what an install of a host changes; raises NoProjectLayer."""
    if host == "dsh" and where.scope == "project":
        raise NoProjectLayer(host=host)
    return load_host(host).wire(program, where.scope, where.roots())


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
            wiring.carry_out(step, ledger, now_s=now_s, lang=lang)
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
            wiring.take_out(step, ledger, lang=lang)
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


def installed_hosts(where: Where) -> list[str]:
    """List the hosts that the journal knows as wired there."""
    return [
        owner.host
        for owner in Ledger().owners()
        if (owner.scope, owner.project) == (where.scope, where.project)
    ]


def has_plugin(host: str) -> bool:
    """Tell whether the host also loads ofttold as a plugin: then both ways would run."""
    roots = machine.user_roots()
    places = {
        "claude-code": (f"{roots['claude']}/settings.json", b'"ofttold@'),
        "copilot": (f"{roots['copilot']}/settings.json", b'"ofttold@'),
        "codex": (f"{roots['codex']}/config.toml", b'plugins."ofttold@'),
        "gemini": (f"{roots['gemini']}/extensions/ofttold/gemini-extension.json", b"ofttold"),
    }
    if host not in places:
        return False
    path, mark = places[host]
    try:
        return mark in (wiring.read_if_there(path) or b"")
    except OfttoldError:
        return False


def project_of(folder: str) -> str:
    """Give the project a folder lies in: the nearest parent with ``.git``, else the folder itself."""
    here = os.path.abspath(folder)
    while True:
        if os.path.exists(os.path.join(here, ".git")):
            return here
        above = os.path.dirname(here)
        if above == here:
            return os.path.abspath(folder)
        here = above
