"""What a tool of the server is, so that each subject adds its own without touching the server.

A subject's tools stand in a module of their own (``ritual_tools.py``, ``memory_tools.py``,
``share_tools.py``) as ``TOOLS: tuple[Tool, ...]``, and the module's name stands in ``GROUPS`` with
the bytes its list may take. One tool is::

    Tool(
        name="memory_search",
        handler=search,                      # plain function, (Call) -> Answer | Ask
        parameters=(
            Parameter("query", required=True),
            Parameter("limit", "integer"),
        ),
        writes=False,
    )

Its words stand in the strings table, in both languages: ``tool.<name>.title``, ``tool.<name>`` and,
where a parameter needs words, ``tool.<name>.<parameter>`` (one called ``title`` has none: that key
names the tool).

A handler is blocking code: the server runs it in a thread. One that ``writes`` runs alone and to
its end, whatever the client cancels; one that reads may be abandoned. It gets a ``Call`` whose
memory was opened for this call, so today is today. It returns an ``Answer`` or raises a refusal
(``OfttoldError``), which the server shows with its hint.

To ask the person, a handler returns ``Ask(question, fields, keep=…)``. The server asks in whatever
way the client's protocol has and calls the handler again with the same arguments, ``call.reply``
and ``call.kept`` (the very object given as ``keep``: it stays on our side, the client holds only a
random word that works once, for the same tool and arguments). So a handler begins::

    if call.reply is None:                   # the first call, or one that brings no answer
        suggestion = keep_waiting(…)         # on disk before anybody is asked
        if not call.can_ask:
            return Answer("… waits as sug_…")
        return Ask("Keep «X»?", (Parameter("keep", "boolean", required=True),), keep=suggestion.id)
    if call.reply.action == "accept" and call.reply.content["keep"]: …
    elif call.reply.action == "decline": …
    else: …                                  # cancelled, timed out: it waits

The server promises that ``content`` holds the fields with the types asked for when the action is
``accept``; an answer of another shape counts as ``cancel``. A word that was
used already never gets as far as a handler; the same call without one does, so what was settled
must be settled on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from ofttold.core.strings import Lang, say, says

if TYPE_CHECKING:
    from ofttold.app.context import Memory

Kind = Literal["string", "boolean", "integer", "strings", "mapping"]
Action = Literal["accept", "decline", "cancel"]

LIST_BUDGET_BYTES = 6000
"""Bytes; what the whole list of tools may cost a model that reads it (design of the ritual)."""

GROUPS: dict[str, int] = {
    "ritual_tools": 1200,
    "memory_tools": 3900,
    "share_tools": 900,
}
"""Module of this package, to the bytes of JSON its tools may take in either language."""

_SHAPES: dict[Kind, dict[str, object]] = {
    "string": {"type": "string"},
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "strings": {"type": "array", "items": {"type": "string"}},
    "mapping": {"type": "object", "additionalProperties": {"type": "string"}},
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a tool, or one field of a question. ``choices`` is for strings."""

    name: str
    kind: Kind = "string"
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person answered."""

    action: Action
    content: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool.

    ``arguments`` fit the tool's parameters. ``session`` names this connection where the protocol
    has connections, and is empty where each request stands alone. ``can_ask`` says whether the
    client shows a question to the person.
    """

    memory: Memory
    arguments: Mapping[str, object]
    can_ask: bool = False
    session: str = ""
    reply: Reply | None = None
    kept: object = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool says: text for the model, ``details`` for a program, ``refused`` for a no."""

    text: str
    refused: bool = False
    details: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the person; ``keep`` comes back with the reply and never leaves this side."""

    question: str
    fields: tuple[Parameter, ...]
    keep: object = None


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool; ``destroys`` marks what cannot be taken back."""

    name: str
    handler: Callable[[Call], Answer | Ask]
    parameters: tuple[Parameter, ...] = field(default=())
    writes: bool = True
    destroys: bool = False


def tool_schema(tool: Tool, lang: Lang) -> dict[str, object]:
    """Give the JSON Schema of the tool's arguments, described in this language."""
    return _schema(tool.parameters, lambda name: _parameter_words(lang, tool.name, name))


def question_schema(ask: Ask) -> dict[str, object]:
    """Give the flat schema that a client shows as a form."""
    return _schema(ask.fields, lambda _: "")


def describe(tool: Tool, lang: Lang) -> dict[str, object]:
    """Give the tool as ``tools/list`` has it, keys as on the wire."""
    hints = {"destructiveHint": tool.destroys} if tool.writes else {"readOnlyHint": True}
    return {
        "name": tool.name,
        "title": say(lang, f"tool.{tool.name}.title"),
        "description": say(lang, f"tool.{tool.name}"),
        "inputSchema": tool_schema(tool, lang),
        "annotations": hints,
    }


def load_tools() -> tuple[Tool, ...]:
    """Give every tool of every group, in the order of the groups."""
    found: list[Tool] = []
    for group in GROUPS:
        found.extend(import_module(f"{__package__}.{group}").TOOLS)
    return tuple(found)


def _schema(parameters: tuple[Parameter, ...], words: Callable[[str], str]) -> dict[str, object]:
    properties: dict[str, object] = {}
    for parameter in parameters:
        shape = dict(_SHAPES[parameter.kind])
        if parameter.choices:
            shape["enum"] = list(parameter.choices)
        if text := words(parameter.name):
            shape["description"] = text
        properties[parameter.name] = shape
    schema: dict[str, object] = {"type": "object", "properties": properties}
    if required := [parameter.name for parameter in parameters if parameter.required]:
        schema["required"] = required
    return schema


def _parameter_words(lang: Lang, tool: str, name: str) -> str:
    key = f"tool.{tool}.{name}"  # that of a title is the tool's own
    return say(lang, key) if name != "title" and says(key) else ""
