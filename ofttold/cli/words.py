"""What is said of a command line that cannot be read, in the language of the call.

Click marks its own sentences for gettext; here those look-ups are answered from the strings table.
What the table does not hold, and all of ``--help``, stays English.
"""

from __future__ import annotations

from importlib import import_module

import click

from ofttold.cli.call import asks_help, call_lang
from ofttold.core.strings import say
from ofttold.core.strings.usage import TABLE

_SPEAKING = ("core", "exceptions", "formatting", "parser", "types")
_CHINESE = {english: chinese for chinese, english in TABLE.values()}
# Made for every command before anybody asks for it: finding out the language would cost each call.
_ALWAYS_MADE = "Show this message and exit."


def translate(message: str) -> str:
    """Give click's sentence in the language of the call, with its fields still to be filled."""
    if message == _ALWAYS_MADE or message not in _CHINESE or asks_help():
        return message
    return _CHINESE[message] if call_lang() == "zh" else message


def _translate_count(one: str, many: str, count: int) -> str:
    return translate(one if count == 1 else many)


def teach_click() -> None:
    """Let click ask here for its sentences."""
    for name in _SPEAKING:
        module = import_module(f"click.{name}")
        for attribute, answer in (("_", translate), ("ngettext", _translate_count)):
            if hasattr(module, attribute):
                setattr(module, attribute, answer)


def usage_error(key: str, **values: object) -> click.UsageError:
    """Make a usage error of ours."""
    return click.UsageError(say(call_lang(), f"usage.{key}", **values))


def bad_parameter(key: str, **values: object) -> click.BadParameter:
    """Make an error about one value."""
    return click.BadParameter(say(call_lang(), f"usage.{key}", **values))
