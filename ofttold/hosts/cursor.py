"""Cursor: JSON in, ``additional_context`` out; hooks.json, mcp.json.

What the session's start says stays with every request. The prompt's field is undocumented. Cursor
also runs Claude Code's hooks if told to; the session record keeps that to one delivery.
"""

from __future__ import annotations

from ofttold.hosts.output import dump
from ofttold.hosts.payload import HookInput, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofttold.hosts.wiring import Program, Scope, Wiring

NAME = "cursor"
COUNTS_BYTES = False
QUOTES_PROMPT = False
SAYS_AT_PROMPT = True
FOLDS = False
ON_RESUME = "kept"
LOST_MARKS = ()


def read(event: str, payload: Mapping[str, object]) -> HookInput:
    """Read a payload: the conversation is the session, the first workspace the folder."""
    return read_payload(event, payload)


def write(event: str, text: str) -> str:
    """Wrap a text for the model."""
    if not text or event not in ("session-start", "prompt"):
        return ""
    if event == "prompt":
        return dump({"continue": True, "additional_context": text})
    return dump({"additional_context": text})


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes; entries are flat, the format's version stands beside them."""
    from ofttold.hosts.wants import HookWant, KeyWant
    from ofttold.hosts.wiring import (
        PROMPT_TIMEOUT_S,
        START_TIMEOUT_S,
        Target,
        Wiring,
        hook_command,
        server_want,
    )

    def hook(event_name: str, event: str, timeout: int) -> HookWant:
        command = hook_command(program, NAME, event, shell="powershell")
        return HookWant(("hooks", event_name), {"command": command, "timeout": timeout})

    wants = (
        KeyWant((), "version", 1),
        hook("sessionStart", "session-start", START_TIMEOUT_S),
        hook("beforeSubmitPrompt", "prompt", PROMPT_TIMEOUT_S),
    )
    return Wiring(
        NAME,
        (
            Target((f"{roots['cursor']}/hooks.json",), "json", wants),
            Target((f"{roots['cursor']}/mcp.json",), "json", (server_want(program, "mcpServers"),)),
        ),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",)
        if scope == "user"
        else ("hosts.todo.restart", "hosts.todo.project_trust"),
    )
