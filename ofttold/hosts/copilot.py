"""Copilot CLI: JSON in, a flat ``additionalContext`` out; it does not look for the nested form.

A resumed session has lost what its start said, and does not take in what is said there now; what
came with a prompt is kept with it. So the block goes with the next prompt, whose hook may run beside
the start's. Nothing follows a compaction; preCompact only tells of it.
"""

from __future__ import annotations

from ofttold.hosts.output import say_flat

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


def write(event: str, text: str) -> str:
    """Wrap a text for the model."""
    return say_flat("additionalContext", event, text)


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes: a hooks file of our own name, and the MCP list."""
    from ofttold.hosts import wiring
    from ofttold.hosts.commandline import is_server
    from ofttold.hosts.wants import HookWant, KeyWant

    def hook(event_name: str, event: str, timeout: int) -> HookWant:
        command = wiring.hook_command(program, NAME, event, shell="powershell")
        where = "powershell" if program.windows else "command"
        entry = {"type": "command", where: command, "timeoutSec": timeout}
        return HookWant(("hooks", event_name), entry)

    wants = (
        KeyWant((), "version", 1),
        hook("sessionStart", "session-start", wiring.START_TIMEOUT_S),
        hook("userPromptSubmitted", "prompt", wiring.PROMPT_TIMEOUT_S),
        hook("preCompact", "compact", wiring.PROMPT_TIMEOUT_S),
    )
    server = {"type": "local", **wiring.server_entry(program), "tools": ["*"]}
    targets = [wiring.Target((f"{roots['copilot_hooks']}/ofttold.json",), "json", wants)]
    if scope == "user":
        want = KeyWant(("mcpServers",), "ofttold", server, is_server)
        targets.append(wiring.Target((f"{roots['copilot']}/mcp-config.json",), "json", (want,)))
    return wiring.Wiring(
        NAME,
        tuple(targets),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",)
        if scope == "user"
        else ("hosts.todo.project_trust", "hosts.todo.copilot_project"),
    )
