"""One gate: every way to a card asks it, none decides for itself."""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from ofttold.app import card_archive, card_move, card_read, card_suggest, card_why
from ofttold.app.card_capture import find_for_edit
from ofttold.app.card_forget import forget, undo
from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.app.cards import CardRefusal, Desk
from ofttold.app.recall import Asked, recall_for_prompt
from ofttold.core.cards.gate import GONE, Judged, Runtime, Verdict
from ofttold.core.cards.saving import Wish
from ofttold.edge.card_store import load_place
from tests.app.cardbox import Box
from tests.conftest import ROOT

CARD = "mem_aaaaaaaaaaaa"
PACKAGE = ROOT / "ofttold"
GATE = PACKAGE / "core" / "cards" / "gate.py"


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    monkeypatch.setenv("OFTTOLD_NOW", "")
    made = Box(tmp_path)
    text = "---\ntitle: 蓝鲸观察站\nsummary: 海边\ntopic: 海\nrevision: 1\n---\n正文\n"
    made.write(made.personal, f"{CARD}.md", text)
    made.write(made.personal, "other.md", f"---\ntitle: 起点\nlinks: [{CARD}]\n---\n")
    return made


Entry = Callable[[Desk, Box], object]


def shows(answer: object) -> bool:
    return bool(answer)


def links(desk: Desk, box: Box) -> object:
    del box
    start = next(one for one in load_place(desk.places[-1])[0] if one.card.title == "起点")
    return card_read.find_links(desk, start.card, "read")


def recall(desk: Desk, box: Box) -> object:
    asked = Asked("蓝鲸观察站", cwd=desk.cwd, budget_ms=60_000)
    (box.memory / "ofttold.toml").write_text("[cards]\ndeadline_ms = 60000\n")
    return recall_for_prompt(str(box.memory), asked)


ENTRIES: dict[str, Entry] = {
    "recall": recall,
    "search": lambda desk, _: search(desk, "蓝鲸观察站").results,
    "search for all": lambda desk, _: search(desk, "蓝鲸观察站", include_all=True).results,
    "read": lambda desk, _: card_read.read(desk, CARD),
    "read as a person": lambda desk, _: card_read.read_as_person(desk, CARD),
    "links": links,
    "list": lambda desk, _: card_read.list_cards(desk).cards,
    "list all": lambda desk, _: card_read.list_cards(desk, include_all=True).cards,
    "save": lambda desk, _: save(desk, Wish(id=CARD, body="x")),
    "suggest": lambda desk, _: card_suggest.suggest(
        desk, Wish(title="y", id=CARD, scope="personal")
    ),
    "keep": lambda desk, _: card_suggest.keep_imported(desk, CARD),
    "undo": lambda desk, _: undo(desk, CARD),
    "forget": lambda desk, _: forget(desk, CARD),
    "purge": lambda desk, _: forget(desk, CARD, purge=True),
    "topic": lambda desk, _: card_move.topic(desk, "海"),
    "topic's winner": lambda desk, _: card_move.topic(desk, "海", winner=CARD),
    "edit": lambda desk, _: find_for_edit(desk, CARD),
    "why": lambda desk, _: card_why.explain(desk, "蓝鲸观察站").result,
}


def close_the_gate(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the gate say "gone" to all, in every module that asks it; gives the purposes asked for."""
    asked: list[str] = []

    def gone(card: Judged | None, runtime: Runtime, purpose: str, now: datetime | None) -> Verdict:
        del card, runtime, now
        asked.append(purpose)
        return Verdict(GONE, 1, "gate.gone")

    for path in modules():
        name = "ofttold." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        if "eligibility" in imported_names(path) and path != GATE:
            monkeypatch.setattr(f"{name}.eligibility", gone)
    return asked


@pytest.mark.parametrize("name", ENTRIES)
def test_with_the_gate_open_the_card_comes(box: Box, name: str) -> None:
    assert shows(ENTRIES[name](box.desk(), box))


@pytest.mark.parametrize("name", ENTRIES)
def test_with_the_gate_closed_no_way_leads_to_it(
    box: Box, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = close_the_gate(monkeypatch)
    before = {path: data for path, data in box.files().items() if path.endswith(".md")}
    try:
        answer = ENTRIES[name](box.desk(), box)
    except CardRefusal as refusal:
        answer = None
        assert refusal.status == "gone"
    assert not shows(answer)
    assert asked
    assert {path: data for path, data in box.files().items() if path.endswith(".md")} == before


def test_archived_cards_come_only_by_the_ways_made_for_them(box: Box) -> None:
    forget(box.desk(), CARD)
    for name, entry in ENTRIES.items():
        if name in ("list", "list all", "purge"):
            continue
        try:
            answer = entry(box.desk(), box)
        except CardRefusal as refusal:
            assert refusal.status == "gone"
        else:
            assert not shows(answer), name
    assert card_read.read_cold(box.desk(), CARD).body == "正文"
    assert card_archive.restore(box.desk(), CARD).changed


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imported_names(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def decides_by(path: Path, attributes: set[str]) -> list[str]:
    """List comparisons of a card's judged attributes in a module."""
    compared = (
        n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Compare)
    )
    return [
        f"{path.name}:{node.lineno}"
        for node in compared
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute) and inner.attr in attributes
    ]


def test_conditions_are_judged_in_the_gate_alone() -> None:
    users = [path for path in modules() if "judge" in imported_names(path)]
    assert users == [GATE]


# What may look at a judged attribute without deciding on use: reading the file, changing the very
# attribute, showing it.
MAY_COMPARE = {
    "gate.py", "card.py", "saving.py", "card_suggest.py", "card_answers.py",
}  # fmt: skip


def test_no_other_module_compares_what_the_gate_judges() -> None:
    attributes = {"imported", "review", "superseded", "applicability", "learned", "archived"}
    deciding = {
        place
        for path in modules()
        if path.name not in MAY_COMPARE and ("card" in path.name or path.parent.name == "cards")
        for place in decides_by(path, attributes)
    }
    assert not deciding
