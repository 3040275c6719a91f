"""The last turns of a conversation, read out of the end of a host's transcript.

Hosts write JSON lines of many shapes; what they share is a role and a content. Knows no host by
name; what it cannot read is as if it were not there. On the hooks' path.
"""

from __future__ import annotations

from ofttold.core.quick_json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_WORDS = 2000  # characters of an assistant's turn that are used; ours
_PERSON = frozenset(("user", "human"))
_ASSISTANT = frozenset(("assistant", "model", "gemini", "agent"))
_CALLS = frozenset(("tool_use", "function_call", "tool_call", "toolCall", "custom_tool_call"))
_RESULTS = frozenset(("tool_result", "function_call_output", "custom_tool_call_output"))
_TEXTS = frozenset(("text", "input_text", "output_text", ""))


class Turns:
    """What the person said last and before, newest first, and the assistant's words since."""

    __slots__ = ("assistant", "person")

    def __init__(self) -> None:
        self.person: list[str] = []
        self.assistant = ""


def read_turns(tail: bytes, *, person: int = 2) -> Turns:
    """Read the end of a transcript: up to ``person`` messages of the person, newest first.

    The assistant's words are those of its last turn, with the names and arguments of its calls.

    >>> line = b'{"type":"user","message":{"role":"user","content":"deploy the whale"}}'
    >>> read_turns(line).person
    ['deploy the whale']
    """
    turns = Turns()
    said: list[str] = []
    closed = False
    for line in reversed(tail.split(b"\n")):
        for role, text in _spoken(_parse(line)):
            if role == "person" and text:
                closed = closed or bool(said)
                turns.person.append(text)
            elif text and not closed:
                said.append(text)
        if len(turns.person) >= person:
            break
    turns.assistant = "\n".join(reversed(said))[-MOST_WORDS:]
    return turns


def _parse(line: bytes) -> dict[str, object]:
    """Give a line's object; an empty one where it is torn, or cut by the tail's beginning."""
    if line[:1] != b"{":
        return {}
    try:
        entry = loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}


def _inside(entry: dict[str, object], key: str) -> dict[str, object]:
    inner = entry.get(key)
    return inner if isinstance(inner, dict) else entry


def _spoken(entry: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Give (person or assistant, text) of one line."""
    inner = _inside(entry, "payload")
    message = _inside(inner, "message")
    if inner.get("isMeta") or entry.get("isMeta"):
        return
    if inner.get("type") in _CALLS:
        yield "assistant", _call(inner)
        return
    role = message.get("role") or inner.get("type") or entry.get("type")
    content = message.get("content", message.get("parts", message.get("text", "")))
    if role in _PERSON and not _is_result(content):
        yield "person", _text(content)
    elif role in _ASSISTANT:
        yield "assistant", _text(content)


def _is_result(content: object) -> bool:
    return isinstance(content, list) and any(
        isinstance(part, dict) and (part.get("type") in _RESULTS or "functionResponse" in part)
        for part in content
    )


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts: list[str] = []
    for part in content:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, dict) and part.get("type") in _CALLS:
            parts.append(_call(part))
        elif isinstance(part, dict) and part.get("type", "") in _TEXTS:
            text = part.get("text", "")
            parts.append(text if isinstance(text, str) else "")
    return "\n".join(filter(None, parts))


def _call(part: dict[str, object]) -> str:
    """Give a tool call as words: its name and what stands in its arguments."""
    given = part.get("input", part.get("arguments", part.get("args", "")))
    if isinstance(given, str):
        try:
            given = loads(given)
        except (ValueError, RecursionError):
            given = str(given)
    return " ".join([str(part.get("name", "")), *_leaves(given, 0)])


def _leaves(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value[:400]
    elif isinstance(value, dict) and depth < 4:
        for inner in value.values():
            yield from _leaves(inner, depth + 1)
    elif isinstance(value, list) and depth < 4:
        for inner in value[:20]:
            yield from _leaves(inner, depth + 1)
