"""The memory a command works on: its folder, settings, language, and the one reading of the clock."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from ofttold.core.errors import OfttoldError
from ofttold.core.settings import Fault, Settings
from ofttold.core.strings import Lang, say
from ofttold.edge import blockcache, clock
from ofttold.edge.files import read_file
from ofttold.edge.settings import Loaded, load_settings
from ofttold.edge.where import find_folder

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class NoFolder(OfttoldError):
    """Nothing names a memory folder."""

    key = "no_folder"


class FolderMissing(OfttoldError):
    """The folder that is named does not exist."""

    key = "folder_missing"


class FolderIsFile(OfttoldError):
    """What is named as the folder is a file."""

    key = "folder_is_file"


class BadSettings(OfttoldError):
    """ofttold.toml holds something that cannot be used."""

    key = "bad_settings"

    def __init__(self, *, file: str, line: int, fault: Fault) -> None:
        super().__init__(place=f"{file}:{line}" if line else file)
        self.fault = fault

    def message(self, lang: Lang) -> str:
        """Name the place and the fault."""
        what = say(lang, f"finding.{self.fault.code}", **self.fault.values)
        return say(lang, "error.bad_settings", what=what, **self.values)


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory folder (absolute path) as one operation sees it; ``today`` is the person's day."""

    folder: str
    settings: Settings
    lang: Lang
    now: datetime
    today: date
    faults: tuple[tuple[int, Fault], ...] = ()

    def path(self, which: str) -> str:
        """Give the path of ``memory``, ``index``, ``relationship``, ``detours`` or ``diary``."""
        return os.path.join(self.folder, self.settings.text(f"files.{which}"))

    def name(self, which: str) -> str:
        """Give the name the person uses for one of the files."""
        return self.settings.text(f"files.{which}")


def locale_lang() -> Lang:
    """Guess the person's language where no folder speaks: zh if the locale is Chinese, else en."""
    for variable in LOCALE_VARIABLES:
        value = os.environ.get(variable, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    if sys.platform == "win32":
        import locale

        return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"
    return "en"


def folder_lang(folder: str, settings: Settings) -> Lang:
    """Give the folder's language: set, else guessed from its headings, else the locale's."""
    chosen = settings.text("lang")
    if chosen in ("zh", "en"):
        return "zh" if chosen == "zh" else "en"
    names = [settings.text(f"files.{which}") for which in ("memory", "relationship")]
    now_ns = time.time_ns()
    stats = [blockcache.look_at(os.path.join(folder, name)) for name in names]
    cache = blockcache.cache_path(folder, "lang")
    kept = blockcache.load(cache)
    if isinstance(kept, tuple) and kept[:2] == (folder, stats):
        said = kept[2]
    else:
        said = _guess_lang(folder, names, stats)
        if not any(blockcache.is_young(stat[2], now_ns=now_ns) for stat in stats):
            blockcache.save(cache, (folder, stats, said))
    return "zh" if said == "zh" else "en" if said == "en" else locale_lang()


def _guess_lang(folder: str, names: Sequence[str], stats: Sequence[blockcache.Stat]) -> str:
    """Guess the language of the headings of the files that are there; '' where none tells."""
    for name, stat in zip(names, stats, strict=True):
        if stat == blockcache.ABSENT:
            continue
        from ofttold.core.markdown import read_document  # loads a parser; the cache spares it
        from ofttold.core.ritual.sections import guess_lang

        try:
            doc = read_document(read_file(os.path.join(folder, name)), name)
        except OfttoldError:
            continue  # said where it is read: the other file or the locale speaks
        if found := guess_lang([doc]):
            return found
    return ""


def require_folder(directory: str | None, *, look_around: bool) -> str:
    """Find the memory folder; raises NoFolder, FolderMissing, FolderIsFile."""
    folder = find_folder(directory, look_around=look_around)
    if folder is None:
        raise NoFolder()
    if os.path.isfile(folder):
        raise FolderIsFile(folder=folder)
    if not os.path.isdir(folder):
        raise FolderMissing(folder=folder)
    return folder


def memory_at(folder: str, loaded: Loaded) -> Memory:
    """Make the Memory of a folder whose settings are loaded; the clock is read here, once."""
    moment = clock.now(loaded.settings.text("timezone") or None)
    lang = folder_lang(folder, loaded.settings)
    return Memory(folder, loaded.settings, lang, moment, moment.date(), tuple(loaded.faults))


def open_memory(directory: str | None, *, look_around: bool, lenient: bool = False) -> Memory:
    """Open the memory folder for one operation.

    ``look_around`` is for commands a person typed. Raises NoFolder, FolderMissing, FolderIsFile,
    and BadSettings unless ``lenient`` (then defaults stand in and the faults are kept).
    """
    folder = require_folder(directory, look_around=look_around)
    loaded = load_settings(folder)
    if not lenient:
        for line, fault in loaded.faults:
            if fault.fatal:
                raise BadSettings(file="ofttold.toml", line=line, fault=fault)
    return memory_at(folder, loaded)
