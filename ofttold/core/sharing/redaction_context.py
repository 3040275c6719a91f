"""Secrets that only their label gives away: ``password = …``, ``密码：…``, ``--token …``.

Grammar, around a label word (``password``, ``token``, ``密钥`` …)::

    name   = words before and after the label, joined by _ - . or capitals; its last word decides
    tail   = closing quotes, a note in parentheses, then a sign (= : ： is 是 为 | -> …)
    value  = quoted text, or a run without blanks, quotes, Han text and full-width signs

Knows labels and signs in both languages. What makes a value believable stands in
redaction_values.py. Every look to either side is bounded, so the time over a text is linear.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ofttold.core.sharing.redaction_values import Label, believable
from ofttold.core.sharing.redaction_words import NOISE, PLAIN_KEYS, PLAIN_TOKENS, SECRET_KEYS

Span = tuple[int, int, str]

MOST_NAME = 64  # characters of a name looked at on either side of a label
MOST_QUOTED = 4096  # characters between two quotes
_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LABEL = re.compile(
    r"pass(?:word|wd|phrase|code)|(?<![a-z])pass(?![a-z])|pwd|(?<![a-z])pw(?![a-z])|secret|token|key|credential"
    r"|(?<![a-z])pin(?![a-z])"
    r"|密码|密碼|口令|密钥|密鑰|秘钥|密匙|金鑰|私钥|私鑰|令牌|权杖|權杖|凭证|凭据|憑證|授权码|授權碼|访问码|提取码|通行码|暗号",
    re.I,
)
_AFTER = re.compile(rf"[A-Za-z0-9_-]{{0,{MOST_NAME}}}")
_BACKWARDS = re.compile(r"[A-Za-z0-9_.-]*")
_WORD_BEFORE = re.compile(r"([A-Za-z]{1,16})[ ]\Z")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_TAIL = re.compile(
    r"[\\\"'`”’」』*_\]]{0,4}"
    r"(?:[ ]?[(（][^()（）\n]{0,24}[)）])?"
    r"(?:[ \t]{1,2}(?:for|of|to|on|in)[ \t]{1,2}[\w.@-]{1,24})?"
    r"(?P<sign>[\"'\\]{0,2}[ \t]{0,2},?\s{0,24}[\"'\\]{0,2}\b[Vv]alue[\"'\\]{0,2}[ \t]{0,4}[:=][ \t]{0,4}"
    r"|[ \t]{0,8}(?:=>|->|→|:=|={1,3}|[:：＝]=?|>)[ \t]{0,8}"
    r"|[ \t]{1,8}\|[ \t]{1,8}"
    r"|[ \t]{1,4}(?:is|was|are)[ \t]?:?[ \t]{1,4}"
    r"|[ \t]{0,4}(?:还是|就是|是|为|為|改成了?|改为|设为|设成|换成了?|变成|叫)[ \t]{0,2}[:：]?[ \t]{0,2}"
    r"|[ \t]{0,2}[(（]"
    r"|[ \t]{1,4}|(?=[!-~“‘「]))",
    re.ASCII,
)
_NEXT_LINE = re.compile(r"(?:\r?\n[ \t>]{0,12}){1,2}(?:[-*] |```\w{0,8}\r?\n[ \t>]{0,12})?")
_OPEN = re.compile(r"(?:[@bruf]{0,2}(?P<quote>\\?[\"'`“‘「『]|\*\*))")
_CLOSE = {"“": "”", "‘": "’", "「": "」", "『": "』"}
_STOPS = rf"\s\"'`<>|，。；：！？、（）“”‘’「」『』《》【】…\u2588\uff00-\uff0f{_HAN}"
_VALUE = re.compile(rf"[^{_STOPS}]{{1,512}}")
_REST = re.compile(rf"[^{_STOPS}]*")
_NEXT_PAIR = re.compile(r"[&,;][A-Za-z_][\w.-]{0,40}[=:]", re.ASCII)
_TRAILING = ",;.)]}*_:\\"


def find_labelled(text: str) -> list[Span]:
    """Give (start, end, kind) of every believable value that stands behind a label."""
    found: list[Span] = []
    done = 0
    for match in _LABEL.finditer(text):
        if match.start() < done:
            continue
        name_end, label = _name(text, match)
        done = max(done, name_end)
        if label is None:
            continue
        span = _value(text, name_end, label)
        if span is not None:
            found.append(span)
            done = span[1]
    return found


def _name(text: str, match: re.Match[str]) -> tuple[int, Label | None]:
    """Read the whole name around a label word; give where it ends and what it labels."""
    word = match.group()
    if not word.isascii():
        return match.end(), label_of_han(word)
    after = _AFTER.match(text, match.end())
    end = after.end() if after else match.end()
    head = text[max(0, match.start() - MOST_NAME) : match.start()]
    before = _BACKWARDS.match(head[::-1])
    name = (before.group()[::-1] if before else "") + text[match.start() : end]
    if name.lower() in ("key", "secret", "token", "pass"):
        word_before = _WORD_BEFORE.search(head)
        if word_before is not None:
            name = f"{word_before.group(1)}_{name}"
    option = name.startswith("--")
    return end, label_of(name.strip("-_."), option=option)


def label_of_han(word: str) -> Label:
    """Give the label a Chinese word is."""
    if word in ("密码", "密碼", "口令", "通行码", "提取码", "访问码", "暗号"):
        return Label("password", han=True)
    if word in ("凭证", "凭据", "憑證", "授权码", "授權碼"):
        return Label("weak", han=True)
    return Label("secret", han=True)


_PASSWORDS = ("password", "passwd", "passphrase", "passcode", "pwd")


@lru_cache(maxsize=4096)
def label_of(name: str, *, option: bool = False) -> Label | None:
    """Give what a name labels, None for names such as ``public_key`` or ``max_tokens``.

    >>> label_of("DB_PASSWORD_PROD").strength, label_of("clientSecret").strength
    ('password', 'secret')
    >>> label_of("cache_key"), label_of("tokenCount"), label_of("author")
    (None, None, None)
    """
    words = [word.lower() for word in _WORDS.findall(name)]
    while len(words) > 1 and (words[-1].isdigit() or words[-1] in NOISE):
        words.pop()
    if not words:
        return None
    strength = _strength(words[-1], words[-2] if len(words) > 1 else "")
    if strength is None:
        return None
    shout = name.isupper() and "_" in name
    return Label(strength, option=option, shout=shout)


def _strength(last: str, before: str) -> str | None:
    if last == "passphrase":
        return "phrase"
    if last.endswith(_PASSWORDS) or last in ("pw", "dbpass"):
        return "password"
    if last == "pass":
        return "pass"
    if last == "pin":
        return "pin"
    if last.endswith("secret") or last in ("secrets",):
        return "secret"
    if last.endswith("token"):
        return None if before in PLAIN_TOKENS else "secret"
    if last.endswith(("credential", "credentials")):
        return "weak"
    if last.endswith("key"):
        return _strength_of_key(last.removesuffix("key") or before)
    return None


def _strength_of_key(which: str) -> str | None:
    if which in PLAIN_KEYS or not which:
        return None
    if which in SECRET_KEYS or which.endswith(("api", "secret", "access", "auth", "private")):
        return "secret"
    return "weak"


def _value(text: str, at: int, label: Label) -> Span | None:
    """Read what stands behind a name; give its span if it is believable as a secret."""
    tail = _TAIL.match(text, at)
    if tail is None:
        return None
    sign = tail.group("sign").strip()
    start = tail.end()
    soft = not sign or sign in "(（|>"
    if sign == ">" and not _is_tag(text, at):
        return None
    if start < len(text) and text[start] in "\r\n":
        line = _NEXT_LINE.match(text, start)
        if line is None or not sign:
            return None
        start, soft = line.end(), True
    opened = _OPEN.match(text, start)
    if opened is not None:
        return _quoted(text, opened, label, soft)
    if not sign and not (label.han or label.option):
        return None
    return _unquoted(text, start, label, sign, soft)


def _is_tag(text: str, at: int) -> bool:
    """Tell whether the name that ends here stands in ``<name>``."""
    return "<" in text[max(0, at - MOST_NAME) : at]


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
    value = run.group()
    pair = _NEXT_PAIR.search(value)
    if pair is not None:
        value = value[: pair.start()]
    value = value.rstrip(_TRAILING)
    end = start + len(value)
    behind = text[end : end + 8]
    if not believable(value, label, quoted=False, soft=soft, behind=behind, sign=sign):
        return None
    if pair is None and end == run.end():
        rest = _REST.match(text, end)
        end = rest.end() if rest else end
    return start, end, label.kind
