"""A server run as a host runs it: its own process, spoken to through the SDK's client or in bytes."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Literal

from mcp.client.stdio import StdioServerParameters

ROOT = Path(__file__).resolve().parents[2]
Mode = Literal["legacy", "2026-07-28", "auto"]
MODES: tuple[Mode, ...] = ("legacy", "2026-07-28", "auto")
ERAS: tuple[Mode, ...] = ("legacy", "2026-07-28")
REAL = ("-m", "ofttold", "mcp", "--dir")
ODD = ("-m", "tests.mcp.odd_server")
ANSWER_SECONDS = 30.0
MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
}


def environment(**more: str) -> dict[str, str]:
    kept = ("HOME", "PATH", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "SYSTEMROOT")
    return {name: os.environ[name] for name in kept if name in os.environ} | more


def parameters(folder: Path, kind: tuple[str, ...] = REAL, **more: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable, args=[*kind, str(folder)], cwd=ROOT, env=environment(**more)
    )


class Raw:
    """A server spoken to in bytes; everything it says is kept."""

    def __init__(self, folder: Path, kind: tuple[str, ...] = REAL, **more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *kind, str(folder)],
            cwd=ROOT,
            env=environment(**more),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.said: list[bytes] = []
        self.complaints = b""
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._overhear, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line)
            self._lines.put(line)
        self._lines.put(None)

    def _overhear(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.complaints += line

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream
            try:
                stream.close()
            except BrokenPipeError:
                continue

    def send(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def ask(self, identity: int, method: str, **params: Any) -> None:
        body: dict[str, Any] = {"jsonrpc": "2.0", "id": identity, "method": method}
        if params:
            body["params"] = params
        self.send(json.dumps(body, ensure_ascii=False).encode("utf-8") + b"\n")

    def call(self, identity: int, tool: str, **arguments: Any) -> None:
        self.ask(identity, "tools/call", name=tool, arguments=arguments)

    def tell(self, method: str, **params: Any) -> None:
        body = {"jsonrpc": "2.0", "method": method, "params": params}
        self.send(json.dumps(body).encode("utf-8") + b"\n")

    def hear(self, seconds: float = ANSWER_SECONDS) -> dict[str, Any]:
        line = self._lines.get(timeout=seconds)
        assert line is not None, f"the server left: {self.complaints.decode('utf-8', 'replace')}"
        message: dict[str, Any] = json.loads(line)
        return message

    def hears_nothing(self, seconds: float) -> bool:
        try:
            return self._lines.get(timeout=seconds) is None
        except queue.Empty:
            return True

    def shake_hands(self, **capabilities: Any) -> dict[str, Any]:
        self.ask(
            0,
            "initialize",
            protocolVersion="2025-11-25",
            capabilities=capabilities,
            clientInfo={"name": "raw", "version": "1"},
        )
        answer = self.hear()
        self.tell("notifications/initialized")
        return answer

    def leave(self, seconds: float = 20.0) -> tuple[int, float]:
        """Close the input; gives the exit status and the seconds it took."""
        assert self.process.stdin
        begun = time.monotonic()
        self.process.stdin.close()
        status = self.process.wait(timeout=seconds)
        return status, time.monotonic() - begun


def text_of(result: Any) -> str:
    """Give the text of a tool's result, from the client or from the wire."""
    content = result["content"] if isinstance(result, dict) else result.content
    assert len(content) == 1
    text = content[0]["text"] if isinstance(content[0], dict) else content[0].text
    assert isinstance(text, str)
    return text
