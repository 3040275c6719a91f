"""Cards against a model: one process by hypothesis' choice, and eight at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from ofttold.app.card_archive import restore
from ofttold.app.card_forget import NothingToUndo, forget, undo
from ofttold.app.card_index import index_path
from ofttold.app.card_move import move
from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.core.cards.saving import Wish
from tests.app.cardbox import Box

_bodies = st.text("ab鲸\n", max_size=6).map(lambda text: text.strip("\n"))
_scopes = st.sampled_from(["personal", "project"])


class Model:
    """One card as it should be: its texts, newest last; at most two before the present one."""

    def __init__(self, title: str, layer: str, body: str) -> None:
        self.title, self.layer = title, layer
        self.revision = 1
        self.bodies: dict[int, str] = {1: body}

    @property
    def body(self) -> str:
        return self.bodies[self.revision]

    def change(self, body: str) -> None:
        self.revision += 1
        self.bodies[self.revision] = body
        self.bodies = dict(sorted(self.bodies.items())[-3:])

    def earlier(self) -> str | None:
        before = [revision for revision in self.bodies if revision != self.revision]
        return self.bodies[max(before)] if before else None


class Cards(RuleBasedStateMachine):
    """Saves, edits by hand, undoes, forgets, restores and moves, and looks at every file each time."""

    cards = Bundle("cards")
    cold = Bundle("cold")

    def __init__(self) -> None:
        super().__init__()
        os.environ["OFTTOLD_NOW"] = ""
        self.scratch = tempfile.TemporaryDirectory()
        self.box = Box(Path(os.path.realpath(self.scratch.name)))
        self.live: dict[str, Model] = {}
        self.away: dict[str, Model] = {}
        self.count = 0

    def teardown(self) -> None:
        os.environ["OFTTOLD_NOW"] = ""
        self.scratch.cleanup()

    def _path(self, id_: str) -> Path:
        model = self.live[id_]
        folder = self.box.personal if model.layer == "personal" else self.box.project
        return folder / f"{id_}.md"

    @rule(target=cards, body=_bodies, scope=_scopes)
    def save_new(self, body: str, scope: str) -> str:
        self.count += 1
        title = f"题{self.count}" + "甲乙丙丁戊己庚辛"[self.count % 8] * self.count
        done = save(self.box.desk(), Wish(title=title, body=body, scope=scope, distinct=True))
        assert done.made and done.revision == 1
        self.live[done.id] = Model(title, done.layer, body)
        return done.id

    @rule(card=cards, body=_bodies)
    def save_again(self, card: str, body: str) -> None:
        if card not in self.live:
            return
        model = self.live[card]
        done = save(self.box.desk(), Wish(id=card, body=body))
        assert done.changed == (body != model.body)
        if done.changed:
            model.change(body)
        assert done.revision == model.revision

    @rule(card=cards, body=_bodies)
    def edit_by_hand(self, card: str, body: str) -> None:
        if card not in self.live:
            return
        path = self._path(card)
        head = path.read_text().split("---\n")
        path.write_text("---\n".join([*head[:2], body + "\n" if body else ""]))
        self.live[card].bodies[self.live[card].revision] = body

    @rule(card=cards)
    def undo_last(self, card: str) -> None:
        if card not in self.live:
            return
        model = self.live[card]
        earlier = model.earlier()
        if earlier is None and model.revision > 1:
            with pytest.raises(NothingToUndo):
                undo(self.box.desk(), card)
            return
        done = undo(self.box.desk(), card)
        if earlier is None:
            assert done.archived
            self.away[card] = self.live.pop(card)
        else:
            model.change(earlier)
            assert done.revision == model.revision

    @rule(card=consumes(cards), target=cold)
    def put_away(self, card: str) -> Any:
        if card not in self.live:
            return multiple()
        forget(self.box.desk(), card)
        self.away[card] = self.live.pop(card)
        return card

    @rule(card=consumes(cold), target=cards)
    def bring_back(self, card: str) -> Any:
        if card not in self.away:
            return multiple()
        assert restore(self.box.desk(), card).changed
        self.live[card] = self.away.pop(card)
        return card

    @rule(card=consumes(cards), target=cards)
    def move_to_personal(self, card: str) -> Any:
        if card not in self.live or self.live[card].layer != "project":
            return multiple()
        done = move(self.box.desk(), card, distinct=True)
        assert done.changed
        old = self.live.pop(card)
        self.away[card] = old
        moved = Model(old.title, "personal", old.body)
        moved.revision, moved.bodies = old.revision, {old.revision: old.body}
        self.live[done.id] = moved
        return done.id

    @invariant()
    def files_equal_the_model(self) -> None:
        for id_, model in self.live.items():
            card = self.box.card(self._path(id_))
            assert (card.id, card.title, card.body, card.revision) == (
                id_, model.title, model.body, model.revision,
            )  # fmt: skip
        names = {name for name in self.box.files() if name.endswith(".md") and "/" in name}
        active = {name for name in names if name.split("/")[-2] not in ("versions", "archive")}
        assert len(active) == len(self.live)
        archived = {Path(name).stem for name in names if "/archive/" in name}
        assert set(self.away) <= archived | set(self.live)

    @invariant()
    def search_finds_what_is_there(self) -> None:
        if not self.live or self.count % 3:
            return
        id_, model = next(iter(self.live.items()))
        found = search(self.box.desk(), model.title, limit=50)
        assert id_ in {one.id for one in found.results}
        assert not set(self.away) & {one.id for one in found.results}


def test_cards_behave_as_the_model_says() -> None:
    run_state_machine_as_test(Cards, settings=settings(max_examples=6, stateful_step_count=25))


@pytest.mark.slow
def test_cards_behave_as_the_model_says_for_long() -> None:
    run_state_machine_as_test(Cards, settings=settings(max_examples=30, stateful_step_count=40))


PROCESSES, ROUNDS = 8, 250
_IN_MEMORY = Path("/dev/shm")  # a disk that waits for nothing, where there is one


@pytest.fixture
def swift_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """Give a box where no process waits for the disk: 12,000 times 8 ms would tell nothing more.

    What is raced for is the lock and the names; the less the disk holds a writer up, the more.
    """
    monkeypatch.setenv("OFTTOLD_NOW", "")
    if not os.access(_IN_MEMORY, os.W_OK):
        yield Box(tmp_path)
        return
    with tempfile.TemporaryDirectory(dir=_IN_MEMORY) as name:
        yield Box(Path(name))


@pytest.mark.slow
def test_eight_processes_lose_nothing_in_two_thousand_rounds(swift_box: Box) -> None:
    box = swift_box
    environ = {**os.environ, "OFTTOLD_NOW": "2026-11-30T10:00:00+08:00"}
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.app.card_worker", str(box.memory), str(box.repo), str(seed), str(ROUNDS)],
            stdout=subprocess.PIPE,
            text=True,
            env=environ,
        )
        for seed in range(PROCESSES)
    ]  # fmt: skip
    said = [worker.communicate(timeout=300)[0] for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * PROCESSES
    rows = [json.loads(line) for text in said for line in text.splitlines()]
    assert len(rows) == PROCESSES * ROUNDS
    changes = defaultdict(dict)  # type: ignore[var-annotated]
    for row in rows:
        if row["do"] in ("save", "undo"):
            assert row["revision"] not in changes[row["id"]], "two writers made one revision"
            changes[row["id"]][row["revision"]] = row
    replayed = {id_: replay(found) for id_, found in changes.items()}
    check_reads(rows, replayed)
    check_files(box, replayed)
    check_index(box)


def replay(changes: dict[int, dict[str, Any]]) -> dict[int, str]:
    """Give the body of each revision of one card, from what the processes said they did."""
    assert sorted(changes) == list(range(1, len(changes) + 1)), "a revision is missing"
    bodies: dict[int, str] = {}
    for revision in sorted(changes):
        row = changes[revision]
        if row["do"] == "save":
            bodies[revision] = row["body"]
        else:
            assert revision > 2
            bodies[revision] = bodies[revision - 2]
    return bodies


def check_reads(rows: list[dict[str, Any]], replayed: dict[str, dict[int, str]]) -> None:
    for row in rows:
        if row["do"] == "read":
            assert replayed[row["id"]][row["revision"]] == row["body"]


def check_files(box: Box, replayed: dict[str, dict[int, str]]) -> None:
    for path in box.project.glob("*.md"):
        card = box.card(path)
        bodies = replayed[card.id]
        assert (card.revision, card.body) == (max(bodies), bodies[max(bodies)])
        for version in (box.project / "versions").glob(f"{card.id}.*.md"):
            kept = box.card(version)
            assert bodies[kept.revision] == kept.body
    archived = {path.stem.split(".")[0] for path in (box.project / "archive").glob("*.md")}
    living = {path.stem for path in box.project.glob("*.md")}
    assert set(replayed) == living | archived
    assert not list(box.memory.rglob(".ofttold-*"))


def check_index(box: Box) -> None:
    query = "蓝鲸 提交信息 release train 构建"
    found = search(box.desk(), query, limit=50)
    Path(index_path(str(box.memory))).unlink()
    assert search(box.desk(), query, limit=50) == found
