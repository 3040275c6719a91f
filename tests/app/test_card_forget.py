"""Putting away, destroying, taking back, bringing back."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofttold.app.card_answers import cold_lines, restored_lines
from ofttold.app.card_archive import AlreadyActive, check, quarantine, restore
from ofttold.app.card_forget import (
    NothingToUndo,
    RevisionChanged,
    ShelfReadOnly,
    forget,
    undo,
)
from ofttold.app.card_read import ColdCorrupt, ColdMissing, read, read_cold
from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.app.card_suggest import keep, suggest
from ofttold.app.cards import CardGone
from ofttold.app.quick_status import KIND as STATUS
from ofttold.core.cards.saving import Wish
from ofttold.edge import blockcache
from ofttold.edge.card_scan import scan
from ofttold.edge.index import DICTIONARY
from tests.app.cardbox import Box


def test_forgetting_archives_with_the_sum_of_the_body_and_reading_says_gone(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="正文"))
    done = forget(box.desk(), one.id)
    assert (done.purged, (box.project / f"{one.id}.md").exists()) == (False, False)
    archived = box.card(box.project / "archive" / f"{one.id}.md")
    assert (archived.title, archived.body) == ("鲸", "正文")
    assert archived.extra["archived_why"] == "forgotten"
    with pytest.raises(CardGone):
        read(box.desk(), one.id)
    assert read_cold(box.desk(), one.id).body == "正文"


def test_what_was_forgotten_can_be_brought_back_as_it_was(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="正文", tags=("a",)))
    before = (box.project / f"{one.id}.md").read_bytes()
    forget(box.desk(), one.id)
    assert restore(box.desk(), one.id).changed
    assert (box.project / f"{one.id}.md").read_bytes() == before
    assert not list((box.project / "archive").iterdir())
    forget(box.desk(), one.id)
    assert restore(box.desk(), one.id).changed


def test_a_title_taken_meanwhile_holds_a_restoring_back(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸"))
    forget(box.desk(), one.id)
    two = save(box.desk(), Wish(title="鲸"))
    done = restore(box.desk(), one.id)
    assert done.near[0].id == two.id
    assert two.id != one.id
    said = "\n".join(restored_lines(done, "en"))  # and says what can really be done about it
    assert f"card forget {two.id}" in said and "distinct" not in said
    forget(box.desk(), two.id)
    assert restore(box.desk(), one.id).changed


def test_an_archived_card_takes_no_part_in_a_save(box: Box) -> None:
    one = save(box.desk(), Wish(title="前端 API 地址"))
    forget(box.desk(), one.id)
    assert save(box.desk(), Wish(title="后端 API 地址")).made


def test_a_damaged_archived_body_is_never_brought_out(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="正文"))
    forget(box.desk(), one.id)
    path = box.project / "archive" / f"{one.id}.md"
    path.write_bytes(path.read_bytes().replace("正文".encode(), b"x"))
    assert [cold.state for cold in check(box.desk())] == ["cold_corrupt"]
    for bring_out in (read_cold, restore):
        with pytest.raises(ColdCorrupt):
            bring_out(box.desk(), one.id)
    before = path.read_bytes()
    place = quarantine(box.desk(), one.id)
    with open(place, "rb") as file:
        assert file.read() == before
    with pytest.raises(ColdMissing):
        read_cold(box.desk(), one.id)


def test_an_empty_archived_file_is_corrupt_and_a_lost_one_is_named(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="1"))
    save(box.desk(), Wish(title="鲸", body="2"))
    forget(box.desk(), one.id)
    path = box.project / "archive" / f"{one.id}.md"
    path.write_bytes(b"")
    assert [cold.state for cold in check(box.desk())] == ["cold_corrupt"]
    path.unlink()
    lost = check(box.desk())
    assert [(cold.id, cold.state) for cold in lost] == [(one.id, "cold_missing")]
    assert "forget ID --purge" in cold_lines(lost, "en")[-1]
    forget(box.desk(), one.id, purge=True)
    assert check(box.desk()) == []


def test_a_card_brought_back_by_hand_is_not_restored_over(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸"))
    data = (box.project / f"{one.id}.md").read_bytes()
    forget(box.desk(), one.id)
    (box.project / f"{one.id}.md").write_bytes(data)
    with pytest.raises(AlreadyActive):
        restore(box.desk(), one.id)
    forget(box.desk(), one.id)
    assert len(list((box.project / "archive").glob("*.md"))) == 2
    names = [cold.id for cold in check(box.desk())]
    assert names == [f"{one.id}.2", one.id]
    assert restore(box.desk(), names[0]).id == one.id  # what check lists can be brought back
    assert (box.project / f"{one.id}.md").exists()
    with pytest.raises(AlreadyActive):
        restore(box.desk(), one.id)
    assert quarantine(box.desk(), one.id) and check(box.desk()) == []


def test_purging_leaves_no_trace_of_the_text(box: Box) -> None:
    suggest(box.desk(), Wish(title="机密的事", body="独角鲸"))
    name = next((box.project / "suggestions").iterdir()).stem
    one = keep(box.desk(), name)
    save(box.desk(), Wish(title="机密的事", body="独角鲸二"))
    forget(box.desk(), one.id)
    save(box.desk(), Wish(title="留下的", body="x"))
    done = forget(box.desk(), one.id, purge=True)
    assert (done.purged, done.files, done.title) == (True, 3, "机密的事")
    assert "独角鲸".encode() not in b"".join(box.files().values())
    with pytest.raises(CardGone):
        forget(box.desk(), one.id, purge=True)


def test_purging_leaves_no_trace_in_the_homes(box: Box, own_home: Path) -> None:
    one = save(box.desk(), Wish(title="Narwhal", body="unicornsea", triggers=("tusk",)))
    save(box.desk(), Wish(title="Kept", body="otter"))
    assert search(box.desk(), "narwhal unicornsea").results
    assert any(seen.title == "Narwhal" for seen in scan(box.desk().places[0], now_ns=0))
    assert blockcache.save(blockcache.cache_path("here", STATUS), ("draft: Narwhal",))
    forget(box.desk(), one.id, purge=True)
    files = [path for path in own_home.rglob("*") if path.is_file() and path.name != DICTIONARY]
    left = b"".join(path.read_bytes() for path in files)  # a dictionary knows narwhals too
    assert not [
        word for word in (b"unicornsea", b"arwhal", b"tusk", one.id.encode()) if word in left
    ]
    assert len(search(box.desk(), "otter").results) == 1


def test_purging_takes_what_was_put_aside_too(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="独角鲸"))
    save(box.desk(), Wish(title="鲸", body="独角鲸二"))
    forget(box.desk(), one.id)
    path = box.project / "archive" / f"{one.id}.md"
    path.write_bytes(path.read_bytes() + b"!")
    quarantine(box.desk(), one.id)
    assert check(box.desk()) == []  # put aside by a person: damaged no more, nor lost
    forget(box.desk(), one.id, purge=True)
    assert set(box.files()) == {".gitignore"}


@pytest.mark.parametrize("given", ["", "mem_", "sug_", "a", "*", "../x", "mem_aaaaaaaaaaa"])
def test_what_is_no_id_purges_nothing(box: Box, given: str) -> None:
    one = save(box.desk(), Wish(title="鲸", body="1"))
    save(box.desk(), Wish(title="鲸", body="2"))
    suggest(box.desk(), Wish(title="海", body="见 a"))
    before = box.files()
    for purge in (True, False):
        with pytest.raises(CardGone):
            forget(box.desk(), given, purge=purge)
    assert box.files() == before and one.id


def test_purging_leaves_suggestions_that_only_speak_of_the_card(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="1"))
    waiting = suggest(box.desk(), Wish(title="海", body=f"见 [[{one.id}]]"))
    forget(box.desk(), one.id, purge=True)
    assert [name for name in box.files() if waiting.id in name]


def test_purging_takes_a_living_card_with_its_versions(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="1"))
    save(box.desk(), Wish(title="鲸", body="2"))
    assert forget(box.desk(), one.id, purge=True).files == 2
    assert set(box.files()) == {".gitignore"}


def test_an_undo_is_a_new_revision_and_can_be_undone(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="1"))
    save(box.desk(), Wish(title="鲸", body="2"))
    assert undo(box.desk(), one.id).revision == 3
    assert box.card(box.project / f"{one.id}.md").body == "1"
    assert undo(box.desk(), one.id).revision == 4
    assert box.card(box.project / f"{one.id}.md").body == "2"


def test_undoing_a_first_save_archives_it(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="1"))
    assert undo(box.desk(), one.id, revision=1).archived
    assert restore(box.desk(), one.id).changed


def test_another_revision_on_disk_is_said_and_nothing_touched(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="1"))
    save(box.desk(), Wish(title="鲸", body="2"))
    before = box.files()
    with pytest.raises(RevisionChanged):
        undo(box.desk(), one.id, revision=1)
    assert box.files() == before


def test_an_undo_keeps_a_hand_edit_as_the_version_before(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="1"))
    save(box.desk(), Wish(title="鲸", body="2"))
    path = box.project / f"{one.id}.md"
    path.write_text(path.read_text().replace("\n2\n", "\n手改\n"))
    undo(box.desk(), one.id)
    assert box.card(path).body == "1"
    undo(box.desk(), one.id)
    assert box.card(path).body == "手改"


def test_a_hand_made_card_without_versions_has_nothing_to_undo(box: Box) -> None:
    path = box.write(box.personal, "mem_aaaaaaaaaaaa.md", "---\ntitle: x\n---\n")
    with pytest.raises(NothingToUndo):
        undo(box.desk(), "mem_aaaaaaaaaaaa")
    assert path.exists()


def test_an_undo_to_a_title_taken_meanwhile_is_held_back(box: Box) -> None:
    one = save(box.desk(), Wish(title="旧题"))
    save(box.desk(), Wish(id=one.id, title="全新说法"))
    path = box.project / f"{one.id}.md"
    path.write_text(path.read_text().replace("aliases: [旧题]\n", ""))
    two = save(box.desk(), Wish(title="旧题"))
    held = undo(box.desk(), one.id)
    assert (held.changed, held.near[0].id) == (False, two.id)


def test_a_shelf_card_is_neither_forgotten_nor_undone(box: Box) -> None:
    shelf = box.repo / ".ai" / "ofttold"
    path = box.write(shelf, "mem_shelfshelfsh.md", "---\ntitle: x\nreview: published\n---\n")
    before = path.read_bytes()
    for act in (forget, undo):
        with pytest.raises(ShelfReadOnly):
            act(box.desk(), "mem_shelfshelfsh")
    with pytest.raises(ShelfReadOnly):
        forget(box.desk(), "mem_shelfshelfsh", purge=True)
    assert path.read_bytes() == before


def test_what_is_not_there_is_gone(box: Box) -> None:
    for act in (forget, undo, read):
        with pytest.raises(CardGone):
            act(box.desk(), "mem_aaaaaaaaaaaa")
    for bring_out in (read_cold, restore):
        with pytest.raises(ColdMissing):
            bring_out(box.desk(), "mem_aaaaaaaaaaaa")
