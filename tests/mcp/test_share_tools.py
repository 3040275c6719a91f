"""The one tool of sharing: every act of the commands, the same words, and a push only when told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ofttold.app.context import open_memory
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.review import IllegalStep, NoteMissing
from ofttold.mcp.registry import Answer, Ask, Call, Reply
from ofttold.mcp.share_tools import ACTS, IdMissing, IdsTooMany, share
from tests.app.sharebox import ShareBox


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ShareBox:
    monkeypatch.setenv("OFTTOLD_NOW", "")
    found = ShareBox(tmp_path)
    monkeypatch.chdir(found.repo)
    return found


def call(
    box: ShareBox, act: str, *, reply: Reply | None = None, ask: bool = False, **given: object
) -> Answer | Ask:
    memory = open_memory(str(box.memory), look_around=False)
    return share(Call(memory, {"act": act, **given}, can_ask=ask, reply=reply))


def said(box: ShareBox, act: str, **given: object) -> str:
    answer = call(box, act, **given)  # type: ignore[arg-type]
    assert isinstance(answer, Answer)
    assert not answer.refused
    return answer.text


def test_a_card_goes_the_whole_way_by_the_tool(box: ShareBox) -> None:
    personal = box.note("提交信息用祈使句")
    draft = re.findall(r"mem_[a-z2-7]{12}", said(box, "propose", ids=[personal]))[0]
    assert f".ai/ofttold/{draft}.md" in said(box, "submit", ids=[draft], branch="memory/x")
    with pytest.raises(NoteMissing):
        call(box, "reject", ids=[draft])
    assert "rejected" in said(box, "reject", ids=[draft], note="不对")
    said(box, "resubmit", ids=[draft])
    said(box, "promote", ids=[draft])
    assert "published" in said(box, "promote", ids=[draft])
    with pytest.raises(IllegalStep):
        call(box, "promote", ids=[draft])
    assert f"{draft} [published]" in said(box, "list")
    assert "提交信息" in said(box, "distill")
    assert "published 1" in said(box, "status")
    assert "retracted" in said(box, "retract", ids=[draft])
    assert said(box, "audit") == "没有发现问题。"
    assert said(box, "resolve") == "没有冲突的卡片。"


def test_bundles_and_chains_by_the_tool(box: ShareBox, tmp_path: Path) -> None:
    a, b = box.draft("一"), box.draft("二")
    assert b in said(box, "supersede", ids=[a, b])
    said(box, "export", file=str(tmp_path / "x.tar.gz"))
    assert "2" in said(box, "import", file=str(tmp_path / "x.tar.gz"))


def test_an_act_on_one_card_refuses_two_and_does_nothing(box: ShareBox) -> None:
    a, b = box.draft("一"), box.draft("二")
    said(box, "submit", ids=[a, b])
    for act in ("promote", "reject", "resubmit", "retract", "resolve"):
        with pytest.raises(IdsTooMany):
            call(box, act, ids=[a, b], note="why")
    with pytest.raises(IdsTooMany):
        call(box, "supersede", ids=[a, b, a])
    assert "proposed 2" in said(box, "status")


def test_personal_cards_are_not_listed_or_bundled(box: ShareBox, tmp_path: Path) -> None:
    box.note("家里的事")
    assert "家里" not in said(box, "list")
    said(box, "export", file=str(tmp_path / "x.tar.gz"))


def test_a_push_is_put_to_the_person_where_that_can_be(box: ShareBox) -> None:
    asked = call(box, "push", ask=True)
    assert isinstance(asked, Ask)
    for reply in (Reply("decline", {}), Reply("cancel", {}), Reply("accept", {"push": False})):
        answer = call(box, "push", ask=True, reply=reply)
        assert isinstance(answer, Answer)
        assert answer.refused
    with pytest.raises(OfttoldError):  # a yes goes on to a remote that is not there
        call(box, "push", ask=True, reply=Reply("accept", {"push": True}))


def test_an_act_about_cards_asks_for_their_ids(box: ShareBox) -> None:
    for act in ("propose", "submit", "promote", "reject", "resubmit", "retract", "supersede"):
        with pytest.raises(IdMissing):
            call(box, act)
    assert set(ACTS) >= {"pull", "push", "pr-status", "resolve", "export", "import", "distill"}
