"""opencode: a plugin in its own process asks us; the block goes into every request's system text.

The plugin keeps the text of a session, so it asks once a session and process, and is always told.
"""

from __future__ import annotations

import json

from ofttold.hosts.output import say_flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofttold.hosts.wiring import Program, Scope, Wiring

NAME = "opencode"
COUNTS_BYTES = False
QUOTES_PROMPT = True
SAYS_AT_PROMPT = True
FOLDS = False
ON_RESUME = "asked"
LOST_MARKS = ()


def write(event: str, text: str) -> str:
    """Wrap a text for our plugin."""
    return say_flat("text", event, text)


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes: our plugin file and the MCP entry."""
    from ofttold.hosts import wiring
    from ofttold.hosts.commandline import is_server
    from ofttold.hosts.wants import KeyWant

    command = [program.path(), *program.arguments("mcp")]
    server = {"type": "local", "command": command, "enabled": True}
    hook = [program.path(), *program.arguments("hook")]
    settings = tuple(f"{roots['opencode_config']}/opencode.{end}" for end in ("json", "jsonc"))
    return wiring.Wiring(
        NAME,
        (wiring.Target(settings, "json", (KeyWant(("mcp",), "ofttold", server, is_server),)),),
        (
            wiring.OwnFile(
                f"{roots['opencode']}/plugins/ofttold.js",
                "opencode.js",
                {"COMMAND": json.dumps(hook, ensure_ascii=False)},
            ),
        ),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",),
    )
