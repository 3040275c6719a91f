"""The two tools from outside, through the SDK's own client, in every mode it has."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client

from tests.mcp.conftest import MEMORY, RELATIONSHIP
from tests.mcp.outside import ERAS, MODES, Mode, parameters, text_of

NOW = "2026-11-30T10:00:00+08:00"
Said = list[tuple[bool, str]]


def call_all(folder: Path, mode: Mode, *calls: tuple[str, dict[str, object]]) -> Said:
    async def run() -> Said:
        said = []
        async with Client(parameters(folder, OFTTOLD_NOW=NOW), mode=mode) as client:
            for name, arguments in calls:
                result = await client.call_tool(name, arguments)
                said.append((bool(result.is_error), text_of(result)))
        return said

    return anyio.run(run)


@pytest.mark.parametrize("mode", MODES)
def test_a_note_is_written_and_its_place_is_told(folder: Path, mode: Mode) -> None:
    said = call_all(
        folder,
        mode,
        ("remember_note", {"text": "风铃·挂在窗外"}),
        ("remember_note", {"text": "风铃·挂在窗外", "where": "oft-told"}),
        ("remember_note", {"text": "买钉子", "where": "todo"}),
    )
    assert [refused for refused, _ in said] == [False, False, False]
    line = "- **风铃·挂在窗外** → `2026-11-30`"
    text = (folder / "memory.md").read_text("utf-8")
    assert text.count(line) == 1
    place = text.splitlines().index(line) + 1
    assert f"memory.md:{place}" in said[0][1]
    assert f"memory.md:{place}" in said[1][1]
    assert "- [ ] 买钉子（2026-11-30）" in text
    assert text.replace(line + "\n", "").replace("- [ ] 买钉子（2026-11-30）\n", "") == MEMORY


@pytest.mark.parametrize("mode", ERAS)
def test_the_live_line_is_changed_or_the_word_refused(folder: Path, mode: Mode) -> None:
    said = call_all(
        folder,
        mode,
        ("remember_emotion", {"word": "好奇"}),
        ("remember_emotion", {"word": "好奇心"}),
        ("remember_emotion", {}),
    )
    assert [refused for refused, _ in said] == [False, True, True]
    assert "好奇" in said[1][1]
    assert (folder / "relationship.md").read_text("utf-8") == RELATIONSHIP.replace(
        "此刻：平静", "此刻：好奇"
    )


@pytest.mark.parametrize("mode", ERAS)
def test_what_was_not_written_is_never_called_noted(folder: Path, mode: Mode) -> None:
    (folder / "memory.md").unlink()
    (folder / "relationship.md").unlink()
    said = call_all(
        folder,
        mode,
        ("remember_note", {"text": "风铃·挂在窗外"}),
        ("remember_note", {"text": "  "}),
        ("remember_emotion", {"word": "平静"}),
    )
    assert [refused for refused, _ in said] == [True, True, True]
    assert "scaffold" in said[0][1]
    assert not (folder / "memory.md").exists()
    assert not (folder / "relationship.md").exists()
