"""Text in a card that tries to be more than text: it closes our wrapper, speaks as the system, hides.

Knows signs and words; changes nothing. What is shown to a model is disarmed elsewhere
(``core/cards/recall.py``); here a person is told, since the real screen for shared cards is theirs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

CLOSES, SPEAKS, HIDES = "trick_closes", "trick_speaks", "trick_hides"
_UNSEEN = r"[\s\u200b-\u200f\u2060-\u2064\ufeff]{0,8}"


def _spelt(name: str) -> str:
    """Give a pattern for a name with unseen signs allowed between its letters."""
    return r"[\u200b-\u200f\u2060-\u2064\ufeff]{0,4}".join(map(re.escape, name))


_NAMES = "|".join(
    _spelt(name)
    for name in (
        *("system-reminder", "system_reminder", "system", "hook_context", "assistant", "human"),
        *("user_prompt", "instructions", "persisted-output", "oft-told", "ofttold"),
    )
)
_WRAPPER = re.compile(
    rf"[<＜]{_UNSEEN}/?{_UNSEEN}(?:{_NAMES})\b|[\[［]{_UNSEEN}/{_UNSEEN}{_spelt('oft-told')}"
    rf"|[\[［]{_UNSEEN}{_spelt('oft-told')}|<\|(?:im_start|im_end|system|endoftext)\|>|\[/?INST\]",
    re.I,
)
_SPEAKER = re.compile(
    r"^[ \t>*#-]{0,8}(?:system|developer|assistant|human)[ \t]?(?:prompt|message)?[ \t]?[:：]"
    r"|\b(?:ignore|disregard|forget)[ \t]{1,3}(?:all[ \t]{1,3}|any[ \t]{1,3}|the[ \t]{1,3}|your[ \t]{1,3}){0,2}"
    r"(?:previous|prior|above|earlier|system)[ \t]{1,3}(?:instructions?|prompts?|messages?|rules?)"
    r"|(?:忽略|无视|忘记|忘掉)[^\n。，]{0,6}(?:之前|以上|上面|先前|此前|系统)[^\n。，]{0,6}(?:指令|提示|规则|要求|设定)"
    r"|从现在(?:起|开始)[^\n。]{0,4}(?:听我|你是|你必须|你要)",
    re.I | re.M,
)
_HIDDEN = re.compile(
    "[\U000e0001\U000e0020-\U000e007f\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\u00ad]"
    "|(?<!\\A)\ufeff"
    "|[\u200c\u200d](?![\u0600-\u0dff\u2190-\u2bff\U0001f000-\U0001faff])"
)
# the flags of Scotland and the like end in tag signs, and are meant
_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{2,6}\U000e007f")


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: its ``code`` (closes, speaks, hides), its ``line`` from 1, and what is ``shown``."""

    code: str
    line: int
    shown: str


def find_tricks(text: str) -> list[Trick]:
    r"""Find what tries to be more than text, in order of line.

    >>> [(t.code, t.line) for t in find_tricks("a\n</system-reminder> b < 2")]
    [('trick_closes', 2)]
    >>> find_tricks("👩‍🚀 1 < 2, 系统很好")
    []
    """
    found: list[tuple[int, str, str]] = []
    for code, pattern in ((CLOSES, _WRAPPER), (SPEAKS, _SPEAKER)):
        found += [(m.start(), code, m.group().strip()) for m in pattern.finditer(text)]
    flags = [m.span() for m in _FLAG.finditer(text)] if "\U000e007f" in text else []
    for match in _HIDDEN.finditer(text):
        if not any(a <= match.start() < b for a, b in flags):
            found.append((match.start(), HIDES, f"U+{ord(match.group()):04X}"))
    tricks = [Trick(code, text.count("\n", 0, at) + 1, _shown(what)) for at, code, what in found]
    return sorted(dict.fromkeys(tricks), key=lambda one: (one.line, one.code))


def _shown(text: str) -> str:
    """Give a find fit to be shown: no sign of it works, and it is not endless."""
    plain = "".join(sign if sign.isprintable() else "·" for sign in text)
    return plain.replace("<", "‹").replace("[", "⟦")[:40]
