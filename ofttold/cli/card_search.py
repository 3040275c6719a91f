"""``ofttold card search``: a module of its own, so that a search loads nothing that writes."""

from __future__ import annotations

import click

from ofttold.app.card_found import found_details, found_lines
from ofttold.app.card_search import search
from ofttold.cli.card_desk import desk_for, show
from ofttold.cli.shell import tell, tell_findings, with_dir, with_format
from ofttold.core.strings import say


@click.command("search")
@click.argument("text", nargs=-1)
@click.option("--limit", type=click.IntRange(1, 100), default=3, show_default=True)
@click.option("--include", type=click.Choice(["all"]), help="Rejected and superseded ones too.")
@click.option("--task", multiple=True, metavar="KEY=VALUE", help="What the task is.")
@click.option("--diary", is_flag=True, help="Search the diary, index and detours as well.")
@with_dir
@with_format
def search_cards(
    text: tuple[str, ...],
    limit: int,
    include: str | None,
    task: tuple[str, ...],
    diary: bool,
    directory: str | None,
    form: str,
) -> None:
    """Search the cards seen from here."""
    desk = desk_for(directory, task)
    lang = desk.memory.lang
    answer = search(
        desk,
        " ".join(text),
        limit=limit,
        include_all=include == "all",
        budgeted=False,
        with_diary=diary,
        before_dictionary=lambda: tell(say(lang, "search.dictionary_once")),
    )
    tell_findings(answer.broken, lang)
    show(found_lines(answer, lang), found_details(answer), form)


def register(card: click.Group) -> None:
    """Add this module's command."""
    card.add_command(search_cards)
