from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
)

from ofttold.mcp import wire
from ofttold.mcp.wire import STATELESS_ONLY, open_wire, read_message, to_line

CAPABLE: dict[str, object] = {"io.modelcontextprotocol/clientCapabilities": {}}
ENVELOPE = {**CAPABLE, "io.modelcontextprotocol/protocolVersion": "2026-07-28"}


def error_of(line: bytes | None) -> tuple[int | str | None, int]:
    found = read_message(line)
    assert isinstance(found, JSONRPCError)
    return found.id, found.error.code


@pytest.mark.parametrize(
    ("line", "identity"),
    [
        (b"\xff\xfe", None),
        (b"{", None),
        (b"nonsense", None),
        (None, None),
        (b'{"jsonrpc":"2.0","id":3,"method":"x","params":{"q":NaN}}', 3),
        (b'{"jsonrpc":"2.0","id":4,"method":"x","params":{"q":"\xff"}}', 4),
        (b'{"jsonrpc":"2.0","id":"a","method":"x","params":{"q":"\\ud83d"}}', "a"),
        (b"[" * 100_000, None),
    ],
)
def test_a_line_that_is_no_json_gets_a_parse_error_with_its_id_where_one_can_be_read(
    line: bytes | None, identity: int | str | None
) -> None:
    assert error_of(line) == (identity, PARSE_ERROR)


@pytest.mark.parametrize(
    ("value", "identity"),
    [
        ([], None),
        (5, None),
        ({}, None),
        ({"jsonrpc": "2.0", "id": 7, "method": 5}, 7),
        ({"jsonrpc": "1.0", "id": 7, "method": "x"}, 7),
        ({"jsonrpc": "2.0", "id": "k", "method": "x", "params": [1]}, "k"),
        ({"jsonrpc": "2.0", "id": 1.5, "method": "x"}, None),
        ({"jsonrpc": "2.0", "id": True, "method": "x"}, None),
        ({"jsonrpc": "2.0", "id": None, "method": "x"}, None),
        ([{"jsonrpc": "2.0", "id": 1, "method": "x"}], None),
    ],
)
def test_json_that_is_no_message_gets_an_invalid_request(
    value: object, identity: int | str | None
) -> None:
    assert error_of(json.dumps(value).encode()) == (identity, INVALID_REQUEST)


@pytest.mark.parametrize("method", STATELESS_ONLY)
@pytest.mark.parametrize(
    "params", [{}, {"params": {}}, {"params": {"_meta": {}}}, {"params": {"_meta": CAPABLE}}]
)
def test_a_stateless_method_without_its_envelope_is_refused(
    method: str, params: dict[str, object]
) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": 9, "method": method, **params}).encode()
    assert error_of(line) == (9, INVALID_PARAMS)


@pytest.mark.parametrize("method", STATELESS_ONLY)
@pytest.mark.parametrize("version", ["2026-07-28", "v999"])
def test_a_stateless_method_that_names_any_version_is_the_servers_to_answer(
    method: str, version: str
) -> None:
    meta = {**CAPABLE, "io.modelcontextprotocol/protocolVersion": version}
    body = {"jsonrpc": "2.0", "id": 9, "method": method, "params": {"_meta": meta}}
    assert isinstance(read_message(json.dumps(body).encode()), SessionMessage)


def test_a_blank_line_is_nothing() -> None:
    assert read_message(b"") is None
    assert read_message(b" \t\r") is None


def test_a_request_arrives_whole_whatever_the_script() -> None:
    line = '{"jsonrpc":"2.0","id":1,"method":"m","params":{"q":"蓝鲸※🐋","e":"\\ud83d\\udc0b"}}\r'
    found = read_message(line.encode("utf-8"))
    assert isinstance(found, SessionMessage)
    assert isinstance(found.message, JSONRPCRequest)
    assert found.message.params == {"q": "蓝鲸※🐋", "e": "🐋"}


def test_a_message_without_an_id_is_a_notification() -> None:
    found = read_message(b'{"jsonrpc":"2.0","method":"notifications/cancelled"}')
    assert isinstance(found, SessionMessage)
    assert isinstance(found.message, JSONRPCNotification)


@given(st.binary(max_size=60) | st.text(max_size=40).map(lambda text: text.encode("utf-8")))
def test_no_line_whatever_breaks_the_reader(line: bytes) -> None:
    found = read_message(line.replace(b"\n", b""))
    assert found is None or isinstance(found, SessionMessage | JSONRPCError)


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


def test_a_line_goes_out_as_utf8_with_one_line_feed() -> None:
    note = JSONRPCNotification(jsonrpc="2.0", method="m", params={"q": "鲸\n\u2028"})
    line = to_line(SessionMessage(note))
    assert line.count(b"\n") == 1
    assert line.endswith(b"}\n")
    assert json.loads(line)["params"] == {"q": "鲸\n\u2028"}


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
