"""A server with tools made for the tests: they ask, are slow, print, fail, or tell the day.

Run as ``python -m tests.mcp.odd_server DIR``; the language's words are put into the table here.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path

from ofttold.core import strings
from ofttold.mcp.entry import claim
from ofttold.mcp.registry import Answer, Ask, Call, Parameter, Tool
from ofttold.mcp.server import serve

KEEP = (Parameter("keep", "boolean", required=True),)


def tell_day(call: Call) -> Answer:
    return Answer(call.memory.today.isoformat())


def wait(call: Call) -> Answer:
    time.sleep(float(str(call.arguments["seconds"])))
    return Answer("waited")


def write_slowly(call: Call) -> Answer:
    target = Path(call.memory.folder, str(call.arguments["name"]))
    target.with_name("begun-" + target.name).write_text("x", "utf-8")
    time.sleep(0.8)
    target.write_text("whole", "utf-8")
    return Answer("written")


def stray(call: Call) -> Answer:
    print("stray line on standard output: 鲸")
    sys.stdout.flush()
    return Answer("printed")


def crash(call: Call) -> Answer:
    raise ZeroDivisionError("a fault of ours")


def suggest(call: Call) -> Answer | Ask:
    title = str(call.arguments["title"])
    if call.reply is None:
        if not call.can_ask:
            return Answer(f"{title} waits, nobody to ask", details={"asked": False})
        return Ask(f"Keep {title}?", KEEP, keep={"secret": title})
    assert call.kept == {"secret": title}
    return Answer(f"{title}: {call.reply.action} {dict(call.reply.content)} [{call.session}]")


def pester(call: Call) -> Answer | Ask:
    return Ask("Again?", KEEP)


TOOLS = (
    Tool("tell_day", tell_day, writes=False),
    Tool("wait", wait, (Parameter("seconds", required=True),), writes=False),
    Tool("write_slowly", write_slowly, (Parameter("name", required=True),)),
    Tool("stray", stray, writes=False),
    Tool("crash", crash),
    Tool("suggest", suggest, (Parameter("title", required=True),)),
    Tool("pester", pester),
)


def add_words(tools: Iterable[Tool]) -> None:
    """Put words for these tools into the table, behind every page of it."""
    strings.says("no such key, so that every page is loaded")
    for tool in tools:
        strings._table[f"tool.{tool.name}"] = strings._table[f"tool.{tool.name}.title"] = (
            "试",
            "x",
        )


if __name__ == "__main__":
    add_words(TOOLS)
    serve(sys.argv[1] if len(sys.argv) > 1 else None, TOOLS, claim())
