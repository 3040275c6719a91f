"""Asking other programs a short question over lines of JSON: an MCP server, the Codex client.

Knows how to start, ask and end them within a time; a program that does not answer is an answer.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from ofttold.edge.machine import clean_environment

PROBE_SECONDS = 15.0  # seconds for start, answer and end together; a cold start takes two


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of the last question, or why there is none; ``ms`` until it came."""

    result: dict[str, Any] | None
    trouble: str = ""
    ms: int = 0


def _lines(stream: BinaryIO, box: queue.Queue[bytes | None]) -> None:
    for line in stream:
        box.put(line)
    box.put(None)


def ask(words: Sequence[str], messages: Sequence[dict[str, Any]], last_id: int) -> Answered:
    """Start a program, send it these messages, and wait for the answer to ``last_id``."""
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            list(words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=os.path.abspath(os.sep),
            env=clean_environment(),
        )
    except OSError as fault:
        return Answered(None, fault.strerror or str(fault))
    try:
        return _talk(process, messages, last_id, started)
    finally:
        _end(process)


def _talk(
    process: subprocess.Popen[bytes],
    messages: Sequence[dict[str, Any]],
    last_id: int,
    started: float,
) -> Answered:
    assert process.stdin is not None and process.stdout is not None
    box: queue.Queue[bytes | None] = queue.Queue()
    threading.Thread(target=_lines, args=(process.stdout, box), daemon=True).start()
    try:
        for message in messages:
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
    except OSError:
        return Answered(None, "it ended before it was asked")
    while True:
        left = started + PROBE_SECONDS - time.monotonic()
        try:
            line = box.get(timeout=max(0.0, left))
        except queue.Empty:
            return Answered(None, "no answer in time")
        if line is None:
            return Answered(None, "it ended without an answer")
        answer = _answer_in(line, last_id)
        if answer is not None:
            ms = int((time.monotonic() - started) * 1000)
            return Answered(answer.get("result"), str(answer.get("error", "")), ms)


def _answer_in(line: bytes, wanted: int) -> dict[str, Any] | None:
    try:
        message = json.loads(line)
    except ValueError:
        return {"error": f"a line that is no JSON: {line[:60]!r}"}
    return message if isinstance(message, dict) and message.get("id") == wanted else None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it as hosts do, by closing its input; then with force."""
    if process.stdin:
        try:
            process.stdin.close()
        except OSError:
            pass
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


def list_mcp_tools(words: Sequence[str]) -> Answered:
    """Boot an MCP server and give its ``tools/list`` result."""
    client = {"name": "ofttold-doctor", "version": "1"}
    version = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    return ask(
        words,
        [
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": version},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}},
        ],
        2,
    )


def codex_hooks(program: str, folder: str) -> list[dict[str, Any]] | None:
    """Ask the Codex client which hooks it knows and whether they are trusted; None: no answer."""
    client = {"name": "ofttold-doctor", "title": "ofttold", "version": "1"}
    answered = ask(
        [program, "app-server"],
        [
            {"id": 1, "method": "initialize", "params": {"clientInfo": client}},
            {"method": "initialized"},
            {"id": 2, "method": "hooks/list", "params": {"cwds": [folder]}},
        ],
        2,
    )
    data = (answered.result or {}).get("data")
    if not isinstance(data, list) or not data or not isinstance(data[0], dict):
        return None
    hooks = data[0].get("hooks")
    return [hook for hook in hooks if isinstance(hook, dict)] if isinstance(hooks, list) else None
