"""What a person sees: whole transcripts, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.console import NOW, TRANSCRIPTS, play


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda path: path.stem)
def test_the_commands_print_what_the_transcript_says(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("OFTTOLD_NOW", NOW.format(day="2026-11-30"))
    monkeypatch.chdir(tmp_path)
    wanted = path.read_text(encoding="utf-8")
    assert play(wanted, tmp_path) == wanted
