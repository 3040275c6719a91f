"""What every command shares: options, output in UTF-8, the language to speak in."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ofttold.app.context import Memory, folder_lang, locale_lang, open_memory
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.core.strings import Lang, say

_TEXT_MARK = "\0"  # no argument of a process can hold it
MOST_FINDINGS = 12  # findings said beside an answer; ours, `ofttold check` has them all
LARGE_S = 1_000_000  # days from which S is shown as a power of two

if TYPE_CHECKING:
    from ofttold.app.anchors import Row

Command = TypeVar("Command", bound=Callable[..., Any])


class OutputLost(OfttoldError):
    """Standard output would not take the answer."""

    key = "output_lost"


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says; a character that cannot be shown never stops a command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def with_dir(command: Command) -> Command:
    """Add ``--dir``."""
    return click.option(
        "--dir",
        "directory",
        metavar="DIR",
        help="The memory folder (else OFTTOLD_DIR, the config, or the nearest parent that is one).",
    )(command)


def with_format(command: Command) -> Command:
    """Add ``--format text|json``."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="How the answer is printed.",
    )(command)


class TextCommand(click.Command):
    """A command whose argument is a person's text, which may begin with a list's dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what begins with dashes and a blank as text: no option is spelt so."""
        marked = [_TEXT_MARK + word if re.match(r"-+\s", word) else word for word in args]
        return super().parse_args(ctx, marked)


def join_words(words: Sequence[str]) -> str:
    """Join the words of a text that was typed with or without quotes."""
    return " ".join(word.removeprefix(_TEXT_MARK) for word in words)


def typed_memory(directory: str | None, *, lenient: bool = False) -> Memory:
    """Open the memory folder for a command a person typed."""
    return open_memory(directory, look_around=True, lenient=lenient)


def put(text: str) -> None:
    """Print data on standard output; raises OutputLost where it leads to a full disk or the like."""
    try:
        click.echo(text)
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise OutputLost(why=fault.strerror or str(fault)) from fault


def put_json(value: object) -> None:
    """Print a value as JSON, readable, on standard output."""
    put(json.dumps(value, ensure_ascii=False, indent=2))


def tell(text: str) -> None:
    """Print a message on standard error."""
    click.echo(text, err=True)


def put_findings(findings: Sequence[Finding], lang: Lang, form: str) -> None:
    """Print findings, one a line or as a JSON list."""
    if form == "json":
        put_json(
            [
                {
                    "file": f.file,
                    "line": f.line or None,
                    "column": f.column,
                    "code": f.code,
                    "info": f.info,
                    "message": f.message(lang),
                }
                for f in findings
            ]
        )
        return
    for finding in findings:
        put(_finding_line(finding, lang))


def tell_findings(findings: Sequence[Finding], lang: Lang) -> None:
    """Say findings beside an answer, the first few, and where the others are told."""
    for finding in findings[:MOST_FINDINGS]:
        tell(_finding_line(finding, lang))
    if len(findings) > MOST_FINDINGS:
        tell(say(lang, "ritual.more_checks", count=len(findings) - MOST_FINDINGS))


def _finding_line(finding: Finding, lang: Lang) -> str:
    line = f"{finding.place()}: {finding.code}: {finding.message(lang)}"
    return line.replace("\r", "\\r").replace("\n", "\\n")


def show_stability(row: Row) -> str:
    """Show S in days; a large one as the power of two it is; a dash where the rule has none."""
    if row.s is None:
        return "–"
    return f"{row.s:g}" if row.s < LARGE_S else f"2^{row.n}"


def say_numbers(row: Row, lang: Lang) -> str:
    """Say an anchor's arithmetic in one line: with S and R, or the sum where the rule has no S."""
    return say(
        lang,
        "why.numbers_sum" if row.s is None else "why.numbers",
        handle=row.handle or row.title,
        marked=row.marked.isoformat() if row.marked else say(lang, "why.unmarked"),
        n=row.n,
        t=row.t,
        s=show_stability(row),
        r=f"{row.r:.2f}",
    )


def lang_of_call(directory: str | None) -> Lang:
    """Give the language to refuse in: the folder's, if one is found, else the locale's."""
    from ofttold.edge.settings import load_settings
    from ofttold.edge.where import find_folder

    try:
        folder = find_folder(directory, look_around=True)
    except OSError:
        return locale_lang()
    if not folder or not os.path.isdir(folder):
        return locale_lang()
    return folder_lang(folder, load_settings(folder).settings)
