"""What is a message and what is not, line by line."""

from __future__ import annotations

import json

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

from ofttold.mcp.lines import STATELESS_ONLY, read_message, to_line

CAPABLE: dict[str, object] = {"io.modelcontextprotocol/clientCapabilities": {}}


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


def test_a_line_goes_out_as_utf8_with_one_line_feed() -> None:
    note = JSONRPCNotification(jsonrpc="2.0", method="m", params={"q": "鲸\n\u2028"})
    line = to_line(SessionMessage(note))
    assert line.count(b"\n") == 1
    assert line.endswith(b"}\n")
    assert json.loads(line)["params"] == {"q": "鲸\n\u2028"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"jsonrpc":"2.0","id":3,"result":null}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":3,"result":"yes"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":3,"error":"no"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":3,"error":{}}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":3,"result":{"action":"\xff"}}', PARSE_ERROR),
        (b'{"jsonrpc":"2.0","id":3,"result":{"n":NaN}}', PARSE_ERROR),
    ],
)
def test_a_broken_answer_is_an_error_to_the_one_who_waits_and_is_not_answered(
    line: bytes, code: int
) -> None:
    found = read_message(line)
    assert isinstance(found, SessionMessage)
    assert isinstance(found.message, JSONRPCError)
    assert (found.message.id, found.message.error.code) == (3, code)


@pytest.mark.parametrize(
    "value", [{"result": 5}, {"id": None, "result": 5}, {"id": True, "error": 1}]
)
def test_a_broken_answer_to_nothing_is_refused(value: dict[str, object]) -> None:
    assert error_of(json.dumps({"jsonrpc": "2.0", **value}).encode()) == (None, INVALID_REQUEST)
