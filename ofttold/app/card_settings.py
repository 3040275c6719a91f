"""What a prompt's recall needs of a memory folder's settings, cached beside their files' stats.

On the hooks' path: the settings are parsed, and the folder's language guessed from its headings,
only when one of the files changed.
"""

from __future__ import annotations

import os
import time

from ofttold import __version__
from ofttold.edge import blockcache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.core.settings import Fault, Settings
    from ofttold.core.strings import Lang

KIND = "cards"
_VALUES = 7  # values that are cached
_SWITCH = frozenset(("", "cards", "cards.off", "cards.off_projects"))  # '' is the whole file


class CardSettings:
    """``off`` and ``off_projects``: the switch; ``recall``: auto or tools; ``zone``: '' for none.

    ``most``: cards of the project and personal ones in the first turn, (0, 0) where it is off.
    """

    __slots__ = ("deadline_ms", "lang", "most", "off", "off_projects", "recall", "zone")

    def __init__(
        self,
        off: bool,
        off_projects: list[str],
        recall: str,
        deadline_ms: int,
        lang: Lang,
        zone: str,
        most: tuple[int, int],
    ) -> None:
        self.off, self.off_projects, self.recall = off, off_projects, recall
        self.deadline_ms, self.lang, self.zone, self.most = deadline_ms, lang, zone, most


def card_settings(folder: str) -> CardSettings:
    """Give the settings in force; a switch that cannot be read counts as off, all else as its default."""
    path = blockcache.cache_path(folder, KIND)
    kept = blockcache.load(path)
    known = isinstance(kept, tuple) and len(kept) == 5 and kept[:2] == (folder, __version__)
    if known and len(kept[4]) == _VALUES and _look(folder, kept[2]) == kept[3]:
        return CardSettings(*kept[4])
    return _read(folder, path)


def _look(folder: str, names: tuple[str, ...]) -> tuple[object, ...]:
    locale = tuple(os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return (*(blockcache.look_at(os.path.join(folder, name)) for name in names), locale)


def _read(folder: str, path: str) -> CardSettings:
    from ofttold.app.context import folder_lang
    from ofttold.edge.settings import load_settings

    now_ns = time.time_ns()  # the disk's clock is meant, not the person's day
    loaded = load_settings(folder)
    settings = loaded.settings
    names = ("ofttold.toml", *(settings.text(f"files.{n}") for n in ("memory", "relationship")))
    look = _look(folder, names)
    values = (
        settings.flag("cards.off") or any(_hides_switch(fault) for _, fault in loaded.faults),
        settings.names("cards.off_projects"),
        settings.text("cards.recall"),
        settings.number("cards.deadline_ms"),
        folder_lang(folder, settings),
        settings.text("timezone"),
        _most(settings),
    )
    if not any(_is_young(stat, now_ns) for stat in look):
        blockcache.save(path, (folder, __version__, names, look, values))
    return CardSettings(*values)


def _hides_switch(fault: Fault) -> bool:
    """Tell whether with this fault nobody knows if the person switched the cards off."""
    return fault.fatal and fault.key in _SWITCH


def _most(settings: Settings) -> tuple[int, int]:
    """Give how many cards of each layer the first turn may hold."""
    if not settings.flag("cards.first_turn"):
        return 0, 0
    return settings.number("cards.max_project"), settings.number("cards.max_personal")


def _is_young(stat: object, now_ns: int) -> bool:
    """Tell whether a file changed so lately that its next change could leave the same stat."""
    if stat == blockcache.ABSENT or not isinstance(stat, tuple) or not isinstance(stat[-1], int):
        return False
    return blockcache.is_young(stat[2], now_ns=now_ns)
