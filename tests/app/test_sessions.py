"""The list of sessions and the shares: what really happened, since it could."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ofttold.app.context import open_memory
from ofttold.app.rates import Share, measure_rates
from ofttold.app.sessions import SEEN, SENT, SILENT, read_sessions, silent_hosts
from ofttold.edge import journal
from ofttold.edge.sessions import record_path

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
HEAD = "[oft-told · memory · 2026-11-30]"


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OFTTOLD_NOW", NOW.isoformat())
    folder = tmp_path / "memory"
    (folder / "diary").mkdir(parents=True)
    (folder / "memory.md").write_text("## Oft-told\n", "utf-8")
    (folder / "relationship.md").write_text("## Emotion vocabulary\ncalm, glad\n", "utf-8")
    return folder


def record(host: str, session: str, *entries: dict[str, Any], **place: Any) -> Path:
    path = Path(record_path(host, session))
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for entry in entries:
        base = {"e": "sent", "why": "startup", "h": "abcdef1234", "c": 500, "ms": 15, "id": session}
        lines.append(json.dumps({**base, **place, **entry}))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def at(hours: float) -> float:
    return (NOW - timedelta(hours=hours)).timestamp()


def wired(host: str, hours: float) -> None:
    entries = journal.read_journal()
    entry = {"path": f"/{host}", "form": "json", "owners": [[host, "user", ""]], "since": at(hours)}
    journal.write_journal([*entries, entry])


def test_a_session_is_told_with_every_delivery_and_why(memory: Path) -> None:
    record(
        "codex",
        "s1",
        {"t": at(3)},
        {"t": at(2), "why": "compact", "h": "ffff0000"},
        dir=str(memory),
    )
    (row,) = read_sessions(NOW)
    assert (row.host, row.id, row.why, row.chars, row.ms, row.hash) == (
        "codex",
        "s1",
        "startup",
        500,
        15,
        "ffff0000",
    )
    assert row.when == NOW - timedelta(hours=3)
    assert [(again.when, again.why) for again in row.again] == [
        (NOW - timedelta(hours=2), "compact")
    ]


def test_the_newest_comes_first_and_one_host_can_be_asked_for() -> None:
    record("codex", "old", {"t": at(5)})
    record("gemini", "new", {"t": at(1)})
    assert [row.id for row in read_sessions(NOW)] == ["new", "old"]
    assert [row.id for row in read_sessions(NOW, host="codex")] == ["old"]


def test_what_the_transcript_shows_was_seen_and_need_not_be_looked_up_again(tmp_path: Path) -> None:
    transcript = tmp_path / "t.jsonl"
    transcript.write_text(json.dumps({"content": HEAD}, ensure_ascii=False), "utf-8")
    record("codex", "s1", {"t": at(1)}, tp=str(transcript))
    record("codex", "s2", {"t": at(2)}, tp=str(tmp_path / "none"))
    record("dsh", "s3", {"t": at(3)}, {"e": "checked", "shown": True})
    record("codex", "s4", {"t": at(4), "why": "found"})
    assert [row.proof for row in read_sessions(NOW)] == [SEEN, SENT, SEEN, SEEN]
    transcript.unlink()
    assert read_sessions(NOW)[0].proof == SEEN


def test_the_diary_of_the_sessions_own_day_counts(memory: Path) -> None:
    (memory / "ofttold.toml").write_text('timezone = "Asia/Shanghai"\n', "utf-8")
    late = datetime(2026, 11, 29, 17, 0, tzinfo=UTC).timestamp()  # the 30th in Shanghai
    record("codex", "s1", {"t": late}, dir=str(memory))
    assert read_sessions(NOW)[0].diary is False
    page = memory / "diary" / "2026-11-30.md"
    page.write_text("<!-- later -->\n", "utf-8")
    assert read_sessions(NOW)[0].diary is False
    page.write_text("a whale\n", "utf-8")
    assert read_sessions(NOW)[0].diary is True
    record("codex", "s1", {"t": late}, dir="/gone")
    assert read_sessions(NOW)[0].diary is None


def test_a_host_that_was_wired_and_never_called_is_silent() -> None:
    wired("codex", 48)
    wired("gemini", 48)
    record("codex", "s1", {"t": at(1)})
    rows = read_sessions(NOW)
    assert [(row.host, row.proof) for row in silent_hosts(rows)] == [("gemini", SILENT)]
    assert silent_hosts(rows, host="codex") == []


def test_a_call_from_before_the_wiring_breaks_no_silence() -> None:
    record("codex", "s1", {"t": at(100)})
    wired("codex", 48)
    assert [row.host for row in silent_hosts(read_sessions(NOW))] == ["codex"]


def test_damaged_records_are_passed_over() -> None:
    path = record("codex", "s1", {"t": at(1)})
    path.write_bytes(b'\xff\n{"e": "sent", "t": "x", "c": null, "why": 7}\n[]\n{"e"')
    (row,) = read_sessions(NOW)
    assert (row.chars, row.why) == (0, "")
    path.write_bytes(b"\0\0")
    assert read_sessions(NOW) == []


def test_the_shares_count_only_the_time_since_all_was_wired(memory: Path) -> None:
    wired("codex", 50)
    place = {"dir": str(memory)}
    record("codex", "before", {"t": at(200)}, {"e": "shown"}, **place)
    record("codex", "seen", {"t": at(26)}, {"e": "shown"}, **place)
    record("codex", "sent", {"t": at(2)}, **place)
    record("codex", "elsewhere", {"t": at(2)}, dir="/other")
    for day, text in (
        ("2026-11-20", "Mood: lost"),
        ("2026-11-29", "Mood: calm, sad"),
        ("2026-11-30", ""),
    ):
        (memory / "diary" / f"{day}.md").write_text(text, "utf-8")
    rates = measure_rates(open_memory(str(memory), look_around=False))
    assert str(rates.since) == "2026-11-29" and rates.hosts == ("codex",)
    assert (rates.seen, rates.diary, rates.tags) == (Share(1, 2), Share(1, 2), Share(1, 2))


def test_shares_of_nothing_are_no_shares(memory: Path) -> None:
    rates = measure_rates(open_memory(str(memory), look_around=False))
    assert rates.since is None and rates.seen.share is None and rates.tags is None
    os.remove(memory / "relationship.md")
    assert measure_rates(open_memory(str(memory), look_around=False)).tags is None
