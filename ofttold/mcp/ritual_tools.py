"""The ritual's two tools: the emotion of the moment, and a note that is really written."""

from __future__ import annotations

from ofttold.app.emotions import set_emotion
from ofttold.app.notes import write_note
from ofttold.mcp.registry import Answer, Call, Parameter, Tool

WHERE = ("oft-told", "todo")


def remember_emotion(call: Call) -> Answer:
    """Change the one live line to the word given."""
    return Answer(set_emotion(call.memory, str(call.arguments["word"])).text)


def remember_note(call: Call) -> Answer:
    """Write one note, to Oft-told unless told otherwise."""
    where = str(call.arguments.get("where", WHERE[0]))
    return Answer(write_note(call.memory, str(call.arguments["text"]), where).text)


TOOLS = (
    Tool("remember_emotion", remember_emotion, (Parameter("word", required=True),)),
    Tool(
        "remember_note",
        remember_note,
        (Parameter("text", required=True), Parameter("where", choices=WHERE)),
    ),
)
