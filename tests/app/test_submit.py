"""Submitting drafts: one commit of just those files, and everything of the person's as it was."""

from __future__ import annotations

import gzip
import shutil
import sys
from pathlib import Path

import pytest

from ofttold.app import settle_submit
from ofttold.app.bundle import export
from ofttold.app.card_save import save
from ofttold.app.cards import CardGone
from ofttold.app.propose import propose
from ofttold.app.review import supersede
from ofttold.app.share import AlreadySubmitted, PersonalStays, PrivateStays
from ofttold.app.shelf import ShelfBlocked, ShelfSetting
from ofttold.app.submit import (
    Detached,
    NoCommitYet,
    NoIdentity,
    SameId,
    Submitted,
    Unfinished,
    WorkSwept,
    submit,
)
from ofttold.core.cards.card import Card
from ofttold.core.cards.saving import Wish
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.review import IllegalStep, history_of
from ofttold.edge import git_commit
from ofttold.edge.git_commit import BadBranchName, BranchExists, CommitRefused
from ofttold.edge.git_reads import GitBusy
from ofttold.edge.gitcall import GitFailed
from ofttold.edge.shelf import is_in_memory
from tests.app.sharebox import ShareBox


def read(path: Path) -> Card:
    return ShareBox.card(None, path)  # type: ignore[arg-type]


def test_a_card_on_the_shelf_is_said_to_be_there_and_not_gone(sharing: ShareBox) -> None:
    id_ = sharing.draft("甲")
    submit(sharing.desk(), [id_])
    for again in (submit, propose):
        with pytest.raises(AlreadySubmitted) as refused:
            again(sharing.desk(), [id_])
        assert refused.value.values["state"] == "proposed"
        assert refused.value.hint("en").startswith("possible from there: ofttold share promote,")


def test_a_base_that_nobody_knows_is_said(sharing: ShareBox) -> None:
    done = submit(sharing.desk(), [sharing.draft("甲")], branch="x", base="nope")
    assert [note for note in done.notes if "nope" in note]
    assert submit(sharing.desk(), [sharing.draft("乙")], base="main").notes == ()


def test_a_draft_goes_into_one_commit_that_holds_nothing_else(sharing: ShareBox) -> None:
    id_ = sharing.draft("构建用 uv", summary="不用 pip", body="正文")
    sharing.make_work()
    before, head = sharing.work(), sharing.git("rev-parse", "HEAD")
    done = submit(sharing.desk(), [id_])
    assert done == Submitted(
        ((id_, "构建用 uv", f".ai/ofttold/{id_}.md"),),
        sharing.git("rev-parse", "HEAD").strip(),
        "main",
        made_branch=False,
        base="",
        others=0,
        masked=(),
        notes=(),
    )
    assert sharing.git("rev-parse", "HEAD~1") == head
    assert sharing.git("show", "--name-status", "--format=", "HEAD") == f"A\t.ai/ofttold/{id_}.md\n"
    assert sharing.work() == before
    assert sharing.git("status", "--porcelain", "--", ".ai") == ""
    assert sharing.git("stash", "list") == ""
    card = sharing.card(sharing.on_shelf(id_))
    assert (card.review, card.extra["proposed_by"]) == ("proposed", "安娜 <anna@example.test>")
    assert history_of(card.extra) == [
        {
            "at": "2026-11-30T10:00:00+08:00",
            "by": "安娜 <anna@example.test>",
            "from": "draft",
            "to": "proposed",
        }
    ]
    assert [name for name in sharing.files() if name != ".gitignore"] == []
    assert not list(sharing.repo.rglob(".ofttold*"))
    assert not list((sharing.repo / ".git").glob("*ofttold*"))


def test_the_commit_is_the_person_s_own_and_says_what_it_proposes(sharing: ShareBox) -> None:
    ids = [sharing.draft(f"卡片 {n}") for n in (1, 2)]
    submit(sharing.desk(), ids)
    shown = sharing.git("show", "-s", "--format=%an <%ae>%n%B")
    assert shown.strip() == (
        "安娜 <anna@example.test>\nPropose 2 memory cards\n\n- 卡片 1\n- 卡片 2"
    )


def test_files_on_the_shelf_have_the_modes_the_umask_gives(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    submit(sharing.desk(), [id_])
    plain = sharing.repo / "plain"
    plain.write_text("")
    assert sharing.on_shelf(id_).stat().st_mode == plain.stat().st_mode
    folder = sharing.repo / "folder"
    folder.mkdir()
    assert sharing.shelf.stat().st_mode == folder.stat().st_mode


def test_a_branch_is_made_for_it_when_asked_for(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    sharing.make_work()
    before, main = sharing.work(), sharing.git("rev-parse", "main")
    done = submit(sharing.desk(), [id_], branch="memory/a", base="main")
    assert (done.branch, done.made_branch, done.base) == ("memory/a", True, "main")
    assert sharing.git("symbolic-ref", "HEAD") == "refs/heads/memory/a\n"
    assert sharing.git("rev-parse", "main") == main
    assert sharing.git("rev-parse", "HEAD~1") == main
    assert sharing.work() == before


def test_other_commits_of_the_branch_are_counted(sharing: ShareBox) -> None:
    sharing.git("update-ref", "refs/remotes/origin/main", "HEAD")
    sharing.git("commit", "-q", "--allow-empty", "-m", "mine")
    done = submit(sharing.desk(), [sharing.draft("a")])
    assert (done.base, done.others) == ("main", 1)


def test_a_failing_hook_stops_it_and_leaves_no_trace(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    sharing.make_work()
    sharing.hook("pre-commit", "echo 'no cards today' >&2; exit 1")
    before = (sharing.work(), sharing.files(), sharing.git("for-each-ref"))
    for branch in ("", "memory/a"):
        with pytest.raises(CommitRefused) as refused:
            submit(sharing.desk(), [id_], branch=branch)
        assert refused.value.values["why"] == "no cards today"
    assert (sharing.work(), sharing.files(), sharing.git("for-each-ref")) == before
    assert sharing.git("symbolic-ref", "HEAD") == "refs/heads/main\n"
    assert not (sharing.repo / ".ai").exists()
    assert not list((sharing.repo / ".git").glob("*ofttold*"))


def test_the_person_s_hooks_see_just_the_cards_and_may_change_the_message(
    sharing: ShareBox,
) -> None:
    sharing.make_work()
    sharing.hook("pre-commit", 'git diff --cached --name-only > "$(git rev-parse --git-dir)/seen"')
    sharing.hook("commit-msg", 'echo "Reviewed-by: hook" >> "$1"')
    id_ = sharing.draft("a")
    submit(sharing.desk(), [id_])
    assert (sharing.repo / ".git" / "seen").read_text() == f".ai/ofttold/{id_}.md\n"
    assert "Reviewed-by: hook" in sharing.git("show", "-s", "--format=%B")


def test_a_hook_that_formats_the_card_is_followed(sharing: ShareBox) -> None:
    sharing.hook(
        "pre-commit",
        'for f in $(git diff --cached --name-only); do echo "# x" >> "$f"; git add "$f"; done',
    )
    id_ = sharing.draft("a", body="b")
    submit(sharing.desk(), [id_])
    assert sharing.git("show", f"HEAD:.ai/ofttold/{id_}.md").endswith("# x\n")
    assert sharing.git("status", "--porcelain", "--", ".ai") == ""


FIXER = """
for f in $(git diff --cached --name-only); do
  sed 's/ *$//' "$f" > "$f.new"
  if cmp -s "$f" "$f.new"; then rm "$f.new"; else mv "$f.new" "$f"; echo "fixed $f" >&2; failed=1; fi
done
exit $failed
"""


def test_a_hook_that_mends_the_card_and_fails_has_it_mended_in_the_draft(
    sharing: ShareBox,
) -> None:
    sharing.make_work()
    sharing.hook("pre-commit", FIXER)
    id_ = sharing.draft("a", summary="s", body="eins   \nzwei  ")
    path, before = sharing.project / f"{id_}.md", sharing.work()
    assert path.read_text().count("eins   \n") == 1
    with pytest.raises(CommitRefused):
        submit(sharing.desk(), [id_])
    assert sharing.work() == before
    assert not (sharing.repo / ".ai").exists()
    assert sharing.card(path).body.split("\n")[:2] == ["eins", "zwei"]
    assert sharing.card(path).review in ("", "draft")
    assert "review_history" not in path.read_text()
    submit(sharing.desk(), [id_])
    assert sharing.card(sharing.on_shelf(id_)).review == "proposed"
    assert sharing.work() == before


def test_what_a_hook_made_of_a_card_that_is_none_any_more_stays_and_is_named(
    sharing: ShareBox,
) -> None:
    id_ = sharing.draft("a", body="b")
    before = sharing.files()
    sharing.hook("pre-commit", f"echo 'title: [' > .ai/ofttold/{id_}.md; exit 1")
    with pytest.raises(CommitRefused):
        submit(sharing.desk(), [id_])
    assert sharing.files() == before
    assert sharing.on_shelf(id_).read_text() == "title: [\n"
    with pytest.raises(SameId) as refused:
        submit(sharing.desk(), [id_])
    assert refused.value.values["name"] == f".ai/ofttold/{id_}.md"


@pytest.mark.parametrize("branch", ["", "memory/a"])
@pytest.mark.parametrize(
    "sweep", ["git add -A", "git add -u", "git add staged.py", "git add loose.txt"]
)
def test_a_hook_that_sweeps_in_other_work_gets_no_commit_of_it(
    sharing: ShareBox, sweep: str, branch: str
) -> None:
    sharing.make_work()
    (sharing.repo / "gone.py").write_text("g = 1\n")
    sharing.git("add", "gone.py")
    sharing.git("commit", "-q", "-m", "second", "--", "gone.py")
    (sharing.repo / "gone.py").unlink()
    id_ = sharing.draft("a")
    before, head = (sharing.work(), sharing.files()), sharing.git("rev-parse", "HEAD")
    sharing.hook("pre-commit", sweep)
    with pytest.raises(WorkSwept):
        submit(sharing.desk(), [id_], branch=branch)
    assert (sharing.work(), sharing.files()) == before
    assert sharing.git("rev-parse", "HEAD") == head
    assert sharing.git("for-each-ref", "--format=%(refname)") == "refs/heads/main\n"
    assert not (sharing.repo / ".ai").exists()


def test_work_swept_in_is_taken_back_though_the_hook_behind_the_commit_never_ends(
    sharing: ShareBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_commit, "COMMIT_SECONDS", 2.0)
    sharing.make_work()
    id_ = sharing.draft("a")
    before, head = (sharing.work(), sharing.files()), sharing.git("rev-parse", "HEAD")
    sharing.hook("pre-commit", "git add -A")
    sharing.hook("post-commit", "sleep 60")
    with pytest.raises(WorkSwept):
        submit(sharing.desk(), [id_])
    assert (sharing.work(), sharing.files()) == before
    assert sharing.git("rev-parse", "HEAD") == head


def test_a_commit_undone_by_hand_while_its_record_waits_costs_no_card(
    sharing: ShareBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = sharing.draft("a", body="b")

    def locked(*_: object) -> None:
        raise GitFailed(command="git update-index", why="index.lock")

    with monkeypatch.context() as patched:
        patched.setattr(settle_submit, "follow_commit", locked)
        assert submit(sharing.desk(), [id_]).notes
    text = sharing.on_shelf(id_).read_text()
    sharing.git("reset", "-q", "--soft", "HEAD~1")
    [said] = settle_submit.settle_submit(sharing.desk())
    assert f".ai/ofttold/{id_}.md" in said
    assert sharing.on_shelf(id_).read_text() == text
    assert settle_submit.settle_submit(sharing.desk()) == []


def test_a_list_that_a_hook_keeps_up_to_date_comes_along(sharing: ShareBox) -> None:
    sharing.make_work()
    before = sharing.work()
    sharing.hook("pre-commit", "ls .ai/ofttold > list.txt; git add list.txt")
    id_ = sharing.draft("a")
    submit(sharing.desk(), [id_])
    named = sharing.git("show", "--name-only", "--format=", "HEAD").split()
    assert named == [f".ai/ofttold/{id_}.md", "list.txt"]
    assert sharing.work() == before


def test_earlier_versions_of_a_draft_go_with_it(sharing: ShareBox) -> None:
    id_, other = sharing.draft("a", body="eins"), sharing.draft("b")
    for body in ("zwei", "drei", "vier"):
        for card in (id_, other):
            save(sharing.desk(), Wish(id=card, body=body))
    versions = sharing.project / "versions"
    assert len(list(versions.glob(f"{id_}.*"))) == 2
    sharing.hook("pre-commit", "exit 1")
    with pytest.raises(CommitRefused):
        submit(sharing.desk(), [id_])
    assert len(list(versions.glob(f"{id_}.*"))) == 2
    sharing.hook("pre-commit", "exit 0")
    submit(sharing.desk(), [id_])
    assert sorted({path.name[:16] for path in versions.iterdir()}) == [other]
    assert len(list(versions.iterdir())) == 2


@pytest.mark.parametrize("setting", ["true", "input"])
def test_line_ends_are_stored_as_the_repository_keeps_them(sharing: ShareBox, setting: str) -> None:
    sharing.git("config", "core.autocrlf", setting)
    id_ = sharing.draft("a")
    path = sharing.project / f"{id_}.md"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    submit(sharing.desk(), [id_])
    assert b"\r\n" in sharing.on_shelf(id_).read_bytes()
    assert "\r" not in sharing.git("show", f"HEAD:.ai/ofttold/{id_}.md")
    assert sharing.git("status", "--porcelain", "--", ".ai") == ""


def test_signing_without_an_agent_ends_in_a_clear_word(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    sharing.git("config", "commit.gpgsign", "true")
    sharing.git("config", "gpg.program", "false")
    before = sharing.files()
    with pytest.raises(CommitRefused):
        submit(sharing.desk(), [id_])
    assert sharing.files() == before
    assert not (sharing.repo / ".ai").exists()


def test_a_commit_that_is_to_be_signed_is_signed(sharing: ShareBox, tmp_path: Path) -> None:
    signer = tmp_path / "signer"
    signer.write_text(
        '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho signature\n'
    )
    signer.chmod(0o755)
    sharing.git("config", "commit.gpgsign", "true")
    sharing.git("config", "gpg.program", str(signer))
    submit(sharing.desk(), [sharing.draft("a")])
    assert "gpgsig signature" in sharing.git("cat-file", "commit", "HEAD")


def test_an_approval_of_one_s_own_is_kept(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    path = sharing.project / f"{id_}.md"
    path.write_text(
        path.read_text()
        .replace("---\na", "")
        .replace("revision:", "review: approved\napproved_by: self\nrevision:")
    )
    submit(sharing.desk(), [id_])
    card = sharing.card(sharing.on_shelf(id_))
    assert (card.review, card.extra["approved_by"]) == ("approved", "self")


def test_secrets_and_private_passages_do_not_travel(sharing: ShareBox) -> None:
    id_ = sharing.draft("a", body="b")
    path = sharing.project / f"{id_}.md"
    token = "gh" + "p_" + "a1B2c3D4" * 5
    path.write_text(path.read_text() + f"用 {token}\n<private>家里\n</private>完\n")
    done = submit(sharing.desk(), [id_])
    assert sorted(one.kind for one in done.masked) == ["github_token", "private"]
    shown = sharing.git("show", "HEAD")
    assert token not in shown
    assert "家里" not in shown
    assert "ghp_████" in shown


def test_what_is_masked_in_a_title_is_in_no_commit_message_either(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    path = sharing.project / f"{id_}.md"
    token = "gh" + "p_" + "a1B2c3D4" * 5
    title = f"用 {token} 登录 <private>家里</private>"
    path.write_text(path.read_text().replace("title: a", f"title: {title}"))
    done = submit(sharing.desk(), [id_])
    whole = sharing.git("log", "--all", "-p", "--format=%B") + repr(done)
    assert "ghp_████" in sharing.git("log", "-1", "--format=%s")
    assert token not in whole
    assert "家里" not in whole


def test_the_message_is_readable_whatever_encoding_the_person_s_commits_have(
    sharing: ShareBox,
) -> None:
    sharing.git("config", "i18n.commitEncoding", "GBK")
    submit(sharing.desk(), [sharing.draft("鲸落")])
    commit = sharing.git("cat-file", "commit", "HEAD")
    assert commit.endswith("Propose a memory card: 鲸落\n")
    assert "encoding" not in commit


def test_a_repository_with_the_longer_ids_takes_a_branch_and_a_card(sharing: ShareBox) -> None:
    shutil.rmtree(sharing.repo / ".git")
    sharing.git("init", "-q", "-b", "main", "--object-format=sha256")
    sharing.git("config", "user.name", "安娜")
    sharing.git("config", "user.email", "anna@example.test")
    sharing.git("commit", "-q", "--allow-empty", "-m", "first")
    id_ = sharing.draft("a")
    sharing.hook("pre-commit", "exit 1")
    with pytest.raises(CommitRefused):
        submit(sharing.desk(), [id_], branch="memory/a")
    sharing.hook("pre-commit", "exit 0")
    assert submit(sharing.desk(), [id_], branch="memory/a").branch == "memory/a"
    assert sharing.git("status", "--porcelain", "--", ".ai") == ""


def test_a_personal_card_is_refused_and_stays(sharing: ShareBox) -> None:
    id_ = sharing.note("家里的事")
    with pytest.raises(PersonalStays) as refused:
        submit(sharing.desk(), [id_])
    assert refused.value.exit_code == 4
    assert not (sharing.repo / ".ai").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
@pytest.mark.parametrize("whole", [False, True])
def test_a_personal_card_that_a_link_brings_onto_the_desk_stays(
    sharing: ShareBox, tmp_path: Path, whole: bool
) -> None:
    id_ = sharing.note("家里的事", body="家里")
    path = sharing.personal / f"{id_}.md"
    path.write_text(path.read_text().replace("scope: personal\n", ""))
    if whole:
        sharing.project.parent.mkdir()
        sharing.project.symlink_to(sharing.personal)
    else:
        sharing.project_folder().joinpath(path.name).symlink_to(path)
    with pytest.raises(PersonalStays):
        submit(sharing.desk(), [id_])
    assert export(sharing.desk(), str(tmp_path / "x.tar.gz")).cards == 0


@pytest.mark.parametrize(
    "line", ["private: true", "private: 是", "private: maybe", "scope: personal"]
)
def test_a_draft_that_says_it_is_private_stays(sharing: ShareBox, line: str) -> None:
    id_ = sharing.draft("a")
    path = sharing.project / f"{id_}.md"
    text = path.read_text().replace("scope: project\n", "") if "scope" in line else path.read_text()
    path.write_text(text.replace("revision:", f"{line}\nrevision:"))
    with pytest.raises(PrivateStays):
        submit(sharing.desk(), [id_])


@pytest.mark.parametrize("state", ["proposed", "published", "rejected"])
def test_a_card_put_back_on_the_desk_by_hand_is_submitted_as_a_draft(
    sharing: ShareBox, state: str
) -> None:
    id_ = sharing.draft("a")
    path = sharing.project / f"{id_}.md"
    path.write_text(path.read_text().replace("revision:", f"review: {state}\nrevision:"))
    submit(sharing.desk(), [id_])
    card = read(sharing.on_shelf(id_))
    assert card.review == "proposed"
    assert [(step["from"], step["to"]) for step in history_of(card.extra)] == [
        ("draft", "proposed")
    ]


def test_an_unknown_card_and_a_retracted_one_are_refused(sharing: ShareBox) -> None:
    with pytest.raises(CardGone):
        submit(sharing.desk(), ["mem_aaaaaaaaaaaa"])
    with pytest.raises(CardGone):
        submit(sharing.desk(), ["../x"])
    id_ = sharing.draft("a")
    path = sharing.project / f"{id_}.md"
    path.write_text(path.read_text().replace("revision:", "review: retracted\nrevision:"))
    with pytest.raises(IllegalStep):
        submit(sharing.desk(), [id_])


def test_one_id_taken_on_the_shelf_stops_them_all(sharing: ShareBox) -> None:
    first, second = sharing.draft("a"), sharing.draft("b")
    sharing.shelf.mkdir(parents=True)
    sharing.on_shelf(second).write_text(f"---\nid: {second}\ntitle: other\n---\n")
    before, head = sharing.files(), sharing.git("rev-parse", "HEAD")
    with pytest.raises(SameId):
        submit(sharing.desk(), [first, second])
    assert sharing.files() == before
    assert sharing.git("rev-parse", "HEAD") == head
    assert not sharing.on_shelf(first).exists()


def test_an_id_another_file_of_the_shelf_claims_is_taken(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    sharing.shelf.mkdir(parents=True)
    (sharing.shelf / "by-hand.md").write_text(f"---\nid: {id_}\ntitle: other\n---\n")
    with pytest.raises(SameId):
        submit(sharing.desk(), [id_])


def test_an_id_committed_and_deleted_by_hand_is_taken(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    data = (sharing.project / f"{id_}.md").read_bytes()
    submit(sharing.desk(), [id_])
    sharing.on_shelf(id_).unlink()
    (sharing.project / f"{id_}.md").write_bytes(data)
    with pytest.raises(SameId):
        submit(sharing.desk(), [id_])


@pytest.mark.parametrize("name", ["MERGE_HEAD", "CHERRY_PICK_HEAD", "rebase-merge"])
def test_a_merge_or_rebase_under_way_is_not_ended_by_us(sharing: ShareBox, name: str) -> None:
    id_ = sharing.draft("a")
    (sharing.repo / ".git" / name).write_text(sharing.git("rev-parse", "HEAD"))
    with pytest.raises(Unfinished):
        submit(sharing.desk(), [id_])


def test_another_git_s_lock_is_named_and_left_alone(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    lock = sharing.repo / ".git" / "index.lock"
    lock.write_text("")
    with pytest.raises(GitBusy):
        submit(sharing.desk(), [id_])
    assert lock.exists()
    assert sharing.project.joinpath(f"{id_}.md").exists()


def test_a_detached_head_asks_for_a_branch(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    sharing.git("checkout", "-q", "--detach")
    with pytest.raises(Detached):
        submit(sharing.desk(), [id_])
    assert submit(sharing.desk(), [id_], branch="memory").branch == "memory"


def test_a_failing_commit_leaves_a_detached_head_detached(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    sharing.git("checkout", "-q", "--detach")
    head = sharing.git("rev-parse", "HEAD")
    sharing.hook("pre-commit", "exit 1")
    with pytest.raises(CommitRefused):
        submit(sharing.desk(), [id_], branch="memory")
    assert (sharing.repo / ".git" / "HEAD").read_text() == head


@pytest.mark.parametrize(
    ("branch", "refusal"), [("main", BranchExists), ("-x", BadBranchName), ("a..b", BadBranchName)]
)
def test_a_branch_that_exists_or_cannot_is_refused(
    sharing: ShareBox, branch: str, refusal: type[OfttoldError]
) -> None:
    id_ = sharing.draft("a")
    with pytest.raises(refusal):
        submit(sharing.desk(), [id_], branch=branch)
    assert sharing.git("symbolic-ref", "HEAD") == "refs/heads/main\n"
    assert not (sharing.repo / ".ai").exists()


def test_an_empty_repository_and_a_nameless_person_are_told_so(
    sharing: ShareBox, tmp_path: Path
) -> None:
    id_ = sharing.draft("a")
    sharing.git("config", "--unset", "user.email")
    sharing.git("config", "user.useConfigOnly", "true")
    with pytest.raises(NoIdentity):
        submit(sharing.desk(), [id_])
    sharing.git("update-ref", "-d", "HEAD")
    with pytest.raises(NoCommitYet):
        submit(sharing.desk(), [id_])


def test_a_file_or_a_link_in_the_shelf_s_place_is_refused(
    sharing: ShareBox, tmp_path: Path
) -> None:
    id_ = sharing.draft("a")
    (sharing.repo / ".ai").write_text("")
    with pytest.raises(ShelfBlocked):
        submit(sharing.desk(), [id_])
    (sharing.repo / ".ai").unlink()
    (tmp_path / "out").mkdir()
    (sharing.repo / ".ai").symlink_to(tmp_path / "out")
    with pytest.raises(ShelfBlocked):
        submit(sharing.desk(), [id_])
    assert not list((tmp_path / "out").iterdir())


@pytest.mark.parametrize(
    "named", ["../out", "/tmp/out", ".git/x", "a/../../b", "", ".", "a/.Git/b", 3]
)
def test_a_shelf_outside_the_work_tree_is_never_used(sharing: ShareBox, named: object) -> None:
    id_ = sharing.draft("a")
    (sharing.repo / ".ai").mkdir()
    (sharing.repo / ".ai" / "ofttold.toml").write_text(f"[shelf]\ndir = {named!r}\n")
    with pytest.raises(ShelfSetting):
        submit(sharing.desk(), [id_])


def test_a_shelf_of_another_name_is_used_and_read(sharing: ShareBox) -> None:
    (sharing.repo / ".ai").mkdir()
    (sharing.repo / ".ai" / "ofttold.toml").write_text('[shelf]\ndir = "docs/memory"\n')
    id_ = sharing.draft("a")
    done = submit(sharing.desk(), [id_])
    assert done.cards[0][2] == f"docs/memory/{id_}.md"
    places = {place.layer: place.label for place in sharing.desk().places}
    assert places["shelf"] == "docs/memory"


@pytest.mark.parametrize(
    "named", ["cards/personal", "cards", "diary", "cards/projects/x", "notes/deep"]
)
def test_a_shelf_among_what_the_memory_folder_keeps_is_no_shelf(
    sharing: ShareBox, tmp_path: Path, named: str
) -> None:
    repo = sharing.memory
    sharing.git("init", "-q", repo=repo)
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    sharing.git(*who, "commit", "-q", "--allow-empty", "-m", "x", repo=repo)
    first, second = sharing.note("甲", body="家里"), sharing.note("乙")
    for path in sharing.personal.glob("*.md"):  # as written by hand: nothing says what they are
        path.write_text(path.read_text().replace("scope: personal\n", ""))
    for folder in ("diary", "notes/deep"):
        (repo / folder).mkdir(parents=True)
        (repo / folder / "2026-11-29.md").write_text("家里\n")
    (repo / ".ai").mkdir()
    (repo / ".ai" / "ofttold.toml").write_text(f'[shelf]\ndir = "{named}"\n')
    desk = sharing.desk(repo)
    assert [place.layer for place in desk.places] == ["project", "personal"]
    with pytest.raises(ShelfBlocked):
        submit(desk, ["mem_aaaaaaaaaaaa"])
    bundle = tmp_path / "x.tar.gz"
    assert export(desk, str(bundle)).cards == 0
    assert supersede(desk, first, second).commit == ""
    assert "家里".encode() not in gzip.decompress(bundle.read_bytes())


def test_a_memory_folder_that_is_the_shelf_is_no_shelf(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    sharing.shelf.parent.mkdir()
    sharing.memory.rename(sharing.shelf)
    sharing.memory = sharing.shelf
    assert [place.layer for place in sharing.desk().places] == ["project", "personal"]
    with pytest.raises(ShelfBlocked):
        submit(sharing.desk(), [id_])


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
def test_a_shelf_is_told_by_the_folder_and_not_by_its_spelling(
    sharing: ShareBox,
) -> None:
    personal = sharing.memory / "cards" / "personal"
    personal.mkdir(parents=True)
    (sharing.memory / "Cards").symlink_to(sharing.memory / "cards")  # as a disk without case has it
    assert is_in_memory(str(sharing.memory), ("Cards", "personal"), str(sharing.memory))
    assert not is_in_memory(str(sharing.repo), ("docs", "memory"), str(sharing.memory))


def test_odd_names_in_the_repository_are_no_matter(sharing: ShareBox) -> None:
    sharing.shelf.mkdir(parents=True)
    for name in ("鲸 落.md", 'a"b\n.md', "-x.md"):
        (sharing.shelf / name).write_text("---\ntitle: odd\n---\n")
    sharing.git("add", "-A")
    sharing.git("commit", "-q", "-m", "odd")
    id_ = sharing.draft("a")
    submit(sharing.desk(), [id_])
    assert sharing.git("show", "--name-only", "--format=", "HEAD") == f".ai/ofttold/{id_}.md\n"
