"""Whether a session is given the block now: once, and again when it was lost.

Knows what was recorded of the session and what its host does with earlier text; refuses to read
files or clocks. On the hooks' path.

    at a session's start   startup new clear compact fork   deliver
                           resume                           by the host: only if changed (kept),
                                                            again (gone), with the next prompt
                                                            unless a prompt carried it (unheard),
                                                            always (asked)
    at a prompt            never delivered, flagged, or the transcript shows it lost: deliver
"""

from __future__ import annotations

from ofttold.core.unsaid import without_unsaid
from ofttold.core.verdicts import LOST, QUIET, THERE, UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ofttold.hosts.payload import HookInput
    from ofttold.hosts.registry import Host

# A host that fires one event twice, or a resume and a compaction at once, does so within this.
REPEAT_S = 3.0


class State:
    """What was recorded of one session; ``sent`` is False while nothing was delivered."""

    __slots__ = (
        "by_prompt",
        "hash",
        "lost",
        "offset",
        "prompts",
        "refresh_after",
        "seen",
        "sent",
        "sent_at",
        "shown",
        "waiting",
        "why",
    )

    def __init__(self) -> None:
        self.sent = False
        self.by_prompt = False
        self.hash = ""
        self.sent_at = 0.0
        self.why = ""
        self.lost = False
        self.waiting = ""
        self.prompts = 0
        self.offset = 0
        self.seen = False
        self.shown = False
        self.refresh_after = 0


def fold(entries: Iterable[Mapping[str, object]]) -> State:
    """Give the state that a session's entries lead to; an entry of unknown kind is passed over.

    >>> fold([{"e": "sent", "h": "a", "m": 5.0, "why": "startup"}, {"e": "lost"}]).lost
    True
    """
    state = State()
    for entry in without_unsaid(entries):
        kind = entry.get("e")
        if kind == "sent":
            _fold_sent(state, entry)
        elif kind == "lost":
            state.lost = True
        elif kind == "waiting":
            state.waiting = str(entry.get("why", "")) or "changed"
        elif kind == "prompt":
            state.prompts += 1
        elif kind == "checked":
            state.offset, state.seen = _whole(entry, "at"), True
            state.shown = state.shown or entry.get("shown") is True
    return state


def _fold_sent(state: State, entry: Mapping[str, object]) -> None:
    moment, text = entry.get("m"), entry.get("h")
    state.sent, state.lost, state.waiting, state.prompts, state.seen = True, False, "", 0, False
    state.shown, state.by_prompt = False, entry.get("ev") == "prompt"
    state.sent_at = float(moment) if isinstance(moment, (int, float)) else 0.0
    state.hash = text if isinstance(text, str) else ""
    state.why = str(entry.get("why", ""))
    state.offset = _whole(entry, "at")
    after = entry.get("r")
    state.refresh_after = after if isinstance(after, int) else 0


def _whole(entry: Mapping[str, object], key: str) -> int:
    value = entry.get(key)
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
    look: Callable[[], str],
) -> Decision:
    """Decide about one call.

    ``block_hash`` counts only at a session's start. ``now``: seconds since the epoch by the
    machine's clock. ``look`` looks into the transcript and is called only where that matters.
    """
    if told.event == "session-start":
        if host.ON_RESUME == "asked":
            return Decision(told.source or "startup")
        if not state.sent:
            return _first(host, told.source or "startup", block_hash, look)
        just_now = 0 <= now - state.sent_at < REPEAT_S
        return _again(host, told.source, state, block_hash, just_now, look)
    if told.event == "prompt":
        return _with_proof(told, state, _at_prompt(host, state, look))
    if told.event == "compact" and state.sent and _folds(host, told):
        return Decision(entries=({"e": "lost"},))
    if told.event == "session-end" and state.sent:
        return _with_proof(told, state, Decision(entries=({"e": "end"},)))
    return Decision()


def _with_proof(told: HookInput, state: State, decision: Decision) -> Decision:
    """Note once that a plugin of ours saw the block on its way to the model."""
    if told.shown and state.sent and not state.shown:
        proof = {"e": "checked", "at": state.offset, "shown": True}
        return Decision(decision.why, (*decision.entries, proof))
    return decision


def _folds(host: Host, told: HookInput) -> bool:
    """Tell whether this compaction takes the block away with no event to follow.

    Gemini announces one before every turn; only a person's own means anything.
    """
    return host.FOLDS and (told.manual or host.NAME != "gemini")


def _first(host: Host, source: str, block_hash: str, look: Callable[[], str]) -> Decision:
    """Decide for a session without a record: new, another machine's, or a copy of another."""
    if source not in ("resume", "fork"):
        return Decision(source)
    if source == "resume" and host.ON_RESUME == "unheard":
        return Decision(entries=({"e": "waiting", "why": source},))
    if host.ON_RESUME == "kept" and look() == THERE:
        return Decision(entries=({"e": "sent", "h": block_hash, "why": "found", "c": 0},))
    return Decision(source)


def _again(
    host: Host,
    source: str,
    state: State,
    block_hash: str,
    just_now: bool,
    look: Callable[[], str],
) -> Decision:
    """Decide for a session that was given the block before."""
    if source == "compact":
        seen = look()
        repeated = seen == QUIET and just_now and state.why != "startup"
        return Decision() if seen == THERE or repeated else Decision(source)
    if source == "clear" or (source == "resume" and host.ON_RESUME == "gone"):
        return Decision() if just_now and state.why == source else Decision(source)
    changed = state.hash != block_hash
    if source == "resume" and host.ON_RESUME == "unheard":
        # what a session's start said is gone from it; what came with a prompt is kept with it
        if state.by_prompt and not changed:
            return Decision()
        return Decision(entries=({"e": "waiting", "why": "changed" if changed else "resume"},))
    return Decision("changed" if changed else "")


def _at_prompt(host: Host, state: State, look: Callable[[], str]) -> Decision:
    if not host.SAYS_AT_PROMPT or host.ON_RESUME == "asked":
        return Decision()
    if not state.sent:
        return Decision(state.waiting or "late")
    if state.refresh_after < 0:
        return Decision()
    if state.waiting or state.lost:
        return Decision(state.waiting or "compact")
    seen = look() if host.LOST_MARKS else UNKNOWN
    if seen == LOST:
        return Decision("lost")
    if seen == UNKNOWN and state.refresh_after > 0:
        if state.prompts + 1 >= state.refresh_after:
            return Decision("refresh")
        return Decision(entries=({"e": "prompt"},))
    return Decision()
