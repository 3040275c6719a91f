"""Answers about cards as plain data: what ``--format json`` prints and what a tool adds to its text.

The keys are a promise kept between versions.
"""

from __future__ import annotations

from collections.abc import Sequence

from ofttold.app.card_archive import Cold
from ofttold.app.card_forget import Forgotten, Undone
from ofttold.app.card_import import Imported
from ofttold.app.card_move import Moved, Topic
from ofttold.app.card_read import Listing, Reading
from ofttold.app.card_save import Saved
from ofttold.app.card_suggest import Suggested
from ofttold.app.card_why import Explained
from ofttold.core.cards.dedupe import Known
from ofttold.core.cards.gate import judged, shown_state
from ofttold.core.cards.suggestion import Suggestion
from ofttold.core.findings import Finding
from ofttold.core.sharing.redaction import Masked
from ofttold.core.strings import Lang, say

Details = dict[str, object]


def _near(near: Sequence[Known]) -> list[Details]:
    return [{"id": one.id, "title": one.title} for one in near]


def _masked(masked: Sequence[Masked]) -> list[Details]:
    return [{"kind": one.kind, "line": one.line} for one in masked]


def saved_details(done: Saved, lang: Lang) -> Details:
    """Give a save's answer."""
    return {
        "status": "ok",
        "changed": done.changed,
        "id": done.id,
        "title": done.title,
        "revision": done.revision,
        "layer": done.layer,
        "made": done.made,
        "scopeNote": say(lang, done.note) if done.note else None,
        "needsResolution": done.needs_resolution,
        "near": _near(done.near),
        "evicted": list(done.evicted),
        "masked": _masked(done.masked),
        "supersedes": done.supersedes or None,
    }


def suggested_details(done: Suggested, lang: Lang) -> Details:
    """Give a suggestion's answer."""
    return {
        "status": "ok",
        "changed": done.changed,
        "id": done.id,
        "title": done.title,
        "layer": done.layer,
        "known": done.known or None,
        "tooSoon": done.too_soon or None,
        "scopeNote": say(lang, done.note) if done.note else None,
        "masked": _masked(done.masked),
    }


def reading_details(reading: Reading) -> Details:
    """Give a card as read."""
    card = reading.card
    return {
        "status": "ok",
        "id": card.id,
        "title": card.title,
        "when": card.when,
        "summary": card.summary,
        "body": reading.body,
        "layer": card.layer,
        "kind": card.kind,
        "tags": list(card.tags),
        "triggers": list(card.triggers),
        "aliases": list(card.aliases),
        "conditions": {key: list(values) for key, values in card.conditions.items()},
        "applicability": card.applicability,
        "topic": card.topic,
        "state": reading.state,
        "imported": card.imported,
        "revision": card.revision,
        "created": card.created,
        "updated": card.updated,
        "source": card.source,
        "file": reading.name,
        "links": [{"id": one.id, "title": one.title, "by": one.by} for one in reading.links],
    }


def forgotten_details(done: Forgotten) -> Details:
    """Give what a forget did."""
    return {
        "status": "ok",
        "changed": True,
        "id": done.id,
        "title": done.title,
        "purged": done.purged,
        "files": done.files,
    }


def undone_details(done: Undone) -> Details:
    """Give what an undo did."""
    return {
        "status": "ok",
        "changed": done.changed,
        "id": done.id,
        "title": done.title,
        "revision": done.revision,
        "archived": done.archived,
        "needsResolution": bool(done.near),
        "near": _near(done.near),
    }


def moved_details(done: Moved) -> Details:
    """Give what a move did."""
    return {
        "status": "ok",
        "changed": done.changed,
        "id": done.id,
        "oldId": done.old_id,
        "title": done.title,
        "needsResolution": bool(done.near),
        "near": _near(done.near),
    }


def topic_details(topic: Topic) -> Details:
    """Give a topic's cards."""
    rows = [{"id": id_, "title": title, "winner": wins} for id_, title, wins in topic.cards]
    return {"name": topic.name, "conflict": topic.conflict, "cards": rows}


def listing_details(listing: Listing, waiting: Sequence[Suggestion], lang: Lang) -> Details:
    """Give a listing: cards, suggestions that wait, broken files."""
    return {
        "cards": [
            {
                "id": one.card.id,
                "title": one.card.title,
                "when": one.card.when,
                "summary": one.card.summary,
                "layer": one.place.layer,
                "kind": one.card.kind,
                "state": shown_state(judged(one.card)),
                "imported": one.card.imported,
                "revision": one.card.revision,
                "updated": one.card.updated,
                "file": one.card.name,
            }
            for one in listing.cards
        ],
        "waiting": [{"id": one.id, "title": one.card.title, "asked": one.asked} for one in waiting],
        "broken": [_finding(finding, lang) for finding in listing.broken],
        "archived": listing.archived,
    }


def _finding(finding: Finding, lang: Lang) -> Details:
    return {
        "file": finding.file,
        "line": finding.line or None,
        "column": finding.column,
        "code": finding.code,
        "message": finding.message(lang),
    }


def cold_details(cold: Sequence[Cold]) -> list[Details]:
    """Give what lies in the archive."""
    return [
        {
            "id": one.id,
            "title": one.title,
            "file": one.name,
            "status": one.state,
            "archived": one.archived,
            "why": one.why,
        }
        for one in cold
    ]


def explained_details(explained: Explained, lang: Lang) -> Details:
    """Give a message explained."""
    return {
        "text": explained.text,
        "words": list(explained.words),
        "reason": say(lang, explained.reason) if explained.reason else None,
        "candidates": [
            {
                "id": one.id,
                "title": one.title,
                "score": one.score,
                "norm": one.norm,
                "matched": list(one.matched),
                "inFirst": list(one.in_first),
                "whole": one.whole or None,
                "verdict": one.verdict,
                "step": one.step,
                "fate": one.fate,
                "why": say(lang, one.why),
            }
            for one in explained.candidates
        ],
        "result": explained.result,
    }


def imported_details(done: Imported, lang: Lang) -> Details:
    """Give what an import did."""
    return {
        "from": done.shape,
        "dryRun": done.dry_run,
        "made": [
            {"id": one.id, "title": one.title, "layer": one.layer, "origin": one.origin}
            for one in done.made
        ],
        "known": done.known,
        "broken": [_finding(finding, lang) for finding in done.broken],
    }
