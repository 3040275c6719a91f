"""From a host's prompt to the card text, through the real hook process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ofttold.app.card_save import save
from ofttold.app.recall_entry import may_have_cards
from ofttold.core.cards.saving import Wish
from tests.app.cardbox import Box


def hook(box: Box, host: str, prompt: str, **payload: str) -> str:
    """Run the hook as the host would; give what it prints."""
    given = {
        "session_id": "s1",
        "hook_event_name": "UserPromptSubmit",
        "cwd": str(box.repo),
        "prompt": prompt,
        **payload,
    }
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "ofttold",
            "hook",
            "prompt",
            "--host",
            host,
            "--dir",
            str(box.memory),
        ],
        input=json.dumps(given, ensure_ascii=False),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "OFTTOLD_NOW": "2026-11-30T10:00:00+08:00"},
    )
    return done.stdout


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini", "copilot"])
def test_a_hosts_prompt_brings_the_card_in_the_hosts_shape(box: Box, host: str) -> None:
    save(box.desk(), Wish(title="蓝鲸观察站", summary="每周四看海"))
    for _ in range(6):  # a busy machine may let the hook's own time run out; then it says nothing
        said = hook(box, host, "蓝鲸观察站什么时候开", session_id=os.urandom(4).hex())
        if "contextId" in said:
            break
    assert len(said.splitlines()) == 1
    answer = json.loads(said)
    text = answer.get("additionalContext") or answer["hookSpecificOutput"]["additionalContext"]
    assert "蓝鲸观察站: 每周四看海 · mem_" in text
    told = host in ("claude-code", "codex", "gemini")
    line = answer.get("systemMessage", "")
    assert line.startswith("memory · 命中 1 条 · 引用 ") == told


def test_beside_a_block_as_long_as_the_cut_the_cards_wait_for_the_next_prompt(box: Box) -> None:
    """The block comes late, with the first prompt; the card comes with the second."""
    rows = "".join(f"- {'鲸' * 60} {n}\n" for n in range(160))
    (box.memory / "memory.md").write_text(f"## 硬约定\n\n{rows}", encoding="utf-8")
    (box.memory / "ofttold.toml").write_text('lang = "zh"\nmax_chars = 8950\n')
    save(box.desk(), Wish(title="蓝鲸观察站", summary="每周四看海" * 20, scope="personal"))
    for _ in range(6):  # a busy machine may let the hook's own time run out; then it says nothing
        session = os.urandom(4).hex()
        first = hook(box, "claude-code", "蓝鲸观察站什么时候开", session_id=session)
        second = hook(box, "claude-code", "蓝鲸观察站几点关", session_id=session)
        if "硬约定" in first and "mem_" in second:
            break
    assert "硬约定" in first and "mem_" not in first and "systemMessage" not in first
    assert "每周四看海" in second


def test_a_prompt_that_no_card_answers_brings_no_card(box: Box) -> None:
    save(box.desk(), Wish(title="蓝鲸观察站", summary="每周四看海"))
    for prompt in ("今天天气不错", "/compact 蓝鲸观察站"):
        said = hook(box, "codex", prompt, session_id=os.urandom(4).hex())
        assert "ctx_" not in said, "a recall ends with a context; a first turn's list does not"


def test_cards_are_looked_for_only_where_there_can_be_some(box: Box, tmp_path: Path) -> None:
    assert not may_have_cards(str(box.memory), str(box.plain))
    (box.repo / ".ai").mkdir()
    (box.repo / "src").mkdir()
    assert may_have_cards(str(box.memory), str(box.repo / "src"))
    assert not may_have_cards(str(box.memory), str(tmp_path))
    (box.memory / "cards").mkdir()
    assert may_have_cards(str(box.memory), str(tmp_path))
