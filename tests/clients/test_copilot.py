"""Copilot CLI for real: the block before the prompt, with a prompt after a resume; tools, plugin."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.fake_model import FakeModel, Request
from tests.clients.world import HEAD, OFTEN, ROOT, World, make_world

pytestmark = pytest.mark.clients
ASK = ("--allow-all-tools", "-p")


@pytest.fixture
def world(tmp_path: Path, model: FakeModel) -> World:
    made = make_world("copilot", tmp_path, model)
    made.environment |= {
        "COPILOT_OFFLINE": "true",
        "COPILOT_AUTO_UPDATE": "false",
        "COPILOT_PROVIDER_BASE_URL": f"http://127.0.0.1:{model.port}/v1",
        "COPILOT_MODEL": "fake-model",
        "COPILOT_PROVIDER_MAX_PROMPT_TOKENS": "100000",
        "COPILOT_PROVIDER_MAX_OUTPUT_TOKENS": "4000",
    }
    return made


def talk(world: World) -> list[Request]:
    return [request for request in world.model.requests if request.body.get("tools")]


def test_the_block_is_in_the_first_request_once(world: World) -> None:
    world.ofttold("install", "copilot")
    world.run(*ASK, "hello there")
    first = talk(world)[0]
    assert first.text().count(HEAD) == 1 and OFTEN in first.text()
    assert "ofttold-memory" in first.text() and "ofttold-ritual" in first.text()
    assert [(row["host"], row["again"]) for row in world.sessions()] == [("copilot", [])]
    world.ofttold("uninstall", "copilot")
    assert not list((world.home / ".copilot").rglob("ofttold*"))


def test_a_resumed_session_has_lost_it_and_gets_it_with_the_prompt(world: World) -> None:
    """The start's and the prompt's hook may run side by side: it is there by the second prompt."""
    world.ofttold("install", "copilot")
    world.run(*ASK, "hello there")
    world.run("--continue", *ASK, "and again")
    world.run("--continue", *ASK, "a third time")
    world.run("--continue", *ASK, "a fourth time")
    counts = [request.text().count(HEAD) for request in talk(world)]
    assert counts[0] == 1 and counts[1] in (0, 1) and counts[2:] == [1, 1]
    assert [again["why"] for again in world.sessions()[0]["again"]] == ["resume"]


def test_the_client_calls_remember_note_and_it_lands(world: World) -> None:
    world.ofttold("install", "copilot")
    world.model.calls = [("remember_note", {"text": "鲸鱼要睡了", "where": "todo"})]
    world.run(*ASK, "note it")
    assert "鲸鱼要睡了" in world.memory_text()


def test_the_plugin_folder_of_claude_code_works_unchanged(world: World) -> None:
    world.run("plugin", "marketplace", "add", str(ROOT))
    world.run("plugin", "install", "ofttold@oft")
    world.run(*ASK, "hello there")
    assert talk(world)[0].text().count(HEAD) == 1
    assert "ofttold-memory" in talk(world)[0].text()
    assert [row["host"] for row in world.sessions()] == ["copilot"]
