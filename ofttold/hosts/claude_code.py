"""Claude Code: JSON in, nested JSON out; settings.json, .claude.json, skills.

Counts characters (10,000, then the model sees a preview). A resumed session still holds earlier
text; a compaction starts the session anew with source ``compact``.
"""

from __future__ import annotations

from ofttold.hosts.output import dump, nested
from ofttold.hosts.payload import HookInput, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofttold.hosts.wiring import Program, Scope, Wiring

NAME = "claude-code"
COUNTS_BYTES = False
QUOTES_PROMPT = False
SAYS_AT_PROMPT = True
FOLDS = True
ON_RESUME = "kept"
EVENT_NAMES = {"session-start": "SessionStart", "prompt": "UserPromptSubmit"}
# In the transcript: where a compaction folded away what stood before.
LOST_MARKS = (b'"subtype":"compact_boundary"',)
SOURCES = "startup|resume|clear|compact|fork"


def read(event: str, payload: Mapping[str, object]) -> HookInput:
    """Read a payload; raises StrangePayload for another event's."""
    return read_payload(event, payload)


def write(event: str, text: str) -> str:
    """Wrap a text for the model; nothing for an event whose output no model sees."""
    name = EVENT_NAMES.get(event)
    return dump(nested(name, text)) if name and text else ""


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes."""
    from ofttold.hosts.wiring import (
        PROMPT_TIMEOUT_S,
        START_TIMEOUT_S,
        Target,
        Wiring,
        group_hook,
        hook_command,
        server_want,
    )

    start = hook_command(program, NAME, "session-start")
    prompt = hook_command(program, NAME, "prompt")
    hooks = (
        group_hook("SessionStart", start, START_TIMEOUT_S, matcher=SOURCES),
        group_hook("UserPromptSubmit", prompt, PROMPT_TIMEOUT_S),
    )
    return Wiring(
        NAME,
        (
            Target((f"{roots['claude']}/settings.json",), "json", hooks),
            Target((roots["claude_json"],), "json", (server_want(program, "mcpServers"),)),
        ),
        skills=f"{roots['claude']}/skills",
        todo=("hosts.todo.restart",) if scope == "user" else ("hosts.todo.claude_project",),
    )
