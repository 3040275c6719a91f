"""Harnesses that kill a writer, or fail it, at each of its file-system calls.

``kill_at_every_call``  forks; the child dies on its N-th call through ``os`` (and the exchange of
                        names, which goes through ctypes), before it is done: which is after the one
                        before. A few ms a point: for every writing command on each run. It does not
                        see SQLite's or git's own calls.
``fail_at_every_call``  the same, but the N-th call raises an OSError (disk full, read-only, …).
``kill_by_strace``      runs a real command under strace and kills it on entry to each third real
                        system call. Sees everything; 0.1 to 0.5 s a point. Skips without strace.
``trace_calls``         the system calls of one run that concern the folder, in order.

In all of them ``fresh()`` makes the folder anew and returns it, and ``judge(folder, point)`` asserts
that what it finds is the old state or the new one. After each kill the command runs once more,
undisturbed: it must succeed, ``judge`` is asked again with ``point.rerun`` set, and no hidden file of
ours may be left anywhere in the folder.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from ofttold.core.errors import OfttoldError
from ofttold.edge import swap

OS_CALLS = [
    "open",
    "write",
    "pwrite",
    "writev",
    "fsync",
    "fdatasync",
    "close",
    "rename",
    "replace",
    "unlink",
    "remove",
    "link",
    "symlink",
    "mkdir",
    "rmdir",
    "chmod",
    "fchmod",
    "chown",
    "fchown",
    "ftruncate",
    "truncate",
    "utime",
    "setxattr",
    "copy_file_range",
    "sendfile",
]
SYSTEM_CALLS = [
    "openat",
    "open",
    "creat",
    "write",
    "pwrite64",
    "writev",
    "fsync",
    "fdatasync",
    "rename",
    "renameat",
    "renameat2",
    "unlink",
    "unlinkat",
    "link",
    "linkat",
    "symlink",
    "mkdir",
    "mkdirat",
    "rmdir",
    "ftruncate",
    "truncate",
    "fchmod",
    "chmod",
    "fchmodat",
    "fchown",
    "fsetxattr",
    "setxattr",
    "utimensat",
    "flock",
    "copy_file_range",
    "sendfile",
    "close",
]
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
MARK = ".ofttold-"


@dataclass(frozen=True, slots=True)
class Point:
    """Where the writer was hit: the ``number``-th call counted, and its name.

    ``rerun``: it is judged after the next, undisturbed run. ``refusal``: the key of the refusal a failed call ended in; empty if none.
    """

    number: int
    call: str
    rerun: bool = False
    refusal: str = ""


Fresh = Callable[[], Path]
Judge = Callable[[Path, Point], None]
Write = Callable[[Path], object]


def kill_at_every_call(
    write: Write,
    fresh: Fresh,
    judge: Judge,
    *,
    again: Write | None = None,
    programs: bool = False,
) -> list[Point]:
    """Kill ``write(folder)`` at each of its calls; gives the points tried.

    ``again`` is what runs afterwards; ``write`` itself unless given. ``programs``: it runs other
    programs; the start of each is a point, and closing a file, of which a start does many and
    which changes nothing on disk, is none.
    """
    return list(_hit_every_call(write, fresh, judge, again or write, None, programs=programs))


def fail_at_every_call(
    write: Write, fresh: Fresh, judge: Judge, number: int, *, again: Write | None = None
) -> list[Point]:
    """Let each call of ``write(folder)`` in turn fail with this errno; gives the points tried.

    ``close`` is spared: after an fsync it has nothing left to say. The writer must end in a refusal or well, never in another exception; ``point.refusal`` tells.
    """
    return list(_hit_every_call(write, fresh, judge, again or write, number))


def _hit_every_call(
    write: Write,
    fresh: Fresh,
    judge: Judge,
    again: Write,
    failing: int | None,
    *,
    programs: bool = False,
) -> Iterator[Point]:
    number = 0
    while True:
        number += 1
        folder = fresh()
        work = lambda: write(folder)  # noqa: B023, E731 - run at once
        point = _run_armed(work, Point(number, ""), failing, programs=programs)
        if not point.call:
            return
        _judge(judge, folder, point)
        run_in_child(lambda: again(folder))  # noqa: B023 - run at once
        _judge(judge, folder, replace(point, rerun=True))
        assert not leftovers(folder), f"{point} left {leftovers(folder)}"
        yield point


def _judge(judge: Judge, folder: Path, point: Point) -> None:
    try:
        judge(folder, point)
    except AssertionError as fault:
        raise AssertionError(f"{point}: {fault}") from fault


def leftovers(folder: Path) -> list[str]:
    """List hidden files of ours below the folder."""
    return sorted(str(path) for path in folder.rglob(f"{MARK}*"))


def fork() -> int:
    """Fork; a test runner's threads are no reason to warn, the child never returns to them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def new_folder(parent: Path) -> Path:
    """Make the next of the folders ``1``, ``2``, … below the parent: a fresh one for each kill."""
    parent.mkdir(exist_ok=True)
    folder = parent / str(len(list(parent.iterdir())) + 1)
    folder.mkdir()
    return folder


def run_in_child(work: Callable[[], object]) -> None:
    """Run it in a forked child, as the next process would; its failure is an AssertionError."""
    child = fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except SystemExit as end:  # a command's own way to end
            os._exit(0 if not end.code else 98)
        except BaseException:  # noqa: BLE001 - the child must never return into the test runner
            traceback.print_exc()
            os._exit(99)
    status = os.waitpid(child, 0)[1]
    assert status == 0, f"the next run ended with status {status}"


def _run_armed(
    work: Callable[[], object], point: Point, failing: int | None, *, programs: bool
) -> Point:
    """Run it in a child that is hit at the point; gives the point with what came of it."""
    reading, writing = os.pipe()
    child = fork()
    if child == 0:
        os.close(reading)
        tell = _teller(writing)
        _arm(point, failing, tell, programs=programs)
        try:
            work()
        except OfttoldError as refusal:
            tell(f"refusal {refusal.key}")
        except SystemExit as end:  # a command's own way to end
            if end.code:
                tell(f"refusal exit_{end.code}")
        except BaseException:  # noqa: BLE001 - the child must never return into the test runner
            tell(f"broke {traceback.format_exc()}")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "r", encoding="utf-8") as pipe:
        said = pipe.read()
    status = os.waitpid(child, 0)[1]
    assert "broke" not in said, f"{point}: {said}"
    call = re.search(r"^call (\w+)$", said, re.MULTILINE)
    refused = re.search(r"^refusal (\w+)$", said, re.MULTILINE)
    if failing is None:
        assert not refused, f"{point}: {said}"
        assert status == (signal.SIGKILL if call else 0), f"{point}: status {status}"
    return replace(point, call=call[1] if call else "", refusal=refused[1] if refused else "")


def _teller(fd: int) -> Callable[[str], None]:
    write = os.write

    def tell(text: str) -> None:
        write(fd, text.encode() + b"\n")

    return tell


def _arm(point: Point, failing: int | None, tell: Callable[[str], None], *, programs: bool) -> None:
    """Replace the calls in this process by ones that count, and hit at the point's number."""
    left = [point.number]
    kill, pid = os.kill, os.getpid()

    def hit(name: str) -> None:
        tell(f"call {name}")
        if failing is not None:
            raise OSError(failing, os.strerror(failing))
        kill(pid, signal.SIGKILL)

    def wrap(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **named: Any) -> Any:
            if name == "open" and not (len(args) > 1 and args[1] & _WRITING):
                return call(*args, **named)
            left[0] -= 1
            if left[0] == 0:
                hit(name)
            return call(*args, **named)

        return counted

    for name in OS_CALLS:
        if name == "close" and (failing is not None or programs):
            continue
        if hasattr(os, name):
            setattr(os, name, wrap(name, getattr(os, name)))
    if programs:
        start = subprocess._fork_exec  # type: ignore[attr-defined]
        setattr(subprocess, "_fork_exec", wrap("start", start))  # noqa: B010
    setattr(swap, "_exchange_call", wrap("exchange", swap._exchange_call))  # noqa: B010


def need_strace() -> str:
    """Give strace's path; skips the test, saying why, where it is missing or not allowed."""
    path = shutil.which("strace")
    if path is None:
        pytest.skip("strace is not installed (apt-get install strace): no kill by system call")
    tried = subprocess.run([path, "-qq", "-o", os.devnull, "true"], capture_output=True)
    if tried.returncode:
        pytest.skip("strace may not trace here (ptrace is forbidden): no kill by system call")
    return path


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}


def run_command(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in the environment all traced runs have, with nothing on stdin."""
    return subprocess.run(
        list(command),
        env=_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def trace_calls(command: Sequence[str], folder: Path, log: Path) -> list[tuple[str, int, str]]:
    """Run it under strace: (call, how many of that name so far, the line) from our folder on.

    Only the first process is followed. ``log`` is a file for strace to write.
    """
    strace = need_strace()
    wanted = ",".join(f"?{name}" for name in SYSTEM_CALLS)
    done = run_command(
        [
            strace,
            "-f",
            "--seccomp-bpf",
            "-y",
            "-qq",
            "-o",
            str(log),
            "-e",
            f"trace={wanted}",
            *command,
        ]
    )
    assert done.returncode == 0, done.stderr
    seen: Counter[str] = Counter()
    found: list[tuple[str, int, str]] = []
    first = ""
    for line in log.read_text("utf-8", errors="replace").splitlines():
        match = re.match(r"(\d+) +(\w+)\((.*)", line)
        if not match or match[1] != (first := first or match[1]):
            continue
        seen[match[2]] += 1
        if found or str(folder) in match[3]:
            found.append((match[2], seen[match[2]], match[3]))
    return found


def kill_by_strace(
    command: Callable[[Path], Sequence[str]],
    fresh: Fresh,
    judge: Judge,
    *,
    log: Path,
    every: int = 3,
) -> list[Point]:
    """Kill the command on entry to each ``every``-th of its system calls; gives the points tried.

    Calls are counted from the first that names the folder; it must make the same ones each time.
    """
    strace = need_strace()
    assert run_command(command(fresh())).returncode == 0  # leaves caches and state as they will be
    folder = fresh()
    points = []
    for call, number, _ in trace_calls(command(folder), folder, log)[::every]:
        folder, point = fresh(), Point(number, call)
        inject = f"inject={call}:signal=KILL:when={number}"
        killed = run_command(
            [
                strace,
                "-f",
                "-qq",
                "-o",
                os.devnull,
                "-e",
                f"trace={call}",
                "-e",
                inject,
                *list(command(folder)),
            ]
        )
        assert killed.returncode != 0, f"{point} was not reached"
        _judge(judge, folder, point)
        done = run_command(command(folder))
        assert done.returncode == 0, f"{point}: the next run failed: {done.stderr}"
        _judge(judge, folder, replace(point, rerun=True))
        assert not leftovers(folder), f"{point} left {leftovers(folder)}"
        points.append(point)
    return points


def python(code: str) -> Callable[[Path], Sequence[str]]:
    """Give a command that runs this code with the folder as ``sys.argv[1]``."""
    return lambda folder: [sys.executable, "-c", code, str(folder)]
