"""The stdio transport: one JSON-RPC message a line, the same bytes on every system.

The SDK's own drops a line it cannot read, so that its id is never answered, and takes broken UTF-8
for text. Here every line that is no message gets an error; what is one, ``lines`` knows.

When the input ends, what was asked is still answered, if that takes no longer than a moment: a
script may write its questions and close.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from ofttold.edge.pipes import read_lines, write_all
from ofttold.mcp.lines import read_message, to_line

LINGER_SECONDS = 1.0
"""Seconds after the end of input in which open requests may still be answered (ours)."""
GRACE_SECONDS = 1.5
"""Seconds between the end of input and the end of the process at the latest (ours: the design allows 2)."""
GONE = (anyio.ClosedResourceError, anyio.BrokenResourceError, RuntimeError)
"""How a thread learns that the event loop, or the stream it feeds, has ended."""


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
