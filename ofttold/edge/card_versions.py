"""Earlier versions of a card, kept beside it for undo: at most two, never shown, never searched."""

from __future__ import annotations

from ofttold.core.cards.card import Card, parse_card
from ofttold.edge.acts import Act
from ofttold.edge.card_store import VERSIONS, Stored, read_or_none, version_files
from ofttold.edge.files import read_file

MOST_VERSIONS = 2  # earlier versions kept a card; cards.md, "On disk"


def plan_version(act: Act, known: Stored) -> None:
    """Keep the card as it stands among its versions, and let the oldest beyond two go."""
    card, place = known.card, known.place
    path = place.path(VERSIONS, f"{card.id}.{card.revision}.md")
    before = read_or_none(path)
    if before is None:
        act.create(path, known.data)
    elif before != known.data:
        act.replace(path, known.data, before)
    older = [(r, p) for r, p in version_files(place, card.id) if r != card.revision]
    for _, old in older[: max(0, len(older) - (MOST_VERSIONS - 1))]:
        act.remove(old, read_file(old))


def newest_version(known: Stored) -> tuple[Card, bytes] | None:
    """Give the newest readable earlier version of a card; None where there is none."""
    for revision, path in reversed(version_files(known.place, known.card.id)):
        if revision == known.card.revision:
            continue
        data = read_file(path)
        card = parse_card(data, known.place.name(VERSIONS, f"{known.card.id}.{revision}.md"))
        if isinstance(card, Card):
            card.id = known.card.id
            return card, data
    return None
