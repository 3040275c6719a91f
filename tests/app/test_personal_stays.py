"""Personal never leaves: random commands, every flag, and after each a look into every git there is."""

from __future__ import annotations

import gzip
import os
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ofttold.cli.main import root
from tests.app.sharebox import ShareBox

SECRET = "Zwergwal"  # stands in everything that was never proposed


class World:
    """A memory folder under git, a project with a bare origin, and cards of every kind."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.box = ShareBox(base)
        self.bare = base / "bare.git"
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(self.bare)], check=True)
        self.box.git("remote", "set-url", "origin", str(self.bare))
        self.box.git("push", "-q", "-u", "origin", "main")
        self._init_memory()
        self.never = self.box.note(
            f"{SECRET} 标题", summary=f"{SECRET} 摘要", body=f"{SECRET} 正文", when=f"{SECRET} 前提"
        )
        self.free = self.box.note("可以分享的", body="没有秘密")
        self.draft = self.box.draft("草稿", body="项目的")
        self.sent = self.box.draft("已提交", body="项目的")
        self.run("share", "submit", self.sent)
        self.ids = {"N": self.never, "F": self.free, "D": self.draft, "S": self.sent}

    def _init_memory(self) -> None:
        memory = self.box.memory
        (memory / "ofttold.toml").write_text('lang = "zh"\n[sync]\ngit = "commit"\n')
        (memory / "memory.md").write_text(
            "## 常被提起\n\n- **鲸·圆润** → `2026-10-30`\n\n## 待办\n"
        )
        (memory / "relationship.md").write_text(
            "## 情绪词表\n\n- 平静\n\n## 情绪缓存区\n\n此刻：平静\n"
        )
        self.box.git("init", "-q", "-b", "main", repo=memory)
        self.box.git("config", "user.name", "安娜", repo=memory)
        self.box.git("config", "user.email", "anna@example.test", repo=memory)
        self.box.git("add", "-A", repo=memory)
        self.box.git("commit", "-q", "-m", "first", repo=memory)

    def run(self, *words: str, cwd: Path | None = None) -> str:
        """Run a command as a person would; gives all it printed."""
        with _inside(cwd or self.box.repo):
            done = CliRunner().invoke(root, [*words, "--dir", str(self.box.memory)])
        assert done.exit_code in (0, 1, 2, 4), (words, done.output, done.exception)
        return done.output

    def look(self, printed: str) -> None:
        """Assert that nothing of the card that was never proposed is anywhere it must not be."""
        for line in printed.splitlines():
            if line.lstrip().startswith(("git ", "gh ")):
                assert SECRET not in line
                assert self.never not in line
        for repository in (self.box.repo, self.bare, self.box.memory):
            for where, data in _held_by_git(repository):
                assert SECRET.encode() not in data, (repository.name, where)
        for path in self.box.repo.rglob("*"):
            if path.is_file() and not path.is_symlink():
                data = path.read_bytes()
                assert SECRET.encode() not in data, path
                if path.suffix == ".gz":
                    assert SECRET.encode() not in gzip.decompress(data), path
        for path in self.base.glob("plain/without*.gz"):
            assert SECRET.encode() not in gzip.decompress(path.read_bytes()), path


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _held_by_git(repository: Path) -> Iterator[tuple[str, bytes]]:
    """Give everything a repository holds: objects, unpacked or not, index, logs, messages."""
    every = ("cat-file", "--batch-all-objects", "--batch", "--buffer")
    objects = subprocess.run(
        ["git", "-C", str(repository), *every], capture_output=True, check=True
    )
    yield "objects", objects.stdout
    folder = repository / ".git" if (repository / ".git").is_dir() else repository
    for path in folder.rglob("*"):
        if path.is_file() and "objects" not in path.parts:
            yield str(path), path.read_bytes()
        elif path.is_file():
            try:
                yield str(path), zlib.decompress(path.read_bytes())
            except zlib.error:
                continue  # a pack: its objects were listed above


COMMANDS = [
    "share propose F",
    "share propose F --local-approve",
    "share submit N",
    "share submit D N",
    "share submit D",
    "share submit D --branch memory/x --base main --by 某人",
    "share promote N",
    "share promote S",
    "share promote N --reject --note x",
    "share promote S --reject --note x --by y",
    "share promote S --resubmit",
    "share status",
    "share status --format json",
    "share pull",
    "share push",
    "share resolve",
    "share resolve N",
    "share distill",
    "share setup --yes",
    "share setup --undo",
    "share pr-status --apply",
    "share export without1.tar.gz",
    "share export in-repo.tar.gz --all",
    "share export ../plain/with-all.tar.gz --all",
    "share import without1.tar.gz",
    "share import in-repo.tar.gz",
    "card retract N",
    "card retract S --note x",
    "card supersede N D",
    "card supersede D N",
    "card supersede N --title 新 --summary 新的",
    "card supersede S --title 换",
    "card move D",
    "card move N",
    "card audit",
    "card list",
    "card topic x --winner N",
    "card forget N",
    "card archive restore N",
    "card undo N",
    "card save --id N --scope project --title x",
    "card save --title 又一张 --scope personal --body Zwergwal",
    "card save --title 草稿二 --body 项目的",
    "card search 鲸",
    "note 记一笔",
    "emotion 平静",
    "project here",
    "@plain share export without2.tar.gz",
    "@plain share export with-all.tar.gz --all",
    "@memory share status",
    "@memory share submit N",
    "@memory share export x.tar.gz --all",
    "@memory share export x.tar.gz",
    "@memory share push",
    "@memory share setup --yes",
    "@git add -A",
    "@git commit -q -a -m work",
]


def play(world: World, commands: list[str]) -> None:
    for command in commands:
        words = [world.ids.get(word, word) for word in command.split()]
        where = words.pop(0) if words[0].startswith("@") else ""
        if where == "@git":
            done = subprocess.run(
                ["git", "-C", str(world.box.repo), *words], capture_output=True, check=False
            )
            world.look(done.stdout.decode("utf-8", "replace"))
            continue
        cwd = {"@plain": world.box.plain, "@memory": world.box.memory}.get(where)
        world.look(world.run(*words, cwd=cwd))


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OFTTOLD_NOW", "")
    return tmp_path


_RUNS = [0]


def _world(base: Path) -> World:
    _RUNS[0] += 1
    folder = base / f"world{_RUNS[0]}"
    folder.mkdir()
    return World(folder)


def test_every_command_once_in_order(base: Path) -> None:
    world = _world(base)
    play(world, COMMANDS)
    assert SECRET in "".join(p.read_text() for p in world.box.memory.rglob("*.md"))


@pytest.mark.slow
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(COMMANDS), min_size=4, max_size=14))
def test_random_commands_in_any_order(base: Path, commands: list[str]) -> None:
    play(_world(base), commands)
