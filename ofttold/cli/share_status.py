"""``ofttold share status``: a module of its own, so that a look loads nothing that writes."""

from __future__ import annotations

import sys
import time

import click

from ofttold.app.kept_status import remember
from ofttold.app.quick_status import Said
from ofttold.app.share_status import share_status
from ofttold.app.share_status_lines import status_lines
from ofttold.cli.card_desk import desk_for, show
from ofttold.cli.shell import with_dir, with_format
from ofttold.core.errors import DONE, FINDINGS


@click.command("status")
@with_dir
@with_format
def show_status(directory: str | None, form: str) -> None:
    """Show drafts, the shelf by state, what is uncommitted, and the last sync."""
    began_ns = time.time_ns()  # the disk's clock is meant, not the person's day
    desk = desk_for(directory)
    status = share_status(desk)
    lines = status_lines(status, desk.memory.lang)
    show(lines, status.details(), form)
    code = FINDINGS if status.broken or status.tracked else DONE
    if form == "text":
        text = "".join(f"{line}\n" for line in lines)
        remember(desk, directory or "", status, Said(text, code), began_ns=began_ns)
    sys.exit(code)


def register(share: click.Group) -> None:
    """Add this module's command."""
    share.add_command(show_status)
