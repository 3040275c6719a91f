"""``ofttold card why|on|off|archive|import``: looking into it and keeping house."""

from __future__ import annotations

import sys

import click

from ofttold.app import card_answers as answers
from ofttold.app import card_details as details
from ofttold.app.card_archive import check, quarantine, restore
from ofttold.app.card_import import claude_folder, import_cards
from ofttold.app.card_why import explain, last_delivered
from ofttold.app.configure import switch
from ofttold.cli.card_desk import desk_for, show
from ofttold.cli.card_options import SCOPES, show_or_refuse
from ofttold.cli.lazy import LazyGroup
from ofttold.cli.shell import put, put_json, tell_findings, with_dir, with_format
from ofttold.cli.words import usage_error
from ofttold.core.cards.imports import FORMATS
from ofttold.core.errors import FINDINGS
from ofttold.core.strings import say


@click.command()
@click.argument("text", nargs=-1)
@click.option("--task", multiple=True, metavar="KEY=VALUE", help="What the task is.")
@with_dir
@with_format
def why(text: tuple[str, ...], task: tuple[str, ...], directory: str | None, form: str) -> None:
    """Explain what a message brings and what keeps cards out; without TEXT, what came last."""
    desk = desk_for(directory, task)
    lang = desk.memory.lang
    if not text:
        last = last_delivered(desk)
        show(answers.last_lines(last, lang), [{"id": i, "title": t} for i, t in last], form)
        return
    found = explain(desk, " ".join(text))
    show(answers.explained_lines(found, lang), details.explained_details(found, lang), form)


def _switch(directory: str | None, *, off: bool, everywhere: bool) -> None:
    desk = desk_for(directory)
    done = switch(desk, off=off, everywhere=everywhere)
    place = done.project or say(desk.memory.lang, "cards.everywhere_word")
    put(say(desk.memory.lang, "cards.switched_off" if off else "cards.switched_on", place=place))
    if done.still_off:
        key = "cards.still_off" if done.project else "cards.still_off_here"
        put(say(desk.memory.lang, key))


@click.command("off")
@click.option("--everywhere", is_flag=True, help="For every project and the personal cards.")
@with_dir
def switch_off(everywhere: bool, directory: str | None) -> None:
    """Switch cards off for this project; nothing is deleted."""
    _switch(directory, off=True, everywhere=everywhere)


@click.command("on")
@click.option("--everywhere", is_flag=True, help="For every project and the personal cards.")
@with_dir
def switch_on(everywhere: bool, directory: str | None) -> None:
    """Switch cards on again."""
    _switch(directory, off=False, everywhere=everywhere)


@click.group(cls=LazyGroup)
def archive() -> None:
    """Cards that were put away."""


@archive.command("check")
@with_dir
@with_format
def check_archive(directory: str | None, form: str) -> None:
    """Check the sum of every archived card; exit 1 if one is damaged or lost."""
    desk = desk_for(directory)
    cold = check(desk)
    show(answers.cold_lines(cold, desk.memory.lang), details.cold_details(cold), form)
    if any(one.state != "ok" for one in cold):
        sys.exit(FINDINGS)


@archive.command("restore")
@click.argument("name", metavar="ID")
@with_dir
@with_format
def restore_card(name: str, directory: str | None, form: str) -> None:
    """Bring an archived card back, if its body is whole."""
    desk = desk_for(directory)
    done = restore(desk, name)
    found = {"changed": done.changed, "id": done.id, "title": done.title}
    lines = answers.restored_lines(done, desk.memory.lang)
    show_or_refuse(lines, found, form, held_back=bool(done.near))


@archive.command("quarantine")
@click.argument("name", metavar="ID")
@with_dir
def quarantine_card(name: str, directory: str | None) -> None:
    """Put a damaged archived file aside as it is."""
    desk = desk_for(directory)
    put(say(desk.memory.lang, "cards.quarantined", path=quarantine(desk, name)))


@click.command("import")
@click.argument("path", required=False)
@click.option("--from", "shape", type=click.Choice(FORMATS), help="What it is; guessed otherwise.")
@click.option("--scope", type=click.Choice(list(SCOPES)), help="Where all of it lands.")
@click.option("--dry-run", is_flag=True, help="Show what would come in.")
@with_dir
@with_format
def import_all(
    path: str | None,
    shape: str | None,
    scope: str | None,
    dry_run: bool,
    directory: str | None,
    form: str,
) -> None:
    """Bring in notes, an agent's memory folder or a list of rules; used only after card keep."""
    desk = desk_for(directory)
    lang = desk.memory.lang
    if path is None and shape != "claude":
        raise usage_error("name_source")
    source = path if path is not None else claude_folder(desk)
    wanted = SCOPES.get(scope or "", "")
    done = import_cards(desk, source, shape=shape or "", scope=wanted, dry_run=dry_run)
    if form == "json":
        put_json(details.imported_details(done, lang))
        return
    for line in answers.imported_lines(done, lang):
        put(line)
    tell_findings(done.broken, lang)


def register(card: click.Group) -> None:
    """Add these commands to ``ofttold card``."""
    for command in (why, switch_off, switch_on, archive, import_all):
        card.add_command(command)
