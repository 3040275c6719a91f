"""What an install changes for one host: files, the entries in them, the skills' place.

Paths are built on roots (``claude``, ``codex`` …) that edge/machine.py finds for a user or a
project. Only the install imports this, never a hook.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ofttold.hosts.commandline import Program, hook_command, is_server
from ofttold.hosts.wants import HookWant, KeyWant, Want

Scope = Literal["user", "project"]
START_TIMEOUT_S = 10  # seconds a host waits at a session's start; a first count may need one or two
PROMPT_TIMEOUT_S = 5  # seconds at a prompt; the hook itself stops after 0.3


@dataclass(frozen=True, slots=True)
class Target:
    """One file: the first of ``paths`` that exists, else the first; ``form`` json, toml or yaml."""

    paths: tuple[str, ...]
    form: str
    wants: tuple[Want, ...]


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file that is wholly ours, from the shipped one of this name; ``fields`` fill its marks."""

    path: str
    shipped: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wiring:
    """All of one host: settings files, own files, the folder for skills, what is left to do.

    ``todo`` are keys of the strings table, said after an install.
    """

    host: str
    targets: tuple[Target, ...]
    files: tuple[OwnFile, ...] = ()
    skills: str = ""
    todo: tuple[str, ...] = ()


def group_hook(
    event_name: str, command: str, timeout: int, *, matcher: str = "", **more: object
) -> HookWant:
    """Want a hook in Claude Code's shape: a group around one handler."""
    handler = {"type": "command", "command": command, "timeout": timeout, **more}
    group: dict[str, object] = {"matcher": matcher} if matcher else {}
    return HookWant(("hooks", event_name), {**group, "hooks": [handler]})


def session_hooks(
    program: Program, host: str, sources: str, *, shell: str = "sh"
) -> tuple[HookWant, HookWant]:
    """Want the two hooks of Claude Code and its followers; ``sources`` is the start's matcher."""
    start = hook_command(program, host, "session-start", shell=shell)
    prompt = hook_command(program, host, "prompt", shell=shell)
    return (
        group_hook("SessionStart", start, START_TIMEOUT_S, matcher=sources),
        group_hook("UserPromptSubmit", prompt, PROMPT_TIMEOUT_S),
    )


def server_entry(program: Program, **more: object) -> dict[str, object]:
    """Give the MCP entry most hosts share."""
    return {"command": program.path(), "args": program.arguments("mcp"), **more}


def server_want(program: Program, *path: str, **more: object) -> KeyWant:
    """Want our MCP server under its name in the object at ``path``."""
    return KeyWant(path, "ofttold", server_entry(program, **more), is_server)


__all__ = [
    "PROMPT_TIMEOUT_S",
    "START_TIMEOUT_S",
    "OwnFile",
    "Program",
    "Scope",
    "Target",
    "Wiring",
    "group_hook",
    "hook_command",
    "server_entry",
    "server_want",
    "session_hooks",
]
