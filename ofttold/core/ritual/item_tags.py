"""Emotion tags on list items: oft-told lines and emotion memories.

Knows how a tag is written on an item; whether it is in the vocabulary is asked elsewhere. A
hashtag in prose is none, nor is a parenthesis that refers (见…, see …), holds digits, code, links
or sentences, or is longer than a word.

    （平静） or (calm)      at the end of the item's first paragraph, or right before its arrow
    情绪：平静              in the first paragraph, or on a line of its own
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ofttold.core.markdown import Document, Item
from ofttold.core.ritual.diary import find_tags, split_words
from ofttold.core.ritual.masking import mask_marks
from ofttold.core.ritual.sections import NO_NAMES, find_section

LONGEST_TAG = 20  # characters; a longer parenthesis is a remark. Ours.

_AT_END = re.compile(r"[（(]([^（）()]*)[）)][ \t]*[。.]?[ \t]*(?:(?:→|->)[^\r\n]*)?$")
_LABEL = re.compile(
    r"(?:^|(?<=[\s，,；;。|（(]))(?:情绪|情緒|emotions?|mood)[ \t]*[:：]([^（）()\r\n→]*)",
    re.IGNORECASE,
)
_NO_TAG = re.compile(r"[\d`\[\]<>。！？!?:：→]|^(?:详?见|參見|参见|see |cf\.? )", re.IGNORECASE)
_NEW_BLOCK = re.compile(r"[ \t]*(?:$|[-*+][ \t]|\d{1,9}[.)][ \t]|>|#{1,6}[ \t]|```|~~~)")

_MAY_HOLD = re.compile(
    r"[（(]|情绪|情緒|emotion|mood", re.IGNORECASE
)  # else there is nothing to find

Tags = Iterator[tuple[str, int]]


def find_item_tags(
    doc: Document, key: str, extra_names: Mapping[str, Sequence[str]] = NO_NAMES
) -> tuple[tuple[str, int], ...]:
    """Find the tags on the items of a section (``oft_told``, ``emotion_memories``), with lines."""
    section = find_section(doc, key, extra_names)
    if section is None:
        return ()
    return tuple(tag for item in doc.items(section) for tag in _tags_of(item))


def _tags_of(item: Item) -> Tags:
    if not _MAY_HOLD.search(item.source):
        return
    text = mask_marks(item.source.encode()).decode()
    own_lines = find_tags(text)
    yield from ((word, item.line + line - 1) for word, line in own_lines)
    head = _first_paragraph(text)
    for at, line in enumerate(head, 1):
        label = _LABEL.search(line)
        if label and at not in [line for _, line in own_lines]:
            yield from ((word, item.line + at - 1) for word in split_words(label[1]))
    ending = _AT_END.search(head[-1].rstrip())
    if ending and not _NO_TAG.search(ending[1]):
        words = [word for word in split_words(ending[1]) if len(word) <= LONGEST_TAG]
        yield from ((word, item.line + len(head) - 1) for word in words)


def _first_paragraph(text: str) -> list[str]:
    lines = text.split("\n")
    size = 1
    while size < len(lines) and not _NEW_BLOCK.match(lines[size].rstrip("\r")):
        size += 1
    return lines[:size]
