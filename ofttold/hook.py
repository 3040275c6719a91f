"""The fast entry: what a host runs while a person waits."""

from __future__ import annotations


def main(arguments: list[str]) -> None:
    """Run one hook event."""
    del arguments
