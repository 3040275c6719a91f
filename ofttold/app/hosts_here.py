"""The hosts of this machine: which are here, where their settings lie, how they would start us."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from ofttold.app.ledger import Ledger, Owner
from ofttold.app.wiring import read_if_there
from ofttold.core.errors import USAGE, OfttoldError
from ofttold.edge import machine
from ofttold.hosts.commandline import Program, hook_command
from ofttold.hosts.registry import HOSTS, PROGRAMS, canonical, load_host
from ofttold.hosts.wiring import Scope, Wiring


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
        return mark in (read_if_there(path) or b"")
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
