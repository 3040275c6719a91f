"""Edits to another program's config text: recorded so that they can be taken back.

An edit says where, what stood there and what stands there now. A run of edits is applied in order,
each to the text the one before left; taken back in reverse it gives the first text again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError


class ConfigFault(ValueError):
    """A config text cannot be handled without loss; ``code`` says why, line and column from 1.

    Codes: ``not_utf8 syntax too_deep duplicate_key wrong_shape inline_table many_documents
    foreign_entry would_lose``.
    """

    def __init__(self, code: str, line: int = 0, column: int = 0) -> None:
        super().__init__(code, line, column)
        self.code = code
        self.line = line
        self.column = column


class CannotMerge(OfttoldError):
    """A host's file is left alone, and the person gets the snippet to put in."""

    key = "cannot_merge"


@dataclass(frozen=True, slots=True)
class Edit:
    """``start`` in characters; ``removed`` stood there before, ``inserted`` after."""

    start: int
    removed: str
    inserted: str


def apply_edit(text: str, edit: Edit) -> str:
    """Apply one edit.

    >>> apply_edit("abc", Edit(1, "b", "XY"))
    'aXYc'
    """
    return text[: edit.start] + edit.inserted + text[edit.start + len(edit.removed) :]


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Apply a run of edits, each to what the one before left."""
    for edit in edits:
        text = apply_edit(text, edit)
    return text


def invert_edits(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Give the run that takes this run back.

    >>> run = (Edit(1, "b", "XY"), Edit(0, "", "-"))
    >>> apply_edits(apply_edits("abc", run), invert_edits(run))
    'abc'
    """
    return tuple(Edit(edit.start, edit.inserted, edit.removed) for edit in reversed(edits))


def fault_at(code: str, text: str, at: int) -> ConfigFault:
    """Make a fault with the line and column of a place in the text."""
    line_start = text.rfind("\n", 0, at) + 1
    return ConfigFault(code, text.count("\n", 0, at) + 1, at - line_start + 1)


def newline_of(text: str) -> str:
    r"""Give the line ending in use: the first one there is, else ``\n``."""
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
