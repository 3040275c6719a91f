"""What a hook loads to judge anchors, while a person waits."""

from __future__ import annotations

import subprocess
import sys

COSTLY = (
    "dataclasses pathlib typing hashlib tomllib filelock platformdirs logging subprocess tempfile"
)
PROGRAM = """
import sys
before = set(sys.modules)
from ofttold.core.ritual import anchors, mentions, weights
print(*sorted((set(sys.modules) - before) & set(sys.argv[1].split())))
"""


def test_anchors_mentions_and_weights_load_nothing_that_costs_milliseconds() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, COSTLY], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
