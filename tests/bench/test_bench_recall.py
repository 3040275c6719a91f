from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

DOCS = [
    {"id": "one", "text": "Deploy keys live in the vault.", "tags": ["deploy"], "group": "work"},
    {
        "id": "two",
        "text": "The harbour is closed on Monday.",
        "date": "2026-05-06",
        "group": "work",
    },
    {
        "id": "three",
        "text": "前端 API 地址在网关配置里。",
        "title": "前端 API 地址",
        "group": "home",
    },
]
QUERIES = [
    {"q": "where are the deploy keys", "gold": ["one"], "type": "exact", "group": "work"},
    {"q": "harbour on May 6", "gold": ["two"], "group": "work", "qdate": "2026-05-20"},
    {"q": "前端 API 地址是什么", "gold": ["three"], "group": "home"},
    {"q": "quarterback", "gold": ["one"], "group": "work"},
    {"q": "sing me a song about rain", "gold": []},
]
KEYS = [
    *("file", "n", "r1", "r3", "r5", "mrr"),
    *("injected_hit", "injected_right", "injected_unrelated", "p95_ms"),
]


def run(*paths: Path) -> tuple[list[str], list[dict[str, Any]]]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.recall", "--no-dictionary", *map(str, paths)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    return lines[: -len(paths)], [json.loads(line) for line in lines[-len(paths) :]]


def test_any_file_of_the_shape_ends_in_one_line_of_numbers(tmp_path: Path) -> None:
    cards, prompts = tmp_path / "cards.json", tmp_path / "prompts.json"
    cards.write_text(json.dumps({"docs": DOCS, "queries": QUERIES}), encoding="utf-8")
    prompts.write_text(
        json.dumps({"docs": [], "queries": [{"q": "deploy keys in the vault?", "gold": []}]})
    )
    text, lines = run(cards, prompts)
    assert text[0] == "zh-en dictionary: without"
    assert [list(line) for line in lines] == [KEYS, KEYS]
    first, second = lines
    assert (first["file"], first["n"]) == ("cards.json", 4)
    assert (first["r1"], first["r5"], first["mrr"]) == (0.75, 0.75, 0.75)
    assert (first["injected_hit"], first["injected_right"]) == (0.5, 1.0)
    assert first["injected_unrelated"] == 0.25  # the vault prompt, put to the work cards
    assert second["n"] == 2
    assert second["injected_unrelated"] == 0.5
    assert (second["r5"], second["p95_ms"]) == (None, None)


def test_a_file_alone_is_put_to_prompts_about_nothing(tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps({"docs": DOCS, "queries": QUERIES[:3]}), encoding="utf-8")
    _, (line,) = run(cards)
    assert line["injected_unrelated"] == 0.0
    assert line["r1"] == 1.0
