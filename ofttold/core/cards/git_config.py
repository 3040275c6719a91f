r"""A git configuration as text: its variables in order. Knows git's grammar, follows nothing.

    [section] key = value        [section "Sub Section"]        ; comment   # comment
    value = "quo\"ted" and \
            continued            key (alone) = true

On the hooks' path.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Variable = tuple[str, str, str, str]

_ESCAPES = {"n": "\n", "t": "\t", "b": "\b"}


def read_variables(text: str) -> Iterator[Variable]:
    r"""Give (section, subsection, key, value) in order; section and key in lower case.

    What is no configuration is passed over: this reads to look, and git itself judges the file.

    >>> list(read_variables('[remote "origin"]\n\turl = git@x:a/b ; c\n'))
    [('remote', 'origin', 'url', 'git@x:a/b')]
    """
    section = subsection = ""
    lines = iter(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"))
    for line in lines:
        rest = line.strip()
        while rest.startswith("["):
            opened = _header(rest)
            if opened is None:
                break
            section, subsection, rest = opened
        name, given, value = _key(rest)
        if name and section:
            read = _value(value, lines) if given else "true"
            yield section, subsection, name, read


def _header(text: str) -> tuple[str, str, str] | None:
    """Read ``[section]``, ``[section.sub]`` or ``[section "sub"]``: both names and what follows."""
    quoted = escaped = False
    for at, sign in enumerate(text):
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = quoted
        elif sign == '"':
            quoted = not quoted
        elif sign == "]" and not quoted:
            name, mark, sub = text[1:at].partition('"')
            section, _, old_style = name.strip().lower().partition(".")
            inner = _unescaped(sub.rstrip().removesuffix('"')) if mark else old_style
            return section, inner, text[at + 1 :].strip()
    return None


def _unescaped(text: str) -> str:
    return text.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\")


def _key(text: str) -> tuple[str, bool, str]:
    """Read ``key = value``: the key in lower case, whether a value is given, and its text."""
    end = 0
    while end < len(text) and text[end].isascii() and (text[end].isalnum() or text[end] == "-"):
        end += 1
    if not text[:1].isalpha():
        return "", False, ""
    rest = text[end:].lstrip(" \t")
    if rest.startswith("="):
        return text[:end].lower(), True, rest[1:].lstrip(" \t")
    return text[:end].lower(), False, ""


def _value(rest: str, lines: Iterator[str]) -> str:
    """Read a value, over continued lines, without its comment and outer blanks."""
    found: list[str] = []
    solid = 0  # length up to the last sign that is no outer blank
    quoted = False
    at = 0
    while True:
        if at == len(rest):
            break
        sign = rest[at]
        at += 1
        if sign == "\\" and at == len(rest):
            rest, at = next(lines, ""), 0
            continue
        if sign == "\\":
            found.append(_ESCAPES.get(rest[at], rest[at]))
            at, solid = at + 1, len(found)
        elif sign == '"':
            quoted = not quoted
            solid = len(found)
        elif sign in "#;" and not quoted:
            break
        else:
            found.append(sign)
            solid = len(found) if quoted or sign not in " \t" else solid
    return "".join(found[:solid])


def rewrites(variables: Iterable[Variable]) -> list[tuple[str, str]]:
    """Give the ``insteadOf`` rules as (prefix, base)."""
    return [
        (value, subsection)
        for section, subsection, key, value in variables
        if section == "url" and key == "insteadof"
    ]


def origin_url(variables: Iterable[Variable]) -> str:
    """Give the first address of the remote ``origin``; '' where there is none."""
    for section, subsection, key, value in variables:
        if (section, subsection, key) == ("remote", "origin", "url"):
            return value
    return ""
