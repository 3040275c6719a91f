"""Making the block of a folder: from the cache where nothing changed, else from the files.

A hook asks ``quick.quick_block`` first, which loads nothing but the cache, and ``fresh_block`` only
when that has no answer; commands always ask ``fresh_block``. A cached answer is never stale, and
deleting the cache changes no byte of the answer.
"""

from __future__ import annotations

import os
import time

from ofttold import __version__
from ofttold.app.quick import block_kind, person_day
from ofttold.core.settings import FILE_NAME
from ofttold.edge import blockcache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ofttold.app.gather import Gathered
    from ofttold.core.ritual.block import Block
    from ofttold.core.ritual.standing import AnchorState, Folder
    from ofttold.core.settings import Settings
    from ofttold.core.strings import Lang
    from ofttold.edge.blockcache import Look, Stat
    from ofttold.edge.settings import Loaded


def load_cached(folder: str) -> dict[str, Any] | None:
    """Load what is cached of a folder's facts; None where there is nothing of this version."""
    cached = blockcache.load(blockcache.cache_path(folder, "facts"))
    if not isinstance(cached, dict) or cached.get("folder") != folder:
        return None
    return cached if cached.get("version") == __version__ else None


def _load_settings(folder: str, cached: dict[str, Any] | None, found: Stat) -> tuple[Loaded, bool]:
    """Load the folder's settings, parsing the file only if it changed; also tell if it was parsed."""
    from ofttold.core.settings import Fault, Settings
    from ofttold.edge.settings import Loaded, load_settings

    kept = (cached or {}).get("settings")
    if kept and kept[0] == found and not kept[1]:
        faults = [(line, Fault(code, key, v, fatal=f)) for line, code, key, f, v in kept[4]]
        return Loaded(Settings(kept[2], kept[3]), faults, ""), False
    return load_settings(folder), True


def _plain_settings(loaded: Loaded, found: Stat, *, young: bool) -> tuple[object, ...]:
    faults = [
        (line, fault.code, fault.key, fault.fatal, {k: str(v) for k, v in fault.values.items()})
        for line, fault in loaded.faults
    ]
    return found, young, loaded.settings.values, loaded.settings.headings, faults


def choose_lang(settings: Settings, files: dict[str, Any]) -> tuple[Lang, bool]:
    """Give the folder's language and whether the folder itself says so (else the locale does)."""
    for said in (
        settings.text("lang"),
        files["memory"].get("lang", ""),
        files["relationship"].get("lang", ""),
    ):
        if said:
            return ("zh" if said == "zh" else "en"), True
    from ofttold.app.context import locale_lang

    return locale_lang(), False


def as_folder(gathered: Gathered, loaded: Loaded, lang: Lang, today: int) -> Folder:
    """Join what was gathered with the day asked for."""
    from ofttold.core.ritual.standing import Folder

    return Folder(
        loaded.settings,
        lang,
        today,
        files=gathered.files,
        days=gathered.days,
        suspects=gathered.suspects,
        unread=gathered.unread,
        faults=loaded.faults,
    )


class Fresh:
    """A block made from the files, with all that was known when it was made."""

    __slots__ = ("block", "folder", "lang_is_own", "states")

    def __init__(
        self, block: Block, states: list[AnchorState], folder: Folder, *, lang_is_own: bool
    ) -> None:
        self.block, self.states, self.folder, self.lang_is_own = block, states, folder, lang_is_own


def fresh_block(
    folder: str,
    *,
    octets: int | None = None,
    today: int | None = None,
    stamp: bool = False,
    deadline: float | None = None,
    use_cache: bool = True,
    count: bool | None = None,
    look: Look | None = None,
    look_until: float | None = None,
) -> Fresh:
    """Make the block from the files, reading only what changed, and keep what was found.

    ``today`` is an ordinal (None: the person's day now); ``stamp`` lets undated anchors get their
    date first; ``deadline`` (``time.monotonic``) bounds a first count; ``count`` asks for weights
    even under the cap; ``look`` is one that was just taken, ``look_until`` bounds a new one.
    """
    from ofttold.app.gather import gather
    from ofttold.app.gather_source import Source, look_names
    from ofttold.core.ritual.standing import make_block

    cached = load_cached(folder) if use_cache else None
    toml = blockcache.look_at(os.path.join(folder, FILE_NAME))
    toml_young = blockcache.is_young(toml[2], now_ns=time.time_ns())
    loaded, parsed = _load_settings(folder, cached, toml)
    settings = loaded.settings
    day = person_day(settings.text("timezone")) if today is None else today
    if look is not None and (parsed or look.files[0] != toml):
        look = None
    source = Source(folder, settings, look, look_until=look_until)
    gathered, keep, dirty = gather(source, cached, count=count, deadline=deadline)
    if stamp and _stamp(folder, settings, gathered, day):
        source = Source(folder, settings, look_until=look_until)
        gathered, keep, _ = gather(source, keep, count=count, deadline=deadline)
        dirty = True
    lang, own = choose_lang(settings, gathered.files)
    state = as_folder(gathered, loaded, lang, day)
    block, states = make_block(state, octets=octets)
    if block.left_out and states and not state.counted and not gathered.unread:
        gathered, keep, more = gather(source, keep, count=True, deadline=deadline)
        dirty = dirty or more
        state = as_folder(gathered, loaded, lang, day)
        block, states = make_block(state, octets=octets)
    if use_cache and today is None:
        base: dict[str, Any] = {"folder": folder, "version": __version__}
        if dirty or parsed:
            kept_settings = _plain_settings(loaded, toml, young=toml_young)
            facts = {**base, **keep, "settings": kept_settings}
            blockcache.save(blockcache.cache_path(folder, "facts"), facts)
        young = toml_young or keep["young"] or any(found[1] for found in keep["files"].values())
        if own and count is None and not gathered.unread and not young:
            entry = {
                "day": day,
                "zone": settings.text("timezone"),
                "names": look_names(settings),
                "diary": settings.text("files.diary"),
                "look": source.look.plain(),
                "text": block.text,
                "lang": lang,
                "settings": settings.values,
            }
            blockcache.save(blockcache.cache_path(folder, block_kind(octets)), {**base, **entry})
    return Fresh(block, states, state, lang_is_own=own)


def _stamp(folder: str, settings: Settings, gathered: Gathered, today: int) -> bool:
    if not settings.flag("anchors.stamp"):
        return False
    if not gathered.files["memory"].get("stampable"):
        return False
    from ofttold.app.stamping import stamp_quietly

    lang, _ = choose_lang(settings, gathered.files)
    return stamp_quietly(folder, settings, today, lang)


def block_without_folder(why: str) -> str:
    """Make the block that says that there is no folder to read (``no_folder``, ``folder_missing``)."""
    from datetime import date

    from ofttold.app.context import locale_lang
    from ofttold.core.strings import say

    day = date.fromordinal(person_day("")).isoformat()
    line = say(locale_lang(), f"notice.{why}")
    return f"[oft-told · memory · {day}]\n{line}\n[/oft-told]\n"
