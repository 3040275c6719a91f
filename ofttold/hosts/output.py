"""How a text is wrapped for a host, and how long it may be.

A wrapper is built by the JSON library alone, so that no quote, newline or U+2028 of a memory can
break it; it ends in one newline. On the hooks' path.
"""

from __future__ import annotations

from ofttold.core.quick_json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Hosts cut at 10,000 characters (Claude Code, Cursor) or 2,500 tokens of four bytes (Codex); the
# tenth below is room for what they put around a text.
BUDGET_CHARS = 9000
BUDGET_BYTES = 9000
# Hosts that show the person a line of a hook's own (``systemMessage``); Codex knows this key too.
SHOW_A_LINE = frozenset(("claude-code", "codex", "gemini"))


def dump(value: Mapping[str, object]) -> str:
    r"""Write one JSON object and a newline; text stays itself, a lone surrogate becomes U+FFFD.

    >>> dump({"a": "鲸"})
    '{"a": "鲸"}\n'
    """
    text = dumps(value)
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"


def say_nested(names: Mapping[str, str], event: str, text: str) -> str:
    """Wrap as Claude Code and its followers want it, for the events that ``names`` knows."""
    name = names.get(event)
    if not name or not text:
        return ""
    return dump({"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}})


def say_flat(key: str, event: str, text: str, **before: object) -> str:
    """Wrap under one key, behind what else the host wants, where the model sees it at all."""
    if not text or event not in ("session-start", "prompt"):
        return ""
    return dump({**before, key: text})


def with_line(host: str, output: str, line: str) -> str:
    r"""Add a line for the person to an output, where the host has a place for one.

    >>> with_line("codex", '{"a": 1}\n', "hello"), with_line("cursor", '{"a": 1}\n', "hello")
    ('{"a": 1, "systemMessage": "hello"}\n', '{"a": 1}\n')
    """
    if host not in SHOW_A_LINE or not output or not line:
        return output
    return dump({**loads(output), "systemMessage": line})


def count_chars(text: str) -> int:
    """Count as hosts written in JavaScript do: a character beyond U+FFFF is two.

    >>> count_chars("鲸🐋")
    3
    """
    return len(text) + sum(1 for char in text if char > "\uffff")


def fits(output: str, *, counts_bytes: bool) -> bool:
    """Tell whether a whole output, wrapper and all, stays below the host's cut."""
    if count_chars(output) > BUDGET_CHARS:
        return False
    return not counts_bytes or len(output.encode("utf-8")) <= BUDGET_BYTES
