"""Secrets known by their shape: private keys, signed tokens, headers, addresses with a password.

Knows the forms and where they end; knows no names of settings (see redaction_context.py). Every
pattern is bounded or takes a run it never gives back, so the time over a text is linear.
"""

from __future__ import annotations

import base64
import binascii
import re

from ofttold.core.sharing.redaction_words import is_stand_in

Span = tuple[int, int, str]

LEAST_BARE_HEADER = 8  # characters of an Authorization header without a scheme
MASK = "\u2588" * 4  # full blocks: no meaning in markdown, YAML, JSON, URLs or any key's alphabet
_EDGE = r"[-\u2013\u2014]{4,5}[ ]?"
_PEM_EDGE = re.compile(
    rf"{_EDGE}(?P<edge>BEGIN|END) (?P<label>[A-Z0-9 ]{{0,40}}?PRIVATE KEY(?: BLOCK)?)[ ]?[-\u2013\u2014]{{0,5}}"
)
_PEM_LINE = re.compile(
    r"[ \t>|*+\-]*(?:[A-Za-z0-9+/=]{16,}|[A-Za-z][\w-]{1,20}: [^\n]{1,80})?[ \t\r\"',\\]*\Z"
)
_PEM_BODY = re.compile(
    r"(?:\n|\\n|\A)[ \t>|*+\-]*[A-Za-z0-9+/=]{4,}[ \t\r\"',\\]*(?:\n|\\n|\Z)|[A-Za-z0-9+/=]{20,}"
)
_PUTTY = re.compile(r"Private-Lines:[ \t]*(\d{1,4})[ \t]*\r?\n")
_JWT = re.compile(r"(?<![\w+/-])eyJ[\w-]{4,}+\.[\w-]{4,}+(?:\.[\w-]++){0,3}", re.ASCII)
_DISCORD = re.compile(r"(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])", re.ASCII)
_TELEGRAM = re.compile(r"(?<![0-9A-Za-z])(?:bot)?[0-9]{8,10}:AA[\w-]{32,34}(?![\w-])", re.ASCII)
_MAILCHIMP = re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])")
_TERRAFORM = re.compile(r"(?<![0-9A-Za-z])[0-9A-Za-z]{14}\.atlasv1\.[\w-]{60,70}", re.ASCII)
_AZURE_SECRET = re.compile(r"(?<![\w.~-])[\w.~]{3}[0-9]Q~[\w.~-]{31,34}(?![\w.~-])", re.ASCII)
_ZHIPU = re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{32}\.[0-9A-Za-z]{16}(?![0-9A-Za-z])")
_TWITTER = re.compile(r"(?<![0-9A-Za-z+/])A{20,22}[0-9A-Za-z%]{60,200}", re.ASCII)
_URL_SECRET = re.compile(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://"
    r"(?P<user>[^\s/:@\"'`<>|?#\u2588]{0,200}):(?P<password>[^\s/\"'`<>|\u2588]{1,200})@"
    r"(?P<host>[^\s/:\"'`<>?#，。）]{0,80})"
)
_HEADER = re.compile(
    r"(?i)\b(?:proxy-)?authorization[\"'\\]{0,3}[ \t]{0,4}[:=：＝,][ \t]{0,4}[\"'`\\]{0,3}"
    r"(?:(?P<scheme>bearer|basic|token|digest|apikey|api-key|key|negotiate|bot|oauth|sso-key|ghtoken|splunk)"
    r"[ \t:=]{1,4})?[\"'`]?(?P<value>[^\s\"'`<>\\,;，。；）\u2588]{4,})",
    re.ASCII,
)
_BEARER = re.compile(r"(?i)\bbearer[ \t]{1,4}[\"'`]?(?P<value>[\w.~+/=-]{16,})", re.ASCII)
_BASIC = re.compile(r"(?i)\bbasic[ \t]{1,4}(?P<value>[A-Za-z0-9+/]{8,}={0,2})", re.ASCII)
_AUTH_VALUE = re.compile(
    r"(?<![A-Za-z0-9])_?auth[\"'\\]{0,3}[ \t]{0,4}[:=][ \t]{0,4}[\"'\\]{0,3}(?P<value>[A-Za-z0-9+/]{8,}={0,2})"
)
_NPMRC = re.compile(
    r"(?m)(?<!:)//[^\s:]{1,120}/:_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}[\"']?(?P<value>[^\s\"']{4,})"
)
_COOKIE = re.compile(
    r"(?i)(?<![A-Za-z0-9])(?:(?:set-)?cookie[\"']?[ \t]{0,4}[:：][^\n]{0,200}?[=]|(?:PHPSESSID|JSESSIONID|connect\.sid|ASP\.NET_SessionId)[ \t]{0,2}[=：:][ \t]{0,2})"
    r"(?P<value>[\w.%~+/-]{16,})"
)
_CURL_USER = re.compile(
    r"(?<![A-Za-z0-9-])(?:-u|--user|--proxy-user|-U)[ \t=]{1,4}[\"']?(?P<user>[\w.@+-]{1,60}):(?P<value>[^\s\"'`\u2588]{3,})",
    re.ASCII,
)
_OPTION_PASSWORD = re.compile(
    r"(?<![A-Za-z0-9-])(?:(?:mysql|mysqldump|mysqladmin|mariadb)[^\n]{0,120}? -p(?P<mysql>[^\s\"'`=\u2588]{4,})"
    r"|docker[ \t]{1,4}login[^\n]{0,120}? (?:-p|--password)[ =](?P<docker>[^\s\"'`\u2588]{3,})"
    r"|sshpass[ \t]{1,4}-p[ \t]{0,4}[\"']?(?P<sshpass>[^\s\"'`\u2588]{3,}))",
    re.ASCII,
)
_NETRC = re.compile(
    r"(?i)(?<![A-Za-z0-9])(?:login|user)[ \t\r\n]{1,8}[^\s]{1,80}[ \t\r\n]{1,8}password[ \t\r\n]{1,8}(?P<value>[^\s\u2588]{3,})"
)
_MNEMONIC = re.compile(
    r"(?i)(?:mnemonic|(?:seed|recovery|secret)[ _-]?(?:phrase|words)|助记词|助記詞|恢复短语)"
    r"[^\n:=：＝]{0,24}[:=：＝][\s\"'`“「]{0,6}(?P<value>(?:[a-z]{3,8}[ \t,]{1,3}){11,23}[a-z]{3,8})"
)
_PROSE = re.compile(r"(?i)\b(?:the|and|for|are|not|with|your|from|have)\b")
_DATA_URI = re.compile(r"data:[\w.+/;=-]{0,80};base64,[A-Za-z0-9+/=]*+", re.ASCII)
_LOCAL_HOST = re.compile(
    r"(?i)\A(?:localhost|127\.|0\.0\.0\.0|::1|host(?:name)?\b|db\b|server\b|example\.|.*\bexample\.(?:com|org|net))"
)


# kind, a text without which the pattern cannot match, the pattern
_SHAPES = (
    ("jwt", "eyJ", _JWT),
    ("discord_token", ".", _DISCORD),
    ("telegram_token", ":AA", _TELEGRAM),
    ("mailchimp_key", "-us", _MAILCHIMP),
    ("terraform_token", ".atlasv1.", _TERRAFORM),
    ("azure_client_secret", "Q~", _AZURE_SECRET),
    ("zhipu_key", ".", _ZHIPU),
    ("twitter_token", "A" * 20, _TWITTER),
)
_VALUES = (
    ("authorization_header", ("authorization",), _HEADER),
    ("bearer_token", ("bearer",), _BEARER),
    ("npm_token", (":_auth", ":_password"), _NPMRC),
    ("session_cookie", ("cookie", "sessid", "sessionid", "connect.sid"), _COOKIE),
    ("user_password", ("-u", "--proxy-user"), _CURL_USER),
    ("password", ("login", "user"), _NETRC),
    ("password", ("mysql", "mariadb", "sshpass", "docker"), _OPTION_PASSWORD),
    ("recovery_phrase", ("mnemonic", "phrase", "words", "助记词", "助記詞", "恢复短语"), _MNEMONIC),
    ("basic_auth", ("basic",), _BASIC),
    ("basic_auth", ("auth",), _AUTH_VALUE),
)


def find_shapes(text: str) -> list[Span]:
    """Give (start, end, kind) of every secret known by its shape; spans may overlap."""
    found = _find_pems(text)
    for kind, sign, pattern in _SHAPES:
        if sign in text:
            found += [(m.start(), m.end(), kind) for m in pattern.finditer(text)]
    found = [one for one in found if one[2] != "twitter_token" or "%" in text[one[0] : one[1]]]
    return [*found, *_find_values(text), *_find_urls(text)]


def data_uris(text: str) -> list[tuple[int, int]]:
    """Give the spans of pictures and the like that stand in the text as base64."""
    if ";base64," not in text:
        return []
    return [m.span() for m in _DATA_URI.finditer(text)]


def _find_values(text: str) -> list[Span]:
    found: list[Span] = []
    lower = text.lower()
    for kind, signs, pattern in _VALUES:
        if not any(sign in lower for sign in signs):
            continue
        for match in pattern.finditer(text):
            name = match.lastgroup or "value"
            if not is_stand_in(match.group(name)) and _fits(kind, match):
                shown = "password" if kind == "user_password" else kind
                found.append((match.start(name), match.end(name), shown))
    return found


def _fits(kind: str, match: re.Match[str]) -> bool:
    """Look once more where the form alone says too little."""
    if kind == "password":
        return True
    value = match.group("value")
    if kind == "bearer_token":
        return _has_digit(value)
    if kind == "basic_auth":
        return _is_user_and_password(value)
    if kind == "authorization_header":
        if match.group("scheme"):
            return not (value.isalpha() and value.islower())
        return len(value) >= LEAST_BARE_HEADER and _has_digit(value)
    if kind == "user_password":
        user = match.group("user")
        return value != user and not (user.isdigit() and value.replace(":", "").isdigit())
    return kind != "recovery_phrase" or not _PROSE.search(value)


def _has_digit(value: str) -> bool:
    return any(sign.isdigit() for sign in value)


def _is_user_and_password(value: str) -> bool:
    """Tell whether base64 text decodes to printable ``user:password``."""
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return b":" in plain and all(32 <= byte < 127 for byte in plain)


def _find_urls(text: str) -> list[Span]:
    if "://" not in text:
        return []
    found = []
    for match in _URL_SECRET.finditer(text):
        password = match.group("password")
        if password.startswith(("$", "{", "%s", "<", "[", "*", "...")) or set(password) <= set(
            "xX*."
        ):
            continue
        common = is_stand_in(password) or password == match.group("user")
        if common and _LOCAL_HOST.match(match.group("host")):
            continue
        found.append((match.start("password"), match.end("password"), "url_password"))
    return found


def _find_pems(text: str) -> list[Span]:
    """Find private key blocks, closed or cut off, over many lines or on one."""
    if "PRIVATE" not in text and "Private-Lines" not in text:
        return []
    spans: list[tuple[int, int]] = []
    begun: re.Match[str] | None = None
    for match in _PEM_EDGE.finditer(text):
        if begun is not None:
            closed = match.group("edge") == "END"
            end = match.end() if closed else _cut_off_end(text, begun.end())
            if _PEM_BODY.search(text, begun.end(), match.start() if closed else end):
                spans.append((begun.start(), end))
        begun = match if match.group("edge") == "BEGIN" else None
    if begun is not None:
        end = _cut_off_end(text, begun.end())
        if _PEM_BODY.search(text, begun.end(), end):
            spans.append((begun.start(), end))
    covered = 0
    for match in _PUTTY.finditer(text):
        if match.start() >= covered:
            covered = _lines_on(text, match.end(), int(match.group(1)))
            spans.append((match.start(), covered))
    return [(start, end, "private_key") for start, end in spans]


def _cut_off_end(text: str, begun: int) -> int:
    """Give where a block without an END stops looking like key text."""
    end = text.find("\n", begun)
    if end < 0:
        return len(text)
    while True:
        stop = text.find("\n", end + 1)
        line = text[end + 1 : stop if stop >= 0 else len(text)]
        if not line.strip() or len(line) > 200 or not _PEM_LINE.match(line):
            return end
        if stop < 0:
            return len(text)
        end = stop


def _lines_on(text: str, start: int, lines: int) -> int:
    for _ in range(lines):
        stop = text.find("\n", start)
        if stop < 0:
            return len(text)
        start = stop + 1
    return max(start - 1, 0)
