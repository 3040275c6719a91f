"""Sharing at scale: what a pull reads of a full shelf, counted by every file that is opened."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench import share


@pytest.mark.parametrize("count", [40, pytest.param(share.CARDS, marks=pytest.mark.slow)])
def test_a_pull_of_one_changed_card_opens_that_one_file_of_the_shelf(
    tmp_path: Path, count: int
) -> None:
    found = share.measure_pull(Path(sys.executable), share.Shared(tmp_path, count))
    assert found[share.PULL] == 1
