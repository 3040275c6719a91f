"""The forms in which texts are compared: headings, titles, words. Stored bytes never change.

Nothing here reads a document: a heading's text comes in without its ``#`` marks, a form to compare
goes out. Import-light, since the hooks' path compares tags.
"""

from __future__ import annotations

import unicodedata

from ofttold.core.later import later

# A heading longer than this (characters) is compared letter for letter: no known name is so long.
LONGEST_DECORATED_HEADING = 500

_BLANKS = later(r"\s+")
_LINK = later(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_WIKI_LINK = later(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_ESCAPE = later(r"\\([!-/:-@\[-`{-~])")
_MARKS = later(r"[*`]+|~~+|(?<![^\W_])_+|_+(?![^\W_])")
_NUMBER = later(
    r"(?:\d{1,3}(?:\.\d{1,3})*(?:[.．)）、:：]\s*|\s+)|[一二三四五六七八九十]{1,3}[、.．]\s*)(?=\S)"
)
_TAIL = later(r"(?:\s*[:：]|\s*（[^（）]*）|\s*\([^()]*\)|(?<=\S)\s+[#＃][^\s#＃]+)$")


def drop_invisible(text: str) -> str:
    r"""Leave out format characters (zero-width, bidi, BOM, joiners) and variation selectors.

    >>> drop_invisible("\u200b\u5e38\ufe0f")
    '常'
    """
    if text.isascii():
        return text
    return "".join(
        letter
        for letter in text
        if not (
            unicodedata.category(letter) == "Cf"
            or "\ufe00" <= letter <= "\ufe0f"
            or "\U000e0100" <= letter <= "\U000e01ef"
        )
    )


def fold_text(text: str) -> str:
    r"""Fold for comparison: NFC, case, invisible characters out, each run of blanks one space.

    >>> fold_text("  Oft\u00a0Told ")
    'oft told'
    """
    folded = unicodedata.normalize("NFC", drop_invisible(text)).casefold()
    return unicodedata.normalize("NFC", _BLANKS.sub(" ", folded).strip())


def fold_heading(text: str) -> str:
    """Fold a heading's text to the form in which headings are compared.

    On top of ``fold_text``: without emphasis and code marks, links (their text stays), a leading
    emoji or number, and at the end a colon, a parenthesis (either width) or a ``#tag``. What would
    leave nothing is not taken away.

    >>> fold_heading("🐋 **常被提起**（每天翻）"), fold_heading("2. Who I am:")
    ('常被提起', 'who i am')
    """
    folded = fold_text(text)
    if len(folded) > LONGEST_DECORATED_HEADING or folded.replace(" ", "").isalpha():
        return folded  # nothing but letters: nothing to take off
    while True:
        bare = _undecorate(folded)
        if bare == folded:
            return folded
        folded = fold_text(bare)  # an accent may stand behind another letter now


def fold_word(text: str) -> str:
    """Fold an emotion word: as ``fold_text``, and without a picture in front of other letters.

    >>> fold_word("😌 Calm"), fold_word("☕\ufe0f")
    ('calm', '☕')
    """
    return _without_leading_emoji(fold_text(text))


def _undecorate(folded: str) -> str:
    """Take one layer of decoration off."""
    text = _LINK.sub(r"\1", _WIKI_LINK.sub(r"\1", folded))
    text = _ESCAPE.sub(r"\1", _MARKS.sub("", text))
    text = _without_leading_emoji(text.strip())
    text = _NUMBER.sub("", text, count=1) if _NUMBER.match(text) else text
    return _TAIL.sub("", text).strip() or text.strip() or folded


def _without_leading_emoji(text: str) -> str:
    """Drop leading pictures and what joins them, keycaps included, unless nothing else stands."""
    end = 0
    while end < len(text) and _is_picture(text, end):
        end += 1
    return text[end:].lstrip() or text


def _is_picture(text: str, at: int) -> bool:
    letter = text[at]
    if letter.isdigit() or letter in "#*":
        return text[at + 1 : at + 2] == "\u20e3"
    return letter == "\u20e3" or unicodedata.category(letter) in ("So", "Sk")
