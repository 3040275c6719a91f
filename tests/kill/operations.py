"""What the kill tests do to a folder: one function for each way through the door.

Imports no test library, so that a process under strace starts fast.
"""

from __future__ import annotations

from pathlib import Path

from ofttold.core.splice import Splice
from ofttold.edge import files
from ofttold.edge.acts import Act
from ofttold.edge.locks import FolderLock

OLD, NEW = b"old text\n", b"old text\nand a new line\n"


def add_line(data: bytes) -> Splice | None:
    return None if data == NEW else Splice(len(data), len(data), NEW[len(OLD) :])


def edit(folder: Path) -> None:
    files.edit_file(str(folder / "a"), add_line)


def edit_by_lock(folder: Path) -> None:
    with FolderLock(str(folder)) as lock:
        files.edit_file(str(folder / "deep" / "b"), add_line, lock=lock)


def create(folder: Path) -> None:
    if not (folder / "new").exists():
        files.create_file(str(folder / "new"), NEW)


def remove(folder: Path) -> None:
    if (folder / "a").exists():
        files.remove_file(str(folder / "a"), expected=OLD)


def cache(folder: Path) -> None:
    files.write_cache(str(folder / "a"), NEW)


def append(folder: Path) -> None:
    if files.read_file(str(folder / "a")) != NEW:
        files.append_line(str(folder / "a"), NEW[len(OLD) :].rstrip(b"\n"))


def act(folder: Path) -> None:
    """Change, make, move and remove, unless that is done already."""
    with FolderLock(str(folder)) as lock:
        if (folder / "a").read_bytes() == NEW:
            return
        whole = Act(str(folder), lock=lock)
        whole.replace("a", NEW, OLD)
        whole.replace("linked", NEW, OLD)
        whole.create("made/new", NEW)
        whole.move("deep/b", "made/moved")
        whole.remove("gone", OLD)
        whole.commit()
