from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from ofttold.core.search.document import Doc, Hit
from ofttold.core.search.glossary import read_glossary
from ofttold.core.search.inject import choose
from ofttold.core.search.query import parse_query
from ofttold.edge import sealed
from ofttold.edge.index import Index, open_index
from ofttold.edge.index_layer import SyncReport
from ofttold.edge.listing import Source, list_files

TODAY = date(2026, 11, 30)
LONG_AGO = 1_700_000_000_123_456_789  # ns; older than any clock's grain


def parse(path: str, data: bytes) -> list[Doc] | None:
    """Read a small text: title on the first line, then ``key: value`` lines, then the body."""
    if data.startswith(b"broken"):
        return None
    title, _, rest = data.decode().partition("\n")
    doc = Doc(path.removesuffix(".md"), title=title)
    body: list[str] = []
    for line in rest.split("\n"):
        key, colon, value = line.partition(": ")
        if colon and key in ("summary", "created", "session", "slot", "extra"):
            setattr(doc, key, value)
        elif colon and key in ("tags", "triggers", "aliases"):
            setattr(doc, key, value.split(", "))
        else:
            body.append(line)
    doc.body = "\n".join(body)
    return [doc]


class Folder:
    """A folder of small texts and its index."""

    def __init__(self, root: Path) -> None:
        self.cards = root / "cards"
        self.cards.mkdir()
        self.path = root / "cache" / "index.db"

    def write(self, name: str, text: str) -> None:
        (self.cards / f"{name}.md").write_text(text, encoding="utf-8")

    def source(self, layer: str = "personal") -> Source:
        return Source(layer, str(self.cards), list_files(str(self.cards)), parse)

    def sync(self) -> SyncReport:
        with open_index(str(self.path)) as index:
            return index.sync([self.source()])

    def find(self, text: str, limit: int = 5) -> list[str]:
        return [hit.id for hit in self.hits(text, limit)]

    def hits(self, text: str, limit: int = 5) -> list[Hit]:
        with open_index(str(self.path)) as index:
            index.sync([self.source()])
            return ask(index, text, limit)

    def settle(self) -> None:
        """Give every file old times and let the index see them."""
        for file in self.cards.iterdir():
            os.utime(file, ns=(LONG_AGO, LONG_AGO))


def ask(
    index: Index, text: str, limit: int = 5, layers: Sequence[str] = ("personal",)
) -> list[Hit]:
    return index.search(parse_query(text, today=TODAY), layers=layers, limit=limit)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.mark.parametrize(
    "query", ["蓝鲸", "鲸", "蓝鲸又被", "rotor", "log-rotor", "ｌｏｇ", "藍鯨"]
)
def test_words_inside_a_line_without_spaces_are_found(folder: Folder, query: str) -> None:
    folder.write("mem_a", "今天蓝鲸又被提起了 修好log-rotor了")
    folder.write("mem_b", "别的事")
    assert folder.find(query) == ["mem_a"]


@pytest.mark.parametrize(
    "query",
    [
        "don't",
        '"蓝鲸',
        "鲸*",
        "AND",
        "NEAR(",
        "col:鲸",
        "-鲸",
        "",
        " \t\n",
        "'; DROP TABLE things; --",
        "first: second:",
        "\x00\x01",
        "\ud800 lone",
        "^ OR NOT ( ) { } + ~",
    ],
)
def test_no_query_is_an_error(folder: Folder, query: str) -> None:
    folder.write("mem_a", "今天蓝鲸又被提起了")
    found = folder.find(query)
    assert found == (["mem_a"] if "鲸" in query else [])


def test_fifty_kilobytes_of_text_are_asked_within_bounds(folder: Folder) -> None:
    for number in range(200):
        folder.write(f"mem_{number}", f"card {number} about rotor{number} and the harbour")
    folder.sync()
    for text in ("rotor7 " + "word " * 10_000, "蓝鲸" * 25_000, "x" * 50_000, "a1 " * 17_000):
        started = time.process_time()
        folder.find(text)
        assert time.process_time() - started < 1.0
    assert folder.find("rotor7 " + "word " * 10_000)[0] == "mem_7"
    assert folder.find("word " * 10_000 + "rotor8")[0] == "mem_8"


def test_a_sync_tells_what_it_read_and_what_is_gone(folder: Folder) -> None:
    folder.write("a", "first")
    folder.write("b", "second")
    folder.write("c", "broken card")
    report = folder.sync()
    assert report.read == [("personal", f"{name}.md") for name in "abc"]
    assert report.broken == [("personal", "c.md")]
    folder.write("b", "second, changed")
    (folder.cards / "a.md").rename(folder.cards / "d.md")
    report = folder.sync()
    assert report.read == [("personal", "b.md"), ("personal", "d.md")]
    assert report.removed == [("personal", "a.md")]
    assert report.broken == [("personal", "c.md")]
    assert folder.find("first") == ["d"]


def test_a_broken_file_is_named_every_time_and_found_once_mended(folder: Folder) -> None:
    folder.write("a", "broken whale")
    assert folder.sync().broken == [("personal", "a.md")]
    assert folder.sync().broken == [("personal", "a.md")]
    assert folder.find("whale") == []
    folder.write("a", "mended whale")
    assert folder.sync().broken == []
    assert folder.find("whale") == ["a"]


def test_a_touched_file_is_not_read_into_the_index_again(folder: Folder) -> None:
    folder.write("a", "first")
    folder.sync()
    folder.settle()
    assert folder.sync().read == []
    assert folder.find("first") == ["a"]


def test_a_change_is_seen_though_size_and_modification_time_are_kept(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.settle()
    folder.sync()
    folder.write("a", "shark")
    folder.settle()
    assert folder.find("shark") == ["a"]
    assert folder.find("whale") == []


def test_a_file_younger_than_its_clock_is_read_again(folder: Folder) -> None:
    folder.write("a", "whale")
    before = folder.source()
    with open_index(str(folder.path)) as index:
        index.sync([before])
    folder.write("a", "shark")
    with open_index(str(folder.path)) as index:
        report = index.sync([before])  # the very same stats
        assert report.read == [("personal", "a.md")]
        assert [hit.id for hit in ask(index, "shark")] == ["a"]


def test_an_old_file_is_trusted_by_its_stats(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.sync()
    time.sleep(0.15)  # past the grain; then the file is settled
    before = folder.source()
    folder.sync()
    with open_index(str(folder.path)) as index:
        assert index.sync([Source("personal", "/nowhere", before.files, parse)]).read == []


def test_unchanged_files_leave_the_index_untouched(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.sync()
    time.sleep(0.15)
    folder.sync()
    before = (folder.path.read_bytes(), folder.path.stat())
    assert folder.find("whale") == ["a"]
    assert folder.path.read_bytes() == before[0]
    assert folder.path.stat().st_ino == before[1].st_ino


def test_a_name_that_is_no_unicode_is_indexed_too(folder: Folder) -> None:
    try:
        (folder.cards / os.fsdecode(b"\xff\xfe.md")).write_text("whale")
    except OSError:
        pytest.fail("this file system takes no such name")
    assert [hit.path for hit in folder.hits("whale")] == [os.fsdecode(b"\xff\xfe.md")]


def test_a_missing_folder_is_an_empty_layer(folder: Folder) -> None:
    with open_index(str(folder.path)) as index:
        index.sync([Source("personal", "/no/such/place", list_files("/no/such/place"), parse)])
        assert ask(index, "whale") == []


def test_a_file_gone_between_listing_and_reading_is_left_out(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.write("b", "whale")
    source = folder.source()
    (folder.cards / "a.md").unlink()
    with open_index(str(folder.path)) as index:
        index.sync([source])
        assert [hit.id for hit in ask(index, "whale")] == ["b"]
    assert folder.sync().removed == []


def _damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    if how == "directory":
        path.unlink()
        path.mkdir()
        return
    if how == "alien":
        path.unlink()
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE cards(id)")
        db.close()
        return
    damaged = {
        "empty": b"",
        "half": data[: len(data) // 2],
        "noise": os.urandom(5000),
        "scribbled": data[:3000] + b"\xff" * 2000 + data[5000:],
    }[how]
    path.write_bytes(damaged)


@pytest.mark.parametrize("how", ["empty", "half", "noise", "scribbled", "alien"])
def test_a_damaged_index_is_thrown_away_and_built_anew(folder: Folder, how: str) -> None:
    folder.write("a", "whale")
    folder.sync()
    _damage(folder.path, how)
    assert folder.find("whale") == ["a"]
    with open_index(str(folder.path)) as index:
        assert [hit.id for hit in ask(index, "whale")] == ["a"]


@pytest.mark.parametrize("how", ["half", "scribbled", "noise"])
def test_damage_that_keeps_the_time_is_found_when_sqlite_meets_it(folder: Folder, how: str) -> None:
    for number in range(60):
        folder.write(f"mem_{number}", f"whale {number}\nbody of card {number} " + "word " * 20)
    folder.sync()
    seal = folder.path.stat().st_mtime_ns
    _damage(folder.path, how)
    os.utime(folder.path, ns=(seal, seal))
    assert len(folder.find("whale", 100)) == 60


def test_a_place_that_cannot_be_written_is_done_without(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.path.parent.parent.mkdir(exist_ok=True)
    folder.path.parent.write_text("a file where the cache home should be")
    assert folder.find("whale") == ["a"]
    folder.write("a", "shark")
    assert folder.find("shark") == ["a"]


def test_a_directory_in_the_place_of_the_index_is_done_without(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.sync()
    _damage(folder.path, "directory")
    assert folder.find("whale") == ["a"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_a_pipe_in_the_place_of_the_index_keeps_nobody_waiting(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.sync()
    folder.path.unlink()
    os.mkfifo(folder.path)
    found: list[list[str]] = []
    looking = threading.Thread(target=lambda: found.append(folder.find("whale")), daemon=True)
    looking.start()
    looking.join(timeout=20)
    assert found == [["a"]]


def test_an_index_held_by_someone_else_is_read_all_the_same(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.sync()
    time.sleep(0.15)
    folder.sync()
    holder = sqlite3.connect(folder.path, isolation_level=None)
    try:
        holder.execute("BEGIN EXCLUSIVE")
        assert folder.find("whale") == ["a"]
        folder.write("a", "shark")
        assert folder.find("shark") == ["a"]
    finally:
        holder.close()


def test_a_failed_write_leaves_the_old_index_and_no_stray_file(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write("a", "whale")
    folder.sync()
    before = folder.path.read_bytes()
    folder.write("b", "shark")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        assert folder.find("shark") == ["b"]
    assert folder.path.read_bytes() == before
    assert [file.name for file in folder.path.parent.iterdir()] == ["index.db"]


def test_a_killed_writer_leaves_the_old_index_and_its_copy_is_cleared_later(
    folder: Folder,
) -> None:
    folder.write("a", "whale")
    folder.sync()
    script = (
        "import os, sys, signal\n"
        "from ofttold.edge.sealed import write_sealed\n"
        "write_sealed(sys.argv[1], 'r', lambda db: os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(folder.path)], check=False)
    assert done.returncode != 0
    strays = [file for file in folder.path.parent.iterdir() if file.name != "index.db"]
    assert len(strays) == 1
    assert folder.find("whale") == ["a"]
    os.utime(strays[0], ns=(LONG_AGO, LONG_AGO))
    folder.write("b", "shark")
    folder.sync()
    assert [file.name for file in folder.path.parent.iterdir()] == ["index.db"]


def test_the_seal_is_the_modification_time(folder: Folder) -> None:
    folder.write("a", "whale")
    folder.sync()
    assert folder.path.stat().st_mtime_ns % sealed.STAMP_GRAIN_NS == 0
    assert folder.path.stat().st_mode & 0o777 == 0o600


def test_what_lies_in_another_layer_moves_no_result(folder: Folder, tmp_path: Path) -> None:
    for number in range(5):
        folder.write(f"mem_{number}", f"whale harbour {number}" + " whale" * number)
    other = tmp_path / "other"
    other.mkdir()
    for number in range(30):
        (other / f"mem_{number}.md").write_text(f"harbour {number}")
    with open_index(str(folder.path)) as index:
        index.sync([folder.source()])
        alone = [(hit.id, hit.score, hit.norm) for hit in ask(index, "whale harbour")]
        index.sync([folder.source(), Source("desk", str(other), list_files(str(other)), parse)])
        assert [(h.id, h.score, h.norm) for h in ask(index, "whale harbour")] == alone
        both = ask(index, "whale harbour", 50, ("personal", "desk"))
        assert len(both) == 35
        assert both[0].layer == "personal"


def test_time_running_out_keeps_what_was_read_and_says_so(folder: Folder) -> None:
    for number in range(10):
        folder.write(f"mem_{number}", f"whale {number}")
    left = iter([False] * 4 + [True] * 100)
    with open_index(str(folder.path)) as index:
        report = index.sync([folder.source()], expired=lambda: next(left))
    assert not report.complete
    assert len(report.read) == 4
    with open_index(str(folder.path)) as index:
        report = index.sync([folder.source()])
        assert report.complete
        assert len(report.read) == 6
        assert len(ask(index, "whale", 50)) == 10


def test_a_hit_is_found_again_by_id_and_by_slot(folder: Folder) -> None:
    folder.write("a", "one\nslot: editor\nextra: facts")
    folder.write("b", "two\nslot: editor")
    folder.write("c", "three")
    with open_index(str(folder.path)) as index:
        index.sync([folder.source()])
        assert [hit.extra for hit in index.by_id("a", layers=["personal"])] == ["facts"]
        assert [hit.id for hit in index.in_slot("editor", layers=["personal"])] == ["a", "b"]
        assert index.in_slot("", layers=["personal"]) == []
        assert index.by_id("a", layers=["desk"]) == []


def test_the_day_of_a_card_lifts_it(folder: Folder) -> None:
    folder.write("a", "meeting notes\ncreated: 2026-05-06")
    folder.write("b", "meeting notes\ncreated: 2026-11-25T10:00:00+08:00")
    folder.write("c", "something else\ncreated: 2026-11-25")
    assert folder.find("meeting on May 6")[0] == "a"
    assert folder.find("5月6号的 meeting")[0] == "a"
    assert folder.find("上周的 meeting")[0] == "b"
    assert folder.find("last week")[:2] == ["b", "c"]


def test_neighbours_of_one_session_lift_each_other(folder: Folder) -> None:
    folder.write("a", "the harbour\nsession: s1\ncreated: 2026-01-01T10:00:00")
    folder.write("b", "whale seen\nsession: s2\ncreated: 2026-01-01T10:02:00")
    folder.write("c", "whale seen\nsession: s1\ncreated: 2026-01-01T10:01:00")
    assert folder.find("harbour whale") == ["a", "c", "b"]


def test_an_unseen_form_falls_back_to_its_longest_indexed_stem(folder: Folder) -> None:
    folder.write("a", "deploy")
    folder.write("b", "dep")
    assert folder.find("deployable") == ["a"]
    assert folder.find("zzzz") == []


def test_a_glossary_works_both_ways_without_a_new_index(folder: Folder) -> None:
    folder.write("a", "支付系统重构 下周评审")
    folder.write("b", "deploy on thursday")
    folder.write("c", "something else")
    folder.sync()
    glossary = read_glossary('香蕉计划 = 支付系统重构\nship = "deploy"')
    with open_index(str(folder.path)) as index:
        index.sync([folder.source()])
        for text, found in (("香蕉计划什么时候评审", "a"), ("when do we ship", "b")):
            query = parse_query(text, today=TODAY, glossary=glossary)
            hits = index.search(query, layers=["personal"], limit=3)
            assert hits[0].id == found
            assert choose(hits)[:1] in ([], hits[:1])
        query = parse_query("支付系统重构", today=TODAY, glossary=glossary)
        assert index.search(query, layers=["personal"], limit=1)[0].norm <= 1.0


def test_only_what_a_hook_can_afford_is_imported() -> None:
    script = (
        "import sys, re, json, sqlite3\n"
        "before = set(sys.modules)\n"
        "from ofttold.core.search.query import parse_query\n"
        "from ofttold.core.search.inject import choose\n"
        "from ofttold.edge.index import open_index\n"
        "from ofttold.edge.dictionary import open_dictionary\n"
        "from ofttold.edge.listing import list_files\n"
        "print(*sorted(m for m in set(sys.modules) - before if not m.startswith('ofttold')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert set(done.stdout.split()) <= {"__future__", "unicodedata", "marshal", "zlib"}
