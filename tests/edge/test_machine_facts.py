"""What is read of the machine, and that it is read only when asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ofttold.core.cards.conditions import KEYS, judge
from ofttold.edge.machine_facts import Facts


def facts(cwd: Path, root: str = "", **task: str) -> Facts:
    return Facts(str(cwd), root, lambda: task)


def test_what_holds_here_is_judged_ok(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/zsh")
    (tmp_path / "src").mkdir()
    here = facts(tmp_path / "src", str(tmp_path), phase="plan")
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}[sys.platform]
    wanted = {
        "targetOs": (system,),
        "shell": ("zsh",),
        "machine": (os.uname().nodename if os.name != "nt" else os.environ["COMPUTERNAME"],),
        "runtime": (f"python{sys.version_info.major}.{sys.version_info.minor}",),
        "projectRoot": (str(tmp_path),),
        "pathPrefix": ("src",),
        "phase": ("plan",),
    }
    for key, values in wanted.items():
        assert judge({key: values}, here.known) == "ok", key
    assert judge(wanted, here.known) == "ok"


def test_what_cannot_be_read_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHELL", raising=False)
    monkeypatch.delenv("COMSPEC", raising=False)
    here = facts(tmp_path)
    unread = {key for key in KEYS if here.known(key) is None}
    assert unread == {
        "shell",
        "projectRoot",
        "pathPrefix",
        "artifactKey",
        "taskKind",
        "seriesId",
        "phase",
    }


@pytest.mark.parametrize(
    ("name", "value", "word"), [("CI", "true", "ok"), ("CI", "false", "not_applicable")]
)
def test_a_place_is_told_by_its_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, word: str
) -> None:
    monkeypatch.setenv(name, value)
    assert judge({"runtime": ("ci",)}, facts(tmp_path).known) == word


def test_an_interpreter_is_looked_for_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert judge({"runtime": ("node",)}, facts(tmp_path).known) == "not_applicable"
    (tmp_path / ("node.exe" if os.name == "nt" else "node")).write_text("")
    assert judge({"runtime": ("node",)}, facts(tmp_path).known) == "ok"


def test_a_link_and_what_it_leads_to_are_one_folder(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    here = facts(tmp_path / "link", str(tmp_path / "link"))
    for name in ("real", "link"):
        assert judge({"projectRoot": (str(tmp_path / name),)}, here.known) == "ok"


def test_the_task_is_read_once_and_only_if_asked(tmp_path: Path) -> None:
    asked: list[int] = []

    def task() -> dict[str, str]:
        asked.append(1)
        return {"phase": "x"}

    here = Facts(str(tmp_path), "", task)
    here.known("targetOs")
    assert not asked
    here.known("phase")
    here.known("phase")
    assert len(asked) == 1
