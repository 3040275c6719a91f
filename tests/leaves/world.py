"""A memory folder full of cards that must not leave, the repositories around it, and a look into all.

The look sees every object a repository holds (loose or packed, reachable or not), its index, logs,
refs and messages, every work tree, every bundle, and the commands that were printed.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ofttold.app.card_save import save
from ofttold.app.cards import open_desk
from ofttold.app.submit import submit
from ofttold.core.cards.saving import Wish
from tests.app.sharebox import ShareBox

SECRET = b"Zwergwal"  # stands in every field of every card that is never proposed
FIELDS = ("title", "summary", "body", "when", "kind", "topic")


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Stand in a folder for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class World:
    """One scene, made once and put back for each walk; ``notes``: the memory lies in the project."""

    def __init__(self, base: Path, *, notes: bool) -> None:
        self.base, self.notes = base / "world", notes
        self.kept = base / "kept"
        self.base.mkdir()
        box = ShareBox(self.base)
        self.repo, self.plain = box.repo, box.plain
        self.memory = self.repo / "notes" if notes else box.memory
        if notes:
            box.memory.rename(self.memory)
        box.memory = self.memory
        self._write_memory()
        self._add_repositories(box)
        self._write_cards(box)
        self._add_people()
        shutil.copytree(self.base, self.kept, symlinks=True)
        self.put_back()

    def put_back(self) -> None:
        """Make everything as it was at first."""
        shutil.rmtree(self.base)
        shutil.copytree(self.kept, self.base, symlinks=True)
        self.allowed: set[Path] = set()
        self.seen: dict[Path, tuple[int, ...]] = {}
        self.count = 0

    def _write_memory(self) -> None:
        (self.memory / "ofttold.toml").write_text('lang = "zh"\n[sync]\ngit = "pull-push"\n')
        (self.memory / "memory.md").write_text(
            "## 常被提起\n\n- **鲸·圆润** → `2026-10-30`\n\n## 待办\n"
        )
        (self.memory / "relationship.md").write_text(
            "## 情绪词表\n\n- 平静\n\n## 情绪缓存区\n\n此刻：平静\n"
        )
        (self.memory / "diary").mkdir()
        (self.memory / "diary" / "2026-11-29.md").write_text("鲸\n")

    def _add_repositories(self, box: ShareBox) -> None:
        """Give the project a remote and a second work tree, and the memory folder a git of its own."""
        hub, own = self.base / "hub.git", self.base / "own.git"
        for bare in (hub, own):
            subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(bare)], check=True)
        box.git("remote", "set-url", "origin", str(hub))
        box.git("push", "-q", "-u", "origin", "main")
        box.git("worktree", "add", "-q", "-b", "tree", str(self.base / "tree"))
        if self.notes:
            return
        box.git("init", "-q", "-b", "main", repo=self.memory)
        for key, value in (("user.name", "安娜"), ("user.email", "anna@example.test")):
            box.git("config", key, value, repo=self.memory)
        box.git("add", "-A", repo=self.memory)
        box.git("commit", "-q", "-m", "first", repo=self.memory)
        box.git("remote", "add", "origin", str(own), repo=self.memory)
        box.git("push", "-q", "-u", "origin", "main", repo=self.memory)

    def _write_cards(self, box: ShareBox) -> None:
        mark = SECRET.decode()
        never = []
        for number in (1, 2):
            wish = Wish(
                **dict.fromkeys(FIELDS, f"{mark} {number}"),  # type: ignore[arg-type]
                tags=(mark,),
                triggers=(mark,),
                links=("mem_aaaaaaaaaaaa",),
                scope="personal",
                distinct=True,
            )
            never.append(save(box.desk(), wish).id)
            save(box.desk(), Wish(id=never[-1], title=f"{mark} 改名 {number}"))
        by_hand = "mem_eeeeeeeeeeee"  # and nothing in it says that it is personal
        text = f"---\nid: {by_hand}\ntitle: {mark} 手写\n---\n{mark}\n"
        box.write(box.personal, f"{by_hand}.md", text)
        self.never = (*never, by_hand)
        self.free = box.note("可以分享的", body="没有秘密")
        self.draft = box.draft("草稿", body="项目的")
        save(box.desk(), Wish(id=self.draft, body="项目的，改过"))
        self.sent = box.draft("已提交", body="项目的")
        submit(box.desk(), [self.sent])

    def _add_people(self) -> None:
        """Lay out an editor, a gh that says "merged", files to import, and a file to merge."""
        (self.plain / "bin").mkdir()
        for name, text in (
            ("edit", 'echo 改 >> "$1"'),
            ("gh", 'echo \'{"state": "MERGED", "mergedBy": {"login": "lin"}}\''),
        ):
            program = self.plain / "bin" / name
            program.write_text(f"#!/bin/sh\n{text}\n")
            program.chmod(0o755)
        (self.plain / "vault").mkdir()
        (self.plain / "vault" / "浪.md").write_text("# 浪\n\n拍岸\n")
        (self.repo / ".merge_file_a").write_text("---\ntitle: a\n---\n")

    # -- what can be named ---------------------------------------------------------------------

    def cards_in(self, folder: Path) -> list[str]:
        """List the ids of the cards right in a folder."""
        return sorted(path.stem for path in folder.glob("mem_*.md") if path.is_file())

    def drafts(self) -> list[str]:
        """List the drafts of all desks."""
        desks = self.memory / "cards" / "projects"
        return [id_ for desk in sorted(desks.glob("*")) for id_ in self.cards_in(desk)]

    def proposable(self) -> list[str]:
        """List the personal cards that may be proposed: those without the mark."""
        folder = self.memory / "cards" / "personal"
        names = self.cards_in(folder)
        return [name for name in names if SECRET not in (folder / f"{name}.md").read_bytes()]

    def desk_name(self) -> str:
        """Give the name of the project's desk."""
        with inside(self.repo):
            from ofttold.app.context import open_memory

            return open_desk(open_memory(str(self.memory), look_around=False)).owner

    # -- the look ------------------------------------------------------------------------------

    def look(self, printed: str = "") -> None:
        """Assert that nothing of a card that was never proposed is where it must not be."""
        marks = (SECRET, *(id_.encode() for id_ in self.never))
        for line in printed.splitlines():
            if line.lstrip().startswith(("git ", "gh ")):
                assert not _held(line.encode(), marks), f"printed: {line}"
        for path in self._files():
            found = path.lstat()
            stat = (found.st_size, found.st_mtime_ns, found.st_ino)
            if self.seen.get(path) == stat:
                continue
            for data in _contents(path):
                held = _held(data, marks)
                assert not held, f"{held!r} is in {path.relative_to(self.base)}"
            self.seen[path] = stat

    def _files(self) -> Iterator[Path]:
        """Give every file in which nothing may be: all but the cards themselves and what may hold all."""
        cards = self.memory / "cards"
        for folder, folders, names in os.walk(self.base):
            here = Path(folder)
            if here == cards:
                folders.clear()
            for name in names:
                path = here / name
                if path not in self.allowed and not path.is_symlink():
                    yield path


def _held(data: bytes, marks: tuple[bytes, ...]) -> bytes:
    return next((mark for mark in marks if mark in data), b"")


def _contents(path: Path) -> Iterator[bytes]:
    """Give what a file says, packed as it may be."""
    data = path.read_bytes()
    yield data
    if path.suffix == ".gz":
        yield gzip.decompress(data)
    elif path.suffix == ".pack":
        every = ("cat-file", "--batch-all-objects", "--batch", "--buffer")
        folder = str(path.parents[2])
        yield subprocess.run(
            ["git", "--git-dir", folder, *every], capture_output=True, check=True
        ).stdout
    elif len(path.name) in (38, 62) and len(path.parent.name) == 2:
        yield zlib.decompress(data)
