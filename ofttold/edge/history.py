"""A memory folder as its git history has it on a day: names and bytes, nothing checked out."""

from __future__ import annotations

from datetime import datetime

from ofttold.edge.gitcall import NoGit, call_git, inside_repository


class Past:
    """The folder's files as of one commit, by name relative to the folder."""

    __slots__ = ("_folder", "blobs", "commit", "when")

    def __init__(self, folder: str, commit: str, when: str, blobs: dict[str, str]) -> None:
        self._folder, self.commit, self.when, self.blobs = folder, commit, when, blobs

    def read(self, name: str) -> bytes:
        """Give the bytes of a file; raises FileNotFoundError where it was not there yet."""
        if name not in self.blobs:
            raise FileNotFoundError(name)
        return self.read_all([name])[name]

    def read_all(self, names: list[str]) -> dict[str, bytes]:
        """Give the bytes of several files in one call of git."""
        wanted = [name for name in names if name in self.blobs]
        if not wanted:
            return {}
        asked = "".join(f"{self.blobs[name]}\n" for name in wanted).encode()
        out = call_git(self._folder, "cat-file", "--batch", given=asked).out
        found: dict[str, bytes] = {}
        at = 0
        for name in wanted:
            end = out.index(b"\n", at)
            size = int(out[at:end].rsplit(b" ", 1)[-1])
            found[name] = out[end + 1 : end + 1 + size]
            at = end + 1 + size + 1
        return found


def past_of(folder: str, end_of_day: datetime) -> Past | None:
    """Give the folder as of the last commit not later than a moment; None where history has none."""
    if not inside_repository(folder):
        return None
    try:
        last = call_git(
            folder,
            "rev-list",
            "-1",
            "--format=%H %cI",
            f"--before={end_of_day.isoformat()}",
            "HEAD",
            "--",
            ".",
        )
    except NoGit:
        return None
    lines = last.out.decode().splitlines()
    if last.code or len(lines) < 2:
        return None
    commit, _, when = lines[1].partition(" ")
    listed = call_git(folder, "ls-tree", "-r", "-z", commit)
    if listed.code:
        return None
    blobs = {}
    for row in listed.out.split(b"\0"):
        head, _, name = row.partition(b"\t")
        if name and head.split(b" ")[1:2] == [b"blob"]:
            blobs[name.decode("utf-8", "surrogateescape")] = head.split(b" ")[2].decode()
    return Past(folder, commit, when, blobs)
