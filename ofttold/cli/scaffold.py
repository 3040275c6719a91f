"""``ofttold scaffold``: lay down a memory folder, or complete one."""

from __future__ import annotations

import shlex
from typing import cast

import click

from ofttold.app.scaffold import Scaffolded
from ofttold.app.scaffold import scaffold as lay_down
from ofttold.cli.shell import put, tell
from ofttold.core.strings import Lang, say


@click.command()
@click.argument("directory", metavar="DIR")
@click.option(
    "--lang",
    type=click.Choice(["zh", "en"]),
    help="Language of new files (else the folder's, else the locale's).",
)
@click.option("--default", is_flag=True, help="Use this folder wherever none is named.")
def scaffold(directory: str, lang: str | None, default: bool) -> None:
    """Add what a memory folder lacks; what is there stays as it is."""
    done = lay_down(directory, lang=cast("Lang | None", lang), default=default)
    for line in listed(done):
        put(line)
    for line in remarks(done):
        tell(line)


def listed(done: Scaffolded) -> list[str]:
    """Give a line for each path: made or kept."""
    lines = []
    for step in done.steps:
        key = "made" if step.data is not None else "kept_empty" if step.empty else "kept"
        lines.append(say(done.lang, f"scaffold.{key}", path=step.path))
    return lines


def remarks(done: Scaffolded) -> list[str]:
    """Give what a person may want to know besides, in the order they would ask."""
    lang, said = done.lang, []
    adopted = ", ".join(done.names.adopted.values())
    if done.lines_to_add:
        said.append(
            say(lang, "scaffold.add_lines", names=adopted, lines=done.lines_to_add.rstrip())
        )
    elif adopted:
        said.append(say(lang, "scaffold.adopted", names=adopted))
    for used, other in done.names.doubles:
        said.append(say(lang, "scaffold.double", used=used, other=other))
    if done.default == "not_asked":
        said.append(say(lang, "scaffold.hint_default", folder=shlex.quote(done.folder)))
    elif done.default == "recorded":
        said.append(say(lang, "scaffold.recorded", folder=done.folder))
    if done.overridden and done.default != "not_asked":
        said.append(say(lang, "scaffold.overridden"))
    return said


def register(main: click.Group) -> None:
    """Add the command."""
    main.add_command(scaffold)
