"""A suggestion: when one may be made, what it remembers, and how its file reads.

Knows the rates (one a project in 48 hours, one a conversation) and that nothing is stored without
the person's yes. A suggestion is a card's text with a few keys of its own, so a person can read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from ofttold.core.cards.card import Card, parse_card
from ofttold.core.cards.render import render_new_card

if TYPE_CHECKING:
    from ofttold.core.cards.render import Field
    from ofttold.core.findings import Finding

RATE_HOURS = (
    48  # hours between two suggestions of one project, and of keeping an answered one; cards.md
)
State = Literal["waiting", "kept", "ignored"]
STATES: tuple[State, ...] = ("waiting", "kept", "ignored")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One suggestion; ``card`` holds the text proposed, moments are ISO 8601 with offset.

    ``target`` and ``target_revision`` are the card it would update and its revision when it was
    made ('' and 0 for a new one); ``became`` the card it was kept as.
    """

    id: str
    card: Card
    state: State
    asked: str
    answered: str
    project: str
    session: str
    target: str
    target_revision: int
    became: str
    memory_class: str


def read_suggestion(data: bytes, name: str) -> Suggestion | Finding:
    """Read one suggestion's file; a finding where it cannot be read."""
    card = parse_card(data, name)
    if not isinstance(card, Card):
        return card
    texts = {key: value for key, value in card.extra.items() if isinstance(value, str)}
    state = texts.get("state", "")
    revision = texts.get("target_revision", "0")
    return Suggestion(
        id=texts.get("suggestion", ""),
        card=card,
        state=next((known for known in STATES if known == state), "ignored"),
        asked=texts.get("asked", ""),
        answered=texts.get("answered", ""),
        project=texts.get("project", ""),
        session=texts.get("session", ""),
        target=texts.get("target", ""),
        target_revision=int(revision) if revision.isdigit() else 0,
        became=texts.get("became", ""),
        memory_class=texts.get("class", ""),
    )


def render_suggestion(fields: Mapping[str, Field], body: str) -> bytes:
    """Write a new suggestion: the proposed card's keys, then the suggestion's own."""
    return render_new_card(fields, body)


def is_too_soon(
    made: Iterable[Suggestion], *, project: str, session: str, now: datetime
) -> Suggestion | None:
    """Give the suggestion that makes another one too soon: of this conversation, or within 48 hours."""
    for suggestion in made:
        if session and suggestion.session == session:
            return suggestion
        if suggestion.project == project and _within(suggestion.asked, now):
            return suggestion
    return None


def is_over(suggestion: Suggestion, now: datetime) -> bool:
    """Tell whether an answered suggestion has stood long enough as the record of its answer."""
    return suggestion.state != "waiting" and not _within(suggestion.answered, now)


def _within(moment: str, now: datetime) -> bool:
    """Tell whether a moment lies less than 48 hours back; one that cannot be read does not."""
    try:
        then = datetime.fromisoformat(moment)
    except ValueError:
        return False
    if then.tzinfo is None:
        then = then.replace(tzinfo=now.tzinfo)
    return now - then < timedelta(hours=RATE_HOURS)
