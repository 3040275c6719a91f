"""Commands that are imported when they are called: a person waits for one, not for all of them."""

from __future__ import annotations

from importlib import import_module

import click


class LazyGroup(click.Group):
    """A group whose commands stand in modules loaded on first use.

    ``members`` maps a command's name to its module; the module's ``register(group)`` adds it (and
    maybe others beside it).
    """

    members: dict[str, str]

    def __init__(self, *arguments: object, **options: object) -> None:
        members = options.pop("members", {})
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.members = dict(members)  # type: ignore[call-overload]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of all commands, loaded or not."""
        return sorted({*self.members, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Give a command, loading its module if need be."""
        if cmd_name not in self.commands and cmd_name in self.members:
            import_module(self.members[cmd_name]).register(self)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List each command with its whole first sentence: wrapped, never cut off."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [
            (name, command.get_short_help_str(len(command.help or "")))
            for name, command in found
            if command and not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
