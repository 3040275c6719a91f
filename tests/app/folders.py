"""Memory folders for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

MEMORY = """## Oft-told

- **whale·round, not fat** → `2026-10-30`
- **kettle·F sharp** → `2026-11-02`

## Who I am

A keeper of towers.

## Hard rules

- Never touch another's line.
"""
RELATIONSHIP = """## Emotion vocabulary

- calm
- curious

## Emotion now

Now: calm
"""


def make_folder(
    place: Path,
    *,
    memory: str = MEMORY,
    relationship: str | None = RELATIONSHIP,
    diary: Mapping[str, str] | None = None,
    settings: str | None = None,
) -> Path:
    """Make a memory folder out of texts."""
    folder = place / "memory"
    (folder / "diary").mkdir(parents=True)
    (folder / "memory.md").write_bytes(memory.encode())
    if relationship is not None:
        (folder / "relationship.md").write_bytes(relationship.encode())
    for name, text in (diary or {}).items():
        (folder / "diary" / name).write_bytes(text.encode())
    if settings is not None:
        (folder / "ofttold.toml").write_bytes(settings.encode())
    return folder


def many_anchors(count: int, *, first: str = "") -> str:
    """Give a memory.md with ``count`` anchors called word0, word1 …"""
    lines = [f"- **word{n}·made up** → `2026-10-{n % 28 + 1:02}`\n" for n in range(count)]
    return "## Oft-told\n\n" + first + "".join(lines) + "\n## Who I am\n\nSomebody.\n"
