"""The command as a person starts it: a real process, real pipes, real locales and permissions."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ofttold.edge.homes import cache_home, state_home
from tests.app.folders import make_folder, many_anchors
from tests.edge.unprivileged import reachable_folder, unprivileged

OFTTOLD = [sys.executable, "-m", "ofttold"]
Variables = dict[str, Any]  # strings all; said so that they may stand beside other keywords
NOW = "2026-11-30T10:00:00+08:00"


def run(
    *words: str, cwd: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "OFTTOLD_NOW": NOW, **variables}
    return subprocess.run(
        [*OFTTOLD, *words], cwd=cwd, env=env, capture_output=True, check=False, timeout=60
    )


def shown(*words: str, cwd: Path | None = None, **variables: str) -> str:
    done = run(*words, cwd=cwd, **variables)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_folder(tmp_path)


def test_the_block_is_the_same_bytes_at_any_hour_in_any_locale_zone_and_process(
    tmp_path: Path,
) -> None:
    folder = make_folder(
        tmp_path,
        memory=many_anchors(12),
        diary={f"2026-11-{n:02}.md": f"word{n % 5}\nMood: vexed\n" for n in range(1, 25)},
        settings='timezone = "Asia/Shanghai"\n',
    )
    ways: list[Variables] = [
        {},
        {"OFTTOLD_NOW": "2026-11-30T00:00:01+08:00"},
        {"OFTTOLD_NOW": "2026-11-30T23:59:59+08:00"},
        {"OFTTOLD_NOW": "2026-11-29T16:30:00+00:00"},
        {"LC_ALL": "C", "PYTHONUTF8": "0"},
        {"LC_ALL": "zh_CN.UTF-8", "LANG": "zh_CN.UTF-8"},
        {"TZ": "America/Los_Angeles"},
        {"PYTHONHASHSEED": "1"},
        {"XDG_CACHE_HOME": str(tmp_path / "another")},
    ]
    blocks = {run("inject", "--dir", str(folder), **way).stdout for way in ways}
    assert len(blocks) == 1 and len(blocks.pop()) > 500


def test_a_reader_that_goes_away_is_no_error(folder: Path) -> None:
    for words in (["inject"], ["anchors"], ["anchors", "replay"]):
        process = subprocess.Popen(
            [*OFTTOLD, *words, "--dir", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout and process.stderr
        process.stdout.close()
        complaint = process.stderr.read()
        process.stderr.close()
        process.wait(30)
        assert complaint == b"" and process.returncode in (0, 1)


@pytest.mark.parametrize("way", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "gbk"}])
def test_chinese_goes_in_and_comes_out_whole_whatever_the_locale(
    way: Variables, tmp_path: Path
) -> None:
    folder = make_folder(tmp_path, memory="## 常被提起\n", relationship=None)
    said = shown("note", "大肥鱼·🐋是蓝鲸", "--dir", str(folder), **way)
    assert "大肥鱼·🐋是蓝鲸" in said
    assert "- **大肥鱼·🐋是蓝鲸** → `2026-11-30`" in (folder / "memory.md").read_text("utf-8")
    assert "🐋" in shown("inject", "--dir", str(folder), **way)


def test_the_folder_is_named_by_dir_then_variable_then_config_then_the_nearest_parent(
    tmp_path: Path, own_home: Path
) -> None:
    named = [
        make_folder(tmp_path / name, memory=f"## Hard rules\n\n- I am {name}\n")
        for name in ("dir", "variable", "config", "parent")
    ]
    by_dir, by_variable, by_config, parent = named
    config = own_home / ".config" / "ofttold"
    config.mkdir(parents=True)
    (config / "config.toml").write_text(f"memory_dir = {json.dumps(str(by_config))}\n")
    below = parent / "diary"
    variable: Variables = {"OFTTOLD_DIR": str(by_variable)}
    assert "I am dir" in shown("inject", "--dir", str(by_dir), cwd=below, **variable)
    assert "I am variable" in shown("inject", cwd=below, **variable)
    assert "I am config" in shown("inject", cwd=below)
    (config / "config.toml").unlink()
    assert "I am parent" in shown("inject", cwd=below)
    assert "I am parent" in shown("inject", "--dir", "..", cwd=below)
    (own_home / "mine").symlink_to(by_dir)
    assert "I am dir" in shown("inject", cwd=tmp_path, OFTTOLD_DIR="~/mine")


def test_names_of_files_are_utf8_whatever_the_locale(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "夹", settings='[files]\nmemory = "记忆.md"\n')
    (folder / "memory.md").rename(folder / "记忆.md")
    way: Variables = {"LC_ALL": "C", "PYTHONUTF8": "0"}
    assert "记忆.md:5" in shown("note", "kettle·new", "--dir", str(folder), **way)
    hook = subprocess.run(
        [*OFTTOLD, "hook", "session-start", "--dir", str(folder)],
        input=b"{}", capture_output=True, check=True, env={**os.environ, **way},
    )  # fmt: skip
    assert "whale" in hook.stdout.decode() and hook.stderr == b""


@pytest.mark.parametrize("name", ["we ird", "quote'\"s", "$HOME", "中文 夹", "a\nb", "-x"])
def test_a_folder_of_any_name_is_read_and_written(name: str, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / name)
    shown("note", "kettle", f"--dir={folder}")
    assert "kettle" in shown("inject", f"--dir={folder}")


def test_links_stay_links_and_modes_stay_modes(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    real = tmp_path / "elsewhere.md"
    (folder / "memory.md").rename(real)
    real.chmod(0o640)
    (folder / "memory.md").symlink_to(real)
    (tmp_path / "link").symlink_to(folder)
    shown("note", "kettle·new", "--dir", str(tmp_path / "link"))
    assert (folder / "memory.md").is_symlink() and "kettle·new" in real.read_text("utf-8")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    real.unlink()
    done = run("note", "x", "--dir", str(folder))
    assert done.returncode == 4 and not real.exists()


def test_a_read_only_folder_is_read_and_a_write_is_refused(tmp_path: Path) -> None:
    from ofttold.app.context import open_memory
    from ofttold.app.inject import fresh_block
    from ofttold.app.notes import write_note
    from ofttold.core.errors import OfttoldError

    with reachable_folder() as folder:
        (folder / "memory.md").write_text("## Oft-told\n\n- **kin** → `relationship.md`\n")
        before = (folder / "memory.md").read_bytes()
        folder.chmod(0o555)
        (folder / "memory.md").chmod(0o444)

        def work() -> None:
            assert "kin" in fresh_block(str(folder), stamp=True).block.text
            with pytest.raises(OfttoldError):
                write_note(open_memory(str(folder), look_around=False), "one more")

        unprivileged(work)
        assert (folder / "memory.md").read_bytes() == before


def test_json_is_all_there_is_on_standard_output(folder: Path) -> None:
    (folder / "index.md").write_text("- 2026-11-05 the whale\n")
    calls = [
        ["inject"], ["check"], ["anchors"], ["anchors", "--why", "whale"], ["anchors", "replay"],
        ["why", "whale"], ["index"], ["as-of", "2026-11-05"], ["emotion"], ["emotion", "curious"],
        ["note", "one", "more"],
    ]  # fmt: skip
    for words in calls:
        done = run(*words, "--format", "json", "--dir", str(folder), PYTHONWARNINGS="always")
        json.loads(done.stdout)
        assert done.returncode in (0, 1), words
    for words in (["why", "nothing like it"], ["anchors", "--why", "nobody"], ["as-of", "x"]):
        done = run(*words, "--format", "json", "--dir", str(folder))
        assert done.returncode == 4 and json.loads(done.stdout)["message"] and not done.stderr


def test_our_own_bug_is_one_line_a_report_and_status_three(folder: Path, tmp_path: Path) -> None:
    breaking = tmp_path / "sitecustomize.py"
    breaking.write_text(
        "import ofttold.app.checks as checks\n"
        "def broken(memory):\n    raise ZeroDivisionError('planted')\n"
        "checks.run_check = broken\n"
    )
    done = run("check", "--dir", str(folder), PYTHONPATH=str(tmp_path))
    assert done.returncode == 3 and done.stdout == b""
    assert len(done.stderr.decode().splitlines()) == 1
    (report,) = Path(state_home()).glob("bug-*.txt")
    assert str(report) in done.stderr.decode()
    assert "ZeroDivisionError: planted" in report.read_text("utf-8")


def test_a_bug_whose_report_cannot_be_written_is_told_whole(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("no folder\n")
    (tmp_path / "sitecustomize.py").write_text(
        "import ofttold.app.checks as checks\n"
        "def broken(memory):\n    raise ZeroDivisionError('planted')\n"
        "checks.run_check = broken\n"
    )
    state = str(tmp_path / "taken" / "state")
    done = run("check", "--dir", str(folder), PYTHONPATH=str(tmp_path), XDG_STATE_HOME=state)
    *report, line = done.stderr.decode().splitlines()
    assert done.returncode == 3 and done.stdout == b""
    assert "ZeroDivisionError: planted" in report and "ZeroDivisionError: planted" in line
    assert sum(told.startswith("Traceback") for told in report) == 1


def test_usage_is_status_two(folder: Path) -> None:
    for words in (["nonsense"], ["note"], ["anchors", "--cap"], ["inject", "--format", "xml"]):
        done = run(*words)
        assert done.returncode == 2 and done.stdout == b"", words


def test_the_editor_gets_the_page_with_its_own_arguments_and_blanks_in_its_path(
    folder: Path, tmp_path: Path
) -> None:
    editor = tmp_path / "my editor"
    editor.write_text('#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done\n')
    editor.chmod(0o755)
    page = folder / "diary" / "2026-11-30.md"
    for setting, wanted in (
        (f"'{editor}' -w --line 3", f"<-w>\n<--line>\n<3>\n<{page}>\n"),
        (str(editor), f"<{page}>\n"),
    ):
        assert shown("diary", "--edit", "--dir", str(folder), EDITOR=setting) == wanted
        assert shown("diary", "--edit", "--dir", str(folder), EDITOR="no", VISUAL=setting) == wanted
    assert not page.exists(), "the program never writes a page"
    for setting in ("/no/such/editor", "unclosed 'quote", "false"):
        done = run("diary", "--edit", "--dir", str(folder), EDITOR=setting)
        assert done.returncode == 4 and setting.split()[0].encode() in done.stderr


def test_editing_makes_the_diary_folder_but_no_page(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    (folder / "diary").rmdir()
    shown("diary", "--edit", "--dir", str(folder), EDITOR="true")
    assert (folder / "diary").is_dir() and not list((folder / "diary").iterdir())


def test_deleting_every_home_of_ours_changes_no_answer(folder: Path) -> None:
    import shutil

    before = shown("inject", "--dir", str(folder)), shown("anchors", "--dir", str(folder))
    for home in (cache_home(), state_home()):
        shutil.rmtree(home, ignore_errors=True)
    assert before == (shown("inject", "--dir", str(folder)), shown("anchors", "--dir", str(folder)))


def test_reading_commands_change_nothing_in_the_folder(tmp_path: Path) -> None:
    folder = make_folder(
        tmp_path,
        memory="## Oft-told\n\n- **kin** → `relationship.md`\n",
        diary={"2026-11-02.md": "kin\n"},
    )

    def seen() -> dict[str, tuple[bytes, int]]:
        return {
            str(path): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in folder.rglob("*")
            if path.is_file()
        }

    before = seen()
    for words in (
        ["inject"], ["check"], ["anchors"], ["anchors", "--on", "2026-12-24"], ["anchors", "--why", "kin"],
        ["anchors", "replay"], ["why", "kin"], ["as-of", "2026-11-05"], ["emotion"], ["diary"],
    ):  # fmt: skip
        run(*words, "--dir", str(folder))
    assert seen() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", [("inject",), ("inject", "--format", "json"), ("anchors",)])
def test_an_answer_that_cannot_be_printed_is_refused_and_no_bug_of_ours(
    words: tuple[str, ...], folder: Path
) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*OFTTOLD, *words, "--dir", str(folder)],
            env={**os.environ, "OFTTOLD_NOW": NOW},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert done.returncode == 4, done.stderr.decode()
    assert done.stderr.startswith(b"The answer could not be printed: ")
    assert not list(Path(state_home()).glob("bug-*"))
