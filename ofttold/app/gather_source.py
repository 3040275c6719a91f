"""Where the bytes of a memory folder come from, and the look that tells whether they changed.

On the hooks' path once something changed: no pathlib, no dataclasses.
"""

from __future__ import annotations

import os

from ofttold.core.settings import FILE_NAME
from ofttold.edge import blockcache
from ofttold.edge.regular import regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofttold.core.settings import Settings
    from ofttold.edge.blockcache import Look, Stat

FILES = ("memory", "relationship", "detours", "index")
FIRST_READ = 1 << 16  # bytes; a diary day is read in one call
LARGEST_READ = 4 * 1024 * 1024 + 1  # bytes; one more than the largest that is loaded


class Source:
    """Where a folder's bytes come from: the disk (this class) or a day of its history.

    ``look`` may have been taken already (a hook's first try of the cache did); ``look_until``
    (``time.monotonic``) is when one taken here leaves the older pages unseen.
    """

    __slots__ = ("folder", "look", "settings")

    def __init__(
        self,
        folder: str,
        settings: Settings,
        look: Look | None = None,
        *,
        look_until: float | None = None,
    ) -> None:
        self.folder, self.settings = folder, settings
        self.look = look or blockcache.take_look(
            folder, look_names(settings), settings.text("files.diary"), until=look_until
        )

    def stat(self, which: str) -> Stat:
        """Give the stat of one of the four files."""
        return self.look.files[1 + FILES.index(which)]

    def read(self, which: str) -> bytes:
        """Read one of the four files; raises OSError."""
        return _read(os.path.join(self.folder, self.settings.text(f"files.{which}")))

    def read_day(self, name: str) -> bytes:
        """Read one diary day; raises OSError."""
        return _read(os.path.join(self.folder, self.settings.text("files.diary"), name))


def look_names(settings: Settings) -> tuple[str, ...]:
    """Give the files that a look looks at: the settings, then FILES in order."""
    return (FILE_NAME, *(settings.text(f"files.{which}") for which in FILES))


def _read(path: str) -> bytes:
    descriptor = regular(path)
    try:
        data = os.read(descriptor, FIRST_READ)
        while len(data) < LARGEST_READ and (more := os.read(descriptor, LARGEST_READ - len(data))):
            data += more
        return data
    finally:
        os.close(descriptor)
