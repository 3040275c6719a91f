"""VS Code's own agent: JSON in, nested JSON out; no context at a prompt.

Its other harnesses are Copilot CLI, Claude Code and Codex themselves and read those hosts' files.
"""

from __future__ import annotations

from ofttold.hosts.output import dump, nested
from ofttold.hosts.payload import HookInput, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofttold.hosts.wiring import Program, Scope, Wiring

NAME = "vscode"
COUNTS_BYTES = False
QUOTES_PROMPT = False
SAYS_AT_PROMPT = False
FOLDS = True
ON_RESUME = "kept"
LOST_MARKS = ()


def read(event: str, payload: Mapping[str, object]) -> HookInput:
    """Read a payload with its camel-case fields."""
    return read_payload(event, payload)


def write(event: str, text: str) -> str:
    """Wrap a text for the model; only a session's start is listened to."""
    if event != "session-start" or not text:
        return ""
    return dump(nested("SessionStart", text))


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes: a hooks file of our own name where VS Code looks, and mcp.json."""
    from ofttold.hosts.wants import HookWant
    from ofttold.hosts.wiring import (
        PROMPT_TIMEOUT_S,
        START_TIMEOUT_S,
        Target,
        Wiring,
        hook_command,
        server_want,
    )

    def hook(event_name: str, event: str, timeout: int) -> HookWant:
        command = hook_command(program, NAME, event, shell="cmd")
        entry = {"type": "command", "command": command, "timeout": timeout}
        return HookWant(("hooks", event_name), entry)

    wants = (
        hook("SessionStart", "session-start", START_TIMEOUT_S),
        hook("UserPromptSubmit", "prompt", PROMPT_TIMEOUT_S),
    )
    return Wiring(
        NAME,
        (
            Target((f"{roots['copilot_hooks']}/ofttold-vscode.json",), "json", wants),
            Target(
                (f"{roots['vscode']}/mcp.json",),
                "json",
                (server_want(program, "servers", type="stdio"),),
            ),
        ),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.vscode",),
    )
