"""Old session records go; one of a session still in use never does."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ofttold.edge.homes import state_home
from ofttold.edge.pruning import DAY_S, KEEP_RECORDS_DAYS, prune_if_due
from ofttold.edge.sessions import SessionRecord, read_entries, record_path

NOW_S = 1_795_000_000.0


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW_S)


def make_record(session: str, *, days_ago: float, **entry: object) -> Path:
    with SessionRecord("codex", session) as record:
        record.append({"e": "sent", **entry})
    path = Path(record.path)
    set_age(path, days_ago)
    return path


def set_age(path: Path, days: float) -> None:
    os.utime(path, (NOW_S - days * DAY_S, NOW_S - days * DAY_S))


def prune(*, now_s: float = NOW_S, seconds: float = 60) -> int:
    return prune_if_due(now_s=now_s, until=time.monotonic() + seconds)


def test_a_record_goes_after_thirty_days_and_not_before() -> None:
    old = make_record("old", days_ago=KEEP_RECORDS_DAYS + 1)
    young = make_record("young", days_ago=KEEP_RECORDS_DAYS - 1)
    assert prune() == 1
    assert not old.exists() and young.exists()


def test_it_is_done_once_a_day() -> None:
    assert prune() == 0
    make_record("old", days_ago=40)
    assert prune(now_s=NOW_S + DAY_S / 2) == 0
    assert prune(now_s=NOW_S + DAY_S) == 1


def test_a_session_whose_transcript_still_grows_is_in_use(tmp_path: Path) -> None:
    transcript = tmp_path / "transcript.jsonl"
    transcript.write_bytes(b"{}\n")
    set_age(transcript, 2)
    kept = make_record("long", days_ago=40, tp=str(transcript))
    assert prune() == 0
    set_age(transcript, 40)
    assert prune(now_s=NOW_S + DAY_S) == 1
    assert not kept.exists()


def test_a_session_whose_hook_only_reads_its_record_is_in_use() -> None:
    make_record("quiet", days_ago=40)
    assert read_entries(record_path("codex", "quiet"), by_its_hook=True) == [{"e": "sent"}]
    make_record("resumed", days_ago=40)
    with SessionRecord("codex", "resumed"):
        pass
    make_record("shown", days_ago=40)
    read_entries(record_path("codex", "shown"))
    assert prune(now_s=time.time()) == 1
    assert not os.path.exists(record_path("codex", "shown"))


def test_a_record_that_a_hook_holds_stays() -> None:
    path = make_record("held", days_ago=40)
    with SessionRecord("codex", "held"):
        set_age(path, 40)
        assert prune() == 0
        assert path.exists()


def test_when_the_time_is_over_the_rest_is_left_to_another_day() -> None:
    for number in range(3):
        make_record(f"s{number}", days_ago=40)
    assert prune(seconds=-1) == 0
    assert prune(now_s=NOW_S + DAY_S) == 3


def test_spent_accounts_of_requests_go_too() -> None:
    contexts = Path(state_home()) / "contexts"
    contexts.mkdir(parents=True)
    for name, days in (("ctx_old.json", 2), ("ctx_new.json", 0.5)):
        (contexts / name).write_bytes(b"{}")
        set_age(contexts / name, days)
    assert prune() == 1
    assert [path.name for path in contexts.iterdir()] == ["ctx_new.json"]


def test_a_state_home_that_cannot_be_written_is_left_alone() -> None:
    blocked = Path(state_home())
    blocked.parent.mkdir(parents=True, exist_ok=True)
    blocked.write_bytes(b"")
    assert prune() == 0
