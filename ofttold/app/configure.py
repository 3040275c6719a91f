"""Changing one setting of ``ofttold.toml`` in place, and the switch of cards with it."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ofttold.app.cards import Desk, NoProject, is_off_for
from ofttold.app.context import Memory
from ofttold.core.cards.project_key import is_desk_of
from ofttold.core.errors import OfttoldError
from ofttold.core.settings import FILE_NAME, KEYS, nearest_key, read_settings
from ofttold.core.splice import Splice, apply
from ofttold.core.toml_splice import Value, plan_set
from ofttold.edge.clock import is_zone
from ofttold.edge.files import AlreadyExists, create_file, edit_file, exists

MOST_DIGITS = 9  # of a number that is set; ours: more is a slip, and thousands are not read
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class UnknownSetting(OfttoldError):
    """No setting has this name."""

    key = "unknown_setting"


class UnlikeAnySetting(UnknownSetting):
    """No setting has this name, or one near it."""

    key = "unlike_any_setting"


class BadSetting(OfttoldError):
    """The setting does not take this value."""

    key = "bad_setting"


class BadNumber(BadSetting):
    """The setting takes a whole number, and not one so small."""

    key = "bad_setting_number"


class BadPath(BadSetting):
    """The setting takes a name inside the memory folder."""

    key = "bad_setting_path"


class BadZone(BadSetting):
    """The setting takes a time zone this machine knows."""

    key = "bad_setting_zone"


@dataclass(frozen=True, slots=True)
class Configured:
    """A setting as it stands now, and whether the file changed for it."""

    key: str
    value: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Switched:
    """The switch as it stands now: ``off``, for ``project`` ('' for everywhere).

    ``still_off``: switched on, and yet off here, since the other of the two switches is.
    """

    off: bool
    project: str
    changed: bool
    still_off: bool = False


def set_setting(memory: Memory, key: str, text: str) -> Configured:
    """Set one setting from what a person typed; a list is given with commas.

    Raises UnknownSetting, BadSetting, UnreadableToml, UnclearToml and what writing raises.
    """
    if key not in KEYS:
        near = nearest_key(key)
        if near in KEYS:
            raise UnknownSetting(name=key, near=near)
        raise UnlikeAnySetting(name=key, known=" ".join(KEYS))
    value = _typed(key, text)
    _require_fit(key, text, value)
    return Configured(key, text, write_setting(memory, key, value))


def _require_fit(key: str, text: str, value: Value) -> None:
    """Raise BadSetting where the setting does not take the value, with what it takes."""
    default, takes = KEYS[key]
    if key == "timezone" and value and not is_zone(str(value)):
        raise BadZone(name=key, got=text)
    table, _, name = key.rpartition(".")
    _, faults = read_settings({table: {name: value}} if table else {name: value})
    if not faults:
        return
    if faults[0].code == "setting_path":
        raise BadPath(name=key, got=text, example=default)
    if isinstance(takes, tuple) and takes[0] is int:
        raise BadNumber(name=key, got=text, least=takes[1], example=default)
    raise BadSetting(name=key, got=text, want=faults[0].values.get("want", ""))


def _typed(key: str, text: str) -> Value:
    """Read a value as the setting's type asks; what does not fit stays text and is refused later."""
    default, takes = KEYS[key]
    if takes is bool:
        folded = text.strip().casefold()
        return folded in _TRUE if folded in _TRUE + _FALSE else text
    if isinstance(default, int):
        digits = text.strip().removeprefix("-")
        return int(text) if digits.isdecimal() and len(digits) <= MOST_DIGITS else text
    if isinstance(default, list):
        return [item.strip() for item in text.replace("，", ",").split(",") if item.strip()]
    return text


def write_setting(memory: Memory, key: str, value: Value) -> bool:
    """Put one setting into ``ofttold.toml``, made if need be; tells whether anything changed."""
    path = os.path.join(memory.folder, FILE_NAME)
    table, _, name = key.rpartition(".")

    def plan(data: bytes) -> Splice | None:
        return plan_set(data, table, name, value, name=FILE_NAME)

    first = None if exists(path) else plan(b"")
    if first:  # whole at once: an empty file must not stay where the disk is full
        try:
            create_file(path, apply(b"", first))
        except AlreadyExists:
            pass  # somebody made it in between: set it there
        else:
            return True
    return edit_file(path, plan).changed


def switch(desk: Desk, *, off: bool, everywhere: bool = False) -> Switched:
    """Switch cards off or on for this project or everywhere; nothing is deleted.

    Raises NoProject where this folder is no project, and what ``set_setting`` raises of the file.
    """
    memory = desk.memory
    if everywhere:
        here = desk.project is not None and is_off_for(memory, desk.project)
        changed = write_setting(memory, "cards.off", off)
        return Switched(off, "", changed, still_off=not off and here)
    project = desk.project
    if project is None:
        raise NoProject(folder=desk.cwd)
    names = memory.settings.names("cards.off_projects")
    others = [name for name in names if not is_desk_of(name, project.key)]
    wanted = [*others, project.desk] if off else others
    changed = wanted != names and write_setting(memory, "cards.off_projects", wanted)
    still_off = not off and memory.settings.flag("cards.off")
    return Switched(off, project.desk, changed, still_off=still_off)
