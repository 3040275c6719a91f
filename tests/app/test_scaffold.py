from __future__ import annotations

import os
import stat
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from ofttold.app import scaffold as app
from ofttold.app.context import BadSettings, open_memory
from ofttold.app.scaffold import Scaffolded, scaffold
from ofttold.core.errors import OfttoldError
from ofttold.core.ritual.scaffold import FileInTheWay, FolderInTheWay, LinkToNowhere
from ofttold.core.toml_splice import UnclearToml, UnreadableToml
from ofttold.edge import placing, present
from ofttold.edge.files import NotWritable
from ofttold.edge.settings import config_path
from ofttold.edge.shipped import read_shipped
from tests.edge.unprivileged import reachable_folder, unprivileged

ALL = ["detours.md", "diary/README.md", "index.md", "memory.md", "relationship.md"]
Tree = dict[str, tuple[object, ...]]


def tree(folder: Path) -> Tree:
    """Take down everything that could change: kinds, modes, times, bytes, link targets."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        body = b"" if not path.is_file() or path.is_symlink() else path.read_bytes()
        target = os.readlink(path) if path.is_symlink() else ""
        times = (status.st_mtime_ns,) if not path.is_dir() else ()
        found[str(path.relative_to(folder))] = (stat.filemode(status.st_mode), times, body, target)
    return found


def lay(folder: Path, *, default: bool = False) -> Scaffolded:
    return scaffold(str(folder), lang="en", default=default)


def made(done: Scaffolded) -> list[str]:
    return sorted(step.path for step in done.steps if step.data is not None)


def test_a_new_folder_gets_every_template_private_and_byte_for_byte(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "memory"
    assert made(lay(folder)) == ALL
    shipped = read_shipped("scaffold", "en")
    assert {path: (folder / path).read_bytes() for path in ALL} == shipped
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE((folder / path).stat().st_mode) for path in ALL} == {0o600}
    assert sorted(path.name for path in folder.iterdir()) == sorted([*ALL[:1], "diary", *ALL[2:]])


def test_a_second_run_makes_nothing_and_changes_nothing(tmp_path: Path) -> None:
    lay(tmp_path / "m")
    before = tree(tmp_path)
    done = lay(tmp_path / "m")
    assert made(done) == []
    assert tree(tmp_path) == before


def test_a_folder_kept_for_years_gets_only_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    (folder / "diary").mkdir(parents=True)
    (folder / "memory.md").write_bytes(b"\xef\xbb\xbfmine\r\nno final newline")
    (folder / "relationship.md").write_bytes(b"")
    (folder / "diary" / "2019-01-01.md").write_text("old", "utf-8")
    (folder / "memory.md").chmod(0o444)
    os.utime(folder / "memory.md", (1_000_000_000, 1_000_000_000))
    folder.chmod(0o750)
    before = tree(tmp_path)
    done = lay(folder)
    after = tree(tmp_path)
    assert made(done) == ["detours.md", "diary/README.md", "index.md"]
    assert {path: after[path] for path in before} == before
    assert [step.path for step in done.steps if step.empty] == ["relationship.md"]


def test_the_language_is_the_folders_own_unless_one_is_given(tmp_path: Path) -> None:
    (tmp_path / "memory.md").write_text("## 常被提起\n", "utf-8")
    done = scaffold(str(tmp_path), lang=None, default=False)
    assert done.lang == "zh"
    assert (tmp_path / "index.md").read_bytes() == read_shipped("scaffold", "zh")["index.md"]


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory\n- likes tea\n", "utf-8")
    (folder / "memory" / "2026-11-29.md").write_text("a day", "utf-8")
    return folder


def test_the_common_layout_is_adopted_and_named_in_new_settings(agents: Path) -> None:
    before = tree(agents)
    done = lay(agents)
    assert made(done) == [
        "detours.md",
        "index.md",
        "memory/README.md",
        "ofttold.toml",
        "relationship.md",
    ]
    assert not (agents / "memory.md").exists()
    assert not (agents / "diary").exists()
    names = tomllib.loads((agents / "ofttold.toml").read_text("utf-8"))
    assert names == {"files": {"memory": "MEMORY.md", "diary": "memory"}}
    assert {path: tree(agents)[path] for path in before} == before
    assert open_memory(str(agents), look_around=False).path("memory") == str(agents / "MEMORY.md")
    assert made(lay(agents)) == []


def test_where_settings_are_there_already_the_lines_are_given_not_written(agents: Path) -> None:
    (agents / "ofttold.toml").write_bytes(b'lang = "en"\r\n')
    done = lay(agents)
    assert (agents / "ofttold.toml").read_bytes() == b'lang = "en"\r\n'
    assert tomllib.loads(done.lines_to_add)["files"] == dict(done.names.adopted)
    assert not (agents / "memory.md").exists()


def test_names_in_the_settings_are_followed(tmp_path: Path) -> None:
    (tmp_path / "ofttold.toml").write_text(
        '[files]\nindex = "days.md"\ndiary = "a/days"\n', "utf-8"
    )
    assert made(lay(tmp_path)) == [
        "a/days/README.md",
        "days.md",
        "detours.md",
        "memory.md",
        "relationship.md",
    ]


def test_one_file_under_two_spellings_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("mine", "utf-8")
    os.link(tmp_path / "MEMORY.md", tmp_path / "memory.md")
    done = lay(tmp_path)
    assert "memory.md" not in made(done)
    assert done.names.adopted == {}
    assert done.names.doubles == ()


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


Break = Callable[[Path], None]
OBSTACLES: dict[str, tuple[Break, type[OfttoldError]]] = {
    "a file where the folder goes": (lambda f: put(f, "x"), FileInTheWay),
    "a file above it": (lambda f: put(f.parent / "up", "x"), FileInTheWay),
    "a dangling link": (lambda f: link(f, "nowhere"), LinkToNowhere),
    "a link to itself": (lambda f: link(f, f.name), LinkToNowhere),
    "a file where the diary goes": (lambda f: put(f / "diary", "x"), FileInTheWay),
    "a folder where the memory goes": (
        lambda f: (f / "memory.md").mkdir(parents=True),
        FolderInTheWay,
    ),
    "a dangling link in the last place": (
        lambda f: link(f / "relationship.md", "nowhere"),
        LinkToNowhere,
    ),
    "settings that cannot be read": (lambda f: put(f / "ofttold.toml", "[files\n"), BadSettings),
}


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_what_is_in_the_way_is_refused_with_nothing_made(tmp_path: Path, obstacle: str) -> None:
    breaking, refusal = OBSTACLES[obstacle]
    breaking(tmp_path / "m")
    before = tree(tmp_path)
    target = tmp_path / "up" / "m" if "above" in obstacle else tmp_path / "m"
    with pytest.raises(refusal) as caught:
        lay(target, default=True)
    assert tree(tmp_path) == before
    assert not Path(config_path()).exists()
    assert caught.value.hint("en")
    assert caught.value.hint("zh")


def test_a_read_only_folder_is_refused_with_nothing_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reachable_folder() as folder:
        (folder / "memory.md").write_text("## Oft-told\n", "utf-8")
        folder.chmod(0o555)
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
        before = tree(folder)

        def refused() -> None:
            with pytest.raises(NotWritable):
                lay(folder)

        unprivileged(refused)
        assert tree(folder) == before


def test_where_the_system_says_no_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(present, "can_write", lambda folder: False)
    with pytest.raises(NotWritable):
        lay(tmp_path / "a" / "m")
    assert tree(tmp_path) == {}
    (tmp_path / "m").mkdir()
    with pytest.raises(NotWritable):
        lay(tmp_path / "m")
    assert list(tree(tmp_path)) == ["m"]


def test_a_complete_folder_that_is_read_only_is_simply_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path / "m")
    monkeypatch.setattr(present, "can_write", lambda folder: False)
    assert made(lay(tmp_path / "m")) == []


@pytest.mark.parametrize("place", range(5))
def test_a_disk_that_fills_up_leaves_nothing_half_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    real, calls = placing.write_new, [0]

    def full(path: str, data: bytes, mode: int) -> None:
        if calls[0] == place:
            raise OSError(28, "No space left on device")
        calls[0] += 1
        real(path, data, mode)

    monkeypatch.setattr(placing, "write_new", full)
    with pytest.raises(OfttoldError):
        lay(tmp_path / "a" / "m")
    assert tree(tmp_path) == {}
    monkeypatch.setattr(placing, "write_new", real)
    assert made(lay(tmp_path / "a" / "m")) == ALL


def test_two_at_once_both_end_well_and_every_file_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    code = (
        "import sys; from ofttold.app.scaffold import scaffold;"
        "done = scaffold(sys.argv[1], lang='en', default=True);"
        "print(sum(step.data is not None for step in done.steps))"
    )
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(folder)], stdout=subprocess.PIPE, encoding="utf-8"
        )
        for _ in range(4)
    ]
    counts = sorted(run.communicate(timeout=60)[0].strip() for run in runs)
    assert [run.returncode for run in runs] == [0] * 4
    assert counts == ["0", "0", "0", "5"]
    assert {path: (folder / path).read_bytes() for path in ALL} == read_shipped("scaffold", "en")
    recorded = tomllib.loads(Path(config_path()).read_text("utf-8"))
    assert recorded == {"memory_dir": str(folder)}


def test_somebody_making_the_same_file_meanwhile_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = app._make

    def late(*arguments: object) -> None:
        monkeypatch.setattr(app, "_make", real)
        (tmp_path / "index.md").write_text("theirs", "utf-8")
        real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(app, "_make", late)
    assert "index.md" not in made(lay(tmp_path))
    assert (tmp_path / "index.md").read_text("utf-8") == "theirs"


def test_the_default_is_recorded_and_found_again(tmp_path: Path) -> None:
    done = lay(tmp_path / "鲸 m", default=True)
    assert done.default == "recorded"
    assert open_memory(None, look_around=False).folder == str(tmp_path / "鲸 m")
    assert lay(tmp_path / "鲸 m", default=True).default == "already"
    assert lay(tmp_path / "鲸 m").default == "already"
    assert lay(tmp_path / "other").default == "not_asked"


def test_a_config_of_the_persons_own_keeps_every_other_byte(tmp_path: Path) -> None:
    config = Path(config_path())
    config.parent.mkdir(parents=True)
    config.write_bytes(b"# mine\r\nmemory_dir = 'old' # why\r\n\r\n[other]\r\nx = 1")
    config.chmod(0o640)
    lay(tmp_path / "m", default=True)
    wanted = f'memory_dir = "{tmp_path / "m"}" # why'.encode()
    assert config.read_bytes() == b"# mine\r\n" + wanted + b"\r\n\r\n[other]\r\nx = 1"
    assert stat.S_IMODE(config.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("memory_dir = \n", UnreadableToml), ("memory_dir.x = 1\n", UnclearToml)],
)
def test_a_config_that_cannot_hold_it_is_refused_before_anything_is_made(
    tmp_path: Path, text: str, refusal: type[OfttoldError]
) -> None:
    config = Path(config_path())
    config.parent.mkdir(parents=True)
    config.write_text(text, "utf-8")
    with pytest.raises(refusal):
        lay(tmp_path / "m", default=True)
    assert tree(tmp_path) == {}
    assert config.read_text("utf-8") == text


def test_an_environment_that_names_another_folder_is_pointed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFTTOLD_DIR", str(tmp_path / "other"))
    assert lay(tmp_path / "m", default=True).overridden
    monkeypatch.setenv("OFTTOLD_DIR", str(tmp_path / "m"))
    assert not lay(tmp_path / "m", default=True).overridden
