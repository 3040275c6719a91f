"""docs/by-hand.md is followed to the letter: its folder is made, its commands run, its sums done."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest

from ofttold.app.inject import fresh_block
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.ritual.weights import weigh

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("by-hand.md", "by-hand.zh.md")
TODAY = date(2026, 11, 30)
RECALLED = {"2026-11-18": (20, 24, 29), "2026-11-28": (29,)}


def text_of(page: str) -> str:
    return (DOCS / page).read_text("utf-8")


def lay_down(page: str, folder: Path) -> None:
    for path, body in re.findall(
        r"^`([\w/.-]+)`\n\n```markdown\n(.*?)^```", text_of(page), re.S | re.M
    ):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(body, "utf-8")


def transcripts(page: str) -> list[tuple[str, str]]:
    blocks = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```", text_of(page), re.S | re.M)
    assert len(blocks) >= 6
    return blocks


def rows(page: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text_of(page).splitlines()
        if line.startswith("|")
    ]


@pytest.mark.skipif(not shutil.which("bash"), reason="the page's commands are for a POSIX shell")
@pytest.mark.parametrize("page", PAGES)
def test_every_command_prints_what_the_page_shows(page: str, tmp_path: Path) -> None:
    lay_down(page, tmp_path)
    for command, shown in transcripts(page):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            check=True,
        )
        assert done.stdout == shown, command


@pytest.mark.parametrize("page", PAGES)
def test_the_table_of_weights_is_the_programs_own(page: str) -> None:
    worked = [row for row in rows(page) if len(row) == 7 and row[1] in RECALLED]
    assert len(worked) == 2
    for _, marked, n, t, s, ratio, r in worked:
        days = [date(2026, 11, day).toordinal() for day in RECALLED[marked]]
        own = weigh(date.fromisoformat(marked).toordinal(), days, TODAY.toordinal())
        assert (int(n), int(t), float(s)) == (own.n, own.t, own.s)
        assert float(ratio) == own.t / float(s)
        assert r == f"{own.r:.2f}"


@pytest.mark.parametrize("page", PAGES)
def test_the_table_of_halving_is_the_programs_own(page: str) -> None:
    days_row, counts_row = (row[1:] for row in rows(page) if len(row) == 10 and "---" not in row)
    today = TODAY.toordinal()
    for days, counts in zip(days_row, counts_row, strict=True):
        own = weigh(today - 1000, [today - int(days)], today, "halving")
        assert counts == f"{own.r:.3f}"


@pytest.mark.parametrize("page", PAGES)
def test_the_sums_in_the_prose_are_right(page: str) -> None:
    text = text_of(page)
    marked, today = date(2026, 11, 18).toordinal(), TODAY.toordinal()
    days = [date(2026, 11, day).toordinal() for day in RECALLED["2026-11-18"]]
    recalled = weigh(marked, days, today, "forgetting", "recalled")
    assert f"t = {recalled.t}" in text
    assert f"R = {recalled.r:.2f}" in text
    assert f"= {weigh(marked, days, today, 'halving').r:.2f}" in text
    for t, n, s, r in ((6, 3, 8, "0.47"), (1, 2, 4, "0.78")):
        own = weigh(today - t - n, [today - t - i for i in range(n)], today, age="recalled")
        assert (own.t, own.n, own.s, f"{own.r:.2f}") == (t, n, s, r)
        assert re.search(rf"S = {s}\D+R = {r}", text)


@pytest.mark.parametrize("page", PAGES)
def test_the_card_made_by_hand_is_one_the_program_reads(page: str, tmp_path: Path) -> None:
    lay_down(page, tmp_path)
    (path,) = (tmp_path / "cards" / "personal").iterdir()
    card = parse_card(path.read_bytes(), path.name)
    assert isinstance(card, Card)
    assert not card.faults
    assert card.id == card.claimed_id == path.stem
    assert (card.scope, card.revision, len(card.tags)) == ("personal", 1, 2)


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_a_folder_in_which_the_program_finds_the_same(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_down(page, tmp_path)
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    fresh = fresh_block(str(tmp_path))
    assert [state.handle for state in fresh.states] == [
        row[0] for row in rows(page) if len(row) == 7 and row[1] in RECALLED
    ]
    said = fresh.block.text
    assert ("雀跃" if "zh" in page else "elated") in said
    assert "12" in next(
        line for line in said.splitlines() if line.startswith(("待办", "1 to", "To"))
    )
