"""The known sections: one table of the names they go by, and how a document's are found by it.

Knows names and headings; what stands in a section is known by the module that reads it. Readers
take the first of several sections with one name; a writer is refused (``section_for_writing``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ofttold.core.errors import OfttoldError
from ofttold.core.markdown import Document, Section, fold_heading
from ofttold.core.strings import Lang

# Key: every accepted name, the two a new section is given first (Chinese, then English).
KNOWN: dict[str, tuple[str, ...]] = {
    "oft_told": ("常被提起", "Oft-told", "Oft told", "Often told", "常被提到", "老被提起"),
    "who_i_am": ("我是谁", "Who I am", "我是誰", "Who am I"),
    "hard_rules": ("硬约定", "Hard rules", "硬約定", "Hard rule"),
    "todo": ("待办", "To do", "To-do", "Todo", "To-dos", "Todos", "待办事项", "待辦", "待辦事項"),
    "vocabulary": (
        "情绪词表",
        "Emotion vocabulary",
        "情绪词汇表",
        "情緒詞表",
        "Emotions vocabulary",
        "Emotion words",
        "Vocabulary of emotions",
    ),
    "emotion_now": (
        "情绪缓存区",
        "Emotion now",
        "情绪缓存",
        "此刻情绪",
        "情緒緩存區",
        "此刻情緒",
        "Emotions now",
        "Current emotion",
    ),
    "emotion_memories": (
        "情绪记忆",
        "Emotion memories",
        "情緒記憶",
        "Emotion memory",
        "Emotional memories",
    ),
}

NO_NAMES: Mapping[str, Sequence[str]] = {}
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


class AmbiguousSection(OfttoldError):
    """Several sections go by the name into which something was to be written."""

    key = "ambiguous_section"


class HiddenByFence(OfttoldError):
    """The section is missing, and an unclosed code fence may hide it."""

    key = "hidden_by_fence"


class HiddenByComment(OfttoldError):
    """The section is missing, and an unclosed comment may hide it."""

    key = "hidden_by_comment"


def heading_for(key: str, lang: Lang) -> str:
    """Give the heading a new section of this key gets.

    >>> heading_for("todo", "en")
    'To do'
    """
    return KNOWN[key][0 if lang == "zh" else 1]


@lru_cache(maxsize=64)
def _folded(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold_heading(name) for name in names)


def names_of(
    key_or_heading: str, extra_names: Mapping[str, Sequence[str]] = NO_NAMES
) -> frozenset[str]:
    """Give the folded names a section may have: a known key's, or one heading of the person's."""
    known = KNOWN.get(key_or_heading, ())
    return _folded((*(known or (key_or_heading,)), *extra_names.get(key_or_heading, ())))


def find_sections(
    doc: Document, key_or_heading: str, extra_names: Mapping[str, Sequence[str]] = NO_NAMES
) -> tuple[Section, ...]:
    """Give all sections of that name, in file order."""
    names = names_of(key_or_heading, extra_names)
    return tuple(section for section in doc.sections if section.folded in names)


def find_section(
    doc: Document, key_or_heading: str, extra_names: Mapping[str, Sequence[str]] = NO_NAMES
) -> Section | None:
    """Give the section of that name, the first of several; None where there is none."""
    found = find_sections(doc, key_or_heading, extra_names)
    return found[0] if found else None


def section_for_writing(
    doc: Document, key: str, extra_names: Mapping[str, Sequence[str]] = NO_NAMES
) -> Section | None:
    """Give the one section to write into; None where it is truly missing.

    Raises AmbiguousSection, or HiddenByFence or HiddenByComment where it may only be hidden.
    """
    found = find_sections(doc, key, extra_names)
    if len(found) > 1:
        lines = ", ".join(str(section.line) for section in found)
        raise AmbiguousSection(
            name=doc.name, heading=found[0].heading, lines=lines, count=len(found)
        )
    if found:
        return found[0]
    heading = heading_for(key, guess_lang([doc]) or "zh") if key in KNOWN else key
    if doc.unclosed_fence_line:
        raise HiddenByFence(name=doc.name, heading=heading, line=doc.unclosed_fence_line)
    if doc.unclosed_comment_line:
        raise HiddenByComment(name=doc.name, heading=heading, line=doc.unclosed_comment_line)
    return None


def guess_lang(docs: Iterable[Document]) -> Lang | None:
    """Guess the folder's language from its headings; None where no heading tells.

    Known names count first; without any, a heading with Chinese characters means Chinese.
    """
    headings = [section for doc in docs for section in doc.sections]
    chinese_names, english_names = (
        _names_of_language(chinese=True),
        _names_of_language(chinese=False),
    )
    chinese = sum(section.folded in chinese_names for section in headings)
    english = sum(section.folded in english_names for section in headings)
    if chinese != english:
        return "zh" if chinese > english else "en"
    if any(_HAN.search(section.folded) for section in headings):
        return "zh"
    return "en" if any(section.folded for section in headings) else None


@lru_cache
def _names_of_language(*, chinese: bool) -> frozenset[str]:
    """Give the folded known names of one of the two languages."""
    named = (name for names in KNOWN.values() for name in names)
    return frozenset(_folded(tuple(name for name in named if bool(_HAN.search(name)) == chinese)))
