"""``ofttold project``, ``ofttold task`` and ``ofttold config``."""

from __future__ import annotations

import re

import click

from ofttold.app.configure import set_setting
from ofttold.app.projects import confirm, set_task
from ofttold.cli.card_desk import desk_for, parse_pair
from ofttold.cli.lazy import LazyGroup
from ofttold.cli.shell import put, put_json, typed_memory, with_dir, with_format
from ofttold.core.strings import say


@click.group(cls=LazyGroup)
def project() -> None:
    """Make a folder's project known."""


@project.command("here")
@click.option("--adopt", default="", metavar="NAME", help="Take over that folder's cards.")
@with_dir
@with_format
def project_here(adopt: str, directory: str | None, form: str) -> None:
    """Make this folder a project that can have cards, and say how it is known."""
    desk = desk_for(directory)
    lang = desk.memory.lang
    here = confirm(desk, adopt=adopt)
    if form == "json":
        row: dict[str, object] = {"root": here.root, "name": here.desk, "origin": here.has_origin}
        put_json({**row, "made": here.made, "adopted": here.adopted or None})
        return
    key = "cards.project_by_origin" if here.has_origin else "cards.project_by_path"
    put(say(lang, key, root=here.root, name=here.desk))
    if here.adopted:
        put(say(lang, "cards.project_adopted", name=here.adopted))
    if here.orphan:
        put(say(lang, "cards.project_orphan", name=here.orphan))


@click.group(cls=LazyGroup)
def task() -> None:
    """Note hints about the task at hand, for this project."""


@task.command("set")
@click.argument("pairs", nargs=-1, required=True, metavar="KEY=VALUE...")
@with_dir
@with_format
def task_set(pairs: tuple[str, ...], directory: str | None, form: str) -> None:
    """Set artifactKey, taskKind, seriesId or phase; KEY= takes a hint back."""
    desk = desk_for(directory)
    stands = set_task(desk, dict(map(parse_pair, pairs)))
    if form == "json":
        put_json(stands)
        return
    for key, value in stands.items():
        put(f"{key}={value}")
    if not stands:
        put(say(desk.memory.lang, "cards.no_hints"))


@click.group(cls=LazyGroup)
def config() -> None:
    """Change settings of the memory folder."""


class _Setting(click.Command):
    """A command whose value may be a number below nothing, which is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read ``-1`` as text."""
        return super().parse_args(ctx, [f"\0{a}" if re.match(r"-\d", a) else a for a in args])


@config.command("set", cls=_Setting)
@click.argument("key")
@click.argument("value")
@with_dir
@with_format
def config_set(key: str, value: str, directory: str | None, form: str) -> None:
    """Set one setting in ofttold.toml, leaving everything else as it is."""
    memory = typed_memory(directory, lenient=True)
    value = value.removeprefix("\0")  # no argument of a process can hold it
    done = set_setting(memory, key.removeprefix("\0"), value)
    if form == "json":
        put_json({"key": done.key, "value": done.value, "changed": done.changed})
        return
    said = "cards.set" if done.changed else "cards.set_already"
    put(say(memory.lang, said, name=key, value=value))


def register(main: click.Group) -> None:
    """Add these groups."""
    for group in (project, task, config):
        main.add_command(group)
