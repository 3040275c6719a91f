"""What every command shares: options, output in UTF-8, refusals and our own bugs shown kindly."""

from __future__ import annotations

import json
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from ofttold import __version__
from ofttold.app.context import Memory, folder_lang, locale_lang, open_memory
from ofttold.cli.lazy import LazyGroup
from ofttold.core.errors import BUG, OfttoldError
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
                    "line": f.line,
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


def refuse(fault: OfttoldError, lang: Lang) -> NoReturn:
    """Show a refusal and leave with its exit status."""
    tell(fault.message(lang))
    hint = fault.hint(lang)
    if hint:
        tell(say(lang, "common.hint", text=hint))
    sys.exit(fault.exit_code)


def report_bug(fault: BaseException, lang: Lang) -> NoReturn:
    """Write a report of our own bug, name it in one line, and leave with status 3."""
    from ofttold.edge.files import write_cache
    from ofttold.edge.homes import state_home

    path = os.path.join(state_home(), f"bug-{int(time.time())}-{os.getpid()}.txt")
    text = f"ofttold {__version__}, Python {sys.version}\narguments: {sys.argv[1:]!r}\n\n"
    text += "".join(traceback.format_exception(fault))
    try:
        write_cache(path, text.encode("utf-8", "backslashreplace"))
    except OSError:
        tell(text)
        path = "-"
    tell(say(lang, "error.bug", what=f"{type(fault).__name__}: {fault}", path=path))
    sys.exit(BUG)


class Root(LazyGroup):
    """The root command: every refusal and every bug of ours ends here, in the person's language."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command named; show what went wrong instead of a traceback."""
        try:
            try:
                return super().invoke(ctx)
            except OfttoldError as fault:
                refuse(fault, lang_of_call(_directory_given()))
        except BrokenPipeError:
            _leave_quietly()
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as fault:  # noqa: BLE001 - the last line of defence: report, never a traceback
            report_bug(fault, locale_lang())


def _leave_quietly() -> NoReturn:
    """Leave when the reader of our output is gone (``| head``)."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    sys.exit(0)


def _directory_given() -> str | None:
    arguments = sys.argv[1:]
    for place, word in enumerate(arguments):
        if word == "--dir" and place + 1 < len(arguments):
            return arguments[place + 1]
        if word.startswith("--dir="):
            return word[6:]
    return None
