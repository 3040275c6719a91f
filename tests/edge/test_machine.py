"""This machine: where hosts keep their settings, and how they would start us."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ofttold.edge import machine
from ofttold.edge.machine import FleetingInterpreter, NotImportable


def test_every_root_is_absolute_and_below_the_home(own_home: Path) -> None:
    roots = machine.user_roots()
    assert roots.pop("project") == ""
    assert all(Path(path).is_absolute() and str(own_home) in path for path in roots.values())


@pytest.mark.parametrize(
    ("variable", "root", "expected"),
    [
        ("CLAUDE_CONFIG_DIR", "claude", "/x"),
        ("CLAUDE_CONFIG_DIR", "claude_json", "/x/.claude.json"),
        ("CODEX_HOME", "codex", "/x"),
        ("COPILOT_HOME", "copilot_hooks", "/x/hooks"),
        ("DSH_HOME", "dsh", "/x"),
        ("XDG_CONFIG_HOME", "opencode", "/x/opencode"),
        ("XDG_CONFIG_HOME", "vscode", "/x/Code/User"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the places of Linux")
def test_a_hosts_own_variable_moves_its_root(
    variable: str, root: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "/x")
    assert machine.user_roots()[root] == expected


def test_a_projects_roots_lie_in_the_project() -> None:
    roots = machine.project_roots("/home/me/p")
    assert roots["claude_json"] == "/home/me/p/.mcp.json"
    assert roots["opencode_config"] == roots["project"] == "/home/me/p"
    assert set(roots) == set(machine.user_roots())


def test_a_host_is_found_by_its_folder_or_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not machine.is_there(str(tmp_path / "none"), ("codex",))
    assert machine.is_there(str(tmp_path), ())
    program = tmp_path / "codex"
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    assert machine.is_there("", ("other", "codex"))
    assert machine.find_program("codex") == str(program)


def test_the_interpreter_that_runs_now_finds_us_from_elsewhere() -> None:
    interpreter, isolated = machine.this_interpreter()
    assert interpreter == os.path.abspath(sys.executable) and isolated


@pytest.mark.parametrize(
    "path",
    [
        "/home/me/.cache/uv/archive-v0/AbC/bin/python",
        "/home/me/.cache/uv/environments-v2/x/bin/python3",
        "C:\\Users\\me\\AppData\\Local\\uv\\cache\\archive-v0\\x\\Scripts\\python.exe",
        "/home/me/.local/pipx/.cache/1a2b/bin/python",
        "/home/me/.cache/pipx/1a2b/bin/python",
    ],
)
def test_an_interpreter_in_a_throw_away_cache_is_refused(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", path)
    assert machine.is_fleeting(path)
    if not path.startswith("C:"):
        with pytest.raises(FleetingInterpreter):
            machine.this_interpreter()


@pytest.mark.parametrize(
    "path",
    [
        "/usr/bin/python3",
        "/home/me/.local/share/pipx/venvs/ofttold/bin/python",
        "/home/me/.local/share/uv/tools/ofttold/bin/python",
        "/tmp/x/venv/bin/python",
    ],
)
def test_an_interpreter_that_stays_is_taken(path: str) -> None:
    assert not machine.is_fleeting(path)


def test_an_interpreter_that_cannot_import_us_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "python"
    script.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    script.chmod(0o755)
    for executable in (str(script), str(tmp_path / "none"), ""):
        monkeypatch.setattr(sys, "executable", executable)
        with pytest.raises(NotImportable):
            machine.this_interpreter()


def test_a_command_runs_as_a_host_would_start_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/somewhere/of/mine")
    monkeypatch.setenv("PYTHONWARNINGS", "always")
    ran = machine.run_command('cat; pwd; echo "$PYTHONWARNINGS"; echo oops >&2; exit 3', b"in\n")
    assert (ran.code, ran.output, ran.errors) == (3, b"in\n/\n\n", "oops")


def test_a_command_that_does_not_end_is_ended() -> None:
    assert machine.run_command("sleep 30", b"", seconds=0.2).code is None
