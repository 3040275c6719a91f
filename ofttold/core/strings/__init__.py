"""The one table of what the program says, in Chinese and English, kept in pages by subject.

A page is a module of this package with ``TABLE: dict[str, tuple[str, str]]``: key to (zh, en). A
key's first part is its kind (``error hint finding`` …) or its page's own name; every key stands in
exactly one page. Placeholders are ``str.format`` fields by name. Pages are loaded on first need,
the ritual's first, since a hook waits for it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Lang = Literal["zh", "en"]
else:
    Lang = str

PAGES = (
    "ritual",
    "folder",
    "anchors",
    "files",
    "text",
    "common",
    "cli",
    "usage",
    "hosts",
    "cards",
    "search",
    "sharing",
    "mcp",
    "scaffold",
)
_table: dict[str, tuple[str, str]] = {}
_loaded: list[str] = []


def _find(key: str) -> tuple[str, str] | None:
    """Look the key up, loading pages until one has it; the page a key names comes first."""
    if key in _table:
        return _table[key]
    named = key.partition(".")[0]
    for page in sorted(PAGES, key=lambda page: page != named):
        if page not in _loaded:
            _loaded.append(page)
            # not importlib: it brings warnings along, and a hook waits for this
            _table.update(__import__(f"{__name__}.{page}", fromlist=["TABLE"]).TABLE)
            if key in _table:
                return _table[key]
    return None


def says(key: str) -> bool:
    """Tell whether the table has this key."""
    return _find(key) is not None


def say(lang: Lang, key: str, /, **values: object) -> str:
    """Render one string.

    Raises KeyError for a key or a placeholder value that is missing: both are our own bug.
    """
    pair = _find(key)
    if pair is None:
        raise KeyError(key)
    text = pair[0] if lang == "zh" else pair[1]
    return text.format(**values) if values else text
