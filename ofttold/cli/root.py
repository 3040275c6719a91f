"""Where every refusal, usage error and bug of ours ends: in a person's language, or as one JSON object.

Under ``--format json`` standard output holds one object for every refusal of every command: the
failure word a tool would answer (``status``), ``changed``, the refusal's key (``error``), message
and hint; the exit status stays the same.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from ofttold import __version__
from ofttold.app.context import locale_lang
from ofttold.cli.call import begin_call, call_lang, wants_json
from ofttold.cli.lazy import LazyGroup
from ofttold.cli.shell import OutputLost, put_json, tell
from ofttold.cli.words import teach_click
from ofttold.core.errors import BUG, OfttoldError
from ofttold.core.strings import Lang, say

_HELP_SHOWN = getattr(click.exceptions, "NoArgsIsHelpError", ())  # newer than click 8.1
_UNSAID: dict[str, object] = {"status": "", "changed": False}


def refuse(fault: OfttoldError, lang: Lang) -> NoReturn:
    """Show a refusal and leave with its exit status."""
    hint = fault.hint(lang)
    if wants_json() and not isinstance(fault, OutputLost):
        from ofttold.app.refusals import refusal_details

        put_json(_failure(refusal_details(fault), fault.key, fault.message(lang), hint))
        sys.exit(fault.exit_code)
    tell(fault.message(lang))
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
    except (OSError, OfttoldError):  # there is nowhere to write it
        tell(text)
        path = "-"
    message = say(lang, "error.bug", what=f"{type(fault).__name__}: {fault}", path=path)
    if wants_json():
        put_json(_failure(_UNSAID, "bug", message, ""))
    else:
        tell(message)
    sys.exit(BUG)


def _failure(details: dict[str, object], key: str, message: str, hint: str) -> dict[str, object]:
    return {**details, "error": key, "message": message, "hint": hint}


def _refuse_usage(fault: click.UsageError) -> NoReturn:
    """Show a usage error as JSON and leave with its exit status."""
    hint = f"{fault.ctx.command_path} --help" if fault.ctx else ""
    put_json(_failure(_UNSAID, "usage", fault.format_message(), hint))
    sys.exit(fault.exit_code)


teach_click()


class Root(LazyGroup):
    """The root command: every refusal and every bug of ours ends here, in the person's language."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:  # noqa: ANN401 - click's own
        """Run a command line; its words are kept, since an error may come before they are read."""
        begin_call(sys.argv[1:] if args is None else args)
        return super().main(args, *rest, **options)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:  # noqa: ANN401 - click's own
        """Read the root's own words."""
        try:
            return super().make_context(*arguments, **options)
        except click.UsageError as fault:
            if wants_json() and not isinstance(fault, _HELP_SHOWN):
                _refuse_usage(fault)
            raise

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command named; show what went wrong instead of a traceback."""
        try:
            try:
                return super().invoke(ctx)
            except OfttoldError as fault:
                refuse(fault, call_lang())
        except BrokenPipeError:
            _leave_quietly()
        except click.UsageError as fault:
            if wants_json() and not isinstance(fault, _HELP_SHOWN):
                _refuse_usage(fault)
            raise
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as fault:  # noqa: BLE001 - the last line of defence: report, never a traceback
            report_bug(fault, locale_lang())


def _leave_quietly() -> NoReturn:
    """Leave when the reader of our output is gone (``| head``)."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    sys.exit(0)
