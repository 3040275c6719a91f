"""Whether a message names an act: a verb of the strings table, or an identifier. Reads no index."""

from __future__ import annotations

import re

from ofttold.core.search.query import bound_text
from ofttold.core.search.stems import stem
from ofttold.core.search.tokens import fold
from ofttold.core.strings import say

# `code`, a path or dotted name, a_b, aB, a1: what people do not write as plain words.
_IDENTIFIER = r"`[^`\n]+`|\w[/\\.:]\w|[A-Za-z0-9]_[A-Za-z0-9]|[a-z][A-Z]|[A-Za-z][0-9]|--?[a-z]{2}"


def names_an_act(text: str) -> bool:
    """Tell whether a message says what is to be done or on what.

    >>> names_an_act("为什么会这样"), names_an_act("把它修好"), names_an_act("and foo_bar.py?")
    (False, True, True)
    """
    folded = fold(bound_text(text))
    if re.search(_IDENTIFIER, folded):
        return True
    if any(verb in folded for verb in say("zh", "search.verbs").split()):
        return True
    verbs = {stem(verb) for verb in say("en", "search.verbs").split()}
    return any(stem(word) in verbs for word in re.findall(r"[a-z]+", folded.casefold()))
