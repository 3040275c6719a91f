"""Save decides by itself: is this a new card, a known one, or too near to tell? Before any write.

Knows the order: a given id, then layer and premise, then the exact title (or an earlier one kept
as alias), then nearness of titles. The summary is no part of identity; archived cards take no part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ofttold.core.cards.identity import fold_title
from ofttold.core.search.tokens import fold

NEAR = 0.3  # Jaccard overlap of two titles from which they are near; seeds, 000 and cards.md
MOST_NEAR = 2  # near cards named in one answer; cards.md
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af\U00020000-\U0003ffff"
_RUN = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+")
_IS_HAN = re.compile(rf"[{_HAN}]")

Kind = Literal["create", "update", "near", "gone"]


@dataclass(frozen=True, slots=True)
class Known:
    """A card that stands in the layer, as far as identity goes."""

    id: str
    title: str
    aliases: tuple[str, ...] = ()
    when: str = ""
    conditions: Mapping[str, Sequence[str]] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What a save is to do: ``id`` for an update, ``near`` for what has to be settled first."""

    kind: Kind
    id: str = ""
    near: tuple[Known, ...] = ()


def title_tokens(title: str) -> frozenset[str]:
    """Give a title's Han bigrams and Latin words; a lone Han character is itself.

    Widths and traditional forms are made one.

    >>> sorted(title_tokens("前端 ＡＰＩ 位址")), title_tokens("數據庫") == title_tokens("数据库")
    (['api', '位址', '前端'], True)
    """
    found: set[str] = set()
    for run in _RUN.findall(fold(fold_title(title)).casefold()):
        if _IS_HAN.match(run) and len(run) > 1:
            found.update(run[at : at + 2] for at in range(len(run) - 1))
        else:
            found.add(run)
    return frozenset(found)


def nearness(one: str, other: str) -> float:
    """Give the Jaccard overlap of two titles, 0 to 1.

    >>> nearness("前端 API 地址", "后端 API 地址")
    0.5
    """
    a, b = title_tokens(one), title_tokens(other)
    return len(a & b) / len(a | b) if a and b else 0.0


def same_premise(
    when: str,
    conditions: Mapping[str, Sequence[str]] | None,
    other_when: str,
    other_conditions: Mapping[str, Sequence[str]] | None,
) -> bool:
    """Tell whether two cards hold under the same premise; an empty ``when`` differs from any."""
    return fold_title(when) == fold_title(other_when) and _set(conditions) == _set(other_conditions)


def _set(conditions: Mapping[str, Sequence[str]] | None) -> dict[str, frozenset[str]]:
    return {key: frozenset(map(fold_title, vals)) for key, vals in (conditions or {}).items()}


def decide(
    title: str,
    known: Iterable[Known],
    *,
    when: str = "",
    conditions: Mapping[str, Sequence[str]] | None = None,
    id_: str = "",
    distinct: bool = False,
) -> Decision:
    """Decide for one layer. ``when`` and ``conditions`` are those the card will have.

    With ``id_`` that card is meant and nothing else is looked up, but a new title (or premise) that
    another card already holds is held back. What stands there twice already keeps no save away.
    """
    cards = list(known)
    others = [
        card
        for card in cards
        if card.id != id_ and same_premise(when, conditions, card.when, card.conditions)
    ]
    if id_:
        own = next((card for card in cards if card.id == id_), None)
        if own is None:
            return Decision("gone", id_)
        if _titled(own, title) and same_premise(when, conditions, own.when, own.conditions):
            return Decision("update", id_)
        holders = [card for card in others if _holds(card, title)]
        return (
            Decision("near", id_, tuple(holders[:MOST_NEAR]))
            if holders
            else Decision("update", id_)
        )
    for meant in (_titled, _holds):
        exact = [card for card in others if meant(card, title)]
        if exact:
            return Decision("update", exact[0].id)
    near = () if distinct else find_near(title, others)
    return Decision("near", "", near) if near else Decision("create")


def find_near(title: str, known: Iterable[Known]) -> tuple[Known, ...]:
    """Give the one or two cards whose titles are nearest and near enough."""
    scored = [(nearness(title, card.title), card) for card in known]
    near = sorted((pair for pair in scored if pair[0] >= NEAR), key=lambda pair: -pair[0])
    return tuple(card for _, card in near[:MOST_NEAR])


def _titled(card: Known, title: str) -> bool:
    return fold_title(card.title) == fold_title(title)


def _holds(card: Known, title: str) -> bool:
    """Tell whether the card has this title or had it once."""
    return fold_title(title) in {fold_title(name) for name in (card.title, *card.aliases)}
