"""``share status`` from its cache is never another answer than the one worked out anew."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app import kept_status
from ofttold.app.kept_status import remember
from ofttold.app.quick_status import Said, main, quick_status
from ofttold.app.review import promote
from ofttold.app.share_status import share_status
from ofttold.app.share_status_lines import status_lines
from ofttold.app.submit import submit
from ofttold.edge.settings import config_path
from tests.app.sharebox import ShareBox

GRAIN = 0.12  # seconds after which a change shows in a file's stats


class Quick:
    """A project whose status was asked once and kept."""

    def __init__(self, box: ShareBox, monkeypatch: pytest.MonkeyPatch) -> None:
        self.box = box
        monkeypatch.setenv("OFTTOLD_DIR", str(box.memory))
        monkeypatch.chdir(box.repo)
        self.ids = [box.draft(title) for title in ("一", "二", "三")]
        submit(box.desk(), self.ids[:2])
        self.keep()

    def fresh(self) -> str:
        desk = self.box.desk()
        return "".join(f"{line}\n" for line in status_lines(share_status(desk), desk.memory.lang))

    def keep(self) -> None:
        time.sleep(GRAIN)
        began_ns = time.time_ns()
        desk = self.box.desk()
        remember(desk, "", share_status(desk), Said(self.fresh(), 0), began_ns=began_ns)


@pytest.fixture
def quick(sharing: ShareBox, monkeypatch: pytest.MonkeyPatch) -> Quick:
    return Quick(sharing, monkeypatch)


def test_nothing_changed_gives_the_answer_kept(quick: Quick) -> None:
    said = quick_status("")
    assert said is not None
    assert said.text == quick.fresh()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _in_place(box: ShareBox, id_: str) -> None:
    """Change a card without another size, as an editor that writes in place does."""
    path = box.on_shelf(id_)
    with path.open("r+b") as file:
        data = file.read().replace(b"proposed", b"approved")
        file.seek(0)
        file.write(data)


def _make_link(path: Path, target: Path) -> None:
    path.unlink()
    path.symlink_to(target)


CHANGES: dict[str, Callable[[ShareBox, list[str]], object]] = {
    "a card promoted": lambda box, ids: promote(box.desk(), ids[0], "promote"),
    "a card changed in place": lambda box, ids: _in_place(box, ids[0]),
    "a card deleted": lambda box, ids: box.on_shelf(ids[0]).unlink(),
    "a card added by hand": lambda box, _: _write(box.shelf / "x.md", "---\ntitle: x\n---\n"),
    "a card renamed": lambda box, ids: box.on_shelf(ids[0]).rename(box.shelf / "y.md"),
    "a card made a link": lambda box, ids: _make_link(box.on_shelf(ids[0]), box.on_shelf(ids[1])),
    "a draft saved": lambda box, _: box.draft("四"),
    "a draft submitted": lambda box, ids: submit(box.desk(), [ids[2]]),
    "a commit": lambda box, ids: (
        promote(box.desk(), ids[0], "promote"),
        box.git("commit", "-q", "-a", "-m", "x"),
    ),
    "a commit undone": lambda box, _: box.git("reset", "-q", "--soft", "HEAD~1"),
    "another branch": lambda box, _: box.git("checkout", "-q", "-b", "other"),
    "packed refs": lambda box, _: (
        box.git("pack-refs", "--all"),
        box.git("commit", "-q", "--allow-empty", "-m", "x"),
    ),
    "a detached head": lambda box, _: box.git("checkout", "-q", "--detach"),
    "a fetch": lambda box, _: _write(box.repo / ".git" / "FETCH_HEAD", ""),
    "another origin": lambda box, _: box.git("remote", "set-url", "origin", "https://x.test/y"),
    "a personal rewriting rule": lambda box, _: _write(
        Path(os.environ["GIT_CONFIG_GLOBAL"]),
        '[url "https://other.test/"]\n\tinsteadOf = https://example.test/\n',
    ),
    "another language": lambda box, _: _write(box.memory / "ofttold.toml", 'lang = "en"\n'),
    "another shelf": lambda box, _: _write(
        box.repo / ".ai" / "ofttold.toml", '[shelf]\ndir = "docs"\n'
    ),
    "a desk of another name": lambda box, _: box.project.rename(
        box.project.with_name(f"renamed-{box.project.name[-8:]}")
    ),
    "a merge under way": lambda box, _: _write(box.repo / ".git" / "MERGE_HEAD", ""),
    "a repository in between": lambda box, _: subprocess.run(
        ["git", "init", "-q", str(box.memory)], check=True
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_is_seen(quick: Quick, name: str) -> None:
    before = quick_status("")
    assert before is not None
    CHANGES[name](quick.box, quick.ids)
    said = quick_status("")
    assert said is None or said.text == quick.fresh()
    if name != "packed refs":
        assert said is None


SEEN_BY_GIT = [name for name in CHANGES if name.startswith("a card")]


@pytest.fixture
def crowd(quick: Quick, monkeypatch: pytest.MonkeyPatch) -> Quick:
    """Give a shelf whose cards git compares, kept in a second that is over."""
    monkeypatch.setattr(kept_status, "CROWD", 1)
    _wait_for_next_second()
    quick.keep()
    assert list(Path(os.environ["XDG_CACHE_HOME"]).rglob("shelf-*.bin"))
    return quick


def _wait_for_next_second() -> None:
    time.sleep(1 - time.time() % 1 + GRAIN)


@pytest.mark.parametrize("name", SEEN_BY_GIT)
def test_every_change_of_a_card_is_seen_where_git_compares_them(crowd: Quick, name: str) -> None:
    before = quick_status("")
    assert before is not None
    assert before.text == crowd.fresh()
    CHANGES[name](crowd.box, crowd.ids)
    assert quick_status("") is None


def test_a_change_that_keeps_size_and_time_is_seen_both_ways(crowd: Quick) -> None:
    path = crowd.box.on_shelf(crowd.ids[0])
    before = path.stat()
    for way in (1, 1_000_000):
        kept_status.CROWD = way  # the fixture puts it back
        crowd.keep()
        assert quick_status("") is not None
        _in_place(crowd.box, crowd.ids[0])
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert quick_status("") is None
        _wait_for_next_second()


def test_an_index_of_ours_that_is_gone_is_no_answer(crowd: Quick) -> None:
    for path in Path(os.environ["XDG_CACHE_HOME"]).rglob("shelf-*.bin"):
        path.unlink()
    assert quick_status("") is None


def test_a_shelf_that_just_changed_is_not_left_to_git(
    quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_status, "CROWD", 1)
    _wait_for_next_second()
    promote(quick.box.desk(), quick.ids[0], "promote")
    quick.keep()
    assert quick_status("") is None


def test_comparing_runs_nothing_that_the_repository_names(crowd: Quick) -> None:
    box = crowd.box
    trap = box.repo / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{box.repo}/sprung'\n")
    trap.chmod(0o755)
    for key in ("core.fsmonitor", "filter.x.clean", "diff.external", "diff.x.textconv"):
        box.git("config", key, str(trap))
    _write(box.repo / ".gitattributes", "* filter=x diff=x\n")
    _wait_for_next_second()
    crowd.keep()
    assert quick_status("") is not None
    _in_place(box, crowd.ids[0])
    assert quick_status("") is None
    assert not (box.repo / "sprung").exists()


def test_what_git_does_for_itself_costs_no_answer(quick: Quick) -> None:
    before = (quick.box.repo / ".git").stat().st_mtime_ns
    os.utime(quick.box.repo / "code.py")
    quick.box.git("status")
    assert (quick.box.repo / ".git").stat().st_mtime_ns != before
    assert quick_status("") is not None


def test_a_branch_that_is_only_another_name_is_looked_at_every_time(quick: Quick) -> None:
    quick.box.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    quick.box.git("symbolic-ref", "HEAD", "refs/heads/alias")
    quick.keep()
    assert quick_status("") is None


def test_a_change_while_the_answer_was_worked_out_is_not_kept(quick: Quick) -> None:
    began_ns = time.time_ns()
    desk = quick.box.desk()
    status = share_status(desk)
    promote(desk, quick.ids[0], "promote")
    time.sleep(GRAIN)
    remember(desk, "", status, Said("stale", 0), began_ns=began_ns)
    assert quick_status("") is None


def test_a_change_behind_a_link_is_seen(quick: Quick) -> None:
    settings, elsewhere = quick.box.memory / "ofttold.toml", quick.box.memory / "kept.toml"
    settings.rename(elsewhere)
    settings.symlink_to(elsewhere)
    quick.keep()
    assert quick_status("") is not None
    elsewhere.write_text(elsewhere.read_text() + "# one more line\n")
    assert quick_status("") is None


def test_a_draft_that_is_a_link_is_read_every_time(quick: Quick) -> None:
    draft = quick.box.project / f"{quick.ids[2]}.md"
    elsewhere = quick.box.memory / "draft.md"
    draft.rename(elsewhere)
    draft.symlink_to(elsewhere)
    quick.keep()
    assert quick_status("") is None


def test_a_folder_named_in_the_persons_own_settings_is_quick_too(
    quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OFTTOLD_DIR")
    config = Path(config_path())
    _write(config, f'memory_dir = "{quick.box.memory}"\n')
    quick.keep()
    assert quick_status("") is not None
    _write(config, f'memory_dir = "{quick.box.repo}"\n')
    assert quick_status("") is None


def test_a_memory_folder_with_a_history_of_its_own_is_quick_too(quick: Quick) -> None:
    memory = quick.box.memory
    subprocess.run(["git", "init", "-q", str(memory)], check=True)
    quick.box.git("add", "ofttold.toml", repo=memory)
    quick.keep()
    assert quick_status("") is not None
    quick.box.git("add", "cards", repo=memory)
    assert quick_status("") is None


@pytest.mark.parametrize(
    ("variable", "value"), [("OFTTOLD_DIR", "/elsewhere"), ("TZ", "Asia/Tokyo"), ("LANG", "zh_CN")]
)
def test_another_surrounding_is_another_question(
    quick: Quick, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert quick_status("") is None


def test_what_just_changed_is_not_kept(quick: Quick) -> None:
    promote(quick.box.desk(), quick.ids[0], "promote")
    desk = quick.box.desk()
    remember(desk, "", share_status(desk), Said("stale", 0), began_ns=time.time_ns())
    said = quick_status("")
    assert said is None or said.text != "stale"


def test_a_damaged_or_unwritable_cache_changes_no_answer(quick: Quick) -> None:
    for path in Path(os.environ["XDG_CACHE_HOME"]).rglob("status-*.bin"):
        path.write_bytes(path.read_bytes()[:-3] + b"xyz")
    assert quick_status("") is None


def test_other_words_on_the_command_line_are_not_answered_from_it() -> None:
    assert main(["--format", "json"]) is None
    assert main(["--help"]) is None


def test_the_command_gives_the_same_words_and_status_both_ways(
    sharing: ShareBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFTTOLD_DIR", str(sharing.memory))
    monkeypatch.setenv("OFTTOLD_NOW", "")
    submit(sharing.desk(), [sharing.draft("一")])
    sharing.write(sharing.shelf, "broken.md", "---\nx: [\n---\n")
    time.sleep(GRAIN)
    runs = [
        subprocess.run(
            [sys.executable, "-m", "ofttold", "share", "status"],
            cwd=sharing.repo,
            capture_output=True,
            text=True,
            check=False,
        )
        for _ in range(3)
    ]
    assert {(run.returncode, run.stdout) for run in runs} == {(1, runs[0].stdout)}
    assert list(Path(os.environ["XDG_CACHE_HOME"]).rglob("status-*.bin"))


@pytest.mark.skipif(sys.platform == "win32", reason="closes a descriptor by the shell")
def test_an_answer_that_nobody_can_take_ends_as_it_does_from_the_command_line(
    sharing: ShareBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFTTOLD_DIR", str(sharing.memory))
    submit(sharing.desk(), [sharing.draft("一")])
    time.sleep(GRAIN)
    ask = f"{sys.executable} -m ofttold share status"
    shell = [
        "sh",
        "-c",
        f"{ask} >/dev/null; {ask} >/dev/full; echo $?; {ask} --dir {{}} >/dev/full",
    ]
    shell[2] = shell[2].format(sharing.memory)
    done = subprocess.run(shell, cwd=sharing.repo, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.stdout == f"{done.returncode}\n"
