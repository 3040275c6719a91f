"""Gemini CLI: JSON in, nested JSON out, never plain text; settings.json holds hooks and server.

The text lands inside the user's turn with ``<`` escaped. A resumed session has lost it, and no
event follows a compaction: the transcript shows it, as a history set anew. PreCompress is not wired,
since it comes before every turn; where it is called all the same, only a person's own counts.
"""

from __future__ import annotations

from ofttold.hosts.output import say_nested

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


def write(event: str, text: str) -> str:
    """Wrap a text for the model."""
    return say_nested(EVENT_NAMES, event, text)


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes; Gemini's timeouts are milliseconds, its matchers no patterns."""
    from ofttold.hosts import wiring

    def command(event: str) -> str:
        return wiring.hook_command(program, NAME, event, shell="powershell")

    wants = (
        wiring.group_hook(
            "SessionStart",
            command("session-start"),
            wiring.START_TIMEOUT_S * 1000,
            matcher="*",
            name="ofttold-start",
        ),
        wiring.group_hook(
            "BeforeAgent", command("prompt"), wiring.PROMPT_TIMEOUT_S * 1000, name="ofttold-prompt"
        ),
        wiring.server_want(program, "mcpServers"),
    )
    return wiring.Wiring(
        NAME,
        (wiring.Target((f"{roots['gemini']}/settings.json",), "json", wants),),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",)
        if scope == "user"
        else ("hosts.todo.restart", "hosts.todo.gemini_project"),
    )
