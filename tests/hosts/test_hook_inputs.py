"""The hook of every host as a real process: its shape, its budget, and whatever comes in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ofttold.edge.log import log_path
from ofttold.edge.sessions import list_records, read_entries
from ofttold.hosts.output import BUDGET_BYTES, BUDGET_CHARS, count_chars
from ofttold.hosts.registry import HOSTS, load_host
from tests.hosts.test_payloads import PAYLOADS, payload

HEAD = "[oft-told · memory · "
FULL = [host for host in HOSTS if host != "opencode"]
STARTS = {
    "claude-code": "claude-code-SessionStart-startup",
    "codex": "codex-SessionStart-startup",
    "gemini": "gemini-SessionStart-startup",
    "opencode": "opencode-session-start",
    "cursor": "cursor-sessionStart",
    "copilot": "copilot-sessionStart",
    "vscode": "vscode-SessionStart",
    "dsh": "dsh-session-start",
}


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "memory.md").write_text("## 常被提起\n- **鲸·圆润** → `2026-11-01`\n", "utf-8")
    monkeypatch.setenv("OFTTOLD_DIR", str(folder))
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    return folder


def start(event: str, host: str, given: object) -> subprocess.Popen[bytes]:
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    running = subprocess.Popen(
        [sys.executable, "-m", "ofttold", "hook", event, *(["--host", host] if host else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert running.stdin is not None
    try:
        running.stdin.write(data)
        running.stdin.close()
    except BrokenPipeError:  # it did not read to the end of what is too much
        pass
    return running


def end(running: subprocess.Popen[bytes]) -> str:
    assert running.stdout is not None and running.stderr is not None
    output = running.stdout.read().decode()
    errors = running.stderr.read()
    assert running.wait(20) == 0 and errors == b""
    running.stdout.close()
    running.stderr.close()
    if output:
        assert isinstance(json.loads(output), dict) and output.count("\n") == 1
    return output


def hook(event: str, host: str, given: object) -> str:
    return end(start(event, host, given))


@pytest.mark.parametrize("host", HOSTS)
def test_each_host_gets_its_block_in_its_own_shape_and_once(host: str, memory: Path) -> None:
    given = payload(STARTS[host])
    told = hook("session-start", host, given)
    text = json.loads(told)
    while isinstance(text, dict):
        text = text.get("additionalContext") or next(iter(text.values()))
    assert text.startswith(HEAD) and text.rstrip().endswith("[/oft-told]")
    assert told == load_host(host).write("session-start", text)
    again = hook("session-start", host, given)
    assert bool(again) == (host == "opencode")
    ((recorded, path),) = list_records()
    assert recorded == host and read_entries(path)[0]["c"] == len(text)


@pytest.mark.parametrize("host", HOSTS)
def test_no_memory_however_long_passes_a_hosts_cut(host: str, memory: Path) -> None:
    line = "- **鲸{0}·圆润** → `2026-11-01` " + "很长的一句话，" * 9 + '"引号" \\ 🐋\n'
    text = "## 常被提起\n" + "".join(line.format(n) for n in range(700))
    text += "## 我是谁\n- " + "一整行" * 13_000 + "\n## 硬约定\n- 守住这一条\n"
    (memory / "memory.md").write_text(text, "utf-8")
    (memory / "ofttold.toml").write_text("max_chars = 60000\n[anchors]\ncap = 700\n", "utf-8")
    told = hook("session-start", host, payload(STARTS[host]))
    assert HEAD in told and "守住这一条" in told
    assert BUDGET_CHARS / 3 < count_chars(told) <= BUDGET_CHARS
    if load_host(host).COUNTS_BYTES:
        assert len(told.encode()) <= BUDGET_BYTES
    told.encode("utf-8", "strict")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.stem for path in PAYLOADS.glob("*.json")))
def test_any_hosts_payload_to_any_host_is_survived(name: str) -> None:
    running = [
        start(event, host, payload(name))
        for host in ("", *HOSTS)
        for event in ("session-start", "prompt")
    ]
    for one in running:
        end(one)


@pytest.mark.parametrize(
    "source", ["startup", "resume", "clear", "compact", "fork", "moonrise", ""]
)
def test_every_source_of_a_new_session_brings_the_block(source: str) -> None:
    given = {**payload("claude-code-SessionStart-startup"), "source": source}
    assert HEAD in hook("session-start", "claude-code", given)


@pytest.mark.parametrize("event", ["", "dance", "pre-tool-use", "../session-start"])
def test_an_unknown_event_is_silence_and_a_line_in_the_log(event: str) -> None:
    assert hook(event, "codex", payload("codex-SessionStart-startup")) == ""
    assert "unknown event" in Path(log_path()).read_text("utf-8")


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"session_id": ',
        b"\xff\xfe",
        b"x" * 50_000_000,
        b'"s"',
        b"{}{}",
        b'{"session_id": {"a": []}, "source": 7, "prompt": null, "cwd": [], "transcript_path": 9}',
    ],
    ids=[
        "nothing",
        "half",
        "null",
        "list",
        "cut",
        "no text",
        "50 MB",
        "text",
        "two",
        "wrong types",
    ],
)
@pytest.mark.parametrize("host", ["codex", "cursor", "copilot"])
def test_whatever_comes_in_a_prompt_goes_on_in_time(given: bytes, host: str) -> None:
    started = time.monotonic()
    assert hook("prompt", host, given) == ""
    assert time.monotonic() - started < 5
    assert len(Path(log_path()).read_text("utf-8").splitlines()) == 1


def _prompt(transcript: object) -> dict[str, Any]:
    return {**payload("claude-code-UserPromptSubmit"), "transcript_path": transcript}


def test_a_transcript_missing_a_folder_or_locked_away_brings_no_second_block(
    tmp_path: Path,
) -> None:
    locked = tmp_path / "locked.jsonl"
    locked.write_text("{}", "utf-8")
    locked.chmod(0)
    hook("session-start", "claude-code", payload("claude-code-SessionStart-startup"))
    for transcript in (
        str(tmp_path / "none"),
        str(tmp_path),
        str(locked),
        "\0",
        "",
        None,
        7,
        "/dev/zero",
    ):
        assert hook("prompt", "claude-code", _prompt(transcript)) == ""


def test_a_transcript_of_200_megabytes_is_looked_into_in_time(tmp_path: Path) -> None:
    transcript = tmp_path / "t.jsonl"
    with transcript.open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
        stream.seek(0, os.SEEK_END)
        stream.write(b'\n{"type":"system","subtype":"compact_boundary"}\n{"type":"user","mess')
    given = payload("claude-code-SessionStart-startup")
    hook("session-start", "claude-code", {**given, "transcript_path": str(transcript)})
    with transcript.open("ab") as stream:
        stream.write(
            b'age":""}\n{"a":"'
            + HEAD.encode()
            + b'"}\n{"type":"system","subtype":"compact_boundary"}\n{"cu'
        )
    started = time.monotonic()
    again = hook("prompt", "claude-code", _prompt(str(transcript)))
    assert HEAD in again and time.monotonic() - started < 3
    assert hook("prompt", "claude-code", _prompt(str(transcript))) == ""


@pytest.mark.slow
def test_hooks_that_start_at_once_tell_each_session_of_each_host_once() -> None:
    for host in FULL[:2]:  # from here on the block is cached, and time is no matter
        hook("session-start", host, {**payload(STARTS[host]), **_id(host, "s0")})
    jobs = [(host, session) for host in FULL[:2] for session in ("s1", "s2") for _ in range(2)]
    running = [
        start("session-start", host, {**payload(STARTS[host]), **_id(host, session)})
        for host, session in jobs
    ]
    told = [end(one) for one in running]
    for host in FULL[:2]:
        for session in ("s1", "s2"):
            outputs = [text for job, text in zip(jobs, told, strict=True) if job == (host, session)]
            assert sum(HEAD in text for text in outputs) == 1
    assert len(list_records()) == 6
    assert all(entry["e"] == "sent" for _, path in list_records() for entry in read_entries(path))


def _id(host: str, session: str) -> dict[str, str]:
    return {"conversation_id" if host == "cursor" else "session_id": session, "session_id": session}


def test_a_hook_leaves_no_process_behind_that_keeps_the_pipe() -> None:
    running = start("session-start", "codex", payload("codex-SessionStart-startup"))
    assert running.stdout is not None
    running.wait(20)
    os.set_blocking(running.stdout.fileno(), False)
    assert running.stdout.read() and running.stdout.read() == b""
    end(running)


def test_two_copies_of_one_delivery_never_reach_a_model(memory: Path) -> None:
    """A plugin and an install beside it, one calling without its host's name."""
    given = payload("codex-SessionStart-startup")
    environment = {"PLUGIN_ROOT": "/p", "CLAUDE_PLUGIN_ROOT": "/p"}
    os.environ.update(environment)
    try:
        told = [hook("session-start", "", given), hook("session-start", "codex", given)]
    finally:
        for name in environment:
            del os.environ[name]
    assert sorted(HEAD in text for text in told) == [False, True]
