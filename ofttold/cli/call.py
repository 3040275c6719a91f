"""The words of the call that runs, and what they ask for before anybody has read them."""

from __future__ import annotations

from collections.abc import Sequence

from ofttold.app.context import locale_lang
from ofttold.cli.shell import lang_of_call
from ofttold.core.errors import OfttoldError
from ofttold.core.strings import Lang

_words: list[str] = []
_lang: list[Lang] = []


def begin_call(words: Sequence[str]) -> None:
    """Remember the words of the call that begins."""
    _words[:] = words
    _lang.clear()


def call_lang() -> Lang:
    """Give the language of this call: the folder's it names or stands in, else the locale's."""
    if not _lang:
        try:
            _lang.append(lang_of_call(_value_of("--dir") or None))
        except OfttoldError:
            _lang.append(locale_lang())  # the folder itself is what cannot be looked at
    return _lang[0]


def wants_json() -> bool:
    """Tell whether this call asked for JSON; the last ``--format`` counts, as it does for click."""
    return _value_of("--format") == "json"


def asks_help() -> bool:
    """Tell whether this call asks for help."""
    return not {"-h", "--help"}.isdisjoint(_own_words())


def _own_words() -> list[str]:
    return _words[: _words.index("--")] if "--" in _words else _words


def _value_of(option: str) -> str:
    """Give the value of an option, the last one where it stands several times."""
    found = ""
    words = _own_words()
    for place, word in enumerate(words):
        if word == option and place + 1 < len(words):
            found = words[place + 1]
        elif word.startswith(f"{option}="):
            found = word[len(option) + 1 :]
    return found
