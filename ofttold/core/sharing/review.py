"""The life of a shared card: its states, the steps between them, and the record of each step.

Knows one table; commands, the docs' picture and the tests are made from it. Knows no git and no
file: a step gives the fields to set and the line to append. Text read from a card is judged by
closed lists (``core/cards/card.py``): what cannot be read counts as draft.

    draft ─submit─▶ proposed ─promote─▶ approved ─promote─▶ published
                      │ ▲                 │
                 reject resubmit       reject
                      ▼ │                 │
                    rejected ◀────────────┘        retract: from every state but retracted
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ofttold.core.errors import OfttoldError

State = Literal["draft", "proposed", "approved", "published", "rejected", "retracted"]
Verb = Literal["submit", "promote", "reject", "resubmit", "retract", "approve"]

STATES: tuple[State, ...] = (
    "draft",
    "proposed",
    "approved",
    "published",
    "rejected",
    "retracted",
)
REVIEWED: frozenset[State] = frozenset(("approved", "published"))
HISTORY = "review_history"

# (verb, from) → to. ``approve`` is --local-approve, for one working alone; submit then keeps it.
STEPS: dict[tuple[Verb, State], State] = {
    ("submit", "draft"): "proposed",
    ("submit", "approved"): "approved",
    ("approve", "draft"): "approved",
    ("promote", "proposed"): "approved",
    ("promote", "approved"): "published",
    ("reject", "proposed"): "rejected",
    ("reject", "approved"): "rejected",
    ("resubmit", "rejected"): "proposed",
    ("retract", "draft"): "retracted",
    ("retract", "proposed"): "retracted",
    ("retract", "approved"): "retracted",
    ("retract", "published"): "retracted",
    ("retract", "rejected"): "retracted",
}
_COMMANDS: dict[Verb, str] = {
    "submit": "share submit",
    "approve": "share propose --local-approve",
    "promote": "share promote",
    "reject": "share promote --reject --note",
    "resubmit": "share promote --resubmit",
    "retract": "card retract",
}


class IllegalStep(OfttoldError):
    """The card's state does not allow this step; the message names those it allows."""

    key = "illegal_step"


class NoStepLeft(IllegalStep):
    """The card's state allows no step at all."""

    key = "no_step_left"


class NoteMissing(OfttoldError):
    """A rejection without a reason."""

    key = "note_missing"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of one card: what it does to the state, who did it, when (ISO 8601) and why."""

    verb: Verb
    before: State
    after: State
    by: str
    at: str
    why: str = ""

    def fields(self) -> dict[str, str | None]:
        """Give the front-matter fields the step sets; None takes one out."""
        found: dict[str, str | None] = {"review": self.after}
        if self.verb == "submit":
            found["proposed_by"] = self.by
            if self.after == "proposed":  # an approval of another road is none here
                found["approved_by"] = None
        elif self.verb in ("promote", "approve"):
            found["approved_by"] = self.by
        elif self.verb in ("reject", "resubmit"):
            found["approved_by"] = None
        return found

    def line(self) -> dict[str, str]:
        """Give the entry that is appended to ``review_history``."""
        entry = {"at": self.at, "by": self.by, "from": self.before, "to": self.after}
        return {**entry, "why": self.why} if self.why else entry


def state_of(review: str) -> State:
    """Give the state a card's ``review`` counts as: missing or unreadable is draft.

    >>> state_of("approved"), state_of(""), state_of("approve")
    ('approved', 'draft', 'draft')
    """
    for state in STATES:
        if review == state:
            return state
    return "draft"


def state_on_desk(review: str) -> State:
    """Give the state a card of the desk counts as: a step only the shelf knows was not taken there.

    >>> state_on_desk("published"), state_on_desk("approved"), state_on_desk("retracted")
    ('draft', 'approved', 'retracted')
    """
    state = state_of(review)
    return "draft" if state in ("proposed", "published", "rejected") else state


def legal_verbs(state: State) -> tuple[Verb, ...]:
    """Give the steps a state allows, in the order of the table.

    >>> legal_verbs("approved")
    ('submit', 'promote', 'reject', 'retract')
    >>> legal_verbs("retracted")
    ()
    """
    return tuple(verb for verb, before in STEPS if before == state)


def shelf_verbs(state: State) -> tuple[Verb, ...]:
    """Give the steps a state allows to a card that was submitted."""
    return tuple(verb for verb in legal_verbs(state) if verb not in ("submit", "approve"))


def commands_of(verbs: Iterable[Verb]) -> str:
    """Name the commands that take these steps; – where there is none.

    >>> commands_of(shelf_verbs("rejected")), commands_of(())
    ('ofttold share promote --resubmit, ofttold card retract', '–')
    """
    return ", ".join(f"ofttold {_COMMANDS[verb]}" for verb in verbs) or "–"


def take_step(verb: Verb, state: State, *, id_: str, by: str, now: datetime, why: str = "") -> Step:
    """Take one step; raises IllegalStep with the legal ones, NoteMissing for a silent rejection."""
    after = STEPS.get((verb, state))
    if after is None:
        legal = shelf_verbs(state) if verb != "submit" else legal_verbs(state)
        refusal = IllegalStep if legal else NoStepLeft
        raise refusal(id=id_, state=state, verb=_COMMANDS[verb], legal=commands_of(legal))
    if verb == "reject" and not why.strip():
        raise NoteMissing(id=id_)
    at = now.isoformat(timespec="seconds")
    return Step(verb, state, after, by, at, " ".join(why.split()))


def history_of(extra: Mapping[str, object]) -> list[dict[str, str]]:
    """Read a card's ``review_history``; entries that are no mapping of texts are left out."""
    value = extra.get(HISTORY)
    if not isinstance(value, list):
        return []
    return [
        {str(k): v for k, v in entry.items() if isinstance(v, str)}
        for entry in value
        if isinstance(entry, dict)
    ]
