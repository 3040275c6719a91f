"""Under ``--format json`` every refusal is one object on standard output, whatever the command."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ofttold.app.configure import switch
from ofttold.cli.main import root
from ofttold.core.errors import BUG, REFUSED, USAGE
from tests.app.cardbox import Box


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    box = Box(tmp_path)
    monkeypatch.setenv("OFTTOLD_DIR", str(box.memory))
    monkeypatch.chdir(box.repo)
    return box


def refused(*words: str) -> tuple[dict[str, Any], int]:
    """Run a command as JSON; give its one object and its exit status."""
    done = CliRunner().invoke(root, [*words, "--format", "json"])
    assert done.stderr == "", done.stderr
    answer = json.loads(done.stdout)
    assert isinstance(answer, dict), answer
    return answer, done.exit_code


@pytest.mark.parametrize(
    ("words", "status", "error"),
    [
        ("card read mem_aaaaaaaaaaaa", "gone", "card_gone"),
        ("card undo mem_aaaaaaaaaaaa", "gone", "card_gone"),
        ("card forget mem_aaaaaaaaaaaa", "gone", "card_gone"),
        ("card move mem_aaaaaaaaaaaa", "gone", "card_gone"),
        ("card read --archived mem_aaaaaaaaaaaa", "cold_missing", "cold_missing"),
        ("card keep sug_aaaaaaaaaaaa", "gone", "suggestion_gone"),
        ("card ignore sug_aaaaaaaaaaaa", "gone", "suggestion_gone"),
        ("card save --id mem_aaaaaaaaaaaa --title x", "gone", "card_gone"),
        ("card save --title x --condition nope=1", "", "unknown_condition"),
        ("card search x --task nope=1", "", "unknown_task_key"),
        ("share propose mem_aaaaaaaaaaaa", "gone", "card_gone"),
        ("share submit mem_aaaaaaaaaaaa", "", "no_commit_yet"),
        ("share promote mem_aaaaaaaaaaaa", "gone", "card_gone"),
        ("project here --adopt nobody", "", "no_such_desk"),
        ("task set nope=1", "", "unknown_task_key"),
        ("config set nope 1", "", "unlike_any_setting"),
        ("why nobody", "", "not_in_block"),
        ("emotion 惬意", "", "no_relationship_file"),
    ],
)
def test_a_refusal_is_one_object_with_the_word_a_tool_would_answer(
    words: str, status: str, error: str, box: Box
) -> None:
    answer, code = refused(*words.split())
    assert (answer["status"], answer["error"], code) == (status, error, REFUSED), answer
    assert answer["changed"] is False
    plain = CliRunner().invoke(root, words.split())
    assert plain.exit_code == code and plain.stdout == ""
    assert plain.stderr.startswith(answer["message"])
    assert (not answer["hint"]) or answer["hint"] in plain.stderr


def test_a_switched_off_memory_says_so_with_all_its_fields(box: Box) -> None:
    switch(box.desk(), off=True, everywhere=True)
    answer, code = refused("card", "search", "x")
    assert code == REFUSED and answer["status"] == answer["error"] == "memory_disabled"
    assert (answer["id"], answer["needsScope"], answer["changed"]) == ("", True, False)


def test_a_folder_that_is_no_project_needs_context(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(box.plain)
    answer, _ = refused("card", "save", "--title", "x")
    assert (answer["status"], answer["error"]) == ("needs_context", "no_project")


@pytest.mark.parametrize(
    "words",
    [
        "card read",
        "card nonsense",
        "card save --nope x",
        "card save --scope nowhere",
        "card save --title",
        "card search x --limit many",
        "card save --body a --body-file b",
        "nonsense",
        "--nope card list",
    ],
)
def test_a_usage_error_is_one_object_too(words: str, box: Box) -> None:
    answer, code = refused(*words.split())
    assert (answer["status"], answer["error"], code) == ("", "usage", USAGE)
    assert answer["message"] and answer["hint"].endswith("--help")


def test_a_fault_of_ours_is_one_object_that_names_its_report(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("ofttold.cli.cards.list_cards", broken)
    answer, code = refused("card", "list")
    assert (answer["error"], code) == ("bug", BUG) and "planted" in answer["message"]


def test_words_of_a_persons_text_are_no_option(box: Box) -> None:
    done = CliRunner().invoke(root, ["emotion", "--", "--format=json"])
    assert done.exit_code == REFUSED and done.stdout == "" and done.stderr


def test_near_titles_stay_one_object_and_a_refusal(box: Box) -> None:
    assert CliRunner().invoke(root, ["card", "save", "--title", "前端 API 地址"]).exit_code == 0
    answer, code = refused("card", "save", "--title", "后端 API 地址")
    assert code == REFUSED and answer["needsResolution"] is True


def test_outside_every_memory_folder_the_refusal_is_an_object_as_well(
    box: Box, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("OFTTOLD_DIR")
    monkeypatch.chdir(box.plain)
    subprocess.run(["git", "init", "-q", "."], check=True)
    answer, code = refused("card", "list")
    assert code == REFUSED and answer["error"] and answer["message"]
