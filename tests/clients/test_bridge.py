"""The bridge of the conformance tests carries messages and makes none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest

from tests.clients.bridge import Bridge, Message

# Says back every line it is given: in an answer, after a question of its own if it was asked for one.
ECHO = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said.get("method") == "ask":
        print(json.dumps({"jsonrpc": "2.0", "id": "q", "method": "question"}), flush=True)
        said = {**said, "answer": json.loads(sys.stdin.readline())}
    if said.get("method") == "chat":
        print(json.dumps({"jsonrpc": "2.0", "method": "news"}), flush=True)
    if said.get("method") == "fail":
        print(json.dumps({"jsonrpc": "2.0", "id": said["id"], "error": {"code": -32601}}), flush=True)
    elif "id" in said:
        print(json.dumps({"jsonrpc": "2.0", "id": said["id"], "result": {"got": said}}), flush=True)
"""
ODD = {"text": "蓝鲸\n🐋 ", "n": [1, None, True, 1e300], "": {}}


@pytest.fixture
def bridge() -> Iterator[Bridge]:
    def start() -> subprocess.Popen[bytes]:
        words = [sys.executable, "-c", ECHO]
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    made = Bridge(start)
    yield made
    made.stop()


class Caller:
    """An HTTP client of the bridge, with or without a session."""

    def __init__(self, bridge: Bridge, session: str | None = None) -> None:
        self.port = int(bridge.url.split(":")[2].split("/")[0])
        self.headers = {"Mcp-Session-Id": session} if session else {}

    def send(self, method: str, message: Message | None = None) -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        body = None if message is None else json.dumps(message, indent=2)
        connection.request(method, "/mcp", body, self.headers)
        return connection.getresponse()

    def post(self, method: str, identity: int | None = None, **more: Any) -> tuple[int, Any]:
        with self.send("POST", make(method, identity, **more)) as response:
            body = response.read()
            return response.status, json.loads(body) if body else None


def make(method: str, identity: int | None = None, **more: Any) -> Message:
    return {"jsonrpc": "2.0", "method": method, **({"id": identity} if identity else {}), **more}


def event(response: HTTPResponse) -> Any:
    line = response.readline().removeprefix(b"data: ")
    assert response.readline() == b"\n"
    return json.loads(line)


def shake_hands(bridge: Bridge) -> Caller:
    with Caller(bridge).send("POST", make("initialize", 1)) as response:
        assert json.loads(response.read())["result"]["got"] == make("initialize", 1)
        return Caller(bridge, response.headers["Mcp-Session-Id"])


def test_a_message_arrives_as_it_was_sent_and_so_does_its_answer(bridge: Bridge) -> None:
    status, answer = Caller(bridge).post("x", 7, params=ODD)
    sent = make("x", 7, params=ODD)
    assert (status, answer) == (200, {"jsonrpc": "2.0", "id": 7, "result": {"got": sent}})
    assert bridge.strays() == []


def test_a_notification_is_taken_and_nothing_is_said_to_it(bridge: Bridge) -> None:
    assert Caller(bridge).post("notifications/x") == (202, None)


def test_a_question_in_the_middle_goes_to_the_request_it_belongs_to(bridge: Bridge) -> None:
    client = shake_hands(bridge)
    with client.send("POST", make("ask", 2)) as stream:
        assert event(stream) == {"jsonrpc": "2.0", "id": "q", "method": "question"}
        reply = {"jsonrpc": "2.0", "id": "q", "result": {"yes": True}}
        assert client.send("POST", reply).status == 202
        assert event(stream)["result"]["got"] == {**make("ask", 2), "answer": reply}
        assert stream.read() == b""


def test_what_belongs_to_no_request_goes_to_who_listens_or_is_kept(bridge: Bridge) -> None:
    client = shake_hands(bridge)
    client.post("chat", 2)
    assert bridge.strays() == [make("news")]
    with client.send("GET") as stream:
        client.post("chat", 3)
        assert event(stream) == make("news")


def test_a_session_has_its_own_process_and_ends_with_it(bridge: Bridge) -> None:
    first, second = shake_hands(bridge), shake_hands(bridge)
    assert first.headers != second.headers
    assert first.send("DELETE").status == 200
    assert first.send("POST", make("x", 2)).status == 404
    assert second.post("x", 2)[0] == 200


@pytest.mark.parametrize(("shaken", "status"), [(True, 200), (False, 404)])
def test_only_what_stands_alone_gets_the_status_of_its_error(
    bridge: Bridge, shaken: bool, status: int
) -> None:
    client = shake_hands(bridge) if shaken else Caller(bridge)
    got, answer = client.post("fail", 5)
    assert (got, answer["error"]) == (status, {"code": -32601})
