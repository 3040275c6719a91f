r"""A git configuration as text: its variables in order. Knows git's grammar, follows nothing.

    [section] key = value        [section "Sub Section"]        ; comment   # comment
    value = "quo\"ted" and \
            continued            key (alone) = true

On the hooks' path.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Variable = tuple[str, str, str, str]

_SECTION = re.compile(r'\[\s*([A-Za-z0-9.\-]+)\s*(?:"((?:[^"\\\n]|\\.)*)")?\s*\]')
_KEY = re.compile(r"([A-Za-z][A-Za-z0-9\-]*)[ \t]*(=?)[ \t]*")
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
        while opened := _SECTION.match(rest):
            section, _, old_style = opened[1].lower().partition(".")
            subsection = re.sub(r"\\(.)", r"\1", opened[2]) if opened[2] is not None else old_style
            rest = rest[opened.end() :].strip()
        key = _KEY.match(rest)
        if key and section:
            value = _value(rest[key.end() :], lines) if key[2] else "true"
            yield section, subsection, key[1].lower(), value


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
