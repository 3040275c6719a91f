"""Commands that show the folder: inject, as-of, why, check, index, diary."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable

import click

from ofttold.app import as_of, checks, pages, why
from ofttold.app.context import Memory, NoFolder, memory_at, require_folder
from ofttold.app.inject import Fresh, block_without_folder, fresh_block
from ofttold.app.report import block_report, report_without_folder
from ofttold.cli.shell import (
    TextCommand,
    join_words,
    lang_of_call,
    put,
    put_findings,
    put_json,
    say_numbers,
    tell,
    typed_memory,
    with_dir,
    with_format,
)
from ofttold.cli.watch import put_into
from ofttold.core.errors import FINDINGS, OfttoldError
from ofttold.core.ritual.index import IndexLine
from ofttold.core.strings import say
from ofttold.core.typed_date import read_typed_date
from ofttold.edge.settings import load_settings


class NoEditor(OfttoldError):
    """Neither VISUAL nor EDITOR names an editor."""

    key = "no_editor"


class EditorMissing(OfttoldError):
    """The editor named cannot be started."""

    key = "editor_missing"


class EditorFailed(OfttoldError):
    """The editor ended with a status that is not 0."""

    key = "editor_failed"


@click.command()
@click.option("--into", "files", multiple=True, metavar="FILE", help="Put it into this file once.")
@with_dir
@with_format
def inject(files: tuple[str, ...], directory: str | None, form: str) -> None:
    """Print the block that an agent gets at session start."""
    if files:
        folder = require_folder(directory, look_around=True)
        put_into(files, folder, lang_of_call(directory))
        return
    try:
        folder = require_folder(directory, look_around=True)
    except NoFolder:
        _print_without_folder(form)
        return
    memory = memory_at(folder, load_settings(folder))
    fresh = fresh_block(folder)
    if form == "json":
        put_json(block_report(memory, fresh))
    else:
        put(fresh.block.text.rstrip("\n"))


def _print_without_folder(form: str) -> None:
    text = block_without_folder("no_folder").rstrip("\n")
    if form == "json":
        put_json(report_without_folder(text + "\n"))
    else:
        put(text)


@click.command("as-of")
@click.argument("day", nargs=-1, required=True)
@with_dir
@with_format
def as_of_day(day: tuple[str, ...], directory: str | None, form: str) -> None:
    """Print the block as it would have been on DAY."""
    memory = typed_memory(directory)
    found = as_of.block_as_of(memory, read_typed_date(" ".join(day), today=memory.today))
    if form == "json":
        fresh = Fresh(found.block, found.states, found.folder, lang_is_own=True)
        put_json({**block_report(memory, fresh), "source": found.source})
        return
    put(found.block.text.rstrip("\n"))
    tell(found.source)


@click.command("why", cls=TextCommand)
@click.argument("text", nargs=-1, required=True)
@with_dir
@with_format
def why_line(text: tuple[str, ...], directory: str | None, form: str) -> None:
    """Say where a line of the block comes from and what keeps it there."""
    memory = typed_memory(directory)
    reasons = why.explain_line(memory, join_words(text))
    if form == "json":
        put_json([_reason_json(reason) for reason in reasons])
        return
    for reason in reasons:
        for line in _reason_lines(memory, reason):
            put(line)


def _reason_json(reason: why.Reason) -> dict[str, object]:
    row = reason.anchor
    anchor = None if row is None else {
        "handle": row.handle,
        "marked": row.marked.isoformat() if row.marked else None,
        "n": row.n,
        "t": row.t,
        "s": row.s,
        "r": row.r,
        "days": [day.isoformat() for day in row.days],
        "shown": row.shown,
        "sinks": row.sinks.isoformat() if row.sinks else None,
    }  # fmt: skip
    return {
        "kind": reason.kind,
        "text": reason.text,
        "file": reason.file or None,
        "line": reason.line or None,
        "section": reason.section or None,
        "in_block": reason.in_block,
        "anchor": anchor,
    }


def _reason_lines(memory: Memory, reason: why.Reason) -> list[str]:
    lang = memory.lang
    place = ":".join(str(part) for part in (reason.file, reason.line) if part)
    kind = "" if reason.kind == "section" else say(lang, f"why.{reason.kind}")
    lines = ["  ".join(part for part in (place, kind, reason.text) if part)]
    row = reason.anchor
    if row is None:
        if reason.file and not reason.in_block:
            lines.append("  " + say(lang, "why.left_out"))
        return lines
    lines.append("  " + say_numbers(row, lang))
    if row.days:
        days = " ".join(day.isoformat() for day in row.days)
        lines.append("  " + say(lang, "why.days", days=days))
    if not row.shown:
        lines.append("  " + say(lang, "why.sunk"))
    elif not reason.in_block:
        lines.append("  " + say(lang, "why.left_out"))
    elif row.sinks:
        lines.append("  " + say(lang, "why.sinks", day=row.sinks.isoformat()))
    else:
        lines.append("  " + say(lang, "why.stays"))
    return lines


@click.command()
@click.option(
    "--secrets", is_flag=True, help="Look for keys and passwords too, in the folder and the shelf."
)
@with_dir
@with_format
def check(secrets: bool, directory: str | None, form: str) -> None:
    """Find what fails without a symptom; exit 1 if anything is found."""
    memory = typed_memory(directory, lenient=True)
    findings = checks.run_check(memory)
    if secrets:
        from ofttold.app.secrets import find_secrets_in_folder

        findings.extend(find_secrets_in_folder(memory))
    put_findings(findings, memory.lang, form)
    if any(not finding.info for finding in findings):
        sys.exit(FINDINGS)
    if form == "text" and not findings:
        tell(say(memory.lang, "check.fine"))


@click.command()
@with_dir
@with_format
def index(directory: str | None, form: str) -> None:
    """Print index.md in three tiers once it has grown long."""
    memory = typed_memory(directory)
    page = pages.index_page(memory)
    if form == "json":
        put_json(_index_json(page))
        return
    put(page.text.rstrip("\n"))


def _index_json(page: pages.IndexPage) -> dict[str, object]:
    def lines(found: Iterable[IndexLine]) -> list[dict[str, object]]:
        return [{"day": one.day.isoformat(), "line": one.line, "text": one.source} for one in found]

    tiers = page.tiers
    return {
        "lines": lines(page.lines),
        "hot": lines(tiers.hot) if tiers else None,
        "warm": [lines(group) for group in tiers.warm] if tiers else None,
        "cold": lines(tiers.cold) if tiers else None,
        "text": page.text,
    }


@click.command()
@with_dir
@click.option("--edit", is_flag=True, help="Open today's page in $VISUAL or $EDITOR.")
def diary(directory: str | None, edit: bool) -> None:
    """Print the path of today's diary page; the program never writes its content."""
    memory = typed_memory(directory)
    path = pages.todays_page(memory)
    if not edit:
        put(path)
        return
    editor = (os.environ.get("VISUAL") or os.environ.get("EDITOR") or "").strip()
    if not editor:
        raise NoEditor(path=path)
    pages.make_diary_folder(memory)
    _open_editor(editor, path)


def split_editor(editor: str) -> list[str]:
    """Split ``$EDITOR`` into program and arguments; a program whose path holds blanks may stand bare."""
    if shutil.which(editor):
        return [editor]
    try:
        words = shlex.split(editor, posix=os.name == "posix")
    except ValueError:
        return [editor]  # a quote that is never closed: said as an editor that is not there
    return [word.strip('"') for word in words] if os.name != "posix" else words


def _open_editor(editor: str, path: str) -> None:
    try:
        done = subprocess.run([*split_editor(editor), path], check=False)
    except OSError as fault:
        raise EditorMissing(editor=editor, path=path) from fault
    if done.returncode:
        raise EditorFailed(editor=editor, path=path, status=done.returncode)


def register(root: click.Group) -> None:
    """Add this module's commands."""
    for command in (inject, as_of_day, why_line, check, index, diary):
        root.add_command(command)
