"""The command line's root: puts the groups of commands together."""

from __future__ import annotations

import click

from ofttold import __version__
from ofttold.cli import anchors, cards, folder, hosts, ritual, scaffold, sessions, share, watch
from ofttold.cli.shell import Root, use_utf8


@click.group(cls=Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ofttold")
def root() -> None:
    """Keep a memory folder in sight of your agent.

    The memory is markdown that you write; ofttold shows it at every session start. Two more
    commands are for hosts: "ofttold hook" and "ofttold mcp", the server of its tools.
    """


for module in (scaffold, folder, ritual, anchors, cards, share, hosts, sessions, watch):
    module.register(root)


def main() -> None:
    """Run the command line."""
    use_utf8()
    root(prog_name="ofttold")
