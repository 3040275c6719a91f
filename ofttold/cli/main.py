"""The command line's root."""

from __future__ import annotations

import click


@click.group()
def main() -> None:
    """Keep a memory folder in sight of your agent."""
