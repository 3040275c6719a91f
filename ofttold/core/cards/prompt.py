"""What a message is for recall: whether it has a word to search by, or only says "go on".

Knows the words of going on. On the hooks' path.
"""

from __future__ import annotations

import re
import unicodedata

from ofttold.core.strings import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def _words(key: str) -> frozenset[str]:
    return frozenset((say("zh", key) + " " + say("en", key)).split())


def goes_on_only(text: str, content: Collection[str]) -> bool:
    """Tell whether a message only says "go on": no content word, or nothing but words of going on.

    ``content`` are the message's search tokens, stop words already gone.

    >>> goes_on_only("继续", ["继续"]), goes_on_only("鲸?", ["鲸"]), goes_on_only("???", [])
    (True, False, True)
    """
    if not content:
        return True
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    phrases = _words("cards.going_on")
    return bool(words) and ("".join(words) in phrases or all(word in phrases for word in words))


def borrow(texts: Sequence[str], most: int = 2000) -> str:
    """Join earlier texts into one query, the newest first, at most ``most`` characters."""
    return "\n".join(text for text in texts if text)[:most]
