"""What every card command begins and ends with: the desk it works on, the answer it prints."""

from __future__ import annotations

from collections.abc import Sequence

from ofttold.app.cards import Desk, open_desk
from ofttold.cli.shell import put, put_json, typed_memory
from ofttold.cli.words import bad_parameter


def desk_for(directory: str | None, task: Sequence[str] = ()) -> Desk:
    """Open the cards seen from the working directory."""
    return open_desk(typed_memory(directory), task=dict(map(parse_pair, task)))


def parse_pair(text: str) -> tuple[str, str]:
    """Read ``KEY=VALUE``; raises a usage error."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise bad_parameter("not_pair", text=text)
    return key.strip(), value.strip()


def show(lines: Sequence[str], details: object, form: str) -> None:
    """Print an answer as text or as JSON."""
    if form == "json":
        put_json(details)
        return
    for line in lines:
        put(line)
