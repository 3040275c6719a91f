"""``ofttold share``, and the part of ``ofttold card`` that belongs to it."""

from __future__ import annotations

import dataclasses
import os
import sys
from datetime import datetime
from typing import Any

import click

from ofttold.app import share_answers as answers
from ofttold.app.audit import audit
from ofttold.app.bundle import export, import_bundle
from ofttold.app.distill import distill
from ofttold.app.propose import propose
from ofttold.app.pull_request import pull_request_status
from ofttold.app.resolve import list_conflicts, resolve
from ofttold.app.review import promote, retract, supersede, supersede_with
from ofttold.app.share_setup import look, merge_driver, set_up, take_back
from ofttold.app.share_status import share_status
from ofttold.app.share_sync import pull, push_branch
from ofttold.app.submit import submit
from ofttold.cli.card_desk import desk_for, show
from ofttold.cli.card_options import leave_refused, wish_of, with_card
from ofttold.cli.shell import put, put_findings, tell, with_dir, with_format
from ofttold.core.cards.editing import CardUnreadable
from ofttold.core.errors import FINDINGS
from ofttold.core.findings import Finding
from ofttold.core.sharing.review import Verb
from ofttold.core.strings import say
from ofttold.edge.git import merge_text


@click.group()
def share() -> None:
    """Sharing project cards: drafts, review, and the road through git."""


def as_data(value: object) -> Any:  # noqa: ANN401 - what a record holds, as JSON holds it
    """Give a record, and all it holds, as JSON can: findings by place, moments by ISO 8601."""
    if isinstance(value, Finding):
        return {"place": value.place(), "code": value.code, "message": value.message("en")}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        return {name: as_data(getattr(value, name)) for name in names}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): as_data(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(inner) for inner in value]
    return value


@share.command("propose")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--local-approve", is_flag=True, help="Approve at once, by yourself alone.")
@with_dir
@with_format
def propose_cards(
    ids: tuple[str, ...], local_approve: bool, directory: str | None, form: str
) -> None:
    """Copy personal cards into drafts of this project; the originals stay."""
    desk = desk_for(directory)
    done = propose(desk, ids, local_approve=local_approve)
    show(answers.proposed_lines(done, desk.memory.lang), as_data(done), form)


@share.command("submit")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--branch", default="", metavar="NAME", help="Make this branch first.")
@click.option("--base", default="", metavar="NAME", help="The branch a review is against.")
@click.option("--by", default="", metavar="NAME", help="Who proposes; else as git knows you.")
@with_dir
@with_format
def submit_cards(
    ids: tuple[str, ...], branch: str, base: str, by: str, directory: str | None, form: str
) -> None:
    """Move drafts to the shelf, in one local commit of just those files; never pushes."""
    desk = desk_for(directory)
    done = submit(desk, ids, branch=branch, base=base, by=by)
    show(answers.submitted_lines(done, desk.memory.lang), as_data(done), form)


@share.command("promote")
@click.argument("card_id", metavar="ID")
@click.option("--reject", is_flag=True, help="Reject it instead; needs --note.")
@click.option("--resubmit", is_flag=True, help="Propose a rejected card again.")
@click.option("--note", default="", metavar="TEXT", help="Why, in a sentence.")
@click.option("--by", default="", metavar="NAME", help="Who decides; else as git knows you.")
@with_dir
@with_format
def promote_card(
    card_id: str,
    reject: bool,
    resubmit: bool,
    note: str,
    by: str,
    directory: str | None,
    form: str,
) -> None:
    """Turn a submitted card's label one step on; commits nothing."""
    if reject and resubmit:
        raise click.UsageError("--reject and --resubmit exclude each other")
    verb: Verb = "reject" if reject else "resubmit" if resubmit else "promote"
    desk = desk_for(directory)
    done = promote(desk, card_id, verb, note=note, by=by)
    show(answers.turned_lines(done, desk.memory.lang), as_data(done), form)


@share.command("status")
@with_dir
@with_format
def show_status(directory: str | None, form: str) -> None:
    """Show drafts, the shelf by state, what is uncommitted, and the last sync."""
    desk = desk_for(directory)
    status = share_status(desk)
    show(answers.status_lines(status, desk.memory.lang), as_data(status), form)
    if status.broken or status.tracked:
        sys.exit(FINDINGS)


@share.command("pull")
@with_dir
@with_format
def pull_cards(directory: str | None, form: str) -> None:
    """Fetch and fast-forward the current branch, then index what changed."""
    desk = desk_for(directory)
    done = pull(desk)
    show(answers.pulled_lines(done, desk.memory.lang), as_data(done), form)


@share.command("push")
@with_dir
@with_format
def push_cards(directory: str | None, form: str) -> None:
    """Push the current branch."""
    desk = desk_for(directory)
    done = push_branch(desk)
    show(answers.pushed_lines(done, desk.memory.lang), as_data(done), form)


@share.command("pr-status")
@click.option("--apply", "apply_", is_flag=True, help="Take the steps; commits nothing.")
@with_dir
@with_format
def show_pull_request(apply_: bool, directory: str | None, form: str) -> None:
    """Map the branch's pull request onto its cards (asks gh)."""
    desk = desk_for(directory)
    status = pull_request_status(desk, apply=apply_)
    show(answers.pull_request_lines(status, desk.memory.lang), as_data(status), form)


@share.command("resolve")
@click.argument("card_id", metavar="[ID]", required=False)
@with_dir
@with_format
def resolve_card(card_id: str | None, directory: str | None, form: str) -> None:
    """List conflicted cards, or merge one field by field."""
    desk = desk_for(directory)
    if card_id is None:
        conflicts = list_conflicts(desk)
        show(answers.conflict_lines(conflicts, desk.memory.lang), as_data(conflicts), form)
        if conflicts:
            sys.exit(FINDINGS)
        return
    done = resolve(desk, card_id)
    show(answers.resolved_lines(done, desk.memory.lang), as_data(done), form)
    if done.conflicts:
        sys.exit(FINDINGS)


@share.command("export")
@click.argument("path", metavar="[FILE]", default="ofttold-cards.tar.gz")
@click.option("--all", "everything", is_flag=True, help="Personal and private cards too.")
@with_dir
@with_format
def export_cards(path: str, everything: bool, directory: str | None, form: str) -> None:
    """Pack this project's cards into FILE."""
    desk = desk_for(directory)
    done = export(desk, path, everything=everything)
    show(answers.exported_lines(done, desk.memory.lang), as_data(done), form)


@share.command("import")
@click.argument("path", metavar="FILE")
@with_dir
@with_format
def import_cards(path: str, directory: str | None, form: str) -> None:
    """Take a bundle in: a project's cards become drafts; nothing is written over."""
    desk = desk_for(directory)
    done = import_bundle(desk, path)
    show(answers.imported_lines(done, desk.memory.lang), as_data(done), form)
    if done.differing or done.broken:
        sys.exit(FINDINGS)


@share.command("distill")
@with_dir
def distill_cards(directory: str | None) -> None:
    """Print a section for AGENTS.md out of the reviewed cards, to merge by hand."""
    desk = desk_for(directory)
    text = distill(desk)
    if text:
        put(text.rstrip("\n"))
    else:
        tell(say(desk.memory.lang, "share.distill_nothing"))


@share.command("setup")
@click.option("--yes", is_flag=True, help="Take the offer without being asked.")
@click.option("--undo", is_flag=True, help="Take it back.")
@with_dir
@with_format
def set_up_git(yes: bool, undo: bool, directory: str | None, form: str) -> None:
    """Offer git the field-by-field merge for the shelf."""
    desk = desk_for(directory)
    lang = desk.memory.lang
    if undo:
        show([say(lang, "share.setup_undone")], as_data(take_back(desk)), form)
        return
    setup = look(desk)
    asked = sys.stdin.isatty() and form == "text" and not setup.stands and not yes
    if form == "text" or not yes:
        show(answers.setup_lines(setup, lang), as_data(setup), form)
    if yes or (asked and click.confirm(say(lang, "share.setup_ask"), default=False)):
        done = set_up(desk)
        show([say(lang, "share.setup_done", name=done.attributes)], as_data(done), form)
    elif not setup.stands and not asked and form == "text":
        put(say(lang, "share.setup_hint"))


@share.command("merge-driver", hidden=True)
@click.argument("base")
@click.argument("ours")
@click.argument("theirs")
@click.argument("name")
def be_merge_driver(base: str, ours: str, theirs: str, name: str) -> None:
    """Be git's merge driver."""
    try:
        conflicts = merge_driver(base, ours, theirs, name)
    except CardUnreadable as fault:
        tell(fault.message("en"))
        sys.exit(min(1, merge_text(os.getcwd(), ours, base, theirs)) or 0)
    if conflicts:
        tell(f"{name}: {', '.join(conflicts)}")
        sys.exit(1)


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
        raise click.UsageError(
            "name the new card, or give what it says (--title, --summary, --body)"
        )
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
        tell(say(desk.memory.lang, "share.audit_fine"))


def register(group: click.Group) -> None:
    """Add this module's commands: three to the group of cards, ``share`` to the root."""
    if group.name != "card":
        group.add_command(share)
        return
    for command in (retract_card, supersede_card, audit_cards):
        group.add_command(command)
