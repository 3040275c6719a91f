"""Programs that are started, given something, heard, and ended in time with all they started.

By list, never through a shell. Knows nothing of what they say.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ENDING_SECONDS = 2.0  # s; how long a program told to end may take to put its locks away


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended: its exit code, None where it took too long, and what it wrote."""

    code: int | None
    out: bytes
    complaint: bytes


def run_child(
    command: Sequence[str],
    *,
    folder: str,
    environment: Mapping[str, str],
    seconds: float,
    given: bytes = b"",
    keep: Sequence[int] = (),
) -> Ended:
    """Run a program in a folder, ``given`` on its stdin, ``keep`` open in it; raises OSError."""
    process = subprocess.Popen(
        list(command),
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=sys.platform != "win32",
        pass_fds=tuple(keep),
    )
    with process:
        try:
            out, complaint = process.communicate(given, timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            return Ended(None, b"", b"")
        except BaseException:
            _end(process)
            raise
    return Ended(process.returncode, out, complaint)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and its children: first so that it can take its locks away, then for good."""
    for kind in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        try:
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, kind)
        except ProcessLookupError:
            break
        try:
            process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            try:
                stream.close()
            except BrokenPipeError:  # what was still to be written has no reader any more
                continue
