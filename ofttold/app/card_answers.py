"""What commands and tools say about cards: the first line by the contract, then what helps.

Values in, lines out; both shells print the same. The first line names the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ofttold.app.card_archive import Cold, Restored
from ofttold.app.card_forget import Forgotten, Undone
from ofttold.app.card_import import Imported
from ofttold.app.card_move import Moved, Topic
from ofttold.app.card_read import Listing, Reading
from ofttold.app.card_save import Saved
from ofttold.app.card_suggest import Suggested
from ofttold.app.card_why import Explained
from ofttold.core.cards.dedupe import Known
from ofttold.core.cards.gate import judged, shown_state
from ofttold.core.cards.recall import Line, quote, render_line
from ofttold.core.cards.suggestion import Suggestion
from ofttold.core.sharing.redaction import Masked
from ofttold.core.strings import Lang, say


def saved_lines(done: Saved, lang: Lang, *, kept: bool = False) -> list[str]:
    """Say what a save (or with ``kept`` a person's yes) did."""
    if done.near:
        return near_lines(done.title, done.near, lang)
    title = quote(done.title)
    if not done.changed and not kept:
        first = say(lang, "cards.skipped", id=done.id)
        rest = [say(lang, "cards.unchanged", title=title)]
    else:
        first = say(lang, "cards.kept" if kept else "cards.saved", title=title, id=done.id)
        if done.active:
            first += say(lang, "cards.many", count=done.active)
        rest = [say(lang, "cards.can_undo", id=done.id)] if done.changed else []
    if done.supersedes:
        rest.append(say(lang, "cards.supersedes", id=done.supersedes))
    rest += (say(lang, "cards.evicted", title=quote(t)) for t in done.evicted)
    rest += _note(done.note, lang) + masked_lines(done.masked, lang) + list(done.settled)
    return [first, *rest]


def near_lines(title: str, near: Sequence[Known], lang: Lang) -> list[str]:
    """Say that nothing was written because near titles stand there, and how to go on."""
    shown = [say(lang, "cards.near_one", title=quote(one.title), id=one.id) for one in near]
    return [
        say(lang, "cards.near", title=quote(title)),
        *shown,
        say(lang, "cards.near_hint", id=near[0].id),
    ]


def held_lines(title: str, near: Sequence[Known], lang: Lang) -> list[str]:
    """Say that nothing was brought back because another card has the title now, and how to go on."""
    holder = near[0]
    return [
        say(lang, "cards.held", title=quote(title)),
        say(lang, "cards.held_by", title=quote(holder.title), id=holder.id),
        say(lang, "cards.held_hint", id=holder.id),
    ]


def masked_lines(masked: Iterable[Masked], lang: Lang) -> list[str]:
    """Say what was taken out before the writing."""
    kinds = list(dict.fromkeys(one.kind for one in masked))
    return [say(lang, "cards.masked", kinds=", ".join(kinds))] if kinds else []


def _note(key: str, lang: Lang) -> list[str]:
    return [say(lang, "cards.scope_note", why=say(lang, key))] if key else []


def suggested_lines(done: Suggested, lang: Lang) -> list[str]:
    """Say that a suggestion waits, or why none was made."""
    if done.changed:
        first = say(lang, "cards.suggested", title=quote(done.title), id=done.id)
        rest = [say(lang, "cards.suggested_hint", id=done.id), *_note(done.note, lang)]
        return [first, *rest, *masked_lines(done.masked, lang)]
    if done.known:
        why = say(lang, "cards.suggested_known", title=quote(done.known))
    elif done.too_soon:
        why = say(lang, "cards.suggested_before", title=quote(done.too_soon))
    else:
        why = say(lang, "cards.unchanged", title=quote(done.title))
    return [say(lang, "cards.skipped", id=done.id).rstrip(" ·"), why]


def ignored_lines(done: Suggested, lang: Lang) -> list[str]:
    """Say that a suggestion was declined."""
    if done.changed:
        return [say(lang, "cards.ignored", title=quote(done.title), id=done.id)]
    return [say(lang, "cards.skipped", id=done.id)]


def reading_lines(reading: Reading, lang: Lang, *, links: bool = False) -> list[str]:
    """Give a card as quoted data: what it is, where it comes from, its text between two marks."""
    card = reading.card
    count = len(reading.body)
    first = say(lang, "cards.read", title=reading.title, id=card.id, characters=count)
    facts = [f"{key}: {quote(value)}" for key, value in _facts(reading, lang) if value]
    if links:
        rows = [f"- {one.title} · {one.id} ({one.by})" for one in reading.links]
        return [first, *facts, *(rows or [say(lang, "cards.no_links")])]
    opening = say(lang, "cards.quoted", name=reading.name)
    return [first, *facts, opening, reading.body, "[/oft-told]"]


def _facts(reading: Reading, lang: Lang) -> list[tuple[str, str]]:
    card = reading.card
    conditions = "; ".join(f"{k}={'|'.join(v)}" for k, v in card.conditions.items())
    return [
        (say(lang, "cards.fact.summary"), card.summary),
        (say(lang, "cards.fact.layer"), say(lang, f"cards.layer.{card.layer}")),
        (say(lang, "cards.fact.state"), reading.state),
        (say(lang, "cards.fact.conditions"), conditions),
        (say(lang, "cards.fact.topic"), card.topic),
        (say(lang, "cards.fact.source"), card.source),
        (say(lang, "cards.fact.revision"), f"{card.revision} · {card.updated or card.created}"),
    ]


def forgotten_lines(done: Forgotten, lang: Lang) -> list[str]:
    """Say that a card was put away, or destroyed."""
    title = quote(done.title)
    if not done.purged:
        first = say(lang, "cards.archived", title=title, id=done.id)
        return [first, say(lang, "cards.can_restore", id=done.id), *done.settled]
    first = say(lang, "cards.purged", title=title, id=done.id)
    return [first, say(lang, "cards.purged_note", files=done.files), *done.settled]


def undone_lines(done: Undone, lang: Lang) -> list[str]:
    """Say what an undo brought back."""
    if done.near:
        return held_lines(done.title, done.near, lang)
    title = quote(done.title)
    if done.archived:
        first = say(lang, "cards.archived", title=title, id=done.id)
        return [first, say(lang, "cards.can_restore", id=done.id), *done.settled]
    first = say(lang, "cards.undone", title=title, id=done.id, revision=done.revision)
    return [first, *done.settled]


def moved_lines(done: Moved, lang: Lang) -> list[str]:
    """Say where a card moved."""
    if done.near:
        return near_lines(done.title, done.near, lang)
    first = say(lang, "cards.saved", title=quote(done.title), id=done.id)
    return [first, say(lang, "cards.moved", id=done.old_id)]


def topic_lines(topic: Topic, lang: Lang) -> list[str]:
    """Show a topic's cards and which holds it."""
    rows = [f"{'* ' if holds else '  '}{quote(title)} · {id_}" for id_, title, holds in topic.cards]
    key = "cards.topic_conflict" if topic.conflict else "cards.topic"
    return [say(lang, key, name=quote(topic.name)), *rows]


def restored_lines(done: Restored, lang: Lang) -> list[str]:
    """Say that an archived card is back."""
    if done.near:
        return held_lines(done.title, done.near, lang)
    return [say(lang, "cards.restored", title=quote(done.title), id=done.id)]


def cold_lines(cold: Sequence[Cold], lang: Lang) -> list[str]:
    """List what lies in the archive, damaged bodies by their word, and what to do about those."""
    rows = [
        " · ".join(filter(None, (one.state, quote(one.title), one.id, one.why, one.archived)))
        for one in cold
    ]
    states = {one.state for one in cold}
    rows += (say(lang, f"cards.hint_{s}") for s in ("cold_corrupt", "cold_missing") if s in states)
    return rows or [say(lang, "cards.archive_empty")]


def listing_lines(listing: Listing, waits: Sequence[Suggestion], lang: Lang) -> list[str]:
    """List cards by layer and kind, and what waits for an answer."""
    lines: list[str] = []
    group = ("", "")
    for one in listing.cards:
        card = one.card
        if (card.layer, card.kind) != group:
            group = (card.layer, card.kind)
            heading = say(lang, f"cards.layer.{card.layer}")
            lines.append(f"## {heading}" + (f" · {quote(card.kind)}" if card.kind else ""))
        shown = Line(
            id=card.id,
            layer=card.layer,
            title=card.title or card.label,
            summary=card.summary,
            when=card.when if card.title else "",
            state=shown_state(judged(card)),
        )
        unseen = say(lang, "cards.unreviewed") if card.imported == "unreviewed" else ""
        lines.append(f"- {render_line(shown, lang)}{unseen}")
    lines = lines or [say(lang, "cards.no_cards")]
    for suggestion in waits:
        title = quote(suggestion.card.title)
        lines.append(say(lang, "cards.waits", title=title, id=suggestion.id))
    if listing.archived:
        lines.append(say(lang, "cards.archived_count", count=listing.archived))
    return lines


def imported_lines(done: Imported, lang: Lang) -> list[str]:
    """Say what came in, or would."""
    key = "cards.would_import" if done.dry_run else "cards.imported"
    first = say(lang, key, count=len(done.made), known=done.known, shape=done.shape)
    rows = [
        f"- {quote(one.title)} · {one.id or one.origin} · {say(lang, f'cards.layer.{one.layer}')}"
        for one in done.made
    ]
    masked = masked_lines([mark for one in done.made for mark in one.masked], lang)
    hint = [say(lang, "cards.imported_hint")] if done.made and not done.dry_run else []
    return [first, *rows, *masked, *hint]


def explained_lines(found: Explained, lang: Lang) -> list[str]:
    """Show a message's candidates and what became of each."""
    lines = [say(lang, "why.words", words=" ".join(found.words) or "-")]
    for one in found.candidates:
        mark = "+" if one.fate == "comes" else "-"
        lines.append(
            say(
                lang,
                "why.row",
                mark=mark,
                title=one.title,
                id=one.id,
                score=one.score,
                norm=one.norm,
                verdict=one.verdict,
                step=one.step,
                why=say(lang, one.why),
            )
        )
        lines.append(say(lang, "why.matched", words=" ".join(one.matched) or "-"))
    if found.reason:
        lines.append(say(lang, "why.nothing", why=say(lang, found.reason)))
    return [*lines, *found.result.rstrip("\n").split("\n")] if found.result else lines


def last_lines(last: Sequence[tuple[str, str]], lang: Lang) -> list[str]:
    """List what the last session was given."""
    rows = [f"- {quote(title)} · {id_}" for id_, title in last]
    return [say(lang, "why.last" if rows else "why.last_none"), *rows]
