"""Faults in the person's own text: collected, named by place, never a crash."""

from __future__ import annotations

from dataclasses import dataclass, field

from ofttold.core.strings import Lang, say


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: ``file`` as the person knows it (relative), ``line`` and ``column`` from 1.

    ``code`` is stable between versions; the strings table holds ``finding.<code>``. ``info`` marks
    what is worth knowing but no fault: it is printed and does not change the exit status.
    """

    file: str
    line: int
    code: str
    values: dict[str, object] = field(default_factory=dict)
    column: int | None = None
    info: bool = False

    def message(self, lang: Lang) -> str:
        """Say the fault in one line."""
        return say(lang, f"finding.{self.code}", **self.values)

    def place(self) -> str:
        """Give ``file:line`` or ``file:line:column``; line 0 means the whole file."""
        parts = [self.file] + [str(n) for n in (self.line, self.column) if n]
        return ":".join(parts)
