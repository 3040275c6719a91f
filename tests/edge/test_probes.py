"""Asking another program a question: whatever it does, there is an answer in time."""

from __future__ import annotations

import sys

import pytest

from ofttold.edge import probes

SERVER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("id") == 2:
        print(json.dumps({"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "remember_note"}]}}), flush=True)
    elif "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}), flush=True)
"""
CODEX = SERVER.replace(
    '{"tools": [{"name": "remember_note"}]}', '{"data": [{"hooks": [{"trustStatus": "trusted"}]}]}'
)


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_server_lists_its_tools() -> None:
    answered = probes.list_mcp_tools(python(SERVER))
    assert answered.result == {"tools": [{"name": "remember_note"}]}
    assert answered.trouble == "" and answered.ms > 0


@pytest.mark.parametrize(
    ("words", "trouble"),
    [
        (["/nowhere/python"], "No such file"),
        (python("pass"), "it ended"),
        (python("print('hello', flush=True); input()"), "no JSON"),
    ],
)
def test_a_program_that_is_no_server_says_why(words: list[str], trouble: str) -> None:
    answered = probes.list_mcp_tools(words)
    assert answered.result is None and trouble in answered.trouble


def test_a_program_that_never_answers_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "PROBE_SECONDS", 0.5)
    answered = probes.list_mcp_tools(python("import time; time.sleep(60)"))
    assert answered.trouble == "no answer in time"


def test_codex_is_asked_for_its_hooks(tmp_path: object) -> None:
    script = f"{tmp_path}/codex"
    with open(script, "w", encoding="utf-8") as stream:
        stream.write(f"#!{sys.executable}\n{CODEX}")
    import os

    os.chmod(script, 0o755)
    assert probes.codex_hooks(script, "/") == [{"trustStatus": "trusted"}]
    assert probes.codex_hooks("/nowhere/codex", "/") is None
