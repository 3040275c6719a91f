"""A glossary that is odd or broken: search and recall go on, and it is said where a person reads."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from ofttold.app.card_check import glossary_findings
from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.app.checks import run_check
from ofttold.app.configure import set_setting
from ofttold.app.recall import Asked, recall_for_prompt
from ofttold.cli.main import root
from ofttold.core.cards.saving import Wish
from ofttold.core.search.glossary import MOST_GROUPS, read_glossary
from ofttold.core.search.query import parse_query
from tests.app.cardbox import Box


def _text(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text, "utf-8")


MANY = "".join(f"词条甲{n} = 另一说法{n}\n" for n in range(10_000))
ODD: dict[str, tuple[Callable[[Path], object], set[str]]] = {
    "a folder": (lambda path: path.mkdir(), {"glossary_unread"}),
    "a pipe": (lambda path: os.mkfifo(path), {"glossary_unread"}),
    "a dead link": (lambda path: path.symlink_to("nowhere"), {"glossary_unread"}),
    "a link to itself": (lambda path: path.symlink_to(path.name), {"glossary_unread"}),
    "another encoding": (
        lambda path: path.write_bytes("香蕉 = 支付\n".encode("gbk")),
        {"glossary_not_utf8"},
    ),
    "wrong kinds": (_text("a = {b = 1}\nx = [[1, 2], 3]\ny = []\n"), {"glossary_line"}),
    "no equals sign": (_text("香蕉\n"), {"glossary_line"}),
    "empty sides": (_text('= b\na =\nc = ""\n"" = d\n'), {"glossary_line"}),
    "the same on both sides": (_text("支付 = 支付\nship = Ships\n"), {"glossary_same"}),
    "no words": (_text("!!! = ???\n"), {"glossary_same"}),
    "a circle": (_text("a = b\nb = c\nc = a\n"), set()),
    "a key twice": (_text("a = b\na = c\n"), set()),
    "ten thousand lines": (_text(MANY), {"glossary_many", "glossary_large"}),
    "one endless line": (_text("a" * 1_000_000), {"glossary_large"}),
    "brackets": (_text("a = " + "[" * 200_000), {"glossary_line"}),
    "equals signs": (_text("a=" * 100_000), {"glossary_line"}),
    "quotes": (_text('a = "b\n' * 1000), set()),
}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links need POSIX")
@pytest.mark.parametrize("odd", ODD)
def test_search_and_recall_go_on_and_the_person_is_told(odd: str, box: Box) -> None:
    set_setting(box.desk().memory, "cards.deadline_ms", "60000")
    save(box.desk(), Wish(title="蓝鲸观察站", summary="每周四看海"))
    lay, codes = ODD[odd]
    lay(box.memory / "glossary.toml")
    begun = time.process_time()
    asked = Asked("蓝鲸观察站几点开", cwd=str(box.repo), session="s", budget_ms=60_000)
    recalled = recall_for_prompt(str(box.memory), asked)
    assert "每周四看海" in recalled and "glossary" not in recalled
    assert time.process_time() - begun < 1  # s; a hook waits
    found = search(box.desk(), "蓝鲸", budgeted=False)
    assert len(found.results) == 1
    assert {one.code for one in found.broken} == codes
    assert {one.code for one in run_check(box.desk().memory)} >= codes
    assert search(box.desk(), "蓝鲸").broken == ()  # what a tool answers is for the agent
    for one in glossary_findings(str(box.memory)):
        assert all(one.message(lang) for lang in ("zh", "en"))


def test_the_command_says_the_first_and_where_the_others_are(box: Box) -> None:
    save(box.desk(), Wish(title="蓝鲸观察站", scope="personal"))
    (box.memory / "glossary.toml").write_text("没有等号\n" * 40, "utf-8")
    done = CliRunner().invoke(root, ["card", "search", "蓝鲸", "--dir", str(box.memory)])
    told = done.stderr.splitlines()
    assert done.exit_code == 0 and "蓝鲸观察站" in done.stdout
    assert told[0].startswith("glossary.toml:1: glossary_line:")
    assert told[-1] == "还有 28 处：ofttold check"


@pytest.mark.parametrize(
    ("line", "query", "wanted"),
    [
        ("香蕉计划 ＝ 支付系统重构", "香蕉计划", "支付"),
        ("ship ＝ [deploy，release]", "ship", "releas"),
        ("ＳＨＩＰ = deploy", "ship", "deploy"),
        ("café = coffee", "café", "coffe"),
        ("後端 = 服务", "后端", "服务"),
        ("went = 去过", "go", "去过"),
        ("甲 = 乙 = 丙", "丙", "甲"),
    ],
)
def test_what_people_type_for_an_equals_sign_counts(line: str, query: str, wanted: str) -> None:
    found = parse_query(query, today=None, glossary=read_glossary(line), stop_words_alone=False)
    assert any(wanted in str(one.alternatives) for one in found.expansions), found.expansions


def test_a_full_glossary_is_read_in_what_a_hook_can_spare() -> None:
    text = "".join(f"word{n} term{n} = 词条甲{n}\n" for n in range(MOST_GROUPS))
    begun = time.process_time()
    parse_query("词条甲77怎么说", today=None, glossary=read_glossary(text), stop_words_alone=False)
    assert time.process_time() - begun < 0.25  # s
