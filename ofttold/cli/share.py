"""``ofttold share``: the group; its commands are loaded when they are called."""

from __future__ import annotations

import click

from ofttold.cli.lazy import LazyGroup

_ACTS = "ofttold.cli.share_acts"
MEMBERS = {
    "status": "ofttold.cli.share_status",
    **dict.fromkeys(["propose", "submit", "promote", "pull", "push", "pr-status"], _ACTS),
    **dict.fromkeys(["resolve", "export", "import", "distill", "setup", "merge-driver"], _ACTS),
}


@click.group(cls=LazyGroup, members=MEMBERS)
def share() -> None:
    """Sharing project cards: drafts, review, and the road through git."""


def register(main: click.Group) -> None:
    """Add the group."""
    main.add_command(share)
