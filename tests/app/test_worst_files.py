"""Texts made to take long take time by their length, not by its square, and few seconds at most."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app.checks import run_check
from ofttold.app.context import open_memory
from ofttold.app.inject import fresh_block

OFT = "## Oft-told\n\n"
# kind: a memory.md of n pieces, and the n that takes some tenth of a second
KINDS: dict[str, tuple[Callable[[int], str], int]] = {
    "headings": (lambda n: "# Hard rules\n" + "# h\n" * n, 2_000),
    "headings of one name": (lambda n: "# Hard rules\n- a\n" * n, 1_000),
    "lists": (lambda n: OFT + "- a\n\ntext\n\n" * n, 1_000),
    "items": (lambda n: OFT + "- a\n" * n, 2_000),
    "anchors": (lambda n: OFT + "".join(f"- **a{i}** → `x`\n" for i in range(n)), 2_000),
    "brackets": (lambda n: OFT + "- " + "[" * n + "\n", 80_000),
    "angles": (lambda n: OFT + "- " + "<" * n + "\n", 80_000),
    "wrappers": (lambda n: OFT + "- " + "[/oft-told" * n + "\n", 8_000),
    "comments in blocks": (lambda n: OFT + "<!-- x -->\n" * n, 2_000),
    "comments in items": (lambda n: OFT + "- a <!-- x -->\n" * n, 1_000),
    "comments in a line": (lambda n: OFT + "- " + "<!--x-->" * n + "\n", 10_000),
    "fences": (lambda n: OFT + "```\n" * n, 8_000),
    "arrows": (lambda n: OFT + "- **a** " + "→ `x` " * n + "\n", 8_000),
    "marks": (lambda n: OFT + "- " + "*a_" * n + "\n", 20_000),
    "ticks": (lambda n: OFT + "- " + "`" * n + "\n", 80_000),
    "links": (lambda n: OFT + "- " + "[a](" * n + "\n", 40_000),
    "backslashes": (lambda n: OFT + "- " + "\\" * n + "\n", 80_000),
}


def seconds(folder: Path, text: str) -> float:
    """Give the CPU seconds of the block and the check-up, both from nothing."""
    (folder / "memory.md").write_text(text, "utf-8")
    gc.collect()
    gc.disable()  # what the tests before left behind is not this text's cost
    try:
        begun = time.process_time()
        fresh_block(str(folder), use_cache=False)
        run_check(open_memory(str(folder), look_around=False))
        return time.process_time() - begun
    finally:
        gc.enable()


@pytest.mark.parametrize("kind", KINDS)
def test_four_times_the_text_takes_about_four_times_as_long(kind: str, tmp_path: Path) -> None:
    make, n = KINDS[kind]
    seconds(tmp_path, OFT)  # what is imported first
    once = min(seconds(tmp_path, make(n)) for _ in range(2))
    fourfold = min(seconds(tmp_path, make(4 * n)) for _ in range(2))
    assert fourfold < 11 * once + 0.15, (once, fourfold)  # 16 were the square


def yardstick() -> float:
    """Give the CPU seconds of a plain loop: a fifth of a second or so on an idle machine."""
    begun = time.process_time()
    sum(n & 7 for n in range(4_000_000))
    return time.process_time() - begun


def test_the_longest_line_of_arrows_takes_no_longer_than_some_plain_loops(tmp_path: Path) -> None:
    seconds(tmp_path, OFT)
    taken = min(seconds(tmp_path, OFT + "- **a** " + "→ `x` " * 60_000 + "\n") for _ in range(2))
    assert taken < 10 * min(yardstick() for _ in range(3)), taken
