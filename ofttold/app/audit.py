"""``card audit``: duplicates, stale cards, broken chains, text that tries to be more than text.

Looks at what is seen from here: the project's desk and shelf, and the personal cards. Changes
nothing; each finding says what to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from ofttold.app.card_places_check import unseen_places
from ofttold.app.cards import Desk
from ofttold.app.share_status import tracked_privates
from ofttold.core.cards.card import Card
from ofttold.core.cards.dedupe import same_premise
from ofttold.core.cards.identity import fold_title, is_id
from ofttold.core.findings import Finding
from ofttold.core.sharing.tricks import find_tricks
from ofttold.edge.card_store import Stored, load_place

STALE_DAYS = 365  # days without a touch after which a card is worth a look; ours
WAITING_DAYS = 30  # days a proposed card waits before that is said; ours
LEAST_SAME_TEXT = 40  # characters of a body below which the same text is no duplicate; ours
_LIVE = frozenset(("", "draft", "proposed", "approved", "published"))


def audit(desk: Desk) -> list[Finding]:
    """Give every finding about the cards seen from here, faults before what is only worth knowing."""
    cards: list[Stored] = []
    found: list[Finding] = unseen_places(desk)
    for place in desk.places:
        loaded, broken = load_place(place)
        cards += loaded
        found += broken
    for one in cards:
        found += one.card.findings()
        found += _tricks(one)
    found += _duplicates(cards)
    found += _chains(cards)
    found += _ages(cards, desk.memory.now)
    found += (Finding(name, 0, "personal_tracked") for name in tracked_privates(desk))
    return sorted(found, key=lambda one: (one.info, one.file, one.line, one.code))


def _is_live(card: Card) -> bool:
    return card.review in _LIVE and not card.extra.get("superseded_by")


def _tricks(one: Stored) -> list[Finding]:
    text = one.data.decode("utf-8", "replace")
    return [
        Finding(one.card.name, trick.line, trick.code, {"shown": trick.shown})
        for trick in find_tricks(text)
    ]


def _duplicates(cards: Sequence[Stored]) -> list[Finding]:
    """Name cards of one layer with the same title and premise, and cards with the same text."""
    found: list[Finding] = []
    titles: dict[tuple[str, str], list[Card]] = {}
    texts: dict[str, Card] = {}
    for card in (one.card for one in cards if _is_live(one.card)):
        layer = "personal" if card.layer == "personal" else "project"
        same = titles.setdefault((layer, fold_title(card.title)), [])
        twin = next((other for other in same if _same_premise(card, other)), None)
        same.append(card)
        if twin is not None and card.title and (_waits(card, twin) or _waits(twin, card)):
            continue
        if twin is not None and card.title:
            found.append(_pair(card, twin, "audit_same_title"))
            continue
        text = " ".join(card.body.split())
        if len(text) >= LEAST_SAME_TEXT:
            other = texts.setdefault(f"{layer}\n{text}", card)
            if other is not card:
                found.append(_pair(card, other, "audit_same_text"))
    return found


def _same_premise(card: Card, other: Card) -> bool:
    return same_premise(card.when, card.conditions, other.when, other.conditions)


def _pair(card: Card, other: Card, code: str) -> Finding:
    return Finding(card.name, 0, code, {"id": card.id, "other": other.id, "name": other.name})


def _listed(card: Card, field: str) -> list[str]:
    value = card.extra.get(field, "")
    texts = [value] if isinstance(value, str) else list(value)
    return [text for text in texts if isinstance(text, str) and is_id(text)]


def _chains(cards: Iterable[Stored]) -> list[Finding]:
    """Name chains that lead nowhere, that only one end knows of, or that run in a circle."""
    known = {one.card.id: one.card for one in cards}
    found: list[Finding] = []
    for card in known.values():
        for field in ("supersedes", "superseded_by"):
            found += (
                Finding(card.name, 0, "audit_chain_broken", {"field": field, "target": target})
                for target in _listed(card, field)
                if target not in known
            )
        for old in _listed(card, "supersedes"):
            if old not in known or _waits(card, known[old]):
                continue
            if card.id not in _listed(known[old], "superseded_by"):
                values: dict[str, object] = {"old": old, "new": card.id}
                found.append(Finding(card.name, 0, "audit_chain_open", values))
        if _comes_back(card, known):
            found.append(Finding(card.name, 0, "audit_chain_circle", {"id": card.id}))
    return found


def _waits(new: Card, old: Card) -> bool:
    """Tell whether a draft is to supersede a submitted card: the tie waits until it is submitted."""
    return new.layer == "project" and old.layer == "shelf" and old.id in _listed(new, "supersedes")


def _comes_back(card: Card, known: dict[str, Card]) -> bool:
    seen: set[str] = set()
    at = card
    while at.id not in seen:
        seen.add(at.id)
        after = next(iter(_listed(at, "superseded_by")), "")
        if after not in known:
            return False
        at = known[after]
    return at.id == card.id


def _ages(cards: Iterable[Stored], now: datetime) -> list[Finding]:
    """Say which cards nobody touched for long, and which wait long for their review."""
    found: list[Finding] = []
    for card in (one.card for one in cards if _is_live(one.card)):
        days = _days(card.updated or card.created, now)
        if card.review == "proposed" and days > WAITING_DAYS:
            found.append(Finding(card.name, 0, "audit_waiting", {"days": days}, info=True))
        elif days > STALE_DAYS:
            found.append(Finding(card.name, 0, "audit_stale", {"days": days}, info=True))
    return found


def _days(moment: str, now: datetime) -> int:
    """Give the whole days since a moment; 0 where it says nothing."""
    try:
        then = datetime.fromisoformat(moment)
    except ValueError:
        return 0
    if then.tzinfo is None:
        then = then.replace(tzinfo=now.tzinfo)
    return max(0, (now - then).days)
