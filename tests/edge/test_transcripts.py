"""Looking into a transcript from its end, bounded, whatever state the file is in."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.verdicts import FOLDED, LOST, QUIET, THERE, UNKNOWN
from ofttold.edge import transcripts
from ofttold.edge.transcripts import look, shows_block, transcript_size
from ofttold.hosts.registry import load_host

CLAUDE = load_host("claude-code").LOST_MARKS
CODEX = load_host("codex").LOST_MARKS
GEMINI = load_host("gemini").LOST_MARKS
BLOCK = "[oft-told · memory · 2026-11-30]\n- 鲸\n[/oft-told]"


def line(value: object, *, ascii_only: bool = False) -> str:
    return json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":")) + "\n"


def told(*, ascii_only: bool = False) -> str:
    inner = {"type": "hook_additional_context", "content": [BLOCK], "hookEvent": "SessionStart"}
    return line({"type": "attachment", "attachment": inner}, ascii_only=ascii_only)


TALK = line({"type": "user", "message": {"content": "say compact_boundary and [oft-told]"}})
COMPACTED = line({"type": "system", "subtype": "compact_boundary", "compactMetadata": {}})


def write(folder: Path, *parts: str) -> str:
    path = folder / "t.jsonl"
    path.write_text("".join(parts), "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ((told(), TALK), THERE),
        ((told(ascii_only=True), TALK), THERE),
        ((TALK, told(), TALK, COMPACTED, TALK), LOST),
        ((told(), COMPACTED, TALK, told(), TALK), THERE),
        ((told(), COMPACTED, told(), COMPACTED), LOST),
        ((TALK, COMPACTED), FOLDED),
        ((TALK, TALK), QUIET),
    ],
)
def test_the_last_compaction_and_the_block_after_it_decide(
    parts: tuple[str, ...], verdict: str, tmp_path: Path
) -> None:
    assert look(write(tmp_path, *parts), CLAUDE).verdict == verdict


def test_a_real_codex_rollout_is_understood(tmp_path: Path) -> None:
    developer = {"type": "message", "role": "developer", "content": [{"text": BLOCK}]}
    given = line({"type": "response_item", "payload": developer})
    folded = line({"timestamp": "t", "type": "compacted", "payload": {"message": "summary"}})
    assert look(write(tmp_path, given, TALK), CODEX).verdict == THERE
    assert look(write(tmp_path, given, folded), CODEX).verdict == LOST
    assert look(write(tmp_path, given, folded, given), CODEX).verdict == THERE


def test_geminis_history_set_anew_is_a_loss_unless_it_holds_the_block(tmp_path: Path) -> None:
    first = line({"$set": {"messages": [{"content": "<session_context>"}]}})
    user = line({"type": "user", "content": [{"text": f"<hook_context>{BLOCK}</hook_context>"}]})
    kept = line({"$set": {"messages": [{"content": BLOCK}]}})
    assert look(write(tmp_path, first), GEMINI).verdict == FOLDED
    assert look(write(tmp_path, first, user), GEMINI).verdict == THERE
    assert look(write(tmp_path, first, user, first), GEMINI).verdict == LOST
    assert look(write(tmp_path, first, user, kept), GEMINI).verdict == THERE


def test_what_was_looked_at_before_is_not_looked_at_again(tmp_path: Path) -> None:
    path = write(tmp_path, told(), COMPACTED, told(), TALK * 10)
    first = look(path, CLAUDE)
    assert (first.verdict, first.at, first.seen) == (THERE, os.path.getsize(path), True)
    with open(path, "a", encoding="utf-8") as stream:
        stream.write(TALK)
    again = look(path, CLAUDE, since=first.at, seen=True)
    assert again.verdict == THERE and again.looked < first.looked + 600
    with open(path, "a", encoding="utf-8") as stream:
        stream.write(COMPACTED)
    assert look(path, CLAUDE, since=again.at, seen=True).verdict == LOST


def test_a_mark_across_any_border_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "CHUNK_BYTES", 300)
    for pad in range(0, 330, 7):
        path = write(tmp_path, told(), "x" * pad, COMPACTED, "y" * (330 - pad))
        assert look(path, CLAUDE).verdict == LOST, pad


@given(st.lists(st.sampled_from([told(), TALK, COMPACTED]), max_size=12), st.integers(1, 400))
def test_chunks_change_no_verdict(parts: list[str], chunk: int) -> None:
    folder = Path(os.environ["HOME"])
    path = write(folder, *parts)
    whole = look(path, CLAUDE).verdict
    before, transcripts.CHUNK_BYTES = transcripts.CHUNK_BYTES, chunk
    try:
        assert look(path, CLAUDE).verdict == whole
    finally:
        transcripts.CHUNK_BYTES = before


def test_a_transcript_that_cannot_be_read_is_no_answer(tmp_path: Path) -> None:
    for path in ("", "\0", str(tmp_path / "none"), str(tmp_path), "x" * 100_000, "/dev/zero"):
        assert look(path, CLAUDE).verdict == UNKNOWN
        assert not shows_block(path)
        assert transcript_size(path) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_does_not_hold_the_hook(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert look(str(tmp_path / "pipe"), CLAUDE).verdict == UNKNOWN


def test_a_transcript_written_anew_and_shorter_is_read_from_its_start(tmp_path: Path) -> None:
    path = write(tmp_path, told())
    assert look(path, CLAUDE, since=10_000_000, seen=True).verdict == THERE


def test_only_the_last_part_of_a_huge_transcript_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcripts, "LOOK_BYTES", 2000)
    path = write(tmp_path, told(), TALK * 200)
    found = look(path, CLAUDE)
    assert (found.verdict, found.looked) == (QUIET, 2000)
    assert (
        look(write(tmp_path, told(), TALK * 200, COMPACTED), CLAUDE, since=1, seen=True).verdict
        == LOST
    )


def test_a_cut_last_line_and_odd_bytes_are_no_matter(tmp_path: Path) -> None:
    path = write(tmp_path, told(), COMPACTED)
    with open(path, "ab") as stream:
        stream.write(b'\xff\xfe{"type":"us')
    assert look(path, CLAUDE).verdict == LOST


def test_the_whole_transcript_is_searched_for_proof(tmp_path: Path) -> None:
    assert shows_block(write(tmp_path, told(), COMPACTED, TALK))
    assert not shows_block(write(tmp_path, TALK))
