"""The folder used where no other is named: ``memory_dir`` of the person's own config.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from ofttold.core.errors import OfttoldError
from ofttold.core.splice import Splice, apply
from ofttold.core.toml_splice import plan_set
from ofttold.edge.files import AlreadyExists, create_file, edit_file, make_folder, read_file
from ofttold.edge.present import kind_of
from ofttold.edge.settings import config_path, configured_folder
from ofttold.edge.where import named_folder

Recorded = Literal["recorded", "already", "not_asked"]


class UnwritableName(OfttoldError):
    """The folder's name is no text, so that no settings file can hold it."""

    key = "unwritable_name"


def require_recordable(folder: str) -> None:
    """Refuse a folder that could not be recorded, before anything is done.

    Raises UnwritableName, UnreadableToml, UnclearToml and what reading the file raises.
    """
    try:
        folder.encode("utf-8")
    except UnicodeEncodeError as fault:
        raise UnwritableName(path=ascii(folder)) from fault
    if kind_of(config_path()) != "missing":
        _plan(read_file(config_path()), folder)


def record_default(folder: str) -> Recorded:
    """Record the folder (absolute); raises what ``require_recordable`` and writing raise."""
    path = config_path()
    make_folder(str(Path(path).parent))
    line = _plan(b"", folder)
    if kind_of(path) == "missing" and line is not None:
        try:
            create_file(path, apply(b"", line))
            return "recorded"
        except AlreadyExists:
            pass  # somebody has just made it: put the line into theirs
    return "recorded" if edit_file(path, lambda data: _plan(data, folder)).changed else "already"


def recorded_already(folder: str) -> Recorded:
    """Tell whether this folder is the one recorded."""
    configured = configured_folder()
    same = configured is not None and named_folder(configured) == folder
    return "already" if same else "not_asked"


def _plan(data: bytes, folder: str) -> Splice | None:
    return plan_set(data, "", "memory_dir", folder, name=config_path())
