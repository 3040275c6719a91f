"""Saving: what lands, what is held back, and that nothing else is touched."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ofttold.app.card_forget import undo
from ofttold.app.card_read import read
from ofttold.app.card_save import OtherLayer, save
from ofttold.app.cards import CardGone, NoProject
from ofttold.core.cards.conditions import UnknownCondition
from ofttold.core.cards.editing import CardUnreadable
from ofttold.core.cards.limits import BodyTooLong
from ofttold.core.cards.saving import EmptyTitle, UnknownValue, Wish
from ofttold.edge.locks import FolderLock
from tests.app.cardbox import Box


def test_a_new_card_is_one_private_file(box: Box) -> None:
    saved = save(box.desk(), Wish(title="提交信息", summary="一律英文", body="正文", tags=("git",)))
    path = box.project / f"{saved.id}.md"
    assert path.read_text() == (
        f"---\nid: {saved.id}\ntitle: 提交信息\nsummary: 一律英文\nscope: project\ntags: [git]\n"
        "revision: 1\ncreated: 2026-11-30T10:00:00+08:00\nupdated: 2026-11-30T10:00:00+08:00\n"
        "---\n正文\n"
    )
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert (box.memory / "cards" / ".gitignore").read_text() == "personal/\nprojects/\n"
    assert len(box.files()) == 2


def test_the_same_title_updates_and_what_was_not_given_stays(box: Box) -> None:
    first = save(box.desk(), Wish(title="构建", summary="慢", body="旧", tags=("ci",)))
    again = save(box.desk(), Wish(title="构建", body="新"))
    assert (again.id, again.revision, again.made) == (first.id, 2, False)
    card = box.card(box.project / f"{first.id}.md")
    assert (card.summary, card.tags, card.body) == ("慢", ("ci",), "新")
    assert box.card(box.project / "versions" / f"{first.id}.1.md").body == "旧"


def test_saving_what_stands_there_changes_nothing(box: Box) -> None:
    save(box.desk(), Wish(title="构建", body="b"))
    before = box.files()
    done = save(box.desk(), Wish(title="构建", body="b"))
    assert (done.changed, done.revision) == (False, 1)
    assert box.files() == before


def test_at_most_two_earlier_versions_are_kept(box: Box) -> None:
    saved = save(box.desk(), Wish(title="构建", body="0"))
    for n in range(1, 5):
        save(box.desk(), Wish(title="构建", body=str(n)))
    assert sorted(p.name for p in (box.project / "versions").iterdir()) == [
        f"{saved.id}.3.md",
        f"{saved.id}.4.md",
    ]


def test_a_near_title_writes_nothing_until_it_is_settled(box: Box) -> None:
    one = save(box.desk(), Wish(title="前端 API 地址"))
    before = box.files()
    held = save(box.desk(), Wish(title="后端 API 地址"))
    assert (held.changed, held.needs_resolution, held.near[0].id) == (False, True, one.id)
    assert box.files() == before
    other = save(box.desk(), Wish(title="后端 API 地址", distinct=True))
    assert other.made and other.id != one.id
    same = save(box.desk(), Wish(title="前端 API 网关地址", id=one.id))
    assert same.id == one.id
    assert box.card(box.project / f"{one.id}.md").aliases == ("前端 API 地址",)


def test_an_old_title_still_means_the_card(box: Box) -> None:
    one = save(box.desk(), Wish(title="旧名字"))
    save(box.desk(), Wish(title="换了说法", id=one.id))
    assert save(box.desk(), Wish(title="旧名字", body="x")).id == one.id
    assert box.card(box.project / f"{one.id}.md").aliases == ("换了说法",)


def test_another_premise_is_another_card(box: Box) -> None:
    ids = {
        save(box.desk(), Wish(title="构建耗时长")).id,
        save(box.desk(), Wish(title="构建耗时长", when="CI 容器")).id,
        save(box.desk(), Wish(title="构建耗时长", conditions={"targetOs": ("linux",)})).id,
    }
    assert len(ids) == 3


def test_layers_do_not_merge(box: Box) -> None:
    one = save(box.desk(), Wish(title="回复语言"))
    other = save(box.desk(), Wish(title="回复语言", scope="personal"))
    assert (one.layer, other.layer, one.id == other.id) == ("project", "personal", False)


def test_an_unknown_id_and_another_projects_are_gone(box: Box, tmp_path: Path) -> None:
    mine = save(box.desk(), Wish(title="x"))
    with pytest.raises(CardGone):
        save(box.desk(), Wish(title="y", id="mem_aaaaaaaaaaaa"))
    with pytest.raises(CardGone):
        save(box.desk(), Wish(title="y", id="../../etc/passwd"))
    other = tmp_path / "other"
    other.mkdir()
    (other / ".git").mkdir()
    (other / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    with pytest.raises(CardGone):
        save(box.desk(other), Wish(title="y", id=mine.id))


def test_an_id_in_another_layer_is_refused_with_the_way(box: Box) -> None:
    mine = save(box.desk(), Wish(title="x"))
    with pytest.raises(OtherLayer) as refused:
        save(box.desk(), Wish(title="x", id=mine.id, scope="personal"))
    assert "card move" in refused.value.hint("zh")


def test_a_title_taken_by_another_card_is_held_back(box: Box) -> None:
    one = save(box.desk(), Wish(title="甲的事"))
    two = save(box.desk(), Wish(title="别的题"))
    held = save(box.desk(), Wish(id=two.id, title="甲的事"))
    assert (held.changed, held.near[0].id) == (False, one.id)


def test_without_a_project_only_personal_cards_can_be_kept(box: Box) -> None:
    with pytest.raises(NoProject) as refused:
        save(box.desk(box.plain), Wish(title="x"))
    assert "project here" in refused.value.hint("en")
    assert save(box.desk(box.plain), Wish(title="x", scope="personal")).changed


def test_a_wish_for_everywhere_that_binds_to_one_machine_is_lowered_and_says_so(box: Box) -> None:
    done = save(box.desk(), Wish(title="启动", body="/home/me/run.sh", scope="personal"))
    assert (done.layer, done.note) == ("project", "cards.note.local_trace")
    fine = save(
        box.desk(),
        Wish(title="启动本机", body="/home/me/run.sh", scope="personal",
             conditions={"machine": ("box",)}, distinct=True),
    )  # fmt: skip
    assert (fine.layer, fine.note) == ("personal", "")


def test_secrets_never_land(box: Box) -> None:
    token = "ghp_" + "a1B2" * 9
    done = save(box.desk(), Wish(title=f"令牌 {token}", body=f"x <private>我家</private> {token}"))
    assert done.masked
    text = b"".join(box.files().values()).decode()
    assert token not in text and "我家" not in text and "ghp_" in text


@pytest.mark.parametrize(
    ("wish", "fault"),
    [
        (Wish(title=""), EmptyTitle),
        (Wish(title="\u200b \n"), EmptyTitle),
        (Wish(), EmptyTitle),
        (Wish(title="x", body="y" * 4097), BodyTooLong),
        (Wish(title="x", conditions={"weather": ("rain",)}), UnknownCondition),
        (Wish(title="x", applicability="sometimes"), UnknownValue),
        (Wish(title="x", memory_class="secret"), UnknownValue),
    ],
)
def test_a_refused_save_touches_nothing(box: Box, wish: Wish, fault: type[Exception]) -> None:
    save(box.desk(), Wish(title="here"))
    before = box.files()
    with pytest.raises(fault):
        save(box.desk(), wish)
    assert box.files() == before


@pytest.mark.parametrize(
    "title",
    [
        "鲸",
        "🐋",
        "CON",
        "a/b:c?",
        "很长" * 60,
        "../../outside",
        "/etc/x",
        "..\\..\\x",
        "é",
        "e\u0301x",
    ],
)
def test_any_title_makes_a_file_inside_the_store(box: Box, title: str, tmp_path: Path) -> None:
    outside = {p for p in tmp_path.rglob("*") if "cards" not in p.parts}
    done = save(box.desk(), Wish(title=title, scope="personal", memory_class="user_preference"))
    assert box.card(box.personal / f"{done.id}.md").title == title
    assert {p for p in tmp_path.rglob("*") if "cards" not in p.parts} == outside


def test_a_card_made_by_hand_under_another_form_of_its_name_is_found_and_not_made_again(
    box: Box,
) -> None:
    path = box.write(box.personal, "へ\u3099る.md", "---\ntitle: べる\n---\n手写\n")
    done = save(box.desk(), Wish(title="べる", body="新", scope="personal"))
    assert (done.made, done.revision) == (False, 2)
    assert read(box.desk(), done.id).body == "新"
    assert path.exists() and [p.name for p in box.personal.glob("*.md")] == [path.name]
    assert "title: べる" in path.read_text()


def test_a_persons_comments_and_keys_survive_a_save(box: Box) -> None:
    text = '---\n# 我的说明\ntitle: "带引号"  # 别动\nx-别人: [甲]\ntags:\n- a # 一\n---\n旧\n'
    path = box.write(box.personal, "note.md", text)
    save(box.desk(), Wish(title="带引号", summary="s", tags=("a", "b"), scope="personal"))
    after = path.read_text()
    for line in ("# 我的说明", 'title: "带引号"  # 别动', "x-别人: [甲]", "- a # 一", "- b"):
        assert line in after.splitlines()
    assert after.endswith("---\n旧\n")


def test_one_broken_card_stops_no_save_and_is_not_touched(box: Box) -> None:
    broken = box.write(box.personal, "mem_brokenbroken.md", "---\ntitle: [\n---\n")
    before = broken.read_bytes()
    assert save(box.desk(), Wish(title="别的", scope="personal")).changed
    with pytest.raises(CardUnreadable):
        save(box.desk(), Wish(title="x", id="mem_brokenbroken"))
    assert broken.read_bytes() == before


def test_a_layer_at_its_limit_archives_the_longest_unread_card_and_says_so(box: Box) -> None:
    box.personal.mkdir(parents=True)
    for n in range(1000):
        body = f"---\ntitle: t{n}\nupdated: 2026-01-01T00:{n // 60:02}:{n % 60:02}+08:00\n---\n"
        (box.personal / f"n{n:04}.md").write_text(body)
    read(box.desk(), _id_of(box, "t0"))
    done = save(box.desk(), Wish(title="鲸", scope="personal"))
    assert done.evicted == ("t1",)
    assert (done.active, len(list(box.personal.glob("*.md")))) == (1000, 1000)
    assert len(list((box.personal / "archive").glob("*.md"))) == 1


def test_the_longest_unread_is_told_by_the_moment_and_a_card_without_one_by_its_file(
    box: Box,
) -> None:
    box.personal.mkdir(parents=True)
    for n in range(997):
        (box.personal / f"n{n:03}.md").write_text(f"---\ntitle: t{n}\nupdated: 2026-06-01\n---\n")
    moments = {"east": "2026-05-01T03:00:00+08:00", "west": "2026-05-01T00:00:00-05:00"}
    for title, moment in moments.items():
        (box.personal / f"{title}.md").write_text(f"---\ntitle: {title}\nupdated: {moment}\n---\n")
    (box.personal / "by-hand.md").write_text("written a moment ago, without a field\n")
    gone = [
        save(box.desk(), Wish(title=title, scope="personal", distinct=True)).evicted
        for title in ("鲸", "海")
    ]
    assert gone == [("east",), ("west",)]


def _id_of(box: Box, title: str) -> str:
    from ofttold.edge.card_store import load_place

    cards = [one.card for place in box.desk().places for one in load_place(place)[0]]
    return next(card.id for card in cards if card.title == title)


def test_from_two_hundred_cards_on_the_line_carries_a_hint(box: Box) -> None:
    for n in range(199):
        box.write(box.personal, f"n{n}.md", f"---\ntitle: t{n}\n---\n")
    assert save(box.desk(), Wish(title="鲸", scope="personal")).active == 200


def test_a_shelf_card_is_never_changed_but_a_draft_supersedes_it(box: Box) -> None:
    shelf = box.repo / ".ai" / "ofttold"
    text = "---\nid: mem_shelfshelfsh\ntitle: 发布流程\nsummary: 老办法\nreview: published\n---\n正文\n"
    path = box.write(shelf, "mem_shelfshelfsh.md", text)
    done = save(box.desk(), Wish(id="mem_shelfshelfsh", body="新办法"))
    assert (done.made, done.supersedes) == (True, "mem_shelfshelfsh")
    with pytest.raises(OtherLayer):
        save(box.desk(), Wish(id="mem_shelfshelfsh", body="到处", scope="personal"))
    draft = box.card(box.project / f"{done.id}.md")
    assert (draft.title, draft.summary, draft.body, draft.review) == (
        "发布流程",
        "老办法",
        "新办法",
        "draft",
    )
    assert draft.extra["supersedes"] == ["mem_shelfshelfsh"]
    assert path.read_text() == text
    by_title = save(box.desk(), Wish(title="发布流程", body="再改"))
    assert (by_title.id, by_title.made) == (done.id, False)


def test_a_busy_folder_says_so_and_writes_nothing(box: Box) -> None:
    import threading

    from ofttold.edge.locks import Busy

    save(box.desk(), Wish(title="x"))
    before = box.files()
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with FolderLock(str(box.memory / "cards")):
            held.set()
            done.wait(5)

    other = threading.Thread(target=hold)
    other.start()
    held.wait(5)
    try:
        with pytest.raises(Busy):
            save(box.desk(), Wish(title="y"))
    finally:
        done.set()
        other.join()
    assert box.files() == before


def test_a_save_on_a_read_only_folder_is_refused_by_name(box: Box) -> None:
    if os.name == "nt" or os.geteuid() == 0:
        pytest.skip("this user may write everywhere")
    save(box.desk(), Wish(title="x"))
    box.project.chmod(0o500)
    try:
        with pytest.raises(Exception, match="cards"):
            save(box.desk(), Wish(title="y"))
    finally:
        box.project.chmod(0o700)


def test_the_index_in_ruins_stops_no_save(box: Box, own_home: Path) -> None:
    save(box.desk(), Wish(title="x"))
    cache = own_home / ".cache"
    cache.mkdir(exist_ok=True)
    (cache / "ofttold").write_text("in the way")
    assert save(box.desk(), Wish(title="蓝鲸")).changed


def test_an_unreviewed_import_that_is_saved_over_counts_as_reviewed(box: Box) -> None:
    path = box.write(box.personal, "n.md", "---\ntitle: 旧的\nimported: unreviewed\n---\n")
    save(box.desk(), Wish(title="旧的", body="确认过", scope="personal"))
    assert box.card(path).imported == "reviewed"


def test_saved_values_are_told_as_they_are_on_disk(box: Box) -> None:
    wish = Wish(
        title="题", when="w", kind="k", topic="t", triggers=("a",), links=("mem_aaaaaaaaaaaa",)
    )
    done = save(box.desk(), replace(wish, conditions={"targetOs": ("linux", "macos")}))
    card = box.card(box.project / f"{done.id}.md")
    expected: dict[str, Any] = {
        "title": "题", "when": "w", "kind": "k", "topic": "t", "triggers": ("a",),
        "links": ("mem_aaaaaaaaaaaa",), "applicability": "conditional",
        "conditions": {"targetOs": ("linux", "macos")}, "revision": done.revision,
    }  # fmt: skip
    assert {key: getattr(card, key) for key in expected} == expected


def test_undo_takes_back_what_a_save_did(box: Box) -> None:
    one = save(box.desk(), Wish(title="旧题", when="旧", body="旧文", tags=("旧",)))
    save(box.desk(), Wish(id=one.id, title="新题", when="新", body="新文", tags=("新",)))
    undo(box.desk(), one.id, revision=2)
    card = box.card(box.project / f"{one.id}.md")
    assert (card.title, card.when, card.body, card.tags, card.revision) == (
        "旧题", "旧", "旧文", ("旧",), 3,
    )  # fmt: skip
