"""Session records: whole under races, torn lines passed over, ids that are no names made harmless."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.edge import sessions
from ofttold.edge.homes import state_home
from ofttold.edge.sessions import (
    SessionRecord,
    list_records,
    read_entries,
    record_name,
    record_path,
)


@given(st.text(min_size=1))
def test_any_session_id_gives_one_plain_file_name(session_id: str) -> None:
    name = record_name(session_id)
    assert name == os.path.basename(name) and name.endswith(".jsonl")
    assert len(name) <= 120 and name.isascii() and not name.startswith(".")


@given(st.text(min_size=1, max_size=8), st.text(min_size=1, max_size=8))
def test_two_ids_never_share_a_record(one: str, other: str) -> None:
    assert (record_name(one) == record_name(other)) == (one == other)


@pytest.mark.parametrize(
    "session_id", ["../../x", "/etc/passwd", "a\0b", "..", ".", "a/b", "x.", "\udcff"]
)
def test_an_id_that_would_leave_the_folder_does_not(session_id: str) -> None:
    path = os.path.realpath(record_path("codex", session_id))
    assert os.path.dirname(path) == os.path.realpath(
        os.path.join(state_home(), "sessions", "codex")
    )


def test_what_is_appended_is_read_back_and_private() -> None:
    with SessionRecord("codex", "s1") as record:
        assert record.locked and record.entries == []
        record.append({"e": "sent", "why": "开始"})
    with SessionRecord("codex", "s1") as record:
        assert record.entries == [{"e": "sent", "why": "开始"}]
        path = record.path
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert os.stat(os.path.dirname(path)).st_mode & 0o777 == 0o700
    assert list_records() == [("codex", path)]


def test_a_torn_line_is_passed_over_and_the_next_one_stands() -> None:
    path = record_path("codex", "s1")
    with SessionRecord("codex", "s1") as record:
        record.append({"e": "sent"})
    with open(path, "ab") as stream:
        stream.write(b'{"e": "lo')
    with SessionRecord("codex", "s1") as record:
        record.append({"e": "end"})
    assert read_entries(path) == [{"e": "sent"}, {"e": "end"}]


def test_the_same_id_of_two_hosts_is_two_records() -> None:
    for host in ("codex", "gemini"):
        with SessionRecord(host, "s1") as record:
            record.append({"e": "sent", "why": host})
    assert [read_entries(path)[0]["why"] for _, path in list_records()] == ["codex", "gemini"]


def test_a_record_that_is_not_there_holds_nothing() -> None:
    assert read_entries(record_path("codex", "none")) == []
    assert list_records() == []


def test_a_hook_does_not_wait_long_for_another_one() -> None:
    with SessionRecord("codex", "s1"):
        script = (
            "import time; from ofttold.edge.sessions import SessionRecord\n"
            "started = time.monotonic()\n"
            "with SessionRecord('codex', 's1') as record: print(record.locked, time.monotonic() - started)"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
    locked, seconds = done.stdout.split()
    assert locked == "False" and 0.05 < float(seconds) < 1.0


RACER = """
import sys
from ofttold.edge.sessions import SessionRecord
for n in range(40):
    with SessionRecord("codex", "shared", wait_s=30) as record:
        count = sum(entry["by"] >= 0 for entry in record.entries)
        record.append({"by": int(sys.argv[1]), "n": n, "count": count})
"""


@pytest.mark.slow
def test_racing_hooks_decide_one_after_the_other() -> None:
    running = [subprocess.Popen([sys.executable, "-c", RACER, str(n)]) for n in range(4)]
    assert [one.wait(60) for one in running] == [0, 0, 0, 0]
    entries = read_entries(record_path("codex", "shared"))
    assert [entry["count"] for entry in entries] == list(range(160))


def test_only_the_end_of_an_endless_record_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_LIMIT_BYTES", 100)
    path = Path(record_path("codex", "s1"))
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps({"n": n}) + "\n" for n in range(100)), "utf-8")
    assert read_entries(str(path))[-1] == {"n": 99}
    assert len(read_entries(str(path))) < 12
