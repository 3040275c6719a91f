"""For tests of permissions: a folder anybody can reach, and a process permissions bind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kill.harness import run_in_child


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """Give a folder outside pytest's own, which let nobody else through; it holds files only."""
    folder = Path(tempfile.mkdtemp()).resolve()
    try:
        yield folder
    finally:
        folder.chmod(0o700)
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()


def unprivileged(work: Callable[[], None]) -> None:
    """Run it in a child that is not root, even where the tests run as root."""

    def child() -> None:
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        work()

    run_in_child(child)
