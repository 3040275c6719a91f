r"""Setting one key of a TOML file as a splice: comments, order, spaces and line endings stay.

It knows where statements stand, not what values mean: tomllib judges the file before and after, and
what would change anything but the one key is refused. The grammar it walks::

    file      = { blank | comment | header | statement }
    header    = "[" name "]" | "[[" name "]]"
    statement = key "=" value
    value     = runs to the end of its line; strings and brackets are crossed whole
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.core.splice import Splice, apply

BOM = b"\xef\xbb\xbf"
Value = str | bool | int | list[str]
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'", re.DOTALL
)
_KEY = re.compile(r"""[ \t]*((?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^="'\n#])+)=[ \t]*""")
_LINE_END = re.compile(r"[^\n]*(?:\n|$)")


class UnreadableToml(OfttoldError):
    """The file is no TOML in UTF-8, so nothing can be put into it."""

    key = "unreadable_toml"


class UnclearToml(OfttoldError):
    """The key cannot be set without touching something else."""

    key = "unclear_toml"


@dataclass(frozen=True, slots=True)
class _Part:
    """A header (``key`` empty) or a statement: its value's span and where its line ends."""

    table: str
    key: str
    start: int
    end: int
    line_end: int


def render(value: Value) -> str:
    r"""Write a value as TOML.

    >>> render("C:\\a \x7f鲸"), render(True), render(-1), render(["a", "b"])
    ('"C:\\\\a \\u007f鲸"', 'true', '-1', '["a", "b"]')
    """
    if isinstance(value, list):
        return "[" + ", ".join(map(render, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower()


def plan_set(data: bytes, table: str, key: str, value: Value, *, name: str) -> Splice | None:
    """Give the change that sets a bare ``key`` in ``table`` ("" = the top); None where it is so.

    ``name`` is the file's, for refusals. Raises UnreadableToml and UnclearToml.
    """
    body = data.removeprefix(BOM)
    text, before = _read(body, name)
    home = before.get(table, {}) if table else before
    if not isinstance(home, dict):
        raise UnclearToml(name=name, line=_snippet(table, key, value))
    if key in home and type(home[key]) is type(value) and home[key] == value:
        return None
    start, end, replacement = _place(text, table, key, value)
    offset = len(data) - len(body)
    splice = Splice(
        offset + len(text[:start].encode()), offset + len(text[:end].encode()), replacement.encode()
    )
    wanted = before | ({table: home | {key: value}} if table else {key: value})
    try:
        _, after = _read(apply(data, splice).removeprefix(BOM), name)
    except UnreadableToml:
        after = {}
    if after != wanted:
        raise UnclearToml(name=name, line=_snippet(table, key, value))
    return splice


def _read(body: bytes, name: str) -> tuple[str, dict[str, object]]:
    try:
        text = body.decode("utf-8")
        return text, tomllib.loads(text)
    except ValueError as fault:
        raise UnreadableToml(name=name, fault=str(fault)) from fault
    except RecursionError as fault:
        raise UnreadableToml(name=name, fault="brackets nest too deep") from fault


def _snippet(table: str, key: str, value: Value) -> str:
    line = f"{key} = {render(value)}"
    return f"[{table}] {line}" if table else line


def _place(text: str, table: str, key: str, value: Value) -> tuple[int, int, str]:
    """Find where the value goes: (start, end, replacement), in characters."""
    newline = "\r\n" if "\r\n" in text else "\n"
    line = f"{key} = {render(value)}"
    parts = [part for part in _parts(text) if part.table == table]
    for part in parts:
        if part.key == key:
            return part.start, part.end, render(value)
    if parts:
        at = parts[-1].line_end
    elif table:
        at, line = len(text), f"[{table}]{newline}{line}"
    else:
        at = 0 if any(_parts(text)) else len(text)
    if at and not text[:at].endswith("\n"):
        line = newline + line
    return at, at, line + newline


def _parts(text: str) -> Iterator[_Part]:
    table, position = "", 0
    while position < len(text):
        line = _LINE_END.match(text, position)
        assert line is not None
        bare = line[0].strip()
        if bare.startswith("["):
            table = bare.split("#")[0].strip().strip("[]").strip()
            yield _Part(table, "", position, position, line.end())
        elif bare and not bare.startswith("#") and (found := _KEY.match(text, position)):
            end = _value_end(text, found.end())
            rest = _LINE_END.match(text, end)
            assert rest is not None
            value_end = found.end() + len(text[found.end() : end].rstrip())
            yield _Part(table, _bare(found[1].strip()), found.end(), value_end, rest.end())
            position = rest.end()
            continue
        position = line.end()


def _value_end(text: str, position: int) -> int:
    """Cross one value: to its comment or line feed outside strings and brackets."""
    depth = 0
    while position < len(text):
        if crossed := _STRING.match(text, position):
            position = crossed.end()
            continue
        sign = text[position]
        depth += (sign in "[{") - (sign in "]}")
        if sign in "#\n" and not depth:
            break
        if sign == "#":
            position = text.find("\n", position)  # inside brackets, and tomllib has read the file
        position += 1
    return position


def _bare(key: str) -> str:
    """Give the key without its quotes."""
    if key.startswith('"'):
        return str(json.loads(key)) if key.count('"') == 2 else key
    return key[1:-1] if key.startswith("'") else key
