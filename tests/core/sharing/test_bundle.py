"""What a bundle may hold, checked before anything of it is kept."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.sharing.bundle import (
    MANIFEST,
    MOST_CARD_BYTES,
    MOST_CARDS,
    BundleBroken,
    BundleNewer,
    BundleTooLarge,
    BundleUnsafe,
    Member,
    check_member,
    place_of,
    read_bundle,
    render_manifest,
    shown_name,
)

ID = "mem_abcdefghij23"
NAME = f"cards/project/{ID}.md"


@pytest.mark.parametrize(
    "name",
    [
        f"/{NAME}",
        f"../{NAME}",
        f"cards/project/../../{ID}.md",
        f"cards//project/{ID}.md",
        f"./{NAME}",
        f"cards\\project\\{ID}.md",
        f"C:/{NAME}",
        f"cards/other/{ID}.md",
        f"cards/project/{ID}.md/",
        f"cards/project/{ID}.MD",
        f"cards/project/{ID}.md\0",
        "cards/project/mem_short.md",
        "cards/project/con.md",
        f"cards/project/versions/{ID}.1.md",
        "cards",
        "",
        "manifest.json.",
    ],
)
def test_a_member_that_is_no_card_by_its_very_name_is_refused(name: str) -> None:
    with pytest.raises(BundleUnsafe):
        check_member(name, is_file=True, size=1, count=0)


@given(st.text(max_size=40))
def test_any_other_name_is_no_place(name: str) -> None:
    assert place_of(name) is None or name == MANIFEST


def test_links_and_devices_are_refused_by_any_name() -> None:
    with pytest.raises(BundleUnsafe):
        check_member(NAME, is_file=False, size=0, count=0)


def test_too_many_and_too_large_members_are_refused() -> None:
    check_member(NAME, is_file=True, size=MOST_CARD_BYTES, count=MOST_CARDS)
    with pytest.raises(BundleTooLarge):
        check_member(NAME, is_file=True, size=MOST_CARD_BYTES + 1, count=0)
    with pytest.raises(BundleTooLarge):
        check_member(NAME, is_file=True, size=1, count=MOST_CARDS + 1)


def _bundle(*members: Member) -> dict[str, bytes]:
    manifest = render_manifest(members, made="2026-11-30T10:00:00+08:00", project="x-12345678")
    return {MANIFEST: manifest, **{one.path: one.data for one in members}}


def test_what_was_put_in_comes_out_in_order() -> None:
    two = Member("project", ID, b"b"), Member("personal", "mem_aaaaaaaaaaaa", b"a")
    assert read_bundle(_bundle(*two)) == [two[1], two[0]]
    assert read_bundle(_bundle()) == []


def test_a_changed_missing_or_unnamed_card_breaks_the_bundle() -> None:
    files = _bundle(Member("project", ID, b"b"))
    for broken in ({**files, NAME: b"c"}, {MANIFEST: files[MANIFEST]}, {NAME: b"b"}):
        with pytest.raises(BundleBroken):
            read_bundle(broken)
    with pytest.raises(BundleBroken):
        read_bundle({**files, "cards/project/mem_aaaaaaaaaaaa.md": b"x"})


@pytest.mark.parametrize(
    "manifest",
    [
        b"",
        b"[]",
        b"\xff",
        b"{}",
        b'{"cards": {}}',
        b'{"cards": [1]}',
        b'{"cards": [{"path": 1, "sha256": ""}]}',
        b"[" * 100_000,
        json.dumps(
            {"cards": [{"path": NAME, "sha256": hashlib.sha256(b"b").hexdigest()}] * 2}
        ).encode(),
    ],
)
def test_a_manifest_that_says_nothing_sure_breaks_the_bundle(manifest: bytes) -> None:
    with pytest.raises(BundleBroken):
        read_bundle({MANIFEST: manifest, NAME: b"b"})


def test_a_manifest_cannot_name_a_way_out() -> None:
    sums = [{"path": "../x", "sha256": hashlib.sha256(b"b").hexdigest()}]
    with pytest.raises(BundleUnsafe):
        read_bundle({MANIFEST: json.dumps({"cards": sums}).encode(), "../x": b"b"})


def test_a_bundle_of_a_newer_make_is_refused_by_its_number() -> None:
    with pytest.raises(BundleNewer):
        read_bundle({MANIFEST: b'{"format": 2, "cards": []}'})


def test_a_foreign_name_is_shown_without_control_characters_and_not_endless() -> None:
    assert shown_name("\x1b]0;x\x07" + "a" * 200) == "?]0;x?" + "a" * 73 + "…"
