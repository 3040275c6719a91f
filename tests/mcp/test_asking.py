"""Asking the person, in both eras, and what a client may try with the word it was given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.client.client import Client

from ofttold.mcp.asking import ASK_SECONDS, NOBODY, WAITING_LIMIT, Waiting, as_reply
from ofttold.mcp.registry import Ask, Parameter, Reply
from tests.mcp.outside import ERAS, MODERN_META, ODD, Mode, Raw, parameters, text_of

ASK = Ask("Keep it?", (Parameter("keep", "boolean", required=True),), keep="mine")


def ask_through(
    folder: Path, mode: Mode, answer: types.ElicitResult | Callable[[], types.ElicitResult]
) -> tuple[str, list[str]]:
    asked: list[str] = []

    async def elicit(
        context: object, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        assert isinstance(params, types.ElicitRequestFormParams)
        asked.append(params.message)
        return answer() if callable(answer) else answer

    async def run() -> str:
        server = parameters(folder, ODD)
        async with Client(server, mode=mode, elicitation_callback=elicit) as client:
            return text_of(await client.call_tool("suggest", {"title": "鲸"}))

    return anyio.run(run), asked


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize(
    ("result", "said"),
    [
        (types.ElicitResult(action="accept", content={"keep": True}), "accept {'keep': True}"),
        (types.ElicitResult(action="decline"), "decline {}"),
        (types.ElicitResult(action="accept", content={"keep": "maybe"}), "cancel {}"),
    ],
)
def test_the_answer_comes_back_in_both_eras(
    folder: Path, mode: Mode, result: types.ElicitResult, said: str
) -> None:
    text, asked = ask_through(folder, mode, result)
    assert asked == ["Keep 鲸?"]
    assert text.startswith(f"鲸: {said}")
    assert text.endswith("[]") == (mode != "legacy")


def test_a_client_that_cannot_ask_is_never_asked(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.call(1, "suggest", title="鲸")
        assert text_of(server.hear()["result"]) == "鲸 waits, nobody to ask"
        server.call(2, "pester")
        assert server.hear()["result"]["isError"]


def test_a_client_that_fails_to_ask_is_nobody(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands(elicitation={"form": {}})
        server.call(1, "suggest", title="鲸")
        question = server.hear()
        assert question["method"] == "elicitation/create"
        error = b'{"jsonrpc":"2.0","id":%d,"error":{"code":-1,"message":"no"}}\n'
        server.send(error % question["id"])
        assert text_of(server.hear()["result"]).startswith("鲸: cancel {}")


@pytest.mark.parametrize(
    "answer",
    [
        b'"result":null',
        b'"result":"yes"',
        b'"result":{}',
        b'"result":{"action":"shrug"}',
        b'"result":{"action":"accept","content":"yes"}',
        b'"result":{"action":"accept","content":{"keep":{"really":true}}}',
        b'"result":{"action":"accept","content":{"keep":"\xff"}}',
        b'"error":"no"',
    ],
)
def test_a_person_whose_answer_comes_broken_is_nobody_and_the_call_ends(
    folder: Path, answer: bytes
) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands(elicitation={})
        server.call(7, "suggest", title="鲸")
        question = server.hear()["id"]
        server.send(b'{"jsonrpc":"2.0","id":%d,%b}\n' % (question, answer))
        said = server.hear()
        assert said["id"] == 7
        assert text_of(said["result"]).startswith("鲸: cancel {}")


def test_a_call_cancelled_while_the_person_thinks_leaves_the_server_well(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands(elicitation={})
        server.call(1, "suggest", title="鲸")
        assert server.hear()["method"] == "elicitation/create"
        server.tell("notifications/cancelled", requestId=1)
        server.call(2, "tell_day")
        answers = [server.hear()]
        if "method" in answers[0]:  # the question is withdrawn
            answers = [server.hear()]
        assert answers[0]["id"] == 2


class Stateless:
    """A client of 2026-07-28 in bytes, which sends whatever it likes."""

    def __init__(self, server: Raw) -> None:
        self.server, self.next = server, 1

    def send(self, tool: str, arguments: dict[str, Any], **more: Any) -> dict[str, Any]:
        self.next += 1
        self.server.ask(
            self.next, "tools/call", name=tool, arguments=arguments, _meta=MODERN_META, **more
        )
        return self.server.hear()

    def call(self, tool: str, arguments: dict[str, Any], **more: Any) -> dict[str, Any]:
        result: dict[str, Any] = self.send(tool, arguments, **more)["result"]
        return result

    def is_refused(self, tool: str, arguments: dict[str, Any], **more: Any) -> bool:
        error = self.send(tool, arguments, **more)["error"]
        return (error["code"], error["data"]) == (-32602, {"reason": "invalid_request_state"})


@pytest.mark.parametrize("capable", [{}, {"sampling": {}}, {"elicitation": {"url": {}}}])
def test_a_stateless_client_that_cannot_ask_is_never_asked(
    folder: Path, capable: dict[str, Any]
) -> None:
    meta = {**MODERN_META, "io.modelcontextprotocol/clientCapabilities": capable}
    with Raw(folder, ODD) as server:
        server.ask(1, "tools/call", name="suggest", arguments={"title": "鲸"}, _meta=meta)
        assert text_of(server.hear()["result"]) == "鲸 waits, nobody to ask"
        server.ask(2, "tools/call", name="pester", arguments={}, _meta=meta)
        assert server.hear()["result"]["isError"]


YES = {"answer": {"action": "accept", "content": {"keep": True}}}


def test_the_word_works_once_and_only_for_its_own_call(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        client = Stateless(server)
        first = client.call("suggest", {"title": "鲸"})
        assert first["resultType"] == "input_required"
        assert list(first["inputRequests"]) == ["answer"]
        word = first["requestState"]
        assert "鲸" not in word
        brought = {"requestState": word, "inputResponses": YES}
        assert client.is_refused("suggest", {"title": "猫"}, **brought), "it is for another call"
        assert client.is_refused("suggest", {"title": "鲸"}, **brought), "it is used up"
        again = client.call("suggest", {"title": "鲸"})
        good = client.call(
            "suggest", {"title": "鲸"}, requestState=again["requestState"], inputResponses=YES
        )
        assert text_of(good) == "鲸: accept {'keep': True} []"
        replayed = {"requestState": again["requestState"], "inputResponses": YES}
        assert client.is_refused("suggest", {"title": "鲸"}, **replayed)


def test_a_forged_word_is_refused_with_an_answer_and_without(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        client = Stateless(server)
        good = client.call("suggest", {"title": "鲸"})["requestState"]
        for forged in ("sug_forged", good + "x", good.swapcase(), ""):
            for more in ({"inputResponses": YES}, {}):
                assert client.is_refused("suggest", {"title": "鲸"}, requestState=forged, **more)
        said = client.call("suggest", {"title": "鲸"}, requestState=good, inputResponses=YES)
        assert text_of(said) == "鲸: accept {'keep': True} []"


def test_an_answer_without_its_word_or_without_itself_is_asked_for_again(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        client = Stateless(server)
        first = client.call("suggest", {"title": "鲸"}, inputResponses=YES)
        assert first["resultType"] == "input_required"
        brought = {
            "requestState": first["requestState"],
            "inputResponses": {"other": YES["answer"]},
        }
        again = client.call("suggest", {"title": "鲸"}, **brought)
        assert again["resultType"] == "input_required"
        assert again["requestState"] != first["requestState"]


def test_the_kept_side_forgets_the_oldest_and_the_late() -> None:
    waiting = Waiting()
    words = [waiting.put("t", {"n": n}, ASK, now=0.0) for n in range(WAITING_LIMIT + 1)]
    assert len(set(words)) == len(words)
    assert waiting.take(words[0], "t", {"n": 0}, now=1.0) is None
    assert waiting.take(words[1], "t", {"n": 1}, now=ASK_SECONDS) is ASK
    assert waiting.take(words[2], "t", {"n": 2}, now=ASK_SECONDS + 0.1) is None
    assert waiting.take("", "t", {}, now=0.0) is None


@pytest.mark.parametrize(
    ("result", "reply"),
    [
        ({"action": "accept", "content": {"keep": False}}, Reply("accept", {"keep": False})),
        ({"action": "accept", "content": {"keep": None}}, NOBODY),
        ({"action": "accept"}, NOBODY),
        ({"action": "accept", "content": {"keep": True, "more": 1}}, NOBODY),
        ({"action": "decline", "content": {"keep": True}}, Reply("decline", {})),
        ({"action": "shrug"}, NOBODY),
        ({"roots": []}, NOBODY),
        (types.ElicitResult(action="cancel"), NOBODY),
        (None, NOBODY),
    ],
)
def test_an_answer_of_another_shape_is_no_answer(result: object, reply: Reply) -> None:
    assert as_reply(result, ASK) == reply
