r"""The stdio transport: one JSON-RPC message a line, UTF-8, ``\n`` only, on every system.

The SDK's own drops a line it cannot read, so that its id is never answered, and takes broken UTF-8
for text. Here every line that is no message gets an error, with its id where one can be read::

    not JSON, not UTF-8, too long        -32700
    JSON, but no message                 -32600
    of 2026-07-28, but without _meta     -32602
    blank                                nothing

The last but one would else, as the first request, have the SDK serve the other era to the end.

When the input ends, what was asked is still answered, if that takes no longer than a moment: a
script may write its questions and close.
"""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.inbound import InboundLadderRejection, classify_inbound_request
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from ofttold.edge.pipes import read_lines, write_all

LINGER_SECONDS = 1.0
"""Seconds after the end of input in which open requests may still be answered (ours)."""
GRACE_SECONDS = 1.5
"""Seconds between the end of input and the end of the process at the latest (ours: the design allows 2)."""
STATELESS_ONLY = ("server/discover", "subscriptions/listen")
"""Methods there are since 2026-07-28 only."""

GONE = (anyio.ClosedResourceError, anyio.BrokenResourceError, RuntimeError)
"""How a thread learns that the event loop, or the stream it feeds, has ended."""


def read_message(line: bytes | None) -> SessionMessage | JSONRPCError | None:
    """Read one line: a message, the error that answers it, or None for a blank one.

    >>> read_message(b' ') is None
    True
    >>> read_message(b'{"jsonrpc":"2.0","id":7,"method":5}').id
    7
    """
    if line is None:
        return _error(None, PARSE_ERROR, "Parse error: the line is too long")
    if not line.strip():
        return None
    try:
        value = _parse(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return _error(_loose_id(line), PARSE_ERROR, "Parse error: the line is not JSON in UTF-8")
    return _as_message(value)


def _parse(text: str) -> object:
    """Parse strictly: a half of a surrogate pair is no text, and NaN is no JSON."""
    value = json.loads(text, parse_constant=_refuse_constant)
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # UnicodeEncodeError is a ValueError
    return value


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _as_message(value: object) -> SessionMessage | JSONRPCError:
    identity = value.get("id") if isinstance(value, dict) else None
    known = _usable_id(identity)
    if isinstance(value, dict) and "id" in value and "method" in value and known is None:
        return _error(
            None, INVALID_REQUEST, "Invalid request: the id is a string or a whole number"
        )
    try:
        message = jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        return _error(known, INVALID_REQUEST, "Invalid request: the line is no JSON-RPC message")
    if isinstance(message, JSONRPCRequest) and message.method in STATELESS_ONLY:
        found = classify_inbound_request({"method": message.method, "params": message.params})
        if isinstance(found, InboundLadderRejection) and found.code == INVALID_PARAMS:
            return _error(message.id, found.code, found.message)
    return SessionMessage(message)


def _usable_id(value: object) -> int | str | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return value


def _loose_id(line: bytes) -> int | str | None:
    """Read the id out of a line whose text is broken, so that whoever asked is answered."""
    try:
        value = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return _usable_id(value.get("id")) if isinstance(value, dict) else None


def _error(identity: int | str | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=identity, error=ErrorData(code=code, message=message))


def to_line(message: SessionMessage) -> bytes:
    """Give the message as it goes over the wire."""
    text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
    return text.encode("utf-8") + b"\n"


class Unanswered:
    """The requests that wait for their answer; a listening one never gets any."""

    def __init__(self) -> None:
        self._ids: set[int | str] = set()
        self._none = anyio.Event()

    def note_taken(self, message: SessionMessage) -> None:
        """Note a request, or that one was cancelled and will not be answered."""
        body = message.message
        if isinstance(body, JSONRPCRequest) and body.method != "subscriptions/listen":
            self._ids.add(body.id)
        elif isinstance(body, JSONRPCNotification) and body.method == "notifications/cancelled":
            self._settle((body.params or {}).get("requestId"))

    def note_sent(self, message: SessionMessage) -> None:
        """Note an answer that has gone out."""
        if isinstance(message.message, JSONRPCResponse | JSONRPCError):
            self._settle(message.message.id)

    def _settle(self, identity: object) -> None:
        self._ids = {one for one in self._ids if one != identity}
        if not self._ids:
            self._none.set()

    async def wait_for_none(self) -> None:
        """Wait until every request has been answered."""
        while self._ids:
            self._none = anyio.Event()
            await self._none.wait()


@asynccontextmanager
async def open_wire(
    read: int, write: int, leave_within: Callable[[float], None]
) -> AsyncIterator[
    tuple[
        MemoryObjectReceiveStream[SessionMessage | Exception],
        MemoryObjectSendStream[SessionMessage],
    ]
]:
    """Serve the two descriptors as the pair of streams the SDK's server runs on.

    The incoming stream ends with the input; a client that no longer reads ends both. Either way
    ``leave_within`` is told in how many seconds the process has to be gone.
    """
    to_server, from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    refusals = to_client.clone()
    unanswered = Unanswered()

    async def take(line: bytes | None) -> None:
        message = read_message(line)
        if isinstance(message, JSONRPCError):
            await refusals.send(SessionMessage(message))
        elif message is not None:
            unanswered.note_taken(message)
            await to_server.send(message)

    async def finish() -> None:
        with anyio.move_on_after(LINGER_SECONDS):
            await unanswered.wait_for_none()
        to_server.close()
        refusals.close()

    def give_up() -> None:
        leave_within(GRACE_SECONDS)
        to_server.close()

    async with anyio.create_task_group() as tasks:
        _start_reading(read, take, finish, leave_within)
        tasks.start_soon(_send_lines, write, from_server, give_up, unanswered.note_sent)
        try:
            yield from_client, to_client
        finally:
            for stream in (from_client, to_server, to_client, refusals):
                stream.close()


def _start_reading(
    read: int,
    take: Callable[[bytes | None], Coroutine[Any, Any, None]],
    finish: Callable[[], Coroutine[Any, Any, None]],
    leave_within: Callable[[float], None],
) -> None:
    """Read in a thread that cannot keep the process alive, one line after the other is taken."""
    token = anyio.lowlevel.current_token()

    def read_on() -> None:
        try:
            for line in read_lines(read):
                anyio.from_thread.run(take, line, token=token)
        except (*GONE, OSError):
            pass  # a wire that broke is a wire that ended
        leave_within(GRACE_SECONDS)
        try:
            anyio.from_thread.run(finish, token=token)
        except GONE:
            pass  # the server has ended by itself

    threading.Thread(target=read_on, name="mcp-input", daemon=True).start()


async def _send_lines(
    write: int,
    from_server: MemoryObjectReceiveStream[SessionMessage],
    give_up: Callable[[], None],
    note_sent: Callable[[SessionMessage], None],
) -> None:
    """Write each message; when nobody reads any more, give up."""
    async with from_server:
        async for message in from_server:
            try:
                await anyio.to_thread.run_sync(write_all, write, to_line(message))
            except OSError:
                give_up()
                return
            note_sent(message)
