"""Pull, push, resolve and the pull request: real git over a bare repository, a stand-in for gh."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from ofttold.app.card_read import list_cards
from ofttold.app.cards import CardGone
from ofttold.app.pull_request import pull_request_status
from ofttold.app.resolve import (
    Conflict,
    HandEdited,
    NoBase,
    NotConflicted,
    list_conflicts,
    resolve,
)
from ofttold.app.review import promote
from ofttold.app.share_answers import resolved_lines
from ofttold.app.share_setup import LINE, look, set_up, take_back
from ofttold.app.share_status import share_status
from ofttold.app.share_sync import (
    Diverged,
    NoRemote,
    PersonalOnItsWay,
    PersonalTracked,
    pull,
    push_branch,
)
from ofttold.app.submit import Detached, submit
from ofttold.core.cards.card import Card, parse_card
from ofttold.core.sharing.pull_request import NoPullRequest, OddAnswer, read_pull_request, steps_for
from ofttold.core.sharing.review import STATES
from ofttold.edge.git_remote import FetchFailed, NoUpstream, OwnPrograms, PushBehind
from ofttold.edge.hub import HubFailed, NoHub
from tests.app.sharebox import ShareBox


class Clones:
    """A bare repository and two clones of it, each with a memory folder of its own."""

    def __init__(self, base: Path) -> None:
        self.bare = base / "bare.git"
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(self.bare)], check=True)
        (base / "one").mkdir()
        (base / "two").mkdir()
        self.one, self.two = ShareBox(base / "one"), ShareBox(base / "two")
        for box in (self.one, self.two):
            box.git("remote", "set-url", "origin", str(self.bare))
        self.one.git("push", "-q", "-u", "origin", "main")
        self.two.git("fetch", "-q", "origin")
        self.two.git("reset", "-q", "--hard", "origin/main")
        self.two.git("branch", "-q", "-u", "origin/main")


@pytest.fixture
def clones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clones:
    monkeypatch.setenv("OFTTOLD_NOW", "")
    return Clones(tmp_path)


def test_what_one_pushes_another_pulls_and_finds(clones: Clones) -> None:
    id_ = clones.one.draft("构建用 uv")
    submit(clones.one.desk(), [id_])
    pushed = push_branch(clones.one.desk())
    assert (pushed.branch, pushed.remote) == ("main", "origin")
    clones.two.make_work()
    before = clones.two.work()
    done = pull(clones.two.desk())
    assert (done.commits, done.ahead, done.indexed) == (1, 0, (f"{id_}.md",))
    assert clones.two.work() == before
    assert [one.card.id for one in list_cards(clones.two.desk()).cards] == [id_]
    again = pull(clones.two.desk())
    assert (again.commits, again.indexed) == (0, ())


def test_a_pull_indexes_only_what_changed(clones: Clones) -> None:
    ids = [clones.one.draft(f"卡片 {n}") for n in range(6)]
    submit(clones.one.desk(), ids)
    push_branch(clones.one.desk())
    pull(clones.two.desk())
    import time

    time.sleep(0.15)  # past the grain of the disk's clock
    pull(clones.two.desk())
    promote(clones.one.desk(), ids[3], "promote")
    clones.one.git("commit", "-q", "-a", "-m", "promote")
    push_branch(clones.one.desk())
    assert pull(clones.two.desk()).indexed == (f"{ids[3]}.md",)


def test_diverged_sides_are_told_so_and_nothing_is_merged(clones: Clones) -> None:
    submit(clones.one.desk(), [clones.one.draft("a")])
    push_branch(clones.one.desk())
    submit(clones.two.desk(), [clones.two.draft("b")])
    head = clones.two.git("rev-parse", "HEAD")
    with pytest.raises(Diverged) as refused:
        pull(clones.two.desk())
    assert (refused.value.values["ahead"], refused.value.values["behind"]) == (1, 1)
    assert clones.two.git("rev-parse", "HEAD") == head
    with pytest.raises(PushBehind):
        push_branch(clones.two.desk())


def test_work_that_a_pull_would_write_over_stops_it(clones: Clones) -> None:
    (clones.one.repo / "code.py").write_text("x = 3\n")
    clones.one.git("commit", "-q", "-a", "-m", "code")
    clones.one.git("push", "-q")
    clones.two.make_work()
    before, head = clones.two.work(), clones.two.git("rev-parse", "HEAD")
    from ofttold.edge.gitcall import GitFailed

    with pytest.raises(GitFailed):
        pull(clones.two.desk())
    assert clones.two.work() == before
    assert clones.two.git("rev-parse", "HEAD") == head


def test_a_branch_of_its_own_goes_to_its_own_name(clones: Clones) -> None:
    submit(clones.one.desk(), [clones.one.draft("a")], branch="memory/a")
    with pytest.raises(NoUpstream):
        pull(clones.one.desk())
    main = clones.one.git("rev-parse", "origin/main")
    done = push_branch(clones.one.desk())
    assert (done.branch, done.base) == ("memory/a", "main")
    assert clones.one.git("rev-parse", "origin/main") == main
    assert clones.one.git("rev-parse", "origin/memory/a") == clones.one.git("rev-parse", "HEAD")
    assert clones.one.git("rev-parse", "--abbrev-ref", "@{u}") == "origin/memory/a\n"


def test_without_a_remote_or_a_branch_the_road_is_closed(sharing: ShareBox) -> None:
    sharing.git("remote", "remove", "origin")
    with pytest.raises(NoRemote):
        push_branch(sharing.desk())
    sharing.git("checkout", "-q", "--detach")
    for act in (pull, push_branch):
        with pytest.raises(Detached):
            act(sharing.desk())


def test_a_remote_that_cannot_be_reached_is_named(clones: Clones) -> None:
    clones.one.git("remote", "set-url", "origin", str(clones.bare) + "-gone")
    with pytest.raises(FetchFailed):
        pull(clones.one.desk())


@pytest.mark.parametrize(
    "key", ["core.sshCommand", "credential.helper", "remote.origin.uploadpack", "core.gitProxy"]
)
def test_programs_of_the_repository_s_own_settings_are_not_run(clones: Clones, key: str) -> None:
    clones.one.git("config", key, f"touch {clones.one.repo}/ran; false")
    for act in (pull, push_branch):
        with pytest.raises(OwnPrograms) as refused:
            act(clones.one.desk())
        assert str(refused.value.values["name"]).lower() == key.lower()
    assert not (clones.one.repo / "ran").exists()


def test_personal_cards_somebody_put_under_git_are_not_pushed(clones: Clones) -> None:
    box = clones.one
    id_ = box.note("家里的事")
    box.git("init", "-q", repo=box.memory)
    for setting in ("user.name=a", "user.email=a@b.c"):
        box.git("config", *setting.split("="), repo=box.memory)
    box.git("remote", "add", "origin", str(clones.bare), repo=box.memory)
    box.git("add", "-f", "cards/personal", repo=box.memory)
    box.git("commit", "-q", "-m", "oops", repo=box.memory)
    desk = box.desk(box.memory)
    assert share_status(desk).tracked == (f"cards/personal/{id_}.md",)
    with pytest.raises(PersonalTracked):
        push_branch(desk)
    box.git("rm", "-q", "--cached", f"cards/personal/{id_}.md", repo=box.memory)
    box.git("commit", "-q", "-m", "taken out", repo=box.memory)
    assert share_status(desk).tracked == ()
    with pytest.raises(PersonalOnItsWay, match="cards/"):  # the history still has it
        push_branch(desk)
    box.git("remote", "add", "backup", str(clones.bare), repo=box.memory)
    box.git("push", "-q", "backup", "HEAD:refs/heads/backup", repo=box.memory)
    with pytest.raises(PersonalTracked):  # sent somewhere by hand is not sent everywhere
        push_branch(desk)


def test_personal_cards_committed_in_another_work_tree_are_not_pushed_either(
    clones: Clones, tmp_path: Path
) -> None:
    box = clones.one
    notes = box.repo / "notes"
    box.memory.rename(notes)
    box.memory = notes
    id_ = box.note("家里的事")
    box.git("add", "-f", "notes/cards/personal")
    box.git("commit", "-q", "-m", "oops")
    box.git("rm", "-q", "--cached", f"notes/cards/personal/{id_}.md")
    box.git("commit", "-q", "-m", "taken out")
    box.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    with pytest.raises(PersonalTracked):
        push_branch(box.desk(tmp_path / "side"))


def make_conflict(box: ShareBox, ours: tuple[str, str], theirs: tuple[str, str]) -> str:
    """Change one submitted card on two branches and merge; gives its id."""
    id_ = box.draft("甲", summary="旧", body="正文")
    submit(box.desk(), [id_])
    path = box.on_shelf(id_)
    base = path.read_text()
    box.git("checkout", "-q", "-b", "side")
    path.write_text(base.replace(*theirs))
    box.git("commit", "-q", "-a", "-m", "theirs")
    box.git("checkout", "-q", "main")
    path.write_text(base.replace(*ours))
    box.git("commit", "-q", "-a", "-m", "ours")
    subprocess.run(["git", "-C", str(box.repo), "merge", "-q", "side"], capture_output=True)
    return id_


def test_a_conflict_of_lines_that_is_none_of_fields_is_merged(sharing: ShareBox) -> None:
    id_ = make_conflict(
        sharing, ("summary: 旧", "summary: 新"), ("summary: 旧", "summary: 旧\nkind: 规则")
    )
    name = f".ai/ofttold/{id_}.md"
    assert list_conflicts(sharing.desk()) == [Conflict(id_, name, "both")]
    assert (name, "conflicted") in share_status(sharing.desk()).uncommitted
    done = resolve(sharing.desk(), id_)
    assert (done.conflicts, done.command) == ((), f"git add -- {name}")
    card = sharing.card(sharing.on_shelf(id_))
    assert (card.summary, card.kind, card.body) == ("新", "规则", "正文")
    subprocess.run(shlex.split(done.command), cwd=sharing.repo, check=True)
    assert list_conflicts(sharing.desk()) == []
    with pytest.raises(NotConflicted):
        resolve(sharing.desk(), id_)


def test_two_changes_of_one_field_are_left_marked(sharing: ShareBox) -> None:
    id_ = make_conflict(sharing, ("summary: 旧", "summary: 甲"), ("summary: 旧", "summary: 乙"))
    done = resolve(sharing.desk(), id_)
    assert (done.conflicts, done.command) == (("summary",), "")
    text = sharing.on_shelf(id_).read_text()
    assert "<<<<<<< ours\nsummary: 甲\n=======\nsummary: 乙\n>>>>>>> theirs\n" in text
    assert resolve(sharing.desk(), id_) == done
    sharing.git("add", "-A")
    sharing.git("commit", "-q", "-m", "marks and all")
    assert list_conflicts(sharing.desk()) == [Conflict(id_, f".ai/ofttold/{id_}.md", "marks")]
    with pytest.raises(NoBase):
        resolve(sharing.desk(), id_)
    assert sharing.on_shelf(id_).read_text() == text


def test_what_a_person_has_begun_by_hand_is_not_written_over(sharing: ShareBox) -> None:
    id_ = make_conflict(sharing, ("summary: 旧", "summary: 甲"), ("summary: 旧", "summary: 乙"))
    path = sharing.on_shelf(id_)
    path.write_text(path.read_text() + "我自己加的一行\n")
    before = path.read_bytes()
    with pytest.raises(HandEdited):
        resolve(sharing.desk(), id_)
    assert path.read_bytes() == before


def test_a_side_that_a_person_has_chosen_by_hand_is_not_written_over(sharing: ShareBox) -> None:
    id_ = make_conflict(sharing, ("summary: 旧", "summary: 甲"), ("summary: 旧", "summary: 乙"))
    path = sharing.on_shelf(id_)
    resolve(sharing.desk(), id_)
    marked = path.read_text()
    chosen = marked.replace("<<<<<<< ours\nsummary: 甲\n=======\n", "").replace(
        ">>>>>>> theirs\n", ""
    )
    path.write_text(chosen)
    with pytest.raises(HandEdited):
        resolve(sharing.desk(), id_)
    assert path.read_text() == chosen


def test_what_git_s_driver_merged_by_fields_is_known_as_a_merge_of_ours(sharing: ShareBox) -> None:
    sharing.shelf.mkdir(parents=True)
    set_up(sharing.desk())
    id_ = make_conflict(
        sharing,
        ("summary: 旧", "summary: 甲\ntags: [一]"),
        ("summary: 旧", "summary: 乙\ntags: [二]"),
    )
    before = sharing.on_shelf(id_).read_text()
    assert "tags: [一, 二]\n" in before
    assert resolve(sharing.desk(), id_).conflicts == ("summary",)
    assert sharing.on_shelf(id_).read_text() == before


def test_a_card_deleted_on_one_side_is_shown_with_the_other_s_text(sharing: ShareBox) -> None:
    id_ = sharing.draft("甲")
    submit(sharing.desk(), [id_])
    path = sharing.on_shelf(id_)
    sharing.git("checkout", "-q", "-b", "side")
    path.write_text(path.read_text() + "新的一行\n")
    sharing.git("commit", "-q", "-a", "-m", "theirs")
    sharing.git("checkout", "-q", "main")
    sharing.git("rm", "-q", str(path))
    sharing.git("commit", "-q", "-m", "ours")
    subprocess.run(["git", "-C", str(sharing.repo), "merge", "-q", "side"], capture_output=True)
    assert list_conflicts(sharing.desk())[0].why == "deleted"
    done = resolve(sharing.desk(), id_)
    assert done.conflicts == ("file",)
    assert resolved_lines(done, "en")[1:] == [
        f"  git {verb} -- .ai/ofttold/{id_}.md" for verb in ("add", "rm")
    ]
    assert path.read_text().endswith("新的一行\n")
    with pytest.raises(CardGone):
        resolve(sharing.desk(), "mem_aaaaaaaaaaaa")


def test_git_merges_by_fields_once_it_was_set_up(sharing: ShareBox) -> None:
    offer = look(sharing.desk())
    assert not offer.stands
    sharing.shelf.mkdir(parents=True)
    (sharing.shelf / ".gitattributes").write_bytes(b"*.txt text")
    done = set_up(sharing.desk())
    assert (done.stands, done.changed) == (True, True)
    assert set_up(sharing.desk()).changed is False
    assert (sharing.shelf / ".gitattributes").read_bytes() == b"*.txt text\n" + LINE
    id_ = make_conflict(
        sharing, ("summary: 旧", "summary: 新"), ("summary: 旧", "summary: 旧\nkind: 规则")
    )
    card = sharing.card(sharing.on_shelf(id_))
    assert (card.summary, card.kind) == ("新", "规则")
    assert sharing.git("diff", "--name-only", "--diff-filter=U") == ""
    take_back(sharing.desk())
    assert (sharing.shelf / ".gitattributes").read_bytes() == b"*.txt text\n"
    assert not look(sharing.desk()).stands


@pytest.mark.parametrize("half", ["driver", "line"])
def test_half_a_setup_is_offered_again(sharing: ShareBox, half: str) -> None:
    set_up(sharing.desk())
    if half == "driver":
        (sharing.shelf / ".gitattributes").unlink()
    else:
        sharing.git("config", "--remove-section", "merge.ofttold")
    assert not look(sharing.desk()).stands
    assert set_up(sharing.desk()).changed
    assert look(sharing.desk()).stands


def test_the_driver_leaves_a_real_conflict_to_the_person(sharing: ShareBox) -> None:
    set_up(sharing.desk())
    id_ = make_conflict(sharing, ("summary: 旧", "summary: 甲"), ("summary: 旧", "summary: 乙"))
    text = sharing.on_shelf(id_).read_text()
    assert "<<<<<<< ours\nsummary: 甲\n=======\nsummary: 乙\n>>>>>>> theirs\n" in text
    assert sharing.git("diff", "--name-only", "--diff-filter=U") == f".ai/ofttold/{id_}.md\n"


def test_a_card_the_driver_cannot_read_is_merged_by_lines(sharing: ShareBox) -> None:
    set_up(sharing.desk())
    id_ = make_conflict(sharing, ("summary: 旧", "summary: [旧"), ("正文", "正文\n尾"))
    text = sharing.on_shelf(id_).read_text()
    assert "summary: [旧" in text
    assert text.endswith("正文\n尾\n")


# -- the pull request --------------------------------------------------------------------------


def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int = 0) -> Path:
    """Put a gh first on the path that prints an answer and keeps what it was asked."""
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    asked = folder / "asked"
    (folder / "answer").write_text(answer)
    program = folder / "gh"
    program.write_text(
        f'#!/bin/sh\necho "$@" >> {asked}\n'
        + (f"cat {folder}/answer\n" if code == 0 else f"cat {folder}/answer >&2\nexit {code}\n")
    )
    program.chmod(0o755)
    import os

    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return asked


def request(**fields: object) -> str:
    known: dict[str, object] = {
        "number": 7,
        "url": "https://example.test/pull/7",
        "state": "OPEN",
        "reviewDecision": "",
        "reviews": [],
        "mergedBy": None,
        "baseRefName": "main",
    }
    return json.dumps({**known, **fields})


APPROVING = [{"author": {"login": "lin"}, "state": "APPROVED"}]


@pytest.mark.parametrize(
    ("answer", "after"),
    [
        (
            request(state="MERGED", reviews=APPROVING, mergedBy={"login": "bot"}),
            ["approved", "published"],
        ),
        (request(reviewDecision="APPROVED", reviews=APPROVING), ["approved"]),
        (request(reviews=APPROVING), ["approved"]),
        (request(reviewDecision="CHANGES_REQUESTED"), []),
        (request(state="CLOSED"), []),
        (request(), []),
        (f"[{request(reviewDecision='APPROVED', reviews=APPROVING)}]", ["approved"]),
    ],
)
def test_a_request_s_state_becomes_legal_steps_by_the_reviewer(
    sharing: ShareBox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    after: list[str],
) -> None:
    id_ = sharing.draft("a")
    submit(sharing.desk(), [id_], branch="memory/a")
    asked = stand_in(tmp_path, monkeypatch, answer)
    before = sharing.on_shelf(id_).read_bytes()
    told = pull_request_status(sharing.desk())
    assert len(told.cards[0].steps) == len(after)
    assert sharing.on_shelf(id_).read_bytes() == before
    assert asked.read_text().startswith("pr view memory/a --json ")
    done = pull_request_status(sharing.desk(), apply=True)
    card = sharing.card(sharing.on_shelf(id_))
    assert [turned.step.after for turned in done.cards[0].taken] == after
    assert card.review == (after[-1] if after else "proposed")
    if after:
        assert card.extra["approved_by"] == "lin"
        assert done.command.endswith(f"-- .ai/ofttold/{id_}.md")
    assert sharing.git("log", "--oneline").count("\n") == 2


def test_only_the_request_s_files_are_meant_and_rejected_cards_never(
    sharing: ShareBox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other, rejected = (sharing.draft(title) for title in "abc")
    submit(sharing.desk(), [mine, other, rejected], branch="memory")
    promote(sharing.desk(), rejected, "reject", note="不对")
    files = [{"path": f".ai/ofttold/{one}.md"} for one in (mine, rejected)]
    stand_in(tmp_path, monkeypatch, request(state="MERGED", mergedBy={"login": "bot"}, files=files))
    done = pull_request_status(sharing.desk(), apply=True)
    assert {one.id: len(one.taken) for one in done.cards} == {mine: 2, rejected: 0}
    states = {one: sharing.card(sharing.on_shelf(one)).review for one in (mine, other, rejected)}
    assert states == {mine: "published", other: "proposed", rejected: "rejected"}


def test_a_request_about_no_card_here_turns_none(
    sharing: ShareBox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = sharing.draft("a")
    submit(sharing.desk(), [id_])
    sharing.git("switch", "-q", "-c", "code")  # it changes no card against its base
    answers: list[dict[str, object]] = [{}, {"files": []}, {"files": [{"path": "setup.py"}]}]
    for more in answers:
        stand_in(tmp_path, monkeypatch, request(state="MERGED", mergedBy={"login": "bot"}, **more))
        assert pull_request_status(sharing.desk(), apply=True).cards == ()
    assert sharing.card(sharing.on_shelf(id_)).review == "proposed"


def test_without_gh_or_an_answer_it_says_so(
    sharing: ShareBox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = subprocess.run(
        ["which", "git"], capture_output=True, text=True, check=True
    ).stdout.strip()
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "git").symlink_to(git)
    with monkeypatch.context() as only:
        only.setenv("PATH", str(alone))
        with pytest.raises(NoHub):
            pull_request_status(sharing.desk())
    stand_in(tmp_path, monkeypatch, "no pull requests found", code=1)
    with pytest.raises(HubFailed) as refused:
        pull_request_status(sharing.desk())
    assert refused.value.values["why"] == "no pull requests found"
    for answer, refusal in (("[]", NoPullRequest), ("{}", OddAnswer), ("<html>", OddAnswer)):
        stand_in(tmp_path, monkeypatch, answer)
        with pytest.raises(refusal):
            pull_request_status(sharing.desk())


def test_no_pull_request_ever_rejects_or_skips_a_step() -> None:
    for standing in ("merged", "approved", "changes", "closed", "open"):
        for state in STATES:
            steps = steps_for(standing, state)
            assert set(steps) <= {"promote"}
            if state in ("rejected", "retracted", "draft", "published"):
                assert steps == ()


@pytest.mark.parametrize(
    "answer",
    [
        '{"state": "OPEN", "reviews": 3, "files": "x", "number": "7", "mergedBy": []}',
        '{"state": "ODD"}',
    ],
)
def test_fields_of_another_type_say_nothing(answer: str) -> None:
    found = read_pull_request(answer.encode())
    assert (found.standing, found.reviewer, found.files) == ("open", "", ())


def test_a_conflicted_card_is_named_and_no_content(sharing: ShareBox) -> None:
    id_ = make_conflict(sharing, ("summary: 旧", "summary: 甲"), ("summary: 旧", "summary: 乙"))
    listing = list_cards(sharing.desk())
    assert [finding.code for finding in listing.broken] == ["card_conflict"]
    assert [one.card.id for one in listing.cards] == []
    assert not isinstance(parse_card(sharing.on_shelf(id_).read_bytes(), "x.md"), Card)
