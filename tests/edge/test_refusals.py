"""What cannot be read or written is refused by name, with the old bytes whole and nothing left."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from ofttold.core.errors import OfttoldError
from ofttold.core.splice import Splice
from ofttold.core.strings import PAGES, says
from ofttold.edge import filefaults, files
from ofttold.edge.acts import Act
from ofttold.edge.filefaults import reading_fault, writing_fault
from tests.edge.unprivileged import reachable_folder, unprivileged
from tests.kill.harness import run_in_child

OLD = b"old text\n"
LARGE = b"x" * 200_000

WRITES: dict[str, Callable[[str], object]] = {
    "edit": lambda path: files.edit_file(path, lambda data: Splice(0, 0, LARGE)),
    "replace": lambda path: files.replace_file(path, LARGE, expected=OLD),
    "create": lambda path: files.create_file(path + "2", LARGE),
    "cache": lambda path: files.write_cache(path, LARGE),
    "append": lambda path: files.append_line(path, LARGE),
    "act": lambda path: act(path),
}
every_write = pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())


def act(path: str) -> None:
    whole = Act(os.path.dirname(path))
    whole.create("new", b"small")
    whole.replace(path, LARGE, OLD)
    whole.commit()


def refuse(write: Callable[[str], object], path: Path, kind: type[OfttoldError]) -> None:
    """Check that it refuses so, names the file, and leaves the folder as it was."""
    with pytest.raises(kind) as refusal:
        write(str(path))
    for lang in ("zh", "en"):
        assert str(path) in refusal.value.message(lang)
        assert refusal.value.hint(lang)
    assert path.read_bytes() == OLD
    assert [entry.name for entry in path.parent.iterdir()] == ["memory.md"]


@every_write
def test_a_file_that_would_grow_over_its_limit_stays_as_it_was(
    write: Callable[[str], object], tmp_path: Path
) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(OLD)

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        refuse(write, path, files.DiskFull)

    run_in_child(limited)


FULL = """
import os, sys
from pathlib import Path
from ofttold.edge import files
from tests.edge import test_refusals
folder = Path(sys.argv[1])
path = folder / "memory.md"
path.write_bytes(test_refusals.OLD)
test_refusals.refuse(test_refusals.WRITES[sys.argv[2]], path, files.DiskFull)
"""


@pytest.fixture
def mounting() -> str:
    """Give the command that can mount a small disk of its own; skip, saying why, without."""
    if shutil.which("unshare") is None:
        pytest.skip("no unshare here: no small disk to fill")
    tried = subprocess.run(["unshare", "-rm", "true"], capture_output=True)
    if tried.returncode:
        pytest.skip("no mount namespaces here: no small disk to fill")
    return "unshare"


@pytest.mark.parametrize("name", WRITES)
def test_a_full_disk_leaves_the_file_whole_and_no_rubbish(
    name: str, mounting: str, tmp_path: Path
) -> None:
    script = 'mount -t tmpfs -o size=64k tmpfs "$1" && exec "$2" -c "$3" "$1" "$4"'
    done = subprocess.run(
        [mounting, "-rm", "sh", "-c", script, "sh", str(tmp_path), sys.executable, FULL, name],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """Give a folder that a process without privileges can reach."""
    with reachable_folder() as folder:
        yield folder


@pytest.mark.parametrize("name", ["edit", "replace", "create", "cache", "act"])
def test_a_read_only_folder_is_refused(name: str, elsewhere: Path) -> None:
    path = elsewhere / "memory.md"
    path.write_bytes(OLD)
    path.chmod(0o666)
    elsewhere.chmod(0o555)
    unprivileged(lambda: refuse_there(WRITES[name], path))


def refuse_there(write: Callable[[str], object], path: Path) -> None:
    with pytest.raises(files.NotWritable) as refusal:
        write(str(path))
    assert str(path.parent) in refusal.value.message("en")
    assert path.read_bytes() == OLD
    assert [entry.name for entry in path.parent.iterdir()] == ["memory.md"]


@pytest.mark.parametrize("name", ["edit", "replace", "act"])
def test_a_file_a_person_made_read_only_is_not_replaced(name: str, elsewhere: Path) -> None:
    path = elsewhere / "memory.md"
    path.write_bytes(OLD)
    path.chmod(0o444)
    elsewhere.chmod(0o777)
    unprivileged(lambda: refuse_there(WRITES[name], path))


def test_a_file_nobody_may_read_is_refused(elsewhere: Path) -> None:
    path = elsewhere / "memory.md"
    path.write_bytes(OLD)
    path.chmod(0o000)
    elsewhere.chmod(0o777)

    def read() -> None:
        with pytest.raises(files.Unreadable) as refusal:
            files.read_file(str(path))
        assert str(path) in refusal.value.message("zh")

    unprivileged(read)


def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(files.NotAFile):
            files.read_file(str(tmp_path / name))
        with pytest.raises(files.NotAFile):
            files.edit_file(str(tmp_path / name), lambda _: None)
    with pytest.raises(files.FileMissing):
        files.read_file(str(tmp_path / "none"))
    with pytest.raises(files.FileMissing):
        files.read_file(str(tmp_path / "none" / "below"))
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(files.NotAFile):
        files.make_folder(str(tmp_path / "file"))


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(b"x" * 11)
    assert files.read_file(str(path), limit=11) == b"x" * 11
    with pytest.raises(files.TooLarge) as refusal:
        files.read_file(str(path), limit=10)
    assert refusal.value.values == {"path": str(path), "size": 11, "limit": 10}
    path.write_bytes(b"x" * (files.LIMIT_BYTES + 1))
    with pytest.raises(files.TooLarge):
        files.read_file(str(path))
    assert len(files.read_file(str(path), limit=None)) == files.LIMIT_BYTES + 1


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, files.DiskFull),
        (errno.EDQUOT, files.DiskFull),
        (errno.EFBIG, files.DiskFull),
        (errno.EACCES, files.NotWritable),
        (errno.EPERM, files.NotWritable),
        (errno.EROFS, files.NotWritable),
        (errno.EEXIST, files.AlreadyExists),
        (errno.ENOENT, files.FileMissing),
        (errno.EIO, files.WriteFailed),
        (errno.ENAMETOOLONG, files.WriteFailed),
    ],
)
def test_each_word_of_the_system_becomes_its_refusal(number: int, kind: type[OfttoldError]) -> None:
    refusal = writing_fault(OSError(number, os.strerror(number)), "/x/memory.md")
    assert type(refusal) is kind
    assert "/x/memory.md" in refusal.message("zh")
    assert type(reading_fault(OSError(errno.EIO, "no"), "x")) is files.Unreadable


def test_every_refusal_has_its_sentence_in_both_languages() -> None:
    for one in vars(filefaults).values():
        if isinstance(one, type) and issubclass(one, OfttoldError) and one is not OfttoldError:
            assert says(f"error.{one.key}"), one


def test_no_sentence_of_these_stands_on_another_page_too() -> None:
    mine = set(import_module("ofttold.core.strings.files").TABLE)
    for page in PAGES:
        if page != "files":
            theirs = set(import_module(f"ofttold.core.strings.{page}").TABLE)
            assert mine & theirs == set(), page
