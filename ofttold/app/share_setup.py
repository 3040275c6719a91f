"""Offering the field-by-field merge to git, for the shelf alone; and being that merge.

Two entries: ``merge.ofttold`` in the repository's own configuration (this clone only), and a line
in ``.gitattributes`` beside the cards, which travels. Taking the offer back leaves nothing.
"""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass

from ofttold.app.cards import Desk
from ofttold.app.shelf import Shelf, open_shelf
from ofttold.core.errors import OfttoldError
from ofttold.core.sharing.merge import merge_cards
from ofttold.core.splice import Splice
from ofttold.edge.files import (
    FileMissing,
    create_file,
    edit_file,
    make_folder,
    read_file,
    remove_file,
    write_cache,
)
from ofttold.edge.git import ask_git, run_git

DRIVER = "merge.ofttold"
NAME = "merge memory cards field by field"
ATTRIBUTES = ".gitattributes"
LINE = b"*.md merge=ofttold\n"


class NotHandedOver(OfttoldError):
    """The merge driver was given a file that git does not hand over."""

    key = "not_handed_over"


@dataclass(frozen=True, slots=True)
class Setup:
    """What stands, or would: the driver's command, the attributes file, and whether it changed."""

    command: str
    attributes: str
    stands: bool
    changed: bool


def driver_command() -> str:
    """Give the command git is to run: this very interpreter, the four names git fills in."""
    program = [sys.executable, "-I", "-m", "ofttold", "share", "merge-driver"]
    return f"{shlex.join(program)} %O %A %B %P"


def look(desk: Desk) -> Setup:
    """Say what the offer is and whether it was taken; writes nothing."""
    shelf = open_shelf(desk)
    return Setup(driver_command(), shelf.member(ATTRIBUTES), _stands(shelf), changed=False)


def set_up(desk: Desk) -> Setup:
    """Take the offer: the driver into the configuration, the line into the attributes."""
    shelf = open_shelf(desk)
    before = _stands(shelf)
    ask_git(shelf.repository, "config", "--local", f"{DRIVER}.name", NAME)
    ask_git(shelf.repository, "config", "--local", f"{DRIVER}.driver", driver_command())
    make_folder(shelf.folder, private=False)
    path = os.path.join(shelf.folder, ATTRIBUTES)
    if not os.path.lexists(path):
        create_file(path, LINE, private=False)
    else:
        edit_file(path, _with_line)
    return Setup(driver_command(), shelf.member(ATTRIBUTES), stands=True, changed=not before)


def take_back(desk: Desk) -> Setup:
    """Take the offer back; other lines and settings stay."""
    shelf = open_shelf(desk)
    before = _stands(shelf)
    run_git(shelf.repository, "config", "--local", "--remove-section", DRIVER)
    path = os.path.join(shelf.folder, ATTRIBUTES)
    try:
        if read_file(path) == LINE:
            remove_file(path, expected=LINE)
        else:
            edit_file(path, _without_line)
    except FileMissing:
        return Setup(driver_command(), shelf.member(ATTRIBUTES), stands=False, changed=before)
    return Setup(driver_command(), shelf.member(ATTRIBUTES), stands=False, changed=True)


def _stands(shelf: Shelf) -> bool:
    """Tell whether both halves of the offer are in place, the driver and the line that asks for it."""
    try:
        if _with_line(read_file(os.path.join(shelf.folder, ATTRIBUTES))) is not None:
            return False
    except FileMissing:
        return False
    answer = run_git(shelf.repository, "config", "--local", "--get", f"{DRIVER}.driver")
    return answer.out.decode("utf-8", "replace").strip() == driver_command()


def _with_line(data: bytes) -> Splice | None:
    if LINE.strip() in (line.strip() for line in data.splitlines()):
        return None
    gap = b"" if not data or data.endswith(b"\n") else b"\n"
    return Splice(len(data), len(data), gap + LINE)


def _without_line(data: bytes) -> Splice | None:
    at = 0
    for line in data.splitlines(keepends=True):
        if line.strip() == LINE.strip():
            return Splice(at, at + len(line), b"")
        at += len(line)
    return None


def merge_driver(base: str, ours: str, theirs: str, name: str) -> tuple[str, ...]:
    """Be git's merge driver: merge three files, write the result over ``ours``.

    git hands over files of its own in the current folder; any other path is somebody's file, and
    neither read nor written (NotHandedOver). Gives the fields left in conflict. Raises CardUnreadable where a side cannot be read, and git
    then keeps its own conflict.
    """
    for path in (base, ours, theirs):
        if os.path.dirname(path) or os.path.islink(path):
            raise NotHandedOver(path=path)
    data = [read_file(path, limit=None) for path in (base, ours, theirs)]
    # git hands over an empty file where there is no common base
    merged = merge_cards(data[0] or None, data[1], data[2], name=name)
    write_cache(os.path.abspath(ours), merged.data or b"")
    return merged.conflicts
