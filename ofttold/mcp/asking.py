"""Asking the person in the middle of a call, and what is kept meanwhile.

Up to 2025-11-25 the server sends the client a request of its own and waits. Since 2026-07-28 it
answers "input required" with a word to bring back, and the client calls again. What a question was
about stays in ``Waiting``; the word is random, works once, and only for the same tool and arguments.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from ofttold.mcp.arguments import faults
from ofttold.mcp.registry import Ask, Reply, question_schema

FIELD = "answer"
ASK_SECONDS = 300.0
"""Seconds a question waits for the person (ours), and what it was about waits longer.

One asked in the middle of a call counts as cancelled then; the word of another is refused.
"""
WAITING_LIMIT = 64
"""Questions kept at once in one process (ours); the oldest gives way."""
NOBODY = Reply("cancel", {})

Context = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True)
class _Kept:
    tool: str
    arguments: str
    ask: Ask
    until: float


class Waiting:
    """The questions that clients were sent away with."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    def put(self, tool: str, arguments: Mapping[str, object], ask: Ask, *, now: float) -> str:
        """Keep the question; gives the word that fetches it. ``now`` in seconds of any clock."""
        while len(self._kept) >= WAITING_LIMIT:
            del self._kept[next(iter(self._kept))]
        word = secrets.token_urlsafe(16)
        self._kept[word] = _Kept(tool, _canonical(arguments), ask, now + ASK_SECONDS)
        return word

    def take(
        self, word: str, tool: str, arguments: Mapping[str, object], *, now: float
    ) -> Ask | None:
        """Give the question once; None for a word that is unknown, used, late or for another call."""
        kept = self._kept.pop(word, None)
        if kept is None or now > kept.until:
            return None
        return kept.ask if (kept.tool, kept.arguments) == (tool, _canonical(arguments)) else None


def _canonical(arguments: Mapping[str, object]) -> str:
    return json.dumps(arguments, sort_keys=True, ensure_ascii=True)


def is_modern(context: Context) -> bool:
    """Tell whether each request of this client stands alone."""
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


def can_ask(context: Context) -> bool:
    """Tell whether the client shows forms to the person."""
    capabilities = context.session.client_capabilities
    elicitation = capabilities.elicitation if capabilities else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def as_reply(result: object, ask: Ask) -> Reply:
    """Take what the client sent as the person's answer; of any other shape than asked for, as none."""
    if isinstance(result, Mapping):
        try:
            result = types.ElicitResult.model_validate(result, by_name=False)
        except ValueError:
            return NOBODY
    if not isinstance(result, types.ElicitResult):
        return NOBODY
    if result.action != "accept":
        return Reply(result.action, {})
    content = {name: value for name, value in (result.content or {}).items() if value is not None}
    return NOBODY if faults(ask.fields, content, "en") else Reply("accept", content)


async def ask_in_line(context: Context, ask: Ask) -> Reply:
    """Ask by a request to the client and wait for it; a client that fails at it counts as nobody."""
    with anyio.move_on_after(ASK_SECONDS):
        try:
            result = await context.session.elicit_form(
                ask.question, question_schema(ask), related_request_id=context.request_id
            )
        except (MCPError, ValidationError):
            return NOBODY
        return as_reply(result, ask)
    return NOBODY


def ask_by_return(ask: Ask, word: str) -> types.InputRequiredResult:
    """Send the client away with the question and the word to bring back."""
    form = types.ElicitRequestFormParams(
        message=ask.question, requested_schema=question_schema(ask)
    )
    return types.InputRequiredResult(
        input_requests={FIELD: types.ElicitRequest(params=form)}, request_state=word
    )
