"""[sync] with real git: that one file, never a lost write, and always the command that finishes it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ofttold.app.context import open_memory
from ofttold.app.emotions import set_emotion
from ofttold.app.inject import fresh_block
from ofttold.app.notes import write_note
from ofttold.edge import gitcall
from tests.app.folders import make_folder
from tests.app.repositories import commit_all, git, head_files, name_the_person, status

OFF, COMMIT, BOTH = (f'[sync]\ngit = "{mode}"\n' for mode in ("off", "commit", "pull-push"))


@pytest.fixture(autouse=True)
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    name_the_person()


def repository(place: Path, settings: str) -> Path:
    folder = make_folder(place, settings=settings)
    git(folder, "init", "-q")
    commit_all(folder, "base")
    return folder


def pair(place: Path, settings: str = BOTH) -> tuple[Path, Path, Path]:
    """One folder on two machines, and the remote they share."""
    one = repository(place, settings)
    hub = place / "hub.git"
    git(place, "init", "-q", "--bare", str(hub))
    git(one, "remote", "add", "origin", str(hub))
    git(one, "push", "-q", "-u", "origin", "main")
    git(place, "clone", "-q", str(hub), "other")
    return one, place / "other", hub


def note(folder: Path, text: str) -> str:
    return write_note(open_memory(str(folder), look_around=False), text).text.splitlines()[-1]


def emotion(folder: Path, word: str) -> str:
    return set_emotion(open_memory(str(folder), look_around=False), word).text.splitlines()[-1]


def holds(folder: Path, text: str) -> bool:
    return text in (folder / "memory.md").read_text(encoding="utf-8")


def test_off_says_one_fact_in_a_folder_that_has_a_remote_and_nothing_elsewhere(
    tmp_path: Path,
) -> None:
    folder, _, _ = pair(tmp_path, OFF)
    assert note(folder, "one thing") == 'not synced ([sync] git = "off")'
    assert emotion(folder, "curious") == 'not synced ([sync] git = "off")'
    assert status(folder) == [" M memory.md", " M relationship.md"]
    git(folder, "remote", "remove", "origin")
    assert "synced" not in note(folder, "another thing")


def test_commit_takes_that_one_file_and_leaves_what_the_person_staged_and_changed(
    tmp_path: Path,
) -> None:
    folder = repository(tmp_path, COMMIT)
    (folder / "cards").mkdir()
    (folder / "cards" / "a.md").write_text("a card\n")
    (folder / "staged.txt").write_text("mine\n")
    git(folder, "add", "staged.txt")
    (folder / "relationship.md").write_text("changed by hand\n")
    assert note(folder, "one thing") == "committed memory.md"
    assert head_files(folder) == ["memory.md"]
    assert status(folder) == [" M relationship.md", "A  staged.txt", "?? cards/"]


def test_a_file_that_git_does_not_know_yet_is_committed_alone(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, settings=COMMIT)
    git(folder, "init", "-q")
    assert note(folder, "one thing") == "committed memory.md"
    assert git(folder, "ls-files").split() == ["memory.md"]


def test_pull_push_brings_the_others_lines_first_and_sends_ours(tmp_path: Path) -> None:
    one, other, hub = pair(tmp_path)
    assert note(one, "from the one") == "committed and pushed memory.md"
    assert note(other, "from the other") == "committed and pushed memory.md"
    assert holds(other, "from the one")
    assert git(hub, "log", "--format=%s", "-2").splitlines() == [
        "note: from the other",
        "note: from the one",
    ]


def test_a_remote_that_already_holds_the_wanted_value_is_success(tmp_path: Path) -> None:
    one, other, _ = pair(tmp_path)
    assert emotion(one, "curious") == "committed and pushed relationship.md"
    assert emotion(other, "curious") == "Not changed: it is “curious” already relationship.md:8"
    assert status(other) == []


def test_two_machines_that_stamped_one_anchor_keep_the_earlier_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, _ = pair(tmp_path)
    undated = "## Oft-told\n\n- **kin** → `relationship.md`\n- **home**→`detours.md`\n"
    (one / "memory.md").write_text(undated, encoding="utf-8")
    commit_all(one, "undated")
    git(one, "push", "-q")
    git(other, "pull", "-q")
    days = {one: "2026-11-20", other: "2026-11-25"}
    for first, second in ((one, other), (other, one)):
        for folder, day in days.items():
            monkeypatch.setenv("OFTTOLD_NOW", f"{day}T10:00:00+08:00")
            fresh_block(str(folder), stamp=True)
        assert note(first, "first") == "committed and pushed memory.md"
        assert note(second, "second") == "committed and pushed memory.md"
        for folder in (first, second):
            git(folder, "pull", "-q")
            text = (folder / "memory.md").read_text(encoding="utf-8")
            assert "- **kin** → `2026-11-20` since｜`relationship.md`\n" in text
            assert "- **home**→ `2026-11-20` since｜`detours.md`\n" in text
            assert "first" in text and "second" in text and status(folder) == []
            (folder / "memory.md").write_text(undated, encoding="utf-8")
        commit_all(one, "undated again")
        git(one, "push", "-q")
        git(other, "checkout", "-q", "--", ".")
        git(other, "pull", "-q")


def test_what_the_person_changed_by_hand_is_never_set_aside(tmp_path: Path) -> None:
    one, other, _ = pair(tmp_path)
    note(one, "from the one")
    mine = (other / "memory.md").read_text(encoding="utf-8") + "\nby hand\n"
    (other / "memory.md").write_text(mine, encoding="utf-8")
    assert "neither pulled nor pushed" in note(other, "from the other")
    assert holds(other, "by hand") and holds(other, "from the other")


def test_offline_keeps_the_write_and_names_the_command_that_finishes_it(tmp_path: Path) -> None:
    one, other, hub = pair(tmp_path)
    hub.rename(tmp_path / "away")
    said = note(one, "written offline")
    assert said.startswith("written and committed, neither pulled nor pushed (")
    assert "does not appear to be a git repository" in said
    assert said.endswith("to finish: git pull --rebase --autostash && git push")
    assert holds(one, "written offline")
    (tmp_path / "away").rename(hub)
    git(one, *said.rpartition("to finish: git ")[2].split(" && ")[0].split())
    git(one, "push", "-q")
    git(other, "pull", "-q")
    assert holds(other, "written offline")


def test_diverged_histories_are_never_merged_and_the_command_given_works(tmp_path: Path) -> None:
    one, other, _ = pair(tmp_path)
    note(other, "from the other")
    (one / "aside.txt").write_text("mine\n")
    commit_all(one, "aside")
    said = note(one, "from the one")
    assert "neither pulled nor pushed (Not possible to fast-forward" in said
    assert holds(one, "from the one")
    assert git(one, "rev-list", "--merges", "HEAD") == ""


def test_a_push_that_is_refused_says_why(tmp_path: Path) -> None:
    one, _, hub = pair(tmp_path)
    hook = hub / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho closed for the night >&2\nexit 1\n")
    hook.chmod(0o755)
    said = note(one, "one thing")
    assert said.startswith("written and committed, not pushed (") and "hook" in said
    assert said.endswith("to finish: git push")


@pytest.mark.parametrize("where", ["head", "side branch merged", "another spelling", "tag"])
def test_personal_cards_that_somebody_committed_are_not_pushed_along(
    tmp_path: Path, where: str
) -> None:
    one, _, hub = pair(tmp_path)
    card = (
        one / ("Cards/Personal" if where == "another spelling" else "cards/personal") / "mem_x.md"
    )
    card.parent.mkdir(parents=True)
    card.write_text("nobody's business\n")
    if where in ("side branch merged", "tag"):
        git(one, "checkout", "-q", "-b", "side")
    git(one, "add", "-f", str(card))
    git(one, "commit", "-q", "-m", "oops")
    if where == "side branch merged":
        git(one, "rm", "-q", str(card))
        git(one, "commit", "-q", "-m", "taken out")
        git(one, "checkout", "-q", "main")
        git(one, "merge", "-q", "--no-ff", "--no-edit", "side")
    if where == "tag":
        git(one, "tag", "-a", "-m", "x", "t")
        git(one, "checkout", "-q", "main")
        git(one, "branch", "-q", "-D", "side")
    before = git(hub, "for-each-ref")
    assert "personal cards" in note(one, "one thing")
    assert holds(one, "one thing")
    assert git(one, "show", "-s", "--format=%s") == "note: one thing\n"
    assert git(hub, "for-each-ref") == before


def test_what_the_remote_has_long_had_stops_no_push(tmp_path: Path) -> None:
    one, _, _ = pair(tmp_path)
    (one / "cards" / "personal").mkdir(parents=True)
    (one / "cards" / "personal" / "mem_x.md").write_text("sent by hand, long ago\n")
    git(one, "add", "-f", "cards")
    git(one, "commit", "-q", "-m", "by hand")
    git(one, "push", "-q")
    assert note(one, "one thing") == "committed and pushed memory.md"


def test_a_hook_that_fails_leaves_the_write_and_the_index_as_they_were(tmp_path: Path) -> None:
    folder = repository(tmp_path, COMMIT)
    hook = folder / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\necho no way >&2\nexit 1\n")
    hook.chmod(0o755)
    said = note(folder, "one thing")
    assert said == "written, not committed (no way); to finish: git commit -m memory -- memory.md"
    assert holds(folder, "one thing") and status(folder) == [" M memory.md"]
    git(folder, "rm", "-q", "--cached", "relationship.md")
    before = status(folder)
    emotion(folder, "curious")
    assert status(folder) == before


def test_a_detached_head_is_said_and_gets_no_commit(tmp_path: Path) -> None:
    folder = repository(tmp_path, BOTH)
    git(folder, "checkout", "-q", "--detach")
    head = git(folder, "rev-parse", "HEAD")
    assert "HEAD is on no branch" in note(folder, "one thing")
    assert git(folder, "rev-parse", "HEAD") == head and holds(folder, "one thing")


def test_without_an_identity_the_write_stays_and_git_s_own_words_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = repository(tmp_path, COMMIT)
    git(folder, "config", "user.useConfigOnly", "true")
    Path(os.environ["GIT_CONFIG_GLOBAL"]).write_text("", encoding="utf-8")
    for name in ("EMAIL", "USER", "LOGNAME"):
        monkeypatch.delenv(name, raising=False)
    said = note(folder, "one thing")
    assert said.startswith("written, not committed (") and holds(folder, "one thing")


def test_a_lock_of_somebody_else_is_never_deleted(tmp_path: Path) -> None:
    folder = repository(tmp_path, COMMIT)
    lock = folder / ".git" / "index.lock"
    lock.touch()
    said = note(folder, "one thing")
    assert "written, not committed (Unable to create" in said and lock.exists()


def test_an_ignored_file_is_said(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, settings=COMMIT)
    git(folder, "init", "-q")
    (folder / ".gitignore").write_text("*.md\n")
    assert note(folder, "one thing") == "not committed: git ignores memory.md"


def test_names_that_git_would_quote_are_committed(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, settings=COMMIT + '[files]\nmemory = "记 忆\\"本.md"\n')
    (folder / "memory.md").rename(folder / '记 忆"本.md')
    git(folder, "init", "-q")
    assert note(folder, "one thing") == 'committed 记 忆"本.md'
    assert git(folder, "ls-files", "-z").split("\0") == ['记 忆"本.md', ""]


def test_a_git_that_hangs_is_ended_in_time_and_leaves_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = repository(tmp_path, COMMIT)
    hook = folder / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\nsleep 60\n")
    hook.chmod(0o755)
    start = time.monotonic()
    answer = gitcall.call_git(str(folder), "commit", "--allow-empty", "-m", "x", seconds=1.0)
    assert answer.code == gitcall.TIMED_OUT and time.monotonic() - start < 10
    assert not list((folder / ".git").glob("*.lock"))


def test_no_git_on_the_machine_is_said_and_the_write_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = repository(tmp_path, COMMIT)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert note(folder, "one thing") == "git is not installed on this machine."
    assert holds(folder, "one thing")
