from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR

from ofttold.mcp import wire
from ofttold.mcp.lines import read_message
from ofttold.mcp.wire import open_wire

ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def exchange(sent: bytes, leave_within: Callable[[float], None]) -> tuple[list[Any], bytes]:
    """Send bytes and the end of input through a wire whose server echoes what it hears."""
    their_read, our_write = os.pipe()
    our_read, their_write = os.pipe()
    heard: list[Any] = []

    async def serve() -> None:
        async with open_wire(their_read, their_write, leave_within) as (incoming, outgoing):
            async for item in incoming:
                assert isinstance(item, SessionMessage)
                heard.append(item.message)
                await outgoing.send(item)

    os.write(our_write, sent)
    os.close(our_write)
    anyio.run(serve)
    os.close(their_write)
    with os.fdopen(our_read, "rb") as stream:
        return heard, stream.read()


def test_the_wire_answers_bad_lines_and_passes_good_ones_on() -> None:
    leaves: list[float] = []
    good = b'{"jsonrpc":"2.0","method":"ok","params":{"q":"\xe9\xb2\xb8"}}'
    heard, said = exchange(b"\xff\xfe\n\n" + good + b"\r\n" + b"{\n" + good, leaves.append)
    assert [message.method for message in heard] == ["ok", "ok"]
    lines = said.split(b"\n")
    assert lines.pop() == b""
    assert b"\r" not in said
    answers = [json.loads(line) for line in lines]
    errors = [answer for answer in answers if "error" in answer]
    assert [(e["id"], e["error"]["code"]) for e in errors] == [(None, PARSE_ERROR)] * 2
    assert [line for line in lines if b"error" not in line] == [good, good]
    assert leaves == [wire.GRACE_SECONDS]


def test_a_client_that_no_longer_reads_ends_the_service() -> None:
    leaves: list[float] = []
    their_read, our_write = os.pipe()
    our_read, their_write = os.pipe()
    os.close(our_read)

    async def serve() -> None:
        async with open_wire(their_read, their_write, leaves.append) as (incoming, outgoing):
            with anyio.fail_after(5):
                async for item in incoming:
                    assert isinstance(item, SessionMessage)
                    await outgoing.send(item)

    os.write(our_write, b'{"jsonrpc":"2.0","method":"ok"}\n')
    anyio.run(serve)
    assert leaves == [wire.GRACE_SECONDS]
    for descriptor in (our_write, their_write):
        os.close(descriptor)


def messages(*bodies: dict[str, Any]) -> list[SessionMessage]:
    found = [read_message(json.dumps({"jsonrpc": "2.0"} | body).encode()) for body in bodies]
    return [message for message in found if isinstance(message, SessionMessage)]


def waits(unanswered: wire.Unanswered) -> bool:
    async def wait() -> bool:
        with anyio.move_on_after(0.05) as scope:
            await unanswered.wait_for_none()
        return scope.cancelled_caught

    return anyio.run(wait)


def test_only_requests_that_can_still_be_answered_are_waited_for() -> None:
    unanswered = wire.Unanswered()
    first, second, listening, cancel, answer = messages(
        {"id": 1, "method": "tools/call"},
        {"id": "b", "method": "tools/call"},
        {"id": 3, "method": "subscriptions/listen", "params": {"_meta": ENVELOPE}},
        {"method": "notifications/cancelled", "params": {"requestId": 1}},
        {"id": "b", "result": {}},
    )
    for message in (listening, first, second):
        unanswered.note_taken(message)
    assert waits(unanswered)
    unanswered.note_taken(cancel)
    assert waits(unanswered)
    unanswered.note_sent(answer)
    assert not waits(unanswered)
