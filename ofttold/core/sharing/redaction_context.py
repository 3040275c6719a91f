"""Secrets that only their label gives away: ``password = …``, ``密码：…``, ``--token …``.

Grammar, around a label word (``password``, ``token``, ``密钥`` …)::

    name   = see redaction_labels.py
    tail   = closing quotes, a note in parentheses, then a sign (= : ： is 是 为 | -> …)
    value  = quoted text, or a run without blanks, quotes, Han text and full-width signs

Knows labels and signs in both languages. What makes a value believable stands in
redaction_values.py. Every look to either side is bounded, so the time over a text is linear.
"""

from __future__ import annotations

import re

from ofttold.core.later import later
from ofttold.core.sharing.redaction_labels import find_names
from ofttold.core.sharing.redaction_spelling import is_strong, is_telling
from ofttold.core.sharing.redaction_values import Label, believable

Span = tuple[int, int, str]

MOST_CALL = 80  # characters before a name in which its call may begin
MOST_QUOTED = 4096  # characters between two quotes
_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TAIL = later(
    r"(?:['’]s(?=[ ]))?[\\\"'`”’」』】*_\]]{0,4}"
    r"(?:[ ]?[(（](?![ \t]?[\"'@])[^()（）\n]{0,24}[)）])?"
    r"(?:[ \t]{1,2}(?:for|of|to|on|in)[ \t]{1,2}(?:the[ ])?(?:user(?:name)?[ ])?[\"'`]?[\w.@-]{1,24}[\"'`]?(?=[ \t]{0,4}(?:[:：=＝]|is|was)))?"
    r"(?P<sign>[\"'\\]{0,2}[ \t]{0,2}(?:,|[:=][ \t]{0,2}\{)?\s{0,24}[\"'\\]{0,2}\b[Vv]alue[\"'\\]{0,2}[ \t]{0,4}[:=][ \t]{0,4}"
    r"|[ \t]{0,2}\{[ \t\r\n]{0,24}(?:[^{}\n]{0,80}\n[ \t]{0,24}){0,3}default[ \t]{0,4}=[ \t]{0,4}"
    r"|[ \t]{0,2}[:?]{1,2}[ \t]{0,2}[A-Za-z_][\w.<>\[\]|? ]{0,40}?[ \t]{0,4}=(?!=)[ \t]{0,4}"
    r"|[ \t]{0,8}:?=[ \t]{0,4}\(\s{0,40}(?=[\"'])"
    r"|[ \t\u3000\xa0]{0,8}(?:=>|->|<-|→|—|–|:=|={1,3}|[:：＝]=?(?:\*\*|__)(?=[ \t`\"'])|[:：＝]=?|>)[ \t\u3000\xa0]{0,8}"
    r"|[ \t]{1,4}--?(?:body|value|secret|data|string|secret-string|password)[ =][ \t]{0,2}"
    r"|[ \t]{0,2},[ \t]{0,4}(?=[\"'])"
    r"|[ \t]{1,20}-{2,8}[ \t]{1,8}"
    r"|[ \t]{1,8}\|[ \t]{1,8}"
    r"|[ \t]{1,4}(?:is|was|are|to|as|becomes|became|will be|has been set to|set to|changed to|reset to)[ \t]?:?[ \t]{1,4}"
    rf"|[{_HAN}]{{1,6}}[ \t]{{0,2}}[:：＝，]?[ \t]{{0,2}}(?=[!-~])"
    r"|[ \t]{0,4}(?:[已都又先就还应该现在目前暂时当前]{0,4}(?:重置|修改|更新|更改|变更|设置|设定|重设|调整|改|换|设|变|定|写|填)?(?:成|为|為|是|作)了?"
    r"|叫|填写?|[:：]?用的?是?)[ \t]{0,2}[:：]?[ \t\u3000\xa0]{0,2}"
    r"|[ \t]{0,2}[(（]|[，,](?=[!-~])"
    r"|[ \t]{1,4}[0-9][ \t]{1,4}(?=[!-~])"
    r"|[ \t\u3000\xa0]{1,4}|(?=[!-~“‘「]))",
    re.ASCII,
)
_SPOKEN = frozenset(("to", "as", "\u2014", "\u2013", *"0123456789"))  # no signs of an assignment
_SAID = later(
    rf"[{_HAN}]{{1,6}}[ \t]{{0,2}}[:：＝，]?\Z|[，,]\Z"
)  # words between a Han label and its value
_SAYS = later(
    r"(?:[是为為叫]|用的?是?|填写?|(?:成|作)了?)[ \t]{0,2}[:：]?\Z"
)  # verbs that say what it is
_ABOUT = later(
    "加密|解密|哈希|散列|派生|校验|验证|检查|管理|存储|传输|强度|规则|库"
)  # 密码加密用 bcrypt2
_ARN = later(r"arn:[\w-]{1,20}:secretsmanager:[^\s]{0,60}\Z", re.ASCII)  # a secret's address
_CALL = later(r"\([ \t]?[\"'][^\"'\n()]{1,64}\Z")
_NEXT_LINE = later(
    r"(?:[>|][+-]?[0-9]?[ \t]{0,4}(?=\r?\n))?(?:\r?\n[ \t>]{0,12}){1,2}(?:[-*] |```\w{0,8}\r?\n[ \t>]{0,12})?"
)
_OPEN = later(
    r"(?:[@bruf]{0,2}(?:\"(?='[^'\"\n]{1,200}'\")|'(?=\"[^'\"\n]{1,200}\"'))?(?P<quote>\"{3}|'{3}|\\?[\"'`“‘「『【《]|\*\*))"
)
_CLOSE = {"“": "”", "‘": "’", "「": "」", "『": "』", "【": "】", "《": "》"}
_WRAPS = later(r"<!\[CDATA\[|!!?[a-z]{1,12}[ \t]+|&[A-Za-z]\w{0,20}[ \t]+", re.ASCII)
_STOPS = rf"\s\"'`<>|，。；：！？、（）“”‘’「」『』《》【】…\u2588\uff00-\uff0f{_HAN}"
_VALUE = later(rf"[^{_STOPS}]{{1,512}}")
_PHRASE_RUN = later(r"(?:[a-z]{3,10}[ ]){3,9}[a-z]{3,10}(?=[.]?[ \t]*\r?(?:\n|\Z))")
_PROSE = later(
    r"\b(?:the|and|for|are|not|with|your|from|have|use|must|this|that|any|words?|long)\b"
)
_REST = later(rf"[^{_STOPS}]*")
_NEXT_PAIR = later(r"[&,;][A-Za-z_][\w.-]{0,40}[=:]", re.ASCII)
_TRAILING = ",;.)]}*_:\\"


def find_labelled(text: str) -> list[Span]:
    """Give (start, end, kind) of every believable value that stands behind a label."""
    found: list[Span] = []
    done = 0
    for start, end, label in find_names(text):
        if start < done:
            continue
        span = _value(text, end, label)
        if span is not None:
            found.append(span)
            done = span[1]
    return found


def _value(text: str, at: int, label: Label) -> Span | None:
    """Read what stands behind a name; give its span if it is believable as a secret."""
    tail = _TAIL.match(text, at)
    if tail is None or _ARN.search(text, max(0, at - MOST_CALL), at):
        return None
    sign = tail.group("sign").strip()
    if label.han and _ABOUT.match(sign):
        return None
    start = tail.end()
    said = _SAID.match(sign) is not None and _SAYS.search(sign) is None
    soft = not sign or sign in "(（|>," or sign.isdigit() or said
    if (sign == "," and not label.shout and not _is_call(text, at)) or (
        tail.end() == at and not label.han
    ):
        return None
    if sign == ">" and not _is_tag(text, at):
        return None
    wrap = _WRAPS.match(text, start) if sign[-1:] in (":", ">") else None
    start = wrap.end() if wrap else start
    if start < len(text) and text[start] in "\r\n|>":
        line = _NEXT_LINE.match(text, start)
        if line is None or not sign:
            return None
        start = line.end()
        soft = sign[-1:] not in ("=", ":") or _OPEN.match(text, start) is None
    opened = _OPEN.match(text, start)
    if opened is not None:
        soft = soft and not (label.han and not sign)
        span = _quoted(text, opened, label, soft)
        told = span is not None and any(map(str.isdigit, text[span[0] : span[1]]))
        return span if sign != "," or told else None
    return _unquoted(text, start, label, sign, soft)


def _stands_alone(value: str, label: Label) -> bool:
    """Tell whether a value is telling enough to follow a label in a sentence (``with password …``)."""
    return is_telling(value) if label.kind == "password" else not value.isalpha()


def _is_call(text: str, at: int) -> bool:
    """Tell whether the quoted name that ends here is the first thing in a call: ``define('NAME',``."""
    return _CALL.search(text[max(0, at - MOST_CALL) : at]) is not None


def _is_tag(text: str, at: int) -> bool:
    """Tell whether the name that ends here stands in ``<name>``."""
    return "<" in text[max(0, at - MOST_CALL) : at]


def _quoted(text: str, opened: re.Match[str], label: Label, soft: bool) -> Span | None:
    quote, start = opened.group("quote"), opened.end()
    close = _CLOSE.get(quote, quote)
    end = text.find(close, start, start + MOST_QUOTED)
    line_end = text.find("\n", start, start + MOST_QUOTED)
    if end < 0 or 0 <= line_end < end:
        return None
    if believable(text[start:end], label, quoted=True, soft=soft, behind=text[end : end + 8]):
        return start, end, label.kind
    return None


def _unquoted(text: str, start: int, label: Label, sign: str, soft: bool) -> Span | None:
    run = _VALUE.match(text, start)
    if run is None:
        return None
    if label.strength == "phrase":
        words = _PHRASE_RUN.match(text, start)
        if words is not None and not _PROSE.search(words.group()):
            return start, words.end(), label.kind
    value = run.group()
    pair = _NEXT_PAIR.search(value)
    if pair is not None:
        value = value[: pair.start()]
    value = value.rstrip(_TRAILING)
    end = start + len(value)
    behind = text[end : end + 8]
    bare = (not sign and not label.option) or sign in _SPOKEN
    if bare and not (label.han or label.shout) and not _stands_alone(value, label):
        return None
    if soft and label.han and sign and not (is_telling(value) and is_strong(value)):
        return None
    if not believable(value, label, quoted=False, soft=soft, behind=behind, sign=sign):
        return None
    if pair is None and end == run.end():
        rest = _REST.match(text, end)
        end = rest.end() if rest else end
    return start, end, label.kind
