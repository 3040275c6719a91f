"""Every number of the design: value, unit, source. docs/design.md is compared with this by a test."""

from __future__ import annotations

# name: (value, unit, source)
NUMBERS: dict[str, tuple[float, str, str]] = {}
