"""Git as it is called: never asking, and with the line of its complaint that helps."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from ofttold.edge import gitcall
from ofttold.edge.git import Repository, open_repository, run_git
from tests.app.repositories import git, name_the_person


def test_the_examples_in_docstrings_are_true() -> None:
    result = doctest.testmod(gitcall)
    assert result.attempted and not result.failed


@pytest.mark.parametrize(
    ("complaint", "cause"),
    [
        ("", ""),
        ("hint: nothing else\n", ""),
        ("fatal: no upstream\nhint: set one\n", "no upstream"),
        ("warning: odd\nno way\n", "no way"),
        (
            "remote: x\nTo a.git\n ! [remote rejected] main -> main (hook)\nerror: failed",
            "main -> main (hook)",
        ),
    ],
)
def test_the_cause_is_the_line_that_names_it(complaint: str, cause: str) -> None:
    assert gitcall.name_cause(complaint) == cause


def test_a_monitor_or_editor_a_repository_names_is_never_run(tmp_path: Path) -> None:
    name_the_person()
    git(tmp_path, "init", "-q")
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{tmp_path}/sprung'\n")
    trap.chmod(0o755)
    for key in ("core.fsmonitor", "core.editor", "core.askPass"):
        git(tmp_path, "config", key, str(trap))
    (tmp_path / "a").write_text("x")
    gitcall.call_git(str(tmp_path), "add", "a")
    gitcall.call_git(str(tmp_path), "commit", "--quiet", "-m", "x")
    gitcall.call_git(str(tmp_path), "status")
    assert not (tmp_path / "sprung").exists()


def test_variables_of_another_repository_do_not_lead_astray(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "elsewhere" / "index"))
    answer = gitcall.call_git(str(tmp_path), "rev-parse", "--git-dir")
    assert answer.out == b".git\n"


def test_a_folder_that_is_gone_is_an_answer_for_the_memory_folder_and_a_refusal_for_sharing(
    tmp_path: Path,
) -> None:
    gone = str(tmp_path / "gone")
    answer = gitcall.call_git(gone, "status")
    assert answer.code and answer.said == "No such file or directory"
    with pytest.raises(gitcall.GitFailed):
        run_git(Repository(gone, gone, gone), "status")


def test_a_git_that_the_repository_brings_along_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "git"
    own.write_text("#!/bin/sh\nexit 0\n")
    own.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(gitcall.NoGit):
        run_git(Repository(str(tmp_path), str(tmp_path), str(tmp_path)), "status")


def test_both_ways_of_calling_leave_the_same_out_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q")
    for name in ("GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    repository = open_repository(str(tmp_path))
    asked = ("rev-parse", "--git-path", "objects")
    for answer in (gitcall.call_git(str(tmp_path), *asked), run_git(repository, *asked)):
        assert answer.out == b".git/objects\n"
