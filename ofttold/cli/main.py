"""The command line's root: which command stands in which module."""

from __future__ import annotations

import click

from ofttold import __version__
from ofttold.cli.root import Root
from ofttold.cli.shell import use_utf8

MEMBERS = {
    "anchors": "ofttold.cli.anchors",
    "card": "ofttold.cli.card_group",
    "scaffold": "ofttold.cli.scaffold",
    "share": "ofttold.cli.share",
    **dict.fromkeys(["as-of", "check", "diary", "index", "inject", "why"], "ofttold.cli.folder"),
    **dict.fromkeys(["emotion", "note"], "ofttold.cli.ritual"),
    **dict.fromkeys(["install", "uninstall"], "ofttold.cli.hosts"),
    **dict.fromkeys(["doctor", "sessions"], "ofttold.cli.sessions"),
    **dict.fromkeys(["unwatch", "watch"], "ofttold.cli.watch"),
    **dict.fromkeys(["config", "project", "task"], "ofttold.cli.project"),
}


@click.group(cls=Root, members=MEMBERS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ofttold")
def root() -> None:
    """Keep a memory folder in sight of your agent.

    The memory is markdown that you write; ofttold shows it at every session start. Two more
    commands are for hosts: "ofttold hook" and "ofttold mcp", the server of its tools.
    """


def main() -> None:
    """Run the command line."""
    use_utf8()
    root(prog_name="ofttold")
