from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import pytest

from ofttold.edge import pipes


def lines_of(*chunks: bytes) -> list[bytes | None]:
    read, write = os.pipe()

    def feed() -> None:
        for chunk in chunks:
            pipes.write_all(write, chunk)
            time.sleep(0.01)
        os.close(write)

    feeder = threading.Thread(target=feed)
    feeder.start()
    try:
        return list(pipes.read_lines(read))
    finally:
        feeder.join()
        os.close(read)


def test_lines_are_put_together_from_whatever_comes() -> None:
    assert lines_of(b"a", b"b\n\nc", b"d\n") == [b"ab", b"", b"cd"]


def test_the_last_line_needs_no_line_feed() -> None:
    assert lines_of(b"a\n", b"b") == [b"a", b"b"]
    assert lines_of() == []


def test_a_line_too_long_is_reported_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "LINE_LIMIT_BYTES", 10)
    assert lines_of(b"x" * 30, b"y" * 30, b"\nshort\n") == [None, b"short"]
    assert lines_of(b"short\n", b"x" * 30) == [b"short", None]


def run(code: str, sent: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code], input=sent, capture_output=True, timeout=20, check=False
    )


def test_what_anybody_prints_goes_to_standard_error_while_the_wire_is_claimed() -> None:
    code = (
        "import os, subprocess, sys\n"
        "from ofttold.edge.pipes import claim_wire, write_all\n"
        "print('before')\n"
        "read, write = claim_wire()\n"
        "print('stray'); sys.stdout.flush(); os.system('echo child; cat')\n"
        "write_all(write, b'wire ' + os.read(read, 9))\n"
    )
    done = run(code, b"question")
    assert done.stdout == b"before\nwire question"
    assert done.stderr.split() == [b"stray", b"child"]


def test_a_process_leaves_in_time_whatever_still_runs_in_it() -> None:
    code = (
        "import threading, time\n"
        "from ofttold.edge.pipes import leave_within\n"
        "threading.Thread(target=time.sleep, args=(60,)).start()\n"
        "leave_within(0.2)\n"
    )
    begun = time.monotonic()
    assert run(code).returncode == 0
    assert time.monotonic() - begun < 10
