"""Limits of a layer: a hint at 200 cards, room made at 1000 cards or 1 MiB, a body of 4 KiB at most.

Knows sizes and when each card was last read; reads neither. Limits bind saving, not reading: a
save makes the room it takes itself, so a layer that a person filled by hand beyond the limit is
not emptied by the first save, it only grows no further.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError

HINT_CARDS = 200  # active cards a layer, from which a save's line carries a hint; cards.md
MOST_CARDS = 1000  # active cards a layer; cards.md
MOST_LAYER_BYTES = 1024 * 1024  # bytes of a layer's card files; cards.md
MOST_BODY_BYTES = 4096  # bytes of one body, UTF-8; cards.md


class BodyTooLong(OfttoldError):
    """A body over the limit; nothing is cut."""

    key = "body_too_long"


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the layer: its file's bytes, and when it was last read or changed, in seconds."""

    id: str
    size_bytes: int
    last_read: float


def check_body(body: str) -> None:
    """Raise BodyTooLong where the body's UTF-8 is over 4096 bytes."""
    size = len(body.encode("utf-8", "surrogatepass"))
    if size > MOST_BODY_BYTES:
        raise BodyTooLong(size=size, most=MOST_BODY_BYTES)


def choose_evictions(
    held: Iterable[Held], *, new_bytes: int, replaced: str = ""
) -> tuple[str, ...]:
    """Name the cards to archive so that a card of ``new_bytes`` fits, longest unread first.

    ``replaced`` is the id of the card that is updated, '' for a new one; it never leaves itself.
    """
    cards = list(held)
    before_count, before_bytes = len(cards), sum(card.size_bytes for card in cards)
    others = sorted(
        (card for card in cards if card.id != replaced), key=lambda card: (card.last_read, card.id)
    )
    most_cards = max(MOST_CARDS, before_count)
    most_bytes = max(MOST_LAYER_BYTES, before_bytes)
    count, size = len(others) + 1, sum(card.size_bytes for card in others) + new_bytes
    leaving: list[str] = []
    for card in others:
        if count <= most_cards and size <= most_bytes:
            break
        leaving.append(card.id)
        count, size = count - 1, size - card.size_bytes
    return tuple(leaving)


def is_hint_due(active: int) -> bool:
    """Tell whether a layer has so many cards that a save says so."""
    return active >= HINT_CARDS
