"""What the card commands share: their options, and how an answer with a near title ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from ofttold.cli.card_desk import parse_pair, show
from ofttold.cli.words import usage_error
from ofttold.core.cards.routing import CLASSES
from ofttold.core.cards.saving import Wish
from ofttold.core.errors import REFUSED

Command = TypeVar("Command", bound=Callable[..., Any])

SCOPES = {"personal": "personal", "global": "personal", "project": "project"}


def parse_conditions(pairs: Sequence[str]) -> dict[str, tuple[str, ...]] | None:
    """Read conditions; the same key again is another value that will do. None for none given."""
    found: dict[str, tuple[str, ...]] = {}
    for key, value in map(parse_pair, pairs):
        found[key] = (*found.get(key, ()), value)
    return found or None


def read_body(body: str | None, file: str | None) -> str | None:
    """Give the body from the option or the file (``-`` is standard input); None for neither."""
    if file is None:
        return body
    if body is not None:
        raise usage_error("exclude", one="--body", other="--body-file")
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as fault:
        raise usage_error("not_utf8", file=file) from fault
    except OSError as fault:
        raise click.UsageError(f"{file}: {fault.strerror}") from fault


_CARD_OPTIONS = (
    click.option("--title", help="A noun phrase; the card's name."),
    click.option("--summary", help="One line, a noun phrase: what the card says."),
    click.option("--body", help="The text; at most 4096 bytes."),
    click.option("--body-file", metavar="FILE", help="Read the text from FILE (- for stdin)."),
    click.option(
        "--scope",
        type=click.Choice(list(SCOPES)),
        help="Where it holds; project where nothing is said.",
    ),
    click.option("--kind", help="A word to group lists by."),
    click.option("--tag", "tags", multiple=True, help="A tag; may be given again."),
    click.option("--trigger", "triggers", multiple=True, help="A word that should bring it."),
    click.option("--link", "links", multiple=True, metavar="ID", help="A card it leads to."),
    click.option("--when", "when", help="Its premise in your words; shown behind the title."),
    click.option(
        "--condition",
        "conditions",
        multiple=True,
        metavar="KEY=VALUE",
        help="A condition that is checked, such as targetOs=linux.",
    ),
    click.option("--applicability", help="all_in_scope, conditional or unresolved."),
    click.option("--topic", help="The slot it stands in; a topic has one winner."),
    click.option(
        "--class", "memory_class", type=click.Choice(CLASSES), help="What kind of memory it is."
    ),
    click.option("--evidence", default="", help="What shows that a general procedure works."),
    click.option("--id", "card_id", default="", metavar="ID", help="The card that is meant."),
    click.option(
        "--resolution",
        type=click.Choice(["distinct"]),
        help="Save beside a card with a near title.",
    ),
)


def with_card(command: Command) -> Command:
    """Add every option that describes a card."""
    for option in reversed(_CARD_OPTIONS):
        command = option(command)
    return command


def wish_of(given: dict[str, Any]) -> Wish:
    """Turn the options of ``with_card`` into a wish."""
    return Wish(
        title=given["title"],
        summary=given["summary"],
        body=read_body(given["body"], given["body_file"]),
        when=given["when"],
        kind=given["kind"],
        topic=given["topic"],
        tags=given["tags"] or None,
        triggers=given["triggers"] or None,
        links=given["links"] or None,
        conditions=parse_conditions(given["conditions"]),
        applicability=given["applicability"],
        id=given["card_id"],
        scope=SCOPES.get(given["scope"] or "", ""),
        memory_class=given["memory_class"] or "",
        evidence=given["evidence"],
        distinct=given["resolution"] == "distinct",
    )


def show_or_refuse(lines: Sequence[str], details: object, form: str, *, held_back: bool) -> None:
    """Print an answer; one that was held back for a near title ends as a refusal does."""
    show(lines, details, form)
    if held_back:
        leave_refused()


def leave_refused() -> NoReturn:
    """Leave with the status of a refusal."""
    sys.exit(REFUSED)
