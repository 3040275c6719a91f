"""Two people, two clones, one bare repository: five hundred random steps, and nobody's work is lost."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ofttold.app.resolve import HandEdited, list_conflicts, resolve
from ofttold.app.review import promote, retract
from ofttold.app.share_setup import set_up
from ofttold.app.share_sync import Diverged, pull, push_branch
from ofttold.app.submit import submit
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.review import STATES, STEPS, Verb, history_of
from ofttold.edge.git_remote import NoUpstream, PushFailed
from ofttold.edge.gitcall import GitFailed
from tests.app.sharebox import ShareBox

STEP_COUNT = 500
VERBS: tuple[Verb, ...] = ("promote", "promote", "reject", "resubmit")
FIELDS = ("summary", "kind", "tags", "body")
WEIGHTS = {
    "save": 3,
    "submit": 3,
    "turn": 4,
    "retract": 1,
    "edit": 4,
    "commit": 2,
    "push": 3,
    "pull": 4,
}
LEGAL = {(before, after) for (_, before), after in STEPS.items()}
_MARKED = re.compile(r"<<<<<<< [^\n]*\n(.*?)=======\n(.*?)>>>>>>> [^\n]*\n", re.S)


class TwoClones:
    """The model: every text anybody wrote, and the histories each clone has seen."""

    def __init__(self) -> None:
        """Make the bare repository and its two clones."""
        os.environ["OFTTOLD_NOW"] = ""
        self.base = Path(tempfile.mkdtemp(prefix="two-clones-"))
        self.bare = self.base / "bare.git"
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(self.bare)], check=True)
        self.boxes = []
        for name in ("one", "two"):
            (self.base / name).mkdir()
            box = ShareBox(self.base / name)
            box.git("config", "user.name", name)
            box.git("remote", "set-url", "origin", str(self.bare))
            self.boxes.append(box)
        one, two = self.boxes
        one.git("push", "-q", "-u", "origin", "main")
        two.git("fetch", "-q", "origin")
        two.git("reset", "-q", "--hard", "origin/main")
        two.git("branch", "-q", "-u", "origin/main")
        set_up(one.desk())  # the one merges by fields through git, the other by hand
        self.clock = 0
        self.words: set[str] = set()
        self.seen: list[dict[str, list[dict[str, str]]]] = [{}, {}]
        self.counts: Counter[str] = Counter()

    def step(self, dice: random.Random) -> None:
        """Let one of the two do something, then look at what must hold."""
        who, pick = dice.randrange(2), dice.randrange(1000)
        act = dice.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        if act == "turn":
            self.turn(who, pick, dice.choice(VERBS))
        elif act == "edit":
            self.edit(who, pick, dice.choice(FIELDS))
        elif act in ("submit", "retract"):
            getattr(self, act)(who, pick)
        else:
            getattr(self, act)(who)
        self.counts[act] += 1
        self.states_are_legal_and_histories_only_grow()

    def _word(self) -> str:
        self.clock += 1
        minute, second = divmod(self.clock, 60)
        hour, minute = divmod(minute, 60)
        os.environ["OFTTOLD_NOW"] = f"2026-11-30T{10 + hour % 14:02}:{minute:02}:{second:02}+08:00"
        return f"w{self.clock:05}"

    def _card(self, box: ShareBox, pick: int) -> str | None:
        names = sorted(path.stem for path in box.shelf.glob("mem_*.md"))
        return names[pick % len(names)] if names else None

    # -- what people do ------------------------------------------------------------------------

    def save(self, who: int) -> None:
        word = self._word()
        self.boxes[who].draft(f"标题 {word}", summary=f"摘要 {word}", body=f"正文 {word}")
        self.words.add(word)

    def submit(self, who: int, pick: int) -> None:
        self._word()
        box = self.boxes[who]
        drafts = sorted(path.stem for path in box.project.glob("mem_*.md"))
        if drafts:
            self._try(lambda: submit(box.desk(), [drafts[pick % len(drafts)]]))

    def turn(self, who: int, pick: int, verb: Verb) -> None:
        word = self._word()
        box = self.boxes[who]
        id_ = self._card(box, pick)
        if id_:
            self._try(lambda: promote(box.desk(), id_, verb, note=word))

    def retract(self, who: int, pick: int) -> None:
        self._word()
        box = self.boxes[who]
        id_ = self._card(box, pick)
        if id_ and pick % 7 == 0:
            self._try(lambda: retract(box.desk(), id_))

    def edit(self, who: int, pick: int, field: str) -> None:
        """Change a submitted card in an editor."""
        word = self._word()
        box = self.boxes[who]
        id_ = self._card(box, pick)
        if not id_:
            return
        path = box.on_shelf(id_)
        text = path.read_text()
        if "<<<<<<<" in text:
            return
        if field == "body":
            path.write_text(f"{text}{word}\n")
        elif re.search(rf"^{field}:", text, re.M):
            line = f"{field}: {word}" if field != "tags" else f"tags: [{word}]"
            path.write_text(re.sub(rf"^{field}:.*", line, text, count=1, flags=re.M))
        else:
            line = f"{field}: {word}" if field != "tags" else f"tags: [{word}]"
            path.write_text(text.replace("\nscope:", f"\n{line}\nscope:", 1))
        self.words.add(word)
        self.commit(who)

    def commit(self, who: int) -> None:
        box = self.boxes[who]
        if box.shelf.exists() and not (box.repo / ".git" / "MERGE_HEAD").exists():
            box.git("add", "-A", ".ai")
            subprocess.run(
                ["git", "-C", str(box.repo), "commit", "-q", "-m", "by hand"],
                capture_output=True,
                check=False,
            )

    def push(self, who: int) -> None:
        self._try(lambda: push_branch(self.boxes[who].desk()))

    def pull(self, who: int) -> None:
        box = self.boxes[who]
        try:
            pull(box.desk())
        except Diverged:
            self._merge(who)
        except (GitFailed, NoUpstream):
            self.commit(who)  # work of one's own stood in the way

    def _merge(self, who: int) -> None:
        """Merge as a person does: git first, then card by card, then a choice between two texts."""
        box = self.boxes[who]
        self.counts["merge"] += 1
        self.commit(who)
        subprocess.run(
            ["git", "-C", str(box.repo), "merge", "-q", "--no-edit", "origin/main"],
            capture_output=True,
            check=False,
        )
        for conflict in list_conflicts(box.desk()):
            try:
                self.counts["resolve"] += 1
                self.counts["left"] += bool(resolve(box.desk(), conflict.id).conflicts)
            except HandEdited:
                pass  # git's driver has merged what it could
            path = box.repo / conflict.name
            path.write_text(_MARKED.sub(r"\1", path.read_text()))
            box.git("add", conflict.name)
        if (box.repo / ".git" / "MERGE_HEAD").exists():
            box.git("commit", "-q", "--no-edit")

    def _try(self, act: object) -> None:
        """Do it; a refusal is an answer, an exception of another kind is a fault."""
        try:
            act()  # type: ignore[operator]
        except PushFailed:
            return
        except OfttoldError as refusal:
            assert refusal.exit_code == 4

    # -- what must hold ------------------------------------------------------------------------

    def states_are_legal_and_histories_only_grow(self) -> None:
        for box, seen in zip(self.boxes, self.seen, strict=True):
            for path in box.shelf.glob("mem_*.md"):
                card = parse_card(path.read_bytes(), path.name)
                assert isinstance(card, Card), (path, card)
                history = history_of(card.extra)
                assert card.review in STATES
                assert all((e["from"], e["to"]) in LEGAL for e in history), history
                assert card.review in {entry["to"] for entry in history}
                assert _is_within(seen.get(card.id, []), history), (path, seen[card.id], history)
                seen[card.id] = history

    def nothing_is_lost(self) -> None:
        held = b""
        for repository in (self.boxes[0].repo, self.boxes[1].repo, self.bare):
            every = ("cat-file", "--batch-all-objects", "--batch", "--buffer")
            done = subprocess.run(
                ["git", "-C", str(repository), *every], capture_output=True, check=True
            )
            held += done.stdout
        for box in self.boxes:
            for folder in (box.memory / "cards", box.shelf):
                held += b"".join(path.read_bytes() for path in folder.rglob("*.md"))
            assert box.git("status", "--porcelain", "--", ".", ":!.ai") == ""
        lost = [word for word in self.words if word.encode() not in held]
        assert lost == []


def _is_within(old: list[dict[str, str]], new: list[dict[str, str]]) -> bool:
    """Tell whether every old entry is in the new list, in the old order."""
    left = iter(new)
    return all(any(entry == other for other in left) for entry in old)


@pytest.mark.slow
@settings(max_examples=1, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(st.integers(min_value=1, max_value=2**32))
def test_five_hundred_random_steps_of_two_people_lose_nothing(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "")
    dice = random.Random(seed)
    clones = TwoClones()
    for step in range(STEP_COUNT):
        clones.step(dice)
        if step % 50 == 49:
            clones.nothing_is_lost()
    assert min(clones.counts[act] for act in (*WEIGHTS, "merge")) > 0, clones.counts
    shutil.rmtree(clones.base)
