"""Automatic recall: what comes, what never comes, and that it leaves no trace in the folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.app.configure import set_setting, switch
from ofttold.app.first_turn import first_turn
from ofttold.app.recall import Asked, recall_for_prompt
from ofttold.core.cards.saving import Wish
from ofttold.edge.sessions import SessionRecord, read_entries, record_path
from tests.app.cardbox import START, Box

LONG_MS = 60_000


def ask(box: Box, prompt: str, *, session: str = "s", cwd: Path | None = None, transcript: str = "",
        budget_ms: int = LONG_MS, room: Callable[[str], bool] | None = None) -> str:  # fmt: skip
    asked = Asked(
        prompt,
        cwd=str(cwd or box.repo),
        host="codex",
        session=session,
        transcript=transcript,
        now_s=box.desk().memory.now.timestamp(),
        budget_ms=budget_ms,
        room=room,
    )
    return recall_for_prompt(str(box.memory), asked)


@pytest.fixture
def full(box: Box) -> Box:
    """Give a box with patience and a few cards."""
    set_setting(box.desk().memory, "cards.deadline_ms", str(LONG_MS))
    save(box.desk(), Wish(title="蓝鲸观察站", summary="每周四看海", body="望远镜在二楼"))
    save(box.desk(), Wish(title="提交信息", summary="一律用英文", scope="personal"))
    return box


def test_a_message_that_is_to_the_point_brings_the_card(full: Box) -> None:
    text = ask(full, "蓝鲸观察站什么时候开")
    head, line, foot = text.splitlines()
    assert head.startswith("[oft-told 卡片]") and "不是本轮的指令" in head
    assert line.startswith("蓝鲸观察站: 每周四看海 · mem_") and line.endswith(" [draft]")
    assert foot.startswith("contextId: ctx_") and foot.endswith("[/oft-told]")
    assert "望远镜" not in text
    assert "[全局] 提交信息: 一律用英文 · mem_" in ask(full, "提交信息怎么写")


@pytest.mark.parametrize(
    "prompt", ["今天天气不错", "write a haiku about tea", "望远镜在哪", "", "?"]
)
def test_what_is_not_to_the_point_brings_nothing_at_all(full: Box, prompt: str) -> None:
    assert ask(full, prompt) == ""


def test_a_card_comes_once_a_session_unless_it_changes(full: Box) -> None:
    assert ask(full, "蓝鲸观察站什么时候开")
    assert ask(full, "蓝鲸观察站在哪一层") == ""
    assert ask(full, "蓝鲸观察站在哪一层", session="t")
    save(full.desk(), Wish(title="蓝鲸观察站", summary="改到周五"))
    assert "改到周五" in ask(full, "那么蓝鲸观察站呢")


def test_the_same_text_again_does_nothing(full: Box) -> None:
    assert ask(full, "蓝鲸观察站什么时候开")
    save(full.desk(), Wish(title="蓝鲸观察站", summary="改到周五"))
    assert ask(full, "蓝鲸观察站什么时候开") == ""
    assert ask(full, "别的话") == ""
    assert ask(full, "蓝鲸观察站什么时候开")


@pytest.mark.parametrize(
    "entry", [{"e": "sent", "why": "clear"}, {"e": "sent", "why": "compact"}, {"e": "lost"}]
)
def test_what_the_host_lost_is_brought_again(full: Box, entry: dict[str, object]) -> None:
    assert ask(full, "蓝鲸观察站什么时候开")
    with SessionRecord("codex", "s") as record:
        record.append(entry)
    assert ask(full, "蓝鲸观察站什么时候开")  # the same words are a new message then
    assert ask(full, "蓝鲸观察站什么时候开") == ""


def test_many_cards_of_the_day_a_prompt_names_keep_no_card_that_is_meant_away(full: Box) -> None:
    full.set_time("2026-01-05T10:00:00+08:00")
    save(full.desk(), Wish(title="港口账本", summary="月份写全"))
    full.set_time(START)
    for number in range(40):
        save(full.desk(), Wish(title=f"杂事{number:02}号", summary=f"第{number}样", distinct=True))
    for prompt in ("今天的港口账本怎么写", "how is the 港口账本 written today"):
        text = ask(full, prompt, session=prompt[-5:])
        assert "港口账本: 月份写全" in text and "杂事" not in text


def test_what_found_no_room_beside_the_block_counts_as_not_said(full: Box) -> None:
    asked = "蓝鲸观察站什么时候开"
    assert ask(full, asked, room=lambda _: False) == ""
    entries = read_entries(record_path("codex", "s"))
    assert not any(entry.get("cards") for entry in entries)
    assert "每周四看海" in ask(full, asked)  # even the same words bring it now
    assert ask(full, asked) == ""


def test_where_one_of_two_cards_has_room_the_other_waits_for_the_next_prompt(full: Box) -> None:
    save(full.desk(), Wish(title="海报配色", summary="用深蓝"))
    save(full.desk(), Wish(title="海报尺寸", summary="用对开", distinct=True))
    asked = "海报配色和海报尺寸是什么"
    assert ask(full, asked, session="t").count("mem_") == 2
    first = ask(full, asked, room=lambda text: text.count("mem_") <= 1)
    second = ask(full, f"请问{asked}")
    assert first.count("mem_") == second.count("mem_") == 1
    assert all(word in first + second for word in ("用深蓝", "用对开"))


def test_it_writes_nothing_but_the_sessions_record(full: Box) -> None:
    before = full.files()
    stats = {path: path.stat().st_mtime_ns for path in full.memory.rglob("*")}
    ask(full, "蓝鲸观察站什么时候开")
    ask(full, "别的话")
    assert full.files() == before
    assert {path: path.stat().st_mtime_ns for path in full.memory.rglob("*")} == stats
    entries = read_entries(record_path("codex", "s"))
    assert [entry["e"] for entry in entries] == ["recall", "heard"]
    assert "蓝鲸" not in json.dumps(entries, ensure_ascii=False)


def test_without_a_session_nothing_counts_as_delivered(full: Box) -> None:
    assert ask(full, "蓝鲸观察站", session="") and ask(full, "蓝鲸观察站", session="")


def test_the_context_id_it_gives_is_taken_by_the_tools(full: Box) -> None:
    text = ask(full, "蓝鲸观察站什么时候开")
    context = text.split("contextId: ")[1].split()[0]
    assert search(full.desk(), "蓝鲸观察站", context=context).results


def test_the_gate_keeps_its_cards_back(full: Box) -> None:
    save(full.desk(), Wish(title="抹香鲸追踪", conditions={"targetOs": ("plan9",)}))
    save(full.desk(), Wish(title="座头鲸录音", conditions={"phase": ("plan",)}))
    full.write(full.personal, "u.md", "---\ntitle: 虎鲸食谱\nimported: unreviewed\n---\n")
    for prompt in ("抹香鲸追踪", "座头鲸录音", "虎鲸食谱"):
        assert ask(full, prompt) == ""


def test_a_topic_without_a_winner_stays_out_whole(full: Box) -> None:
    one = save(full.desk(), Wish(title="包管理用 pnpm", topic="包管理"))
    assert ask(full, "包管理用 pnpm 吗")
    save(full.desk(), Wish(title="改用 bun 了", topic="包管理", distinct=True))
    assert ask(full, "包管理用 pnpm 吗？", session="t") == ""
    from ofttold.app.card_move import topic

    topic(full.desk(), "包管理", winner=one.id)
    assert ask(full, "包管理用 pnpm 吗？！", session="t")


def test_another_projects_cards_do_not_come(full: Box) -> None:
    assert ask(full, "蓝鲸观察站", cwd=full.plain) == ""
    assert ask(full, "提交信息怎么写", cwd=full.plain)


@pytest.mark.parametrize("how", ["off", "everywhere", "tools"])
def test_switched_off_nothing_comes(full: Box, how: str) -> None:
    if how == "tools":
        set_setting(full.desk().memory, "cards.recall", "tools")
    else:
        switch(full.desk(), off=True, everywhere=how == "everywhere")
    assert ask(full, "蓝鲸观察站") == ""
    assert read_entries(record_path("codex", "s")) == []


@pytest.mark.parametrize(
    "text",
    ['[cards]\noff = "yes"\n', "[cards]\noff = 1\n", '[cards]\noff_projects = "app"\n', "cards = 7\n",
     "[cards\noff = true\n", "\xff"],
)  # fmt: skip
def test_a_switch_that_cannot_be_read_counts_as_off(full: Box, text: str) -> None:
    def brought(settings: bytes) -> tuple[str, str]:
        (full.memory / "ofttold.toml").write_bytes(settings)
        asked = Asked("蓝鲸观察站什么时候开", cwd=str(full.repo), budget_ms=LONG_MS)
        turn = first_turn(str(full.memory), str(full.repo))
        return recall_for_prompt(str(full.memory), asked), turn.text

    assert brought(text.encode("latin-1")) == ("", "")
    odd = f'lang = "zh"\n[cards]\ndeadline_ms = {LONG_MS}\nmax_personal = "x"\n'
    assert all("每周四看海" in one for one in brought(odd.encode()))


def test_past_its_deadline_it_gives_nothing_and_charges_nothing(full: Box) -> None:
    assert ask(full, "蓝鲸观察站什么时候开", budget_ms=0) == ""
    assert read_entries(record_path("codex", "s")) == []
    assert ask(full, "蓝鲸观察站什么时候开")


def transcript(tmp_path: Path, *rows: tuple[str, str]) -> str:
    path = tmp_path / "transcript.jsonl"
    lines = [json.dumps({"type": role, "content": text}, ensure_ascii=False) for role, text in rows]
    path.write_text("\n".join(lines))
    return str(path)


def test_a_message_that_only_goes_on_borrows_the_one_before(full: Box, tmp_path: Path) -> None:
    path = transcript(tmp_path, ("user", "看看蓝鲸观察站"), ("assistant", "提交信息写好了"))
    assert "蓝鲸观察站" in ask(full, "继续", transcript=path)
    assert ask(full, "go on", session="t") == ""


def test_a_message_without_an_act_looks_once_more_in_the_assistants_words(
    full: Box, tmp_path: Path
) -> None:
    path = transcript(tmp_path, ("user", "开始"), ("assistant", "先去蓝鲸观察站"))
    assert "蓝鲸观察站" in ask(full, "为什么是那边呢", transcript=path)
    assert ask(full, "把它改成别的", session="t", transcript=path) == ""


def test_an_article_in_a_question_is_no_act(full: Box, tmp_path: Path) -> None:
    path = transcript(tmp_path, ("user", "hello"), ("assistant", "先去蓝鲸观察站看看"))
    assert "蓝鲸观察站" in ask(full, "what is a whale?", transcript=path)


def test_a_file_that_changed_meanwhile_is_not_delivered_half_old(
    full: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ofttold.app import card_index

    def changed(self: card_index.CardIndex, found: object) -> bool:
        del self, found
        return True

    monkeypatch.setattr(card_index.CardIndex, "has_changed", changed)
    assert ask(full, "蓝鲸观察站") == ""
    assert read_entries(record_path("codex", "s")) == []


def test_an_index_that_cannot_be_kept_costs_time_and_nothing_else(
    full: Box, own_home: Path
) -> None:
    cache = own_home / ".cache" / "ofttold"
    shutil.rmtree(cache, ignore_errors=True)
    cache.parent.mkdir(exist_ok=True)
    cache.write_text("in the way")
    assert ask(full, "蓝鲸观察站")


def test_a_state_home_that_cannot_be_used_delivers_all_the_same(full: Box, own_home: Path) -> None:
    state = own_home / ".local" / "state" / "ofttold"
    shutil.rmtree(state, ignore_errors=True)
    state.parent.mkdir(parents=True, exist_ok=True)
    state.write_text("in the way")
    assert ask(full, "蓝鲸观察站")


def test_a_folder_without_cards_says_nothing(box: Box) -> None:
    assert ask(box, "蓝鲸观察站") == ""


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.text(max_size=300), st.text(max_size=600), st.text(max_size=60)), max_size=5
    ),
    st.sampled_from(["zh", "en"]),
)
def test_whatever_the_cards_say_the_final_text_stays_within_budget(
    tmp_path_factory: pytest.TempPathFactory, cards: list[tuple[str, str, str]], lang: str
) -> None:
    base = tmp_path_factory.mktemp("recall")
    os.environ["OFTTOLD_NOW"] = ""
    box = Box(base)
    (box.memory / "ofttold.toml").write_text(f'lang = "{lang}"\n[cards]\ndeadline_ms = {LONG_MS}\n')
    for title, summary, when in cards:
        wish = Wish(title=f"蓝鲸 {title}", summary=summary, when=when, distinct=True)
        save(box.desk(), wish)
    text = ask(box, "蓝鲸 " + " ".join(title for title, _, _ in cards), session="")
    assert len(text.encode()) <= 1200
    assert text.count("mem_") <= 3 or any("mem_" in part for card in cards for part in card)
    os.environ["OFTTOLD_NOW"] = ""


def test_the_path_imports_nothing_that_costs_milliseconds(full: Box, own_home: Path) -> None:
    ask(full, "蓝鲸观察站")
    time.sleep(0.3)
    ask(full, "蓝鲸观察站", session="")
    script = (
        "import sys, json; from ofttold.app.recall import Asked, recall_for_prompt;"
        f"text = recall_for_prompt({str(full.memory)!r}, Asked('蓝鲸观察站', cwd={str(full.repo)!r},"
        " host='codex', budget_ms=60000)); print(len(text), json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    length, _, modules = done.stdout.partition(" ")
    assert int(length) > 100
    heavy = {
        "dataclasses", "typing", "pathlib", "hashlib", "tomllib", "logging", "subprocess", "tempfile",
        "filelock", "platformdirs", "click", "ruamel.yaml", "markdown_it", "inspect",
    }  # fmt: skip
    assert heavy.isdisjoint(json.loads(modules))
