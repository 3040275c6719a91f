"""Propose, promote, reject, retract, supersede: legal steps, all or nothing, and what they print."""

from __future__ import annotations

import os
import shlex
import subprocess

import pytest

from ofttold.app.cards import CardGone, NoProject
from ofttold.app.propose import AlreadyProposed, NotPersonal, propose
from ofttold.app.review import (
    AcrossHomes,
    PersonalCard,
    StillDraft,
    SupersedesItself,
    promote,
    retract,
    supersede,
)
from ofttold.app.share import PersonalStays, PrivateStays
from ofttold.app.submit import submit
from ofttold.core.sharing.review import IllegalStep, NoteMissing, history_of
from ofttold.edge.git import NoRepository
from tests.app.sharebox import ShareBox


def test_proposing_copies_and_leaves_the_original_as_it_is(sharing: ShareBox) -> None:
    source = sharing.note("提交信息用祈使句", summary="一行", body="正文")
    before = sharing.personal.joinpath(f"{source}.md").read_bytes()
    done = propose(sharing.desk(), [source])
    assert [(one.source, one.title, one.approved) for one in done] == [
        (source, "提交信息用祈使句", False)
    ]
    assert sharing.personal.joinpath(f"{source}.md").read_bytes() == before
    card = sharing.card(sharing.project / f"{done[0].id}.md")
    assert (card.id, card.scope, card.review, card.revision) == (done[0].id, "project", "draft", 1)
    assert (card.extra["derived_from"], card.body) == (source, "正文")
    assert done[0].id != source


def test_proposing_is_all_or_nothing(sharing: ShareBox) -> None:
    good, private = sharing.note("a"), sharing.note("b")
    path = sharing.personal / f"{private}.md"
    path.write_text(path.read_text().replace("revision:", "private: yes\nrevision:"))
    before = sharing.files()
    for ids, refusal in (
        ([good, private], PrivateStays),
        ([good, "mem_aaaaaaaaaaaa"], CardGone),
        ([good, sharing.draft("c")], NotPersonal),
    ):
        with pytest.raises(refusal):
            propose(sharing.desk(), ids)
    assert {k: v for k, v in sharing.files().items() if "personal" in k} == {
        k: v for k, v in before.items() if "personal" in k
    }
    assert len(list(sharing.project.glob("*.md"))) == 1


def test_the_same_text_is_not_proposed_twice(sharing: ShareBox) -> None:
    source = sharing.note("a", body="b")
    draft = propose(sharing.desk(), [source])[0].id
    with pytest.raises(AlreadyProposed) as refused:
        propose(sharing.desk(), [source])
    assert refused.value.values["draft"] == draft


def test_one_working_alone_may_approve_at_once_and_submitting_keeps_it(sharing: ShareBox) -> None:
    source = sharing.note("a")
    done = propose(sharing.desk(), [source], local_approve=True)
    card = sharing.card(sharing.project / f"{done[0].id}.md")
    assert (card.review, card.extra["approved_by"]) == ("approved", "self")
    assert [entry["to"] for entry in history_of(card.extra)] == ["approved"]
    submit(sharing.desk(), [done[0].id])
    card = sharing.card(sharing.on_shelf(done[0].id))
    assert (card.review, card.extra["approved_by"]) == ("approved", "self")
    assert [entry["to"] for entry in history_of(card.extra)] == ["approved", "approved"]


def test_a_copy_takes_no_secret_along(sharing: ShareBox) -> None:
    source = sharing.note("a")
    path = sharing.personal / f"{source}.md"
    path.write_text(path.read_text() + "密码：hunter22!\n")
    done = propose(sharing.desk(), [source])
    assert [one.kind for one in done[0].masked] == ["password"]
    assert "hunter22" not in (sharing.project / f"{done[0].id}.md").read_text()
    assert "hunter22" in path.read_text()


def test_without_a_project_nothing_is_proposed(sharing: ShareBox) -> None:
    source = sharing.note("a")
    with pytest.raises(NoProject):
        propose(sharing.desk(sharing.plain), [source])


def test_a_card_goes_the_whole_way_and_no_step_further(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    with pytest.raises(StillDraft):
        promote(sharing.desk(), id_, "promote")
    submit(sharing.desk(), [id_])
    head = sharing.git("rev-parse", "HEAD")
    turned = promote(sharing.desk(), id_, "reject", note="  证据不够\n再查 ", by="林")
    assert (turned.step.after, turned.step.why) == ("rejected", "证据不够 再查")
    with pytest.raises(IllegalStep) as refused:
        promote(sharing.desk(), id_, "promote")
    assert refused.value.exit_code == 4
    promote(sharing.desk(), id_, "resubmit")
    promote(sharing.desk(), id_, "promote", by="林")
    turned = promote(sharing.desk(), id_, "promote")
    assert turned.step.after == "published"
    with pytest.raises(IllegalStep):
        promote(sharing.desk(), id_, "promote")
    card = sharing.card(sharing.on_shelf(id_))
    assert [(e["to"], e["by"]) for e in history_of(card.extra)] == [
        ("proposed", "安娜 <anna@example.test>"),
        ("rejected", "林"),
        ("proposed", "安娜 <anna@example.test>"),
        ("approved", "林"),
        ("published", "安娜 <anna@example.test>"),
    ]
    assert sharing.git("rev-parse", "HEAD") == head
    assert sharing.git("status", "--porcelain") == f" M .ai/ofttold/{id_}.md\n"


def test_the_command_that_is_handed_back_commits_just_that_card(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    submit(sharing.desk(), [id_])
    sharing.make_work()
    turned = promote(sharing.desk(), id_, "promote")
    subprocess.run(shlex.split(turned.commit), cwd=sharing.repo, check=True, capture_output=True)
    assert sharing.git("show", "--name-only", "--format=%s", "HEAD").split("\n") == [
        f"Promote memory card {id_}: proposed -> approved",
        "",
        f".ai/ofttold/{id_}.md",
        "",
    ]
    assert sharing.git("diff", "--cached", "--name-only") == "staged.py\n"


def test_the_command_fits_the_folder_it_is_handed_back_in(sharing: ShareBox) -> None:
    id_ = sharing.draft("甲")
    submit(sharing.desk(), [id_])
    inner = sharing.repo / "src" / "deep"
    inner.mkdir(parents=True)
    turned = promote(sharing.desk(inner), id_, "promote")
    subprocess.run(shlex.split(turned.commit), cwd=inner, check=True, capture_output=True)
    assert sharing.git("status", "--short") == ""


def test_a_rejection_needs_a_reason_and_deletes_nothing(sharing: ShareBox) -> None:
    id_ = sharing.draft("a", body="正文")
    submit(sharing.desk(), [id_])
    before = sharing.on_shelf(id_).read_bytes()
    with pytest.raises(NoteMissing):
        promote(sharing.desk(), id_, "reject", note=" ")
    assert sharing.on_shelf(id_).read_bytes() == before
    promote(sharing.desk(), id_, "reject", note="不对")
    assert sharing.on_shelf(id_).read_text().endswith("---\n正文\n")


def test_a_note_with_a_secret_is_masked(sharing: ShareBox) -> None:
    id_ = sharing.draft("a")
    submit(sharing.desk(), [id_])
    promote(
        sharing.desk(), id_, "reject", note="密码：hunter22! 写在里面", by="token: a1b2c3d4e5f6g7h8"
    )
    text = sharing.on_shelf(id_).read_text()
    assert "hunter22" not in text
    assert "a1b2c3d4e5f6" not in text


def test_only_the_label_changes_in_a_hand_written_card(sharing: ShareBox) -> None:
    id_ = "mem_abcdefghij23"
    sharing.shelf.mkdir(parents=True)
    text = '---\r\n# 手写\r\ntitle: "甲"   # 别动\r\nreview: proposed\r\nx-own: [1, 2]\r\n---\r\n正文  '
    sharing.on_shelf(id_).write_bytes(text.encode())
    promote(sharing.desk(), id_, "promote", by="林")
    after = sharing.on_shelf(id_).read_bytes().decode()
    assert after.startswith('---\r\n# 手写\r\ntitle: "甲"   # 别动\r\nreview: approved\r\n')
    assert after.endswith("---\r\n正文  ")
    assert "x-own: [1, 2]\r\n" in after
    assert sharing.on_shelf(id_).stat().st_mode & 0o777 == 0o644 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_personal_cards_and_strangers_have_no_review(sharing: ShareBox) -> None:
    source = sharing.note("a")
    with pytest.raises(PersonalStays):
        promote(sharing.desk(), source, "promote")
    with pytest.raises(CardGone):
        promote(sharing.desk(), "mem_aaaaaaaaaaaa", "promote")
    with pytest.raises(PersonalCard):
        retract(sharing.desk(), source)
    with pytest.raises(NoRepository):
        promote(sharing.desk(sharing.plain), source, "promote")


def test_a_link_on_the_shelf_is_no_card(sharing: ShareBox) -> None:
    source = sharing.note("a")
    sharing.shelf.mkdir(parents=True)
    sharing.on_shelf(source).symlink_to(sharing.personal / f"{source}.md")
    before = sharing.personal.joinpath(f"{source}.md").read_bytes()
    with pytest.raises(PersonalStays):
        promote(sharing.desk(), source, "promote")
    assert sharing.personal.joinpath(f"{source}.md").read_bytes() == before


def test_retracting_marks_drafts_and_submitted_cards_alike(sharing: ShareBox) -> None:
    draft, sent = sharing.draft("a"), sharing.draft("b")
    submit(sharing.desk(), [sent])
    assert retract(sharing.desk(), draft, note="过时").commit == ""
    turned = retract(sharing.desk(), sent)
    assert f".ai/ofttold/{sent}.md" in turned.commit
    for path in (sharing.project / f"{draft}.md", sharing.on_shelf(sent)):
        card = sharing.card(path)
        assert card.review == "retracted"
        assert history_of(card.extra)[-1]["to"] == "retracted"
    with pytest.raises(IllegalStep):
        retract(sharing.desk(), sent)
    assert (sharing.project / "versions" / f"{draft}.1.md").exists()


def test_superseding_ties_both_ends_and_never_in_a_circle(sharing: ShareBox) -> None:
    a, b, c = (sharing.draft(title) for title in "abc")
    done = supersede(sharing.desk(), a, b)
    assert (done.changed, done.commit) == (True, "")
    assert supersede(sharing.desk(), a, b).changed is False
    supersede(sharing.desk(), b, c)
    cards = [sharing.card(sharing.project / f"{one}.md").extra for one in (a, b, c)]
    assert [card.get("superseded_by") for card in cards] == [b, c, None]
    assert [card.get("supersedes") for card in cards] == [None, [a], [b]]
    for old, new in ((c, a), (a, a), (b, a)):
        with pytest.raises(SupersedesItself):
            supersede(sharing.desk(), old, new)


def test_a_chain_on_the_shelf_is_committed_by_the_person(sharing: ShareBox) -> None:
    a, b = sharing.draft("a"), sharing.draft("b")
    submit(sharing.desk(), [a, b])
    done = supersede(sharing.desk(), a, b)
    subprocess.run(shlex.split(done.commit), cwd=sharing.repo, check=True, capture_output=True)
    assert sharing.git("status", "--porcelain") == ""
    draft = sharing.draft("c")
    with pytest.raises(AcrossHomes):
        supersede(sharing.desk(), b, draft)
