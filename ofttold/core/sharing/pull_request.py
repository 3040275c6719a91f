"""What a pull request says about its cards: read from ``gh``'s JSON, mapped to steps.

Knows the fields of ``gh pr view --json``; what is missing or of another type says nothing. Asks
nobody and writes nothing. A rejected or retracted card is never touched, and nothing is ever
rejected from here: a request for changes is only told.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.review import State, Verb

FIELDS = "number,url,state,reviewDecision,mergedBy,reviews,latestReviews,files,baseRefName"
MERGED, APPROVED, CHANGES, CLOSED, OPEN = "merged", "approved", "changes", "closed", "open"


class NoPullRequest(OfttoldError):
    """No pull request belongs to this branch."""

    key = "no_pull_request"


class OddAnswer(OfttoldError):
    """``gh`` answered with something that is no pull request."""

    key = "odd_answer"


@dataclass(frozen=True, slots=True)
class PullRequest:
    """A pull request: its ``standing``, the ``reviewer`` (approving, else merging), its files."""

    number: int
    url: str
    standing: str
    reviewer: str
    files: tuple[str, ...]
    base: str


def read_pull_request(data: bytes) -> PullRequest:
    """Read ``gh``'s answer: an object, or a list whose first is meant.

    Raises NoPullRequest for an empty list and OddAnswer.
    """
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise OddAnswer() from fault
    if isinstance(found, list):
        if not found:
            raise NoPullRequest()
        found = found[0]
    if not isinstance(found, dict) or not isinstance(found.get("state"), str):
        raise OddAnswer()
    number = found.get("number")
    return PullRequest(
        number if isinstance(number, int) else 0,
        _text(found.get("url")),
        _standing(found),
        _reviewer(found),
        tuple(_text(one.get("path")) for one in _mappings(found.get("files"))),
        _text(found.get("baseRefName")),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _mappings(value: object) -> list[dict[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _reviews(found: dict[str, object]) -> list[dict[str, object]]:
    return _mappings(found.get("latestReviews")) or _mappings(found.get("reviews"))


def _standing(found: dict[str, object]) -> str:
    state = _text(found.get("state")).upper()
    if state in ("MERGED", "CLOSED"):
        return MERGED if state == "MERGED" else CLOSED
    decision = _text(found.get("reviewDecision")).upper()
    if not decision:  # a repository without required reviews gives no decision
        latest = [_text(one.get("state")).upper() for one in _reviews(found)]
        said = [word for word in latest if word in ("APPROVED", "CHANGES_REQUESTED")]
        decision = "CHANGES_REQUESTED" if "CHANGES_REQUESTED" in said else "".join(said[:1])
    return {"APPROVED": APPROVED, "CHANGES_REQUESTED": CHANGES}.get(decision, OPEN)


def _reviewer(found: dict[str, object]) -> str:
    """Name who approved, the last of them; else who merged."""
    approving = [one for one in _reviews(found) if _text(one.get("state")).upper() == "APPROVED"]
    people = [one.get("author") for one in reversed(approving)] + [found.get("mergedBy")]
    names = [_text(one.get("login")) for one in people if isinstance(one, dict)]
    return next((name for name in names if name), "")


def steps_for(standing: str, state: State) -> tuple[Verb, ...]:
    """Give the steps a card in this state takes, one legal step after the other.

    >>> steps_for("merged", "proposed"), steps_for("merged", "approved")
    (('promote', 'promote'), ('promote',))
    >>> steps_for("approved", "proposed"), steps_for("approved", "approved")
    (('promote',), ())
    >>> steps_for("merged", "rejected"), steps_for("changes", "proposed")
    ((), ())
    """
    if standing == MERGED:
        return {"proposed": _TWICE, "approved": _ONCE}.get(state, ())
    if standing == APPROVED and state == "proposed":
        return _ONCE
    return ()


_ONCE: tuple[Verb, ...] = ("promote",)
_TWICE: tuple[Verb, ...] = ("promote", "promote")
