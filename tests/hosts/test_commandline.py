"""The command a host runs: it starts wherever the program lies, and is known again as ours."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.hosts.commandline import (
    Program,
    hook_command,
    is_hook_command,
    quote_cmd,
    quote_powershell,
    quote_sh,
)
from ofttold.hosts.registry import HOSTS, load_host
from ofttold.hosts.wants import HookWant

ODD = 'a b/我的 $HOME "x" `id` \\ !'


def test_a_program_in_an_odd_folder_starts_through_a_shell(tmp_path: Path) -> None:
    folder = tmp_path / ODD
    folder.mkdir(parents=True)
    script = folder / "python"
    script.write_text('#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word"; done\n', "utf-8")
    script.chmod(0o755)
    command = hook_command(Program(str(script)), "codex", "session-start")
    for shell in filter(None, (shutil.which("sh"), shutil.which("bash"))):
        done = subprocess.run([shell, "-c", command], capture_output=True, check=True)
        words = done.stdout.decode().split("\n")[:-1]
        assert words == ["-I", "-m", "ofttold", "hook", "session-start", "--host", "codex"]


def test_the_interpreter_itself_runs_the_module_through_a_shell(tmp_path: Path) -> None:
    folder = tmp_path / ODD
    folder.mkdir(parents=True)
    link = folder / "python"
    link.symlink_to(sys.executable)
    (folder / "answer.py").write_text("print('started')", "utf-8")
    program = quote_sh(str(link))
    done = subprocess.run(
        ["sh", "-c", f"cd / && {program} {quote_sh(str(folder / 'answer.py'))}"],
        capture_output=True,
    )
    assert done.stdout == b"started\n"


@settings(max_examples=40)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1))
def test_any_path_is_one_word_to_a_posix_shell(path: str) -> None:
    done = subprocess.run(["sh", "-c", f"printf %s {quote_sh(path)}"], capture_output=True)
    assert done.stdout.decode() == path


def test_each_windows_shell_gets_its_own_quoting() -> None:
    program = Program(r"C:\Users\A B\it's\python.exe", windows=True)
    assert hook_command(program, "codex", "prompt", shell="cmd") == (
        '"C:/Users/A B/it\'s/python.exe" -I -m ofttold hook prompt --host codex'
    )
    assert hook_command(program, "gemini", "prompt", shell="powershell") == (
        "& 'C:/Users/A B/it''s/python.exe' -I -m ofttold hook prompt --host gemini"
    )
    assert hook_command(program, "claude-code", "prompt") == (
        '"C:/Users/A B/it\'s/python.exe" -I -m ofttold hook prompt --host claude-code'
    )


def test_a_shells_name_counts_on_windows_only() -> None:
    program = Program("/opt/python")
    for shell in ("sh", "cmd", "powershell"):
        assert hook_command(program, "codex", "prompt", shell=shell).startswith('"/opt/python" -I ')


@pytest.mark.parametrize("quote", [quote_sh, quote_cmd, quote_powershell])
def test_a_plain_path_stays_readable(quote: object) -> None:
    assert callable(quote) and "/opt/python" in quote("/opt/python")


@pytest.mark.parametrize(
    "command",
    [
        '"/abs/python" -I -m ofttold hook session-start --host codex',
        "ofttold hook prompt",
        "C:\\tools\\ofttold.exe hook prompt --host claude",
        '"/a b/ofttold" hook prompt',
        "timeout 5 python3 -m ofttold hook prompt --host gemini 2>/dev/null",
        "& 'C:/x/python.exe' -m ofttold hook prompt",
    ],
)
def test_every_way_of_starting_our_hook_is_known_as_ours(command: str) -> None:
    assert is_hook_command(command)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "not-ofttold hook x",
        "ofttold mcp",
        "ofttold hooks",
        "echo ofttold",
        "x/ofttold-hook start",
        None,
        7,
    ],
)
def test_what_only_looks_like_our_hook_is_foreign(command: object) -> None:
    assert not is_hook_command(command)


@pytest.mark.parametrize("host", HOSTS)
def test_every_hook_that_a_host_is_given_is_known_as_ours_and_names_its_host(host: str) -> None:
    roots = dict.fromkeys(
        (
            "claude",
            "claude_json",
            "project",
            "codex",
            "agents",
            "gemini",
            "cursor",
            "copilot",
            "copilot_hooks",
            "vscode",
            "opencode",
            "opencode_config",
            "dsh",
        ),
        "/r",
    )
    for windows in (False, True):
        wiring = load_host(host).wire(Program("/opt/python", windows=windows), "user", roots)
        hooks = [w for t in wiring.targets for w in t.wants if isinstance(w, HookWant)]
        assert bool(hooks) == (host not in ("opencode", "dsh"))
        for want in hooks:
            lines = [value for value in want.handler().values() if is_hook_command(value)]
            assert lines and all(str(line).endswith(f"--host {host}") for line in lines)
