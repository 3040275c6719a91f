"""Submit and import, killed at every call: one stage, one home, whoever comes next."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app.bundle import export, import_bundle
from ofttold.app.card_save import save
from ofttold.app.cards import Desk, open_desk
from ofttold.app.context import open_memory
from ofttold.app.share_status import share_status
from ofttold.app.submit import submit
from ofttold.core.cards.saving import Wish
from tests.app.sharebox import ShareBox
from tests.kill.harness import (
    Point,
    fail_at_every_call,
    kill_at_every_call,
    leftovers,
    run_in_child,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ShareBox:
    monkeypatch.setenv("OFTTOLD_NOW", "")
    (tmp_path / "first").mkdir()
    return ShareBox(tmp_path / "first")


def desk_of(folder: Path) -> Desk:
    memory = open_memory(str(folder / "memory"), look_around=False)
    return open_desk(memory, str(folder / "app"))


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder / "app"), *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout


def copies_of(box: ShareBox, base: Path) -> Callable[[], Path]:
    """Give a maker of copies of a whole box: memory folder and repository."""
    count = [0]

    def fresh() -> Path:
        count[0] += 1
        target = base / f"copy{count[0]}"
        shutil.copytree(box.repo.parent, target, symlinks=True)
        return target

    return fresh


def homes(folder: Path, id_: str) -> tuple[bool, bool]:
    """Tell whether a card is on the desk, and whether it is in the branch's last commit."""
    desk = any(
        path.name == f"{id_}.md" and path.parent.parent.name == "projects"
        for path in (folder / "memory" / "cards").rglob("*.md")
    )
    return desk, f".ai/ofttold/{id_}.md" in git(folder, "ls-tree", "-r", "--name-only", "HEAD")


def work(folder: Path) -> tuple[str, str]:
    """Show the person's own staged and unstaged work."""
    return git(folder, "diff", "--cached", "--", ".", ":!.ai"), git(folder, "diff", "--", ":!.ai")


def test_a_killed_submit_leaves_the_draft_in_one_home_and_the_next_one_goes_through(
    box: ShareBox, tmp_path: Path
) -> None:
    branch = "memory/a"
    ids = [box.draft("一", body="正文一"), box.draft("二", body="正文二")]
    save(box.desk(), Wish(id=ids[0], body="改过的正文"))
    box.make_work()
    before = box.work()[:2]
    seen: set[tuple[bool, bool]] = set()

    def judge(folder: Path, point: Point) -> None:
        stands = {homes(folder, id_) for id_ in ids}
        if not point.rerun:
            assert (False, False) not in stands
            return
        assert len(stands) == 1, stands
        desk, committed = stands.pop()
        assert desk != committed
        seen.add((desk, committed))
        assert work(folder) == before
        assert git(folder, "status", "--porcelain", "--", ".ai") == ""
        assert not list((folder / "app" / ".git").glob("*ofttold*"))
        assert git(folder, "symbolic-ref", "HEAD").strip() == (
            f"refs/heads/{branch}" if committed else "refs/heads/main"
        )
        versions = list((folder / "memory").rglob("versions/*.md"))
        assert len(versions) == (1 if desk else 0)
        if desk:
            assert not (folder / "app" / ".ai").exists()
            assert git(folder, "for-each-ref", "--format=%(refname)") == "refs/heads/main\n"
            run_in_child(lambda: submit(desk_of(folder), ids, branch=branch))
        assert {homes(folder, id_) for id_ in ids} == {(False, True)}
        assert git(folder, "rev-list", "--count", "HEAD") == "2\n"
        shutil.rmtree(folder)

    points = kill_at_every_call(
        lambda folder: submit(desk_of(folder), ids, branch=branch),
        copies_of(box, tmp_path / "copies"),
        judge,
        again=lambda folder: share_status(desk_of(folder)),
        programs=True,
    )
    assert sum(point.call == "start" for point in points) > 10
    assert len(points) > 60
    assert seen == {(True, False), (False, True)}


def test_a_full_disk_stops_a_submit_with_nothing_moved(box: ShareBox, tmp_path: Path) -> None:
    import errno

    id_ = box.draft("一")

    def judge(folder: Path, point: Point) -> None:
        desk, committed = homes(folder, id_)
        if point.rerun:
            assert desk != committed
            shutil.rmtree(folder)
        else:
            assert desk or committed

    fail_at_every_call(
        lambda folder: submit(desk_of(folder), [id_]),
        copies_of(box, tmp_path / "copies"),
        judge,
        errno.ENOSPC,
        again=lambda folder: share_status(desk_of(folder)),
    )


def test_a_killed_import_is_whole_or_not_there(box: ShareBox, tmp_path: Path) -> None:
    for n in range(4):
        box.draft(f"卡 {n}")
    bundle = str(tmp_path / "x.tar.gz")
    export(box.desk(), bundle)
    wanted = {path.name for path in box.project.glob("*.md")}
    for path in box.project.glob("*.md"):
        path.unlink()

    def judge(folder: Path, point: Point) -> None:
        cards = list((folder / "memory" / "cards").rglob("mem_*.md"))
        if point.rerun:
            assert {path.name for path in cards} == wanted
            shutil.rmtree(folder)

    kill_at_every_call(
        lambda folder: import_bundle(desk_of(folder), bundle),
        copies_of(box, tmp_path / "copies"),
        judge,
        programs=True,
    )


@pytest.mark.parametrize("hook", ["pre-commit", "commit-msg", "post-commit"])
def test_a_git_that_dies_or_hangs_in_a_hook_is_judged_by_whether_the_commit_exists(
    box: ShareBox, hook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ofttold.edge import git_commit

    monkeypatch.setattr(git_commit, "COMMIT_SECONDS", 1.0)
    for text in ("kill -9 $PPID", "sleep 60"):
        id_ = box.draft(f"{hook} {text}")
        box.hook(hook, text)
        if hook == "post-commit":
            submit(box.desk(), [id_])
        else:
            with pytest.raises(git_commit.CommitRefused):
                submit(box.desk(), [id_])
        assert homes(box.repo.parent, id_) == ((hook != "post-commit"), hook == "post-commit")
        assert not list((box.repo / ".git").glob("*ofttold*"))
        assert not leftovers(box.repo.parent)


def test_a_submit_killed_while_its_git_goes_on_is_settled_by_what_git_did(
    box: ShareBox, tmp_path: Path
) -> None:
    id_ = box.draft("一")
    box.hook("pre-commit", "sleep 1")
    child = os.fork()
    if child == 0:
        try:
            submit(box.desk(), [id_])
        finally:
            os._exit(0)
    import time

    while not list((box.repo / ".git").glob("ofttold-submit.index")):
        time.sleep(0.02)
    time.sleep(0.3)
    os.kill(child, 9)
    os.waitpid(child, 0)
    run_in_child(lambda: share_status(box.desk()))
    time.sleep(1.5)  # whatever git was still to do is done by now
    assert sorted(homes(box.repo.parent, id_)) == [False, True]
    assert box.git("status", "--porcelain", "--", ".ai") == ""


def test_a_draft_changed_while_it_is_submitted_stays_on_the_desk(box: ShareBox) -> None:
    id_ = box.draft("一", body="正文")
    path = box.project / f"{id_}.md"
    box.hook("pre-commit", f"echo 改过 >> '{path}'")
    done = submit(box.desk(), [id_])
    assert id_ in "".join(done.notes)
    assert path.read_text().endswith("改过\n")
    assert "改过" not in box.on_shelf(id_).read_text()
