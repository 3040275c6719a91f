"""The recalls of each handle while days are read: which stay as they were, which are found again.

Knows no file and no cache; recalls come and go packed, four bytes a day. On the hooks' path.
"""

from __future__ import annotations

import struct

from ofttold.core.ritual.days import change_recalls
from ofttold.core.ritual.facts import day_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ofttold.core.ritual.mentions import Finder


class Counts:
    """The recalls of each handle while days are read.

    A handle's count can change only if it came, or if a handle that contains it came or went (the
    longer one takes the mention). Those are looked for again in every day, beside every handle
    that contains one of them; all others keep what was found, under their new places.
    """

    __slots__ = (
        "_again",
        "_again_forms",
        "_again_places",
        "_finder",
        "_found",
        "_packed",
        "wanted",
    )

    def __init__(
        self, wanted: Sequence[str], packed: Sequence[bytes], before: Sequence[str] | None = None
    ) -> None:
        self.wanted = list(wanted)
        self._packed = list(packed) if before == self.wanted else [b""] * len(self.wanted)
        self._finder: Finder | None = None
        self._again: Finder | None = None
        self._again_places: frozenset[int] = frozenset()
        self._again_forms: list[str] = []
        self._found: dict[int, list[int]] = {}
        if before is not None and before != self.wanted:
            self._move(before, packed)

    @property
    def needs_text(self) -> bool:
        """Tell whether days that did not change must be read again."""
        return self._again is not None

    def _move(self, before: Sequence[str], packed: Sequence[bytes]) -> None:
        from ofttold.core.ritual.mentions import Finder, fold

        old = {handle: place for place, handle in enumerate(before)}
        folded = {handle: fold(handle) for handle in self.wanted}
        changed = [fold(handle) for handle in set(before) ^ set(self.wanted)]
        again = {
            handle
            for handle, form in folded.items()
            if handle not in old or any(form in other for other in changed)
        }
        self._packed = [b"" if handle in again else packed[old[handle]] for handle in self.wanted]
        if again:
            self._again_forms = [folded[handle] for handle in again if folded[handle]]
            around = {h for h, form in folded.items() if any(folded[one] in form for one in again)}
            self._again = Finder([h if h in around else "" for h in self.wanted])
            self._again_places = frozenset(p for p, h in enumerate(self.wanted) if h in again)

    def whole(self) -> Finder | None:
        """Give the finder of all handles; None where none are counted."""
        if self._finder is None and self.wanted:
            from ofttold.core.ritual.mentions import Finder

            self._finder = Finder(self.wanted)
        return self._finder

    def find_again(self, data: bytes) -> Iterable[int]:
        """Find only the handles whose counts may have changed, in a day that did not."""
        from ofttold.core.ritual.mentions import fold

        folded = fold(data.decode("utf-8", "ignore"))
        if self._again is None or not any(form in folded for form in self._again_forms):
            return ()
        return self._again.find(day_text(data)) & self._again_places

    def add(self, ordinal: int, places: Iterable[int]) -> None:
        """Note what a day mentions."""
        self._found.setdefault(ordinal, []).extend(places)

    def settle(self, gone: Iterable[int]) -> None:
        """Bring the recalls up to date: days that went or were read anew, then what was found."""
        for place, days in change_recalls(self.lists(), gone, self._found).items():
            self._packed[place] = struct.pack(f"{len(days)}i", *days)

    def lists(self) -> list[Sequence[int]]:
        """Give the recalls per handle, sorted."""
        return [memoryview(one).cast("i") for one in self._packed]

    def packed(self) -> list[bytes]:
        """Give the recalls as the cache keeps them."""
        return self._packed
