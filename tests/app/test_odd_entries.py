"""One odd entry among the cards hides no other and costs nobody's time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ofttold.app.card_read import list_cards
from ofttold.app.card_save import save
from ofttold.core.cards.saving import Wish
from ofttold.edge.files import LinkLoop
from tests.app.cardbox import Box


def titles(box: Box) -> list[str]:
    return [one.card.title for one in list_cards(box.desk()).cards]


def test_a_circle_of_links_hides_no_card_and_is_named(box: Box) -> None:
    save(box.desk(), Wish(title="鲸的歌声", scope="personal"))
    (box.personal / "loop.md").symlink_to("loop.md")
    assert titles(box) == ["鲸的歌声"]
    assert any("loop.md" in one.file for one in list_cards(box.desk()).broken)
    again = save(box.desk(), Wish(title="鲸的歌声", summary="again", scope="personal"))
    assert titles(box) == ["鲸的歌声"], again


def test_a_card_folder_behind_a_circle_of_links_is_refused_and_not_called_empty(box: Box) -> None:
    (box.memory / "cards").mkdir()
    box.personal.symlink_to("personal")
    with pytest.raises(LinkLoop):
        list_cards(box.desk())


@pytest.mark.parametrize(
    "block",
    ["[" * 3000, "a: " + "{a: " * 2000, "tags: [" + "a," * 200_000 + "]", "- " * 3000],
    ids=["lists", "maps", "long", "block"],
)
def test_front_matter_made_to_take_long_is_refused_at_once(block: str, box: Box) -> None:
    box.personal.mkdir(parents=True)
    (box.personal / "odd.md").write_text(f"---\n{block}\n---\nbody\n")
    started = time.process_time()
    listing = list_cards(box.desk())
    assert time.process_time() - started < 1.5  # s; some 3 and 16 without a limit
    assert [Path(one.file).name for one in listing.broken] == ["odd.md"]
