"""Carries HTTP requests to a server on standard input and output, for clients that speak HTTP only.

What it adds is what the other transport has and this one lacks: status codes (by the SDK's own table
of error codes), ``Content-Type``, the ``Mcp-Session-Id`` of a handshake, and the framing of events.
A body becomes one line; a line becomes one body or one event. What it never does: answer a JSON-RPC
message itself, make one up, drop, reorder or change one. So checks of headers, sessions and status
codes say nothing about the server behind it; checks of messages do.

A handshake opens a process of its own, which ends with its session; requests that stand alone share
one. A message that belongs to no open request goes to the session's ``GET``, else into ``strays``.
"""

from __future__ import annotations

import json
import queue
import secrets
import subprocess
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from mcp.shared.inbound import ERROR_CODE_HTTP_STATUS
from mcp.shared.subscriptions import SUBSCRIPTION_ID_META_KEY
from mcp_types import PROTOCOL_VERSION_META_KEY

Message = dict[str, Any]
Process = subprocess.Popen[bytes]
Heard = queue.Queue[Message | None]  # None: the process has gone
WAIT_SECONDS = 30.0  # seconds a request waits for its first message


def meta_of(message: Message) -> Message:
    """Give the metadata of a message."""
    meta: Message = (message.get("params") or {}).get("_meta") or {}
    return meta


class Behind:
    """One server process, and who waits for what it says."""

    def __init__(self, process: Process) -> None:
        self.strays: list[Message] = []
        self._process = process
        self._open: dict[int | str, Heard] = {}
        self._unasked: Heard | None = None
        self._lock = threading.Lock()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def send(self, message: Message) -> Heard:
        """Write the message as one line; gives where what belongs to it will come."""
        heard: Heard = queue.Queue()
        with self._lock:
            if "method" in message and "id" in message:
                assert message["id"] not in self._open, "two open requests with one id"
                self._open[message["id"]] = heard
            assert self._process.stdin
            self._process.stdin.write(json.dumps(message).encode("utf-8") + b"\n")
            self._process.stdin.flush()
        return heard

    def listen_unasked(self) -> Heard:
        """Give where messages that belong to no request will come from now on."""
        with self._lock:
            self._unasked = queue.Queue()
            return self._unasked

    def _listen(self) -> None:
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                self._hand_over(json.loads(line))
        with self._lock:
            for waiting in (*self._open.values(), self._unasked):
                if waiting is not None:
                    waiting.put(None)

    def _hand_over(self, message: Message) -> None:
        with self._lock:
            owner = self._owner(message)
            if owner is None:
                self.strays.append(message)
            else:
                owner.put(message)

    def _owner(self, message: Message) -> Heard | None:
        if "method" not in message:
            return self._open.pop(message["id"], None)
        meta = meta_of(message)
        if SUBSCRIPTION_ID_META_KEY in meta:
            return self._open.get(meta[SUBSCRIPTION_ID_META_KEY])
        if "id" in message and len(self._open) == 1:
            return next(iter(self._open.values()))
        return self._unasked

    def leave(self) -> None:
        """End its input and wait for its end."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(timeout=WAIT_SECONDS)
        self._listener.join(WAIT_SECONDS)


class Bridge:
    """The HTTP side, on a port of its own at 127.0.0.1; ``start`` opens one process of the server."""

    def __init__(self, start: Callable[[], Process]) -> None:
        self._start = start
        self._all: list[Behind] = []
        self._sessions: dict[str, Behind] = {}
        self._shared: Behind | None = None
        self._lock = threading.Lock()
        self._http = _Http(self)
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._http.server_port}/mcp"

    def shake_hands(self) -> tuple[Behind, str]:
        """Open a process for a session; gives both."""
        session = secrets.token_hex(8)
        with self._lock:
            self._sessions[session] = self._opened()
            return self._sessions[session], session

    def shared(self) -> Behind:
        """Give the process of the requests that stand alone."""
        with self._lock:
            self._shared = self._shared or self._opened()
            return self._shared

    def of(self, session: str | None, *, end: bool = False) -> Behind | None:
        """Give the process of a session, for the last time if it ends."""
        with self._lock:
            return (self._sessions.pop if end else self._sessions.get)(session or "", None)

    def _opened(self) -> Behind:
        self._all.append(Behind(self._start()))
        return self._all[-1]

    def strays(self) -> list[Message]:
        """Give what no request was there for."""
        return [message for behind in self._all for message in behind.strays]

    def stop(self) -> None:
        """Serve no more, and let every process end."""
        self._http.shutdown()
        self._http.server_close()
        for behind in self._all:
            behind.leave()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a client may leave a stream open

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        super().__init__(("127.0.0.1", 0), _Exchange)


class _Exchange(BaseHTTPRequestHandler):
    """One HTTP request."""

    server: _Http

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the suite tells what was exchanged."""

    def do_POST(self) -> None:
        body: Message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        session, opened = self.headers.get("Mcp-Session-Id"), None
        if session is not None:
            behind = self.server.bridge.of(session)
        elif body.get("method") == "initialize" and PROTOCOL_VERSION_META_KEY not in meta_of(body):
            behind, opened = self.server.bridge.shake_hands()
        else:
            behind = self.server.bridge.shared()
        if behind is None:
            self.send_error(404)
            return
        extra = {"Mcp-Session-Id": opened} if opened else {}
        heard = behind.send(body)
        if "method" not in body or "id" not in body:
            self._answer(202, b"", extra)
            return
        first = heard.get(timeout=WAIT_SECONDS)
        if first is None:
            self.send_error(502)
        elif "method" in first:
            self._stream(heard, first, extra)
        else:
            alone = session is None and opened is None
            code = first.get("error", {}).get("code", 0) if alone else 0
            status = ERROR_CODE_HTTP_STATUS.get(code, 200)
            self._answer(status, json.dumps(first).encode("utf-8"), extra)

    def do_GET(self) -> None:
        behind = self.server.bridge.of(self.headers.get("Mcp-Session-Id"))
        if behind is None:
            self.send_error(405)
            return
        self._stream(behind.listen_unasked(), None, {})

    def do_DELETE(self) -> None:
        behind = self.server.bridge.of(self.headers.get("Mcp-Session-Id"), end=True)
        if behind is None:
            self.send_error(404)
            return
        behind.leave()
        self._answer(200, b"", {})

    def _head(self, status: int, kind: str, extra: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, **extra}.items():
            self.send_header(name, value)
        self.end_headers()

    def _answer(self, status: int, body: bytes, extra: dict[str, str]) -> None:
        try:
            self._head(status, "application/json", {"Content-Length": str(len(body)), **extra})
            self.wfile.write(body)
        except OSError:
            return  # the client did not wait

    def _stream(self, heard: Heard, first: Message | None, extra: dict[str, str]) -> None:
        """Send each message as an event until the answer has come or the client has gone."""
        self._head(200, "text/event-stream", extra)
        try:
            self.wfile.flush()
            while message := first or heard.get():
                first = None
                self.wfile.write(b"data: " + json.dumps(message).encode("utf-8") + b"\n\n")
                self.wfile.flush()
                if "method" not in message:
                    return
        except OSError:
            return  # the client has hung up, which is how it leaves a stream
