"""Twenty thousand files made by hand: slower, and still right."""

from __future__ import annotations

import os
import time

import pytest

from ofttold.app.card_read import read
from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.core.cards.saving import Wish
from ofttold.edge.card_places import personal_place
from ofttold.edge.listing import list_files
from tests.app.cardbox import Box

COUNT = 20_000
WRITTEN = 1_700_000_000  # seconds since the epoch, long before the box's own day


@pytest.mark.slow
def test_twenty_thousand_hand_made_files_work(box: Box) -> None:
    box.personal.mkdir(parents=True)
    for n in range(COUNT):
        text = f"---\ntitle: 第{n}条 card{n}\n---\n正文 number{n}\n"
        (box.personal / f"note {n}.md").write_text(text)
        os.utime(box.personal / f"note {n}.md", (WRITTEN, WRITTEN))
    found = search(box.desk(), "card17345")
    assert [one.title for one in found.results] == ["第17345条 card17345"]
    assert read(box.desk(), found.results[0].id).body == "正文 number17345"
    saved = save(box.desk(), Wish(title="蓝鲸", scope="personal"))
    assert saved.made and 1 <= len(saved.evicted) <= 5
    assert len(list(box.personal.glob("*.md"))) == COUNT + 1 - len(saved.evicted)
    again = save(box.desk(), Wish(title="第15000条 card15000", body="改过", scope="personal"))
    assert (again.made, "改过" in (box.personal / "note 15000.md").read_text()) == (False, True)
    assert search(box.desk(), "蓝鲸").results[0].id == saved.id


@pytest.mark.slow
def test_a_search_over_many_unchanged_files_costs_little_more_than_their_stats(box: Box) -> None:
    box.personal.mkdir(parents=True)
    for n in range(COUNT):
        (box.personal / f"note {n}.md").write_text(f"---\ntitle: card{n}\n---\n")
    search(box.desk(), "card5")
    time.sleep(0.3)
    search(box.desk(), "card5")
    place = personal_place(str(box.memory))
    ratios: list[float] = []
    for _ in range(5):
        begun = time.perf_counter()
        list_files(place.folder)
        listed = time.perf_counter()
        search(box.desk(), "card5")
        ratios.append((time.perf_counter() - listed) / (listed - begun))
    assert sorted(ratios)[2] < 4
