"""The part of ``ofttold card`` that belongs to sharing: retract, supersede, audit."""

from __future__ import annotations

import sys
from typing import Any

import click

from ofttold.app import share_answers as answers
from ofttold.app.as_data import as_data
from ofttold.app.audit import audit
from ofttold.app.review import retract, supersede, supersede_with
from ofttold.cli.card_desk import desk_for, show
from ofttold.cli.card_options import leave_refused, wish_of, with_card
from ofttold.cli.shell import put_findings, tell, with_dir, with_format
from ofttold.cli.words import usage_error
from ofttold.core.errors import FINDINGS
from ofttold.core.strings import say


@click.command("retract")
@click.argument("card_id", metavar="ID")
@click.option("--note", default="", metavar="TEXT", help="Why, in a sentence.")
@click.option("--by", default="", metavar="NAME", help="Who decides; else as git knows you.")
@with_dir
@with_format
def retract_card(card_id: str, note: str, by: str, directory: str | None, form: str) -> None:
    """Mark a project's card as retracted; the file stays."""
    desk = desk_for(directory)
    done = retract(desk, card_id, note=note, by=by)
    show(answers.turned_lines(done, desk.memory.lang), as_data(done), form)


@click.command("supersede")
@click.argument("old", metavar="ID")
@click.argument("new", metavar="[NEW]", required=False)
@click.option("--by", "by_card", metavar="NEW", help="The card that stands for it now.")
@with_card
@with_dir
@with_format
def supersede_card(
    old: str,
    new: str | None,
    by_card: str | None,
    directory: str | None,
    form: str,
    **given: Any,  # noqa: ANN401 - the options of with_card
) -> None:
    """Let a card stand for an older one: NEW, or a new one made from what is given."""
    desk = desk_for(directory)
    target = new or by_card or given["card_id"]
    if target:
        done = supersede(desk, old, target)
    elif any(given[name] for name in ("title", "summary", "body", "body_file")):
        done = supersede_with(desk, old, wish_of(given))
    else:
        raise usage_error("name_new_card")
    show(answers.superseded_lines(done, desk.memory.lang), as_data(done), form)
    if not done.new:
        leave_refused()


@click.command("audit")
@with_dir
@with_format
def audit_cards(directory: str | None, form: str) -> None:
    """Find duplicates, stale cards and broken chains; exit 1 if anything is wrong."""
    desk = desk_for(directory)
    findings = audit(desk)
    put_findings(findings, desk.memory.lang, form)
    if any(not finding.info for finding in findings):
        sys.exit(FINDINGS)
    if form == "text":
        tell(say(desk.memory.lang, "sharing.audit_fine"))


def register(card: click.Group) -> None:
    """Add this module's commands."""
    for command in (retract_card, supersede_card, audit_cards):
        card.add_command(command)
