"""``ofttold card``: saving, finding, reading, answering suggestions."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from typing import Any

import click

from ofttold.app import card_answers as answers
from ofttold.app import card_details as details
from ofttold.app.card_capture import capture, check_edit, find_for_edit
from ofttold.app.card_forget import forget, undo
from ofttold.app.card_move import move, topic
from ofttold.app.card_read import list_cards, read_as_person, read_cold
from ofttold.app.card_save import save
from ofttold.app.card_suggest import ignore, keep, keep_imported, suggest, unreviewed, waiting
from ofttold.cli.card_desk import desk_for, show
from ofttold.cli.card_options import (
    show_or_refuse,
    wish_of,
    with_card,
)
from ofttold.cli.folder import NoEditor
from ofttold.cli.shell import (
    put,
    put_findings,
    put_json,
    tell,
    tell_findings,
    with_dir,
    with_format,
)
from ofttold.cli.words import usage_error
from ofttold.core.cards.identity import is_id
from ofttold.core.errors import FINDINGS
from ofttold.core.strings import say


@click.command("save")
@with_card
@with_dir
@with_format
def save_card(directory: str | None, form: str, **given: Any) -> None:  # noqa: ANN401 - the options of with_card
    """Save a card, new or known; a near title writes nothing and exits with 4."""
    desk = desk_for(directory)
    done = save(desk, wish_of(given))
    lang = desk.memory.lang
    found = details.saved_details(done, lang)
    show_or_refuse(answers.saved_lines(done, lang), found, form, held_back=done.needs_resolution)


@click.command("suggest")
@with_card
@with_dir
@with_format
def suggest_card(directory: str | None, form: str, **given: Any) -> None:  # noqa: ANN401 - the options of with_card
    """Let a card wait for a yes: nothing is stored as a card before it."""
    desk = desk_for(directory)
    done = suggest(desk, wish_of(given))
    lang = desk.memory.lang
    show(answers.suggested_lines(done, lang), details.suggested_details(done, lang), form)


@click.command("keep")
@click.argument("name", metavar="ID", required=False)
@click.option(
    "--all", "everything", is_flag=True, help="Every imported card that waits for a look."
)
@click.option("--id", "card_id", default="", metavar="CARD", help="The card a suggestion means.")
@click.option("--resolution", type=click.Choice(["distinct"]), help="Keep beside a near title.")
@with_dir
@with_format
def keep_card(
    name: str | None,
    everything: bool,
    card_id: str,
    resolution: str | None,
    directory: str | None,
    form: str,
) -> None:
    """Say yes to a suggestion, or that an imported card was looked at."""
    desk = desk_for(directory)
    lang = desk.memory.lang
    if everything:
        kept = [keep_imported(desk, one.card.id) for one in unreviewed(desk)]
        lines = [line for done in kept for line in answers.saved_lines(done, lang, kept=True)[:1]]
        empty = [say(lang, "cards.nothing_waits")]
        show(lines or empty, [details.saved_details(done, lang) for done in kept], form)
        return
    if not name:
        raise usage_error("name_suggestion")
    if is_id(name, "sug"):
        done = keep(desk, name, card_id=card_id, distinct=resolution == "distinct")
    else:
        done = keep_imported(desk, name)
    lines = answers.saved_lines(done, lang, kept=True)
    found = details.saved_details(done, lang)
    show_or_refuse(lines, found, form, held_back=done.needs_resolution)


@click.command("ignore")
@click.argument("name", metavar="ID")
@with_dir
@with_format
def ignore_card(name: str, directory: str | None, form: str) -> None:
    """Say no to a suggestion."""
    desk = desk_for(directory)
    done = ignore(desk, name)
    lang = desk.memory.lang
    show(answers.ignored_lines(done, lang), details.suggested_details(done, lang), form)


@click.command("read")
@click.argument("name", metavar="ID")
@click.option("--links", is_flag=True, help="The cards it leads to instead of its text.")
@click.option("--archived", is_flag=True, help="Out of the archive, its sum checked.")
@with_dir
@with_format
def read_one(name: str, links: bool, archived: bool, directory: str | None, form: str) -> None:
    """Print one card."""
    desk = desk_for(directory)
    reading = (
        read_cold(desk, name)
        if archived
        else read_as_person(desk, name, view="links" if links else "body")
    )
    lines = answers.reading_lines(reading, desk.memory.lang, links=links)
    show(lines, details.reading_details(reading), form)


@click.command("list")
@click.option("--scope", type=click.Choice(["personal", "global", "project"]))
@click.option("--include", type=click.Choice(["all"]), help="Rejected and superseded ones too.")
@with_dir
@with_format
def list_all(scope: str | None, include: str | None, directory: str | None, form: str) -> None:
    """List the cards seen from here, what waits for an answer, and what cannot be read."""
    desk = desk_for(directory)
    lang = desk.memory.lang
    layer = "personal" if scope == "global" else scope or ""
    listing = list_cards(desk, include_all=include == "all", layer=layer)
    waits = waiting(desk)
    if form == "json":
        put_json(details.listing_details(listing, waits, lang))
        return
    for line in answers.listing_lines(listing, waits, lang):
        put(line)
    tell_findings(listing.broken, lang)


@click.command("undo")
@click.argument("name", metavar="ID")
@click.option("--revision", type=int, help="Only if this is the revision on disk.")
@with_dir
@with_format
def undo_card(name: str, revision: int | None, directory: str | None, form: str) -> None:
    """Take a card's last change back; undoing an undo is a new change."""
    desk = desk_for(directory)
    done = undo(desk, name, revision=revision)
    lines = answers.undone_lines(done, desk.memory.lang)
    show_or_refuse(lines, details.undone_details(done), form, held_back=bool(done.near))


@click.command("forget")
@click.argument("name", metavar="ID")
@click.option("--purge", is_flag=True, help="Destroy it with its versions, for good.")
@with_dir
@with_format
def forget_card(name: str, purge: bool, directory: str | None, form: str) -> None:
    """Archive a card; it can be found again."""
    desk = desk_for(directory)
    done = forget(desk, name, purge=purge)
    show(answers.forgotten_lines(done, desk.memory.lang), details.forgotten_details(done), form)


@click.command("move")
@click.argument("name", metavar="ID")
@click.option("--resolution", type=click.Choice(["distinct"]), help="Move beside a near title.")
@with_dir
@with_format
def move_card(name: str, resolution: str | None, directory: str | None, form: str) -> None:
    """Move a draft of the project to the personal cards, under a new id."""
    desk = desk_for(directory)
    done = move(desk, name, distinct=resolution == "distinct")
    lines = answers.moved_lines(done, desk.memory.lang)
    show_or_refuse(lines, details.moved_details(done), form, held_back=bool(done.near))


@click.command("topic")
@click.argument("name")
@click.option("--winner", default="", metavar="ID", help="The card that holds the topic.")
@with_dir
@with_format
def topic_of(name: str, winner: str, directory: str | None, form: str) -> None:
    """Show a topic's cards, or choose the one that holds it."""
    desk = desk_for(directory)
    found = topic(desk, name, winner=winner)
    show(answers.topic_lines(found, desk.memory.lang), details.topic_details(found), form)


@click.command("capture")
@click.argument("text", nargs=-1, required=True)
@click.option("--dry-run", is_flag=True, help="Show what it would become.")
@click.option("--resolution", type=click.Choice(["distinct"]), help="Keep beside a near title.")
@with_dir
@with_format
def capture_text(
    text: tuple[str, ...], dry_run: bool, resolution: str | None, directory: str | None, form: str
) -> None:
    """Keep a sentence: about you with the personal cards, else with the project."""
    desk = desk_for(directory)
    lang = desk.memory.lang
    done = capture(desk, " ".join(text), dry_run=dry_run, distinct=resolution == "distinct")
    if done.saved is None:
        plan: dict[str, object] = {
            "title": done.wish.title,
            "body": done.wish.body,
            "scope": done.wish.scope,
        }
        show([say(lang, "cards.would_save", **plan)], {"changed": False, **plan}, form)
        return
    lines = answers.saved_lines(done.saved, lang)
    found = details.saved_details(done.saved, lang)
    show_or_refuse(lines, found, form, held_back=done.saved.needs_resolution)


@click.command("edit")
@click.argument("name", metavar="ID")
@with_dir
def edit_card(name: str, directory: str | None) -> None:
    """Open a card in $VISUAL or $EDITOR and check what comes back."""
    desk = desk_for(directory)
    lang = desk.memory.lang
    path, before = find_for_edit(desk, name)
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise NoEditor(path=path)
    status = subprocess.run([*shlex.split(editor), path], check=False).returncode
    done = check_edit(desk_for(directory), name, path, before)
    if done.changed and not any(not f.info for f in done.findings):
        put(say(lang, "cards.edited", title=done.title, id=name, revision=done.revision))
    elif not done.changed:
        put(say(lang, "cards.skipped", id=name))
    for line in answers.masked_lines(done.masked, lang):
        put(line)
    if done.over_bytes:
        tell(say(lang, "cards.over", size=done.over_bytes))
    put_findings(done.findings, lang, "text")
    sys.exit(FINDINGS if done.findings else status)


def register(card: click.Group) -> None:
    """Add this module's commands."""
    for command in (
        save_card,
        suggest_card,
        keep_card,
        ignore_card,
        read_one,
        list_all,
        undo_card,
        forget_card,
        move_card,
        topic_of,
        capture_text,
        edit_card,
    ):
        card.add_command(command)
