"""What makes the text behind a label believable as a secret, and what gives it away as none.

Knows values only: letters, digits, signs, words people put where a secret will stand. The label's
strength says how much a value must show. Nothing here looks at the text around.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from math import log2

from ofttold.core.later import later
from ofttold.core.sharing.redaction_rules import MOST_SPELT, is_jumble
from ofttold.core.sharing.redaction_spelling import (
    is_drawn,
    is_strong,
    is_telling,
    spelt_share,
)
from ofttold.core.sharing.redaction_words import COMMON_PASSWORDS, NO_SECRET, is_stand_in

LEAST_PASSWORD = 4  # characters
LEAST_SECRET = 8  # characters of a token or key behind its label
LEAST_WEAK = 16  # characters behind a label that is often innocent, such as KEY
LEAST_PLAIN_KEY = 24  # characters in a row by lot behind ``key`` and no other word
LEAST_DRAWN_KEY = 12  # letters by lot behind such a label
LEAST_WORDLESS = 16  # characters in a row without a digit that can be no word
MOST_JUDGED = 128  # characters of a value that are looked at; more tell nothing more
LEAST_DENSE = 40  # characters of a value that is a secret by its mixture alone
DENSE_ENTROPY = 4.5  # bits a character, in such a value
LEAST_ENTROPY = 2.8  # bits a character, behind such a label
_KINDS = {
    "password": "password",
    "pass": "password",
    "pin": "password",
    "phrase": "password",
    "code": "recovery_code",
    "jumble": "labelled_secret",
    "secret": "labelled_secret",
    "weak": "labelled_secret",
}


_STAND_IN_WORD = later(
    r"(?i)example|your[-_ ]|placeholder|change[-_]?(?:me|it|this)|replace[-_]|redacted|insert[-_]|dummy|xxxx|not[-_](?:a|set|the|needed)"
    r"|<[^<>]*>|\{[A-Za-z_][\w.]*(?:![rsa])?(?::[^{}]{0,20})?\}|\.\.\.|…|\bTODO\b|\*{3}"
)
_CODE = later(
    r"[A-Z][A-Za-z0-9]{2,60}(?:Key|Token|Secret|Password|Types?|Config|Field|Provider|Manager)\Z|"
    r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+(?:[(\[].*)?\Z"
    r"|[A-Za-z_$][\w$.:]*[(\[].*\Z|@[A-Za-z][a-z]*(?:[A-Z][a-z]+)*(?:[./]\w+)*\Z|![a-z]+\Z|&'?[a-z]+\Z",
    re.ASCII,
)
_VARIABLE = later(
    r"%[A-Za-z_]\w*%.*|[$]\{?\(?[A-Za-z_][\w.:-]*[^\s]{0,40}|\$\(.*|\$\{\{?.*|\{\{.*\}\}|\{[A-Za-z_][\w.]*\}|%[sdrv]\b.*|<.*|\[[A-Za-z_].*\]|%\(.*",
    re.ASCII,
)
_PATHISH = later(
    r"(?:~|\.{1,2})?/[\w.~-]+(?:/[\w.~-]*)*\Z|[A-Za-z]:[\\/].*|(?:[\w-]+/)+[\w-]+\.[a-z]{2,5}\Z|[\w.-]+\.(?:pem|key|crt|txt|json|ya?ml|toml|env|md|py|js|ts|go|rs|java|html?|csv|pub|p12|jks|asc|gpg)\Z",
    re.ASCII,
)
_IDENTIFIER = later(r"[A-Za-z_][A-Za-z0-9_]*\Z", re.ASCII)
_WORDS = later(r"[A-Za-z]+(?:[-_.' /][A-Za-z]+)*[.!?:,;]{0,3}\Z", re.ASCII)
_WORD_AND_NUMBER = later(r"[A-Za-z]{2,}[-_.]?v?[0-9]{1,2}\Z", re.ASCII)
_QUANTITY = later(r"[0-9][0-9.,:/x×*~+-]*\s?(?:[A-Za-z]{1,6}|%)?\Z")
_DATE = later(r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?:[T ][0-9:.+Z-]*)?\Z")
_VERSION = later(r"v?[0-9]+(?:\.[0-9]+){1,3}(?:[-+.]?[a-z]+[0-9.]*)?\Z", re.I)
_HASH = later(r"(?:sha[0-9]{1,3}|md5)[-:=$].*\Z", re.I)
_SPACED = later(r"(?=.{8,40}\Z)(?=[^@#$%^&*!+=]*[@#$%^&*!+=]\w)\S+(?: \S+){1,3}\Z")
_DIGIT = later(r"[0-9]")
_SIGN = later(r"[\W_]")
_PHRASE = later(
    r"(?!.*\b(?:must|the|is|should|at least)\b)[a-z]{3,12}(?:[ -][a-z]{3,12}){2,9}\Z", re.I
)
_SWITCH = later(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_VOWEL = later(r"[aeiouAEIOU]")
_RULE_WORDS = later("[位个次字符长度至少必须应请勿不]")
_SEGMENT = later(r"[A-Za-z0-9]+")
_CODES = later(r"[A-Za-z0-9]{3,12}(?:-[A-Za-z0-9]{3,12}){1,7}\Z|[A-Za-z0-9]{8,32}\Z")


@dataclass(frozen=True, slots=True)
class Label:
    """What a name labels: how much a value must show (``strength``), and how the name stood.

    ``han``: a Chinese word, which needs no sign behind it; ``option``: a ``--name``; ``shout``: an
    environment variable such as DB_PASSWORD.
    """

    strength: str
    han: bool = False
    option: bool = False
    shout: bool = False

    @property
    def kind(self) -> str:
        """Give the name of the kind a person sees."""
        return _KINDS[self.strength]


def believable(
    value: str, label: Label, *, quoted: bool, soft: bool, behind: str = "", sign: str = ""
) -> bool:
    """Tell whether a value is believable as the secret its label announces.

    ``soft``: only a blank, a parenthesis, a table's bar or a new line stood between, so the value
    must show more. ``behind`` is the text right after it, ``sign`` what stood between.
    """
    if "\u2588" in value or (len(value) > MOST_JUDGED and " " in value):
        return False
    value = value[:MOST_JUDGED]
    if label.strength == "pin":
        shows = value.isdigit() and 4 <= len(value) <= 12 and (label.han or not soft)
    elif label.strength == "jumble":
        shows = any(is_jumble(part, LEAST_PLAIN_KEY) for part in _SEGMENT.findall(value))
    elif label.strength == "code":
        shows = _CODES.match(value) is not None and any(map(str.isdigit, value))
    elif label.kind == "password" and quoted and _is_phrase(value, label):
        shows = True
    elif (
        (not soft or (label.kind == "password" and _BOTH_CASES.match(value)))
        and (sign[-1:] in _SIGNS or sign in ("is", "was", "to"))
        and _is_drawn_password(value, loosely=label.kind == "password" and not soft)
    ):
        whole = quoted or not value.isalpha() or value.islower()  # else a class may be named so
        shows = label.strength != "weak" or (whole and len(value) >= LEAST_DRAWN_KEY)
    elif label.strength in ("password", "pass", "phrase"):
        weak = soft or label.strength == "pass"
        shows = _is_password(value, label, quoted=quoted, weak=weak, behind=behind, sign=sign)
    else:
        shows = _is_secret(value, weak=label.strength == "weak", quoted=quoted, soft=soft)
    return shows and not _gives_itself_away(value, behind, quoted=quoted)


def _gives_itself_away(value: str, behind: str, *, quoted: bool) -> bool:
    """Tell a variable, a path, code, a date, or a word that only stands where a secret will."""
    if len(value) < LEAST_PASSWORD or behind.startswith("\u2588"):
        return True
    if value.lower().strip(".,!?") in NO_SECRET or is_stand_in(value) or "://" in value:
        return True
    if len(set(value)) == 1 or _STAND_IN_WORD.search(value):
        return True
    if any(p.match(value) for p in (_DATE, _VERSION, _HASH, _PATHISH)):
        return True
    if _VARIABLE.fullmatch(value):
        return True
    return not quoted and (_CODE.match(value) is not None or behind.startswith("("))


def _is_password(
    value: str, label: Label, *, quoted: bool, weak: bool, behind: str, sign: str
) -> bool:
    letters, digits, signs = _count(value)
    if weak and label.strength != "pass" and is_telling(value) and is_strong(value):
        return True
    if " " in value or "\t" in value:
        return quoted and not weak and bool(digits) and _SPACED.match(value) is not None
    if not letters:
        return _is_number_password(value, label, weak=weak, quoted=quoted, behind=behind)
    if not value.isascii() and _RULE_WORDS.search(value):
        return False
    if digits:
        named = not quoted and not label.han
        wordy = named and "_" in value and digits <= 2 and _IDENTIFIER.match(value)
        if wordy and not is_drawn(value):
            return False
        if weak and (len(value) < 6 or (_WORD_AND_NUMBER.match(value) and not signs)):
            return (label.strength == "pass" and quoted) or (label.han and len(value) >= 8)
        return len(value) >= (4 if quoted or label.han else 5) and not (
            _QUANTITY.match(value) and len(value) < 8
        )
    if value.lower() in COMMON_PASSWORDS:
        return True
    if signs and quoted and not weak and len(value) >= 8 and value[-1] in "@#$%^&*":
        return True
    if signs and not _WORDS.match(value):
        return (
            not weak
            and len(value) >= 6
            and bool(re.search(r"\w[^\w\s]+\w|[@#$%^&*!]{2}", value))
            and not re.match(r"[\w|\[\]<>,?!&]*\Z", value)
        )
    spelt = quoted or (label.shout and sign == "=")
    return (
        spelt
        and not weak
        and len(value) >= 6
        and not _CAMEL.search(value)
        and not _TELLS.search(value)
    )


_SIGNS = ("", "=", ":", "：", "＝", "是", "为", ">", "|")
_BOTH_CASES = later(r"(?=.*[a-z])(?=.*[A-Z])")
_CAMEL = later(r"[a-z][A-Z]")
_TELLS = later(
    r"(?i)pass|pwd|secret|token|\bkey|user|field|input|label|prompt|error|enter|type|name|value|config|auth|login|here|fake"
)


def _is_phrase(value: str, label: Label) -> bool:
    """Words parted by blanks: three behind ``passphrase``, four behind any other label."""
    least = 2 if label.strength == "phrase" else 3
    return _PHRASE.match(value) is not None and len(re.findall("[ -]", value)) >= least


def _is_drawn_password(value: str, *, loosely: bool) -> bool:
    """Letters that no one could have meant as words; ``loosely``: behind a password's name and sign."""
    if not value.isascii() or " " in value or _CODE.match(value):
        return False
    if is_drawn(value):
        return True
    letters, share = spelt_share(value)
    return bool(
        loosely and letters >= LEAST_SECRET and share < MOST_SPELT and _BOTH_CASES.match(value)
    )


def _is_number_password(value: str, label: Label, *, weak: bool, quoted: bool, behind: str) -> bool:
    """Digits alone: four or more, and no unit behind (``密码：8位``, ``2024年``)."""
    if (weak and not (label.han and len(value) >= 6)) or not value.isdigit():
        return False
    followed = behind[:1]
    return len(value) >= 4 and (quoted or not followed or not "\u3400" <= followed <= "\u9fff")


def _is_secret(value: str, *, weak: bool, quoted: bool, soft: bool) -> bool:
    letters, digits, signs = _count(value)
    if len(value) < (LEAST_WEAK if weak else LEAST_SECRET) or " " in value:
        return False
    if not letters:
        return not weak and digits >= 12 and not soft
    if not digits:
        return _is_wordless(value, quoted=quoted)
    if _QUANTITY.match(value) and len(value) < 12:
        return False
    longest = max((len(part) for part in _SEGMENT.findall(value) if _is_mixed(part)), default=0)
    dense = len(value) >= LEAST_DENSE and digits >= 2 and entropy(value) >= DENSE_ENTROPY
    if (weak or soft) and dense:
        return True
    if weak or soft:
        return longest >= 12 and digits >= 2 and entropy(value) >= LEAST_ENTROPY
    if _WORD_AND_NUMBER.match(value) and not quoted:
        return False
    return longest >= 8 or digits >= 4 or signs >= 3


def _is_wordless(value: str, *, quoted: bool) -> bool:
    """Letters alone are a secret only if no one could have meant them as words."""
    longest = max(map(len, _SEGMENT.findall(value)), default=0)
    if longest < LEAST_WORDLESS:
        far = quoted and len(value) >= LEAST_WORDLESS and not _WORDS.match(value)
        return far and len(_SIGN.findall(value)) >= 3
    switches = len(_SWITCH.findall(value))
    return switches * 4 >= longest or len(_VOWEL.findall(value)) * 6 <= longest


def _count(value: str) -> tuple[int, int, int]:
    digits = len(_DIGIT.findall(value))
    signs = len(_SIGN.findall(value))
    return len(value) - digits - signs, digits, signs


def _is_mixed(part: str) -> bool:
    return any(sign.isdigit() for sign in part) and any(sign.isalpha() for sign in part)


def entropy(value: str) -> float:
    """Give the bits a character of a text, by the counts of its own characters.

    >>> entropy("aaaa"), entropy("abcd")
    (0.0, 2.0)
    """
    counts, size = Counter(value), len(value)
    return sum(-n / size * log2(n / size) for n in counts.values()) + 0.0
