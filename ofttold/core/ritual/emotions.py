"""The emotion of this moment: one live line in relationship.md, and how it is changed.

Knows how the line is written; refuses to guess an emotion from prose, and to write a word that is
not in the vocabulary (vocabulary.py; its section is read by word_lists.py).

    live line   [list and quote marks] [**] (此刻 | 现在 | Now | …) [**] (":" | "：") [**] word [**]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.core.insertion import NoPlace
from ofttold.core.markdown import Document, Section, read_document
from ofttold.core.ritual.diary import split_words, trim_word
from ofttold.core.ritual.sections import (
    NO_NAMES,
    find_section,
    heading_for,
    section_for_writing,
)
from ofttold.core.ritual.vocabulary import Vocabulary
from ofttold.core.ritual.word_lists import read_vocabulary
from ofttold.core.splice import Splice, apply
from ofttold.core.strings import Lang

__all__ = [
    "EmotionPlan",
    "Live",
    "NoEmotionSection",
    "NoVocabulary",
    "NotOneWord",
    "StrangeEmotion",
    "UnknownEmotion",
    "Vocabulary",
    "plan_emotion",
    "read_live",
    "read_vocabulary",
]

_MARKS = r"[ \t]*(?:(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[[ xX]\](?=[ \t]))[ \t]*)*"
_LIVE = re.compile(
    _MARKS + r"[*_`]{0,3}(?:(?:此刻|现在|現在|当前|當前)的?(?:情绪|情緒|心情)?|情绪|情緒|"
    r"(?:right )?now|current(?: emotion| mood)?|emotion|mood)[*_`]{0,3}[ \t]*[:：][ \t*_`]*",
    re.IGNORECASE,
)
_MOST_SHOWN = 12  # words of the vocabulary shown where none is near


class UnknownEmotion(OfttoldError):
    """The word is not in the vocabulary; some of it are near."""

    key = "unknown_emotion"


class StrangeEmotion(OfttoldError):
    """The word is not in the vocabulary, and none of it is near."""

    key = "strange_emotion"


class NotOneWord(OfttoldError):
    """The live line holds one word; none or several were given."""

    key = "not_one_word"


class NoVocabulary(OfttoldError):
    """The file has no vocabulary, or an empty one, so no word can be in it."""

    key = "no_vocabulary"


class NoEmotionSection(OfttoldError):
    """The file has no section in which the live line could stand."""

    key = "no_emotion_section"


@dataclass(frozen=True, slots=True)
class Live:
    """The live line: its value (no marks, maybe empty), its line, the value's byte span."""

    value: str
    line: int
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class EmotionPlan:
    """What setting the emotion comes to.

    ``splice`` is None where the line says so already; ``word`` is spelt as in the vocabulary;
    ``line`` is where it stands (from 1); ``before`` is the old value, None where no line stood.
    """

    splice: Splice | None
    line: int
    before: str | None
    word: str


def read_live(doc: Document, extra_names: Mapping[str, Sequence[str]] = NO_NAMES) -> Live | None:
    """Find the live line, the first of its section; None where none stands."""
    section = find_section(doc, "emotion_now", extra_names)
    return _find_live(doc, section) if section else None


def plan_emotion(
    doc: Document,
    word: str,
    *,
    lang: Lang,
    extra_names: Mapping[str, Sequence[str]] = NO_NAMES,
) -> EmotionPlan:
    """Plan the change of the live line to a word of the vocabulary.

    Raises NotOneWord, NoVocabulary, UnknownEmotion, StrangeEmotion, NoEmotionSection, NoPlace, and
    what ``section_for_writing`` raises.
    """
    spelt = _choose(doc, word, read_vocabulary(doc, extra_names), lang, extra_names)
    section = section_for_writing(doc, "emotion_now", extra_names)
    if section is None:
        raise NoEmotionSection(name=doc.name, heading=heading_for("emotion_now", lang))
    live = _find_live(doc, section)
    if live and live.value == spelt:
        return EmotionPlan(None, live.line, spelt, spelt)
    if live:
        splice = Splice(*live.span, _blank_before(doc, live) + spelt.encode())
    else:
        splice = _insert_live(doc, section, f"此刻：{spelt}" if lang == "zh" else f"Now: {spelt}")
    return _checked(doc, splice, spelt, live, extra_names)


def _choose(
    doc: Document,
    word: str,
    vocabulary: Vocabulary | None,
    lang: Lang,
    extra_names: Mapping[str, Sequence[str]],
) -> str:
    """Give the word as the vocabulary spells it."""
    section = find_section(doc, "vocabulary", extra_names)
    heading = section.heading if section else heading_for("vocabulary", lang)
    if not vocabulary or not vocabulary.words:
        raise NoVocabulary(name=doc.name, heading=heading, word=word.strip())
    spelt = vocabulary.spelling(trim_word(word))
    if spelt is not None:
        return spelt
    if len(split_words(word)) != 1 or len(word.strip().splitlines()) != 1:
        raise NotOneWord(text=" ".join(word.split()))
    near = vocabulary.near(trim_word(word))
    refusal = UnknownEmotion if near else StrangeEmotion
    shown = near or vocabulary.words[:_MOST_SHOWN]
    mark = "、" if lang == "zh" else ", "
    raise refusal(word=trim_word(word), near=mark.join(shown), name=doc.name, heading=heading)


def _checked(
    doc: Document,
    splice: Splice,
    spelt: str,
    live: Live | None,
    extra_names: Mapping[str, Sequence[str]],
) -> EmotionPlan:
    """Read the text after the edit; refuse what would change more than the one line."""
    after = read_document(apply(doc.data, splice), doc.name)
    new = read_live(after, extra_names)
    same = [one.heading for one in after.sections] == [one.heading for one in doc.sections]
    if not new or new.value != spelt or not same:
        raise NoPlace(name=doc.name, text=splice.replacement.decode().strip())
    return EmotionPlan(splice, new.line, live.value if live else None, spelt)


def _find_live(doc: Document, section: Section) -> Live | None:
    for block in doc.blocks_of(section):
        if block.kind not in ("paragraph", "list", "quote"):
            continue
        for index, text in doc.masked_lines(block.first, block.end):
            if found := _LIVE.match(text):
                return _live_at(doc, index, text, found.end())
    return None


def _blank_before(doc: Document, live: Live) -> bytes:
    """Give the blank an ASCII colon wants before a first value."""
    before = doc.data[: live.span[0]].rstrip(b"*_`")
    return b" " if not live.value and before.endswith(b":") else b""


def _live_at(doc: Document, index: int, text: str, at: int) -> Live:
    """Cut the value out of a live line: up to a comment, without marks and blanks around it."""
    start = doc.lines.offset(index) + len(text[:at].encode())
    end = doc.lines.offset(index) + len(text.rstrip(" \t*_`").encode())
    if end <= start:
        start = doc.lines.offset(index) + len(text[:at].rstrip(" \t").encode())
        end = start
    for opens, _ in doc.comments:
        if start < opens < end:
            end = start + len(doc.data[start:opens].rstrip(b" \t*_`"))
    value = doc.data[start:end].decode()
    return Live(value, doc.lines.number(index), (start, end))


def _insert_live(doc: Document, section: Section, text: str) -> Splice:
    """Put the line behind the section's heading, a blank line before and after it."""
    at = section.body_span[0]
    index = doc.lines.index(at)
    ending, new = doc.line_ending(at), text.encode()
    if doc.data[at - 1 : at] not in (b"\n", b"\r"):
        return Splice(at, at, ending * 2 + new)
    if at == len(doc.data):
        return Splice(at, at, ending + new + ending)
    before = ending
    if doc.lines.is_blank(index) and index + 1 < len(doc.lines.starts):
        before, index = b"", index + 1
        at = doc.lines.offset(index)
    after = b"" if at == len(doc.data) or doc.lines.is_blank(index) else ending
    return Splice(at, at, before + new + ending + after)
