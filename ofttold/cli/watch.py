"""Commands for hosts without a hook: watch, unwatch, and what inject --into does."""

from __future__ import annotations

import sys

import click

from ofttold.app import watch as app
from ofttold.app.context import require_folder
from ofttold.app.watch import Placed
from ofttold.cli.shell import lang_of_call, put, tell, with_dir
from ofttold.core.errors import REFUSED, OfttoldError
from ofttold.core.strings import Lang, say


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@with_dir
def watch(files: tuple[str, ...], directory: str | None) -> None:
    """Keep the block in step in the files named, until interrupted."""
    lang, folder = lang_of_call(directory), require_folder(directory, look_around=True)
    paths = app.absolute(files)
    for path in paths:  # what cannot be done is refused before the waiting begins
        _show(path, app.put_block(path, folder), lang)
    app.remember(paths)
    keeper = app.Keeper(paths, folder, lambda path, what: _show(path, what, lang))
    try:
        tell(say(lang, "watch.watching", folder=folder))
        keeper.run()
    except KeyboardInterrupt:
        tell(say(lang, "watch.stopped"))


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]...")
def unwatch(files: tuple[str, ...]) -> None:
    """Take the block out of the files named, or of all that were; the rest stays as it is."""
    lang = lang_of_call(None)
    done = app.unwatch(files)
    if not done:
        put(say(lang, "watch.none"))
    for path, what in done:
        if isinstance(what, OfttoldError):
            _show(path, what, lang)
        else:
            put(say(lang, "watch.taken_out" if what.changed else "watch.not_there", path=path))
    if any(isinstance(what, OfttoldError) for _, what in done):
        sys.exit(REFUSED)


def put_into(files: tuple[str, ...], folder: str, lang: Lang) -> None:
    """Do what ``inject --into`` asks for."""
    paths = app.absolute(files)
    for path in paths:
        _show(path, app.put_block(path, folder), lang)
    app.remember(paths)


def _show(path: str, what: Placed | OfttoldError, lang: Lang) -> None:
    if isinstance(what, OfttoldError):
        tell(what.message(lang))
        hint = what.hint(lang)
        if hint:
            tell(say(lang, "common.hint", text=hint))
        return
    word = "made" if what.made else "changed" if what.changed else "same"
    put(say(lang, f"watch.{word}", path=path))


def register(root: click.Group) -> None:
    """Add this module's commands."""
    root.add_command(watch)
    root.add_command(unwatch)
