"""``ofttold card``: the group; its commands are loaded when they are called."""

from __future__ import annotations

import click

from ofttold.cli.lazy import LazyGroup

_CARDS, _UPKEEP = "ofttold.cli.cards", "ofttold.cli.card_upkeep"
MEMBERS = {
    "search": "ofttold.cli.card_search",
    **dict.fromkeys(
        ["save", "suggest", "keep", "ignore", "read", "list", "undo", "forget"], _CARDS
    ),
    **dict.fromkeys(["move", "topic", "capture", "edit"], _CARDS),
    **dict.fromkeys(["audit", "retract", "supersede"], "ofttold.cli.card_review"),
    **dict.fromkeys(["archive", "import", "off", "on", "why"], _UPKEEP),
}


@click.group(cls=LazyGroup, members=MEMBERS)
def card() -> None:
    """Cards: what comes back when it is to the point."""


def register(main: click.Group) -> None:
    """Add the group."""
    main.add_command(card)
