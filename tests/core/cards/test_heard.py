"""What a session has been told, and the conversation's last turns."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.heard import fold_heard, sum_of
from ofttold.core.cards.turns import read_turns

GIVEN = {"e": "recall", "h": "1", "cards": {"a": "x"}}


@pytest.mark.parametrize(
    ("after", "left"),
    [
        ({"e": "heard", "h": "2"}, {"a": "x"}),
        ({"e": "recall", "h": "2", "cards": {"b": "y"}}, {"a": "x", "b": "y"}),
        ({"e": "lost"}, {}),
        ({"e": "sent", "why": "clear"}, {}),
        ({"e": "sent", "why": "compact"}, {}),
        ({"e": "sent", "why": "resume"}, {}),
        ({"e": "sent", "why": "changed"}, {"a": "x"}),
        ({"e": "sent", "why": "refresh"}, {"a": "x"}),
        ({"e": "checked"}, {"a": "x"}),
        ({"e": "recall", "cards": "no mapping"}, {"a": "x"}),
        ({"other": 1}, {"a": "x"}),
    ],
)
def test_what_was_delivered_is_forgotten_where_the_host_loses_it(
    after: dict[str, object], left: dict[str, str]
) -> None:
    assert fold_heard([GIVEN, after]).delivered == left


def test_the_last_message_is_known_by_its_sum() -> None:
    assert fold_heard([GIVEN, {"e": "heard", "h": "2"}]).last == "2"
    assert fold_heard([]).last == ""
    assert sum_of("a\udcff") != sum_of("a")


def lines(*rows: object) -> bytes:
    return b"\n".join(json.dumps(row, ensure_ascii=False).encode() for row in rows)


CLAUDE = lines(
    {"type": "user", "message": {"role": "user", "content": "部署蓝鲸"}},
    {"type": "assistant", "message": {"role": "assistant", "content": [
        {"type": "text", "text": "好，先看日志"},
        {"type": "tool_use", "name": "Bash", "input": {"command": "kubectl logs whale"}}]}},
    {"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "content": "ok"}]}},
    {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "看完了"}]}},
)  # fmt: skip
CODEX = lines(
    {"type": "session_meta", "payload": {"id": "x"}},
    {"type": "response_item", "payload": {"type": "message", "role": "user", "content": [
        {"type": "input_text", "text": "部署蓝鲸"}]}},
    {"type": "response_item", "payload": {"type": "function_call", "name": "shell",
        "arguments": "{\"command\": [\"kubectl\", \"logs\", \"whale\"]}"}},
    {"type": "response_item", "payload": {"type": "function_call_output", "output": "ok"}},
    {"type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [
        {"type": "output_text", "text": "好，先看日志\n看完了"}]}},
)  # fmt: skip
GEMINI = lines(
    {"type": "user", "content": "部署蓝鲸"},
    {"type": "gemini", "content": "好，先看日志 kubectl logs whale\n看完了"},
)


@pytest.mark.parametrize("transcript", [CLAUDE, CODEX, GEMINI])
def test_turns_are_read_from_every_hosts_shape(transcript: bytes) -> None:
    turns = read_turns(transcript)
    assert turns.person == ["部署蓝鲸"]
    assert all(word in turns.assistant for word in ("先看日志", "kubectl", "whale", "看完了"))


def test_the_assistants_last_turn_is_the_one_after_the_persons_last_words() -> None:
    more = lines(
        {"type": "user", "content": "继续"},
        {"type": "gemini", "content": "第二轮"},
        {"type": "user", "content": "然后呢"},
    )
    turns = read_turns(GEMINI + b"\n" + more, person=5)
    assert (turns.person, turns.assistant) == (["然后呢", "继续", "部署蓝鲸"], "第二轮")


@given(st.lists(st.binary(max_size=60)))
def test_any_bytes_can_be_looked_at(parts: list[bytes]) -> None:
    read_turns(b"\n".join([*parts, b'{"type":"user"}', b'{"role":"user","content":[1,{}]}', b"{"]))


def test_what_was_not_said_after_all_is_taken_back_and_no_more() -> None:
    first = {"e": "recall", "h": "1", "cards": {"a": "x"}}
    second = {"e": "recall", "h": "2", "cards": {"b": "y"}}
    told = fold_heard([first, second, {"e": "unsaid", "of": ["sent", "recall"]}])
    assert (told.last, told.delivered) == ("1", {"a": "x"})
    told = fold_heard([first, {"e": "unsaid", "of": ["recall"]}, second])
    assert (told.last, told.delivered) == ("2", {"b": "y"})
    told = fold_heard([first, second, {"e": "unsaid", "of": ["sent"]}, {"e": "unsaid", "of": 7}])
    assert (told.last, told.delivered) == ("2", {"a": "x", "b": "y"})
