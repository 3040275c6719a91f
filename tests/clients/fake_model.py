"""A model server on loopback: keeps every request, answers a fixed sentence or one tool call.

Speaks the three wire formats the clients here use: OpenAI Responses, OpenAI Chat Completions and
Gemini. Tool calls are made in order, each once, in the first request that offers its tool.
"""

from __future__ import annotations

import gzip
import json
import threading
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ANSWER = "a fixed answer"


class Request:
    """One request for an answer: its path and its body."""

    def __init__(self, path: str, body: dict[str, Any]) -> None:
        self.path = path
        self.body = body

    def text(self) -> str:
        """Give the whole body as text, characters as they are."""
        return json.dumps(self.body, ensure_ascii=False)

    def tool_names(self) -> list[str]:
        """List the tools offered, a namespace before its tools' names."""
        return [name for name, _ in _tools(self.body)]


def _tools(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Give (name, namespace) of each tool in any of the formats."""
    for tool in body.get("tools") or []:
        for inner in tool.get("functionDeclarations") or []:
            yield inner["name"], ""
        if tool.get("type") == "namespace":
            for inner in tool.get("tools") or []:
                yield inner["name"], tool["name"]
        elif "function" in tool:
            yield tool["function"]["name"], ""
        elif tool.get("name"):
            yield tool["name"], ""


class FakeModel:
    """The server; ``requests`` as they came, ``port`` to reach it."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.input_tokens = 10
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"model": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()

    def take_call(self, body: dict[str, Any]) -> tuple[str, str, dict[str, Any]] | None:
        """Give the tool call that is due: (name, namespace, arguments); once."""
        with self._lock:
            if not self.calls:
                return None
            wanted, arguments = self.calls[0]
            for name, namespace in _tools(body):
                if name.endswith(wanted):
                    del self.calls[0]
                    return name, namespace, arguments
        return None

    def keep(self, path: str, body: dict[str, Any]) -> None:
        """Keep one request."""
        with self._lock:
            self.requests.append(Request(path, body))


class _Handler(BaseHTTPRequestHandler):
    model: FakeModel
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer what clients look for beside the model: nothing is here."""
        if self.path.endswith("/models"):
            self._send(200, {"object": "list", "data": [{"id": "fake-model"}], "models": []})
        else:
            self._send(404, {"error": "not here"})

    def do_POST(self) -> None:
        """Answer a request for an answer."""
        body = self._read()
        path = self.path.split("?")[0]
        answers = {"/responses": self._responses, "/completions": self._chat}
        for end, answer in answers.items():
            if path.endswith(end):
                self.model.keep(path, body)
                answer(body)
                return
        if "enerateContent" in path:
            self.model.keep(path, body)
            self._gemini(body, stream="stream" in path)
        elif path.endswith(":countTokens"):
            self._send(200, {"totalTokens": self.model.input_tokens})
        else:
            self._send(200, {})

    def _read(self) -> dict[str, Any]:
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            raw = b"".join(self._chunks())
        else:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        coding = self.headers.get("content-encoding", "").lower()
        if coding == "gzip":
            raw = gzip.decompress(raw)
        elif coding == "deflate":
            raw = zlib.decompress(raw)
        try:
            body = json.loads(raw)
        except ValueError:
            return {}
        return body if isinstance(body, dict) else {}

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline().split(b";")[0], 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def _send(self, status: int, value: object, kind: str = "application/json") -> None:
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(
        self, events: list[dict[str, Any]], *, named: bool = False, done: bool = False
    ) -> None:
        lines: list[str] = []
        for event in events:
            lines += [f"event: {event['type']}\n"] if named else []
            lines.append(f"data: {json.dumps(event)}\n\n")
        lines += ["data: [DONE]\n\n"] if done else []
        self._send(200, "".join(lines).encode(), "text/event-stream")

    def _responses(self, body: dict[str, Any]) -> None:
        call = self.model.take_call(body)
        if call:
            name, namespace, arguments = call
            item: dict[str, Any] = {
                "type": "function_call",
                "id": "fc_1",
                "call_id": "call_1",
                "name": name,
                "arguments": json.dumps(arguments),
                "status": "completed",
                **({"namespace": namespace} if namespace else {}),
            }
        else:
            text = {"type": "output_text", "text": ANSWER, "annotations": []}
            item = {"type": "message", "id": "msg_1", "role": "assistant", "content": [text]}
        tokens = self.model.input_tokens
        usage = {"input_tokens": tokens, "output_tokens": 5, "total_tokens": tokens + 5}
        whole = {
            "id": "resp_1",
            "object": "response",
            "status": "completed",
            "model": "fake-model",
            "output": [item],
            "usage": usage,
        }
        self._stream(
            [
                {"type": "response.created", "response": {**whole, "output": [], "usage": None}},
                {"type": "response.output_item.added", "output_index": 0, "item": item},
                {"type": "response.output_item.done", "output_index": 0, "item": item},
                {"type": "response.completed", "response": whole},
            ],
            named=True,
        )

    def _chat(self, body: dict[str, Any]) -> None:
        call = self.model.take_call(body)
        delta: dict[str, Any] = {"role": "assistant", "content": ANSWER}
        if call:
            function = {"name": call[0], "arguments": json.dumps(call[2])}
            calls = [{"index": 0, "id": "call_1", "type": "function", "function": function}]
            delta = {"role": "assistant", "content": None, "tool_calls": calls}
        base = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "fake-model"}
        usage = {
            "prompt_tokens": self.model.input_tokens,
            "completion_tokens": 5,
            "total_tokens": 15,
        }
        end = {"index": 0, "delta": {}, "finish_reason": "tool_calls" if call else "stop"}
        if not body.get("stream"):
            choice = {"index": 0, "finish_reason": end["finish_reason"], "message": delta}
            self._send(
                200, {**base, "object": "chat.completion", "choices": [choice], "usage": usage}
            )
            return
        self._stream(
            [
                {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                {**base, "choices": [end], "usage": usage},
            ],
            done=True,
        )

    def _gemini(self, body: dict[str, Any], *, stream: bool) -> None:
        call = self.model.take_call(body)
        part: dict[str, Any] = {"text": ANSWER}
        if call:
            part = {"functionCall": {"name": call[0], "args": call[2]}}
        settings = body.get("generationConfig") or {}
        if settings.get("responseMimeType") == "application/json" or settings.get(
            "responseJsonSchema"
        ):
            part = {
                "text": json.dumps(
                    {"reasoning": "-", "next_speaker": "user", "model_choice": "flash"}
                )
            }
        tokens = self.model.input_tokens
        whole = {
            "candidates": [
                {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
            ],
            "usageMetadata": {
                "promptTokenCount": tokens,
                "candidatesTokenCount": 5,
                "totalTokenCount": tokens + 5,
            },
            "modelVersion": "fake-model",
        }
        if stream:
            self._stream([whole])
        else:
            self._send(200, whole)
