"""The shipped plugin folders: one shape, one version, one launcher, skills as shipped."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import ofttold
from ofttold.core.ritual.sections import heading_for
from ofttold.hosts.commandline import is_hook_command

ROOT = Path(ofttold.__file__).resolve().parents[1]
PLUGIN, EXTENSION = ROOT / "plugin", ROOT / "plugin-gemini"


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def commands(folder: Path) -> dict[str, str]:
    events = read(folder / "hooks" / "hooks.json")["hooks"]
    return {name: groups[0]["hooks"][0]["command"] for name, groups in events.items()}


def test_the_marketplace_leads_to_the_plugin() -> None:
    market = read(ROOT / ".claude-plugin" / "marketplace.json")
    (entry,) = market["plugins"]
    assert (market["name"], entry["name"]) == ("oft", "ofttold")
    assert (ROOT / entry["source"]).resolve() == PLUGIN


def test_both_carry_the_programs_version() -> None:
    assert read(PLUGIN / ".claude-plugin" / "plugin.json")["version"] == ofttold.__version__
    assert read(EXTENSION / "gemini-extension.json")["version"] == ofttold.__version__


def test_hooks_stand_where_hosts_look_and_are_known_as_ours() -> None:
    assert set(commands(PLUGIN)) == {"SessionStart", "UserPromptSubmit"}
    assert set(commands(EXTENSION)) == {"SessionStart", "BeforeAgent"}
    for folder in (PLUGIN, EXTENSION):
        assert all(is_hook_command(command) for command in commands(folder).values())
    assert all("--host gemini" in command for command in commands(EXTENSION).values())
    assert not any("--host" in command for command in commands(PLUGIN).values())


@pytest.mark.parametrize("folder", [PLUGIN, EXTENSION])
def test_the_skills_are_the_shipped_ones(folder: Path) -> None:
    shipped = {
        p.relative_to(ROOT / "skills" / "en"): p.read_bytes()
        for p in (ROOT / "skills" / "en").rglob("*.md")
    }
    assert {
        p.relative_to(folder / "skills"): p.read_bytes() for p in (folder / "skills").rglob("*.md")
    } == shipped


def test_there_is_one_launcher() -> None:
    assert (PLUGIN / "bin" / "ofttold").read_bytes() == (EXTENSION / "bin" / "ofttold").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell starts it")
def test_the_launcher_finds_the_program_or_says_that_it_is_missing(
    own_home: Path, tmp_path: Path
) -> None:
    copy = tmp_path / 'a "b" $c' / "plugin"
    (copy / "bin").mkdir(parents=True)
    (copy / "bin" / "ofttold").write_bytes((PLUGIN / "bin" / "ofttold").read_bytes())
    command = commands(PLUGIN)["SessionStart"].replace(
        "${CLAUDE_PLUGIN_ROOT}", "$CLAUDE_PLUGIN_ROOT"
    )
    env = {"HOME": str(own_home), "PATH": "/usr/bin:/bin", "CLAUDE_PLUGIN_ROOT": str(copy)}
    gone = subprocess.run(["sh", "-c", command], env=env, capture_output=True, check=True)
    said = json.loads(gone.stdout)["hookSpecificOutput"]
    assert (
        said["hookEventName"] == "SessionStart"
        and "pipx install ofttold" in said["additionalContext"]
    )
    prompt = command.replace("session-start", "prompt")
    assert (
        subprocess.run(["sh", "-c", prompt], env=env, capture_output=True, check=True).stdout == b""
    )
    program = own_home / ".local" / "bin" / "ofttold"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$@"\n', "utf-8")
    program.chmod(0o755)
    found = subprocess.run(["sh", "-c", command], env=env, capture_output=True, check=True)
    assert found.stdout == b"hook session-start\n"


@pytest.mark.parametrize("folder", [PLUGIN, EXTENSION])
def test_the_skills_of_a_plugin_serve_a_folder_kept_in_chinese_too(folder: Path) -> None:
    """A plugin cannot ask which language a folder has: its one text names both."""
    memory = (folder / "skills" / "ofttold-memory" / "SKILL.md").read_text("utf-8")
    assert all(word in memory.split("---")[1] for word in ("上次", "之前", "last time"))
    for key in ("oft_told", "who_i_am", "hard_rules", "vocabulary", "emotion_now"):
        assert heading_for(key, "zh") in memory, key
    ritual = (folder / "skills" / "ofttold-ritual" / "SKILL.md").read_text("utf-8")
    assert "写日记" in ritual.split("---")[1]
