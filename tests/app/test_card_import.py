"""What people have comes in once, unreviewed, and loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofttold.app.card_import import NothingToImport, OwnCards, claude_folder, import_cards
from ofttold.app.card_search import search
from ofttold.app.card_suggest import keep_imported, unreviewed
from ofttold.core.cards.imports import guess_format, read_notes
from ofttold.core.findings import Finding
from tests.app.cardbox import Box

MEMEX = """---
id: 01ABCDEF
schema_version: 2
scope_key: personal
scope: personal
type: gotcha
status: {status}
tags: [ci]
aliases: [流水线]
created_at: '2026-01-02T03:04:05Z'
review_state: draft
---

GitHub runners on macOS cost ten times as much. Use linux.
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / "sub").mkdir(parents=True)
    (folder / ".obsidian").mkdir()
    (folder / ".obsidian" / "app.md").write_text("no note")
    (folder / "鲸.md").write_text(
        "---\ntags: ['#海', whale]\naliases: 大肥鱼\n---\n# 蓝鲸\n\n会唱歌\n"
    )
    (folder / "sub" / "bm.md").write_text(
        "---\ntitle: Deploy\ntype: note\npermalink: deploy\ntags:\n- ops\n---\n\n- [fact] on Thursdays #ops\n- relates_to [[CI]]\n"
    )
    (folder / "broken.md").write_text("---\ntitle: [\n---\n")
    (folder / "long.md").write_text("很长\n" * 3000)
    return folder


def test_the_memory_folder_s_own_cards_are_none_to_import(box: Box, tmp_path: Path) -> None:
    card = box.write(box.personal, "mem_aaaaaaaaaaaa.md", "---\ntitle: 家里\n---\n家里的事\n")
    note = box.write(box.memory / "notes", "a.md", "鲸\n")
    (tmp_path / "link").symlink_to(box.personal)
    box.write(tmp_path / "vault", "b.md", "浪\n")
    (tmp_path / "vault" / "card.md").symlink_to(card)
    for path in (box.personal, card, box.memory / "cards", tmp_path / "link"):
        with pytest.raises(OwnCards) as refused:
            import_cards(box.desk(), str(path), scope="project")
        assert refused.value.exit_code == 4
    for folder in (box.memory, tmp_path / "vault"):
        done = import_cards(box.desk(), str(folder), scope="project")
        assert "家里" not in repr(done)
    assert note.exists()
    assert "家里" not in "".join(path.read_text() for path in box.project.glob("*.md"))


def test_a_vault_comes_in_whole_and_broken_files_are_named(box: Box, vault: Path) -> None:
    done = import_cards(box.desk(), str(vault), scope="personal")
    assert (done.shape, len(done.made), done.known) == ("notes", 3, 0)
    assert [finding.place() for finding in done.broken] == ["broken.md:3:1"]
    cards = {card.title: card for card in map(box.card, box.personal.glob("*.md"))}
    assert set(cards) == {"蓝鲸", "Deploy", "long"}
    whale = cards["蓝鲸"]
    assert (whale.tags, whale.aliases, whale.imported) == (
        ("海", "whale"),
        ("大肥鱼",),
        "unreviewed",
    )
    assert (cards["Deploy"].kind, cards["Deploy"].tags) == ("note", ("ops",))
    assert len(cards["long"].body) == 3000 * 3 - 1


def test_importing_again_adds_only_what_is_new(box: Box, vault: Path) -> None:
    import_cards(box.desk(), str(vault), scope="personal")
    before = box.files()
    (vault / "new.md").write_text("一条新的")
    done = import_cards(box.desk(), str(vault), scope="personal")
    assert ([one.origin for one in done.made], done.known) == (["new.md"], 3)
    assert before.items() <= box.files().items()


def test_a_dry_run_writes_nothing(box: Box, vault: Path) -> None:
    done = import_cards(box.desk(), str(vault), dry_run=True)
    assert len(done.made) == 3 and not (box.memory / "cards").exists()


def test_imported_cards_are_used_only_after_a_look(box: Box, vault: Path) -> None:
    import_cards(box.desk(), str(vault), scope="personal")
    assert search(box.desk(), "蓝鲸 唱歌").reason == "no_match"
    for one in unreviewed(box.desk()):
        keep_imported(box.desk(), one.card.id)
    assert search(box.desk(), "蓝鲸 唱歌").results[0].title == "蓝鲸"


def test_two_notes_of_one_name_both_come_in(box: Box, tmp_path: Path) -> None:
    for sub in ("a", "b"):
        (tmp_path / "v" / sub).mkdir(parents=True)
        (tmp_path / "v" / sub / "todo.md").write_text(f"正文 {sub}")
    import_cards(box.desk(), str(tmp_path / "v"), scope="personal")
    titles = {box.card(path).title for path in box.personal.glob("*.md")}
    assert titles == {"todo", "todo (b/todo.md)"}


def test_claude_codes_memory_folder(box: Box, own_home: Path) -> None:
    folder = Path(claude_folder(box.desk()))
    assert folder.parts[-2] == "".join(c if c.isalnum() else "-" for c in str(box.repo.resolve()))
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text(
        "- [deploy-day](deploy-day.md) — when we ship\n- 直接写在索引里的一条\n"
    )
    (folder / "deploy-day.md").write_text(
        "---\nname: deploy-day\ndescription: >-\n  when we\n  ship\nmetadata:\n  type: project\n---\nOn Thursdays.\n"
    )
    (folder / "short.md").write_text(
        "---\nname: short-answers\ndescription: x\nmetadata:\n  type: user\n---\nBe short.\n"
    )
    done = import_cards(box.desk(), str(folder))
    assert {(one.title, one.layer) for one in done.made} == {
        ("deploy day", "project"), ("short answers", "personal"), ("直接写在索引里的一条", "project"),
    }  # fmt: skip
    card = next(c for c in map(box.card, box.project.glob("*.md")) if c.title == "deploy day")
    assert (card.summary, card.kind, card.body) == ("when we ship", "project", "On Thursdays.")


def test_open_memexs_memories(box: Box, tmp_path: Path) -> None:
    folder = tmp_path / "memex"
    folder.mkdir()
    (folder / "1.md").write_text(MEMEX.format(status="active"))
    (folder / "2.md").write_text(MEMEX.format(status="retracted"))
    done = import_cards(box.desk(), str(folder))
    assert (done.shape, [one.layer for one in done.made]) == ("open-memex", ["personal"])
    card = box.card(next(box.personal.glob("*.md")))
    assert (card.kind, card.tags, card.aliases, card.created) == (
        "gotcha", ("ci",), ("流水线",), "2026-01-02T03:04:05Z",
    )  # fmt: skip


def test_the_bullets_of_an_instruction_file(box: Box, tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text(
        "# 规矩\n\n- 提交信息用**英文**\n  - 标题不超过 50 字\n- see [docs](docs.md)\n<!-- - 停用 -->\n\n"
        "```\n- 不是条目\n```\n## Tests\n1. run `make test` offline\n"
    )
    done = import_cards(box.desk(), str(path))
    assert [one.title for one in done.made] == ["提交信息用英文", "run make test offline"]
    card = next(c for c in map(box.card, box.project.glob("*.md")) if "英文" in c.title)
    assert (card.tags, card.body) == (("规矩",), "- 提交信息用**英文**\n  - 标题不超过 50 字")
    assert card.extra["imported_from"] == "CLAUDE.md:3"


def test_secrets_do_not_come_in(box: Box, tmp_path: Path) -> None:
    token = "ghp_" + "a1B2" * 9
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "a.md").write_text(f"key {token}")
    assert import_cards(box.desk(), str(tmp_path / "v")).made[0].masked
    assert token.encode() not in b"".join(box.files().values())


def test_where_there_is_nothing_it_says_so(box: Box, tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path / "plain"):
        with pytest.raises(NothingToImport):
            import_cards(box.desk(), str(path))


def test_another_encoding_is_named_and_not_guessed(box: Box, tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "a.md").write_bytes("中文笔记".encode("gbk"))
    done = import_cards(box.desk(), str(tmp_path / "v"))
    assert ([one.code for one in done.broken], done.made) == (["card_not_utf8"], ())


def test_shapes_are_guessed_by_what_stands_there() -> None:
    assert guess_format(["a.md"], b"x", single=False) == "notes"
    assert guess_format(["MEMORY.md"], b"x", single=False) == "claude"
    assert guess_format(["CLAUDE.md"], b"- x", single=True) == "bullets"
    assert guess_format(["a.md"], MEMEX.encode(), single=True) == "open-memex"
    assert isinstance(read_notes("文".encode("gbk"), "a.md", "bullets"), Finding)
    assert read_notes(b"", "a.md", "notes") == []
