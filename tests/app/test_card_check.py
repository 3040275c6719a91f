"""The check-up of cards: each fault by its place, nothing where all is in order."""

from __future__ import annotations

from ofttold.app.card_check import card_findings
from ofttold.app.card_forget import forget
from ofttold.app.card_save import save
from ofttold.app.checks import run_check
from ofttold.core.cards.saving import Wish
from tests.app.cardbox import Box


def told(box: Box) -> list[tuple[str, str, bool]]:
    return [(one.place(), one.code, one.info) for one in card_findings(str(box.memory))]


def test_cards_in_order_say_nothing(box: Box) -> None:
    assert told(box) == []
    one = save(box.desk(), Wish(title="鲸"))
    forget(box.desk(), one.id)
    save(box.desk(), Wish(title="海", scope="personal"))
    assert told(box) == []


def test_each_fault_has_its_place(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="正文"))
    forget(box.desk(), one.id)
    archived = box.project / "archive" / f"{one.id}.md"
    archived.write_text(archived.read_text().replace("正文", "改过"))
    box.write(box.personal, "a.md", "---\ntitle: 一: 二\n---\n")
    box.write(box.personal, "b.md", "---\ntitle: x\nreview: shipped\n---\n")
    box.write(box.personal, "c.md", "---\ntitle: y\nscope: project\n---\n")
    box.write(box.memory, "glossary.toml", "香蕉 = 支付\n没有等号\n")
    assert told(box) == [
        ("cards/personal/a.md:2:9", "card_colon", False),
        ("cards/personal/b.md:3", "card_not_known", False),
        ("cards/personal/c.md:2", "card_scope", True),
        (f"cards/projects/{box.desk().owner}/archive/{one.id}.md", "card_cold_corrupt", False),
        ("glossary.toml:2", "glossary_line", False),
    ]
    codes = {finding.code for finding in run_check(box.desk().memory)}
    assert {"card_colon", "card_not_known", "card_cold_corrupt", "glossary_line"} <= codes
    messages = [
        one.message(lang) for one in card_findings(str(box.memory)) for lang in ("zh", "en")
    ]
    assert all(messages)
