"""The block as it would have been on a day: from the folder's git history, else from today's files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from ofttold.app.context import Memory
from ofttold.app.gather import Gathered, gather
from ofttold.app.gather_source import Source, look_names
from ofttold.app.inject import as_folder, choose_lang, load_cached
from ofttold.core.ritual.block import Block
from ofttold.core.ritual.standing import AnchorState, Folder, make_block
from ofttold.core.settings import FILE_NAME, Settings
from ofttold.core.strings import say
from ofttold.edge import clock
from ofttold.edge.blockcache import ABSENT, Look, is_day_name
from ofttold.edge.history import Past, past_of
from ofttold.edge.settings import Loaded, load_settings, parse_settings


@dataclass(frozen=True, slots=True)
class AsOf:
    """A past block, and the sentence that says what it was made from."""

    block: Block
    states: list[AnchorState]
    folder: Folder
    source: str


class _PastSource(Source):
    """Reads the folder's files out of one commit."""

    __slots__ = ("_read",)

    def __init__(self, folder: str, settings: Settings, past: Past) -> None:
        diary = settings.text("files.diary") + "/"
        names = look_names(settings)
        inside = sorted(name[len(diary) :] for name in past.blobs if name.startswith(diary))
        inside = [name for name in inside if "/" not in name]
        days = [name for name in inside if is_day_name(name)]
        self._read = past.read_all([*names, *(diary + name for name in days)])
        look = Look(0)
        look.files = tuple((1, 1, 1, 1) if name in self._read else ABSENT for name in names)
        look.days = tuple(part for name in days for part in (name, 1, 1, 1, 1))
        look.others = tuple(name for name in inside if not is_day_name(name))
        look.there = bool(inside)
        super().__init__(folder, settings, look)

    def read(self, which: str) -> bytes:
        return self._read[self.settings.text(f"files.{which}")]

    def read_day(self, name: str) -> bytes:
        return self._read[f"{self.settings.text('files.diary')}/{name}"]


def block_as_of(memory: Memory, day: date) -> AsOf:
    """Make the block of a day; raises nothing that ``inject`` does not."""
    if day >= memory.today:
        return _from_files(memory, day, "as_of.files_today")
    end = clock.end_of_day(day, memory.settings.text("timezone") or None)
    past = past_of(memory.folder, end, known_by=memory.name("memory"))
    if past is None:
        return _from_files(memory, day, "as_of.files")
    loaded = (
        parse_settings(past.read(FILE_NAME))
        if FILE_NAME in past.blobs
        else Loaded(Settings({}, {}), [], "")
    )
    source = _PastSource(memory.folder, loaded.settings, past)
    made = _make(source, loaded, None, day, memory)
    said = say(memory.lang, "as_of.history", commit=past.commit[:10], when=past.when)
    return AsOf(*made, said)


def _make(
    source: Source, loaded: Loaded, cached: dict[str, Any] | None, day: date, memory: Memory
) -> tuple[Block, list[AnchorState], Folder]:
    gathered, keep, _ = gather(source, cached, count=None)
    for count in (None, True):
        if count:
            gathered, keep, _ = gather(source, keep, count=True)
        _drop_later(gathered, day)
        lang, own = choose_lang(loaded.settings, gathered.files)
        folder = as_folder(gathered, loaded, lang if own else memory.lang, day.toordinal())
        block, states = make_block(folder)
        if not block.left_out or folder.counted:
            break
    return block, states, folder


def _from_files(memory: Memory, day: date, key: str) -> AsOf:
    loaded = load_settings(memory.folder)
    source = Source(memory.folder, loaded.settings)
    made = _make(source, loaded, load_cached(memory.folder), day, memory)
    return AsOf(*made, say(memory.lang, key, day=day.isoformat()))


def _drop_later(gathered: Gathered, day: date) -> None:
    """Leave out what was not there yet on that day: later diary days and later anchors."""
    today = day.toordinal()
    gathered.days = gathered.days.until(f"{day.isoformat()}.md")
    gathered.suspects = [(meant, name) for meant, name in gathered.suspects if meant <= today]
    memory = dict(gathered.files["memory"])
    anchors = memory.get("anchors", [])
    stays = [place for place, anchor in enumerate(anchors) if anchor[3] <= today]
    if len(stays) == len(anchors):
        return
    moved = {old: new for new, old in enumerate(stays)}
    memory["anchors"] = [anchors[place] for place in stays]
    memory["parts"] = [
        (key, heading, line, _units_then(units, moved) if key == "oft_told" else units)
        for key, heading, line, units in memory["parts"]
    ]
    gathered.files = {**gathered.files, "memory": memory}
    if gathered.days.recalls is not None:
        gathered.days.recalls = [gathered.days.recalls[place] for place in stays]


def _units_then(
    units: list[tuple[int, int, str, int]], moved: dict[int, int]
) -> list[tuple[int, int, str, int]]:
    return [
        (kind, line, source, moved.get(anchor, -1))
        for kind, line, source, anchor in units
        if anchor < 0 or anchor in moved
    ]
