"""What an install wants to stand in a host's config text, as values; the formats write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ofttold.hosts.splices import Edit

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HookWant:
    """One of our hooks in the list at ``path``: the entry, a handler or a group around one."""

    path: tuple[str, ...]
    entry: Json

    def handler(self) -> Json:
        """Give the handler itself, out of its group where there is one."""
        inner = self.entry.get("hooks")
        if isinstance(inner, list) and inner and isinstance(inner[0], Mapping):
            return inner[0]
        return self.entry


@dataclass(frozen=True, slots=True)
class KeyWant:
    """One key of the object at ``path``.

    ``ours`` tells our entry from a person's of the same name; None marks what is only wanted where
    it is missing (a format's version number) and never taken away by mark.
    """

    path: tuple[str, ...]
    key: str
    value: object
    ours: Callable[[object], bool] | None = None


@dataclass(frozen=True, slots=True)
class RowWant:
    """One row, known by its ``id``, of an ``insert`` step in a list of patch steps (YAML)."""

    row: Json

    def id(self) -> str:
        """Give the row's name."""
        return str(self.row["id"])


JsonWant = HookWant | KeyWant
Want = JsonWant | RowWant


@dataclass(frozen=True, slots=True)
class Merge:
    """A text with our entries in it: the edits that made it, and the containers made for them.

    ``made`` holds paths of objects and lists that did not stand there before, ``hollow`` of those
    that did and held not even a blank.
    """

    text: str
    edits: tuple[Edit, ...] = ()
    made: tuple[tuple[str, ...], ...] = ()
    hollow: tuple[tuple[str, ...], ...] = ()
