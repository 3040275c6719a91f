"""Refusals: what happened, what to do next, and the exit status that says so.

A refusal carries the key of its sentence in the strings table and the values in it; the shell
renders it in the folder's language. A fault in the person's own text is no refusal but a finding
(see findings.py).
"""

from __future__ import annotations

from ofttold.core.strings import Lang, say, says

DONE, FINDINGS, USAGE, BUG, REFUSED = 0, 1, 2, 3, 4


class OfttoldError(Exception):
    """Base of all refusals; one subclass per case, each with its own ``key``.

    The strings table holds ``error.<key>`` (what happened, where) and, where something helps,
    ``hint.<key>`` (the command or edit that gets the person on). ``exit_code`` is 4 unless a
    subclass says otherwise.
    """

    key = ""
    exit_code = REFUSED

    def __init__(self, **values: object) -> None:
        super().__init__(self.key, values)
        self.values = values

    def message(self, lang: Lang) -> str:
        """Say what happened, in one sentence or a few."""
        return say(lang, f"error.{self.key}", **self.values)

    def hint(self, lang: Lang) -> str:
        """Say what to do next; empty where nothing helps."""
        key = f"hint.{self.key}"
        return say(lang, key, **self.values) if says(key) else ""

    def __str__(self) -> str:
        return f"{self.message('en')} {self.hint('en')}".strip()
