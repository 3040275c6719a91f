"""What a save writes: a new card's bytes, or a known card's with the given fields changed.

Knows fields and nothing of folders: which card is meant is decided in ``dedupe``, where it lands
in ``routing``. A field that is not given (None) stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ofttold.core.cards.card import APPLICABILITY, Card
from ofttold.core.cards.conditions import check_conditions
from ofttold.core.cards.editing import replace_body, set_fields
from ofttold.core.cards.identity import fold_title
from ofttold.core.cards.limits import check_body
from ofttold.core.cards.render import Field, render_new_card
from ofttold.core.cards.routing import CLASSES
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.redaction import Masked, redact

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class EmptyTitle(OfttoldError):
    """A card without a title was to be saved."""

    key = "empty_title"


class UnknownValue(OfttoldError):
    """A field takes only values of a closed list."""

    key = "unknown_value"


class ConditionalWithoutCondition(OfttoldError):
    """A card was called conditional and has no condition."""

    key = "conditional_without_condition"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a save asks for; None where nothing is said, so that it stays as it is.

    ``scope`` is 'personal', 'project' or '' (derive); ``distinct`` says that a near title is
    another card; ``extra`` are further front-matter keys.
    """

    title: str | None = None
    summary: str | None = None
    body: str | None = None
    when: str | None = None
    kind: str | None = None
    topic: str | None = None
    tags: tuple[str, ...] | None = None
    triggers: tuple[str, ...] | None = None
    links: tuple[str, ...] | None = None
    conditions: Mapping[str, tuple[str, ...]] | None = None
    applicability: str | None = None
    id: str = ""
    scope: str = ""
    memory_class: str = ""
    evidence: str = ""
    distinct: bool = False
    source: str = ""
    extra: Mapping[str, Field] | None = None


def prepare(wish: Wish) -> tuple[Wish, tuple[Masked, ...]]:
    """Clean a wish and take secrets out of every text; gives what was masked.

    Raises EmptyTitle, UnknownValue, ConditionalWithoutCondition, BodyTooLong and the conditions'
    refusals.
    """
    masked: list[Masked] = []

    def safe(text: str) -> str:
        found = redact(_printable(text))
        masked.extend(found.masked)
        return found.text

    def line(text: str | None) -> str | None:
        return None if text is None else " ".join(safe(text).split())

    def lines(texts: Sequence[str] | None) -> tuple[str, ...] | None:
        cleaned = [line(text) or "" for text in texts] if texts is not None else None
        return tuple(dict.fromkeys(filter(None, cleaned))) if cleaned is not None else None

    _require_known("applicability", wish.applicability, APPLICABILITY)
    _require_known("memoryClass", wish.memory_class, CLASSES)
    _require_known("scope", wish.scope, ("personal", "project"))
    conditions = None
    if wish.conditions is not None:
        plain = {key: tuple(map(safe, values)) for key, values in wish.conditions.items()}
        conditions = check_conditions(plain)
    clean = replace(
        wish,
        title=line(wish.title),
        summary=line(wish.summary),
        when=line(wish.when),
        kind=line(wish.kind),
        topic=line(wish.topic),
        tags=lines(wish.tags),
        triggers=lines(wish.triggers),
        links=lines(wish.links),
        body=safe(wish.body).strip("\n") if wish.body is not None else None,
        conditions=conditions,
        evidence=safe(wish.evidence),
        source=line(wish.source) or "",
    )
    if clean.title is not None and not fold_title(clean.title):
        raise EmptyTitle()
    if clean.body is not None:
        check_body(clean.body)
    return clean, tuple(masked)


def _printable(text: str) -> str:
    """Leave out what no text file should hold: control characters and halves of characters."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", plain).encode("utf-8", "replace").decode("utf-8")


def _require_known(field: str, value: str | None, known: Sequence[str]) -> None:
    if value and value not in known:
        raise UnknownValue(field=field, got=value, known=" ".join(known))


def new_card(wish: Wish, *, id_: str, layer: str, now: datetime, revision: int = 1) -> bytes:
    """Write the bytes of a new card; raises EmptyTitle, ConditionalWithoutCondition."""
    if not wish.title:
        raise EmptyTitle()
    _require_condition(wish.applicability, wish.conditions or {})
    moment = now.isoformat(timespec="seconds")
    fields: dict[str, Field] = {
        "id": id_,
        "title": wish.title,
        "summary": wish.summary or "",
        "scope": layer,
        "kind": wish.kind or "",
        "tags": wish.tags or (),
        "triggers": wish.triggers or (),
        "when": wish.when or "",
        "conditions": _as_field(wish.conditions or {}),
        "applicability": wish.applicability or "",
        "topic": wish.topic or "",
        "links": wish.links or (),
        "revision": revision,
        "created": moment,
        "updated": moment,
        "source": wish.source,
        **(wish.extra or {}),
    }
    return render_new_card(fields, wish.body or "")


def _as_field(conditions: Mapping[str, Sequence[str]]) -> dict[str, Field]:
    return {key: vals[0] if len(vals) == 1 else list(vals) for key, vals in conditions.items()}


def _require_condition(applicability: str | None, conditions: Mapping[str, Sequence[str]]) -> None:
    if applicability == "conditional" and not conditions:
        raise ConditionalWithoutCondition()


def merged(card: Card, wish: Wish) -> Wish:
    """Fill what a wish leaves open from a card: the whole card as it would be."""
    given = {name: getattr(wish, name) for name in _FIELDS if getattr(wish, name) is not None}
    have = {
        "title": card.title,
        "summary": card.summary,
        "body": card.body,
        "when": card.when,
        "kind": card.kind,
        "topic": card.topic,
        "tags": card.tags,
        "triggers": card.triggers,
        "links": card.links,
        "conditions": card.conditions,
    }
    return replace(wish, **{**have, **given})


_FIELDS = (
    *("title", "summary", "body", "when", "kind", "topic", "tags", "triggers", "links"),
    "conditions",
)


def update_card(data: bytes, card: Card, wish: Wish, *, now: datetime) -> bytes:
    """Write a known card with the given fields changed; the same bytes where nothing would.

    A changed title keeps the old one as alias. Raises CardUnreadable, CardUnclear and
    ConditionalWithoutCondition.
    """
    changes = _changes(card, wish)
    after = set_fields(data, changes, name=card.name)
    if wish.body is not None and wish.body != card.body:
        after = replace_body(after, wish.body, name=card.name)
    if after == data:
        return data
    return stamp(after, card, now=now)


def stamp(data: bytes, card: Card, *, now: datetime, revision: int = 0) -> bytes:
    """Give a changed card its id, its next revision (or the one named) and the moment."""
    marks: dict[str, Field | None] = {
        "id": card.id,
        "revision": revision or card.revision + 1,
        "updated": now.isoformat(timespec="seconds"),
    }
    if not card.created:
        marks["created"] = marks["updated"]
    return set_fields(data, marks, name=card.name)


def _changes(card: Card, wish: Wish) -> dict[str, Field | None]:
    changes: dict[str, Field | None] = {}

    def set_if(key: str, wanted: str | Sequence[str] | None, has: str | Sequence[str]) -> None:
        if wanted is not None and wanted != has:
            changes[key] = wanted or None

    set_if("title", wish.title, card.title)
    if wish.title and fold_title(wish.title) != fold_title(card.title):
        changes["aliases"] = _with_alias(card, wish.title) or None
    set_if("summary", wish.summary, card.summary)
    set_if("kind", wish.kind, card.kind)
    set_if("tags", wish.tags, card.tags)
    set_if("triggers", wish.triggers, card.triggers)
    set_if("when", wish.when, card.when)
    set_if("topic", wish.topic, card.topic)
    set_if("links", wish.links, card.links)
    _change_premise(card, wish, changes)
    if card.imported == "unreviewed":
        changes["imported"] = "reviewed"
    return changes


def _with_alias(card: Card, title: str) -> list[str]:
    """Keep the old title as an alias; a title that comes back is none any more."""
    kept = [name for name in card.aliases if fold_title(name) != fold_title(title)]
    known = {fold_title(name) for name in kept}
    return [*kept, card.title] if card.title and fold_title(card.title) not in known else kept


def _change_premise(card: Card, wish: Wish, changes: dict[str, Field | None]) -> None:
    conditions = card.conditions if wish.conditions is None else dict(wish.conditions)
    if conditions != card.conditions:
        changes["conditions"] = _as_field(conditions) or None
    _require_condition(wish.applicability, conditions)
    if wish.applicability is not None and wish.applicability != card.applicability:
        changes["applicability"] = wish.applicability or None
    elif not conditions and card.applicability == "conditional":
        changes["applicability"] = None
