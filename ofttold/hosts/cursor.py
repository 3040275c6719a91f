"""Cursor: JSON in, ``additional_context`` out; hooks.json, mcp.json.

What the session's start says stays with every request. The prompt's field is undocumented. Cursor
also runs Claude Code's hooks if told to; the session record keeps that to one delivery.
"""

from __future__ import annotations

from ofttold.hosts.output import say_flat

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


def write(event: str, text: str) -> str:
    """Wrap a text for the model."""
    more: dict[str, object] = {"continue": True} if event == "prompt" else {}
    return say_flat("additional_context", event, text, **more)


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes; entries are flat, the format's version stands beside them."""
    from ofttold.hosts import wiring
    from ofttold.hosts.wants import HookWant, KeyWant

    def hook(event_name: str, event: str, timeout: int) -> HookWant:
        command = wiring.hook_command(program, NAME, event, shell="powershell")
        return HookWant(("hooks", event_name), {"command": command, "timeout": timeout})

    wants = (
        KeyWant((), "version", 1),
        hook("sessionStart", "session-start", wiring.START_TIMEOUT_S),
        hook("beforeSubmitPrompt", "prompt", wiring.PROMPT_TIMEOUT_S),
    )
    return wiring.Wiring(
        NAME,
        (
            wiring.Target((f"{roots['cursor']}/hooks.json",), "json", wants),
            wiring.Target(
                (f"{roots['cursor']}/mcp.json",),
                "json",
                (wiring.server_want(program, "mcpServers"),),
            ),
        ),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",)
        if scope == "user"
        else ("hosts.todo.restart", "hosts.todo.project_trust"),
    )
