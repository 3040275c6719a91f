"""What a session has already been told of cards, folded from its record. On the hooks' path.

A record's entries are read oldest first; ``recall`` notes what a prompt was given, ``heard`` a
prompt that was given nothing, ``first_turn`` what came with the block. Where the host loses
earlier text, what was delivered is forgotten, and the last message with it: the same words are
then a new message.
"""

from __future__ import annotations

import zlib

from ofttold.core.unsaid import without_unsaid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

RECALL, HEARD, FIRST_TURN = "recall", "heard", "first_turn"
# Reasons for which the block was delivered anew because the context no longer held earlier text.
_EMPTY_AGAIN = frozenset(("startup", "new", "clear", "compact", "lost", "resume", "fork"))


class Heard:
    """The last message's sum ('' for none) and what was delivered since: id → mark."""

    __slots__ = ("delivered", "last")

    def __init__(self) -> None:
        self.last = ""
        self.delivered: dict[str, str] = {}


def sum_of(text: str) -> str:
    """Give the sum by which one message is told from the next.

    >>> sum_of("a") == sum_of("a"), sum_of("a") == sum_of("b")
    (True, False)
    """
    raw = text.encode("utf-8", "surrogatepass")
    return f"{zlib.crc32(raw):08x}{zlib.adler32(raw):08x}"


def fold_heard(entries: Iterable[Mapping[str, object]]) -> Heard:
    """Give what a session's entries lead to; an entry of another kind is passed over.

    >>> told = fold_heard([{"e": "recall", "h": "x", "cards": {"a": "1"}}, {"e": "lost"}])
    >>> told.last, told.delivered
    ('', {})
    """
    told = Heard()
    for entry in without_unsaid(entries):
        kind = entry.get("e")
        if kind in (RECALL, HEARD, FIRST_TURN):
            if kind != FIRST_TURN:
                told.last = str(entry.get("h", ""))
            cards = entry.get("cards")
            if isinstance(cards, dict):
                told.delivered.update((str(k), str(v)) for k, v in cards.items())
        elif kind == "lost" or (kind == "sent" and entry.get("why") in _EMPTY_AGAIN):
            told.last = ""
            told.delivered.clear()
    return told
