"""Regular expressions that are compiled when they are first used.

Compiling costs a hook more than matching does (a class of a few hundred characters takes a
millisecond), and most calls need few of the patterns their modules know.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any

IGNORE_CASE = 2  # re.IGNORECASE, known without importing re


class _Later:
    """Stands in for a compiled pattern until it is asked for anything."""

    __slots__ = ("_compiled", "_flags", "_pattern")

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._pattern, self._flags = pattern, flags
        self._compiled: Any = None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a pattern has
        if self._compiled is None:
            import re  # a call that needs no pattern spares it too

            self._compiled = re.compile(self._pattern, self._flags)
        return getattr(self._compiled, name)


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Give a pattern of text that compiles itself on first use.

    >>> later("b+").search("abba").group()
    'bb'
    """
    return _Later(pattern, flags)  # type: ignore[return-value]


def later_bytes(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Give a pattern of bytes that compiles itself on first use."""
    return _Later(pattern, flags)  # type: ignore[return-value]
