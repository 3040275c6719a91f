"""DeepSeek Harness for real: the block in the first request, as a plugin's message; tools, skills."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.fake_model import FakeModel, Request
from tests.clients.world import HEAD, OFTEN, World, make_world, need

pytestmark = pytest.mark.clients
# The headless profile turns hot reloading off, which this release's launcher still asks for.
LAUNCHER_PATCH = "- id: hmr\n  disabled: false"


@pytest.fixture
def world(tmp_path: Path, model: FakeModel) -> World:
    need("node")
    made = make_world("dsh", tmp_path, model)
    made.environment |= {
        "DSH_PERMISSION_MODE": "danger-full-access",
        "DSH_TELEMETRY_MODE": "DISABLED",
        "DEEPSEEK_BASE_URL": f"http://127.0.0.1:{model.port}",
        "DEEPSEEK_API_KEY": "not-a-key",
    }
    made.put(".dsh/cordis.patch.yml", LAUNCHER_PATCH)
    return made


def talk(world: World) -> list[Request]:
    """Give the requests of the session itself: a title is asked for without tools."""
    return [request for request in world.model.requests if request.body.get("tools")]


def test_the_block_is_in_the_first_request_once(world: World) -> None:
    world.ofttold("install", "dsh")
    world.run("--profile", "headless", "hello there")
    first = talk(world)[0]
    assert first.text().count(HEAD) == 1 and OFTEN in first.text()
    (ours,) = [m for m in first.body["messages"] if HEAD in str(m["content"])]
    assert ours["role"] == "user"
    assert "ofttold-memory" in first.text() and "ofttold-ritual" in first.text()
    (row,) = world.sessions()
    assert (row["host"], row["source"], row["status"]) == ("dsh", "startup", "seen")
    world.ofttold("uninstall", "dsh")
    assert (world.home / ".dsh/cordis.patch.yml").read_text("utf-8") == LAUNCHER_PATCH
    assert not (world.home / ".dsh/ofttold").exists()


def test_the_client_calls_remember_note_and_it_lands(world: World) -> None:
    world.ofttold("install", "dsh")
    world.model.calls = [("remember_note", {"text": "鲸鱼要睡了", "where": "todo"})]
    world.run("--profile", "headless", "note it")
    assert "鲸鱼要睡了" in world.memory_text()
    assert all(request.text().count(HEAD) == 1 for request in talk(world))
