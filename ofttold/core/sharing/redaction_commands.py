"""Passwords on a command line and in the lines of programs that keep them.

Knows which option of which program takes a password (``-p`` of mysql, ``-P`` of unzip), and the
one-line formats of login files; knows no names of settings (see redaction_context.py). Every
pattern looks a bounded way along one line, so the time over a text is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ofttold.core.later import later
from ofttold.core.sharing.redaction_spelling import is_strong, is_telling
from ofttold.core.sharing.redaction_view import lines_with
from ofttold.core.sharing.redaction_words import is_stand_in

Span = tuple[int, int, str]

_BEGIN = r"(?<![A-Za-z0-9_.-])"
_ON = r"[^\n|;&]{0,120}?"  # the rest of one command
_QUOTED = r"'(?P<one>[^'\n\u2588]{3,80})'|\"(?P<two>[^\"\n\u2588]{3,80})\""
_WORD = rf"(?:{_QUOTED}|(?P<bare>[^\s\"'`<>|\u2588]{{3,80}}))"
# typed behind an option: where Chinese begins, the command is over
_TYPED = rf"(?:{_QUOTED}|(?P<bare>[^\s\"'`<>|\u2588\u3000-\u9fff\uff00-\uff60]{{3,80}}))"
_LITERAL = rf"(?:{_QUOTED})"  # in a program: without quotes it is a name or a call
# what makes "password" the first half of another word: use 1Password as the password manager
_NO_HALF = (
    r"(?![ -]?(?:manag|hint|hash|stor|vault|reset|recover|generat|polic|field|input|provider|backend"
    r"|tool|prompt|encod|encrypt|check|valid|rule|fallback|keeper|filler|algorithm|scheme|kdf|deriv"
    r"|strength|meter|rotat|(?:file|app|is|was)\b))"
)
_NO_HALF_HAN = (
    "(?!管理|哈希|散列|加密|校验|验证|策略|提示|生成|存储|保险|保管|工具|库|重置|找回|输入|填充|算法"
    "|派生|后端|强度|泄露|检查|备用|规则|轮换)"
)


def _option(programs: str, option: str) -> re.Pattern[str]:
    return later(rf"{_BEGIN}(?:{programs})(?:\.exe)?{_ON}[ \t]{option}{_TYPED}", re.ASCII)


# a text without which the pattern cannot match, the pattern
_OPTIONS = (
    ("mysql", _option("mysql|mysqldump|mysqladmin|mysqlimport", "-p(?!=)")),
    ("mariadb", _option("mariadb|mariadb-dump|mariadb-admin", "-p(?!=)")),
    ("sshpass", _option("sshpass", "-p[ \t]{0,4}")),
    (
        " login",
        _option(
            "(?:docker|podman|nerdctl|skopeo|buildah|oras|crane|helm|az|acr|cf|oc)[^\\n]{0,40} login",
            "-p[ =]",
        ),
    ),
    (
        "login",
        _option("(?:docker|podman|nerdctl|skopeo|buildah|oras|az|cf|oc)[ \t]{1,4}login", "-p[ =]"),
    ),
    ("mongo", _option("mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport", "-p[ =]")),
    ("redis-cli", _option("redis-cli|valkey-cli", "-a[ =]")),
    ("ldap", _option("ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami|ldappasswd", "-w[ ]?")),
    ("sqlcmd", _option("sqlcmd|osql|isql|tsql", "-P[ ]?")),
    ("bcp", _option("bcp", "-P[ ]?")),
    ("zip", _option("zip|unzip|funzip", "-P[ ]")),
    ("7z", _option("7z|7za|7zr|7zz", "-p(?!=)")),
    ("rar", _option("rar|unrar", "-h?p(?!=)")),
    ("rdesktop", _option("rdesktop", "-p[ ]")),
    ("freerdp", _option("[xw]freerdp[23]?", "/p:")),
    ("sexec", _option("[Pp]s[Ee]xec(?:64)?", "-p[ ]")),
    ("cmdkey", _option("cmdkey", "/pass:")),
    ("snmp", _option("snmp(?:get|walk|bulkget|bulkwalk|set|getnext|trap)", "-c[ ]")),
    ("openssl", _option("openssl", "(?:-pass|-passin|-passout)[ ](?:pass:)")),
    ("ssh-keygen", _option("ssh-keygen", "-[NP][ ]")),
    (
        "htpasswd",
        _option("htpasswd[ \t]{1,4}-\\w{0,4}b\\w{0,4}[ \t]{1,4}[^\\s]{1,80}", "[\\w.@-]{1,40}[ ]"),
    ),
    ("wpa_passphrase", _option("wpa_passphrase", "[^\\s]{1,40}[ ]")),
    ("/user:", _option("net[ \t]{1,4}use", "/user:[^\\s]{1,60}[ ]")),
    (
        "/user:",
        later(
            rf"{_BEGIN}net[ \t]{{1,4}}use[ \t][^\n]{{0,120}}?[ \t]{_WORD}[ \t]{{1,4}}/user:",
            re.ASCII,
        ),
    ),
    (
        "ConvertTo-SecureString",
        later(rf"ConvertTo-SecureString[ \t(]{{1,4}}(?:-String[ \t])?{_WORD}"),
    ),
)
_USER = r"[\w.@+\\-]{1,60}"
_LINES = (
    ("sudo", later(rf"sudo[ ][^\n|]{{0,20}}?(?:-S|--stdin)[^\n|]{{0,40}}?<<<[ ]?{_WORD}")),
    (
        " as ",
        later(
            rf"(?i)(?:use|with|using|enter)[ ]{{1,2}}{_WORD}[ ]{{1,2}}as[ ](?:the|a|your|my|our)?[ ]?"
            r"(?:\w{1,12}[ ])?(?:password|passphrase|pass|pw|pin)(?![a-z])" + _NO_HALF
        ),
    ),
    ("用", later(rf"用[ ]?{_WORD}[ ]?(?:作为?|当|做)[^\n]{{0,6}}?(?:密码|口令){_NO_HALF_HAN}")),
    (
        "&p",
        later(
            r"(?:^|(?<=[?&\s\"']))u(?:ser|sername|name)?=[^&\s]{1,40}&p(?:w|wd|ass)?=(?P<bare>[^&\s\"'\u2588]{4,80})"
        ),
    ),
    (
        "sqlplus",
        later(
            rf"{_BEGIN}sqlplus{_ON}[ \t]{_USER}/(?P<bare>[^\s/@\"']{{3,60}})(?:@|\s|\Z)", re.ASCII
        ),
    ),
    (
        "jdbc:oracle",
        later(r"jdbc:oracle:\w{2,8}:[\w$#]{1,60}/(?P<bare>[^\s/@\"']{3,60})@", re.ASCII),
    ),
    (
        "-U",
        later(
            rf"{_BEGIN}(?:smbclient|rpcclient|smbmap|net|winexe|smbget){_ON}[ \t]-U[ ]?[\"']?{_USER}%(?P<bare>[^\s\"']{{3,80}})"
        ),
    ),
    ("lftp", later(rf"{_BEGIN}lftp{_ON}[ \t]-u[ ]?[\"']?{_USER},(?P<bare>[^\s\"']{{3,80}})")),
    (
        "http",
        later(
            rf"{_BEGIN}https?{_ON}[ \t](?:-a|--auth)[ =][\"']?{_USER}:(?P<bare>[^\s\"'/]{{3,80}})"
        ),
    ),
    (
        "chpasswd",
        later(
            rf"echo[ \t](?:-[en][ ])?[\"']?{_USER}:(?P<bare>[^\s\"']{{3,80}})[\"']?[ \t]*\|[ \t]*(?:sudo[ ])?chpasswd"
        ),
    ),
    (
        "echo",
        later(
            rf"(?:echo|printf)[ \t](?:-[en][ ])?{_WORD}[ \t]{{0,4}}\|[ \t]{{0,4}}(?:[^\n|]{{0,60}}?--(?:password-stdin|stdin|passphrase-fd[ ]0)"
            r"|sudo[ ][^\n|]{0,20}?(?:-S|--stdin)|(?:sudo[ ])?cryptsetup|gpg[^\n|]{0,60}--passphrase-fd|kinit)"
        ),
    ),
    (
        ":",
        later(
            r"(?m)^[ \t>+-]{0,8}[\w.*-]{1,80}:(?:[0-9]{2,5}|\*):[\w*-]{1,60}:[\w.*-]{1,60}:(?P<bare>[^\s:]{4,80})[ \t\r]*$",
            re.ASCII,
        ),
    ),
    (
        "auth",
        later(
            rf"(?:\bauth[ \t]?=[ \t]?|BasicAuth)\([ \t]?[rbf]?[\"'][^\"'\n]{{1,60}}[\"'],[ \t]?{_LITERAL}"
        ),
    ),
    ("login(", later(rf"\.login\([ \t]?[\"'][^\"'\n]{{1,60}}[\"'],[ \t]?{_LITERAL}")),
    (
        "NetworkCredential(",
        later(rf"NetworkCredential\([ \t]?[\"'][^\"'\n]{{1,60}}[\"'],[ \t]?{_LITERAL}"),
    ),
)
_NETRC = later(
    r"(?i)(?<![A-Za-z0-9])(?P<machine>machine[ \t\r\n]{1,8}[^\s]{1,80}[ \t\r\n]{1,8})?(?:login|user)[ \t\r\n]{1,8}[^\s]{1,80}[ \t\r\n]{1,8}"
    r"password[ \t\r\n]{1,8}(?P<bare>[^\s\u2588]{3,80})"
)
_USERS = frozenset(("root", "admin", "administrator", "sa", "postgres", "test", "guest", "user"))
_NO_PASSWORD = later(r"(?:[-/\\$%<{(]|\.{1,2}/|[0-9]{1,5}\Z|https?:)")
_COMMUNITIES = frozenset(("public", "private", "community"))
_LOGINS = (
    "登",
    "账",
    "帐",
    "号密码",
    "用户名",
    "凭",
    "管理密码",
    "log",
    "sign",
    "cred",
    "account",
    "user",
    "u/p",
)
_AFTER_LOGIN = ("登录", "登陆", "登入", "进后台", "to log", "logs in")
_PAIR = later(
    r"(?i)(?:登录|登陆|登入|账号密码|帐号密码|账密|用户名密码|账户密码|用户名/密码|账号/密码|凭据|凭证|管理密码|(?<![a-z])(?:log[ -]?in|logon|sign[ -]?in|"
    r"credentials?|creds|account|u/p|user/pass(?:word)?|username/password)(?![a-z]))"
    r"[^\n/|]{0,24}?(?<![\w./:@-])(?P<user>[A-Za-z][\w.@+-]{1,60})(?P<sign>[ ]?[／][ ]?|[ ]/[ ]|/|[:：])"
    r"[\"'`“「]?(?P<value>[^\s\"'`“”「」，。；、）)|\u2588/]{6,80})",
    re.ASCII,
)
_PAIR_BEHIND = later(
    r"[:：][ ]?(?:(?P<root>root|admin|administrator|sa|postgres)/|(?P<user>[\w.@+-]{2,40})[ ][/／][ ])"
    r"[\"'`“「]?(?P<value>[^\s\"'`“”「」，。；、）)|\u2588/]{6,80})",
    re.ASCII,
)
_PAIR_BEFORE = later(
    r"(?i)(?<![\w./:@-])(?P<user>root|admin|administrator|sa|postgres|ubuntu|[\w.+-]{1,40}@[\w-]{1,40}\.[a-z.]{2,12})(?:[ ]?[／][ ]?|[ ]/[ ]|/|[:：])"
    r"(?P<value>[^\s\"'`“”「」，。；、）)|\u2588/:]{6,80})[ ]?(?:登录|登陆|登入|进后台|to log[ ]?in|logs in)",
    re.ASCII,
)


def find_commands(text: str) -> list[Span]:
    """Give (start, end, kind) of every password given to a program; spans may overlap."""
    found: list[Span] = []
    for sign, pattern in (*_OPTIONS, *_LINES):
        for start, stop in lines_with(text, (sign,)):
            for match in pattern.finditer(text, start, stop):
                found += [span for span in (_span(match),) if span]
    lower = text.lower()
    if "login" in lower or "user" in lower:
        found += [span for match in _NETRC.finditer(text) if (span := _span(match))]
    if len(lower) == len(text):
        for signs, pattern in (
            (_LOGINS, _PAIR),
            (_AFTER_LOGIN, _PAIR_BEFORE),
            (("/", "／"), _PAIR_BEHIND),
        ):
            for start, stop in lines_with(lower, signs):
                found += _pairs(text, start, stop, pattern)
    return found


def _pairs(text: str, start: int, stop: int, pattern: re.Pattern[str]) -> Iterator[Span]:
    for match in pattern.finditer(text, start, stop):
        value = match["value"].rstrip(".,!?;:*")
        user = match["user"] or match.groupdict().get("root") or ""
        tight = pattern is _PAIR_BEHIND or (pattern is _PAIR and match["sign"] == "/")
        if tight and not _is_login(user, value):
            continue
        if is_telling(value) and value.lower() != user.lower():
            yield match.start("value"), match.start("value") + len(value), "password"


def _is_login(user: str, value: str) -> bool:
    """Tell whether ``user/value`` is a login and no path: a known user, or a value no path has."""
    return user.lower() in _USERS or is_strong(value)


def _span(match: re.Match[str]) -> Span | None:
    groups = match.groupdict()
    name = next((n for n in ("one", "two", "bare") if groups.get(n)), None)
    if name is None:
        return None
    value = match[name]
    if (
        _NO_PASSWORD.match(value)
        or value.endswith("()")
        or is_stand_in(value)
        or value.lower() in _COMMUNITIES
    ):
        return None
    if "machine" in groups and not groups["machine"] and not is_telling(value):
        return None
    return (*match.span(name), "password")
