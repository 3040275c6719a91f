"""The files of a layer with their stats, read quickly. Knows nothing of what stands in them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ofttold.core.search.document import Doc

    # path below the folder, size, mtime_ns, ctime_ns, inode
    Stat = tuple[str, int, int, int, int]
    Parse = Callable[[str, bytes], Sequence[Doc] | None]

FINE_GRAIN_NS = 100_000_000  # ns; a file younger than this may change and keep its times
COARSE_GRAIN_NS = 2_000_000_000  # ns; the same where times are whole seconds (FAT, HFS+)
_KIND, _REGULAR = 0o170000, 0o100000


class Source:
    """A layer as it lies on disk now: its name, folder, files with stats, and how to read one.

    ``parse`` takes a path below the folder and its bytes; it gives what is to be found in the file,
    nothing for a file that holds nothing, None for a broken one (the sync's report names it).
    """

    __slots__ = ("files", "folder", "layer", "parse")

    def __init__(self, layer: str, folder: str, files: list[Stat], parse: Parse) -> None:
        self.layer = layer
        self.folder = folder
        self.files = files
        self.parse = parse


def list_files(folder: str, suffix: str = ".md") -> list[Stat]:
    """Give the plain files of a folder, not below it, in order of name; none where it is missing.

    Names beginning with a dot are passed over. A link counts as what it leads to.
    """
    if os.stat not in os.supports_dir_fd or os.listdir not in os.supports_fd:
        return _list_by_scan(folder, suffix)
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return []
    try:
        return _list_by_handle(handle, suffix)
    finally:
        os.close(handle)


def list_odd(folder: str, suffix: str = ".md", *, links: bool = True) -> list[str]:
    """Give the names that ``list_files`` passes over: no files, dead links, circles; in order.

    ``links=False`` names every link too, for a folder in which none is followed.
    """
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name
                for entry in entries
                if entry.name.endswith(suffix)
                and entry.name[0] != "."
                and not _is_plain(entry, links=links)
            )
    except OSError:
        return []


def _is_plain(entry: os.DirEntry[str], *, links: bool) -> bool:
    try:
        return entry.is_file(follow_symlinks=links)
    except OSError:
        return False  # a circle of links


def _list_by_handle(handle: int, suffix: str) -> list[Stat]:
    found: list[Stat] = []
    names = [name for name in os.listdir(handle) if name.endswith(suffix) and name[0] != "."]
    names.sort()
    for name in names:
        try:
            stat = os.stat(name, dir_fd=handle)
        except OSError:
            continue  # a dangling link, or gone since the listing
        if stat.st_mode & _KIND == _REGULAR:
            found.append((name, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino))
    return found


def _list_by_scan(folder: str, suffix: str) -> list[Stat]:
    """Do the same where there are no descriptors of folders (Windows: the scan brings the stats)."""
    found: list[Stat] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(suffix) and entry.name[0] != "." and entry.is_file():
                    stat = entry.stat()
                    times = (stat.st_mtime_ns, stat.st_ctime_ns)
                    found.append((entry.name, stat.st_size, *times, stat.st_ino))
    except OSError:
        return []
    return sorted(found)


def is_young(stat: Stat, now_ns: int) -> bool:
    """Tell whether a file read at this time may change again without its times showing it."""
    coarse = stat[2] % 1_000_000_000 == 0
    return max(stat[2], stat[3]) > now_ns - (COARSE_GRAIN_NS if coarse else FINE_GRAIN_NS)
