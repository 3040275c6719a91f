"""A memory folder as its git history has it on a day: names and bytes, nothing checked out.

The folder may lie anywhere in the repository and may have been called otherwise on that day.
"""

from __future__ import annotations

import posixpath
from datetime import datetime

from ofttold.edge.gitcall import NoGit, call_git, inside_repository

LINK_MODE = b"120000"


class Past:
    """The folder's files as of one commit, by name relative to the folder."""

    __slots__ = ("_folder", "blobs", "commit", "when")

    def __init__(self, folder: str, commit: str, when: str, blobs: dict[str, str]) -> None:
        self._folder, self.commit, self.when, self.blobs = folder, commit, when, blobs

    def read(self, name: str) -> bytes:
        """Give the bytes of a file; raises FileNotFoundError where it was not there yet."""
        found = self.read_all([name])
        if name not in found:
            raise FileNotFoundError(name)
        return found[name]

    def read_all(self, names: list[str]) -> dict[str, bytes]:
        """Give the bytes of those files that were there, in one call of git."""
        wanted = [name for name in names if name in self.blobs]
        return _read_blobs(self._folder, {name: self.blobs[name] for name in wanted})


def _read_blobs(folder: str, blobs: dict[str, str]) -> dict[str, bytes]:
    if not blobs:
        return {}
    asked = "".join(f"{blob}\n" for blob in blobs.values()).encode()
    out = call_git(folder, "cat-file", "--batch", given=asked).out
    found: dict[str, bytes] = {}
    at = 0
    for name in blobs:
        end = out.find(b"\n", at)
        if end < 0:
            break
        size = out[at:end].rsplit(b" ", 1)[-1]
        at = end + 1
        if size.isdigit():  # else "missing": a partial clone does not hold it
            found[name] = out[at : at + int(size)]
            at += int(size) + 1
    return found


def past_of(folder: str, moment: datetime, *, known_by: str) -> Past | None:
    """Give the folder as of the last commit not later than a moment; None where history has none.

    ``known_by`` is a file of the folder whose renames tell what the folder was called before.
    """
    if not inside_repository(folder):
        return None
    try:
        place = _place_now(folder)
        found = _last_commit(folder, place, moment)
        if found is None:
            former = _place_then(folder, known_by, moment)
            if former is None:
                return None
            place, found = former, _last_commit(folder, former, moment)
        return Past(folder, *found, _list_blobs(folder, found[0], place)) if found else None
    except NoGit:
        return None


def _place_now(folder: str) -> str:
    """Give the folder's path in its work tree: '' or ending in a slash."""
    out = call_git(folder, "rev-parse", "--show-prefix").out
    return out.rstrip(b"\n").decode("utf-8", "surrogateescape")


def _place_then(folder: str, known_by: str, moment: datetime) -> str | None:
    """Give the folder's path at a moment, by the renames of one of its files; None: not there yet."""
    followed = call_git(
        folder,
        "log", "--follow", "--find-renames", "-z", "--name-only", "--format=%x01%ct", "--", known_by,
    ).out  # fmt: skip
    for entry in followed.split(b"\x01")[1:]:
        stamp, _, names = entry.partition(b"\0")
        if int(stamp.strip()) <= moment.timestamp():
            name = names.strip(b"\n\0").decode("utf-8", "surrogateescape")
            above = posixpath.dirname(name)
            return f"{above}/" if above else ""
    return None


def _last_commit(folder: str, place: str, moment: datetime) -> tuple[str, str] | None:
    """Give the last commit up to a moment that touched a place, and when it was made."""
    last = call_git(
        folder,
        "rev-list", "-1", "--format=%H %cI", f"--before={moment.isoformat()}", "HEAD",
        "--", f":(top,literal){place}",
    )  # fmt: skip
    lines = last.out.decode().splitlines()
    if last.code or len(lines) < 2:
        return None
    commit, _, when = lines[1].partition(" ")
    return commit, when


def _list_blobs(folder: str, commit: str, place: str) -> dict[str, str]:
    """List the files under a place in a commit by their name in it; a link stands for its target."""
    listed = call_git(
        folder, "ls-tree", "-r", "-z", "--full-tree", commit, *([place] if place else [])
    )
    blobs: dict[str, str] = {}
    links: dict[str, str] = {}
    for row in listed.out.split(b"\0"):
        head, _, raw = row.partition(b"\t")
        words = head.split(b" ")
        if len(words) == 3 and words[1] == b"blob":
            name = raw.decode("utf-8", "surrogateescape").removeprefix(place)
            (links if words[0] == LINK_MODE else blobs)[name] = words[2].decode()
    for name, target in _read_blobs(folder, links).items():
        aim = posixpath.normpath(
            posixpath.join(posixpath.dirname(name), target.decode("utf-8", "surrogateescape"))
        )
        if aim in blobs:
            blobs[name] = blobs[aim]
    return blobs
