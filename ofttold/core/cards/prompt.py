"""What a message is for recall: whether it has a word to search by, and whether it names an act.

Knows the words of going on and the verbs of the strings table. On the hooks' path.
"""

from __future__ import annotations

import re
import unicodedata

from ofttold.core.strings import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_IDENTIFIER = re.compile(
    r"`[^`\n]+`|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Za-z]+\d\w*\b|[\w-]+\.[A-Za-z]\w{0,5}\b|(?<!\w)[./~]*/\w|--\w"
)


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


def names_act(text: str) -> bool:
    """Tell whether a message names an act: a verb of the table, or an identifier.

    >>> names_act("把接口改一下"), names_act("why does it fail in foo_bar"), names_act("为什么呢")
    (True, True, False)
    """
    if _IDENTIFIER.search(text):
        return True
    folded = unicodedata.normalize("NFKC", text).casefold()
    if any(verb in folded for verb in say("zh", "cards.acts").split()):
        return True
    return not _words("cards.acts").isdisjoint(_WORD.findall(folded))


def borrow(texts: Sequence[str], most: int = 2000) -> str:
    """Join earlier texts into one query, the newest first, at most ``most`` characters."""
    return "\n".join(text for text in texts if text)[:most]
