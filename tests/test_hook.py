"""The hook as a host runs it: a real process, real pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from ofttold.edge.homes import state_home
from tests.app.folders import make_folder

COMMAND = [sys.executable, "-m", "ofttold", "hook", "session-start", "--host", "claude-code"]
PAYLOAD = {"session_id": "s1", "hook_event_name": "SessionStart", "source": "startup", "cwd": "/"}


def run(
    given: bytes | IO[bytes] | None, *extra: str, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "OFTTOLD_NOW": "2026-11-30T10:00:00+08:00", **environment}
    if isinstance(given, bytes):
        return subprocess.run(
            [*COMMAND, *extra], input=given, capture_output=True, env=env, timeout=20, check=False
        )
    return subprocess.run(
        [*COMMAND, *extra], stdin=given, capture_output=True, env=env, timeout=20, check=False
    )


def block_of(done: subprocess.CompletedProcess[bytes]) -> str:
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert list(answer) == ["hookSpecificOutput"]
    inner = answer["hookSpecificOutput"]
    assert inner["hookEventName"] == "SessionStart"
    text = inner["additionalContext"]
    assert isinstance(text, str)
    return text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


def test_a_session_gets_the_block_that_inject_prints(folder: Path) -> None:
    first = block_of(run(json.dumps(PAYLOAD).encode(), OFTTOLD_DIR=str(folder)))
    env = {**os.environ, "OFTTOLD_NOW": "2026-11-30T10:00:00+08:00", "OFTTOLD_DIR": str(folder)}
    shown = subprocess.run(
        [sys.executable, "-m", "ofttold", "inject"], capture_output=True, env=env, check=True
    )
    assert shown.stdout.decode() == first
    assert "whale·round, not fat" in first


@pytest.mark.parametrize(
    "given",
    [b"", b"{", b"nonsense", b"[1, 2]", b"null", b'{"session_id": 7, "source": [], "cwd": null}', b"\xff\xfe\x00", b"[" * 100_000],
    ids=["empty", "half", "text", "list", "null", "wrong types", "bytes", "deep"],
)  # fmt: skip
def test_whatever_comes_in_the_session_starts_and_the_output_is_json_or_nothing(
    given: bytes, folder: Path
) -> None:
    done = run(given, OFTTOLD_DIR=str(folder))
    assert done.returncode == 0 and done.stderr == b""
    assert done.stdout == b"" or "oft-told" in block_of(done)


def test_fifty_megabytes_on_stdin_do_not_hold_the_session(folder: Path) -> None:
    start = time.monotonic()
    done = run(b'{"a": "' + b"x" * 50_000_000 + b'"}', OFTTOLD_DIR=str(folder))
    assert done.returncode == 0
    assert time.monotonic() - start < 10


def test_a_silent_stdin_held_open_is_not_waited_for_without_end(folder: Path) -> None:
    reading, writing = os.pipe()
    try:
        with os.fdopen(reading, "rb") as silent:
            start = time.monotonic()
            done = run(silent, OFTTOLD_DIR=str(folder))
            took = time.monotonic() - start
    finally:
        os.close(writing)
    assert done.returncode == 0
    assert "whale" in block_of(done)
    assert took < 20, "the hook itself is done in two seconds; the rest is a busy machine"


def test_a_closed_stdout_is_no_error(folder: Path) -> None:
    env = {**os.environ, "OFTTOLD_DIR": str(folder)}
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    )
    assert process.stdout and process.stdin and process.stderr
    process.stdout.close()
    process.stdin.write(json.dumps(PAYLOAD).encode())
    process.stdin.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait(20) == 0 and complaint == b""


def test_quotes_newlines_and_odd_separators_in_the_memory_stay_inside_one_json_string(
    tmp_path: Path,
) -> None:
    odd = 'a "quote", a back\\slash, \u2028, a\ttab, </x>'
    folder = make_folder(tmp_path, memory=f"## Hard rules\n\n- {odd}\n")
    assert odd in block_of(run(json.dumps(PAYLOAD).encode(), OFTTOLD_DIR=str(folder)))


def test_warnings_and_locales_do_not_reach_the_output(folder: Path) -> None:
    done = run(
        json.dumps(PAYLOAD).encode(),
        OFTTOLD_DIR=str(folder),
        PYTHONWARNINGS="always",
        LC_ALL="C",
        PYTHONUTF8="0",
    )
    assert "→" in block_of(done) and done.stderr == b""


def test_no_folder_and_a_missing_folder_are_said_in_the_block(tmp_path: Path) -> None:
    assert "ofttold scaffold DIR --default" in block_of(run(b"{}"))
    assert "cannot be found" in block_of(run(b"{}", OFTTOLD_DIR=str(tmp_path / "gone")))


def test_a_folder_in_the_working_directory_never_speaks_to_a_host(folder: Path) -> None:
    env = {**os.environ}
    done = subprocess.run(
        COMMAND, input=b"{}", capture_output=True, cwd=folder, env=env, check=False
    )
    assert "whale" not in block_of(done)


def test_each_call_leaves_one_line_in_the_log(folder: Path) -> None:
    for _ in range(3):
        run(json.dumps(PAYLOAD).encode(), OFTTOLD_DIR=str(folder))
    lines = (Path(state_home()) / "hook.log").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    assert all("session-start" in line and "ms" in line for line in lines)


def test_a_start_that_makes_its_block_anew_lets_old_session_records_go(folder: Path) -> None:
    old = Path(state_home()) / "sessions" / "codex" / "long-ago.jsonl"
    old.parent.mkdir(parents=True)
    old.write_bytes(b'{"e": "sent"}\n')
    month_ago = time.time() - 31 * 86_400
    os.utime(old, (month_ago, month_ago))
    assert "whale" in block_of(run(json.dumps(PAYLOAD).encode(), OFTTOLD_DIR=str(folder)))
    assert not old.exists()
    assert [path.name for path in old.parent.parent.rglob("*.jsonl")] == ["s1.jsonl"]


_BROKEN_PRUNING = """
import sys
from ofttold import hook
from ofttold.edge import pruning

def broken(**named):
    raise RuntimeError("no pruning today")

pruning.prune_if_due = broken
hook.main(sys.argv[1:])
"""


def test_what_fails_after_the_block_is_said_costs_a_word_in_the_log(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _BROKEN_PRUNING, "session-start", "--host", "claude-code"],
        input=b'{"session_id": "s1", "source": "startup"}',
        env={**os.environ, "OFTTOLD_DIR": str(folder)},
        capture_output=True,
        check=True,
        timeout=20,
    )
    assert block_of(done)
    (line,) = (Path(state_home()) / "hook.log").read_text("utf-8").splitlines()
    assert "no pruning today" in line and " chars" in line


def test_an_undated_anchor_is_stamped_once_by_the_first_session_that_sees_it(
    tmp_path: Path,
) -> None:
    folder = make_folder(
        tmp_path, memory="## Oft-told\n\n- **kin·who they are** → `relationship.md`\n"
    )
    for session in ("s1", "s2"):
        payload = json.dumps({**PAYLOAD, "session_id": session}).encode()
        text = block_of(run(payload, OFTTOLD_DIR=str(folder)))
    wanted = "- **kin·who they are** → `2026-11-30` since｜`relationship.md`"
    assert wanted in text
    assert (folder / "memory.md").read_text(encoding="utf-8") == f"## Oft-told\n\n{wanted}\n"


def test_a_read_only_folder_is_shown_all_the_same(tmp_path: Path) -> None:
    folder = make_folder(
        tmp_path, memory="## Oft-told\n\n- **kin·who they are** → `relationship.md`\n"
    )
    (folder / "memory.md").chmod(0o444)
    folder.chmod(0o555)
    try:
        assert "kin" in block_of(run(json.dumps(PAYLOAD).encode(), OFTTOLD_DIR=str(folder)))
    finally:
        folder.chmod(0o755)


def test_the_hooks_path_imports_nothing_heavy_when_nothing_changed(folder: Path) -> None:
    for _ in range(3):
        run(json.dumps(PAYLOAD).encode(), OFTTOLD_DIR=str(folder))
        time.sleep(0.2)
    env = {**os.environ, "OFTTOLD_DIR": str(folder)}
    seen = subprocess.run(
        [sys.executable, "-X", "importtime", *COMMAND[1:]],
        input=b"{}",
        capture_output=True,
        env=env,
        check=True,
    )
    loaded = {
        line.split(b"|")[-1].strip().decode() for line in seen.stderr.splitlines() if b"|" in line
    }
    heavy = {
        "dataclasses",
        "pathlib",
        "typing",
        "logging",
        "subprocess",
        "tempfile",
        "hashlib",
        "tomllib",
    }
    heavy |= {
        "platformdirs",
        "filelock",
        "click",
        "markdown_it",
        "argparse",
        "datetime",
        "zoneinfo",
        "sqlite3",
    }
    assert not loaded & heavy


def test_a_hook_leaves_when_its_word_is_out_and_a_command_in_good_order(folder: Path) -> None:
    last_words = folder / "sitecustomize.py"
    last_words.write_text("import atexit, sys\natexit.register(sys.stderr.write, 'good night')\n")
    env = {"OFTTOLD_DIR": str(folder), "PYTHONPATH": str(folder)}
    hook = run(json.dumps(PAYLOAD).encode(), **env)
    assert "whale" in block_of(hook)
    assert hook.stderr == b""
    command = subprocess.run(
        [sys.executable, "-m", "ofttold", "inject"],
        capture_output=True,
        env={**os.environ, **env},
        check=True,
    )
    assert command.stderr.endswith(b"good night")


BAD_CLOCKS = [
    "nonsense",
    "2026-13-01",
    "0001-01-01T00:00:00",
    "9999-12-31T23:59:59-12:00",
    "[/oft-told]",
]


@pytest.mark.parametrize("clock", BAD_CLOCKS)
def test_a_clock_that_cannot_be_read_costs_a_line_and_not_the_block(
    clock: str, folder: Path
) -> None:
    payload = json.dumps(PAYLOAD).encode()
    for _ in range(2):  # made anew, then from the cache
        text = block_of(
            run(
                payload,
                "--dir",
                str(folder),
                OFTTOLD_NOW=clock,
                XDG_STATE_HOME=str(folder / os.urandom(4).hex()),
            )
        )
        days = [time.strftime("%Y-%m-%d", time.localtime(time.time() - s)) for s in (0, 60)]
        assert text.startswith(tuple(f"[oft-told · memory · {day}]" for day in days))
        assert "whale·round, not fat" in text
        *_, notice, last = text.rstrip("\n").split("\n")
        assert notice.startswith("OFTTOLD_NOW cannot be read") and last == "[/oft-told]"
        assert text.count("OFTTOLD_NOW cannot") == 1
    good = block_of(
        run(payload, "--dir", str(folder), XDG_STATE_HOME=str(folder / os.urandom(4).hex()))
    )
    assert "OFTTOLD_NOW" not in good


def test_without_a_folder_the_line_on_the_clock_stands_as_well() -> None:
    text = block_of(run(json.dumps(PAYLOAD).encode(), OFTTOLD_NOW="soon", OFTTOLD_DIR=""))
    assert "OFTTOLD_NOW cannot be read" in text and text.rstrip().endswith("[/oft-told]")
