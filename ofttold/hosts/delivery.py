"""Whether a session is given the block now: once, and again when it was lost.

Knows what was recorded of the session and what its host does with earlier text; refuses to read
files or clocks. On the hooks' path.

    at a session's start   startup new clear compact fork   deliver
                           resume                           by the host: only if changed (kept),
                                                            again (gone), with the next prompt
                                                            (unheard), always (asked)
    at a prompt            never delivered, flagged, or the transcript shows it lost: deliver
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ofttold.hosts.payload import HookInput
    from ofttold.hosts.registry import Host

# A host that fires one event twice, or a resume and a compaction at once, does so within this.
REPEAT_S = 3.0
THERE, LOST, UNKNOWN = "there", "lost", "unknown"


class State:
    """What was recorded of one session; ``sent`` is False while nothing was delivered."""

    __slots__ = ("hash", "lost", "offset", "prompts", "sent", "sent_at", "waiting", "why")

    def __init__(self) -> None:
        self.sent = False
        self.hash = ""
        self.sent_at = 0.0
        self.why = ""
        self.lost = False
        self.waiting = ""
        self.prompts = 0
        self.offset = 0


def fold(entries: Iterable[Mapping[str, object]]) -> State:
    """Give the state that a session's entries lead to; an entry of unknown kind is passed over.

    >>> fold([{"e": "sent", "h": "a", "t": 5.0, "why": "startup"}, {"e": "lost"}]).lost
    True
    """
    state = State()
    for entry in entries:
        kind = entry.get("e")
        if kind == "sent":
            moment, text = entry.get("t"), entry.get("h")
            state.sent, state.lost, state.waiting, state.prompts = True, False, "", 0
            state.sent_at = float(moment) if isinstance(moment, (int, float)) else 0.0
            state.hash = text if isinstance(text, str) else ""
            state.why = str(entry.get("why", ""))
            state.offset = _offset(entry)
        elif kind == "lost":
            state.lost = True
        elif kind == "waiting":
            state.waiting = str(entry.get("why", "")) or "changed"
        elif kind == "prompt":
            state.prompts += 1
        elif kind == "checked":
            state.offset = _offset(entry)
    return state


def _offset(entry: Mapping[str, object]) -> int:
    """Give up to where the transcript was looked through."""
    value = entry.get("at")
    return value if isinstance(value, int) and value >= 0 else 0


class Decision:
    """``why`` the block is delivered now, empty for not; ``entries`` to record whatever happens."""

    __slots__ = ("entries", "why")

    def __init__(self, why: str = "", entries: tuple[dict[str, object], ...] = ()) -> None:
        self.why = why
        self.entries = entries


def decide(
    host: Host,
    told: HookInput,
    state: State,
    block_hash: str,
    *,
    now: float,
    refresh_after: int = 0,
    look: Callable[[], str],
) -> Decision:
    """Decide about one call.

    ``now``: seconds since the epoch. ``refresh_after``: messages, 0 never by count, -1 never again
    at a prompt. ``look`` tells whether the transcript holds the block since its last compaction
    (THERE, LOST, UNKNOWN) and is called only where that matters.
    """
    if told.event == "session-start":
        return _at_start(host, told.source or "startup", state, block_hash, now, look)
    if told.event == "prompt":
        return _at_prompt(host, state, refresh_after, look)
    if told.event == "compact" and state.sent and _folds(host, told):
        return Decision(entries=({"e": "lost", "t": now},))
    return Decision()


def _folds(host: Host, told: HookInput) -> bool:
    """Tell whether this compaction takes the block away with no event to follow.

    Gemini announces one before every turn; only a person's own means anything.
    """
    if host.NAME == "gemini":
        return told.manual
    return host.NAME in ("copilot", "dsh", "claude-code", "codex")


def _at_start(
    host: Host, source: str, state: State, block_hash: str, now: float, look: Callable[[], str]
) -> Decision:
    if host.ON_RESUME == "asked":
        return Decision(source)
    if not state.sent:
        if source in ("resume", "fork"):
            return _first_on_resume(host, source, block_hash, now, look)
        return Decision(source)
    just_now = 0 <= now - state.sent_at < REPEAT_S
    if source == "compact":
        again = (just_now and state.why != "startup") or look() == THERE
        return Decision() if again else Decision(source)
    if source == "clear":
        return Decision() if just_now and state.why == "clear" else Decision(source)
    if source in ("resume", "fork") and host.ON_RESUME == "gone":
        return Decision() if just_now and state.why == source else Decision(source)
    if state.hash == block_hash:
        return Decision()
    if source == "resume" and host.ON_RESUME == "unheard":
        return Decision(entries=({"e": "waiting", "t": now, "why": "changed"},))
    return Decision("changed")


def _first_on_resume(
    host: Host, source: str, block_hash: str, now: float, look: Callable[[], str]
) -> Decision:
    """Decide for a session resumed without a record: another machine's, or a copy of another."""
    if host.ON_RESUME == "unheard":
        return Decision(entries=({"e": "waiting", "t": now, "why": source},))
    if host.ON_RESUME == "kept" and look() == THERE:
        found = {"e": "sent", "t": now, "h": block_hash, "why": "found", "c": 0}
        return Decision(entries=(found,))
    return Decision(source)


def _at_prompt(host: Host, state: State, refresh_after: int, look: Callable[[], str]) -> Decision:
    if not host.SAYS_AT_PROMPT or host.ON_RESUME == "asked":
        return Decision()
    if not state.sent:
        return Decision(state.waiting or "late")
    if refresh_after < 0:
        return Decision()
    if state.waiting or state.lost:
        return Decision(state.waiting or "compact")
    seen = look() if host.LOST_MARKS else UNKNOWN
    if seen == LOST:
        return Decision("lost")
    if seen == UNKNOWN and refresh_after > 0:
        if state.prompts + 1 >= refresh_after:
            return Decision("refresh")
        return Decision(entries=({"e": "prompt"},))
    return Decision()
