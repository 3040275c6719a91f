"""Lay down a memory folder: what is missing is made, what is there stays as it is."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from ofttold.app.context import BadSettings, folder_lang
from ofttold.app.default_folder import (
    Recorded,
    record_default,
    recorded_already,
    require_recordable,
)
from ofttold.core.ritual import scaffold as plan
from ofttold.core.ritual.scaffold import FileInTheWay, LinkToNowhere, Names, Step
from ofttold.core.settings import FILE_NAME
from ofttold.core.strings import Lang, say
from ofttold.edge import present
from ofttold.edge.acts import Act
from ofttold.edge.files import AlreadyExists, NotWritable, make_folder
from ofttold.edge.folders import remove_empty_folders
from ofttold.edge.locks import FolderLock
from ofttold.edge.settings import Loaded, load_settings
from ofttold.edge.shipped import read_shipped
from ofttold.edge.where import named_folder

LOCK_WAIT_MS = 5000
"""Milliseconds one scaffold waits for another (ours): a person typed it, and the other soon ends."""
TRIES = 3
"""Looks at the folder before giving up on somebody who makes the same files meanwhile (ours)."""


@dataclass(frozen=True, slots=True)
class Scaffolded:
    """What became of each path of the folder, and what a person may want to know besides.

    ``lines_to_add`` are lines for an ``ofttold.toml`` that is there already; ``default`` tells
    whether this is the folder used everywhere; ``overridden`` that $OFTTOLD_DIR names another one.
    """

    folder: str
    lang: Lang
    steps: tuple[Step, ...]
    names: Names
    lines_to_add: str
    default: Recorded = "not_asked"
    overridden: bool = False


def scaffold(directory: str, *, lang: Lang | None, default: bool) -> Scaffolded:
    """Add what the folder lacks; with ``default`` record it as the folder used everywhere.

    Raises, with nothing made: FileInTheWay, FolderInTheWay, LinkToNowhere, BadSettings, Busy,
    NotWritable and what else the system refuses; UnreadableToml and UnclearToml for config.toml.
    """
    folder = named_folder(directory) or directory
    _require_place(folder)
    if default:
        require_recordable(folder)
    made = _missing_folders(folder)
    make_folder(folder)
    try:
        with FolderLock(folder, wait_ms=LOCK_WAIT_MS) as lock:
            done = _fill_patiently(folder, lang, lock, made)
    except BaseException:
        remove_empty_folders(made)
        raise
    recorded = record_default(folder) if default else recorded_already(folder)
    elsewhere = named_folder(None)
    return Scaffolded(
        folder,
        done.lang,
        done.steps,
        done.names,
        done.lines_to_add,
        recorded,
        overridden=elsewhere is not None and elsewhere != folder,
    )


def _require_place(folder: str) -> None:
    """Refuse a place where no folder can be, before anything is made."""
    above = Path(folder)
    while present.kind_of(str(above)) == "missing" and above != above.parent:
        above = above.parent
    kind = present.kind_of(str(above))
    if kind == "dangling":
        raise LinkToNowhere(path=str(above))
    if kind != "folder":
        raise FileInTheWay(path=str(above))
    if str(above) != folder and not present.can_write(str(above)):
        raise NotWritable(path=str(above))


def _missing_folders(folder: str) -> list[str]:
    """Give the folders that making this one will make, innermost first."""
    ways = [folder, *map(str, Path(folder).parents)]
    return [way for way in ways if present.kind_of(way) == "missing"]


def _fill_patiently(
    folder: str, lang: Lang | None, lock: FolderLock, made: list[str]
) -> Scaffolded:
    """Fill the folder; where somebody else makes one of the files meanwhile, look again."""
    for _ in range(TRIES - 1):
        try:
            return _fill(folder, lang, lock, made)
        except AlreadyExists:
            continue
    return _fill(folder, lang, lock, made)


def _fill(folder: str, lang: Lang | None, lock: FolderLock, made: list[str]) -> Scaffolded:
    """Look, decide, make. ``made`` gets the folders that come to be, innermost first."""
    loaded = load_settings(folder)
    _require_settings(loaded)
    speech = lang or folder_lang(folder, loaded.settings)
    there = present.list_names(folder)
    dated = present.folders_with_days(folder, there)
    names = plan.choose_names(there, dated, _configured_names(loaded.text))
    templates = plan.place_templates(read_shipped("scaffold", speech), names)
    lines = plan.settings_lines(names.adopted)
    if lines and FILE_NAME not in there:
        templates[FILE_NAME] = f"# {say(speech, 'scaffold.own_names')}\n{lines}".encode()
        lines = ""
    above = sorted({parent for path in templates for parent in plan.folders_above(path)})[::-1]
    kinds = present.kinds_below(folder, [*templates, *above])
    steps = plan.plan_scaffold(templates, kinds)
    made[:0] = [str(Path(folder, path)) for path in above if kinds[path] == "missing"]
    _make(folder, steps, lock)
    return Scaffolded(folder, speech, steps, names, lines)


def _require_settings(loaded: Loaded) -> None:
    for line, fault in loaded.faults:
        if fault.fatal:
            raise BadSettings(file=FILE_NAME, line=line, fault=fault)


def _configured_names(text: str) -> dict[str, str]:
    """Give the names that the settings give themselves, not those they leave to the defaults."""
    files = tomllib.loads(text.replace("\r\n", "\n")).get("files", {})
    return {key: name for key, name in files.items() if key in plan.DEFAULTS}


def _make(folder: str, steps: tuple[Step, ...], lock: FolderLock) -> None:
    """Make all that is missing as one act."""
    act = Act(folder, lock=lock)
    wanted = [step for step in steps if step.data is not None]
    for step in wanted:
        path = Path(folder, step.path)
        if path.parent.is_dir() and not present.can_write(str(path.parent)):
            raise NotWritable(path=str(path.parent))
        act.create(str(path), step.data or b"")
    if wanted:
        act.commit()
