"""What a message is for recall: whether it has a word to search by, or only says "go on".

Knows the words of going on. On the hooks' path.
"""

from __future__ import annotations

import unicodedata

from ofttold.core.strings import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

LONGEST_GOING_ON = 60  # characters; a longer message says more than "go on"; ours


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
    if len(text) > LONGEST_GOING_ON:
        return False
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = "".join(c if c.isalnum() or c == "'" else " " for c in folded).split()
    phrases = _words("cards.going_on")
    return bool(words) and ("".join(words) in phrases or all(word in phrases for word in words))
