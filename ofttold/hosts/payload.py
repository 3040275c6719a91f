"""What a host tells a hook, in one shape, and how it is read out of a host's own shape.

Knows the names hosts give to the same few facts; refuses to know what is done with them. On the
hooks' path: plain classes, no dataclasses, no typing at run time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

EVENTS = ("session-start", "prompt", "compact", "session-end")

# What hosts call these events, without case, dashes and underscores.
_SPELLINGS = {
    "session-start": ("sessionstart",),
    "prompt": ("userpromptsubmit", "userpromptsubmitted", "beforeagent", "beforesubmitprompt"),
    "compact": ("precompact", "postcompact", "precompress"),
    "session-end": ("sessionend",),
}
# Who sends a prompt that a person did not type (Claude Code's ``source`` of a prompt).
_MACHINES = ("system", "loop_wakeup", "schedule_wakeup", "poll_event")


class StrangePayload(ValueError):
    """The payload is not one of this event: nothing is to be said to its sender."""


class HookInput:
    """The facts of one hook call; a fact the host did not give is the empty string.

    ``event`` is one of EVENTS; ``source`` why the session started or where the prompt came from;
    ``human`` whether a person typed the prompt; ``manual`` whether a person asked for the
    compaction; ``shown`` whether a plugin of ours saw the block in what goes to the model.
    """

    __slots__ = (
        "cwd",
        "event",
        "human",
        "manual",
        "prompt",
        "session_id",
        "shown",
        "source",
        "transcript_path",
    )

    def __init__(
        self,
        event: str,
        session_id: str = "",
        source: str = "",
        cwd: str = "",
        prompt: str = "",
        transcript_path: str = "",
        human: bool = True,
        manual: bool = False,
        shown: bool = False,
    ) -> None:
        self.event = event
        self.session_id = session_id
        self.source = source
        self.cwd = cwd
        self.prompt = prompt
        self.transcript_path = transcript_path
        self.human = human
        self.manual = manual
        self.shown = shown


def pick_text(payload: Mapping[str, object], *names: str) -> str:
    """Give the first of these fields that holds text; another type counts as absent.

    >>> pick_text({"session_id": 7, "sessionId": "a"}, "session_id", "sessionId")
    'a'
    """
    for name in names:
        value = payload.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def is_event(event: str, name: str) -> bool:
    """Tell whether a host's event name means this event.

    >>> is_event("prompt", "UserPromptSubmit"), is_event("prompt", "PreToolUse")
    (True, False)
    """
    folded = name.replace("-", "").replace("_", "").lower()
    return folded in _SPELLINGS.get(event, ())


def read_payload(event: str, payload: Mapping[str, object]) -> HookInput:
    """Read the fields hosts share, each under any of its names.

    Raises StrangePayload when the payload names another event than the one called for.
    """
    named = pick_text(payload, "hook_event_name", "hookEventName")
    if named and not is_event(event, named):
        raise StrangePayload(f"the payload is of {named[:40]!r}, not of {event}")
    source = pick_text(payload, "source")
    roots = payload.get("workspace_roots")
    first_root = roots[0] if isinstance(roots, list) and roots else ""
    return HookInput(
        event,
        session_id=pick_text(payload, "session_id", "sessionId", "conversation_id"),
        source=source,
        cwd=pick_text(payload, "cwd") or (first_root if isinstance(first_root, str) else ""),
        prompt=pick_text(payload, "prompt") if event == "prompt" else "",
        transcript_path=pick_text(payload, "transcript_path", "transcriptPath"),
        human=not (event == "prompt" and source in _MACHINES),
        manual=pick_text(payload, "trigger") == "manual",
        shown=payload.get("block_shown") is True,
    )
