"""What the tests on app functions share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.cardbox import Box
from tests.app.sharebox import ShareBox


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    """Give a memory folder and a project; the clock is put back afterwards."""
    monkeypatch.setenv("OFTTOLD_NOW", "")
    return Box(tmp_path)


@pytest.fixture
def sharing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ShareBox:
    """Give a memory folder and a project with a first commit."""
    monkeypatch.setenv("OFTTOLD_NOW", "")
    return ShareBox(tmp_path)
