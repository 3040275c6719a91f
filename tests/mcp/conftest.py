from __future__ import annotations

from pathlib import Path

import pytest

MEMORY = """## 常被提起

- **大肥鱼·是蓝鲸只是圆润** → `2026-11-18`

## 我是谁

- 守塔人

## 硬约定

- 不改别人的手写行

## 待办

- [ ] 回那封信（2026-11-18）
"""
RELATIONSHIP = """## 情绪词表

- 平静
- 好奇

## 情绪缓存区

此刻：平静
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small memory folder, kept in Chinese."""
    made = tmp_path / "记忆 folder"
    (made / "diary").mkdir(parents=True)
    (made / "memory.md").write_text(MEMORY, "utf-8")
    (made / "relationship.md").write_text(RELATIONSHIP, "utf-8")
    (made / "diary" / "2026-11-29.md").write_text("大肥鱼上墙了。\n\n情绪：好奇\n", "utf-8")
    return made
