"""What a search needs of a card or a diary section, and what it gives back. Plain values only.

On the hooks' path: no dataclasses (8 ms).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Doc:
    """One thing to find.

    ``id`` names it to the person; ``title aliases tags triggers summary`` are the first column (the
    right to be recalled), ``body`` the second (score alone). ``created`` is the ISO text of its day
    or moment, ``session`` what ties neighbours (a card's source, a diary's file), ``position`` its
    place in there. ``slot`` is a key of the caller's to find it by (a card's topic), ``extra`` a
    text of the caller's that comes back with the hit.
    """

    __slots__ = (
        "aliases",
        "body",
        "created",
        "extra",
        "id",
        "position",
        "session",
        "slot",
        "summary",
        "tags",
        "title",
        "triggers",
    )

    def __init__(
        self,
        id: str,
        *,
        title: str = "",
        aliases: Sequence[str] = (),
        tags: Sequence[str] = (),
        triggers: Sequence[str] = (),
        summary: str = "",
        body: str = "",
        created: str = "",
        session: str = "",
        position: int = 0,
        slot: str = "",
        extra: str = "",
    ) -> None:
        self.id = id
        self.title = title
        self.aliases = aliases
        self.tags = tags
        self.triggers = triggers
        self.summary = summary
        self.body = body
        self.created = created
        self.session = session
        self.position = position
        self.slot = slot
        self.extra = extra


class Hit:
    """One thing found: what it is, how well it fits, and why.

    ``score`` orders hits of one search; ``norm`` (0 to about 1) is the share of the query's weight
    that the words earned. ``matched`` are the query's terms it holds, ``in_first`` those of them in
    the first column, ``whole`` the title, alias, trigger or tag that stands whole in the prompt
    (as a plain sequence), ``named`` whether that is more than a tag. ``days`` is the part of the
    score that its day earned.
    """

    __slots__ = (
        "created",
        "days",
        "extra",
        "id",
        "in_first",
        "layer",
        "matched",
        "named",
        "norm",
        "path",
        "position",
        "score",
        "session",
        "slot",
        "summary",
        "title",
        "whole",
    )

    def __init__(
        self,
        *,
        id: str,
        layer: str,
        path: str,
        title: str,
        summary: str,
        extra: str = "",
        slot: str = "",
        created: str = "",
        session: str = "",
        position: int = 0,
        score: float = 0.0,
        norm: float = 0.0,
        matched: Sequence[str] = (),
        in_first: Sequence[str] = (),
        whole: str = "",
        named: bool = False,
        days: float = 0.0,
    ) -> None:
        self.id = id
        self.layer = layer
        self.path = path
        self.title = title
        self.summary = summary
        self.extra = extra
        self.slot = slot
        self.created = created
        self.session = session
        self.position = position
        self.score = score
        self.norm = norm
        self.matched = matched
        self.in_first = in_first
        self.whole = whole
        self.named = named
        self.days = days

    def __repr__(self) -> str:
        return f"Hit({self.id!r}, {self.score:.3f}, norm={self.norm:.3f})"
