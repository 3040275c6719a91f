"""One odd entry among the cards hides no other and costs nobody's time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app.card_check import card_findings
from ofttold.app.card_read import list_cards
from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.app.configure import set_setting
from ofttold.app.first_turn import first_turn
from ofttold.app.recall import Asked, recall_for_prompt
from ofttold.core.cards.card import KEYS, MOST_FILE_BYTES
from ofttold.core.cards.saving import Wish
from ofttold.core.errors import OfttoldError
from ofttold.core.findings import Finding
from ofttold.edge.card_places import Place
from ofttold.edge.card_store import read_card
from ofttold.edge.files import LinkLoop
from ofttold.edge.snapshots import exists
from tests.app.cardbox import Box
from tests.edge.unprivileged import reachable_folder, unprivileged

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pipes and links need POSIX")
BOMB = "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))


def _put(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "a link to itself": (lambda path: path.symlink_to(path.name), "card_link_loop"),
    "a dead link": (lambda path: path.symlink_to("nowhere.md"), "card_link_dead"),
    "a link to a device": (lambda path: path.symlink_to(os.devnull), "card_no_file"),
    "a folder": (lambda path: path.mkdir(), "card_no_file"),
    "a pipe": (lambda path: os.mkfifo(path), "card_no_file"),
    "50 MB": (lambda path: path.write_bytes(b"a" * 50_000_000), "card_too_large"),
    "NUL in the body": (_put(b"---\ntitle: x\n---\na\0b\n"), "card_nul"),
    "NUL in a title": (_put(b"---\ntitle: a\0b\n---\n"), "card_nul"),
    "another encoding": (_put("---\ntitle: 鲸\n---\n".encode("gbk")), "card_not_utf8"),
    "a key twice": (_put(b"---\ntitle: a\ntitle: b\n---\n"), "card_twice"),
    "a tab before a key": (_put(b"---\ntitle: x\n\ttags: y\n---\n"), "card_tab"),
    "names that multiply": (
        _put(f"---\na0: &a0 [x, x, x]\n{BOMB}---\n".encode()),
        "card_too_deep",
    ),
    "a thousand levels": (
        _put(("---\n" + "".join(f"{' ' * n}a:\n" for n in range(1000)) + "---\n").encode()),
        "card_too_deep",
    ),
    "three hundred levels": (
        _put(("---\n" + "".join(f"{' ' * n}a:\n" for n in range(300)) + "---\n").encode()),
        "card_too_deep",
    ),
    "a list for a mapping": (_put(b"---\n- a\n- b\n---\n"), "card_no_mapping"),
    "text for a mapping": (_put(b"---\njust text\n---\n"), "card_no_mapping"),
    "no closing line": (_put(b"---\ntitle: x\nno end\n"), "card_unclosed"),
}


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
    found = search(box.desk(), "鲸", budgeted=False)
    assert [one.code for one in found.broken] == ["card_unreadable_file"]


def test_a_cards_folder_nobody_can_look_into_is_a_refusal_of_a_save(box: Box) -> None:
    (box.memory / "cards").symlink_to("cards")
    with pytest.raises(OfttoldError):
        save(box.desk(), Wish(title="鲸", scope="personal"))
    with pytest.raises(LinkLoop):
        exists(str(box.memory / "cards" / "a.md"))


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


def _names(findings: tuple[Finding, ...] | list[Finding]) -> dict[str, str]:
    return {Path(one.file).name: one.code for one in findings}


@POSIX
@pytest.mark.parametrize("odd", ODD)
def test_what_cannot_be_read_is_named_wherever_a_person_looks_and_the_rest_works(
    odd: str, box: Box
) -> None:
    set_setting(box.desk().memory, "cards.deadline_ms", "60000")
    save(box.desk(), Wish(title="蓝鲸观察站", summary="每周四看海", scope="personal"))
    lay, code = ODD[odd]
    lay(box.personal / "mem_aaaaaaaaaaaa.md")
    begun = time.process_time()
    name = "mem_aaaaaaaaaaaa.md"
    assert _names(card_findings(str(box.memory))) == {name: code}
    listing = list_cards(box.desk())
    assert _names(listing.broken) == {name: code} and len(listing.cards) == 1
    found = search(box.desk(), "蓝鲸", budgeted=False)
    assert _names(found.broken) == {name: code} and len(found.results) == 1
    asked = Asked("蓝鲸观察站几点开", cwd=str(box.repo), session="s", budget_ms=60_000)
    assert "每周四看海" in recall_for_prompt(str(box.memory), asked)
    assert "每周四看海" in first_turn(str(box.memory), str(box.repo)).text
    assert save(box.desk(), Wish(title="抹香鲸", scope="personal")).changed
    assert time.process_time() - begun < 5  # s; nothing waits and nothing grows without end
    for finding in listing.broken:
        assert all(finding.message(lang) for lang in ("zh", "en"))


@POSIX
def test_each_odd_entry_of_many_is_named_and_none_hides_another(box: Box) -> None:
    box.personal.mkdir(parents=True)
    for number, (lay, _) in enumerate(ODD.values()):
        lay(box.personal / f"odd{number}.md")
    wanted = {f"odd{number}.md": code for number, (_, code) in enumerate(ODD.values())}
    assert _names(card_findings(str(box.memory))) == wanted
    assert _names(list_cards(box.desk()).broken) == wanted
    assert _names(search(box.desk(), "鲸", budgeted=False).broken) == wanted


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", ["{a: {b: c}}", "[a, [b], {c: d}]"], ids=["mapping", "mixed"])
def test_a_value_of_a_wrong_kind_is_named_by_its_line_and_the_card_stays(
    key: str, value: str, box: Box
) -> None:
    box.write(box.personal, "odd.md", f"---\n# mine\n{key}: {value}\n---\n鲸\n")
    listing = list_cards(box.desk())
    assert [(one.file, one.line) for one in listing.broken] == [("cards/personal/odd.md", 3)]
    assert [(one.file, one.line) for one in card_findings(str(box.memory))] == [
        ("cards/personal/odd.md", 3)
    ]
    assert [one.card.body for one in listing.cards] == ["鲸"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("conditions: {targetOS: linux}", "card_not_condition"),
        ("conditions: {targetOs: }", "card_no_mapping_value"),
        ("conditions: {machine: [a, b, c, d, e, f, g, h, i]}", "card_many_conditions"),
        ("created: 昨天", "card_not_date"),
        ("updated: 3.5", "card_not_date"),
    ],
)
def test_a_value_that_keeps_a_card_from_use_is_said(line: str, code: str, box: Box) -> None:
    box.write(box.personal, "odd.md", f"---\ntitle: 鲸\n{line}\n---\n")
    assert [(one.place(), one.code) for one in card_findings(str(box.memory))] == [
        ("cards/personal/odd.md:3", code)
    ]


def test_odd_spellings_of_plain_text_are_no_fault(box: Box) -> None:
    box.personal.mkdir(parents=True)
    texts = ("\ufeff---\ntitle: 鲸一\n---\n", "---\r\ntitle: 鲸二\r\n---\r\nb\r\n", "")
    for number, text in enumerate((*texts, "---\ntitle: &a 鲸三\ntags: [*a]\n---\n")):
        (box.personal / f"c{number}.md").write_bytes(text.encode())
    assert card_findings(str(box.memory)) == []
    assert titles(box) == ["", "鲸一", "鲸三", "鲸二"]


@POSIX
def test_a_link_out_of_the_folder_is_read_and_told(box: Box, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("---\ntitle: 外面的鲸\n---\n", "utf-8")
    box.personal.mkdir(parents=True)
    (box.personal / "out.md").symlink_to(outside)
    told = [(one.file, one.code, one.info) for one in card_findings(str(box.memory))]
    assert told == [("cards/personal/out.md", "card_link_out", True)]
    assert titles(box) == ["外面的鲸"]


@POSIX
def test_a_locked_file_is_named_with_what_to_look_at() -> None:
    with reachable_folder() as folder:
        (folder / "card.md").write_text("---\ntitle: x\n---\n")
        (folder / "card.md").chmod(0)
        folder.chmod(0o755)

        def look() -> None:
            found = read_card(Place("personal", "", str(folder), "cards/personal"), "card.md")
            assert isinstance(found, Finding) and found.code == "card_locked", found
            assert found.place() == "cards/personal/card.md"

        unprivileged(look)


@POSIX
def test_a_folder_of_cards_that_cannot_be_listed_hides_no_other_from_the_check(box: Box) -> None:
    box.write(box.project_folder(), "odd.md", "---\ntitle: a\ntitle: b\n---\n")
    box.personal.symlink_to("personal")
    told = [(one.file, one.code) for one in card_findings(str(box.memory))]
    assert told[0] == ("cards/personal", "card_unreadable_file")
    assert told[1][1] == "card_twice"


def test_the_index_reads_no_file_that_is_no_card_by_its_size(box: Box) -> None:
    box.personal.mkdir(parents=True)
    (box.personal / "huge.md").touch()
    os.truncate(box.personal / "huge.md", 200 * MOST_FILE_BYTES)
    begun = time.process_time()
    assert _names(search(box.desk(), "鲸", budgeted=False).broken) == {"huge.md": "card_too_large"}
    assert time.process_time() - begun < 1
