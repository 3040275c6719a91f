"""Keeping what ``share status`` said for the next time it is asked, beside all it came from.

Only where that can be said for sure: what could still change without its stat showing it, or comes
from places that nobody watches, is not kept.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from ofttold.app.cards import Desk
from ofttold.app.quick_status import FORMAT, Said, key_of, path_of
from ofttold.app.share_status import UNDER_WAY, ShareStatus
from ofttold.app.shelf import RECORD
from ofttold.edge import blockcache, many_stats
from ofttold.edge.git import Repository, open_repository
from ofttold.edge.gitcall import find_git, inside_repository
from ofttold.edge.project import PROJECTS, personal_configs
from ofttold.edge.settings import config_path, configured_folder
from ofttold.edge.stat_looks import list_stats, look_at_name, look_inside, newest
from ofttold.edge.where import named_folder

if TYPE_CHECKING:
    from ofttold.edge.stat_looks import Listing, Look

CROWD = 1000  # cards of a shelf from which on git compares their stats; measured: quicker from here
_TEXTS = ("memory", "relationship")


def remember(desk: Desk, directory: str, status: ShareStatus, said: Said, *, began_ns: int) -> None:
    """Keep an answer that was begun at this moment of the disk's clock, if it may be kept."""
    watched = _watched(desk, directory, status)
    if not watched:
        return
    key = key_of(directory)
    place, desks = desk.place("project").folder, os.path.join(desk.folder, PROJECTS)
    root = open_repository(desk.cwd).root
    shelf = os.path.join(root, *status.shelf.split("/"))
    looks = {path: look_at_name(path) for path in watched}
    insides = {desks: look_inside(desks)}
    listings = {place: list_stats(place), shelf: list_stats(shelf)}
    crowds = []
    if len(listings[shelf][0]) >= CROWD:
        insides[shelf] = look_inside(shelf)
    moment = newest([*looks.values(), *insides.values()], list(listings.values()))
    if _has_links(listings[place]) or blockcache.is_young(moment, now_ns=began_ns):
        return
    if shelf in insides:
        settled_ns = _second_of(began_ns - blockcache.FINE_GRAIN_NS)
        if moment >= settled_ns:  # git compares whole seconds: that of the last change must be over
            return
        crowds = _keep_crowd(root, shelf, path_of(key, "shelf"), settled_ns)
        if crowds:
            del listings[shelf]
    whole = (FORMAT, key, looks, insides, listings, crowds, said.text, said.status)
    blockcache.save(path_of(key), whole)


def _second_of(moment_ns: int) -> int:
    return moment_ns // blockcache.SECOND_NS * blockcache.SECOND_NS


def _has_links(listing: Listing) -> bool:
    """Tell whether a card is a link, or no file: what such a one says may change elsewhere."""
    return not all(map(stat.S_ISREG, listing[1][4::5]))


def _keep_crowd(
    root: str, shelf: str, index: str, settled_ns: int
) -> list[tuple[str, str, str, Look]]:
    """Keep the stats of a large shelf for git to compare; empty where it could not."""
    names = [name for name in os.listdir(shelf) if name[-3:] == ".md" and name[0] != "."]
    rows = [(name, os.lstat(os.path.join(shelf, name))) for name in names]
    if not all(stat.S_ISREG(one.st_mode) and one.st_ctime_ns < settled_ns for _, one in rows):
        return []
    look = many_stats.keep_stats(rows, index)
    return [(find_git(root), shelf, index, look)] if look else []


def _watched(desk: Desk, directory: str, status: ShareStatus) -> list[str]:
    """List every path the answer depends on; empty where that cannot be said for sure."""
    if not status.shelf or status.notes or status.tracked:
        return []
    if named_folder(directory) is None and configured_folder() is None:
        return []  # the nearest of the folders above: any of them could become it
    repository = open_repository(desk.cwd)
    configs = [os.path.join(repository.common, "config"), *personal_configs()]
    configs.append(os.path.join(repository.folder, "config.worktree"))
    under_way = [os.path.join(repository.folder, name) for name in UNDER_WAY]
    heads = _heads(repository)
    if not heads or any("include" in _text(path).lower() for path in configs):
        return []
    if any(map(os.path.lexists, under_way)):
        return []
    memory, settings = desk.memory.folder, desk.memory.settings
    return [
        *configs,
        *heads,
        *under_way,
        *(config_path(), "/etc/localtime"),
        *_above(memory, ".git"),
        *_above(desk.cwd, ".git"),
        *_own_index(desk),
        *_parts(repository.root, (".ai", "ofttold.toml")),
        *_parts(repository.root, tuple(status.shelf.split("/"))),
        os.path.join(memory, "ofttold.toml"),
        *(os.path.join(memory, settings.text(f"files.{name}")) for name in _TEXTS),
        os.path.join(desk.folder, RECORD),
    ]


def _heads(repository: Repository) -> list[str]:
    """List the files that say which commit this is; empty where they are not plain."""
    head = _text(os.path.join(repository.folder, "HEAD")).strip()
    loose = os.path.join(repository.common, *head.removeprefix("ref: ").split("/"))
    packed = os.path.join(repository.common, "packed-refs")
    if not head.startswith("ref: ") or not (os.path.isfile(loose) or os.path.isfile(packed)):
        return []
    if _text(loose).startswith("ref:"):  # another name for another branch, whose file says it
        return []
    own = [os.path.join(repository.folder, name) for name in ("HEAD", "FETCH_HEAD")]
    return [*own, loose, packed]


def _own_index(desk: Desk) -> list[str]:
    """List what tells which files the memory folder's own repository holds, if it has one."""
    if not inside_repository(desk.folder):
        return []
    return [
        *_above(desk.folder, ".git"),
        os.path.join(open_repository(desk.folder).folder, "index"),
    ]


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(1 << 20)
    except OSError:
        return ""


def _above(folder: str, name: str) -> list[str]:
    """List a name in a folder and in all above it."""
    found = []
    here = os.path.realpath(folder)
    while True:
        found.append(os.path.join(here, name))
        above = os.path.dirname(here)
        if above == here:
            return found
        here = above


def _parts(root: str, parts: tuple[str, ...]) -> list[str]:
    """List each folder on the way to a path below a root, and the path."""
    return [os.path.join(root, *parts[: depth + 1]) for depth in range(len(parts))]
