"""Reading ``ofttold.toml`` of a folder and ``config.toml`` of the person, from the disk.

Import-light at the top: tomllib is loaded only when a file is there to be parsed.
"""

from __future__ import annotations

import os

from ofttold.core.settings import FILE_NAME, Fault, Settings, find_line, read_settings
from ofttold.edge.homes import config_home
from ofttold.edge.regular import regular

MOST_BYTES = 4 * 1024 * 1024  # bytes of a settings file that are read; as of any text of the folder


class Loaded:
    """Settings with what is wrong in their file: ``faults`` as (line, Fault), ``text`` as read."""

    __slots__ = ("faults", "settings", "text")

    def __init__(self, settings: Settings, faults: list[tuple[int, Fault]], text: str) -> None:
        self.settings, self.faults, self.text = settings, faults, text


def _parse(text: str) -> tuple[dict[str, object], tuple[int, Fault] | None]:
    import tomllib

    try:
        return tomllib.loads(text), None
    except RecursionError:
        return {}, (0, Fault("toml_broken", "", {"why": "brackets nest too deep"}, fatal=True))
    except ValueError as fault:  # TOMLDecodeError, and a number of thousands of digits
        said = str(fault)
        place = said.rpartition("(at line ")[2].partition(",")[0]
        line = int(place) if place.isdigit() else text.count("\n") + 1
        return {}, (line, Fault("toml_broken", "", {"why": said}, fatal=True))


def load_settings(folder: str) -> Loaded:
    """Load the settings of a memory folder; an absent file means defaults, a broken one is said."""
    try:
        with open(os.path.join(folder, FILE_NAME), "rb", opener=regular) as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return Loaded(Settings({}, {}), [], "")
    except OSError as fault:
        why = fault.strerror or str(fault)
        return Loaded(
            Settings({}, {}), [(0, Fault("toml_unreadable", "", {"why": why}, fatal=True))], ""
        )
    return parse_settings(data)


def parse_settings(data: bytes) -> Loaded:
    """Parse the bytes of an ``ofttold.toml``; line 0 of a fault is the whole file."""
    if len(data) > MOST_BYTES:
        why = f"over {MOST_BYTES >> 20} MiB"
        fault = Fault("toml_unreadable", "", {"why": why}, fatal=True)
        return Loaded(Settings({}, {}), [(0, fault)], "")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        fault = Fault("toml_unreadable", "", {"why": "not UTF-8"}, fatal=True)
        return Loaded(Settings({}, {}), [(0, fault)], "")
    table, broken = _parse(text.replace("\r\n", "\n"))
    if broken:
        return Loaded(Settings({}, {}), [broken], text)
    settings, faults = read_settings(table)
    faults.extend(_check_zone(settings))
    return Loaded(settings, [(find_line(text, fault.key), fault) for fault in faults], text)


def _check_zone(settings: Settings) -> list[Fault]:
    """Let the machine's zone stand in for one that is not known here, and say so."""
    name = settings.text("timezone")
    if not name:
        return []
    from ofttold.edge import clock

    try:
        clock.zone(name)
    except clock.UnknownZone:
        settings.values["timezone"] = ""
        return [Fault("setting_zone", "timezone", {"got": name}, fatal=True)]
    return []


def config_path() -> str:
    """Give the path of the person's own config.toml."""
    return os.path.join(config_home(), "config.toml")


def configured_folder() -> str | None:
    """Give ``memory_dir`` of the person's config.toml; None where there is none or it is unreadable."""
    try:
        with open(config_path(), "rb", opener=regular) as stream:
            text = stream.read(MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
    table, _ = _parse(text.replace("\r\n", "\n"))
    value = table.get("memory_dir")
    return value if isinstance(value, str) and value else None
