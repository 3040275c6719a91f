"""The acts of ``ofttold share``: propose, submit, promote, and the road through git."""

from __future__ import annotations

import os
import sys

import click

from ofttold.app import share_answers as answers
from ofttold.app.as_data import as_data
from ofttold.app.bundle import export, import_bundle
from ofttold.app.distill import distill
from ofttold.app.propose import propose
from ofttold.app.pull_request import pull_request_status
from ofttold.app.resolve import list_conflicts, resolve
from ofttold.app.review import promote
from ofttold.app.share_setup import look, merge_driver, set_up, take_back
from ofttold.app.share_sync import pull, push_branch
from ofttold.app.submit import submit
from ofttold.cli.card_desk import desk_for, show
from ofttold.cli.shell import put, tell, with_dir, with_format
from ofttold.cli.words import usage_error
from ofttold.core.cards.editing import CardUnreadable
from ofttold.core.errors import FINDINGS
from ofttold.core.sharing.review import Verb
from ofttold.core.strings import say
from ofttold.edge.git import merge_text


@click.command("propose")
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


@click.command("submit")
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


@click.command("promote")
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
        raise usage_error("exclude", one="--reject", other="--resubmit")
    verb: Verb = "reject" if reject else "resubmit" if resubmit else "promote"
    desk = desk_for(directory)
    done = promote(desk, card_id, verb, note=note, by=by)
    show(answers.turned_lines(done, desk.memory.lang), as_data(done), form)


@click.command("pull")
@with_dir
@with_format
def pull_cards(directory: str | None, form: str) -> None:
    """Fetch and fast-forward the current branch, then index what changed."""
    desk = desk_for(directory)
    done = pull(desk)
    show(answers.pulled_lines(done, desk.memory.lang), as_data(done), form)


@click.command("push")
@with_dir
@with_format
def push_cards(directory: str | None, form: str) -> None:
    """Push the current branch."""
    desk = desk_for(directory)
    done = push_branch(desk)
    show(answers.pushed_lines(done, desk.memory.lang), as_data(done), form)


@click.command("pr-status")
@click.option("--apply", "apply_", is_flag=True, help="Take the steps; commits nothing.")
@with_dir
@with_format
def show_pull_request(apply_: bool, directory: str | None, form: str) -> None:
    """Map the branch's pull request onto its cards (asks gh)."""
    desk = desk_for(directory)
    status = pull_request_status(desk, apply=apply_)
    show(answers.pull_request_lines(status, desk.memory.lang), as_data(status), form)


@click.command("resolve")
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


@click.command("export")
@click.argument("path", metavar="[FILE]", default="ofttold-cards.tar.gz")
@click.option("--all", "everything", is_flag=True, help="Personal and private cards too.")
@with_dir
@with_format
def export_cards(path: str, everything: bool, directory: str | None, form: str) -> None:
    """Pack this project's cards into FILE."""
    desk = desk_for(directory)
    done = export(desk, path, everything=everything)
    show(answers.exported_lines(done, desk.memory.lang), as_data(done), form)


@click.command("import")
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


@click.command("distill")
@with_dir
def distill_cards(directory: str | None) -> None:
    """Print a section for AGENTS.md out of the reviewed cards, to merge by hand."""
    desk = desk_for(directory)
    text = distill(desk)
    if text:
        put(text.rstrip("\n"))
    else:
        tell(say(desk.memory.lang, "sharing.distill_nothing"))


@click.command("setup")
@click.option("--yes", is_flag=True, help="Take the offer without being asked.")
@click.option("--undo", is_flag=True, help="Take it back.")
@with_dir
@with_format
def set_up_git(yes: bool, undo: bool, directory: str | None, form: str) -> None:
    """Offer git the field-by-field merge for the shelf."""
    desk = desk_for(directory)
    lang = desk.memory.lang
    if undo:
        show([say(lang, "sharing.setup_undone")], as_data(take_back(desk)), form)
        return
    setup = look(desk)
    asked = sys.stdin.isatty() and form == "text" and not setup.stands and not yes
    if form == "text" or not yes:
        show(answers.setup_lines(setup, lang), as_data(setup), form)
    if yes or (asked and click.confirm(say(lang, "sharing.setup_ask"), default=False)):
        done = set_up(desk)
        show([say(lang, "sharing.setup_done", name=done.attributes)], as_data(done), form)
    elif not setup.stands and not asked and form == "text":
        put(say(lang, "sharing.setup_hint"))


@click.command("merge-driver", hidden=True)
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


def register(share: click.Group) -> None:
    """Add this module's commands."""
    for command in (
        propose_cards,
        submit_cards,
        promote_card,
        pull_cards,
        push_cards,
        show_pull_request,
        resolve_card,
        export_cards,
        import_cards,
        distill_cards,
        set_up_git,
        be_merge_driver,
    ):
        share.add_command(command)
