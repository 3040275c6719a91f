"""Claude Code: JSON in, nested JSON out; settings.json, .claude.json, skills.

Counts characters (10,000, then the model sees a preview). A resumed session still holds earlier
text; a compaction starts the session anew with source ``compact``.
"""

from __future__ import annotations

from ofttold.hosts.output import say_nested

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


def write(event: str, text: str) -> str:
    """Wrap a text for the model; nothing for an event whose output no model sees."""
    return say_nested(EVENT_NAMES, event, text)


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes."""
    from ofttold.hosts import wiring

    hooks = wiring.session_hooks(program, NAME, SOURCES)
    return wiring.Wiring(
        NAME,
        (
            wiring.Target((f"{roots['claude']}/settings.json",), "json", hooks),
            wiring.Target(
                (roots["claude_json"],), "json", (wiring.server_want(program, "mcpServers"),)
            ),
        ),
        skills=f"{roots['claude']}/skills",
        todo=("hosts.todo.restart",) if scope == "user" else ("hosts.todo.claude_project",),
    )
