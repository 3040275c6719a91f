"""A person's own sentence made into a card: its title, and whether it is about them.

Knows the words by which people ask for remembering and speak of themselves; guesses nothing else.
"""

from __future__ import annotations

import re

LONGEST_TITLE = 40  # characters of a title taken from a sentence; ours
_ASKING = re.compile(
    r"^(?:请|麻烦)?(?:你)?(?:帮我)?(?:记住|记一下|记下来?|记着|别忘了)(?:一下)?[，,：:\s]*"
    r"|^(?:please\s+)?(?:remember|note|keep in mind)(?:\s+that)?[,:\s]+",
    re.IGNORECASE,
)
_END = re.compile(r"[。！？!?；;\n]|\.(?:\s|$)")
_SOFT_END = re.compile(r"[，,、：:—]|\s[-–]\s")
_ABOUT_ME = re.compile(
    r"我(?!们)(?:的|是|叫|在|住|有|喜欢|爱|讨厌|不喜欢|习惯|偏好|偏爱|更喜欢|希望|想要|不想|不吃|不用|用|常|总|一般|通常|从不)"
    r"|关于我|叫我|称呼我|\bI(?:'m| am|'d| prefer| like| love| hate| dislike| use| always| never| usually| work| live| speak)\b"
    r"|\bmy\b|\bcall me\b",
    re.IGNORECASE,
)
_OF_THE_PROJECT = re.compile(
    r"(?:这个|本|该)(?:项目|仓库|工程|库)|我们(?:项目|仓库|组|团队)|\b(?:this|the|our) (?:project|repo|repository|codebase)\b",
    re.IGNORECASE,
)


def without_asking(text: str) -> str:
    """Leave out the words that only ask for remembering.

    >>> without_asking("记住：提交信息用英文"), without_asking("Remember that tests run offline")
    ('提交信息用英文', 'tests run offline')
    """
    return _ASKING.sub("", text.strip(), count=1).strip() or text.strip()


def title_of(text: str) -> str:
    """Take a title from a sentence: its first clause, at most 40 characters, cut at a seam.

    >>> title_of("提交信息用英文，标题不超过 50 字。正文随意"), title_of("x" * 60)
    ('提交信息用英文，标题不超过 50 字', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…')
    """
    first = " ".join(_END.split(text.strip(), maxsplit=1)[0].split())
    if len(first) <= LONGEST_TITLE:
        return first
    seams = [found.start() for found in _SOFT_END.finditer(first) if found.start() <= LONGEST_TITLE]
    if seams and seams[-1] >= 4:
        return first[: seams[-1]].strip()
    head = first[: LONGEST_TITLE - 1]
    words = head.rpartition(" ")[0]
    return (words if len(words) >= LONGEST_TITLE // 2 else head).strip() + "…"


def is_about_me(text: str) -> bool:
    """Tell whether the sentence is about the person, not about the project.

    >>> is_about_me("我喜欢简短的回答"), is_about_me("我们项目用 pnpm"), is_about_me("用 pnpm")
    (True, False, False)
    """
    return _OF_THE_PROJECT.search(text) is None and _ABOUT_ME.search(text) is not None
