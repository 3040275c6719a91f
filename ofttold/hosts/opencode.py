"""opencode: a plugin in its own process asks us; the block goes into every request's system text.

The plugin keeps the text of a session, so it asks once a session and process, and is always told.
"""

from __future__ import annotations

import json

from ofttold.hosts.output import dump
from ofttold.hosts.payload import HookInput, read_payload

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


def read(event: str, payload: Mapping[str, object]) -> HookInput:
    """Read what our plugin sends."""
    return read_payload(event, payload)


def write(event: str, text: str) -> str:
    """Wrap a text for our plugin."""
    return dump({"text": text}) if text and event in ("session-start", "prompt") else ""


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes: our plugin file and the MCP entry."""
    from ofttold.hosts.commandline import is_server
    from ofttold.hosts.wants import KeyWant
    from ofttold.hosts.wiring import OwnFile, Target, Wiring

    command = [program.path(), *program.arguments("mcp")]
    server = {"type": "local", "command": command, "enabled": True}
    hook = [program.path(), *program.arguments("hook")]
    settings = tuple(f"{roots['opencode_config']}/opencode.{end}" for end in ("json", "jsonc"))
    return Wiring(
        NAME,
        (Target(settings, "json", (KeyWant(("mcp",), "ofttold", server, is_server),)),),
        (
            OwnFile(
                f"{roots['opencode']}/plugins/ofttold.js",
                "opencode.js",
                {"COMMAND": json.dumps(hook, ensure_ascii=False)},
            ),
        ),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",),
    )
