"""JSON for the hooks' path: the C parts of the standard library's json without its Python parts.

Importing ``json`` brings ``re`` and ``enum`` along, which costs a hook as much as the rest of its
work. Where the C parts are not there (another Python), json itself does it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_BLANKS = " \t\n\r"
_LARGEST = 1.7976931348623157e308  # the largest finite float


class _Context:
    """What the C scanner asks of a decoder."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int

    def __init__(self) -> None:
        self.memo: dict[str, str] = {}

    @staticmethod
    def parse_constant(name: str) -> float:
        """Read NaN and the infinities, as json does."""
        return {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}[name]


def _find_parts() -> tuple[Callable[..., Any] | None, Callable[[str], str] | None]:
    try:
        from _json import encode_basestring, make_scanner
    except ImportError:
        return None, None
    return make_scanner(_Context()), encode_basestring  # type: ignore[arg-type]


_scan, _quote = _find_parts()


def loads(text: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Read one JSON value; control characters in strings are let pass. Raises ValueError.

    >>> loads(' {"a": [1, true, "鲸"]} ')
    {'a': [1, True, '鲸']}
    """
    if _scan is None:
        import json

        return json.loads(text, strict=False)
    start = len(text) - len(text.lstrip(_BLANKS))
    try:
        value, end = _scan(text, start)
    except StopIteration as fault:
        raise ValueError(f"no JSON value at {fault.value}") from None
    except RecursionError as fault:
        raise ValueError("nested too deep") from fault
    if text[end:].strip(_BLANKS):
        raise ValueError(f"something follows the JSON value at {end}")
    return value


def dumps(value: object) -> str:
    r"""Write a value of dicts, lists, strings, numbers, true, false and null; text stays itself.

    >>> dumps({"a": [1, None, "鲸"]})
    '{"a": [1, null, "鲸"]}'
    """
    if _quote is None or not _is_plain(value):
        import json

        return json.dumps(value, ensure_ascii=False)
    return _write(value, _quote)


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(type(key) is str and _is_plain(inner) for key, inner in value.items())
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    if type(value) is float:
        return -_LARGEST <= value <= _LARGEST  # NaN and the infinities are left to json
    return value is None or type(value) in (str, bool, int)


def _write(value: object, quote: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        inner = ", ".join([f"{quote(k)}: {_write(v, quote)}" for k, v in value.items()])
        return "{" + inner + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([_write(v, quote) for v in value]) + "]"
    if value is None:
        return "null"
    return ("true" if value else "false") if isinstance(value, bool) else repr(value)
