"""Secrets known by their shape: private keys, signed tokens, headers, addresses with a password.

Knows the forms and where they end; knows no names of settings (see redaction_context.py). Every
pattern is bounded or takes a run it never gives back, so the time over a text is linear.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from ofttold.core.later import later
from ofttold.core.sharing.redaction_rules import is_jumble, shows
from ofttold.core.sharing.redaction_spelling import is_telling
from ofttold.core.sharing.redaction_view import lines_with
from ofttold.core.sharing.redaction_words import is_stand_in

Span = tuple[int, int, str]

MOST_TOY = 3  # letters of a password in an address that is only an example (``a:b@``)
LEAST_BARE_HEADER = 8  # characters of an Authorization header without a scheme
MASK = "\u2588" * 4  # full blocks: no meaning in markdown, YAML, JSON, URLs or any key's alphabet
_JWT = later(
    r"(?:(?<![A-Za-z0-9+/-])|(?<=\\[nrt]))eyJ[\w-]{4,}+\.[\w-]{4,}+(?:\.[\w-]++){0,3}", re.ASCII
)
_DISCORD = later(
    r"(?:(?<![\w-])|(?<=\\[nrt]))[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])", re.ASCII
)
_TELEGRAM = later(
    r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt]))(?:bot)?[0-9]{8,10}:AA[\w-]{32,34}(?![\w-])", re.ASCII
)
_MAILCHIMP = later(r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt]))[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])")
_TERRAFORM = later(r"(?<![0-9A-Za-z])[0-9A-Za-z]{14}\.atlasv1\.[\w-]{60,70}", re.ASCII)
_AZURE_SECRET = later(
    r"(?:(?<![\w.~-])|(?<=\\[nrt]))[\w.~]{3}[0-9]Q~[\w.~-]{31,34}(?![\w.~-])", re.ASCII
)
_ZHIPU = later(r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt]))[0-9a-f]{32}\.[0-9A-Za-z]{16}(?![0-9A-Za-z])")
_TWITTER = later(r"(?<![0-9A-Za-z+/])A{20,22}[0-9A-Za-z%]{60,200}", re.ASCII)
_URL_SECRET = later(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://"
    r"(?P<user>[^\s/:@\"'`<>|?#\u2588]{0,200}):(?P<password>[^\s/\"'`<>|\u2588]{1,200})@"
    r"(?P<host>[^\s/:\"'`<>?#，。）]{0,80})"
)
_HEADER = later(
    r"(?i)\b(?:proxy-)?authorization[\"'\\]{0,3}[ \t]{0,4}[:=：＝,][ \t]{0,4}[\"'`\\]{0,3}"
    r"(?:(?P<scheme>bearer|basic|token|digest|apikey|api-key|key|negotiate|bot|oauth|sso-key|ghtoken|splunk)"
    r"[ \t:=]{1,4})?[\"'`]?(?P<value>[^\s\"'`<>\\,;，。；）\u2588]{4,})",
    re.ASCII,
)
_ANALYTICS = ("GA1.", "GS1.", "fb.1.")  # cookies that count visitors
_PARAMETER = later(r"[a-z_]{3,20}=\Z|(?:realm|username|oauth_[a-z_]{1,20})=.*")
_BEARER = later(
    r"(?i)\bbearer(?:[ \t]{1,4}|[:：=][ \t]{0,4})[\"'`]?(?P<value>[\w.~+/=-]{16,})", re.ASCII
)
_BASIC = later(r"(?i)\bbasic[ \t]{1,4}(?P<value>[A-Za-z0-9+/]{8,}={0,2})", re.ASCII)
_AUTH_VALUE = later(
    r"(?<![A-Za-z0-9])_?auth[\"'\\]{0,3}[ \t]{0,4}[:=][ \t]{0,4}[\"'\\]{0,3}(?P<value>[A-Za-z0-9+/]{8,}={0,2})"
)
_NPMRC = later(
    r"(?m)(?<!:)//[^\s:]{1,120}/:_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}[\"']?(?P<value>[^\s\"']{4,})"
)
_COOKIE = later(
    r"(?i)(?<![A-Za-z0-9])(?:(?:set-)?cookie[\"']?[ \t]{0,4}[:：][^\n]{0,200}?[=]|(?:PHPSESSID|JSESSIONID|connect\.sid|ASP\.NET_SessionId)[ \t]{0,2}[=：:][ \t]{0,2})"
    r"(?P<value>[\w.%~+/-]{16,})"
)
_CURL_USER = later(
    r"(?<![A-Za-z0-9-])(?:-u|--user|--proxy-user|-U)[ \t=]{1,4}[\"']?(?P<user>[\w.@+-]{1,60}):(?P<value>[^\s\"'`\u2588]{3,})",
    re.ASCII,
)
_MNEMONIC = later(
    r"(?i)(?:mnemonic|(?:seed|recovery|secret|backup)[ _-]?(?:phrase|words)|(?<![a-z])seed|bip-?39|助记词|助記詞|恢复短语)"
    r"[^\n:=：＝是为]{0,24}?(?:[:=：＝是为]|[ \t])[\s\"'`“「]{0,6}(?P<value>(?:[a-z]{3,8}[ \t,]{1,3}){11,23}[a-z]{3,8})"
)
_CRYPT = later(
    r"\$2[abxy]\$[0-9]{2}\$[./A-Za-z0-9]{53}|\$(?:1|5|6|apr1|y|7)\$[./A-Za-z0-9$=,]{0,40}\$[./A-Za-z0-9]{22,100}"
    r"|\$argon2(?:id|i|d)\$v=[0-9]{1,3}\$[a-z]=[0-9a-z=,]{3,40}\$[A-Za-z0-9+/]{8,60}\$[A-Za-z0-9+/]{16,100}"
    r"|\$scrypt\$[^\s$]{3,40}\$[A-Za-z0-9+/]{8,60}\$[A-Za-z0-9+/=]{16,100}|\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{27,100}={0,2}"
    r"|pbkdf2(?:_sha[0-9]{1,3}\$|:sha[0-9]{1,3}:)[0-9]{3,8}\$[A-Za-z0-9+/]{6,60}\$[A-Za-z0-9+/=]{30,100}"
)
_NEWRELIC = later(r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt]))[0-9a-f]{36}FFFFNRAL(?![0-9A-Za-z])")
_AZURE_DEVOPS = later(r"(?<![0-9A-Za-z])[0-9A-Za-z]{76}AZDO[0-9A-Za-z]{4}(?![0-9A-Za-z])")
_AZURE_MARKS = (
    "+ASt",
    "+ARm",
    "+ASb",
    "+AEh",
    "ACDb",
    "AIoT",
    "APIM",
    "AzSe",
    "AzCa",
    "AzFu",
    "+ACR",
)
_AZURE_KEY = later(
    r"(?<![0-9A-Za-z+/=])[0-9A-Za-z+/]{33,76}(?:"
    + "|".join(map(re.escape, _AZURE_MARKS))
    + r")[0-9A-Za-z+/]{4,8}={0,2}(?![0-9A-Za-z+/=])"
)
_WALLET = later(
    r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt]))(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51}|[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,112})(?![0-9A-Za-z])"
)
_WIFI = later(r"(?<=;P:)[^;\n\u2588]{4,63}(?=;)")
_URL_TOKEN = later(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://"
    r"(?P<token>[\w%.~+=-]{16,300}+)(?::(?:x-oauth-basic|x-token-auth|)?)?@[\w\[]",
    re.ASCII,
)
_SESSION = later(
    r"(?i)(?<![A-Za-z0-9])(?:session(?:_?id|_?token)?|sess(?:ion)?|sid|auth|remember_(?:me|token)|csrftoken|xsrf-token|__(?:secure|host)-[\w.-]{1,40})"
    r"=(?P<value>[\w.%~+/-]{20,})",
    re.ASCII,
)
_PROSE = later(r"(?i)\b(?:the|and|for|are|not|with|your|from|have)\b")
_DATA_URI = later(r"data:[\w.+/;=-]{0,80};base64,[A-Za-z0-9+/=]*+", re.ASCII)
_NO_PASSWORDS = ("x-oauth-basic", "x-token-auth")  # the token stands where the user's name does
_LOCAL_HOST = later(
    r"(?i)\A(?:localhost|127\.|0\.0\.0\.0|::1|host(?:name)?\b|db\b|server\b|example\.|.*\bexample\.(?:com|org|net))"
)


_LONG = later(
    r"[\w./$+-]{32}", re.ASCII
)  # of the shapes without a sign of their own none is shorter
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
    ("password_hash", "$", _CRYPT),
    ("password_hash", "SHA", _CRYPT),
    ("newrelic_key", "FFFFNRAL", _NEWRELIC),
    ("wallet_key", "", _WALLET),
    ("azure_devops_token", "AZDO", _AZURE_DEVOPS),
    *(("azure_key", mark, _AZURE_KEY) for mark in _AZURE_MARKS),
    ("wifi_password", "WIFI:", _WIFI),
)
_VALUES = (
    ("authorization_header", ("authorization",), _HEADER),
    ("bearer_token", ("bearer",), _BEARER),
    ("npm_token", (":_auth", ":_password"), _NPMRC),
    (
        "session_cookie",
        ("sess", "sid=", "auth=", "remember_", "token=", "__host", "__secure"),
        _SESSION,
    ),
    ("session_cookie", ("cookie", "sessid", "sessionid", "connect.sid"), _COOKIE),
    ("user_password", ("-u", "--proxy-user"), _CURL_USER),
    ("basic_auth", ("basic",), _BASIC),
    ("basic_auth", ("auth",), _AUTH_VALUE),
)
_MNEMONIC_SIGNS = ("mnemonic", "seed", "bip", "phrase", "words", "助记词", "助記詞", "恢复短语")


def find_shapes(text: str) -> list[Span]:
    """Give (start, end, kind) of every secret known by its shape; spans may overlap."""
    found: list[Span] = []
    long = _LONG.search(text) is not None
    for kind, sign, pattern in _SHAPES:
        if sign in text and (long or len(sign) > 1):
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
    if len(lower) != len(text):
        lower = text
    for kind, signs, pattern in _VALUES:
        for start, stop in lines_with(lower, signs):
            found += _values(kind, pattern.finditer(text, start, stop))
    if any(sign in lower for sign in _MNEMONIC_SIGNS):
        found += _values("recovery_phrase", _MNEMONIC.finditer(text))
    return found


def _values(kind: str, matches: Iterator[re.Match[str]]) -> Iterator[Span]:
    for match in matches:
        if not is_stand_in(match.group("value")) and _fits(kind, match):
            shown = "password" if kind == "user_password" else kind
            yield match.start("value"), match.end("value"), shown


def _fits(kind: str, match: re.Match[str]) -> bool:
    """Look once more where the form alone says too little."""
    value = match.group("value")
    if kind == "session_cookie" and value.startswith(_ANALYTICS):
        return False
    if kind in ("bearer_token", "session_cookie"):
        return _has_digit(value)
    if kind == "basic_auth":
        return _is_user_and_password(value)
    if kind == "authorization_header":
        if _PARAMETER.fullmatch(value):
            return False  # the name of a parameter, such as realm="…"
        if match.group("scheme"):
            return not (value.isalpha() and value.islower())
        return len(value) >= LEAST_BARE_HEADER and _has_digit(value)
    if kind == "user_password":
        user = match.group("user")
        return (
            value != user
            and value[0] != ":"
            and not (user.isdigit() and value.replace(":", "").isdigit())
        )
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
        if (len(password) <= MOST_TOY and password.isalpha()) or password in _NO_PASSWORDS:
            continue
        common = is_stand_in(password) or password == match.group("user")
        if common and _LOCAL_HOST.match(match.group("host")):
            continue
        found.append((match.start("password"), match.end("password"), "url_password"))
    for match in _URL_TOKEN.finditer(text):
        token = match.group("token")
        if (
            shows(token, "mixed")
            and (is_jumble(token) or is_telling(token))
            and not is_stand_in(token)
        ):
            found.append((match.start("token"), match.end("token"), "url_password"))
    return found
