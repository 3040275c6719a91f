"""A new card's bytes, and one value as YAML: quoted exactly where another reader might mistake it.

Knows how a value is written so that it reads back as the same text, here and in any YAML tool.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ofttold.core.cards.card import KEYS

Field: TypeAlias = "str | bool | int | Sequence[Field] | Mapping[str, Field]"

# What a YAML reader takes for a number, a date, a truth value or nothing.
_TYPED = re.compile(
    r"(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?[.\d][\d_.,:eExXoObBa-fA-F+-]*|[-+]?\.(?:inf|nan))",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?")
_NOT_PLAIN = re.compile(
    r"^[\s,\[\]{}#&*!|>'\"%@`?:-]|\s$|:(?:\s|$)|\s#|[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
)
_NOT_IN_FLOW = re.compile(r"[,\[\]{}:#\"'&*!|>%@`?]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_BARE_DATE_KEYS = frozenset(("created", "updated"))


def render_scalar(text: str, *, in_flow: bool = False, bare_date: bool = False) -> str:
    """Write one text value; ``in_flow`` inside ``[…]``; ``bare_date`` leaves a date unquoted.

    >>> render_scalar("no"), render_scalar("一: 二"), render_scalar("C# 规范"), render_scalar("")
    ("'no'", "'一: 二'", 'C# 规范', "''")
    """
    if bare_date and _DATE.fullmatch(text):
        return text
    plain = text and not _NOT_PLAIN.search(text) and not _TYPED.fullmatch(text)
    if plain and not (in_flow and _NOT_IN_FLOW.search(text)):
        return text
    if _CONTROL.search(text):
        return render_double(text)
    return "'" + text.replace("'", "''") + "'"


def render_double(text: str) -> str:
    """Write one text value in double quotes, whatever it holds."""

    def escape(found: re.Match[str]) -> str:
        code = ord(found[0])
        named = {10: "\\n", 9: "\\t"}.get(code)
        return named or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")

    return '"' + _CONTROL.sub(escape, text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def render_flow(items: Sequence[Field]) -> str:
    """Write a list of texts on one line."""
    return "[" + ", ".join(_inline("", item, in_flow=True) for item in items) + "]"


def render_field(key: str, value: Field, *, newline: str = "\n", indent: str = "") -> str:
    """Write ``key: value`` with its line end; a mapping and a list of mappings take lines below."""
    head, inner = f"{indent}{key}:", indent + "  "
    if isinstance(value, str | bool | int):
        return f"{head} {_inline(key, value)}{newline}"
    if isinstance(value, Mapping):
        below = [render_field(k, v, newline=newline, indent=inner) for k, v in value.items()]
        return head + newline + "".join(below) if below else f"{head} {{}}{newline}"
    if any(isinstance(item, Mapping) for item in value):
        return head + newline + "".join(_item(item, newline, inner) for item in value)
    return f"{head} {render_flow(value)}{newline}"


def _item(item: Field, newline: str, indent: str) -> str:
    """Write one mapping of a list: ``- key: value`` and its other keys below."""
    lines = render_field("", item, newline=newline).split(newline)[1:-1]
    first, rest = lines[0][2:], lines[1:]
    return newline.join([f"{indent}- {first}", *(indent + line for line in rest)]) + newline


def _inline(key: str, value: Field, *, in_flow: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return render_scalar(value, in_flow=in_flow, bare_date=key in _BARE_DATE_KEYS)
    raise TypeError(key)


def render_new_card(fields: Mapping[str, Field], body: str) -> bytes:
    """Write a whole card: the known keys in their order, then the others, then the body.

    Empty texts and lists are left out (False, too); the file ends with a line end.
    """
    order = {key: place for place, key in enumerate(KEYS)}
    named = sorted(fields, key=lambda key: order.get(key, len(order)))
    kept = [key for key in named if fields[key] or (fields[key] == 0 and fields[key] is not False)]
    block = "".join(render_field(key, fields[key]) for key in kept)
    text = body.replace("\r\n", "\n").strip("\n")
    ending = "\n" if text else ""
    return f"---\n{block}---\n{text}{ending}".encode()
