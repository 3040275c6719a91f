r"""One line and the JSON-RPC message it holds: strict JSON, strict UTF-8, ``\n`` only.

Every line that is no message is refused, under its id where one can be read::

    not JSON, not UTF-8, too long        -32700
    JSON, but no message                 -32600
    of 2026-07-28, but without _meta     -32602
    blank                                nothing

The last but one would else, as the first request, have the SDK serve the other era to the end. A
broken answer to a question of ours is not answered: whoever waits for it gets an error in its place.
"""

from __future__ import annotations

import json

from mcp.shared.inbound import InboundLadderRejection, classify_inbound_request
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

STATELESS_ONLY = ("server/discover", "subscriptions/listen")
"""Methods there are since 2026-07-28 only."""

Read = SessionMessage | JSONRPCError
"""A message for the server, or the refusal to send back."""


def read_message(line: bytes | None) -> Read | None:
    """Read one line, None for one that was too long: a message, a refusal, or None for a blank one.

    >>> read_message(b' ') is None
    True
    >>> read_message(b'{"jsonrpc":"2.0","id":7,"method":5}').id
    7
    """
    if line is None:
        return _error(None, PARSE_ERROR, "Parse error: the line is too long")
    if not line.strip():
        return None
    try:
        value = _parse(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return _refuse(_loosely(line), PARSE_ERROR, "Parse error: the line is not JSON in UTF-8")
    return _as_message(value)


def _parse(text: str) -> object:
    """Parse strictly: a half of a surrogate pair is no text, and NaN is no JSON."""
    value = json.loads(text, parse_constant=_refuse_constant)
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # UnicodeEncodeError is a ValueError
    return value


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _loosely(line: bytes) -> object:
    """Read what can be read of a line whose text is broken, so that whoever asked is answered."""
    try:
        return json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def _as_message(value: object) -> Read:
    if isinstance(value, dict) and "id" in value and "method" in value and _id_of(value) is None:
        return _error(
            None, INVALID_REQUEST, "Invalid request: the id is a string or a whole number"
        )
    try:
        message = jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        return _refuse(value, INVALID_REQUEST, "Invalid request: the line is no JSON-RPC message")
    if isinstance(message, JSONRPCRequest) and message.method in STATELESS_ONLY:
        found = classify_inbound_request({"method": message.method, "params": message.params})
        if isinstance(found, InboundLadderRejection) and found.code == INVALID_PARAMS:
            return _error(message.id, found.code, found.message)
    return SessionMessage(message)


def _refuse(value: object, code: int, message: str) -> Read:
    """Refuse a broken line; a broken answer becomes an error for the one who waits for it."""
    error = _error(_id_of(value), code, message)
    keys = value.keys() if isinstance(value, dict) else set()
    is_answer = "method" not in keys and not keys.isdisjoint({"result", "error"})
    return SessionMessage(error) if is_answer and error.id is not None else error


def _id_of(value: object) -> int | str | None:
    """Give the id of a message if it is one that can be answered."""
    identity = value.get("id") if isinstance(value, dict) else None
    if isinstance(identity, bool) or not isinstance(identity, int | str):
        return None
    return identity


def _error(identity: int | str | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=identity, error=ErrorData(code=code, message=message))


def to_line(message: SessionMessage) -> bytes:
    """Give the message as it goes over the wire."""
    text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
    return text.encode("utf-8") + b"\n"
