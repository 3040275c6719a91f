"""What ``make bench`` writes into its page: between the marks, and nothing else."""

from __future__ import annotations

from pathlib import Path

from bench.run import BARS, PAGE, Bench, write_page


def test_a_run_is_written_between_the_marks_and_again_over_itself(tmp_path: Path) -> None:
    bench = Bench(Path("python"), tmp_path, 21)
    bench.bares = [15.2, 9.9]
    bench.say("2026-11-30  a machine")
    bench.note("prompt, nothing to say", 1.75)
    page = PAGE.read_text(encoding="utf-8")
    once = write_page(page, bench, pepys=False)
    assert "took 10 to 15 ms in this run:\n\n```\n2026-11-30  a machine\n" in once
    assert f"bar {BARS['prompt, nothing to say']:g}\n```\n\n<!-- speed: end -->" in once
    assert write_page(once, bench, pepys=False) == once
    begin, end = "<!-- speed: begin", "<!-- speed: end -->"
    assert once.partition(begin)[0] == page.partition(begin)[0]
    assert once.partition(end)[2] == page.partition(end)[2]


def test_every_row_of_the_page_is_a_bar_that_is_measured() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = page.partition("<!-- speed: begin")[2].partition("<!-- speed: end -->")[0]
    figures = [line.partition("   bar ")[0] for line in rows.splitlines() if "   bar " in line]
    named = {figure.rpartition(" ")[0].strip() for figure in figures}
    assert named == set(BARS)
