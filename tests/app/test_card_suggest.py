"""Suggestions: nothing is kept without a yes, and a yes counts once."""

from __future__ import annotations

import pytest

from ofttold.app.card_save import save
from ofttold.app.card_suggest import (
    SuggestionGone,
    SuggestionStale,
    ignore,
    keep,
    keep_imported,
    suggest,
    unreviewed,
    waiting,
)
from ofttold.app.cards import CardGone
from ofttold.core.cards.saving import EmptyTitle, Wish
from tests.app.cardbox import Box


def test_a_suggestion_is_no_card_until_the_person_says_yes(box: Box) -> None:
    done = suggest(box.desk(), Wish(title="发布前先跑文案检查", body="正文", tags=("发布",)))
    assert done.changed and not list(box.project.glob("*.md"))
    saved = keep(box.desk(), done.id)
    card = box.card(box.project / f"{saved.id}.md")
    assert (card.title, card.body, card.tags) == ("发布前先跑文案检查", "正文", ("发布",))
    assert "suggestion" not in card.extra and "state" not in card.extra


def test_a_second_yes_changes_nothing(box: Box) -> None:
    done = suggest(box.desk(), Wish(title="x"))
    saved = keep(box.desk(), done.id)
    before = box.files()
    again = keep(box.desk(), done.id)
    assert (again.changed, again.id) == (False, saved.id)
    assert box.files() == before


def test_a_no_stays_a_no(box: Box) -> None:
    done = suggest(box.desk(), Wish(title="x"))
    assert ignore(box.desk(), done.id).changed
    assert not ignore(box.desk(), done.id).changed
    with pytest.raises(SuggestionGone):
        keep(box.desk(), done.id)
    assert not waiting(box.desk())


def test_one_suggestion_a_project_in_48_hours(box: Box) -> None:
    assert suggest(box.desk(), Wish(title="一")).changed
    assert suggest(box.desk(), Wish(title="鲸")).too_soon == "一"
    box.set_time("2026-12-02T09:59:00+08:00")
    assert not suggest(box.desk(), Wish(title="鲸")).changed
    box.set_time("2026-12-02T10:00:00+08:00")
    assert suggest(box.desk(), Wish(title="鲸")).changed


def test_one_suggestion_a_conversation(box: Box) -> None:
    assert suggest(box.desk(), Wish(title="一"), session="s").changed
    box.set_time("2026-12-20T10:00:00+08:00")
    assert suggest(box.desk(), Wish(title="鲸"), session="s").too_soon == "一"
    assert suggest(box.desk(), Wish(title="鲸"), session="t").changed


def test_another_project_may_be_suggested_to_at_once(box: Box) -> None:
    assert suggest(box.desk(), Wish(title="一")).changed
    assert suggest(box.desk(box.plain), Wish(title="鲸", scope="personal")).changed


def test_a_known_title_is_not_suggested_again(box: Box) -> None:
    one = save(box.desk(), Wish(title="已有的", scope="personal"))
    done = suggest(box.desk(), Wish(title="已有的"))
    assert (done.changed, done.known, done.id) == (False, "已有的", one.id)
    assert "suggestions" not in " ".join(box.files())


def test_a_suggestion_for_a_card_that_changed_meanwhile_is_stale(box: Box) -> None:
    one = save(box.desk(), Wish(title="构建", body="旧"))
    done = suggest(box.desk(), Wish(title="构建", id=one.id, body="建议的"))
    save(box.desk(), Wish(title="构建", body="后来的"))
    before = box.files()
    with pytest.raises(SuggestionStale):
        keep(box.desk(), done.id)
    assert box.files() == before


def test_a_suggestion_for_a_card_updates_it(box: Box) -> None:
    one = save(box.desk(), Wish(title="构建", body="旧", tags=("ci",)))
    done = suggest(box.desk(), Wish(id=one.id, title="构建", body="新"))
    assert keep(box.desk(), done.id).id == one.id
    card = box.card(box.project / f"{one.id}.md")
    assert (card.body, card.tags, card.revision) == ("新", ("ci",), 2)


def test_a_yes_runs_the_same_decision_as_a_save(box: Box) -> None:
    done = suggest(box.desk(), Wish(title="后端 API 地址"))
    one = save(box.desk(), Wish(title="前端 API 地址"))
    held = keep(box.desk(), done.id)
    assert (held.changed, held.near[0].id) == (False, one.id)
    assert waiting(box.desk())
    assert keep(box.desk(), done.id, distinct=True).made


def test_a_near_suggestion_can_be_kept_into_the_card_it_means(box: Box) -> None:
    done = suggest(box.desk(), Wish(title="后端 API 地址", body="新"))
    one = save(box.desk(), Wish(title="前端 API 地址"))
    assert keep(box.desk(), done.id, card_id=one.id).id == one.id


def test_an_answer_stays_on_record_for_48_hours(box: Box) -> None:
    done = suggest(box.desk(), Wish(title="x"))
    ignore(box.desk(), done.id)
    box.set_time("2026-12-03T10:00:00+08:00")
    suggest(box.desk(), Wish(title="鲸"))
    assert [path.stem for path in (box.project / "suggestions").iterdir()] != [done.id]
    assert len(list((box.project / "suggestions").iterdir())) == 1


def test_a_suggestion_without_a_title_or_for_an_unknown_card_is_refused(box: Box) -> None:
    with pytest.raises(EmptyTitle):
        suggest(box.desk(), Wish(body="x"))
    with pytest.raises(CardGone):
        suggest(box.desk(), Wish(title="x", id="mem_aaaaaaaaaaaa"))
    for name in ("sug_aaaaaaaaaaaa", "../x", ""):
        with pytest.raises(SuggestionGone):
            keep(box.desk(), name)


def test_secrets_never_land_in_a_suggestion(box: Box) -> None:
    token = "ghp_" + "a1B2" * 9
    assert suggest(box.desk(), Wish(title="x", body=token)).masked
    assert token.encode() not in b"".join(box.files().values())


def test_an_imported_card_is_kept_one_by_one(box: Box) -> None:
    path = box.write(box.personal, "n.md", "---\ntitle: 旧的\nimported: unreviewed\n---\n")
    listed = unreviewed(box.desk())
    assert [one.card.title for one in listed] == ["旧的"]
    assert keep_imported(box.desk(), listed[0].card.id).changed
    assert box.card(path).imported == "reviewed"
    assert not keep_imported(box.desk(), listed[0].card.id).changed
    assert not unreviewed(box.desk())
