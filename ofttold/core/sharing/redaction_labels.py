"""Names that announce a secret: ``DB_PASSWORD``, ``clientSecret``, ``--token``, ``密码``.

A name is the label word with the words before and after it, joined by _ - . or capitals; its last
word decides. Knows names in both languages; what stands behind one, redaction_context.py reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ofttold.core.later import later
from ofttold.core.sharing.redaction_values import Label
from ofttold.core.sharing.redaction_words import (
    LABEL_STEMS,
    NOISE,
    PASS_OF,
    PASSING,
    PLAIN_KEYS,
    PLAIN_TOKENS,
    PLAIN_WORDS,
    SECRET_KEYS,
)

MOST_NAME = 64  # characters of a name looked at on either side of a label
_LABEL = later(
    r"pass(?:word|wd|[ _-]?phrase|code|(?![a-z]))|pwd|pw(?![a-z])|psk(?![a-z])|pin(?:码|(?![a-z]))"
    r"|secret|scratch[ _-]?codes?(?![a-z])|salt(?![a-z])|sk(?![a-z-])|token|key|credential|masterauth"
    r"|auth(?:[ _-]?codes?)?(?![a-z])|ak(?![a-z-])|(?:otp|2fa|mfa)[ _-]?seed(?![a-z])|recovery[ _-]?codes?(?![a-z])|backup[ _-]?codes?(?![a-z])"
    r"|identified(?: with [\w\"'`]{1,40})? by(?: password)?(?![a-z])"
    r"|密[ \u3000]{0,2}[码碼]|口[ \u3000]{0,2}令|密钥|密鑰|秘钥|密匙|金鑰|私钥|私鑰|令牌|权杖|權杖|凭证|凭据|憑證|授权码|授權碼|访问码|提取码|通行码|暗号"
    r"|恢复码|恢復碼|备用码|备份码|密保答案"
)
_SHORT = frozenset(("pw", "psk", "pin", "auth", "ak", "sk"))  # none of them ends another word
_ASCII_LOWER = {upper: upper + 32 for upper in range(65, 91)}
_AFTER = later(rf"[A-Za-z0-9_-]{{0,{MOST_NAME}}}")
_BACKWARDS = later(r"[A-Za-z0-9_.-]*")
_WORD_BEFORE = later(r"([A-Za-z]{1,16})[ ]\Z")
_WORDS = later(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PASSWORDS = ("password", "passwd", "passphrase", "passcode", "pwd")


def find_names(text: str) -> Iterator[tuple[int, int, Label]]:
    """Give (start, end, label) of every name that announces a secret, in order; none overlap."""
    low = text.lower()
    if len(low) != len(text):
        low = text.translate(_ASCII_LOWER)
    done = 0
    for at in sorted({at for stem in LABEL_STEMS for at in _places(low, stem)}):
        match = _LABEL.match(low, at) if at >= done else None
        if match is None:
            continue
        start, end = match.span()
        if match.group() in _SHORT and low[start - 1 : start].isalpha() and start:
            continue
        done, label = _name(text, start, end)
        if label is not None:
            yield start, done, label


def _places(text: str, stem: str) -> Iterator[int]:
    at = text.find(stem)
    while at >= 0:
        yield at
        at = text.find(stem, at + 1)


def _name(text: str, start: int, end: int) -> tuple[int, Label | None]:
    """Read the whole name around a label word; give where it ends and what it labels."""
    word = text[start:end]
    low = word.lower()
    if not word.isascii():
        return end, label_of_han(low)
    if low.startswith("identified"):
        return end, Label("password" if word.isupper() else "pass")
    if low.endswith("seed"):
        return end, Label("secret")
    if low.endswith(("code", "codes")) and not low.startswith("pass"):
        return end, Label("weak" if low.startswith("auth") else "code")
    after = _AFTER.match(text, end)
    stop = after.end() if after else end
    head = text[max(0, start - MOST_NAME) : start]
    before = _BACKWARDS.match(head[::-1])
    name = (before.group()[::-1] if before else "") + text[start:stop]
    if name.lower() in ("key", "secret", "token", "pass"):
        word_before = _WORD_BEFORE.search(head)
        if word_before is not None:
            name = f"{word_before.group(1)}_{name}"
    return stop, label_of(name.strip("-_."), option=name.startswith("-"))


def label_of_han(word: str) -> Label:
    """Give the label a Chinese word is."""
    word = word.replace(" ", "").replace("\u3000", "")
    if word in ("密码", "密碼", "口令", "通行码", "提取码", "访问码", "暗号", "密保答案"):
        return Label("password", han=True)
    if word == "pin码":
        return Label("pin", han=True)
    if word in ("恢复码", "恢復碼", "备用码", "备份码"):
        return Label("code", han=True)
    if word in ("凭证", "凭据", "憑證", "授权码", "授權碼"):
        return Label("weak", han=True)
    return Label("secret", han=True)


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
    if last in ("passphrase", "phrase"):
        return "phrase"
    if last.endswith(_PASSWORDS) or last in ("pw", "passwords"):
        return "password"
    if last == "pass":
        if before in PASSING:
            return None
        return "pass" if before in ("", "the", "a", "user") else "password"
    if last.endswith("pass") and last.removesuffix("pass") in PASS_OF:
        return "password"
    if last in ("psk", "masterauth"):
        return "password"
    if last in ("auth", "salt", "sk", "ak"):
        return "weak"
    if last == "pin":
        return "pin"
    if last.endswith(("secret", "secrets")):
        return "secret"
    if last.endswith("token"):
        return None if before in PLAIN_TOKENS else "secret"
    if last.endswith(("credential", "credentials")):
        return "weak"
    if last == "key" and before in PLAIN_WORDS:
        return "jumble"
    if last.endswith("key"):
        return _strength_of_key(last.removesuffix("key") or before)
    return None


def _strength_of_key(which: str) -> str | None:
    if which in PLAIN_KEYS or not which:
        return None
    if which in SECRET_KEYS or which.endswith(("api", "secret", "access", "auth", "private")):
        return "secret"
    return "weak"
