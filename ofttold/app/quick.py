"""The block from the cache, where nothing changed: all that most session starts ever load."""

from __future__ import annotations

import os
import zlib

from ofttold import __version__
from ofttold.edge import blockcache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ofttold.core.strings import Lang
    from ofttold.edge.blockcache import Look


class Injected:
    """A block ready to be handed over: its text, the day it is of, its digest, the folder's language."""

    __slots__ = ("day", "digest", "lang", "settings", "text")

    def __init__(self, text: str, day: int, lang: Lang, settings: dict[str, Any]) -> None:
        self.text, self.day, self.lang, self.settings = text, day, lang, settings
        raw = text.encode("utf-8", "surrogatepass")
        self.digest = f"{zlib.crc32(raw):08x}{zlib.adler32(raw):08x}"


def person_day(zone: str) -> int:
    """Give the ordinal of the person's day, in the zone set or the machine's."""
    if not zone and not os.environ.get("OFTTOLD_NOW"):
        return blockcache.local_day()
    from ofttold.edge import clock

    return clock.today(zone or None).toordinal()


def block_kind(octets: int | None) -> str:
    """Name the cache file of the finished block for one byte budget."""
    return "block" if octets is None else f"block{octets}"


def quick_block(
    folder: str, *, octets: int | None, until: float | None = None
) -> tuple[Injected | None, Look | None]:
    """Give the cached block if every input stands as it was read, and the look taken to tell.

    Where ``until`` (``time.monotonic``) came before every page was looked at, and all that was
    stands as it was, the block says that it is of the last look.
    """
    kept = blockcache.load(blockcache.cache_path(folder, block_kind(octets)))
    if not isinstance(kept, dict) or kept.get("folder") != folder:
        return None, None
    if kept.get("version") != __version__:
        return None, None
    known = frozenset(kept["look"][1][0::5])
    look = blockcache.take_look(folder, kept["names"], kept["diary"], known, until=until)
    if person_day(kept["zone"]) != kept["day"]:
        return None, look
    assumed = kept["look"][1][: 5 * len(look.unseen)]
    if assumed[0::5] != look.unseen or look.plain(assumed) != kept["look"]:
        return None, look  # a file changed, or a page came or went
    text = _say_unchecked(kept, len(look.unseen), octets) if look.unseen else kept["text"]
    return Injected(text, kept["day"], kept["lang"], kept["settings"]), look


def _say_unchecked(kept: dict[str, Any], count: int, octets: int | None) -> str:
    """Give the cached text with a line that says how many pages were not looked at, if it fits."""
    from ofttold.core.strings import say

    head, mark, tail = kept["text"].rpartition("[/oft-told]")
    text: str = head + say(kept["lang"], "ritual.unchecked", count=count) + "\n" + mark + tail
    fits = len(text) <= kept["settings"]["max_chars"]
    if octets is not None:
        fits = fits and len(text.encode("utf-8", "replace")) <= octets
    return text if fits else kept["text"]
