"""Codex CLI for real: once, not twice on resume, again after a compaction; tools, skills, plugin."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.clients.fake_model import FakeModel
from tests.clients.world import HEAD, OFTEN, ROOT, World, make_world

pytestmark = pytest.mark.clients
EXEC = ("exec", "--skip-git-repo-check", "--json", "--dangerously-bypass-hook-trust")
RESUME = (
    "exec",
    "resume",
    "--last",
    "--skip-git-repo-check",
    "--json",
    "--dangerously-bypass-hook-trust",
)


# Codex sends its first request without waiting for MCP servers; a pause lets ours come up.
PAUSE = ("exec_command", {"cmd": "sleep 5", "yield_time_ms": 8000})


def settings(world: World, *, compact_at: int | None = None) -> str:
    limit = f"model_auto_compact_token_limit = {compact_at}\n" if compact_at else ""
    return f"""# mine
model = "fake-model"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
{limit}
[model_providers.fake]
name = "fake"
base_url = "http://127.0.0.1:{world.model.port}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
stream_max_retries = 0

[projects."{world.project}"]
trust_level = "trusted"
"""


@pytest.fixture
def world(tmp_path: Path, model: FakeModel) -> World:
    made = make_world("codex", tmp_path, model)
    made.environment["FAKE_KEY"] = "not-a-key"
    return made


def wire(world: World, *, compact_at: int | None = None) -> bytes:
    path = world.put(".codex/config.toml", settings(world, compact_at=compact_at))
    before = path.read_bytes()
    world.ofttold("install", "codex")
    return before


def test_the_block_is_in_the_first_request_once_and_proven(world: World) -> None:
    wire(world)
    world.run(*EXEC, "hello there")
    assert world.blocks() == [1]
    first = world.model.requests[0]
    assert OFTEN in first.text()
    assert "ofttold-memory" in first.text() and "ofttold-ritual" in first.text()
    (row,) = world.sessions()
    assert (row["host"], row["source"], row["status"], row["again"]) == (
        "codex",
        "startup",
        "seen",
        [],
    )


def test_a_resumed_session_holds_the_block_exactly_once(world: World) -> None:
    wire(world)
    world.run(*EXEC, "hello there")
    world.run(*RESUME, "and again")
    assert world.blocks() == [1, 1]
    assert [row["again"] for row in world.sessions()] == [[]]


def test_after_a_real_compaction_the_block_is_back_exactly_once(world: World) -> None:
    wire(world, compact_at=1000)
    world.model.input_tokens = 5000
    world.run(*EXEC, "hello there")
    world.run(*RESUME, "and again")
    assert world.blocks()[0] == 1 and world.blocks()[-1] == 1
    (row,) = world.sessions()
    assert [again["why"] for again in row["again"]] == ["compact"]
    assert row["status"] == "seen"


def test_the_client_calls_remember_note_and_it_lands(world: World) -> None:
    wire(world)
    world.model.calls = [PAUSE, ("remember_note", {"text": "鲸鱼要睡了", "where": "todo"})]
    world.run(*EXEC, "note it")
    assert {"remember_note", "remember_emotion"} <= set(world.model.requests[-1].tool_names())
    assert "鲸鱼要睡了" in world.memory_text()
    assert world.memory_text().startswith("## 常被提起\n- **" + OFTEN)


def test_an_untrusted_hook_is_skipped_and_the_doctor_says_so(world: World) -> None:
    wire(world)
    world.environment["PATH"] = f"{world.program.parent}:{world.environment['PATH']}"
    world.run(*[word for word in EXEC if "trust" not in word], "hello there")
    assert world.blocks() == [0]
    assert [row["status"] for row in world.sessions()] == ["silent"]
    checks = json.loads(world.ofttold("doctor", "--format", "json", codes=(1,)))
    (distrust,) = [check for check in checks if check["state"] == "bad"]
    assert "untrusted" in distrust["text"] and "/hooks" in distrust["advice"]
    trust(world)
    world.run(*[word for word in EXEC if "trust" not in word], "hello there")
    assert world.blocks() == [0, 1]
    world.ofttold("doctor")


def trust(world: World) -> None:
    """Do what pressing trust in /hooks does; only ever in a throw-away home."""
    ask = (
        {
            "id": 1,
            "method": "initialize",
            "params": {"clientInfo": {"name": "t", "title": "t", "version": "0"}},
        },
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [str(world.project)]}},
    )
    server = subprocess.Popen(
        [str(world.program), "app-server"],
        env=world.environment,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert server.stdin and server.stdout
    server.stdin.write("".join(json.dumps(line) + "\n" for line in ask))
    server.stdin.flush()
    answers = (json.loads(line) for line in server.stdout)
    listed = next(answer for answer in answers if answer.get("id") == 2)
    server.stdin.close()
    server.stdout.close()
    server.kill()
    server.wait()
    with (world.home / ".codex/config.toml").open("a", encoding="utf-8") as stream:
        for hook in listed["result"]["data"][0]["hooks"]:
            stream.write(
                f'\n[hooks.state."{hook["key"]}"]\ntrusted_hash = "{hook["currentHash"]}"\n'
            )


def test_the_uninstall_gives_the_settings_back(world: World) -> None:
    before = wire(world)
    world.run(*EXEC, "hello there")
    world.ofttold("uninstall", "codex")
    assert (world.home / ".codex/config.toml").read_bytes() == before
    assert not (world.home / ".codex/hooks.json").exists()
    world.run(*EXEC, "hello again")
    assert world.blocks() == [1, 0]
    assert "remember_note" not in world.model.requests[-1].tool_names()


def test_the_plugin_folder_of_claude_code_works_unchanged(world: World) -> None:
    world.put(".codex/config.toml", settings(world))
    world.run("plugin", "marketplace", "add", str(ROOT))
    world.run("plugin", "add", "ofttold@oft")
    world.model.calls = [PAUSE, ("remember_note", {"text": "鲸鱼醒了", "where": "todo"})]
    world.run(*EXEC, "hello there")
    assert set(world.blocks()) == {1}
    assert "鲸鱼醒了" in world.memory_text()
    assert "ofttold-memory" in world.model.requests[0].text()
    assert [(row["host"], row["status"]) for row in world.sessions()] == [("codex", "seen")]


def test_plugin_and_install_together_still_tell_it_once(world: World) -> None:
    wire(world)
    world.run("plugin", "marketplace", "add", str(ROOT))
    world.run("plugin", "add", "ofttold@oft")
    world.run(*EXEC, "hello there")
    assert world.blocks() == [1]
    assert HEAD in world.model.requests[0].text()
    checks = json.loads(world.ofttold("doctor", "--format", "json", codes=(0, 1)))
    assert any(check["state"] == "odd" and "插件" in check["text"] for check in checks)
