"""opencode for real: the block in every request's system text, never twice; tools, skills."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.fake_model import FakeModel, Request
from tests.clients.world import HEAD, OFTEN, World, make_world

pytestmark = pytest.mark.clients


@pytest.fixture
def world(tmp_path: Path, model: FakeModel) -> World:
    made = make_world("opencode", tmp_path, model)
    made.environment |= {
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
        # it looks for its plugin kit at start and waits over a minute where no registry answers
        "npm_config_registry": f"http://127.0.0.1:{model.port}/",
        "npm_config_fetch_retries": "0",
    }
    limit = {"context": 100_000, "output": 4096}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "fake",
        "options": {"baseURL": f"http://127.0.0.1:{model.port}/v1", "apiKey": "not-a-key"},
        "models": {"fake-model": {"name": "fake-model", "limit": limit}},
    }
    settings = {
        "autoupdate": False,
        "share": "disabled",
        "model": "fake/fake-model",
        "small_model": "fake/fake-model",
        "provider": {"fake": provider},
    }
    made.put(".config/opencode/opencode.json", json.dumps(settings, indent=2) + "\n")
    return made


def system_text(request: Request) -> str:
    return "\n".join(str(m["content"]) for m in request.body["messages"] if m["role"] == "system")


def is_title(request: Request) -> bool:
    return "title generator" in system_text(request)


def test_the_block_is_in_every_request_and_never_twice(world: World) -> None:
    path = world.home / ".config/opencode/opencode.json"
    before = json.loads(path.read_text("utf-8"))
    world.ofttold("install", "opencode")
    world.run("run", "hello there")
    world.run("run", "--continue", "and again")
    talk = [request for request in world.model.requests if not is_title(request)]
    assert len(talk) >= 2
    for request in talk:
        assert system_text(request).count(HEAD) == 1 == request.text().count(HEAD)
        assert OFTEN in system_text(request)
        assert sum(m["role"] == "system" for m in request.body["messages"]) == 1
    assert all(request.text().count(HEAD) <= 1 for request in world.model.requests)
    assert "ofttold-memory" in talk[0].text() and "ofttold-ritual" in talk[0].text()
    assert {(row["host"], row["status"]) for row in world.sessions()} == {("opencode", "seen")}
    world.ofttold("uninstall", "opencode")
    left = json.loads(path.read_text("utf-8"))
    assert left.pop("$schema")  # opencode put that in itself meanwhile
    assert left == before
    assert not (world.home / ".config/opencode/plugins").exists()


def test_the_client_calls_remember_note_and_it_lands(world: World) -> None:
    world.ofttold("install", "opencode")
    world.model.calls = [("remember_note", {"text": "鲸鱼要睡了", "where": "todo"})]
    world.run("run", "note it")
    assert "鲸鱼要睡了" in world.memory_text()


def test_a_program_that_is_gone_is_silence_not_an_error(world: World) -> None:
    world.ofttold("install", "opencode")
    plugin = world.home / ".config/opencode/plugins/ofttold.js"
    text = plugin.read_text("utf-8")
    start = text.index("const COMMAND = ")
    gone = 'const COMMAND = ["/nowhere/python"]'
    plugin.write_text(text[:start] + gone + text[text.index("\n", start) :], "utf-8")
    world.run("run", "hello there")
    assert sum(world.blocks()) == 0
