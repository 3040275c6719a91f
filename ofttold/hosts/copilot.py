"""Copilot CLI: JSON in, a flat ``additionalContext`` out; it does not look for the nested form.

A resumed session has lost what its start said, and does not take in what is said there now; what
came with a prompt is kept with it. So the block goes with the next prompt, whose hook may run beside
the start's. Nothing follows a compaction; preCompact only tells of it.
"""

from __future__ import annotations

from ofttold.hosts.output import dump
from ofttold.hosts.payload import HookInput, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofttold.hosts.wiring import Program, Scope, Wiring

NAME = "copilot"
COUNTS_BYTES = False
QUOTES_PROMPT = False
SAYS_AT_PROMPT = True
FOLDS = True
ON_RESUME = "unheard"
LOST_MARKS = ()


def read(event: str, payload: Mapping[str, object]) -> HookInput:
    """Read a payload in either spelling of its fields."""
    return read_payload(event, payload)


def write(event: str, text: str) -> str:
    """Wrap a text for the model."""
    said = text and event in ("session-start", "prompt")
    return dump({"additionalContext": text}) if said else ""


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes: a hooks file of our own name, and the MCP list."""
    from ofttold.hosts.commandline import is_server
    from ofttold.hosts.wants import HookWant, KeyWant
    from ofttold.hosts.wiring import (
        PROMPT_TIMEOUT_S,
        START_TIMEOUT_S,
        Target,
        Wiring,
        hook_command,
        server_entry,
    )

    def hook(event_name: str, event: str, timeout: int) -> HookWant:
        command = hook_command(program, NAME, event, shell="powershell")
        where = "powershell" if program.windows else "command"
        entry = {"type": "command", where: command, "timeoutSec": timeout}
        return HookWant(("hooks", event_name), entry)

    wants = (
        KeyWant((), "version", 1),
        hook("sessionStart", "session-start", START_TIMEOUT_S),
        hook("userPromptSubmitted", "prompt", PROMPT_TIMEOUT_S),
        hook("preCompact", "compact", PROMPT_TIMEOUT_S),
    )
    server = {"type": "local", **server_entry(program), "tools": ["*"]}
    targets = [Target((f"{roots['copilot_hooks']}/ofttold.json",), "json", wants)]
    if scope == "user":
        want = KeyWant(("mcpServers",), "ofttold", server, is_server)
        targets.append(Target((f"{roots['copilot']}/mcp-config.json",), "json", (want,)))
    return Wiring(
        NAME,
        tuple(targets),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",)
        if scope == "user"
        else ("hosts.todo.project_trust", "hosts.todo.copilot_project"),
    )
