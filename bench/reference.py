"""Write docs/commands.md from the commands themselves: usage, sentence, options of each.

    python -m bench.reference

The two commands that are not click's (``mcp`` and ``hook``, which hosts run) are told by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ofttold.cli.main import root

PAGE = Path(__file__).resolve().parent.parent / "docs" / "commands.md"
HEAD = """# Commands

Every command with every option, made from the program itself by `python -m bench.reference`; a test
holds it to the program. What the commands are for stands in the [README](../README.md).

Exit status: 0 done · 1 findings · 2 usage · 3 a fault of ours, with a report file · 4 refused.
"""
FOR_HOSTS = """
## ofttold mcp

`ofttold mcp [--dir DIR]`

Serve the memory folder over standard input and output (see [the MCP server](mcp.md)).

- `--dir DIR`: The memory folder (else OFTTOLD_DIR or the config; never looked around for).

## ofttold hook

`ofttold hook EVENT [--host HOST] [--dir DIR]`

Read a host's JSON on standard input and print the host's JSON, or nothing. EVENT is `session-start`,
`prompt`, `compact` or `session-end`. Always exits with 0.

- `--host HOST`: Whose JSON it is; told by its environment where it is not given.
- `--dir DIR`: The memory folder (else OFTTOLD_DIR or the config; never looked around for).
"""


def walk(command: click.Command, path: str) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Give every command of the tree that does something, with its path and a context."""
    context = click.Context(command, info_name=path)
    if not isinstance(command, click.Group):
        yield path, command, context
        return
    if command.invoke_without_command:
        yield path, command, context
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from walk(inner, f"{path} {name}")


def describe(path: str, command: click.Command, context: click.Context) -> str:
    """Give one command's passage."""
    pieces = [
        piece for piece in command.collect_usage_pieces(context) if not piece.startswith("COMMAND")
    ]
    lines = [f"\n## {path}\n", f"`{' '.join([path, *pieces])}`\n", _sentence(command), ""]
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record and isinstance(parameter, click.Option):
            words = " ".join(record[1].split())
            lines.append(f"- `{record[0]}`{': ' if words else ''}{words}")
    return "\n".join(lines).rstrip() + "\n"


def _sentence(command: click.Command) -> str:
    return " ".join((command.help or "").split())


def write_reference() -> str:
    """Give the whole page."""
    return HEAD + "".join(describe(*found) for found in walk(root, "ofttold")) + FOR_HOSTS


if __name__ == "__main__":
    PAGE.write_text(write_reference(), encoding="utf-8")
