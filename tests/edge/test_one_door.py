"""Nothing but the door, and the exceptions named here, opens a file for writing."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "ofttold"
DOOR = {
    f"edge/{name}.py"
    for name in (
        "files", "acts", "settling", "steps", "intents", "swap", "sweeping", "placing", "temps",
        "attributes", "folders", "locks", "double_lock", "lock_notes", "state_files", "log",
    )
}  # fmt: skip
EXCEPTIONS = {
    "edge/index.py": "SQLite's own file, in the cache home",
    "edge/index_file.py": "SQLite's own file, in the cache home",
    "edge/sealed.py": "SQLite's own file, in the cache home",
    "edge/git.py": "git's own files",
    "edge/git_commit.py": "git's own files: an index of ours, made and removed",
    "edge/bundles.py": "packs an archive in memory and writes no file",
    "edge/sessions.py": "session records of the state home, appended to under a lock of their own",
    "edge/card_scan.py": "throws away a cache of its own, in the cache home",
    "edge/blockcache.py": "throws caches away, so that a purged card leaves no trace",
    "edge/pruning.py": "removes old session records and accounts of the state home",
    "edge/folder_moves.py": "gives a folder another name and writes no byte",
}
OS_WRITES = {
    "replace",
    "rename",
    "renames",
    "unlink",
    "remove",
    "rmdir",
    "removedirs",
    "mkdir",
    "makedirs",
    "truncate",
    "ftruncate",
    "link",
    "symlink",
    "chmod",
    "fchmod",
    "lchmod",
    "chown",
    "fchown",
    "lchown",
    "utime",
    "mknod",
    "mkfifo",
    "setxattr",
    "removexattr",
}
FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}
PATH_WRITES = {
    "write_text",
    "write_bytes",
    "touch",
    "unlink",
    "mkdir",
    "rmdir",
    "symlink_to",
    "hardlink_to",
    "chmod",
    "lchmod",
}
SHUTIL_WRITES = {
    "copy",
    "copy2",
    "copyfile",
    "copymode",
    "copystat",
    "copytree",
    "move",
    "rmtree",
    "chown",
}


def writes(source: str) -> Iterator[int]:
    """Give the line of each call that opens for writing or changes names."""
    for node in ast.walk(ast.parse(source)):
        if (isinstance(node, ast.Call) and _writes(node)) or (
            isinstance(node, ast.Import) and any(one.name == "tempfile" for one in node.names)
        ):
            yield node.lineno
        elif isinstance(node, ast.ImportFrom):
            taken = {one.name for one in node.names}
            if (
                node.module == "tempfile"
                or (node.module == "os" and taken & (OS_WRITES | {"open", "fdopen"}))
                or (node.module == "shutil" and taken & SHUTIL_WRITES)
            ):
                yield node.lineno


def _writes(call: ast.Call) -> bool:
    target = call.func
    if call.args and ast.unparse(call.args[0]) == "os.devnull":
        return False
    if isinstance(target, ast.Name):
        return target.id == "open" and _mode_writes(call, 1)
    if not isinstance(target, ast.Attribute):
        return False
    owner = target.value.id if isinstance(target.value, ast.Name) else ""
    if owner == "os":
        if target.attr == "open":
            return any(
                isinstance(node, ast.Attribute) and node.attr in FLAGS for node in ast.walk(call)
            )
        return target.attr in OS_WRITES or (target.attr == "fdopen" and _mode_writes(call, 1))
    if owner == "shutil":
        return target.attr in SHUTIL_WRITES
    if owner in ("io", "codecs", "gzip", "lzma", "bz2") and target.attr == "open":
        return _mode_writes(call, 1)
    if target.attr == "open":
        return _mode_writes(call, 0)
    one_place = len(call.args) == 1 and not call.keywords  # str.replace takes two
    return target.attr in PATH_WRITES or (target.attr in ("replace", "rename") and one_place)


def _mode_writes(call: ast.Call, at: int) -> bool:
    given = [word.value for word in call.keywords if word.arg == "mode"] + call.args[at : at + 1]
    return any(
        not isinstance(mode, ast.Constant) or bool(set(str(mode.value)) & set("wax+"))
        for mode in given
    )


@pytest.mark.parametrize(
    "code",
    [
        "open(p, 'w')",
        "open(p, mode='ab')",
        "open(p, m)",
        "p.open('r+')",
        "io.open(p, 'x')",
        "os.open(p, os.O_RDONLY | os.O_CREAT)",
        "p.write_text(t)",
        "Path(p).write_bytes(t)",
        "os.replace(a, b)",
        "a.replace(b)",
        "os.unlink(a)",
        "shutil.rmtree(a)",
        "import tempfile",
        "from os import rename",
    ],
)
def test_a_write_is_known_in_each_of_its_spellings(code: str) -> None:
    assert list(writes(code)) == [1]


@pytest.mark.parametrize(
    "code",
    [
        "open(p)",
        "open(p, 'rb', encoding='utf-8')",
        "p.open()",
        "os.open(p, os.O_RDONLY)",
        "t.replace('a', 'b')",
        "day.replace(month=1)",
        "os.write(1, t)",
        "os.open(os.devnull, os.O_WRONLY)",
        "shutil.which('git')",
    ],
)
def test_reading_is_not_taken_for_writing(code: str) -> None:
    assert list(writes(code)) == []


def test_no_other_module_opens_a_file_for_writing() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name not in DOOR | set(EXCEPTIONS):
            found += [f"{name}:{line}" for line in writes(path.read_text("utf-8"))]
    assert found == [], "use ofttold.edge.files"


def test_each_module_of_the_door_is_there() -> None:
    assert {name for name in DOOR if not (PACKAGE / name).exists()} == set()


HEAVY = [
    "dataclasses",
    "pathlib",
    "typing",
    "logging",
    "subprocess",
    "tempfile",
    "hashlib",
    "tomllib",
    "platformdirs",
    "filelock",
    "click",
    "ctypes",
    "sqlite3",
    "shutil",
]


def test_the_door_costs_a_hook_nothing_heavy() -> None:
    code = (
        "import sys; import re, json, importlib; before = set(sys.modules)\n"
        "import ofttold.edge.files, ofttold.edge.log, ofttold.edge.locks\n"
        f"print(sorted((set(sys.modules) - before) & {set(HEAVY)!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", code],
        capture_output=True,
        text=True,
        cwd=PACKAGE.parent,
        check=True,
    )
    assert done.stdout.strip() == "[]"
