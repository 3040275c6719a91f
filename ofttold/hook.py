"""The fast entry: what a host runs while a person waits.

    ofttold hook EVENT [--host HOST] [--dir DIR]

Always exits 0, always within its time, prints one JSON object or nothing. Imports almost nothing
until something has changed: every module here costs the person milliseconds, which is why this
path has no dataclasses, pathlib, typing, argparse, logging or click.
"""

from __future__ import annotations

import os
import sys
import time
from _thread import allocate_lock, start_new_thread
from zlib import adler32, crc32

from ofttold.core.quick_json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType
    from typing import Any

    from ofttold.app.deliver import Call as Delivery
    from ofttold.app.deliver import Room
    from ofttold.app.first_turn import FirstTurn
    from ofttold.core.strings import Lang
    from ofttold.hosts.payload import HookInput
    from ofttold.hosts.registry import Host

SESSION_SECONDS = 2.0  # s; a session start is done by then, whatever stdin and disk do
PROMPT_SECONDS = 0.3  # s; a prompt waits for its hook each time
STDIN_SECONDS = {"session-start": 1.0, "prompt": 0.2}  # s; how long a silent stdin is waited for
COUNT_SECONDS = 1.5  # s from the start; a first count of the diary goes on next time
LOOK_SHARE = 0.4  # of the hook's time for looking whether pages changed; the rest makes the block
SAVE_SECONDS = 0.1  # s kept back of a prompt's time, so that what was indexed by then is kept
TURN_SECONDS = 0.05  # s kept back of the look for the latest cards, for writing them and leaving
SPARE_SECONDS = 0.03  # s kept back for leaving
LARGEST_PAYLOAD = 8 * 1024 * 1024  # bytes of stdin; a larger one is not read to its end
CHUNK = 1 << 16  # bytes read at a time
WIRE_OCTETS = 8800  # bytes of the block for a host that counts them; its cut is at about 10,000
FRESH = "fresh"  # how the log tells of a block that was made anew
EVENTS = ("session-start", "prompt", "compact", "session-end")


class Call:
    """One hook call: what was asked, until when it must be done, and what is to be logged."""

    __slots__ = (
        *("bad_clock", "delivery", "directory", "event", "host", "output", "payload", "said"),
        *("started", "trouble"),
    )

    def __init__(self, arguments: list[str], started: float) -> None:
        self.event = arguments[0] if arguments else ""
        self.host = _option(arguments, "--host")
        self.directory = _option(arguments, "--dir")
        self.started = started
        self.payload: dict[str, Any] = {}
        self.bad_clock = False
        self.delivery: Delivery | None = None
        self.output = ""
        self.trouble = ""
        self.said = ""

    @property
    def seconds(self) -> float:
        """How long the whole call may take."""
        return PROMPT_SECONDS if self.event == "prompt" else SESSION_SECONDS

    def left(self) -> float:
        """How many seconds are left."""
        return self.seconds - SPARE_SECONDS - (time.monotonic() - self.started)


def _option(arguments: list[str], name: str) -> str:
    for place, word in enumerate(arguments):
        if word == name and place + 1 < len(arguments):
            return arguments[place + 1]
        if word.startswith(name + "="):
            return word[len(name) + 1 :]
    return ""


class _Exit:
    """Ends the process when its time is up, even where the disk hangs; output is never torn."""

    __slots__ = ("_call", "_lock", "done")

    def __init__(self, call: Call) -> None:
        self._call = call
        self._lock = allocate_lock()
        self.done = False
        start_new_thread(self._wait, (max(0.0, call.left()),))

    def _wait(self, seconds: float) -> None:
        time.sleep(seconds)
        if self._lock.acquire(timeout=SPARE_SECONDS) and not self.done:
            written = _held()
            start_new_thread(_give_up, (self._call, written))
            written.acquire(timeout=SPARE_SECONDS)  # on a disk that hangs it counts as said
            os._exit(0)

    def write(self, text: str) -> None:
        """Write the output whole."""
        data = text.encode("utf-8", "replace")
        with self._lock:
            self.done = True
            while data:
                data = data[os.write(1, data) :]


def _held() -> LockType:
    lock = allocate_lock()
    lock.acquire()
    return lock


def _give_up(call: Call, done: LockType) -> None:
    """Note that the time ran out before anything was said: in the session's record and the log."""
    try:
        _take_back(call)
        call.output = ""
        call.trouble = " · ".join(filter(None, [call.trouble, "out of time"]))
        _log(call)
    finally:
        done.release()


def _say(call: Call, leaving: _Exit) -> None:
    """Write the output; where nobody takes it, nothing was said."""
    try:
        leaving.write(call.output)
    except OSError as fault:  # the host is gone
        call.output = ""
        call.trouble = " · ".join(filter(None, [call.trouble, f"stdout: {fault.strerror}"]))
        _take_back(call)


def _take_back(call: Call) -> None:
    """Note, once, that nothing was said of what the session's record says was."""
    if call.delivery is None or call.delivery.charged is None:
        return
    from ofttold.core.unsaid import UNSAID
    from ofttold.edge.sessions import append_unlocked

    (record, kinds), call.delivery.charged = call.delivery.charged, None
    try:
        append_unlocked(record, {"e": UNSAID, "of": kinds})
    except OSError:
        pass  # then it counts as said


def _read_stdin(seconds: float) -> tuple[bytes, str]:
    """Read stdin until it ends, holds one whole JSON object, or its time is up."""
    if sys.platform == "win32":
        return _read_stdin_on_windows(seconds)
    from select import select

    until = time.monotonic() + seconds
    chunks: list[bytes] = []
    size = 0
    while True:
        left = until - time.monotonic()
        if left <= 0 or not select([0], [], [], left)[0]:
            return b"".join(chunks), "stdin stayed open"
        chunk = os.read(0, CHUNK)
        if not chunk:
            return b"".join(chunks), ""
        chunks.append(chunk)
        size += len(chunk)
        if size > LARGEST_PAYLOAD:
            return b"", "payload larger than 8 MiB"
        if chunk.rstrip()[-1:] == b"}" and not select([0], [], [], 0)[0]:
            data = b"".join(chunks)
            if _is_whole(data):
                return data, ""


def _read_stdin_on_windows(seconds: float) -> tuple[bytes, str]:
    box: list[bytes] = []
    lock = allocate_lock()
    lock.acquire()

    def read() -> None:
        box.append(sys.stdin.buffer.read(LARGEST_PAYLOAD + 1))
        lock.release()

    start_new_thread(read, ())
    if not lock.acquire(timeout=seconds):
        return b"", "stdin stayed open"
    return (box[0], "") if len(box[0]) <= LARGEST_PAYLOAD else (b"", "payload larger than 8 MiB")


def _is_whole(data: bytes) -> bool:
    try:
        loads(data.decode("utf-8-sig"))
    except ValueError:
        return False
    return True


def _read_payload(call: Call) -> None:
    try:
        data, call.trouble = _read_stdin(STDIN_SECONDS.get(call.event, 0.5))
    except OSError as fault:
        call.trouble = f"stdin: {fault.strerror}"
        return
    if not data.strip():
        call.trouble = call.trouble or "no payload"
        return
    try:
        payload = loads(data.decode("utf-8-sig"))
    except ValueError:
        call.trouble = call.trouble or "payload is not JSON"
        return
    if isinstance(payload, dict):
        call.payload = payload
        call.trouble = ""
    else:
        call.trouble = "payload is not an object"


def find_folder_quickly(directory: str) -> str | None:
    """Find the memory folder without parsing the person's config if it has not changed."""
    named = directory or os.environ.get("OFTTOLD_DIR", "")
    if named:
        return os.path.abspath(os.path.expanduser(named))
    from ofttold.edge import blockcache
    from ofttold.edge.homes import config_home

    path = os.path.join(config_home(), "config.toml")
    now_ns = time.time_ns()
    found = blockcache.look_at(path)
    if found == blockcache.ABSENT:
        return None
    cache = blockcache.cache_path(path, "where")
    kept = blockcache.load(cache)
    if isinstance(kept, tuple) and kept[0] == path and kept[1] == found and not kept[3]:
        return kept[2] or None
    from ofttold.edge.settings import configured_folder

    folder = configured_folder()
    folder = os.path.abspath(os.path.expanduser(folder)) if folder else ""
    young = blockcache.is_young(found[2], now_ns=now_ns)
    blockcache.save(cache, (path, found, folder, young))
    return folder or None


class _Block:
    """The block as deliveries want it: its text, a hash of it, when to say it again."""

    __slots__ = ("hash", "refresh_after", "text")

    def __init__(self, text: str, refresh_after: int) -> None:
        raw = text.encode("utf-8", "replace")
        self.text, self.refresh_after = text, refresh_after
        self.hash = f"{crc32(raw):08x}{adler32(raw):08x}"


def _mend_clock(call: Call) -> None:
    """Go on by the machine's clock where OFTTOLD_NOW cannot be read; the block says so."""
    if not os.environ.get("OFTTOLD_NOW"):
        return
    from ofttold.core.errors import OfttoldError
    from ofttold.edge.clock import now

    try:
        now().timestamp()
    except (OfttoldError, ValueError, OverflowError):  # a year that the machine cannot count to
        del os.environ["OFTTOLD_NOW"]
        call.bad_clock = True
        call.trouble = " · ".join(filter(None, [call.trouble, "OFTTOLD_NOW cannot be read"]))


def _with_clock_notice(text: str, lang: Lang) -> str:
    """Put the line on the clock before the block's last one."""
    from ofttold.core.strings import say

    block = text.rstrip("\n")
    last = block.rfind("\n") + 1
    return f"{block[:last]}{say(lang, 'notice.clock')}\n{block[last:]}{text[len(block) :]}"


def _make_block(call: Call, folder: str | None, octets: int | None) -> _Block:
    text, lang, refresh_after = _block_text(call, folder, octets)
    if text and call.bad_clock:
        text = _with_clock_notice(text, lang)
    return _Block(text, refresh_after)


def _block_text(call: Call, folder: str | None, octets: int | None) -> tuple[str, Lang, int]:
    if folder is None or not os.path.isdir(folder):
        from ofttold.app.context import locale_lang
        from ofttold.app.inject import block_without_folder

        why = "no_folder" if folder is None else "folder_missing"
        return block_without_folder(why), locale_lang(), 0
    from ofttold.app.quick import quick_block

    until = call.started + LOOK_SHARE * call.seconds
    quick, look = quick_block(folder, octets=octets, until=until)
    if quick is not None:
        call.said = "cached"
        return quick.text, quick.lang, quick.settings["refresh_after_messages"]
    from ofttold.app.inject import fresh_block

    call.said = FRESH
    deadline = call.started + COUNT_SECONDS
    fresh = fresh_block(
        folder, octets=octets, stamp=True, deadline=deadline, look=look, look_until=until
    )
    settings = fresh.folder.settings
    return fresh.block.text, fresh.folder.lang, settings.number("refresh_after_messages")


def _now_s() -> float:
    """Give the person's clock in seconds since the epoch; the machine's own unless it is set."""
    if not os.environ.get("OFTTOLD_NOW"):
        return time.time()
    from ofttold.edge.clock import now

    return now().timestamp()


def _answer(call: Call) -> str:
    from ofttold.app.deliver import Call as Made
    from ofttold.app.deliver import answer

    folder = find_folder_quickly(call.directory)

    def block(counts_bytes: bool) -> _Block:
        return _make_block(call, folder, WIRE_OCTETS if counts_bytes else None)

    def line_for(text: str) -> str:
        from ofttold.core.cards.recall import person_line

        return person_line(text)

    def recall(own: str, told: HookInput, host: Host, room: Room | None) -> str:
        from ofttold.app.recall_entry import recall_text

        budget_ms = int((call.seconds - SAVE_SECONDS) * 1000)
        return recall_text(
            folder, own, told, host, started=call.started, budget_ms=budget_ms, room=room
        )

    def first_turn(cwd: str) -> FirstTurn | None:
        from ofttold.app.recall_entry import may_have_cards

        if not folder or not may_have_cards(folder, cwd or os.getcwd()):
            return None
        from ofttold.app.first_turn import first_turn as recent_cards

        def expired() -> bool:
            return call.left() < TURN_SECONDS

        return recent_cards(folder, cwd or os.getcwd(), expired=expired)

    call.delivery = Made(
        block=block,
        environment=os.environ,
        now_s=_now_s(),
        elapsed_ms=lambda: int((time.monotonic() - call.started) * 1000),
        folder=folder or "",
        recall=recall,
        line_for=line_for,
        first_turn=first_turn,
    )
    made = answer(call.host, call.event, call.payload, call.delivery)
    call.host = made.host or call.host
    call.said = f"{call.said} · {made.said}" if call.said else made.said
    return made.output


def _log(call: Call) -> None:
    from ofttold.edge.log import log_line

    took = (time.monotonic() - call.started) * 1000
    words = [call.event or "?", call.host or "-", f"{len(call.output)} chars", f"{took:.0f} ms"]
    words.extend(word for word in (call.said, call.trouble) if word)
    log_line(" · ".join(words))


def _prune(call: Call) -> None:
    """Once a day, in a call that was no quick one, let go of old session records."""
    from ofttold.edge.pruning import prune_if_due

    prune_if_due(now_s=time.time(), until=call.started + call.seconds - SPARE_SECONDS)


def main(arguments: list[str]) -> None:
    """Run one hook event; never raises, never exits with anything but 0."""
    call = Call(arguments, time.monotonic())
    leaving = _Exit(call)
    try:
        if call.event in EVENTS:
            _read_payload(call)
            _mend_clock(call)
            call.output = _answer(call)
        else:
            call.trouble = f"unknown event {call.event[:40]!r}"
    except Exception as fault:  # noqa: BLE001 - a memory tool must not stop the person's session
        call.trouble = f"{type(fault).__name__}: {fault}"
        call.output = ""
        _take_back(call)
    try:
        _say(call, leaving)
        if call.said.startswith(FRESH):
            _prune(call)
    except Exception as fault:  # noqa: BLE001 - all is said; what failed after it goes into the log
        call.trouble = " · ".join(filter(None, [call.trouble, f"{type(fault).__name__}: {fault}"]))
    try:
        _log(call)
    except Exception:  # noqa: BLE001 - nobody is left to be told: the state home is unwritable
        pass
    sys.stdout = None  # nothing of ours is left to flush, and a closed pipe must not be noticed
