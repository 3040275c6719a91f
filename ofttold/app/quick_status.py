"""``share status`` again, from what it said last time, while nothing it looked at has changed.

Everything the answer came from is kept beside it: the stats of every file (and of every place where
one could have stood), and of every card of desk and shelf. If one differs, or could have changed
without its stat showing it, the answer is worked out anew. Imports nothing that costs time: ten
thousand cards are told from their last commit in the time of their stats.
"""

from __future__ import annotations

import gc
import os
import time
from array import array

from ofttold import __version__
from ofttold.edge import blockcache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.app.cards import Desk
    from ofttold.app.share_status import ShareStatus

KIND, FORMAT = "status", 1
# what of the environment can change the answer
_VARIABLES = (
    *("OFTTOLD_DIR", "OFTTOLD_NOW", "TZ", "LC_ALL", "LC_MESSAGES", "LANG", "HOME", "PATH"),
    *("XDG_CONFIG_HOME", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_GLOBAL"),
)
_ABSENT = (-1, 0, 0, 0, 0)
_UNDER_WAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")


class Said:
    """An answer kept: the text and the exit status."""

    __slots__ = ("status", "text")

    def __init__(self, text: str, status: int) -> None:
        self.text, self.status = text, status


def quick_status(directory: str) -> Said | None:
    """Give the last answer from this folder if all it came from is unchanged; else None."""
    key = _key(directory)
    kept = blockcache.load(_path(key))
    if not isinstance(kept, tuple) or kept[:2] != (FORMAT, key):
        return None
    paths, stats, folders, listings, text, status = kept[2:]
    for path, stat in zip(paths, stats, strict=True):
        if _look(path) != stat:
            return None
    for folder, listing in zip(folders, listings, strict=True):
        if _list(folder) != listing:
            return None
    return Said(text, status)


def remember(desk: Desk, directory: str, status: ShareStatus, said: Said) -> None:
    """Keep an answer, unless something it came from could still change unseen."""
    paths = _watched(desk, directory, status)
    if not paths:
        return
    now_ns = time.time_ns()  # the disk's clock is meant, not the person's day
    folders = [place.folder for place in desk.places if place.layer in ("project", "shelf")]
    if status.shelf:
        folders.append(os.path.join(_root(desk), *status.shelf.split("/")))
    folders.append(desk.place("project").folder)
    folders = list(dict.fromkeys(folders))
    stats = [_look(path) for path in paths]
    listings = [_list(folder) for folder in folders]
    newest = max(max(stat[1], stat[2]) for stat in stats)
    newest = max(newest, *(_newest(listing) for listing in listings))
    if blockcache.is_young(newest, now_ns=now_ns):
        return
    key = _key(directory)
    whole = (FORMAT, key, paths, stats, folders, listings, said.text, said.status)
    blockcache.save(_path(key), whole)


def _key(directory: str) -> tuple[str, ...]:
    environ = os.environ
    return __version__, os.getcwd(), directory, *(environ.get(name, "") for name in _VARIABLES)


def _path(key: tuple[str, ...]) -> str:
    return blockcache.cache_path("\n".join(key[1:3]), KIND)


def _look(path: str) -> tuple[int, int, int, int, int]:
    """Stat what has this name itself; a link is another thing than what it leads to."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return _ABSENT
    changed = blockcache.changed_ns(found)
    return found.st_size, found.st_mtime_ns, changed, found.st_ino, found.st_mode


def _list(folder: str) -> tuple[list[str], bytes]:
    """Give all cards of a folder: their names and, packed, their stats.

    Written for speed: ten thousand stats are most of what the answer costs.
    """
    if os.stat not in os.supports_dir_fd or os.listdir not in os.supports_fd:
        return _list_by_scan(folder)
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return [], b""
    flat: list[int] = []
    put, look = flat.append, os.stat
    try:
        names = [name for name in os.listdir(handle) if name[-3:] == ".md" and name[0] != "."]
        for name in names:
            found = look(name, dir_fd=handle, follow_symlinks=False)
            put(found.st_mtime_ns)
            put(found.st_ctime_ns)
            put(found[6])  # size, inode and mode, without the cost of their names
            put(found[1])
            put(found[0])
    except OSError:
        return ["?"], b""  # gone since the listing: like no other, and not to be kept
    finally:
        os.close(handle)
    return names, array("Q", flat).tobytes()


def _list_by_scan(folder: str) -> tuple[list[str], bytes]:
    """Do the same where there are no descriptors of folders (Windows)."""
    flat: list[int] = []
    names: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name[-3:] == ".md" and entry.name[0] != ".":
                    found = entry.stat(follow_symlinks=False)
                    changed = blockcache.changed_ns(found)
                    flat += (found.st_mtime_ns, changed, found.st_size, found.st_ino)
                    flat.append(found.st_mode)
                    names.append(entry.name)
    except OSError:
        return [], b""
    return names, array("Q", flat).tobytes()


def _newest(listing: tuple[list[str], bytes]) -> int:
    """Give when the latest of the cards changed; never past for a listing that is not whole."""
    names, packed = listing
    flat = array("Q", packed)
    if len(flat) != 5 * len(names):
        return time.time_ns()
    return max(*flat[0::5], *flat[1::5]) if flat else 0


def _root(desk: Desk) -> str:
    return desk.project.root if desk.project else desk.cwd


def _watched(desk: Desk, directory: str, status: ShareStatus) -> list[str]:
    """List every path the answer depends on; empty where that cannot be said for sure."""
    from ofttold.edge.gitcall import inside_repository
    from ofttold.edge.where import named_folder

    if not status.shelf or status.notes or status.tracked or named_folder(directory) is None:
        return []
    if inside_repository(desk.memory.folder):
        return []
    from ofttold.edge.git import open_repository
    from ofttold.edge.project import PROJECTS, personal_configs

    repository = open_repository(desk.cwd)
    configs = [os.path.join(repository.common, "config"), *personal_configs()]
    configs.append(os.path.join(repository.folder, "config.worktree"))
    if any("include" in _text(path).lower() for path in configs):
        return []
    head = _text(os.path.join(repository.folder, "HEAD")).strip()
    loose = os.path.join(repository.common, *head.removeprefix("ref: ").split("/"))
    packed = os.path.join(repository.common, "packed-refs")
    if not head.startswith("ref: ") or not (os.path.isfile(loose) or os.path.isfile(packed)):
        return []
    under_way = [os.path.join(repository.folder, name) for name in _UNDER_WAY]
    if any(os.path.lexists(path) for path in under_way):
        return []
    memory, settings = desk.memory.folder, desk.memory.settings
    texts = ("memory", "relationship")
    return [
        *configs,
        *(os.path.join(repository.folder, name) for name in ("HEAD", "FETCH_HEAD")),
        *(loose, packed, *under_way),
        *_above(memory, ".git"),
        *_above(desk.cwd, ".git"),
        *_parts(repository.root, (".ai", "ofttold.toml")),
        *_parts(repository.root, tuple(status.shelf.split("/"))),
        os.path.join(memory, "ofttold.toml"),
        *(os.path.join(memory, settings.text(f"files.{name}")) for name in texts),
        os.path.join(desk.folder, ".ofttold-submit"),
        os.path.join(desk.folder, PROJECTS),
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


def main(arguments: list[str]) -> int | None:
    """Answer ``share status`` at once; gives the exit status, None where it has to be worked out."""
    directory = ""
    if len(arguments) == 2 and arguments[0] == "--dir":
        directory = arguments[1]
    elif arguments:
        return None
    gc.disable()  # ten thousand stats would have it run for nothing
    said = quick_status(directory)
    if said is None:
        gc.enable()
        return None
    data = said.text.encode("utf-8", "backslashreplace")
    while data:
        data = data[os.write(1, data) :]
    return said.status
