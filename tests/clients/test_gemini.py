"""Gemini CLI for real: the block in the user's turn, again after a resume; tools, skills, extension."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ofttold.hosts.jsonc import scan
from ofttold.hosts.jsonours import decode_node
from tests.clients.fake_model import FakeModel
from tests.clients.world import OFTEN, ROOT, World, make_world

pytestmark = pytest.mark.clients
ASK = ("-m", "gemini-2.5-flash")
SETTINGS = {
    "security": {
        "auth": {"selectedType": "gemini-api-key"},
        "folderTrust": {"enabled": False},
    },
    "telemetry": {"enabled": False},
    "privacy": {"usageStatisticsEnabled": False},
    "general": {"enableAutoUpdate": False},
}


@pytest.fixture
def world(tmp_path: Path, model: FakeModel) -> World:
    made = make_world("gemini", tmp_path, model)
    made.environment |= {
        "GEMINI_API_KEY": "not-a-key",
        "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{model.port}",
        "GEMINI_CLI_NO_RELAUNCH": "true",
        "NO_BROWSER": "1",
    }
    text = json.dumps(SETTINGS, indent=4).replace("{", "{ // mine", 1)
    made.put(".gemini/settings.json", text)
    return made


def test_the_block_is_in_the_first_turn_once_and_proven(world: World) -> None:
    world.ofttold("install", "gemini")
    world.run(*ASK, "-p", "hello there")
    assert world.blocks() == [1]
    first = world.model.requests[0]
    user = json.dumps(first.body["contents"][-1], ensure_ascii=False)
    assert OFTEN in user and "<hook_context>" in user and "&lt;" not in user
    assert "ofttold-memory" in first.text() and "ofttold-ritual" in first.text()
    assert [(row["host"], row["status"]) for row in world.sessions()] == [("gemini", "seen")]
    world.ofttold("uninstall", "gemini")
    # Gemini has laid its settings out anew meanwhile; what stands in them is the person's again.
    left = (world.home / ".gemini/settings.json").read_text("utf-8")
    assert "// mine" in left and decode_node(left, scan(left)) == SETTINGS


def test_a_resumed_session_has_lost_it_and_gets_it_again(world: World) -> None:
    world.ofttold("install", "gemini")
    world.run(*ASK, "-p", "hello there")
    world.run(*ASK, "--resume", "latest", "-p", "and again")
    assert world.blocks() == [1, 1]
    (row,) = world.sessions()
    assert [again["why"] for again in row["again"]] == ["resume"]


def test_the_client_calls_remember_note_and_it_lands(world: World) -> None:
    world.ofttold("install", "gemini")
    world.model.calls = [("remember_note", {"text": "鲸鱼要睡了", "where": "todo"})]
    world.run(*ASK, "--approval-mode", "yolo", "-p", "note it")
    assert "鲸鱼要睡了" in world.memory_text()
    names = world.model.requests[0].tool_names()
    assert any(name.endswith("remember_emotion") for name in names)


def test_the_extension_does_the_same(world: World) -> None:
    world.run("extensions", "link", str(ROOT / "plugin-gemini"), "--consent")
    world.model.calls = [("remember_note", {"text": "鲸鱼醒了", "where": "todo"})]
    world.run(*ASK, "--approval-mode", "yolo", "-p", "hello there")
    assert set(world.blocks()) == {1}
    assert "鲸鱼醒了" in world.memory_text()
    assert "ofttold-memory" in world.model.requests[0].text()
    assert [(row["host"], row["status"]) for row in world.sessions()] == [("gemini", "seen")]
