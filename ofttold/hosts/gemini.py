"""Gemini CLI: JSON in, nested JSON out, never plain text; settings.json holds hooks and server.

The text lands inside the user's turn with ``<`` escaped. A resumed session has lost it, and no
event follows a compaction: the transcript shows it, as a history set anew. PreCompress is not wired,
since it comes before every turn; where it is called all the same, only a person's own counts.
"""

from __future__ import annotations

from ofttold.hosts.output import dump, nested
from ofttold.hosts.payload import HookInput, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofttold.hosts.wiring import Program, Scope, Wiring

NAME = "gemini"
COUNTS_BYTES = False
QUOTES_PROMPT = False
SAYS_AT_PROMPT = True
FOLDS = True
ON_RESUME = "gone"
EVENT_NAMES = {"session-start": "SessionStart", "prompt": "BeforeAgent"}
# The history set anew: after a resume, and after a compression.
LOST_MARKS = (b'{"$set":{"messages":[',)


def read(event: str, payload: Mapping[str, object]) -> HookInput:
    """Read a payload; raises StrangePayload for another event's."""
    return read_payload(event, payload)


def write(event: str, text: str) -> str:
    """Wrap a text for the model."""
    name = EVENT_NAMES.get(event)
    return dump(nested(name, text)) if name and text else ""


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes; Gemini's timeouts are milliseconds, its matchers no patterns."""
    from ofttold.hosts.wiring import (
        PROMPT_TIMEOUT_S,
        START_TIMEOUT_S,
        Target,
        Wiring,
        group_hook,
        hook_command,
        server_want,
    )

    def command(event: str) -> str:
        return hook_command(program, NAME, event, shell="powershell")

    wants = (
        group_hook(
            "SessionStart",
            command("session-start"),
            START_TIMEOUT_S * 1000,
            matcher="*",
            name="ofttold-start",
        ),
        group_hook(
            "BeforeAgent", command("prompt"), PROMPT_TIMEOUT_S * 1000, name="ofttold-prompt"
        ),
        server_want(program, "mcpServers"),
    )
    return Wiring(
        NAME,
        (Target((f"{roots['gemini']}/settings.json",), "json", wants),),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",)
        if scope == "user"
        else ("hosts.todo.restart", "hosts.todo.gemini_project"),
    )
