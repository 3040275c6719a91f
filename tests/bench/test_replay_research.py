"""The research on weights runs on any folder that has enough of both."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from bench.replay_research import CAP, compare, list_rules, live, main, read_folder, share
from ofttold.core.ritual.replay import RULES, replay

WORDS = ["whale", "fish", "sea", "ship", "storm", "rope", "sail", "mast", "crew", "port"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make ten anchors and a hundred days, each naming three of them by turns."""
    lines = [f"- **{word}·x** → `2024-12-2{n}`" for n, word in enumerate(WORDS)]
    (tmp_path / "memory.md").write_text("## Oft-told\n\n" + "\n".join(lines) + "\n")
    (tmp_path / "diary").mkdir()
    for n in range(100):
        day = date(2024, 12, 15) + timedelta(n)
        said = " ".join(WORDS[(n * n + k) % 10] for k in range(3))
        (tmp_path / "diary" / f"{day}.md").write_text(f"The {said} again.\n")
    return tmp_path


def test_its_rules_agree_with_those_of_the_program(folder: Path) -> None:
    anchors, days, _ = read_folder(folder)
    rules = list_rules()
    lived = live(days, anchors, rules)
    told = replay(days, anchors, CAP)
    for ours, theirs in {"halving 30": "halving", "fading 30": "fading"}.items():
        assert share(lived, ours, days) == told[theirs]["share"]
        assert theirs in RULES
    assert compare(lived, "halving 30", days).startswith("+0.0000 (+0.0000")


def test_it_prints_a_line_for_each_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(folder), "--quick"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert len(lines) == 1 + len(list_rules())
