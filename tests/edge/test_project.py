"""Projects found in real repositories, and git's own word held against ours."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from ofttold.core.cards.project_key import desk_name, normalise_origin, origin_key, path_key
from ofttold.edge.project import desk_names, find_project


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    real = Path(os.path.realpath(tmp_path))
    (real / "cards").mkdir()
    return real


def make(place: Path, name: str, url: str = "") -> Path:
    repo = place / name
    repo.mkdir(parents=True)
    git(repo, "init", "-q")
    if url:
        git(repo, "remote", "add", "origin", url)
    return repo


def key_of(folder: Path, place: Path) -> str:
    found = find_project(str(folder), str(place / "cards"))
    assert found is not None
    return found.key


def test_clones_share_a_project_and_a_fork_does_not(place: Path) -> None:
    one = make(place, "one", "https://github.com/me/app.git")
    two = make(place, "two", "git@github.com:Me/App")
    fork = make(place, "fork", "git@github.com:you/app")
    assert key_of(one, place) == key_of(two, place) == origin_key("github.com/me/app")
    assert key_of(fork, place) != key_of(one, place)


def test_a_folder_inside_belongs_to_its_repository(place: Path) -> None:
    repo = make(place, "app", "https://h/me/app")
    inner = repo / "src" / "deep"
    inner.mkdir(parents=True)
    found = find_project(str(inner), str(place / "cards"))
    assert found is not None
    assert (found.root, found.has_origin, found.desk[:4]) == (str(repo), True, "app-")


def test_without_a_remote_the_path_is_the_identity(place: Path) -> None:
    repo = make(place, "app")
    assert key_of(repo, place) == path_key(str(repo))


def test_a_work_tree_and_a_submodule(place: Path) -> None:
    repo = make(place, "app", "https://h/me/app")
    git(repo, "-c", "user.name=a", "-c", "user.email=b", "commit", "-q", "--allow-empty", "-m", "x")
    git(repo, "worktree", "add", "-q", str(place / "tree"), "-b", "side")
    assert key_of(place / "tree", place) == key_of(repo, place)
    git(repo, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repo), "sub")
    git(repo / "sub", "remote", "set-url", "origin", "https://h/me/lib")
    assert key_of(repo / "sub", place) == origin_key("h/me/lib")
    assert key_of(repo, place) == origin_key("h/me/app")


def test_a_folder_that_is_no_repository_needs_its_desk(place: Path) -> None:
    plain = place / "plain" / "sub"
    plain.mkdir(parents=True)
    assert find_project(str(plain), str(place / "cards")) is None
    desk = place / "cards" / "projects" / desk_name("plain", path_key(str(plain.parent)))
    desk.mkdir(parents=True)
    found = find_project(str(plain), str(place / "cards"))
    assert found is not None
    assert (found.root, found.is_repository, found.desk) == (str(plain.parent), False, desk.name)
    assert desk_names(str(place / "cards")) == [desk.name]


def test_a_desk_renamed_by_hand_is_still_found_by_its_hash(place: Path) -> None:
    repo = make(place, "app", "https://h/me/app")
    name = desk_name("renamed", origin_key("h/me/app"))
    (place / "cards" / "projects" / name).mkdir(parents=True)
    found = find_project(str(repo), str(place / "cards"))
    assert found is not None
    assert (found.desk, found.has_desk) == (name, True)


def test_a_folder_named_git_without_a_head_is_no_repository(place: Path) -> None:
    (place / "odd" / ".git").mkdir(parents=True)
    assert find_project(str(place / "odd"), str(place / "cards")) is None
    assert find_project(str(place / "missing"), str(place / "cards")) is None


@pytest.mark.parametrize(
    ("url", "config"),
    [
        ("gh:me/app", '[url "https://github.com/"]\n\tinsteadOf = gh:\n'),
        ("gh:me/app", '[url "git@a.test:"]\ninsteadOf = gh:\n[url "https://b.test/"]\ninsteadof = "gh:me"\n'),
        ("x:me/app", '[url "https://never/"]\n\tpushInsteadOf = x:\n'),
        ("gh:me/app", "[include]\n\tpath = more.inc\n"),
        ("gh:me/app", '[includeIf "gitdir:**/app/"]\n\tpath = more.inc\n'),
        ("gh:me/app", '[includeIf "gitdir:**/APP/.git"]\n\tpath = more.inc\n'),
        ("gh:me/app", '[includeIf "gitdir/i:**/APP/.git"]\n\tpath = more.inc\n'),
        ("gh:me/app", '[includeIf "gitdir:app/"]\n\tpath = more.inc\n'),
        ("gh:me/app", '[includeIf "gitdir:other/"]\n\tpath = more.inc\n'),
        ("gh:me/app", '[includeIf "gitdir:~/"]\n\tpath = more.inc\n'),
    ],
)  # fmt: skip
def test_the_address_is_the_one_git_would_use(
    place: Path, own_home: Path, url: str, config: str
) -> None:
    (own_home / ".gitconfig").write_text(config)
    (own_home / "more.inc").write_text('[url "https://github.com/"]\n\tinsteadOf = gh:\n')
    repo = make(place, "app", url)
    told = git(repo, "remote", "get-url", "origin")
    assert key_of(repo, place) == origin_key(normalise_origin(told))


def test_a_relative_origin_is_where_it_leads(place: Path) -> None:
    make(place, "bare")
    repo = make(place, "app", "../bare")
    assert key_of(repo, place) == origin_key(f"file:{place}/bare")


def test_nothing_of_a_hostile_repository_is_run(place: Path) -> None:
    repo = make(place, "app", "https://h/me/app")
    mark = place / "ran"
    with (repo / ".git" / "config").open("a") as config:
        config.write(f'[core]\n\tfsmonitor = "touch {mark}"\n\tsshCommand = "touch {mark}"\n')
    assert key_of(repo, place) == origin_key("h/me/app")
    assert not mark.exists()
