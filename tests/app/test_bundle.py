"""Cards in one file: what goes in, what comes out, and what an enemy cannot do with one."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app.bundle import AllInRepository, export, import_bundle
from ofttold.app.cards import NoProject
from ofttold.app.review import promote
from ofttold.app.submit import submit
from ofttold.core.sharing.bundle import (
    MANIFEST,
    MOST_CARDS,
    BundleBroken,
    BundleTooLarge,
    BundleUnsafe,
    Member,
    render_manifest,
)
from ofttold.core.sharing.review import history_of
from ofttold.edge.bundles import pack, unpack
from ofttold.edge.files import AlreadyExists, FileMissing
from tests.app.sharebox import ShareBox

ID = "mem_abcdefghij23"


@pytest.fixture
def other(tmp_path: Path) -> ShareBox:
    """Give another person's memory folder and clone."""
    (tmp_path / "other").mkdir()
    return ShareBox(tmp_path / "other")


def test_a_project_s_cards_travel_and_land_as_drafts_with_their_history(
    sharing: ShareBox, other: ShareBox, tmp_path: Path
) -> None:
    draft, sent = sharing.draft("桌上", body="一"), sharing.draft("书架", body="二")
    personal = sharing.note("家里")
    submit(sharing.desk(), [sent])
    promote(sharing.desk(), sent, "promote", by="林")
    path = str(tmp_path / "x.tar.gz")
    done = export(sharing.desk(), path)
    assert (done.path, done.cards, done.left_out) == (path, 2, 0)
    assert os.stat(path).st_mode & 0o777 == 0o600
    taken = import_bundle(other.desk(), path)
    assert (sorted(taken.made), taken.skipped, taken.differing) == (sorted([draft, sent]), (), ())
    card = other.card(other.project / f"{sent}.md")
    assert (card.review, card.scope, card.body) == ("draft", "project", "二")
    assert [entry["to"] for entry in history_of(card.extra)] == ["proposed", "approved"]
    assert "approved_by" not in card.extra
    assert personal not in "".join(other.files())
    assert not (other.repo / ".ai").exists()


def test_the_same_card_is_skipped_and_another_text_under_its_id_is_reported(
    sharing: ShareBox, other: ShareBox, tmp_path: Path
) -> None:
    same, differs = sharing.draft("a", body="一"), sharing.draft("b", body="二")
    path = str(tmp_path / "x.tar.gz")
    export(sharing.desk(), path)
    import_bundle(other.desk(), path)
    theirs = other.project / f"{differs}.md"
    theirs.write_text(theirs.read_text().replace("二", "我改过的"))
    submit(other.desk(), [same])
    before = {**other.files(), "shelf": other.on_shelf(same).read_bytes()}
    done = import_bundle(other.desk(), path)
    assert (done.made, done.skipped, done.differing) == ((), (same,), (differs,))
    assert {**other.files(), "shelf": other.on_shelf(same).read_bytes()} == before


def test_private_cards_and_those_that_call_themselves_personal_stay_behind(
    sharing: ShareBox, tmp_path: Path
) -> None:
    for line in ("private: true", "private: 是", "scope: personal"):
        id_ = sharing.draft(line)
        path = sharing.project / f"{id_}.md"
        text = path.read_text()
        text = text.replace("scope: project\n", "") if "scope" in line else text
        path.write_text(text.replace("revision:", f"{line}\nrevision:") + "秘而不宣\n")
    done = export(sharing.desk(), str(tmp_path / "x.tar.gz"))
    assert (done.cards, done.left_out) == (0, 3)
    assert "秘而不宣".encode() not in gzip.decompress((tmp_path / "x.tar.gz").read_bytes())


def test_a_bundle_with_everything_is_refused_near_any_repository(
    sharing: ShareBox, tmp_path: Path
) -> None:
    sharing.note("家里")
    for cwd, path in (
        (sharing.repo, str(tmp_path / "x.tar.gz")),
        (sharing.plain, str(sharing.repo / "x.tar.gz")),
        (sharing.plain, "../app/x.tar.gz"),
    ):
        with pytest.raises(AllInRepository) as refused:
            export(sharing.desk(cwd), path, everything=True)
        assert refused.value.exit_code == 4
    assert not list(sharing.repo.glob("*.gz"))


def test_everything_goes_to_another_machine_of_one_s_own(
    sharing: ShareBox, other: ShareBox, tmp_path: Path
) -> None:
    personal, draft = sharing.note("家里"), sharing.draft("桌上")
    done = export(sharing.desk(sharing.plain), str(tmp_path / "x.tar.gz"), everything=True)
    assert done.cards == 2
    taken = import_bundle(other.desk(), str(tmp_path / "x.tar.gz"))
    assert sorted(taken.made) == sorted([personal, draft])
    card = other.card(other.personal / f"{personal}.md")
    assert (card.scope, card.review) == ("personal", "")


def test_a_bundle_is_the_same_bytes_for_the_same_cards(sharing: ShareBox, tmp_path: Path) -> None:
    for n in range(3):
        sharing.draft(f"卡 {n}")
    first, second = tmp_path / "1.tar.gz", tmp_path / "2.tar.gz"
    export(sharing.desk(), str(first))
    export(sharing.desk(), str(second))
    assert first.read_bytes() == second.read_bytes()
    with pytest.raises(AlreadyExists):
        export(sharing.desk(), str(first))


def test_secrets_are_masked_on_the_way_out_and_on_the_way_in(
    sharing: ShareBox, other: ShareBox, tmp_path: Path
) -> None:
    id_ = sharing.draft("a")
    path = sharing.project / f"{id_}.md"
    path.write_text(path.read_text() + "密码：hunter22!\n")
    done = export(sharing.desk(), str(tmp_path / "x.tar.gz"))
    assert [one.kind for one in done.masked] == ["password"]
    write(tmp_path / "y.tar.gz", [Member("project", id_, path.read_bytes())])
    taken = import_bundle(other.desk(), str(tmp_path / "y.tar.gz"))
    assert [one.kind for one in taken.masked] == ["password"]
    assert b"hunter22" not in b"".join(other.files().values())
    assert "hunter22" in path.read_text()


def test_a_broken_card_in_a_bundle_is_named_and_the_others_land(
    sharing: ShareBox, tmp_path: Path
) -> None:
    members = [
        Member("project", ID, b"---\ntitle: [a\n---\n"),
        Member("project", "mem_abcdefghij24", b"---\ntitle: a\n---\n"),
        Member("project", "mem_abcdefghij25", b"\xff\xfe"),
    ]
    write(tmp_path / "x.tar.gz", members)
    done = import_bundle(sharing.desk(), str(tmp_path / "x.tar.gz"))
    assert done.made == ("mem_abcdefghij24",)
    assert [finding.file for finding in done.broken] == [
        f"cards/project/{ID}.md",
        "cards/project/mem_abcdefghij25.md",
    ]


def test_without_a_project_a_project_s_cards_have_no_place(
    sharing: ShareBox, tmp_path: Path
) -> None:
    sharing.draft("a")
    export(sharing.desk(), str(tmp_path / "x.tar.gz"))
    for act in (
        lambda: export(sharing.desk(sharing.plain), str(tmp_path / "y.tar.gz")),
        lambda: import_bundle(sharing.desk(sharing.plain), str(tmp_path / "x.tar.gz")),
    ):
        with pytest.raises(NoProject):
            act()
    with pytest.raises(FileMissing):
        import_bundle(sharing.desk(), str(tmp_path / "gone.tar.gz"))


# -- hostile bundles ---------------------------------------------------------------------------


def write(path: Path, members: list[Member]) -> None:
    path.write_bytes(pack(render_manifest(members, made="", project=""), members))


def entry(name: str, data: bytes = b"x", **fields: object) -> Callable[[tarfile.TarFile], None]:
    def add(archive: tarfile.TarFile) -> None:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        for key, value in fields.items():
            setattr(info, key, value)
        archive.addfile(info, io.BytesIO(data) if info.isreg() else None)

    return add


CARD = f"cards/project/{ID}.md"
HOSTILE: dict[str, Callable[[tarfile.TarFile], None]] = {
    "absolute": entry(f"/{CARD}"),
    "above": entry(f"../../{CARD}"),
    "inside above": entry(f"cards/project/../../../{ID}.md"),
    "backslashes": entry(f"cards\\project\\{ID}.md"),
    "symbolic link": entry(CARD, b"", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
    "hard link": entry(CARD, b"", type=tarfile.LNKTYPE, linkname="/etc/passwd"),
    "device": entry(CARD, b"", type=tarfile.CHRTYPE, devmajor=1, devminor=3),
    "fifo": entry(CARD, b"", type=tarfile.FIFOTYPE),
    "folder": entry("cards/project", b"", type=tarfile.DIRTYPE),
    "other layer": entry(f"cards/versions/{ID}.md"),
    "hidden": entry("cards/project/.ofttold-submit"),
    "the same twice": lambda archive: (entry(CARD)(archive), entry(CARD)(archive))[0],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_member_stops_the_whole_import(
    sharing: ShareBox, tmp_path: Path, name: str
) -> None:
    sharing.draft("a")
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w:gz") as archive:
        entry(MANIFEST, b'{"cards": []}')(archive)
        HOSTILE[name](archive)
    path = tmp_path / "x.tar.gz"
    path.write_bytes(raw.getvalue())
    before, around = sharing.files(), sorted(tmp_path.rglob("*"))
    with pytest.raises((BundleUnsafe, BundleBroken)):
        import_bundle(sharing.desk(), str(path))
    assert sharing.files() == before
    assert sorted(tmp_path.rglob("*")) == around


def test_a_million_members_end_early(tmp_path: Path) -> None:
    path = tmp_path / "x.tar.gz"
    header = tarfile.TarInfo(CARD).tobuf()
    with gzip.open(path, "wb", compresslevel=1) as out:
        for n in range(MOST_CARDS + 2):
            info = tarfile.TarInfo(
                f"cards/project/mem_{n:012d}.md".translate(str.maketrans("0189", "abcd"))
            )
            out.write(info.tobuf())
        for _ in range(20):
            out.write(header * 10_000)
    with pytest.raises((BundleTooLarge, BundleUnsafe)):
        unpack(str(path))


@pytest.mark.parametrize("name", [CARD, MANIFEST, "pax"])
def test_a_bomb_ends_at_the_limit(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.tar.gz"
    info = tarfile.TarInfo(name)
    info.size = 1 << 33
    if name == "pax":
        info.type = tarfile.XHDTYPE
    with gzip.open(path, "wb", compresslevel=1) as out:
        out.write(info.tobuf(format=tarfile.GNU_FORMAT))
        chunk = bytes(1 << 20)
        for _ in range(96):
            out.write(chunk)
    with pytest.raises(BundleTooLarge):
        unpack(str(path))


@pytest.mark.parametrize(
    "data",
    [b"", b"no archive", gzip.compress(b""), gzip.compress(b"x" * 2000), b"\x1f\x8b" + bytes(30)],
    ids=["empty", "text", "nothing packed", "no tar", "torn"],
)
def test_what_is_no_bundle_is_told_so(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.tar.gz"
    path.write_bytes(data)
    with pytest.raises(BundleBroken) as refusal:
        from ofttold.core.sharing.bundle import read_bundle

        read_bundle(unpack(str(path)))
    assert "gzip" not in refusal.value.message("zh")


def test_a_bundle_cut_short_anywhere_writes_nothing(sharing: ShareBox, tmp_path: Path) -> None:
    members = [Member("project", f"mem_{'abcdefghij2'}{x}", b"---\ntitle: a\n---\n") for x in "abc"]
    write(tmp_path / "x.tar.gz", members)
    whole = (tmp_path / "x.tar.gz").read_bytes()
    for cut in range(0, len(whole) - 1, max(1, len(whole) // 40)):
        (tmp_path / "y.tar.gz").write_bytes(whole[:cut])
        with pytest.raises(BundleBroken):
            import_bundle(sharing.desk(), str(tmp_path / "y.tar.gz"))
    assert not list(sharing.project.glob("*.md"))
