"""DeepSeek Harness: a plugin in its own process asks us and adds a message marked as the plugin's.

The plugin stands in the home patch file, beside the MCP client's row.
"""

from __future__ import annotations

from ofttold.hosts.output import say_flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofttold.hosts.wiring import Program, Scope, Wiring

NAME = "dsh"
COUNTS_BYTES = False
QUOTES_PROMPT = False
SAYS_AT_PROMPT = True
FOLDS = True
ON_RESUME = "kept"
LOST_MARKS = ()


def write(event: str, text: str) -> str:
    """Wrap a text for our plugin."""
    return say_flat("text", event, text)


def wire(program: Program, scope: Scope, roots: Mapping[str, str]) -> Wiring:
    """Say what an install changes: our plugin file and two rows of the patch file."""
    from ofttold.hosts import wiring
    from ofttold.hosts.wants import RowWant

    del scope  # the harness has one home and no project layer
    plugin = RowWant(
        {
            "id": "ofttold",
            "name": f"{roots['dsh']}/ofttold/ofttold.mjs",
            "config": {"cmd": [program.path(), *program.arguments("hook")]},
        }
    )
    server = RowWant(
        {
            "id": "mcp-ofttold",
            "name": "@deepseek-ai/dsh-mcp-client",
            "config": {
                "serverName": "ofttold",
                "transport": "stdio",
                "command": program.path(),
                "args": program.arguments("mcp"),
            },
        }
    )
    return wiring.Wiring(
        NAME,
        (wiring.Target((f"{roots['dsh']}/cordis.patch.yml",), "yaml", (plugin, server)),),
        (wiring.OwnFile(f"{roots['dsh']}/ofttold/ofttold.mjs", "dsh.mjs"),),
        skills=f"{roots['agents']}/skills",
        todo=("hosts.todo.restart",),
    )
