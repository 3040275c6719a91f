from __future__ import annotations

import gzip
from datetime import date
from pathlib import Path

import pytest

from ofttold.core.search.document import Doc
from ofttold.core.search.query import parse_query
from ofttold.edge import dictionary
from ofttold.edge.dictionary import ensure_dictionary, open_dictionary
from ofttold.edge.index import DICTIONARY, open_index
from ofttold.edge.listing import Source, list_files

LINES = """# CC-CEDICT
部署 部署 [bu4 shu3] /to dispose/to deploy/deployment/
密鑰 密钥 [mi4 yao4] /key (to a cipher)/
回滾 回滚 [hui2 gun3] /(computing) to roll back/rollback/
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "cedict.txt.gz"
    path.write_bytes(gzip.compress(LINES.encode()))
    return path


def find(folder: Path, text: str) -> list[str]:
    def parse(path: str, data: bytes) -> list[Doc]:
        return [Doc(path.removesuffix(".md"), title=data.decode())]

    cards = folder / "cards"
    with open_index(str(folder / "index.sqlite3")) as index:
        index.sync([Source("personal", str(cards), list_files(str(cards)), parse)])
        query = parse_query(text, today=date(2026, 5, 20))
        return [hit.id for hit in index.search(query, layers=["personal"], limit=3)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "en.md").write_text("deploy keys live in the vault")
    (cards / "zh.md").write_text("回滚要先撤掉合并")
    (cards / "no.md").write_text("something else")
    return tmp_path


def test_with_the_dictionary_each_language_finds_the_other(folder: Path, text: Path) -> None:
    assert find(folder, "部署密钥在哪") == []
    assert find(folder, "how to do a rollback") == []
    assert ensure_dictionary(str(folder), text=str(text))
    assert find(folder, "部署密钥在哪") == ["en"]
    assert find(folder, "how to do a rollback") == ["zh"]


def test_it_is_made_once_and_opened_ever_after(folder: Path, text: Path) -> None:
    assert ensure_dictionary(str(folder), text=str(text))
    made = (folder / DICTIONARY).stat().st_ino
    text.unlink()
    assert ensure_dictionary(str(folder), text=str(text))
    assert (folder / DICTIONARY).stat().st_ino == made


def test_who_waits_for_it_is_told_before_and_once(folder: Path, text: Path) -> None:
    told: list[bool] = []

    def before() -> None:
        told.append((folder / DICTIONARY).exists())

    assert ensure_dictionary(str(folder), text=str(text), before=before)
    assert ensure_dictionary(str(folder), text=str(text), before=before)
    assert told == [False]


def test_without_the_extra_there_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "find_text", lambda: None)
    assert not ensure_dictionary(str(folder))
    assert open_dictionary(str(folder)) is None


@pytest.mark.parametrize("data", [b"", b"noise" * 1000])
def test_a_damaged_dictionary_is_done_without_and_made_anew(
    folder: Path, text: Path, data: bytes
) -> None:
    ensure_dictionary(str(folder), text=str(text))
    (folder / DICTIONARY).write_bytes(data)
    assert find(folder, "部署密钥在哪") == []
    assert ensure_dictionary(str(folder), text=str(text))
    assert find(folder, "部署密钥在哪") == ["en"]


def test_a_damaged_text_makes_none(folder: Path, text: Path) -> None:
    text.write_bytes(gzip.compress(LINES.encode())[:40])
    assert not ensure_dictionary(str(folder), text=str(text))
    assert not (folder / DICTIONARY).exists()
    assert not [file for file in folder.iterdir() if file.name.endswith(".tmp")]


def test_a_place_that_cannot_be_written_has_none(folder: Path, text: Path) -> None:
    (folder / "file").write_text("")
    assert not ensure_dictionary(str(folder / "file" / "below"), text=str(text))
