"""install, uninstall, sessions, doctor, watch: as a person sees them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

OFTTOLD = [sys.executable, "-m", "ofttold"]


@pytest.fixture
def home(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    memory = own_home / "memory"
    (memory / "diary").mkdir(parents=True)
    (memory / "memory.md").write_text(
        "## Oft-told\n- **whale·round** → `2026-11-01`\n## Who I am\n- me\n", "utf-8"
    )
    config = own_home / ".config" / "ofttold" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f"memory_dir = {json.dumps(str(memory))}\n", "utf-8")
    return own_home


def run(home: Path, *words: str, payload: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*OFTTOLD, *words],
        cwd=home,
        input=payload,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def start(host: str, session: str = "s1", source: str = "startup") -> str:
    name = "hookEventName" if host == "vscode" else "hook_event_name"
    return json.dumps({name: "SessionStart", "session_id": session, "source": source})


def test_install_and_uninstall_say_what_they_did_and_what_is_left_to_do(home: Path) -> None:
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{\n  "model": "x"\n}\n', "utf-8")
    done = run(home, "install", "claude-code", "codex")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == f"added  {settings} (holds 2 of ours)"
    assert lines[1].startswith("    as it was before: ")
    assert f"added  {home}/.claude.json (holds 1 of ours)" in lines
    assert lines[-3] == "Still to do:" and "/hooks" in lines[-1]
    again = run(home, "install", "claude-code", "codex")
    assert all(line.startswith(("unchanged", "Still", "- ")) for line in again.stdout.splitlines())
    gone = run(home, "uninstall", "claude-code", "codex")
    assert gone.stdout.splitlines()[0] == f"taken out  {settings} (holds 0 of ours)"
    assert settings.read_text("utf-8") == '{\n  "model": "x"\n}\n'
    assert (
        run(home, "uninstall", "claude-code").stdout == f"unchanged  {settings} (holds 0 of ours)\n"
    )


def test_a_dry_run_prints_the_true_diff_and_changes_nothing(home: Path) -> None:
    settings = home / ".gemini" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{\n  "a": 1\n}\n', "utf-8")
    shown = run(home, "install", "gemini", "--dry-run")
    assert shown.returncode == 0 and settings.read_text("utf-8") == '{\n  "a": 1\n}\n'
    assert not (home / ".agents").exists()
    lines = shown.stdout.splitlines()
    assert lines[:2] == [f"--- {settings}", f"+++ {settings}"]
    run(home, "install", "gemini")
    added = [line[1:] for line in lines if line.startswith("+") and not line.startswith("+++")]
    text = settings.read_text("utf-8").splitlines()
    assert added[: len(text) - 2] == text[1:-1]
    taken = run(home, "uninstall", "gemini", "--dry-run")
    assert '-  "hooks": {' in taken.stdout and "/dev/null" in taken.stdout
    assert "BeforeAgent" in settings.read_text("utf-8")


def test_without_names_and_without_a_person_nothing_is_done(home: Path) -> None:
    assert run(home, "install").returncode == 4
    (home / ".codex").mkdir()
    asked = run(home, "install")
    assert asked.returncode == 2 and "codex" in asked.stderr and "--yes" in asked.stderr
    assert not (home / ".codex" / "hooks.json").exists()
    assert run(home, "install", "--yes").returncode == 0
    assert (home / ".codex" / "hooks.json").exists()
    assert run(home, "uninstall", "--yes").returncode == 0
    assert not (home / ".codex" / "hooks.json").exists()
    nothing = run(home, "uninstall", "--yes")
    assert (nothing.returncode, nothing.stdout) == (0, "")


def test_a_file_that_cannot_be_merged_exits_4_with_the_lines_to_paste(home: Path) -> None:
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{ "hooks": ', "utf-8")
    refused = run(home, "install", "claude-code")
    assert refused.returncode == 4
    assert f"{settings}:1:12: it cannot be parsed here" in refused.stderr
    assert '"UserPromptSubmit"' in refused.stderr
    assert settings.read_text("utf-8") == '{ "hooks": '
    taken = run(home, "uninstall", "claude-code")
    assert taken.returncode == 4 and settings.read_text("utf-8") == '{ "hooks": '


def test_an_unknown_host_is_a_usage_error(home: Path) -> None:
    refused = run(home, "install", "emacs")
    assert refused.returncode == 2 and "claude-code, codex" in refused.stderr
    assert run(home, "install", "dsh", "--project").returncode == 2


def test_a_project_is_wired_from_anywhere_inside_it(home: Path) -> None:
    project = home / "p"
    inner = project / "src"
    inner.mkdir(parents=True)
    (project / ".git").mkdir()
    assert run(inner, "install", "claude-code", "--project").returncode == 0
    assert (project / ".claude" / "settings.json").is_file()
    assert not (home / ".claude").exists()
    assert run(project, "uninstall", "--project", "--yes").returncode == 0
    assert sorted(path.name for path in project.iterdir()) == [".git", "src"]


def test_sessions_show_when_what_and_whether_it_was_seen(home: Path, tmp_path: Path) -> None:
    assert "No session" in run(home, "sessions").stdout
    run(home, "install", "codex", "gemini")
    transcript = tmp_path / "t.jsonl"
    hook = ("hook", "session-start", "--host", "codex")
    told = run(home, *hook, payload=start("codex")[:-1] + f', "transcript_path": "{transcript}"}}')
    transcript.write_text(told.stdout, "utf-8")
    run(home, "hook", "session-start", "--host", "codex", payload=start("codex", source="compact"))
    head, silent, row = run(home, "sessions").stdout.splitlines()
    assert head.split() == [
        "when",
        "host",
        "source",
        "chars",
        "ms",
        "hash",
        "block",
        "diary",
        "again",
    ]
    assert silent.split() == ["-", "gemini", "-", "-", "-", "-", "silent", "-"]
    words = row.split()
    assert words[2] == "codex" and words[3] == "startup" and words[-1] == "compact"
    (first, second) = json.loads(run(home, "sessions", "--format", "json").stdout)
    assert (first["host"], first["status"]) == ("gemini", "silent")
    assert set(second) == {
        "host",
        "session",
        "when",
        "source",
        "chars",
        "ms",
        "hash",
        "again",
        "status",
        "diary",
        "folder",
    }
    assert run(home, "sessions", "--host", "gemini").stdout.count("\n") == 2


def test_rates_count_from_the_wiring_on(home: Path) -> None:
    assert "no share" in run(home, "sessions", "--rates").stdout
    run(home, "install", "codex")
    run(home, "hook", "session-start", "--host", "codex", payload=start("codex"))
    (home / "memory" / "diary" / "2026-11-30.md").write_text("a day\n", "utf-8")
    rates = json.loads(run(home, "sessions", "--rates", "--format", "json").stdout)
    assert rates["since"] == "2026-11-30" and rates["hosts"] == ["codex"]
    assert rates["seen"] == {"count": 0, "of": 1, "share": 0.0}
    assert rates["diary"] == {"count": 1, "of": 1, "share": 1.0}
    assert rates["tags"] is None
    text = run(home, "sessions", "--rates").stdout
    assert "1/1  100%" in text and "0/1  0%" in text


@pytest.mark.slow
def test_the_doctor_finds_nothing_wrong_with_a_fresh_install(home: Path) -> None:
    run(home, "install", "claude-code", "gemini", "cursor", "copilot", "vscode", "opencode", "dsh")
    found = run(home, "doctor", "--format", "json")
    checks = json.loads(found.stdout)
    assert [check for check in checks if check["state"] != "good"] == []
    assert found.returncode == 0
    hooks = {check["topic"] for check in checks if check["text"].startswith("the hook runs")}
    assert hooks == {"claude-code", "gemini", "cursor", "copilot", "vscode", "opencode", "dsh"}
    (server,) = [check for check in checks if check["topic"] == "mcp"]
    assert "remember_note" in server["text"]
    assert run(home, "sessions", "--format", "json").stdout.count("silent") == 7


@pytest.mark.slow
def test_the_doctor_names_each_fault_and_what_to_do(home: Path) -> None:
    run(home, "install", "claude-code", "gemini")
    settings = home / ".claude" / "settings.json"
    text = settings.read_text("utf-8")
    whole = json.loads(text)
    del whole["hooks"]["UserPromptSubmit"]
    whole["hooks"]["SessionStart"][0]["hooks"][0]["command"] = (
        "ofttold hook session-start --host claude-code"
    )
    settings.write_text(json.dumps(whole), "utf-8")
    (home / ".gemini" / "settings.json").write_text("{", "utf-8")
    (home / "memory" / "ofttold.toml").write_text("max_chars = 'many'\n", "utf-8")
    found = run(home, "doctor", "--format", "json")
    assert found.returncode == 1
    bad = {(c["topic"], c["advice"]) for c in json.loads(found.stdout) if c["state"] == "bad"}
    assert (
        "claude-code",
        "ofttold install claude-code",
    ) in bad  # an entry gone, and one that needs a PATH
    assert ("gemini", "mend it, then ofttold install gemini") in bad
    assert any(topic == "settings" for topic, _ in bad)
    lines = run(home, "doctor").stdout.splitlines()
    assert any(line.startswith("!!  claude-code") for line in lines)
    assert any(line.strip() == "→ ofttold install claude-code" for line in lines)


def test_the_doctor_without_anything_says_where_to_begin(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    found = run(own_home, "doctor")
    assert found.returncode == 1
    assert "ofttold scaffold DIR --default" in found.stdout and "ofttold install" in found.stdout


def test_a_block_goes_into_a_file_once_and_out_again(home: Path) -> None:
    rules = home / "AGENTS.md"
    rules.write_text("# Rules", "utf-8")
    put = run(home, "inject", "--into", str(rules))
    assert put.stdout == f"updated  {rules}\n"
    assert "**whale·round**" in rules.read_text("utf-8")
    assert run(home, "inject", "--into", str(rules)).stdout == f"unchanged  {rules}\n"
    assert run(home, "unwatch").stdout == f"taken out  {rules}\n"
    assert rules.read_text("utf-8") == "# Rules"
    assert run(home, "unwatch").stdout == "No file was ever given the block.\n"
    missing = run(home, "inject", "--into", str(home / "none" / "A.md"))
    assert missing.returncode == 4


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of a POSIX system")
def test_watching_ends_with_an_interrupt(home: Path) -> None:
    import signal

    rules = home / "GEMINI.md"
    watching = subprocess.Popen(
        [*OFTTOLD, "watch", str(rules)], cwd=home, stderr=subprocess.PIPE, text=True
    )
    assert watching.stderr is not None
    assert "Ctrl-C" in watching.stderr.readline()
    watching.send_signal(signal.SIGINT)
    assert "Stopped" in watching.stderr.read()
    assert watching.wait(10) == 0
    watching.stderr.close()
    assert "**whale·round**" in rules.read_text("utf-8")
