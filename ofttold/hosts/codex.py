"""Codex CLI: JSON in, nested JSON out and not one key more; hooks.json, config.toml, skills.

Counts bytes (2,500 tokens of four). Each hook runs only once the person has trusted it, by a hash
of its text: command, timeout and matcher stay the same between releases.
"""

from __future__ import annotations

from ofttold.hosts.output import say_nested

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


def write(event: str, text: str) -> str:
    """Wrap a text for the model; one unknown key and Codex would drop it all."""
    return say_nested(EVENT_NAMES, event, text)


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes."""
    from ofttold.hosts import wiring

    hooks = wiring.session_hooks(program, NAME, SOURCES, shell="cmd")
    return wiring.Wiring(
        NAME,
        (
            wiring.Target((f"{roots['codex']}/hooks.json",), "json", hooks),
            wiring.Target(
                (f"{roots['codex']}/config.toml",),
                "toml",
                (wiring.server_want(program, "mcp_servers"),),
            ),
        ),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.codex_trust",)
        if scope == "user"
        else ("hosts.todo.codex_trust", "hosts.todo.codex_project"),
    )
