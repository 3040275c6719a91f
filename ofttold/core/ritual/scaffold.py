"""What a folder lacks, and which of its names to take as they are.

Pure: it is told what stands in the folder and says what to make. It knows the folder's five names
and the common layout of other agents (``MEMORY.md`` beside ``memory/YYYY-MM-DD.md``); it never
changes what is there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from posixpath import normpath
from typing import Literal

from ofttold.core.errors import OfttoldError
from ofttold.core.toml_splice import render

Kind = Literal["missing", "file", "empty", "folder", "dangling", "other"]
"""What stands at a path, links followed: ``empty`` is a file without a byte, ``other`` a device."""

DEFAULTS = {
    "memory": "memory.md",
    "index": "index.md",
    "relationship": "relationship.md",
    "detours": "detours.md",
    "diary": "diary",
}
SETTINGS = "ofttold.toml"
FOREIGN_DIARY = "memory"
"""Where the common layout of agents keeps its days."""


class FileInTheWay(OfttoldError):
    """A file stands where a folder belongs."""

    key = "file_in_the_way"


class FolderInTheWay(OfttoldError):
    """A folder, or something that is no file, stands where a file belongs."""

    key = "folder_in_the_way"


class LinkToNowhere(OfttoldError):
    """A symbolic link points at nothing."""

    key = "link_to_nowhere"


@dataclass(frozen=True, slots=True)
class Names:
    """The folder's names by key, which of them were adopted, and which second file was left alone."""

    names: Mapping[str, str]
    adopted: Mapping[str, str]
    doubles: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One path of the folder (relative, with ``/``): made from ``data`` or, without, kept."""

    path: str
    data: bytes | None
    empty: bool = False


def choose_names(
    present: Collection[str], dated: Collection[str], configured: Mapping[str, str]
) -> Names:
    """Choose the name of each part: the configured one, the default one, else what stands in for it.

    ``present`` are the names in the folder, ``dated`` those of its folders that hold days.

    >>> choose_names(["MEMORY.md", "memory"], ["memory"], {}).adopted
    {'memory': 'MEMORY.md', 'diary': 'memory'}
    """
    names, adopted, doubles = dict(DEFAULTS), {}, []
    for key, default in DEFAULTS.items():
        if key in configured:
            names[key] = configured[key]
            continue
        others = _stand_ins(key, default, present, dated)
        if default in present:
            doubles += [(default, other) for other in others]
        elif len(others) == 1:
            names[key] = adopted[key] = others[0]
    return Names(names, adopted, tuple(doubles))


def _stand_ins(
    key: str, default: str, present: Collection[str], dated: Collection[str]
) -> list[str]:
    """Give what may stand for the default: its name in other letters, or the days of the common layout."""
    others = [
        name
        for name in sorted(present)
        if name != default and name.casefold() == default.casefold()
    ]
    if key == "diary" and not others and FOREIGN_DIARY in dated:
        others = [FOREIGN_DIARY]
    return others


def place_templates(templates: Mapping[str, bytes], names: Names) -> dict[str, bytes]:
    """Give each template the path it has in this folder, in the order a person would list them.

    >>> place_templates({"diary/README.md": b"x"}, Names(DEFAULTS | {"diary": "memory"}, {}))
    {'memory/README.md': b'x'}
    """
    placed = {}
    for key, default in DEFAULTS.items():
        for path, data in templates.items():
            first, *rest = path.split("/")
            if first == default:
                placed[normpath("/".join([names.names[key], *rest]))] = data
    return placed


def settings_lines(adopted: Mapping[str, str]) -> str:
    """Give the ``[files]`` lines that keep the folder's own names; empty if there are none."""
    if not adopted:
        return ""
    lines = [f"{key} = {render(name)}" for key, name in adopted.items()]
    return "\n".join(["[files]", *lines]) + "\n"


def plan_scaffold(templates: Mapping[str, bytes], kinds: Mapping[str, Kind]) -> tuple[Step, ...]:
    """Decide for each placed template whether it is made or kept.

    ``kinds`` tells what stands at each of its paths and at every folder above them. Raises
    FileInTheWay, FolderInTheWay and LinkToNowhere before anything is made.
    """
    for path in templates:
        for folder in folders_above(path):
            _refuse(folder, kinds[folder], wanted="folder")
        _refuse(path, kinds[path], wanted="file")
    return tuple(
        Step(path, None, kinds[path] == "empty")
        if kinds[path] in ("file", "empty")
        else Step(path, data)
        for path, data in templates.items()
    )


def folders_above(path: str) -> list[str]:
    """Give the relative folders a path lies in, outermost first.

    >>> folders_above("a/b/c.md"), folders_above("c.md")
    (['a', 'a/b'], [])
    """
    parts = path.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def _refuse(path: str, kind: Kind, *, wanted: Literal["file", "folder"]) -> None:
    if kind == "dangling":
        raise LinkToNowhere(path=path)
    if wanted == "folder" and kind not in ("folder", "missing"):
        raise FileInTheWay(path=path)
    if wanted == "file" and kind in ("folder", "other"):
        raise FolderInTheWay(path=path)
