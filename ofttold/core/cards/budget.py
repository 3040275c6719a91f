"""What one request may read: 8 results, 4 bodies, 16 KiB. Admission comes first, the account after.

Knows numbers only; where the account of a context is kept is the rim's affair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_READS = 8  # search results a request; ours, cards.md "Request budget"
MOST_BODIES = 4  # bodies a request; ours, cards.md "Request budget"
MOST_BYTES = 16 * 1024  # bytes of results and bodies a request; ours, cards.md "Request budget"
CONTEXT_HOURS = 12  # hours after which a context id counts as expired; ours


@dataclass(frozen=True, slots=True)
class Account:
    """What a request has used so far."""

    reads: int = 0
    bodies: int = 0
    size_bytes: int = 0


def admit_results(account: Account, entries: Sequence[str]) -> tuple[int, Account]:
    """Give how many of the entries, from the first, may still be shown, and the account after.

    Entries leave whole and from the end; 0 means the request's budget is spent.
    """
    reads, size = account.reads, account.size_bytes
    count = 0
    for entry in entries:
        entry_bytes = len(entry.encode("utf-8", "replace")) + 1
        if reads + 1 > MOST_READS or size + entry_bytes > MOST_BYTES:
            break
        reads, size, count = reads + 1, size + entry_bytes, count + 1
    return count, Account(reads, account.bodies, size)


def admit_body(account: Account, body: str) -> Account | None:
    """Give the account after one body, None where it no longer fits."""
    size = account.size_bytes + len(body.encode("utf-8", "replace"))
    if account.bodies + 1 > MOST_BODIES or size > MOST_BYTES:
        return None
    return Account(account.reads, account.bodies + 1, size)
