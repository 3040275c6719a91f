"""The one judge of "may this card be used": every entry asks here, none decides for itself.

Knows the fixed order of seven steps; the first that fails decides. Knows no budget, no ranking and
no machine: what is known of the machine and the task is asked through ``Runtime.known``. On the
hooks' path. The order, as a table, stands in docs/gate.md and in the tests.

    1 exists, not archived      2 its project      3 learning      4 imported and review
    5 conditions, applicability      6 only ok goes on      (7 budgets: after admission, elsewhere)
"""

from __future__ import annotations

from ofttold.core.cards.conditions import NEEDS_CONTEXT, OK, judge
from ofttold.core.cards.identity import fold_title
from ofttold.core.quick_json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from typing import Literal

    from ofttold.core.cards.card import Card
    from ofttold.core.cards.conditions import Known

    Purpose = Literal[
        "recall", "first_turn", "search", "search_all", "read", "list", "person", "save"
    ]

GONE = "gone"
PURPOSES = ("recall", "first_turn", "search", "search_all", "read", "list", "person", "save")
LEARNED = "project_evolution"
_WITHOUT_RETIRED = frozenset(("recall", "first_turn", "search", "list"))
_BY_MODEL = frozenset(("recall", "first_turn", "search", "search_all", "read"))
_RETIRED = frozenset(("rejected", "retracted"))
_LEARNING_KEYS = ("state", "trial_until", "paused", "blocked")
_NO = frozenset(("", "false", "no", "off", "0", "否"))


class Runtime:
    """What a call is judged by.

    ``project`` is the name of the current project's folder ('' where there is none), ``known``
    answers for a condition's key, ``learning`` tells whether learned cards may be used.
    """

    __slots__ = ("known", "learning", "project")

    def __init__(self, project: str, known: Known, *, learning: bool = True) -> None:
        self.project, self.known, self.learning = project, known, learning


class Judged:
    """The part of a card that the gate looks at; small enough to stand beside an index row.

    ``when`` and ``mark`` (a sum of the file's bytes) are not judged: they come along for showing
    the card and for telling whether it has changed.
    """

    __slots__ = (
        *("id", "layer", "owner", "archived", "imported", "review", "superseded"),
        *("applicability", "conditions", "topic", "topic_winner", "learned", "when", "mark"),
    )

    def __init__(self, id_: str, layer: str, owner: str, *, archived: bool = False) -> None:
        self.id, self.layer, self.owner, self.archived = id_, layer, owner, archived
        self.imported = self.review = self.topic = self.when = self.mark = ""
        self.superseded = self.topic_winner = False
        self.applicability = "all_in_scope"
        self.conditions: dict[str, tuple[str, ...]] = {}
        self.learned: dict[str, str] | None = None


class Verdict:
    """One word of the closed list, the step that gave it, and why, as a key of the strings table."""

    __slots__ = ("step", "why", "word")

    def __init__(self, word: str, step: int, why: str) -> None:
        self.word, self.step, self.why = word, step, why

    @property
    def ok(self) -> bool:
        """Whether the card may be used."""
        return self.word == OK


def judged(card: Card) -> Judged:
    """Take from a card what the gate looks at."""
    part = Judged(card.id, card.layer, card.owner, archived=card.archived)
    part.imported, part.review = card.imported, card.review
    part.applicability, part.conditions = card.applicability, card.conditions
    part.topic, part.topic_winner = fold_title(card.topic), card.topic_winner
    part.when = card.when
    part.superseded = bool(card.extra.get("superseded_by"))
    if card.extra.get("origin") == LEARNED:
        texts = {key: card.extra.get(key, "") for key in _LEARNING_KEYS}
        part.learned = {key: v if isinstance(v, str) else "?" for key, v in texts.items()}
    return part


def pack(card: Card, mark: str = "") -> str:
    """Write what the gate looks at as text for an index row; '' for a card with nothing to say."""
    if not (card.extra or card.conditions or card.imported or card.review) and not (
        card.topic or card.topic_winner or card.when or card.applicability != "all_in_scope"
    ):
        return dumps({"m": mark}) if mark else ""  # most cards; ten thousand are packed at a time
    part = judged(card)
    fields = {
        "i": part.imported,
        "r": part.review,
        "s": part.superseded,
        "a": "" if part.applicability == "all_in_scope" else part.applicability,
        "c": part.conditions,
        "t": part.topic,
        "w": part.topic_winner,
        "l": part.learned,
        "n": part.when,
        "m": mark,
    }
    kept = {key: value for key, value in fields.items() if value}
    return dumps(kept) if kept else ""


def unpack(text: str, id_: str, layer: str, owner: str) -> Judged:
    """Read what ``pack`` wrote; id, layer and owner stand in the row itself."""
    part = Judged(id_, layer, owner)
    if not text:
        return part
    kept = loads(text)
    part.imported, part.review = kept.get("i", ""), kept.get("r", "")
    part.superseded, part.topic_winner = kept.get("s", False), kept.get("w", False)
    part.applicability = kept.get("a") or "all_in_scope"
    part.conditions = {key: tuple(values) for key, values in kept.get("c", {}).items()}
    part.topic, part.learned = kept.get("t", ""), kept.get("l")
    part.when, part.mark = kept.get("n", ""), kept.get("m", "")
    return part


def shown_state(card: Judged) -> str:
    """Give the state a card is shown with.

    Its review's, ``draft`` on a desk, '' for a personal one; ``superseded`` where another card
    stands for it and no review has put it away.
    """
    if card.superseded and card.review not in _RETIRED:
        return "superseded"
    return card.review or ("" if card.layer == "personal" else "draft")


def eligibility(
    card: Judged | None, runtime: Runtime, purpose: Purpose, now: datetime | None
) -> Verdict:
    """Judge one card for one purpose; a ``None`` card does not exist.

    ``now`` may be None only for a card that learned nothing: then no trial can run out.
    """
    if card is None or card.archived:
        return Verdict(GONE, 1, "gate.gone")
    if card.layer != "personal" and card.owner != runtime.project:
        return Verdict(GONE, 2, "gate.other_project")
    if card.learned is not None and not _learning_holds(card.learned, runtime, now):
        return Verdict(GONE, 3, "gate.learning")
    if purpose in _BY_MODEL and card.imported == "unreviewed":
        return Verdict(GONE, 4, "gate.unreviewed")
    if _retired(card, purpose):
        return Verdict(GONE, 4, "gate.retired")
    if purpose not in _BY_MODEL:
        return Verdict(OK, 6, "gate.ok")
    if card.applicability == "unresolved":
        return Verdict(NEEDS_CONTEXT, 5, "gate.unresolved")
    word = judge(card.conditions, runtime.known)
    step = 6 if word == OK else 5
    return Verdict(word, step, f"gate.{word}")


def _learning_holds(learned: dict[str, str], runtime: Runtime, now: datetime | None) -> bool:
    """Tell whether a learned card is active, or on a trial that has not run out."""
    stopped = [learned[key].strip().casefold() not in _NO for key in ("paused", "blocked")]
    if not runtime.learning or any(stopped):
        return False
    if learned["state"] == "active":
        return True
    return learned["state"] == "trial" and _still(learned["trial_until"], now)


def _still(until: str, now: datetime | None) -> bool:
    """Tell whether a moment lies ahead; one that cannot be read is past."""
    if now is None:
        return False
    try:
        moment = type(now).fromisoformat(until)
    except ValueError:
        return False
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=now.tzinfo)
    return now < moment


def _retired(card: Judged, purpose: Purpose) -> bool:
    """Tell whether a rejected, retracted or superseded card is out of the question here."""
    if not (card.superseded or card.review in _RETIRED):
        return False
    return purpose in _WITHOUT_RETIRED


def lost_topics(slots: Iterable[tuple[Judged, Verdict]]) -> dict[str, str]:
    """Say which cards a topic keeps out of automatic recall: id → why.

    ``slots`` holds every card of the topics in question with its verdict for recall. A topic has
    one winner: its only usable card, or the one marked ``topic_winner``. Where that is not so, or a
    card's conditions are not known, the whole topic stays out; nobody guesses.
    """
    topics: dict[str, list[tuple[Judged, Verdict]]] = {}
    for card, verdict in slots:
        if card.topic and verdict.word != GONE:
            topics.setdefault(card.topic, []).append((card, verdict))
    lost: dict[str, str] = {}
    for cards in topics.values():
        usable = [card for card, verdict in cards if verdict.ok]
        winners = [card for card in usable if card.topic_winner]
        if any(verdict.word == NEEDS_CONTEXT for _, verdict in cards):
            lost.update((card.id, "gate.topic_unknown") for card, _ in cards)
        elif len(usable) > 1 and len(winners) != 1:
            lost.update((card.id, "gate.topic_conflict") for card, _ in cards)
        else:
            kept = winners[0].id if winners else usable[0].id if usable else ""
            lost.update((c.id, "gate.topic_lost") for c, _ in cards if c.id != kept)
    return lost


def shadowed(cards: Iterable[Judged]) -> set[str]:
    """Give the ids that stand in the personal layer and in the project: there the project's holds."""
    layers: dict[str, set[str]] = {}
    for card in cards:
        layers.setdefault(card.id, set()).add(card.layer)
    return {id_ for id_, seen in layers.items() if "personal" in seen and len(seen) > 1}


__all__ = [
    *("GONE", "NEEDS_CONTEXT", "NOT_APPLICABLE", "OK", "PURPOSES", "Judged", "Runtime", "Verdict"),
    *("eligibility", "judged", "lost_topics", "pack", "shadowed", "shown_state", "unpack"),
]
