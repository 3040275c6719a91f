"""The hooks' log: whole lines, bounded, and never in a hook's way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ofttold.edge import log


def test_each_call_is_one_line_whatever_it_says() -> None:
    log.log_line("session-start ok\nsecond\r\\")
    log.log_line("鲸 \udcff")
    assert Path(log.log_path()).read_bytes().decode() == (
        "session-start ok\\nsecond\\r\\\\\n鲸 \\udcff\n"
    )
    assert os.stat(log.log_path()).st_mode & 0o777 == 0o600


def test_a_line_is_cut_at_a_whole_character() -> None:
    log.log_line("鲸" * 5000)
    text = Path(log.log_path()).read_bytes().decode()
    assert text.rstrip("\n") == "鲸" * (log.LINE_BYTES // 3)


def test_the_log_never_outgrows_two_files() -> None:
    for _ in range(3 * log.LOG_BYTES // log.LINE_BYTES):
        log.log_line("x" * log.LINE_BYTES)
    home = Path(log.log_path()).parent
    assert sorted(path.name for path in home.iterdir()) == ["hook.log", "hook.log.1"]
    assert all(path.stat().st_size <= log.LOG_BYTES + 2 * log.LINE_BYTES for path in home.iterdir())


def test_a_torn_last_line_is_ended_before_the_next() -> None:
    log.log_line("one")
    with Path(log.log_path()).open("ab") as file:
        file.write(b"torn")
    log.log_line("two")
    assert Path(log.log_path()).read_bytes() == b"one\ntorn\ntwo\n"


def test_a_log_that_cannot_be_written_disturbs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/no")
    log.log_line("x")
    assert not os.path.exists(log.log_path())
