"""ofttold's server with the tools, the resource and the prompt that the conformance suite asks for.

Only the names are the suite's. Wire, calls, asking, notices and the block are the program's own, so
a scenario run against this server is about them. ``python -m tests.clients.suite_server DIR``.
"""

from __future__ import annotations

import sys

from ofttold.mcp import server
from ofttold.mcp.entry import claim
from ofttold.mcp.registry import Answer, Ask, Call, Parameter, Tool, load_tools
from tests.mcp.odd_server import add_words

RESOURCE, PROMPT = "test://static-text", "test_simple_prompt"
NAME = (Parameter("name", required=True),)
PERSON = (Parameter("username", required=True), Parameter("email", required=True))
OK = (Parameter("ok", "boolean", required=True),)
STEPS = (Parameter("name", required=True),), (Parameter("color", required=True),)


def say_something(call: Call) -> Answer:
    return Answer("This is a simple text response.")


def fail(call: Call) -> Answer:
    return Answer("This tool refuses whatever it is asked.", refused=True)


def ask_for_person(call: Call) -> Answer | Ask:
    if call.reply is None:
        return Ask(str(call.arguments.get("message", "Who are you?")), PERSON)
    return Answer(f"{call.reply.action}: {dict(call.reply.content)}")


def ask_for_name(call: Call) -> Answer | Ask:
    if call.reply is None or call.reply.action != "accept":
        return Ask("What is your name?", NAME)
    return Answer(f"Hello, {call.reply.content['name']}!")


def ask_for_ok(call: Call) -> Answer | Ask:
    if call.reply is None:
        return Ask("Go on?", OK, keep="state-ok")
    return Answer(f"{call.kept}: {dict(call.reply.content)}")


def ask_in_steps(call: Call) -> Answer | Ask:
    said = [str(one) for one in call.kept] if isinstance(call.kept, list) else []
    if call.reply is not None:
        said.extend(str(value) for value in call.reply.content.values())
    if len(said) < len(STEPS):
        return Ask(f"Step {len(said) + 1}?", STEPS[len(said)], keep=said)
    return Answer(" ".join(said))


MESSAGE = (Parameter("message"),)
TOOLS = (
    Tool("test_simple_text", say_something, writes=False),
    Tool("test_error_handling", fail),
    Tool("test_logging_tool", say_something),
    Tool("test_elicitation", ask_for_person, MESSAGE),
    Tool("test_streaming_elicitation", ask_for_person, MESSAGE),
    Tool("test_input_required_result_elicitation", ask_for_name),
    Tool("test_input_required_result_request_state", ask_for_ok),
    Tool("test_input_required_result_tampered_state", ask_for_ok),
    Tool("test_input_required_result_multi_round", ask_in_steps),
)


if __name__ == "__main__":
    add_words(TOOLS)
    server.URI, server.PROMPT = RESOURCE, PROMPT
    server.serve(sys.argv[1], (*load_tools(), *TOOLS), claim())
