"""Tokens found in a text: those of an issuer we know, and those whose form alone says token.

Knows where a token may begin and end. A rule is matched only where its prefix stands, and takes the
whole run of its alphabet, so the time over a text is linear.

A token of an unknown issuer is read as ``word_`` or ``word-`` (up to four of them) before a body::

    jumble  both cases and digits by lot, 20 or more in a row        acme_q7RfZ2mXw9Lk4TbVc81hT
    base36  lower case and digits by lot, 32 or more, no hex         acme-k3j9x0…
    hex     32 or more, and a word in front that means a secret      acme_live_9f86d0…

Words that issuers put before ids that are none (``msg_``, ``file-``, ``sha256-``) are left alone.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ofttold.core.later import later
from ofttold.core.sharing.redaction_issuers import RULES
from ofttold.core.sharing.redaction_rules import (
    ALNUM,
    TokenRule,
    is_jumble,
    is_placeholder,
    shows,
)
from ofttold.core.sharing.redaction_words import ID_WORDS, TOKEN_WORDS

LEAST_RUN = 12  # characters of the shortest token, prefix and all
LEAST_JUMBLE = 20  # characters in a row by lot behind an unknown word
LEAST_SINGLE_CASE = 32  # characters of one case and digits, or hexadecimal, behind one
LEAST_DIGITS = 4  # digits among such
BEGINNING = later(
    rf"(?<![{ALNUM}])(?:eyJ|"
    + "|".join(
        sorted(
            {re.escape(p) for rule in RULES for p in rule.prefixes if p[0].isalnum() and len(p) > 2}
        )
    )
    + ")"
)
_UNKNOWN = later(
    rf"(?:(?<![{ALNUM}./\\@=_-])|(?<=\\[nrt])|(?<=[^/.]=))"
    rf"(?P<head>[A-Za-z][A-Za-z0-9]{{1,15}}[_-](?:[A-Za-z0-9]{{1,12}}[_-]){{0,3}})"
    rf"(?P<body>[A-Za-z0-9][\w-]{{19,}}+)(?![\w/+-]*\.[a-z]{{2,4}}\b|[/@:])",
    re.ASCII,
)
_SEGMENT = later(r"[A-Za-z0-9]+")
# a run without blanks that is long enough to hold a token: most texts have few, and prefixes are
# looked for in those alone
_RUN = later(rf"[A-Za-z0-9_./+=%:@$?&\\-]{{{LEAST_RUN},}}+")
_PREFIXES = [(p, rule) for rule in RULES for p in rule.prefixes if " " not in p]
_SPACED_PREFIXES = [(p, rule) for rule in RULES for p in rule.prefixes if " " in p]

Span = tuple[int, int, str]


def find_tokens(text: str) -> list[Span]:
    """Give (start, end, kind) of every token, in no order; spans may overlap."""
    found: list[Span] = []
    spans = [run.span() for run in _RUN.finditer(text)]
    runs = "\n".join(text[start:end] for start, end in spans)
    for prefix, rule in _PREFIXES:
        if prefix in runs:
            _find_rule(text, rule, prefix, found)
    for prefix, rule in _SPACED_PREFIXES:
        if prefix in text:
            _find_rule(text, rule, prefix, found)
    found += [
        (match.start(), match.end(), "api_key")
        for start, end in spans
        if end - start > LEAST_JUMBLE
        for match in _UNKNOWN.finditer(text, start, end)
        if _is_token(match.group("head"), match.group("body"))
    ]
    return found


def _is_token(head: str, body: str) -> bool:
    words = [word.lower() for word in re.split(r"[_-]", head) if word]
    if words[0] in ID_WORDS or is_placeholder(body):
        return False
    parts = _SEGMENT.findall(body)
    if any(is_jumble(part, LEAST_JUMBLE) for part in parts):
        return True
    secretive = not TOKEN_WORDS.isdisjoint(words)
    return any(
        len(part) >= LEAST_SINGLE_CASE
        and sum(map(str.isdigit, part)) >= LEAST_DIGITS
        and (secretive or (part.islower() and _is_base36(part)))
        for part in parts
    )


def _is_base36(part: str) -> bool:
    """Tell letters beyond hexadecimal among digits as chance mixes them, not words with a number."""
    changes = sum(a.isdigit() != b.isdigit() for a, b in pairwise(part))
    return any("g" <= sign <= "z" for sign in part) and changes * 4 >= len(part)


def _find_rule(text: str, rule: TokenRule, prefix: str, found: list[tuple[int, int, str]]) -> None:
    at = text.find(prefix)
    while at >= 0:
        behind = at + len(prefix)
        match = rule.body.match(text, behind)
        if match is None or not _borders(text, at, prefix):
            at = text.find(prefix, at + 1)
            continue
        body = match.group()
        if shows(body, rule.look) and not is_placeholder(body):
            # of an address or a parameter only the part behind it is the secret
            found.append((behind if "/" in prefix or "=" in prefix else at, match.end(), rule.kind))
        at = text.find(prefix, match.end())


def _borders(text: str, at: int, prefix: str) -> bool:
    """Tell whether a token can begin here: no ASCII letter or digit before it.

    Han text may stand there, and a line break spelt as in JSON.
    """
    if at == 0 or not prefix[0].isalnum():
        return True
    before = text[at - 1]
    if before in "nrt" and text[at - 2 : at - 1] == "\\":
        return True
    return not (before.isascii() and before.isalnum())
