"""A section for AGENTS.md out of the reviewed cards, for a person to merge by hand."""

from __future__ import annotations

from ofttold.app.cards import Desk
from ofttold.app.shelf import open_shelf
from ofttold.core.cards.card import Card
from ofttold.core.cards.recall import quote
from ofttold.core.sharing.redaction import redact
from ofttold.core.sharing.review import REVIEWED, state_of
from ofttold.core.strings import say
from ofttold.edge.card_store import load_place


def distill(desk: Desk) -> str:
    """Give the section, '' where no card was approved yet; by kind, then title; never the bodies.

    Raises NoRepository, NoProject, ShelfBlocked, ShelfSetting.
    """
    shelf = open_shelf(desk)
    cards = [one.card for one in load_place(shelf.place)[0]] if shelf.place else []
    kept = [card for card in cards if _is_settled(card)]
    if not kept:
        return ""
    lang = desk.memory.lang
    lines = [
        say(lang, "sharing.distill_head"),
        "",
        say(lang, "sharing.distill_note", name=shelf.name),
        "",
    ]
    kind = ""
    for card in sorted(kept, key=lambda one: (one.kind, one.title, one.id)):
        if card.kind != kind:
            kind = card.kind
            lines += [*([""] if lines[-1] else []), f"### {quote(kind)}", ""]
        lines.append(_line(card))
    return redact("\n".join(lines)).text + "\n"


def _is_settled(card: Card) -> bool:
    reviewed = state_of(card.review) in REVIEWED and not card.private
    return reviewed and not card.extra.get("superseded_by") and card.applicability != "unresolved"


def _line(card: Card) -> str:
    premise = f"（{quote(card.when)}）" if card.when else ""
    conditions = "; ".join(f"{k}={'|'.join(v)}" for k, v in card.conditions.items())
    only = f" [{quote(conditions)}]" if conditions else ""
    summary = f": {quote(card.summary)}" if card.summary else ""
    return f"- {quote(card.title)}{premise}{only}{summary}"
