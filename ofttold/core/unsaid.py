"""A session's record without what a hook wrote down and then had no time to say.

A record is only ever appended to: a hook notes what it is about to say, and where its time runs out
before it could, adds ``unsaid`` with the kinds of entries that this takes back. On the hooks' path.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeVar

    Entry = TypeVar("Entry", bound=Mapping[str, Any])

UNSAID = "unsaid"


def without_unsaid(entries: Iterable[Entry]) -> list[Entry]:
    """Give the entries, the last one of each kind that an ``unsaid`` names taken out.

    >>> without_unsaid([{"e": "sent"}, {"e": "recall"}, {"e": "unsaid", "of": ["recall"]}])
    [{'e': 'sent'}]
    """
    kept = list(entries)
    if all(entry.get("e") != UNSAID for entry in kept):
        return kept
    said: list[Entry] = []
    for entry in kept:
        kinds = entry.get("of") if entry.get("e") == UNSAID else ()
        if entry.get("e") != UNSAID:
            said.append(entry)
        for kind in kinds if isinstance(kinds, list) else ():
            at = next((n for n in range(len(said) - 1, -1, -1) if said[n].get("e") == kind), -1)
            if at >= 0:
                del said[at]
    return said
