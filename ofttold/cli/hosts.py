"""Commands about hosts: install, uninstall."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from ofttold.app import hosts_here
from ofttold.app import install as app
from ofttold.app.hosts_here import Where
from ofttold.app.install import Outcome
from ofttold.app.wiring import Step
from ofttold.cli.shell import lang_of_call, put, tell
from ofttold.core.errors import REFUSED, USAGE, OfttoldError
from ofttold.core.strings import Lang, say
from ofttold.edge import clock
from ofttold.edge.settings import configured_folder

Command = TypeVar("Command", bound=Callable[..., Any])
CONTEXT_LINES = 2  # lines around a change in a diff: enough to see the place, few of the person's


class AskFirst(OfttoldError):
    """Nobody named a host and nobody can be asked."""

    key = "ask_first"
    exit_code = USAGE


def _with_choices(command: Command) -> Command:
    """Add what install and uninstall share."""
    for option in (
        click.option("--yes", is_flag=True, help="Take every host found, without asking."),
        click.option("--dry-run", is_flag=True, help="Only show what would change."),
        click.option(
            "--project/--user",
            "in_project",
            default=False,
            help="This project's settings, or the user's (the default).",
        ),
        click.argument("names", nargs=-1, metavar="[HOST]..."),
    ):
        command = option(command)
    return command


def _where(in_project: bool) -> Where:
    return Where("project", hosts_here.project_of(str(Path.cwd()))) if in_project else Where("user")


def _choose(
    names: Sequence[str], found: list[str], question: str, *, yes: bool, lang: Lang
) -> list[str]:
    """Give the hosts named, else those found, after asking a person on a terminal."""
    if names:
        return hosts_here.name_hosts(names)
    if found and not yes:
        listed = ", ".join(found)
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise AskFirst(hosts=listed)
        if not click.confirm(say(lang, question, hosts=listed), err=True):
            raise click.Abort
    return found


@click.command()
@_with_choices
def install(names: tuple[str, ...], in_project: bool, dry_run: bool, yes: bool) -> None:
    """Wire agents: hooks, MCP server and skills, merged into their own settings."""
    lang, where = lang_of_call(None), _where(in_project)
    hosts = _choose(names, hosts_here.found_hosts(where), "hosts.ask.install", yes=yes, lang=lang)
    if not hosts:
        raise hosts_here.NoHostFound()
    program = hosts_here.this_program()
    hosts_here.try_hook(program)
    if dry_run:
        _show_plan(app.plan_install(hosts, where, program, lang), lang)
        return
    now_s = clock.now().timestamp()
    outcome = app.install(hosts, where, program, now_s=now_s, lang=lang)
    todo = list(outcome.todo)
    if configured_folder() is None:
        todo.append("hosts.todo.no_folder")
    _show_outcome(outcome, todo, lang)


@click.command()
@_with_choices
def uninstall(names: tuple[str, ...], in_project: bool, dry_run: bool, yes: bool) -> None:
    """Take out of agents' settings what install put in; memory is never touched."""
    lang, where = lang_of_call(None), _where(in_project)
    wired = hosts_here.installed_hosts(where)
    hosts = _choose(names, wired, "hosts.ask.uninstall", yes=yes, lang=lang)
    if not hosts:
        tell(say(lang, "hosts.none_wired"))
        return
    if dry_run:
        _show_plan(app.plan_uninstall(hosts, where, lang), lang)
        return
    _show_outcome(app.uninstall(hosts, where, lang=lang), [], lang)


def _show_plan(steps: Sequence[Step], lang: Lang) -> None:
    """Print the diff of every file that would change, on standard output."""
    changing = [step for step in steps if step.changes]
    tell(say(lang, "hosts.dry_run" if changing else "hosts.dry_run_none"))
    for step in changing:
        for line in diff_lines(step):
            put(line)
    _show_refusals(steps, lang)


def diff_lines(step: Step) -> list[str]:
    """Give a unified diff, without line ends; a line's own carriage return stays to be seen."""
    before = (step.before or b"").decode("utf-8", "backslashreplace").split("\n")
    after = (step.after or b"").decode("utf-8", "backslashreplace").split("\n")
    old = step.path if step.before is not None else "/dev/null"
    new = step.path if step.after is not None else "/dev/null"
    lines = difflib.unified_diff(
        before if step.before is not None else [],
        after if step.after is not None else [],
        old,
        new,
        lineterm="",
        n=CONTEXT_LINES,
    )
    return [line.replace("\r", "\\r") for line in lines]


def _show_outcome(outcome: Outcome, todo: Sequence[str], lang: Lang) -> None:
    for step in outcome.steps:
        if not step.fault:
            put(_line(step, lang))
            if step.copy:
                put(say(lang, "hosts.line.copy", copy=step.copy))
    if todo:
        put(say(lang, "hosts.todo.head"))
        for key in todo:
            put("- " + say(lang, key))
    _show_refusals(outcome.steps, lang)


def _line(step: Step, lang: Lang) -> str:
    done = say(lang, f"hosts.step.{_done(step)}")
    if step.kept:
        return say(lang, "hosts.line.kept", done=done, path=step.path)
    if step.target is not None:
        return say(lang, "hosts.line.settings", done=done, path=step.path, found=step.found)
    return say(lang, "hosts.line.file", done=done, path=step.path)


def _done(step: Step) -> str:
    """Name what became of a file."""
    if step.kept:
        return "kept"
    if step.before == step.after:
        return "same"
    if step.after is None:
        return "removed"
    if step.before is None or step.copy:
        return "added"
    if step.target is not None and not step.found:
        return "taken_out"
    return "updated"


def _show_refusals(steps: Sequence[Step], lang: Lang) -> None:
    """Say why files were left alone, with the lines to paste; leaves with status 4 if any was."""
    refused = [step for step in steps if step.fault]
    for step in refused:
        assert step.fault is not None
        tell(step.fault.message(lang))
        hint = step.fault.hint(lang)
        if hint:
            tell(say(lang, "common.hint", text=hint))
        if step.snippet:
            tell(say(lang, "hosts.by_hand", path=step.path))
            tell(step.snippet)
    if refused:
        sys.exit(REFUSED)


def register(root: click.Group) -> None:
    """Add this module's commands."""
    for command in (install, uninstall):
        root.add_command(command)
