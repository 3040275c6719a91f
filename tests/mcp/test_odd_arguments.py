"""Every argument of every tool given what it is not: a kind refusal, and nothing is written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ofttold.app.context import open_memory
from ofttold.mcp.calls import Desk, _Turn, as_result
from ofttold.mcp.registry import Answer, Parameter, load_tools

TOOLS = load_tools()
WRONG: dict[str, tuple[object, ...]] = {
    "string": (5, -1.5, True, [], ["a"], {}, {"a": "b"}),
    "integer": ("5", 1.5, True, [], {}),
    "boolean": ("true", 1, [], {}),
    "strings": ("a", 5, True, {}, ["a", 5], ["a", None], [["a"]]),
    "mapping": ("a=b", 5, [], ["a"], {"a": 1}, {"a": {"b": "c"}}, {"a": ["b"]}, {"a": None}),
}
ODD = ("\ud800", "a\0b", "a\x1b[31mb", "a\u202eb", "\x7f", "x" * 300_000)
FILLER: dict[str, object] = {
    "string": "x",
    "integer": 3,
    "boolean": True,
    "strings": ["a"],
    "mapping": {},
}


def _odd(parameter: Parameter) -> list[object]:
    found: list[object] = list(WRONG[parameter.kind])
    if parameter.kind == "string":
        found += ODD
    if parameter.kind == "strings":
        found += [["a", text] for text in ODD]
    if parameter.kind == "mapping":
        found += [{"targetOs": text} for text in ODD] + [{text: "a"} for text in ODD]
    return found


@pytest.fixture
def desk(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    repo = tmp_path / "app"
    repo.mkdir()
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    monkeypatch.chdir(repo)
    return Desk(
        {tool.name: tool for tool in TOOLS},
        lambda: open_memory(str(folder), look_around=False),
        lambda: "zh",
    )


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(p): p.read_bytes() for p in folder.rglob("*") if p.is_file() and ".git/" not in str(p)
    }


@pytest.mark.parametrize("name", [tool.name for tool in TOOLS])
def test_what_an_argument_is_not_is_refused_in_words_and_nothing_is_written(
    name: str, desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool = desk.tools[name]
    filled = {
        one.name: one.choices[0] if one.choices else FILLER[one.kind]
        for one in tool.parameters
        if one.required
    }
    before = _files(tmp_path)
    for parameter in tool.parameters:
        for value in _odd(parameter):
            found = desk._body(tool, {**filled, parameter.name: value}, _Turn(False, "s"))
            assert isinstance(found, Answer) and found.refused, (parameter.name, value)
            assert parameter.name in found.text.split("\n")[0] and len(found.text) < 500
            as_result(found).model_dump_json()  # it can be sent
    assert _files(tmp_path) == before
    assert capsys.readouterr().err == ""  # no traceback


def test_half_a_character_on_the_wire_is_answered_and_the_next_call_too(folder: Path) -> None:
    begin = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin}),
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_read","arguments":'
        '{"id":"\\ud800"}}}',
        '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"memory_search","arguments":'
        '{"query":"x"}}}',
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "ofttold", "mcp", "--dir", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=folder,
        env=dict(os.environ),
    ) as server:
        assert server.stdin and server.stdout
        server.stdin.write(("\n".join(lines) + "\n").encode())
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(3)]
        server.stdin.close()
    by_id = {one["id"]: one for one in answers}
    assert by_id[2]["error"]["message"]  # the wire itself knows it for no text
    assert "result" in by_id[3]
