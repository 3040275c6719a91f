"""Rows of the index as the ranking and the caller see them. Asks nothing, decides nothing."""

from __future__ import annotations

import os

from ofttold.core.search.document import Hit
from ofttold.core.search.ranking import Candidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.core.search.plan import Plan
    from ofttold.core.search.ranking import Fit

    # the columns below, in their order
    Row = tuple[int, str | bytes, str, str, str, str, str, str, str, int, str, int, int, str, str]

COLUMNS = (
    "key, path, id, title, summary, names, slot, extra, session, position, created, day, "
    "neighbour, first, second"
)


def as_candidate(layer: str, row: Row) -> Candidate:
    """Give a row as the ranking takes it."""
    return Candidate(
        row[0],
        first=row[13].split(),
        second=row[14].split(),
        session=f"{layer}\n{row[8]}" if row[8] else "",
        order=row[12],
        day=row[11],
    )


def as_plain_hit(layer: str, row: Row) -> Hit:
    """Give a row as what it is, without how it fits."""
    return Hit(
        id=row[2],
        layer=layer,
        path=row[1] if isinstance(row[1], str) else os.fsdecode(row[1]),
        title=row[3],
        summary=row[4],
        slot=row[6],
        extra=row[7],
        session=row[8],
        position=row[9],
        created=row[10],
    )


def as_hit(layer: str, row: Row, fit: Fit, plan: Plan, sequence: str) -> Hit:
    """Give a row with how it fits; ``sequence`` is the prompt's, between spaces."""
    hit = as_plain_hit(layer, row)
    hit.score, hit.norm, hit.days = fit.score, fit.norm, fit.days
    hit.matched = [term for term in plan.weights if term in fit.earned]
    hit.in_first = [term for term in hit.matched if term in fit.in_first]
    for name in filter(None, row[5].split("\n")):
        if f" {name.removeprefix('#')} " in sequence:
            hit.whole, hit.named = name.removeprefix("#"), name[0] != "#"
            break
    return hit
