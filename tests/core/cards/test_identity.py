"""Ids, titles compared, and files that claim the same id."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.identity import assign_ids, derive_id, fold_title, is_id, make_id

A, B = "mem_aaaaaaaaaaaa", "mem_bbbbbbbbbbbb"


@given(st.binary(min_size=8, max_size=8))
def test_every_made_id_has_the_shape(raw: bytes) -> None:
    assert is_id(make_id("mem", raw))
    assert is_id(make_id("sug", raw), "sug")
    assert not is_id(make_id("ctx", raw))


def test_a_path_is_no_id() -> None:
    for text in ("mem_../../etc/x", "mem_", "", "mem_aaaaaaaaaaaa\n", "MEM_aaaaaaaaaaaa"):
        assert not is_id(text)


def test_a_renamed_file_keeps_the_id_it_claims() -> None:
    assert assign_ids([("我的笔记.md", A)]) == {"我的笔记.md": A}


def test_a_copy_goes_by_its_own_name() -> None:
    assigned = assign_ids([(f"{A}.md", A), (f"{A} copy.md", A)])
    assert assigned[f"{A}.md"] == A
    assert assigned[f"{A} copy.md"] == derive_id(f"{A} copy.md")
    assert assign_ids([(f"{A}.md", A), (f"{B}.md", A)]) == {f"{A}.md": A, f"{B}.md": B}


def test_of_two_strangers_with_one_claim_the_first_by_name_has_it() -> None:
    assigned = assign_ids([("乙.md", A), ("甲.md", A)])
    assert sorted(assigned, key=lambda name: assigned[name] != A)[0] == min("乙.md", "甲.md")
    assert len(set(assigned.values())) == 2


@given(
    st.lists(st.tuples(st.sampled_from(["a", "b", A, B, f"{A} 2"]), st.sampled_from(["", A, B])))
)
def test_no_two_files_of_a_folder_share_an_id(claims: list[tuple[str, str]]) -> None:
    files = {f"{stem}.md": claimed for stem, claimed in claims}
    assigned = assign_ids(files.items())
    assert set(assigned) == set(files)
    assert len(set(assigned.values())) == len(files)


@given(st.text())
def test_titles_compare_without_normal_form_and_invisible_signs(title: str) -> None:
    nfd = unicodedata.normalize("NFD", title)
    assert fold_title(nfd) == fold_title("\u200b" + title + " ")
