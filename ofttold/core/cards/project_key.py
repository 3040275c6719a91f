"""Who a project is: its origin's address in one form for all spellings, and the name of its desk.

Knows the ways git writes an address and that clones share one. A fork has another address and is
another project. Reads no repository. On the hooks' path, hence the built-in SHA-256 and no hashlib.
"""

from __future__ import annotations

import sys
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_NAME_BYTES = 40  # bytes of a desk's readable part; ours
HASH_LENGTH = 8  # hexadecimal characters of a desk's name; cards.md, "On disk"
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"{p}{n}" for p in ("com", "lpt") for n in range(1, 10))]
)


def rewrite(url: str, rules: Iterable[tuple[str, str]]) -> str:
    """Apply git's ``insteadOf``: rules are (prefix, base); the longest prefix that fits wins.

    >>> rewrite("gh:me/x", [("gh:", "https://github.com/"), ("gh:me/", "https://me.test/")])
    'https://me.test/x'
    """
    fitting = [(prefix, base) for prefix, base in rules if prefix and url.startswith(prefix)]
    if not fitting:
        return url
    prefix, base = max(fitting, key=lambda rule: len(rule[0]))
    return base + url[len(prefix) :]


def normalise_origin(url: str) -> str:
    """Give one form for all spellings of an address: ``host/path``; ``file:/path`` for a local one.

    '' for an address that says nothing.

    >>> {normalise_origin(u) for u in ("https://u:p@GitHub.com:443/Me/x.git", "git@github.com:me/x",
    ...     "ssh://git@github.com:22/me/x.GIT/", "git://github.com//me/x")}
    {'github.com/me/x'}
    >>> normalise_origin("/srv/git/x.git"), normalise_origin("file:///srv/git/x")
    ('file:/srv/git/x', 'file:/srv/git/x')
    """
    text = unicodedata.normalize("NFC", url.strip())
    scheme, found, rest = text.partition("://")
    if found and _is_scheme(scheme):
        if scheme.lower() == "file":
            return _local(rest)
        host, _, path = rest.partition("/")
        return _remote(host.rpartition("@")[2], path)
    host, path = _split_scp(text)
    if host:
        return _remote(host, path)
    return _local(text) if text else ""


def _is_scheme(text: str) -> bool:
    return text[:1].isalpha() and all(c.isascii() and (c.isalnum() or c in "+-.") for c in text)


def _split_scp(text: str) -> tuple[str, str]:
    """Split ``user@host:path`` and ``[host:port]:path``; ('', '') for anything else."""
    _, at, rest = text.partition("@")
    if not at or "/" in text[: -len(rest) - 1] or ":" in text[: -len(rest) - 1]:
        rest = text
    if rest.startswith("["):
        host, closed, path = rest.partition("]:")
        return (host + "]", path) if closed else ("", "")
    host, colon, path = rest.partition(":")
    is_drive = len(host) == 1 and host.isalpha() and path[:1] in ("/", "\\")
    plain = host and not any(c in "/\\@" or c.isspace() for c in host)
    if not colon or is_drive or not plain or path.startswith("//"):
        return "", ""
    return host, path


def _remote(host: str, path: str) -> str:
    bare = host.strip("[]") if host.startswith("[") and host.count(":") == 1 else host
    name, colon, port = bare.rpartition(":")
    if not colon or not (port.isdigit() or not port) or name.endswith(":"):
        name = bare
    name = name.rstrip(".").lower()
    plain = _unescape(path.partition("?")[0].partition("#")[0])
    return f"{name}/{_tidy(plain.casefold()).lstrip('/')}" if name else ""


def _local(path: str) -> str:
    plain = _tidy(path.replace("\\", "/"))
    return f"file:{plain}" if plain else ""


def _tidy(path: str) -> str:
    """Drop doubled slashes, the last slash and ``.git``."""
    while "//" in path:
        path = path.replace("//", "/")
    single = path.rstrip("/")
    return single.removesuffix(".git").rstrip("/") if len(single) > 4 else single


def _unescape(path: str) -> str:
    """Turn ``%xx`` back into what it stands for, where that is text."""
    if "%" not in path:
        return path
    import re

    raw = re.sub(r"%([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), path)
    try:
        return raw.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return path


def origin_key(origin: str) -> str:
    """Give the key of a project by its normalised origin."""
    return f"origin {origin}"


def path_key(root: str) -> str:
    """Give the key of a project by its root folder, where it has no origin."""
    return f"path {unicodedata.normalize('NFC', root)}"


def key_hash(key: str) -> str:
    """Give the eight characters that tell one key's desk from another's."""
    return _sha256(key.encode("utf-8", "surrogateescape"))[:HASH_LENGTH]


def desk_name(label: str, key: str) -> str:
    """Name a project's folder: a harmless readable part and the key's hash.

    >>> desk_name("我的 Repo", "path /x")[:-9], desk_name("CON", "path /x")[:-9]
    ('我的-repo', 'project')
    """
    kept = unicodedata.normalize("NFKC", label).casefold()
    signs = "".join(c if c.isalnum() or c == "_" else " " for c in kept)
    name = "-".join(signs.split()).strip("-_") or "project"
    cut = name.encode()[:MOST_NAME_BYTES].decode("utf-8", "ignore").strip("-_")
    safe = "project" if not cut or cut in _RESERVED else cut
    return f"{safe}-{key_hash(key)}"


def is_desk_of(name: str, key: str) -> bool:
    """Tell whether a folder's name is the desk of this key, whatever its readable part says."""
    return name.endswith(f"-{key_hash(key)}") or name == key_hash(key)


def _sha256(raw: bytes) -> str:
    try:
        if sys.version_info >= (3, 12):
            from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
        else:
            from _sha256 import sha256  # type: ignore[import-not-found,unused-ignore]
    except ImportError:  # another interpreter than CPython
        from hashlib import sha256
    return str(sha256(raw).hexdigest())
