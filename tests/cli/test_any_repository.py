"""A stranger's run, word for word, in repositories of every kind a person may have."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ofttold.cli.main import root
from tests.app.sharebox import ShareBox

_ID = re.compile(r"mem_[a-z2-7]{12}")
Prepare = Callable[[ShareBox], Path]


class Stranger:
    """Somebody at a prompt in a repository that was prepared some way."""

    def __init__(self, box: ShareBox, repo: Path) -> None:
        self.box, self.repo = box, repo

    def run(self, *words: str, status: int = 0) -> Result:
        """Run ``ofttold`` there; it must end with this status."""
        before = Path.cwd()
        os.chdir(self.repo)
        try:
            done = CliRunner().invoke(root, [*words, "--dir", str(self.box.memory)])
        finally:
            os.chdir(before)
        assert done.exit_code == status, (words, done.output, done.exception)
        return done

    def git(self, *words: str) -> str:
        """Run git there; gives what it says."""
        return self.box.git(*words, repo=self.repo)

    def make_work(self) -> None:
        """Leave staged, half-staged, unstaged and untracked work."""
        (self.repo / "staged.py").write_text("s = 1\n")
        self.git("add", "staged.py")
        (self.repo / "staged.py").write_text("s = 2\n")
        (self.repo / "code.py").write_text("x = 2\n")
        (self.repo / "loose.txt").write_text("?\n")

    def work(self) -> tuple[str, ...]:
        """Show all of it, and what else of theirs must stay."""
        rest = (".", ":!.ai")
        return (
            self.git("diff", "--cached", "--", *rest),
            self.git("diff", "--", *rest),
            self.git("status", "--porcelain=v2", "-uall", "--", *rest),
            self.git("stash", "list"),
            self.git("config", "--local", "--list"),
            "".join(path.read_text() for path in sorted(self.repo.glob("*.py"))),
        )

    def save(self, title: str, *more: str) -> str:
        """Save a card; gives its id."""
        return str(_ID.findall(self.run("card", "save", "--title", title, *more).output)[0])


def commit(box: ShareBox, repo: Path, name: str, text: str) -> None:
    (repo / name).parent.mkdir(parents=True, exist_ok=True)
    (repo / name).write_text(text)
    box.git("add", name, repo=repo)
    box.git("commit", "-q", "-m", name, repo=repo)


def plain(box: ShareBox) -> Path:
    return box.repo


def configured(*pairs: str) -> Prepare:
    def prepare(box: ShareBox) -> Path:
        for pair in pairs:
            box.git("config", *pair.split("=", 1))
        return box.repo

    return prepare


def hooks_elsewhere(box: ShareBox) -> Path:
    hook = box.repo / ".husky" / "pre-commit"
    commit(box, box.repo, ".husky/pre-commit", "#!/bin/sh\ngit diff --cached --check\n")
    hook.chmod(0o755)
    box.git("commit", "-q", "-a", "-m", "mode")
    box.git("config", "core.hooksPath", ".husky")
    return box.repo


def work_tree_of_a_bare_one(box: ShareBox) -> Path:
    bare, tree = box.repo.parent / "bare.git", box.repo.parent / "tree"
    box.git("clone", "-q", "--bare", str(box.repo), str(bare))
    box.git("worktree", "add", "-q", "-b", "tree", str(tree), "main", repo=bare)
    name_the_person(box, bare)
    return tree


def linked_work_tree(box: ShareBox) -> Path:
    tree = box.repo.parent / "tree"
    box.git("config", "extensions.worktreeConfig", "true")
    box.git("worktree", "add", "-q", "-b", "tree", str(tree))
    return tree


def submodule(box: ShareBox) -> Path:
    outer = box.repo.parent / "outer"
    box.git("init", "-q", "-b", "main", str(outer))
    allowed = ("-c", "protocol.file.allow=always")
    box.git(*allowed, "submodule", "--quiet", "add", str(box.repo), "inner", repo=outer)
    name_the_person(box, outer / "inner")
    return outer / "inner"


def shallow(box: ShareBox) -> Path:
    for number in range(3):
        commit(box, box.repo, f"n{number}.py", "")
    clone = box.repo.parent / "shallow"
    box.git("clone", "-q", "--depth", "1", f"file://{box.repo}", str(clone))
    name_the_person(box, clone)
    return clone


def sparse(*options: str) -> Prepare:
    def prepare(box: ShareBox) -> Path:
        commit(box, box.repo, "docs/a.md", "a\n")
        commit(box, box.repo, "src/a.py", "")
        commit(box, box.repo, ".ai/ofttold/mem_zzzzzzzzzzzz.md", "---\ntitle: 早先的\n---\n")
        box.git("sparse-checkout", "set", *options, "src")
        assert not (box.repo / ".ai").exists()
        return box.repo

    return prepare


def split_index(box: ShareBox) -> Path:
    box.git("config", "core.splitIndex", "true")
    box.git("update-index", "--split-index")
    return box.repo


def intent_to_add(box: ShareBox) -> Path:
    (box.repo / "new.py").write_text("n\n")
    box.git("add", "--intent-to-add", "new.py")
    box.git("update-index", "--assume-unchanged", "code.py")
    return box.repo


def name_the_person(box: ShareBox, repo: Path) -> None:
    box.git("config", "user.name", "安娜", repo=repo)
    box.git("config", "user.email", "anna@example.test", repo=repo)


WORKING: dict[str, Prepare] = {
    "plain": plain,
    "hooks elsewhere": hooks_elsewhere,
    "an identity that must be configured": configured("user.useConfigOnly=true"),
    "line ends of another system": configured("core.autocrlf=true"),
    "names without case": configured("core.ignoreCase=true", "core.precomposeUnicode=true"),
    "no modes, no links": configured("core.fileMode=false", "core.symlinks=false"),
    "an untracked cache": configured("core.untrackedCache=true", "feature.manyFiles=true"),
    "a template and a verbose editor": configured("commit.verbose=true", "commit.template=/none"),
    "signing that is off": configured("commit.gpgSign=false", "gpg.program=false"),
    "no reflogs": configured("core.logAllRefUpdates=false"),
    "the work tree of a bare one": work_tree_of_a_bare_one,
    "a linked work tree": linked_work_tree,
    "a submodule": submodule,
    "a shallow clone": shallow,
    "a sparse checkout": sparse("--cone"),
    "a sparse index": sparse("--cone", "--sparse-index"),
    "a sparse checkout by patterns": sparse("--no-cone", "/*.py"),
    "a split index": split_index,
    "an index with notes of its own": intent_to_add,
}


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ShareBox:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    made = ShareBox(tmp_path)
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    return made


@pytest.mark.parametrize("kind", WORKING)
def test_a_card_goes_from_a_draft_to_published_and_no_step_further(
    box: ShareBox, kind: str
) -> None:
    me = Stranger(box, WORKING[kind](box))
    me.make_work()
    work, head = me.work(), me.git("rev-parse", "HEAD")
    id_ = me.save("构建用 uv", "--summary", "不用 pip", "--body", "正文")
    path = me.repo / ".ai" / "ofttold" / f"{id_}.md"
    me.run("share", "submit", id_)
    assert me.git("rev-parse", "HEAD~1") == head
    assert me.git("show", "--name-status", "--format=", "HEAD") == f"A\t.ai/ofttold/{id_}.md\n"
    assert me.work() == work
    assert me.git("status", "--porcelain", "--", ".ai") == ""
    me.run("share", "status")
    assert f"{id_}.md" not in me.run("share", "status").output
    for words in (("--reject", "--note", "再看看"), ("--resubmit",), (), ()):
        me.run("share", "promote", id_, *words)
    assert "review: published" in path.read_text()
    assert me.git("status", "--porcelain", "--", ".ai") == f" M .ai/ofttold/{id_}.md\n"
    me.run("share", "promote", id_, status=4)
    me.run("share", "submit", me.save("家里的", "--scope", "personal"), status=4)
    assert me.work() == work
    assert not list(me.repo.rglob(".ofttold*"))


# -- where it is refused -----------------------------------------------------------------------


def hook_that_fails(box: ShareBox) -> Path:
    repo = hooks_elsewhere(box)
    (repo / ".husky" / "pre-commit").write_text("#!/bin/sh\necho no >&2\nexit 1\n")
    box.git("commit", "-q", "--no-verify", "-a", "-m", "no")
    return repo


def under_way(*words: str) -> Prepare:
    """Make a repository in the middle of a merge, rebase or the like that came to a conflict."""

    def prepare(box: ShareBox) -> Path:
        box.git("checkout", "-q", "-b", "side")
        commit(box, box.repo, "code.py", "x = 'side'\n")
        box.git("checkout", "-q", "main")
        commit(box, box.repo, "code.py", "x = 'main'\n")
        done = subprocess.run(["git", "-C", str(box.repo), *words], capture_output=True)
        assert done.returncode
        return box.repo

    return prepare


def unborn(box: ShareBox) -> Path:
    fresh = box.repo.parent / "fresh"
    box.git("init", "-q", "-b", "main", str(fresh))
    name_the_person(box, fresh)
    return fresh


def detached(box: ShareBox) -> Path:
    box.git("checkout", "-q", "--detach")
    return box.repo


def nameless(box: ShareBox) -> Path:
    for key in ("user.name", "user.email"):
        box.git("config", "--unset", key)
    return configured("user.useConfigOnly=true")(box)


REFUSED: dict[str, tuple[Prepare, str]] = {
    "a hook that fails": (hook_that_fails, "no"),
    "signing that fails": (configured("commit.gpgSign=true", "gpg.program=false"), "gpg"),
    "no identity": (nameless, "git config"),
    "no commit yet": (unborn, "第一次提交"),
    "no branch": (detached, "--branch"),
    "a merge": (under_way("merge", "-q", "side"), "merge"),
    "a rebase": (under_way("rebase", "-q", "side"), "rebase"),
    "a cherry-pick": (under_way("cherry-pick", "side"), "cherry-pick"),
    "a revert": (under_way("revert", "--no-edit", "HEAD~1"), "revert"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_where_no_commit_can_be_made_it_is_said_and_nothing_is_moved(
    box: ShareBox, kind: str
) -> None:
    prepare, told = REFUSED[kind]
    me = Stranger(box, prepare(box))
    id_ = me.save("构建用 uv")

    def stands() -> tuple[object, ...]:
        refs = me.git("for-each-ref"), (me.repo / ".git" / "HEAD").read_text()
        files = {path: path.read_bytes() for path in me.repo.glob("*") if path.is_file()}
        return me.git("status", "--porcelain=v2", "-uall"), refs, files, box.files()

    before = stands()
    for branch in ((), ("--branch", "memory/x")):
        if kind == "no branch" and branch:
            continue
        assert told in me.run("share", "submit", id_, *branch, status=4).output
        assert stands() == before
    assert not (me.repo / ".ai").exists()


def test_a_setting_that_wants_every_line_end_as_it_was_does_not_stop_a_card(
    box: ShareBox,
) -> None:
    configured("core.autocrlf=true", "core.safecrlf=true")(box)
    me = Stranger(box, box.repo)
    id_ = me.save("构建用 uv")
    me.run("share", "submit", id_)
    assert me.git("status", "--porcelain") == ""


def test_cards_that_a_sparse_checkout_leaves_out_are_not_called_deleted(box: ShareBox) -> None:
    me = Stranger(box, sparse("--cone")(box))
    assert "mem_zzzzzzzzzzzz" not in me.run("share", "status").output
    me.run("share", "submit", me.save("构建用 uv"))
    assert "mem_zzzzzzzzzzzz" not in me.run("share", "status").output


def test_in_a_bare_repository_there_is_no_shelf(box: ShareBox) -> None:
    bare = box.repo.parent / "bare.git"
    box.git("clone", "-q", "--bare", str(box.repo), str(bare))
    id_ = Stranger(box, box.repo).save("构建用 uv")
    assert "git" in Stranger(box, bare).run("share", "submit", id_, status=4).output
