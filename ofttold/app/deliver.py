"""One hook call from payload to output: who calls, what is due, what is recorded.

The shell reads standard input and the clock and hands over a way to get the block; the block is
asked for only when it is due. On the hooks' path: no pathlib, typing, dataclasses or hashlib.
"""

from __future__ import annotations

from ofttold.core.cards.heard import FIRST_TURN, RECALL
from ofttold.core.errors import OfttoldError
from ofttold.core.verdicts import QUIET, THERE
from ofttold.edge import sessions, transcripts
from ofttold.hosts.delivery import Decision, decide, fold
from ofttold.hosts.output import fits, with_line
from ofttold.hosts.payload import EVENTS, StrangePayload, read_payload
from ofttold.hosts.registry import canonical, detect_host, load_host, real_host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol, TypeAlias

    from ofttold.app.first_turn import FirstTurn
    from ofttold.edge.sessions import SessionRecord
    from ofttold.edge.transcripts import Look
    from ofttold.hosts.delivery import State
    from ofttold.hosts.payload import HookInput
    from ofttold.hosts.registry import Host

    class Block(Protocol):
        """The finished block: its text, a hash of it, and the folder's refresh_after_messages."""

        text: str
        hash: str
        refresh_after: int

    Room: TypeAlias = Callable[[str], bool]


_SHORT, _LONG = 200, 2000  # characters of a host's words that a record keeps
# Seconds a hook waits for another one of the same session: what is left of its time, at worst.
START_WAIT_S, PROMPT_WAIT_S = 0.8, 0.1
CHECK_EVERY_BYTES = 1024 * 1024  # bytes of transcript looked through before that is written down


class Call:
    """What the shell hands over.

    ``block(counts_bytes)`` makes the block for a host that counts characters or bytes. ``recall``
    gives card text for a person's own words and the host, or nothing, and is handed what tells
    whether a text still has room (None: it always has); ``first_turn`` the cards
    that stand behind the block for a session in some folder, or none; ``line_for`` what the person
    is told of card text. ``now_s``: the person's
    clock in seconds since the epoch; ``elapsed_ms``: milliseconds since the call began.
    ``charged``: the record, and the kinds of entries in it, of what is written down and not yet said.
    """

    __slots__ = (
        *(
            "block",
            "charged",
            "elapsed_ms",
            "environment",
            "first_turn",
            "folder",
            "line_for",
            "now_s",
        ),
        "recall",
    )

    def __init__(
        self,
        *,
        block: Callable[[bool], Block],
        environment: Mapping[str, str],
        now_s: float,
        elapsed_ms: Callable[[], int],
        folder: str = "",
        recall: Callable[[str, HookInput, Host, Room | None], str] | None = None,
        first_turn: Callable[[str], FirstTurn | None] | None = None,
        line_for: Callable[[str], str] | None = None,
    ) -> None:
        self.block = block
        self.environment = environment
        self.now_s = now_s
        self.elapsed_ms = elapsed_ms
        self.folder = folder
        self.recall = recall
        self.first_turn = first_turn
        self.line_for = line_for
        self.charged: tuple[str, list[str]] | None = None

    def charge(self, record: str, kind: str) -> None:
        """Remember that an entry of this kind was written of what is not said yet."""
        kinds = self.charged[1] if self.charged else []
        self.charged = record, [*kinds, kind]


class Answer:
    """What goes to standard output, and what the log line says about it."""

    __slots__ = ("host", "output", "said")

    def __init__(self, output: str, said: str, host: str = "") -> None:
        self.output = output
        self.said = said
        self.host = host


def answer(wired: str, event: str, payload: Mapping[str, object], call: Call) -> Answer:
    """Answer one hook call: the exact output for the host, empty for nothing to say.

    ``wired`` is the host's name in the command, empty for a plugin that several hosts load.
    """
    if event not in EVENTS:
        return Answer("", f"unknown event {event[:40]!r}")
    name = canonical(wired)
    if wired and not name:
        return Answer("", f"unknown host {wired[:40]!r}")
    caller = (
        real_host(name, call.environment, payload)
        if name
        else detect_host(call.environment, payload)
    )
    if name and caller != name and _is_wired(caller):
        return Answer("", f"left to {caller}, which has ofttold of its own", caller)
    host = load_host(caller)
    try:
        told = read_payload(event, payload)
    except StrangePayload as fault:
        return Answer("", str(fault), caller)
    why, text = _due(host, told, call)
    room = _room_beside(host, event, text) if text else None
    more = _recalled(host, told, call, room)
    turn = call.first_turn(told.cwd) if text and call.first_turn else None
    cards = turn.text.rstrip("\n") if turn else ""
    # the block stands; what came with it gives way, the latest cards first; a recall fits already
    for parts in ((text, cards, more), (text, more)):
        output = host.write(event, "\n\n".join(part for part in parts if part))
        if fits(output, counts_bytes=host.COUNTS_BYTES):
            break
    if more and call.line_for:
        output = with_line(host.NAME, output, call.line_for(more))
    if turn and cards and parts == (text, cards, more):
        _note_turn(host, told, call, turn)
    return Answer(output, why or ("cards" if more else "nothing to say"), caller)


def _is_wired(host: str) -> bool:
    """Tell whether a host was given hooks of its own; asked only when another's settings run."""
    from ofttold.edge.journal import wired_hosts

    return host in wired_hosts()


def _room_beside(host: Host, event: str, block: str) -> Room:
    """Give what tells whether a text passes the host's cut together with the block."""
    return lambda more: fits(
        host.write(event, f"{block}\n\n{more}"), counts_bytes=host.COUNTS_BYTES
    )


def _recalled(host: Host, told: HookInput, call: Call, room: Room | None) -> str:
    """Give what the cards have to say to a person's prompt."""
    if call.recall is None or told.event != "prompt" or not told.human or not host.SAYS_AT_PROMPT:
        return ""
    from ofttold.hosts.prompts import clean_prompt

    own = clean_prompt(told.prompt, quoted=host.QUOTES_PROMPT)
    text = call.recall(own, told, host, room) if own else ""
    if text and told.session_id:
        call.charge(sessions.record_path(host.NAME, told.session_id), RECALL)
    return text


def _note_turn(host: Host, told: HookInput, call: Call, turn: FirstTurn) -> None:
    """Note which cards came with the block, so that no prompt of the session recalls them again."""
    if not told.session_id:
        return
    try:
        with sessions.SessionRecord(host.NAME, told.session_id) as record:
            call.charge(record.path, FIRST_TURN)
            record.append({"e": FIRST_TURN, "t": call.now_s, "cards": turn.marks})
    except (OSError, OfttoldError):
        return  # without a record nothing counts as delivered


def _due(host: Host, told: HookInput, call: Call) -> tuple[str, str]:
    """Give why the block is due and its text, both empty if it is not."""
    if not told.session_id:
        if told.event != "session-start":
            return "", ""
        return "no session id", call.block(host.COUNTS_BYTES).text
    glance = block = None
    wait_s = PROMPT_WAIT_S
    if told.event == "session-start":
        block, wait_s = call.block(host.COUNTS_BYTES), START_WAIT_S  # made before the lock is held
    else:
        glance = _glance(host, told)
        if glance is None:
            return "", ""
    try:
        with sessions.SessionRecord(host.NAME, told.session_id, wait_s=wait_s) as record:
            return _settle(host, told, call, record, block, glance)
    except (OSError, OfttoldError) as fault:
        # The state home cannot be used: a start is answered, a prompt would repeat it for ever.
        if told.event != "session-start":
            return "", ""
        return f"no record: {fault}", block.text if block else ""


def _glance(host: Host, told: HookInput) -> _Looker | None:
    """Decide once without the lock: None where there is nothing to say and nothing to write."""
    path = sessions.record_path(host.NAME, told.session_id)
    state = fold(sessions.read_entries(path, by_its_hook=True))
    looker = _Looker(host, told, state)
    decision = decide(host, told, state, "", now=sessions.machine_s(), look=looker)
    return looker if decision.why or decision.entries or looker.note() else None


def _settle(
    host: Host,
    told: HookInput,
    call: Call,
    record: SessionRecord,
    block: Block | None,
    glance: _Looker | None,
) -> tuple[str, str]:
    """Decide under the lock and write down what was decided, before anything is said."""
    if not record.locked and told.event != "session-start":
        return "", ""
    looker = _Looker(host, told, fold(record.entries), glance)
    machine_s = sessions.machine_s()
    block_hash = block.hash if block else ""
    decision = decide(host, told, looker.state, block_hash, now=machine_s, look=looker)
    for entry in decision.entries:
        record.append(_stamped(entry, told, call, machine_s))
    checked = looker.note()
    if checked and not decision.why:
        record.append(checked)
    if not decision.why:
        return "", ""
    block = block or call.block(host.COUNTS_BYTES)
    if block.text:
        call.charge(record.path, "sent")
        record.append(_sent(decision, block, told, call, machine_s))
    return decision.why, block.text


class _Looker:
    """Looks into the transcript at most once, and says what is worth writing down of it."""

    __slots__ = ("found", "host", "state", "told")

    def __init__(
        self, host: Host, told: HookInput, state: State, glance: _Looker | None = None
    ) -> None:
        self.host = host
        self.told = told
        self.state = state
        self.found: Look | None = None
        if glance and (glance.state.offset, glance.state.seen) == (state.offset, state.seen):
            self.found = glance.found  # nobody else looked meanwhile: the first look holds

    def __call__(self) -> str:
        """Give the verdict."""
        if self.found is None:
            self.found = transcripts.look(
                self.told.transcript_path,
                self.host.LOST_MARKS,
                since=self.state.offset,
                seen=self.state.seen,
            )
        return self.found.verdict

    def note(self) -> dict[str, object] | None:
        """Give the entry that spares the next call this look; None where it would spare little."""
        found = self.found
        if found is None or found.verdict not in (THERE, QUIET) or not self.state.sent:
            return None
        news = found.seen and not self.state.seen
        if not news and found.looked < CHECK_EVERY_BYTES:
            return None
        return {"e": "checked", "at": found.at, "shown": found.seen}


def _stamped(
    entry: dict[str, object], told: HookInput, call: Call, machine_s: float
) -> dict[str, object]:
    if entry.get("e") == "sent":
        at = transcripts.transcript_size(told.transcript_path)
        return {**entry, "t": call.now_s, "m": machine_s, "at": at, **_place(told, call)}
    return {**entry, "t": call.now_s}


def _place(told: HookInput, call: Call) -> dict[str, object]:
    return {
        "ev": told.event,
        "id": told.session_id[:_SHORT],
        "src": told.source[:_SHORT],
        "cwd": told.cwd[:_LONG],
        "tp": told.transcript_path[:_LONG],
        "dir": call.folder,
    }


def _sent(
    decision: Decision, block: Block, told: HookInput, call: Call, machine_s: float
) -> dict[str, object]:
    return {
        "e": "sent",
        "why": decision.why,
        "h": block.hash,
        "c": len(block.text),
        "r": block.refresh_after,
        "t": call.now_s,
        "m": machine_s,
        "at": transcripts.transcript_size(told.transcript_path),
        "ms": call.elapsed_ms(),
        **_place(told, call),
    }
