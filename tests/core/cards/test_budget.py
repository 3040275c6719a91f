"""A request's account."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ofttold.core.cards.budget import (
    MOST_BODIES,
    MOST_BYTES,
    MOST_READS,
    Account,
    admit_body,
    admit_results,
)


@given(st.lists(st.lists(st.text(max_size=3000), max_size=6), max_size=6))
def test_no_request_gets_more_results_or_bytes_than_its_budget(searches: list[list[str]]) -> None:
    account = Account()
    shown: list[str] = []
    for entries in searches:
        count, account = admit_results(account, entries)
        shown += entries[:count]
    assert len(shown) == account.reads <= MOST_READS
    assert sum(len(e.encode()) + 1 for e in shown) == account.size_bytes <= MOST_BYTES


def test_results_leave_whole_and_from_the_end() -> None:
    count, account = admit_results(Account(reads=MOST_READS - 1), ["a", "b"])
    assert (count, account.reads) == (1, MOST_READS)
    assert admit_results(account, ["a"])[0] == 0


def test_bodies_end_at_four_or_at_the_bytes() -> None:
    account: Account | None = Account()
    for _ in range(MOST_BODIES):
        assert account is not None
        account = admit_body(account, "正文")
    assert account is not None
    assert admit_body(account, "") is None
    assert admit_body(Account(), "x" * (MOST_BYTES + 1)) is None
