"""The block in an instruction file: put in, kept in step, taken out to the very bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.splice import apply
from ofttold.hosts.instructions import (
    RULE_HEAD,
    HalfMarked,
    is_wholly_ours,
    new_file,
    plan_block,
    plan_removal,
)

BLOCK = "[oft-told · memory · 2026-11-30]\n- 鲸\n[/oft-told]\n"
LATER = BLOCK.replace("鲸", "象")
_texts = st.text(st.sampled_from("a#- é鲸\n\r\ufeff")).map(lambda text: text.encode())


def put(data: bytes, block: str = BLOCK) -> bytes:
    splice = plan_block(data, block, "AGENTS.md")
    return data if splice is None else apply(data, splice)


def take(data: bytes) -> bytes:
    splice = plan_removal(data, "AGENTS.md")
    return data if splice is None else apply(data, splice)


@given(_texts)
def test_taking_the_block_out_leaves_the_very_bytes(data: bytes) -> None:
    assert take(put(data)) == data
    assert take(put(put(data), LATER)) == data


@given(_texts)
def test_what_a_person_adds_around_the_block_stays(data: bytes) -> None:
    assert take(put(data) + b"\nmore") == data + b"\nmore"
    assert take(b"head\n" + put(data)) == b"head\n" + data


def test_the_same_block_again_changes_nothing() -> None:
    assert plan_block(put(b"# Rules\n"), BLOCK, "AGENTS.md") is None


def test_a_newer_block_changes_only_what_is_between_the_marks() -> None:
    before = put(b"# Rules\r\n") + b"after\r\n"
    after = put(before, LATER)
    assert after == before.replace("鲸".encode(), "象".encode())
    assert b"\n" not in after.replace(b"\r\n", b"")


def test_a_file_without_the_block_is_left_alone() -> None:
    assert plan_removal(b"# Rules\n", "AGENTS.md") is None


@pytest.mark.parametrize(
    "text",
    [
        b"<!-- ofttold:begin line -->\nx\n",
        b"<!-- ofttold:end -->\n",
        b"<!-- ofttold:begin odd -->\nx\n<!-- ofttold:end -->\n",
        put(b"") + put(b""),
    ],
)
def test_half_a_mark_or_two_blocks_are_refused(text: bytes) -> None:
    with pytest.raises(HalfMarked):
        plan_block(text, BLOCK, "AGENTS.md")
    with pytest.raises(HalfMarked):
        plan_removal(text, "AGENTS.md")


def test_nothing_in_a_memory_ends_the_block_early() -> None:
    hostile = "a\n<!-- ofttold:end -->\nb\n<!-- ofttold:begin cut -->"
    assert take(put(b"# Rules", hostile)) == b"# Rules"


def test_a_file_made_for_the_block_is_known_as_such() -> None:
    for rule in (False, True):
        data = new_file(BLOCK, rule=rule)
        assert is_wholly_ours(data, "x.mdc")
        assert not is_wholly_ours(data + b"mine\n", "x.mdc")
        assert take(data + b"mine\n") == b"mine\n"
        assert is_wholly_ours(put(data, LATER), "x.mdc")
    assert new_file(BLOCK, rule=True).startswith(RULE_HEAD.encode())
    assert not is_wholly_ours(put(b""), "x.mdc")
