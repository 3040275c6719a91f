"""The ritual folder as the index sees it: what is too large to load is not searched either."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofttold.app.context import open_memory
from ofttold.app.ritual_index import ritual_sources
from ofttold.edge.snapshots import LIMIT_BYTES
from tests.app.folders import make_folder

DAY = "2026-11-29.md"


@pytest.mark.parametrize("name", ["index.md", "detours.md", f"diary/{DAY}"])
@pytest.mark.parametrize("over", [0, 1])
def test_a_file_over_the_limit_is_left_out_of_the_search(
    name: str, over: int, tmp_path: Path
) -> None:
    folder = make_folder(tmp_path / "m", diary={DAY: "whale\n"})
    (folder / name).write_bytes(b"x" * (LIMIT_BYTES + over))
    memory = open_memory(str(folder), look_around=False)
    listed = {file[0] for source in ritual_sources(memory) for file in source.files}
    assert (Path(name).name in listed) is (over == 0)
