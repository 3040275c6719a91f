"""What a person sees when they lay down a folder, word for word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def run(*arguments: str | Path, cwd: Path) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "ofttold", "scaffold", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_new_folder_in_chinese(tmp_path: Path) -> None:
    assert run("m", "--lang", "zh", cwd=tmp_path) == (
        0,
        "新建  memory.md\n"
        "新建  index.md\n"
        "新建  relationship.md\n"
        "新建  detours.md\n"
        "新建  diary/README.md\n",
        f"想让它处处都用：ofttold scaffold {tmp_path}/m --default\n",
    )


def test_the_common_layout_completed_recorded_and_found_again(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_bytes(b"")
    (tmp_path / "memory" / "2026-11-30.md").write_text("a day", "utf-8")
    assert run(".", "--lang", "en", "--default", cwd=tmp_path) == (
        0,
        "kept  MEMORY.md (empty)\n"
        "made  index.md\n"
        "made  relationship.md\n"
        "made  detours.md\n"
        "made  memory/README.md\n"
        "made  ofttold.toml\n",
        "Your MEMORY.md, memory are used as they are; ofttold.toml now names them.\n"
        f"From now on {tmp_path} is used where no other is named.\n",
    )
    code, shown, said = run(".", cwd=tmp_path)
    assert (code, said) == (0, "")
    assert shown.count("kept") == 5


def test_lines_for_settings_that_are_there_and_a_second_memory(tmp_path: Path) -> None:
    (tmp_path / "ofttold.toml").write_text('lang = "en"\n', "utf-8")
    for name in ("MEMORY.md", "memory.md", "INDEX.md"):
        (tmp_path / name).write_text("## Oft-told\n", "utf-8")
    code, _, said = run(".", cwd=tmp_path)
    assert code == 0
    assert said == (
        "Your INDEX.md can be used as they are. There is an ofttold.toml already; add to it:\n"
        "[files]\n"
        'index = "INDEX.md"\n'
        "There are both memory.md and MEMORY.md; memory.md is used, MEMORY.md was left alone.\n"
        f"to use it everywhere: ofttold scaffold {tmp_path} --default\n"
    )
    assert not (tmp_path / "index.md").exists()


def test_an_environment_that_goes_first_is_pointed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFTTOLD_DIR", str(tmp_path / "other"))
    _, _, said = run("m", "--lang", "en", "--default", cwd=tmp_path)
    assert said.splitlines()[-1] == "For now OFTTOLD_DIR names another folder, and goes first."


def test_a_refusal_names_the_path_what_to_do_and_exits_4(tmp_path: Path) -> None:
    (tmp_path / "m").write_text("x", "utf-8")
    code, shown, said = run("m", "--lang", "en", cwd=tmp_path)
    assert (code, shown) == (4, "")
    assert said == (
        f"{tmp_path}/m is a file where a folder belongs; nothing was made.\n"
        "hint: move or rename it and try again.\n"
    )


def test_a_call_without_a_folder_is_a_usage_error(tmp_path: Path) -> None:
    assert run(cwd=tmp_path)[0] == 2
    assert run("m", "--lang", "fr", cwd=tmp_path)[0] == 2
