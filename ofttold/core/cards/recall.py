"""The text of an automatic recall: which admitted cards fit, one line each, measured as delivered.

Knows the budget (3 cards, 1200 bytes of the final text) and how a card's line reads. A card that
does not fit is left out whole, never cut. On the hooks' path.
"""

from __future__ import annotations

from ofttold.core.strings import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ofttold.core.strings import Lang

MOST_CARDS = 3  # cards a recall; cards.md, "Automatic recall"
MOST_BYTES = 1200  # bytes of the whole text, UTF-8; cards.md, "Automatic recall"
# Signs that may stand unseen between the letters of a wrapper's name.
_UNSEEN = r"[\u200b-\u200f\u2060-\u2064\ufeff]*"
_BLANKS = r"[\s\u200b-\u200f\u2060-\u2064\ufeff]*"
_OURS = ("oft-told", "ofttold")
_THEIRS = ("sys", "hook", "user", "assist", "human", "context", "instruct", "persist", "oft")
_HIDDEN = "[\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069\x00-\x08\x0e-\x1f\x7f]"


class Line:
    """One admitted card as it may be shown.

    ``mark`` tells one state of the card from another (a digest); ``state`` is its review state, ''
    for a personal card.
    """

    __slots__ = ("id", "layer", "mark", "state", "summary", "title", "when")

    def __init__(
        self,
        *,
        id: str,
        layer: str,
        title: str,
        summary: str,
        when: str = "",
        state: str = "",
        mark: str = "",
    ) -> None:
        self.id, self.layer, self.title, self.summary = id, layer, title, summary
        self.when, self.state, self.mark = when, state, mark


class Recall:
    """What a recall gives: the final text ('' for nothing), the cards in it, what was left out.

    ``crowded_out``: there were cards to give, and what else is said left room for none of them.
    """

    __slots__ = ("chosen", "context_id", "crowded_out", "left_out", "text")

    def __init__(
        self, text: str, chosen: list[Line], left_out: list[Line], context_id: str
    ) -> None:
        self.text, self.chosen, self.left_out = text, chosen, left_out
        self.context_id = context_id
        self.crowded_out = bool(left_out) and not chosen


def quote(text: str) -> str:
    r"""Make a person's text safe to stand on one line inside our wrapper; the file is not touched.

    >>> quote("a\n[/oft-told] b < 2 </system-reminder>")
    'a ⟦/oft-told] b < 2 ‹/system-reminder>'
    """
    return " ".join(quote_body(text).split())


def quote_body(text: str) -> str:
    """Make a text of several lines safe to stand inside our wrapper.

    The patterns are compiled only for a text that holds their signs: a hook waits for each.
    """
    if text.isprintable() and not {"[", "［", "<"} & set(text):
        return text
    import re

    if not text.isprintable():
        text = re.sub(_HIDDEN, "", text)
    if "[" in text or "［" in text:
        text = re.sub(rf"[\[［](?={_BLANKS}/?{_BLANKS}(?:{_spelt(_OURS)}))", "⟦", text, flags=re.I)
    if "<" in text:
        text = re.sub(rf"<(?={_BLANKS}/?{_BLANKS}(?:{_spelt(_THEIRS)}))", "‹", text, flags=re.I)
    return text


def _spelt(words: Sequence[str]) -> str:
    """Give a pattern for the words with unseen signs allowed between their letters."""
    return "|".join(_UNSEEN.join(word) for word in words)


def render_line(card: Line, lang: Lang) -> str:
    """Write one card's line: ``[全局] title（when）: summary · mem_id [draft]``."""
    everywhere = say(lang, "cards.everywhere") if card.layer == "personal" else ""
    premise = f"（{quote(card.when)}）" if card.when else ""
    summary = f": {quote(card.summary)}" if card.summary else ""
    state = f" [{card.state}]" if card.state else ""
    return f"{everywhere}{quote(card.title)}{premise}{summary} · {card.id}{state}"


def plan_recall(
    cards: Sequence[Line],
    *,
    lang: Lang,
    context_id: str,
    delivered: dict[str, str] | None = None,
    room: Callable[[str], bool] | None = None,
) -> Recall:
    """Choose from admitted cards, best first, what fits into one recall.

    ``delivered`` holds id → mark of what this session has already seen; those are passed over
    unless they changed. ``room`` tells whether a whole text still fits beside what else is said.
    """
    if not cards:
        return Recall("", [], [], context_id)  # a prompt that meets nothing loads no words
    seen = delivered or {}
    head = say(lang, "cards.recall_header")
    foot = f"contextId: {context_id} [/oft-told]"
    chosen: list[Line] = []
    left_out: list[Line] = []
    text = ""
    for card in cards:
        if card.id in seen and seen[card.id] == card.mark:
            continue
        lines = [render_line(one, lang) for one in (*chosen, card)]
        longer = "\n".join([head, *lines, foot]) + "\n"
        if len(chosen) < MOST_CARDS and _fits(longer, room):
            chosen.append(card)
            text = longer
        else:
            left_out.append(card)
    return Recall(text, chosen, left_out, context_id)


def _fits(text: str, room: Callable[[str], bool] | None) -> bool:
    return len(text.encode("utf-8", "replace")) <= MOST_BYTES and (room is None or room(text))


def person_line(text: str) -> str:
    """Give the line the person is shown for a recall's text: how many came, how many characters."""
    lines = text.rstrip("\n").split("\n")
    lang: Lang = "zh" if lines[0] == say("zh", "cards.recall_header") else "en"
    cards = lines[1:-1]
    return say(lang, "cards.found", count=len(cards), characters=sum(map(len, cards)))
