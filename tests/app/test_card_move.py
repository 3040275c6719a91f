"""From the project to the person, and who holds a topic."""

from __future__ import annotations

import pytest

from ofttold.app.card_forget import ShelfReadOnly, forget
from ofttold.app.card_move import AlreadyPersonal, OtherTopic, TopicUnknown, move, topic
from ofttold.app.card_save import save
from ofttold.app.cards import CardGone
from ofttold.core.cards.saving import Wish
from tests.app.cardbox import Box


def test_a_draft_moves_under_a_new_id_and_the_old_one_is_archived(box: Box) -> None:
    one = save(box.desk(), Wish(title="提交信息", body="正文", tags=("git",)))
    done = move(box.desk(), one.id)
    card = box.card(box.personal / f"{done.id}.md")
    assert (card.title, card.body, card.tags, card.scope) == (
        "提交信息",
        "正文",
        ("git",),
        "personal",
    )
    assert (card.id, card.extra["derived_from"]) == (done.id, one.id) and done.id != one.id
    archived = box.card(box.project / "archive" / f"{one.id}.md")
    assert archived.extra["archived_why"] == "moved"


def test_purging_a_moved_card_takes_what_the_move_left_with_it(box: Box) -> None:
    one = save(box.desk(), Wish(title="提交信息", body="机密一"))
    save(box.desk(), Wish(title="提交信息", body="机密二"))
    done = move(box.desk(), one.id)
    other = save(box.desk(), Wish(title="别的", body="留下"))
    assert forget(box.desk(box.plain), done.id, purge=True).files == 3
    assert "机密".encode() not in b"".join(box.files().values())
    assert [name for name in box.files() if other.id in name]


def test_a_near_or_same_title_in_the_personal_layer_holds_the_move_back(box: Box) -> None:
    save(box.desk(), Wish(title="后端 API 地址", scope="personal"))
    one = save(box.desk(), Wish(title="前端 API 地址"))
    before = box.files()
    assert move(box.desk(), one.id).near
    assert box.files() == before
    assert move(box.desk(), one.id, distinct=True).changed
    same = save(box.desk(), Wish(title="后端 API 地址"))
    assert move(box.desk(), same.id, distinct=True).near


def test_there_is_no_way_back_by_moving(box: Box) -> None:
    one = save(box.desk(), Wish(title="x", scope="personal"))
    with pytest.raises(AlreadyPersonal) as refused:
        move(box.desk(), one.id)
    assert "share propose" in refused.value.hint("en")
    box.write(box.repo / ".ai" / "ofttold", "mem_shelfshelfsh.md", "---\ntitle: x\n---\n")
    with pytest.raises(ShelfReadOnly):
        move(box.desk(), "mem_shelfshelfsh")
    with pytest.raises(CardGone):
        move(box.desk(), "mem_aaaaaaaaaaaa")


def test_a_card_of_another_topic_is_not_made_the_winner_of_this_one(box: Box) -> None:
    one = save(box.desk(), Wish(title="用 pnpm", topic="包管理"))
    before = box.files()
    for name in ("编辑器", "没有的"):
        with pytest.raises(OtherTopic):
            topic(box.desk(), name, winner=one.id)
    assert box.files() == before


def test_a_topic_in_conflict_gets_a_winner_by_the_persons_choice(box: Box) -> None:
    one = save(box.desk(), Wish(title="用 pnpm", topic="包管理"))
    two = save(box.desk(), Wish(title="改用 bun", topic="包管理", distinct=True))
    assert topic(box.desk(), "包管理").conflict
    done = topic(box.desk(), "包管理", winner=two.id)
    assert (done.changed, done.conflict) == (True, False)
    assert {(id_, holds) for id_, _, holds in done.cards} == {(one.id, False), (two.id, True)}
    again = topic(box.desk(), "包管理", winner=one.id)
    assert {(id_, holds) for id_, _, holds in again.cards} == {(one.id, True), (two.id, False)}
    assert "topic_winner" not in (box.project / f"{two.id}.md").read_text()
    assert not topic(box.desk(), "包管理", winner=one.id).changed


def test_choosing_a_winner_brings_the_card_into_the_topic(box: Box) -> None:
    one = save(box.desk(), Wish(title="用 pnpm"))
    with pytest.raises(TopicUnknown):
        topic(box.desk(), "包管理")
    assert topic(box.desk(), "包管理", winner=one.id).cards == ((one.id, "用 pnpm", True),)
