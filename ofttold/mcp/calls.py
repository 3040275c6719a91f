"""One call of a tool, from the wire to the handler and back, in either era of the protocol.

The memory is opened for each call, so the day is the person's day at that moment. Handlers run in
threads: one that writes runs alone and to its end even if the client cancels, one that reads may be
left behind. A refusal is an answer with ``isError``; a fault of ours is one too, told on standard
error.
"""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from ofttold.app.context import Memory
from ofttold.core.errors import OfttoldError
from ofttold.core.strings import Lang, say
from ofttold.mcp import asking
from ofttold.mcp.arguments import faults
from ofttold.mcp.registry import Answer, Ask, Call, Reply, Tool

Context = ServerRequestContext[Any, Any]
Result = types.CallToolResult | types.InputRequiredResult
Arguments = dict[str, object]

QUESTIONS_A_CALL = 3
"""Questions one call may ask the person (ours); then nobody is there to answer."""
UNKNOWN_WORD = (
    "requestState is unknown, used, late or for another call: call the tool again without it"
)


@dataclass(frozen=True, slots=True)
class _Turn:
    """What a handler is given on top of the arguments."""

    can_ask: bool
    session: str
    reply: Reply | None = None
    kept: object = None


@dataclass(slots=True)
class Desk:
    """What all calls of one server share.

    ``speak`` tells the language to refuse in while no memory could be opened.
    """

    tools: Mapping[str, Tool]
    open_memory: Callable[[], Memory]
    speak: Callable[[], Lang]
    session: str = field(default_factory=lambda: secrets.token_hex(8))
    waiting: asking.Waiting = field(default_factory=asking.Waiting)
    writing: anyio.Lock = field(default_factory=anyio.Lock)

    async def call(self, context: Context, request: types.CallToolRequestParams) -> Result:
        """Serve one ``tools/call``; raises MCPError for a tool or a word there is none of."""
        tool = self.tools.get(request.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {request.name}")
        given = request.arguments or {}
        arguments = {name: value for name, value in given.items() if value is not None}
        if asking.is_modern(context):
            return await self._call_modern(context, tool, arguments, request)
        return await self._call_legacy(context, tool, arguments)

    async def _call_legacy(self, context: Context, tool: Tool, arguments: Arguments) -> Result:
        """Ask in the middle of the call, which waits."""
        turn = _Turn(asking.can_ask(context), self.session)
        for _ in range(QUESTIONS_A_CALL):
            outcome = await self._run(tool, arguments, turn)
            if isinstance(outcome, Answer):
                return as_result(outcome)
            reply = await asking.ask_in_line(context, outcome) if turn.can_ask else asking.NOBODY
            turn = _Turn(turn.can_ask, self.session, reply, outcome.keep)
        return as_result(await self._run_unasked(tool, arguments, turn))

    async def _call_modern(
        self,
        context: Context,
        tool: Tool,
        arguments: Arguments,
        request: types.CallToolRequestParams,
    ) -> Result:
        """Ask by sending the client away; a call that brings a known word goes on where it stood."""
        turn = _Turn(asking.can_ask(context), "")
        responses = request.input_responses or {}
        if (word := request.request_state) is not None:
            asked = self._take(word, tool, arguments)
            if asking.FIELD in responses:
                reply = asking.as_reply(responses[asking.FIELD], asked)
                turn = _Turn(turn.can_ask, "", reply, asked.keep)
        outcome = await self._run(tool, arguments, turn)
        if isinstance(outcome, Answer):
            return as_result(outcome)
        if not turn.can_ask:
            turn = _Turn(False, "", asking.NOBODY, outcome.keep)
            return as_result(await self._run_unasked(tool, arguments, turn))
        word = self.waiting.put(tool.name, arguments, outcome, now=anyio.current_time())
        return asking.ask_by_return(outcome, word)

    def _take(self, word: str, tool: Tool, arguments: Arguments) -> Ask:
        """Give the question a word stands for; what fails that is refused, never guessed at."""
        asked = self.waiting.take(word, tool.name, arguments, now=anyio.current_time())
        if asked is None:
            raise MCPError(types.INVALID_PARAMS, UNKNOWN_WORD, {"reason": "invalid_request_state"})
        return asked

    async def _run_unasked(self, tool: Tool, arguments: Arguments, turn: _Turn) -> Answer:
        """Run a handler that was told nobody answers; that it asks all the same is our fault."""
        outcome = await self._run(tool, arguments, turn)
        if isinstance(outcome, Answer):
            return outcome
        return Answer(say(self.speak(), "mcp.fault", tool=tool.name), refused=True)

    async def _run(self, tool: Tool, arguments: Arguments, turn: _Turn) -> Answer | Ask:
        body = partial(self._body, tool, arguments, turn)
        if tool.writes:
            async with self.writing:
                return await anyio.to_thread.run_sync(body)
        return await anyio.to_thread.run_sync(body, abandon_on_cancel=True)

    def _body(self, tool: Tool, arguments: Arguments, turn: _Turn) -> Answer | Ask:
        """Run in a thread: open the memory, look at the arguments, call the handler."""
        lang: Lang | None = None
        try:
            memory = self.open_memory()
            lang = memory.lang
            if said := faults(tool.parameters, arguments, lang):
                return Answer("\n".join(said), refused=True)
            return tool.handler(
                Call(memory, arguments, turn.can_ask, turn.session, turn.reply, turn.kept)
            )
        except OfttoldError as refusal:
            return Answer(refusal_text(refusal, lang or self.speak()), refused=True)
        except Exception:  # noqa: BLE001  a fault of ours must cost one call, not the session
            traceback.print_exc()
            return Answer(say(lang or self.speak(), "mcp.fault", tool=tool.name), refused=True)


def refusal_text(refusal: OfttoldError, lang: Lang) -> str:
    """Say what happened and, on a line of its own, what to do next."""
    hint = refusal.hint(lang)
    return "\n".join(
        [refusal.message(lang), *([say(lang, "common.hint", text=hint)] if hint else [])]
    )


def as_result(answer: Answer) -> types.CallToolResult:
    """Give the answer as the protocol has it."""
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=answer.text)],
        structured_content=dict(answer.details) if answer.details is not None else None,
        is_error=answer.refused,
    )
