"""A person's sentence as a card, and a card in the person's editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofttold.app.card_capture import capture, check_edit, find_for_edit
from ofttold.app.card_forget import ShelfReadOnly, undo
from ofttold.app.card_save import save
from ofttold.core.cards.saving import Wish
from tests.app.cardbox import Box


def test_what_is_about_the_person_is_kept_everywhere(box: Box) -> None:
    done = capture(box.desk(), "记住：我喜欢简短的回答")
    assert done.saved is not None
    assert (done.saved.layer, done.saved.title) == ("personal", "我喜欢简短的回答")
    other = capture(box.desk(), "remember that releases happen on Thursdays")
    assert other.saved is not None
    assert (other.saved.layer, other.saved.title) == ("project", "releases happen on Thursdays")


def test_a_dry_run_writes_nothing(box: Box) -> None:
    done = capture(box.desk(), "测试要离线跑。不许联网", dry_run=True)
    assert done.saved is None
    assert (done.wish.title, done.wish.body) == ("测试要离线跑", "测试要离线跑。不许联网")
    assert not (box.memory / "cards").exists()


def test_an_edit_is_numbered_and_can_be_undone(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸", body="旧"))
    path, before = find_for_edit(box.desk(), one.id)
    Path(path).write_bytes(before.replace("旧".encode(), "新".encode()))
    done = check_edit(box.desk(), one.id, path, before)
    assert (done.changed, done.revision, done.findings) == (True, 2, ())
    assert box.card(Path(path)).body == "新"
    undo(box.desk(), one.id)
    assert box.card(Path(path)).body == "旧"


def test_an_edit_that_breaks_the_card_is_named_and_left(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸"))
    path, before = find_for_edit(box.desk(), one.id)
    Path(path).write_text("---\ntitle: [\n---\n")
    done = check_edit(box.desk(), one.id, path, before)
    assert [finding.code for finding in done.findings] == ["card_yaml"]
    assert Path(path).read_text() == "---\ntitle: [\n---\n"


@pytest.mark.parametrize("left", ["", "只剩正文\n", "===\ntitle: 鲸\n===\n旧"])
def test_an_edit_that_loses_the_fields_is_a_fault_that_can_be_undone(box: Box, left: str) -> None:
    one = save(box.desk(), Wish(title="鲸", body="旧", tags=("海",)))
    path, before = find_for_edit(box.desk(), one.id)
    Path(path).write_text(left)
    done = check_edit(box.desk(), one.id, path, before)
    assert [finding.code for finding in done.findings] == ["card_fields_gone"]
    assert one.id in done.findings[0].message("en")
    undo(box.desk(), one.id)
    again = box.card(Path(path))
    assert (again.title, again.tags, again.body) == ("鲸", ("海",), "旧")


def test_an_edit_that_changes_nothing_and_one_that_is_too_long(box: Box) -> None:
    one = save(box.desk(), Wish(title="鲸"))
    path, before = find_for_edit(box.desk(), one.id)
    assert not check_edit(box.desk(), one.id, path, before).changed
    Path(path).write_bytes(before + b"x" * 5000)
    done = check_edit(box.desk(), one.id, path, before)
    assert (done.over_bytes, done.revision) == (5000, 2)


def test_a_shelf_card_is_not_opened(box: Box) -> None:
    box.write(box.repo / ".ai" / "ofttold", "mem_shelfshelfsh.md", "---\ntitle: x\n---\n")
    with pytest.raises(ShelfReadOnly):
        find_for_edit(box.desk(), "mem_shelfshelfsh")
