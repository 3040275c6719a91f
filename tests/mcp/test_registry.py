from __future__ import annotations

from collections.abc import Iterator

import pytest

from ofttold.core import strings
from ofttold.core.strings import say
from ofttold.mcp.registry import (
    Answer,
    Ask,
    Call,
    Parameter,
    Tool,
    describe,
    load_tools,
    question_schema,
)


def noop(call: Call) -> Answer:
    return Answer(str(call.arguments))


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    strings.says("common.hint")
    monkeypatch.setitem(strings._table, "tool.try.title", ("试", "Try"))
    monkeypatch.setitem(strings._table, "tool.try", ("试一下", "Try it"))
    monkeypatch.setitem(strings._table, "tool.try.text", ("一行", "one line"))


def test_a_tool_is_described_as_the_protocol_has_it_with_only_the_words_there_are() -> None:
    tool = Tool(
        "try",
        noop,
        (Parameter("text", required=True), Parameter("where", choices=("a", "b"))),
    )
    assert describe(tool, "zh") == {
        "name": "try",
        "title": "试",
        "description": "试一下",
        "inputSchema": {
            "type": "object",
            "properties": {
                "text": {"type": "string", "description": "一行"},
                "where": {"type": "string", "enum": ["a", "b"]},
            },
            "required": ["text"],
        },
        "annotations": {"destructiveHint": False},
    }


def test_a_tool_that_only_reads_says_so() -> None:
    assert describe(Tool("try", noop, writes=False), "en")["annotations"] == {"readOnlyHint": True}


def test_a_question_is_a_flat_form() -> None:
    ask = Ask("Keep it?", (Parameter("keep", "boolean", required=True),), keep=object())
    assert question_schema(ask) == {
        "type": "object",
        "properties": {"keep": {"type": "boolean"}},
        "required": ["keep"],
    }


def test_no_parameter_is_described_by_the_name_of_its_tool() -> None:
    langs: tuple[strings.Lang, ...] = ("zh", "en")
    for lang in langs:
        for tool in load_tools():
            described = list(_descriptions(describe(tool, lang)["inputSchema"]))
            assert say(lang, f"tool.{tool.name}.title") not in described


def _descriptions(schema: object) -> Iterator[object]:
    assert isinstance(schema, dict)
    for shape in schema["properties"].values():
        yield shape.get("description")
