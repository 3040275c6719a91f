"""Codex CLI: JSON in, nested JSON out and not one key more; hooks.json, config.toml, skills.

Counts bytes (2,500 tokens of four). Each hook runs only once the person has trusted it, by a hash
of its text: command, timeout and matcher stay the same between releases.
"""

from __future__ import annotations

from ofttold.hosts.output import dump, nested
from ofttold.hosts.payload import HookInput, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofttold.hosts.wiring import Program, Scope, Wiring

NAME = "codex"
COUNTS_BYTES = True
QUOTES_PROMPT = False
SAYS_AT_PROMPT = True
FOLDS = True
ON_RESUME = "kept"
EVENT_NAMES = {"session-start": "SessionStart", "prompt": "UserPromptSubmit"}
LOST_MARKS = (b'"type":"compacted"',)
SOURCES = "startup|resume|clear|compact|fork"


def read(event: str, payload: Mapping[str, object]) -> HookInput:
    """Read a payload; raises StrangePayload for another event's."""
    return read_payload(event, payload)


def write(event: str, text: str) -> str:
    """Wrap a text for the model; one unknown key and Codex would drop it all."""
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

    start = hook_command(program, NAME, "session-start", shell="cmd")
    prompt = hook_command(program, NAME, "prompt", shell="cmd")
    hooks = (
        group_hook("SessionStart", start, START_TIMEOUT_S, matcher=SOURCES),
        group_hook("UserPromptSubmit", prompt, PROMPT_TIMEOUT_S),
    )
    return Wiring(
        NAME,
        (
            Target((f"{roots['codex']}/hooks.json",), "json", hooks),
            Target(
                (f"{roots['codex']}/config.toml",), "toml", (server_want(program, "mcp_servers"),)
            ),
        ),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.codex_trust",)
        if scope == "user"
        else ("hosts.todo.codex_trust", "hosts.todo.codex_project"),
    )
