"""The law of the index: grown bit by bit or built anew, it answers the same."""

from __future__ import annotations

import os
import shutil
import tempfile
from datetime import date
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ofttold.core.search.document import Doc
from ofttold.core.search.query import parse_query
from ofttold.edge.index import open_index
from ofttold.edge.listing import Source, list_files

NAMES = st.sampled_from(["a", "b", "c", "d", "NFD-e\u0301", "藍"])
WORDS = [
    "whale",
    "harbour",
    "deploy",
    "deployed",
    "蓝鲸",
    "部署密钥",
    "2026-05-06",
    "the",
    "fooBar",
]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
SESSIONS = st.sampled_from(["", "s1", "s2"])
QUERIES = ["whale harbour", "deploying", "蓝鲸的密钥", "May 6", "foobar", "the"]


def parse(path: str, data: bytes) -> list[Doc] | None:
    """Read ``session|title`` and a body; what begins with ``!`` is broken, ``-`` holds nothing."""
    text = data.decode()
    if text.startswith(("!", "-")):
        return None if text[0] == "!" else []
    session, _, rest = text.partition("|")
    title, _, body = rest.partition("\n")
    return [Doc(path, title=title, body=body, session=session, created="2026-05-06")]


class GrowingIndex(RuleBasedStateMachine):
    """Files come, change, move and go; the index follows."""

    @initialize()
    def begin(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.cards = self.root / "cards"
        self.cards.mkdir()

    def teardown(self) -> None:
        shutil.rmtree(self.root)

    @rule(name=NAMES, title=TEXTS, body=TEXTS, session=SESSIONS)
    def write(self, name: str, title: str, body: str, session: str) -> None:
        (self.cards / f"{name}.md").write_text(f"{session}|{title}\n{body}", encoding="utf-8")

    @rule(name=NAMES, text=st.sampled_from(["! broken", "- empty"]))
    def spoil(self, name: str, text: str) -> None:
        (self.cards / f"{name}.md").write_text(text)

    @rule(name=NAMES)
    def remove(self, name: str) -> None:
        (self.cards / f"{name}.md").unlink(missing_ok=True)

    @rule(name=NAMES, other=NAMES)
    def move(self, name: str, other: str) -> None:
        if (self.cards / f"{name}.md").exists():
            os.replace(self.cards / f"{name}.md", self.cards / f"{other}.md")

    @rule()
    def lose_the_index(self) -> None:
        (self.root / "index.db").unlink(missing_ok=True)

    def answers(self, path: Path) -> list[object]:
        files = list_files(str(self.cards))
        with open_index(str(path)) as index:
            report = index.sync([Source("personal", str(self.cards), files, parse)])
            found: list[object] = [sorted(report.broken)]
            for text in QUERIES:
                query = parse_query(text, today=date(2026, 5, 20))
                hits = index.search(query, layers=["personal"], limit=3)
                found.append(
                    [(h.path, h.score, h.norm, h.matched, h.in_first, h.title) for h in hits]
                )
        return found

    @invariant()
    def it_answers_as_a_fresh_one(self) -> None:
        fresh = self.root / "fresh.db"
        fresh.unlink(missing_ok=True)
        assert self.answers(self.root / "index.db") == self.answers(fresh)


TestGrowingIndex = GrowingIndex.TestCase
TestGrowingIndex.settings = settings(max_examples=30, stateful_step_count=12, deadline=None)
