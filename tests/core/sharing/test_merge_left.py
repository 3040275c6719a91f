"""Telling what a merge left from what a person made of it."""

from __future__ import annotations

import pytest

from ofttold.core.sharing.merge_left import is_left_by_a_merge

BASE, OURS, THEIRS = b"1\na\n2\nx\n3\n", b"1\nb\n2\ny\n3\n", b"1\nc\n2\nz\n3\n"
VERSIONS = (BASE, OURS, THEIRS)
FIRST = b"<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> side\n"
SECOND = b"<<<<<<< HEAD\ny\n=======\nz\n>>>>>>> side\n"
LEFT = b"1\n" + FIRST + b"2\n" + SECOND + b"3\n"


@pytest.mark.parametrize(
    "found",
    [LEFT, LEFT.replace(b"\n", b"\r\n"), LEFT.replace(b"=======", b"||||||| 1\na\n=======", 1)],
)
def test_what_git_left_between_marks_is_untouched(found: bytes) -> None:
    assert is_left_by_a_merge(found, VERSIONS)


@pytest.mark.parametrize(
    "found",
    [
        OURS,
        THEIRS,
        LEFT.replace(SECOND, b"y\n"),
        LEFT.replace(FIRST, b"c\n"),
        LEFT.replace(FIRST, b"c\n").replace(SECOND, b"y\n"),
        LEFT + b"a line of mine\n",
    ],
)
def test_a_side_taken_a_mark_dropped_or_a_line_typed_is_a_person_s(found: bytes) -> None:
    assert not is_left_by_a_merge(found, VERSIONS)


def test_what_a_merge_by_fields_wrote_is_untouched() -> None:
    assert is_left_by_a_merge(b"united\r\n", VERSIONS, [b"other\n", b"united\n"])


def test_of_a_file_that_one_side_deleted_the_other_side_s_text_stands_untouched() -> None:
    assert is_left_by_a_merge(THEIRS, (BASE, None, THEIRS))
    assert not is_left_by_a_merge(OURS, (BASE, None, THEIRS))


def test_a_text_that_looks_like_a_mark_hides_nothing() -> None:
    versions = (b"", b"Title\n=======\nb\n", b"Title\n=======\nc\n")
    assert is_left_by_a_merge(b"Title\n=======\n" + FIRST, versions)
