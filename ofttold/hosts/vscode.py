"""VS Code's own agent: JSON in, nested JSON out; no context at a prompt.

Its other harnesses are Copilot CLI, Claude Code and Codex themselves and read those hosts' files.
"""

from __future__ import annotations

from ofttold.hosts.output import say_nested

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
EVENT_NAMES = {"session-start": "SessionStart"}
LOST_MARKS = ()


def write(event: str, text: str) -> str:
    """Wrap a text for the model; only a session's start is listened to."""
    return say_nested(EVENT_NAMES, event, text)


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes: a hooks file of our own name where VS Code looks, and mcp.json."""
    from ofttold.hosts import wiring
    from ofttold.hosts.wants import HookWant

    def hook(event_name: str, event: str, timeout: int) -> HookWant:
        command = wiring.hook_command(program, NAME, event, shell="cmd")
        entry = {"type": "command", "command": command, "timeout": timeout}
        return HookWant(("hooks", event_name), entry)

    wants = (
        hook("SessionStart", "session-start", wiring.START_TIMEOUT_S),
        hook("UserPromptSubmit", "prompt", wiring.PROMPT_TIMEOUT_S),
    )
    return wiring.Wiring(
        NAME,
        (
            wiring.Target((f"{roots['copilot_hooks']}/ofttold-vscode.json",), "json", wants),
            wiring.Target(
                (f"{roots['vscode']}/mcp.json",),
                "json",
                (wiring.server_want(program, "servers", type="stdio"),),
            ),
        ),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.vscode",),
    )
