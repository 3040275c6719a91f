"""The server's life from outside: it ends with its input, and a call can be cancelled (kind of B51)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.mcp.outside import MODERN_META, ODD, ROOT, Raw, environment, text_of

END_SECONDS = 2.0  # what the design allows on a machine that is not overloaded
pytestmark = pytest.mark.slow


def allowed() -> float:
    """Give the seconds the end may take here and now: on a machine overloaded all takes longer."""
    begun = time.monotonic()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return END_SECONDS + 5 * (time.monotonic() - begun)


def gone(pid: int, within: float) -> bool:
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if not runs(pid):
            return True
        time.sleep(0.05)
    return not runs(pid)


def runs(pid: int) -> bool:
    """Tell whether the process lives; one that ended and that nobody asked about does not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(") ")[2]
    except ProcessLookupError:
        return False
    except OSError:
        return True  # no such table on this system
    return not state.startswith("Z")


def test_without_any_input_it_ends_at_once_and_well(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, *ODD, str(folder)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_it_ends_with_its_input(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        status, seconds = server.leave()
        assert status == 0
        assert seconds < allowed()


def test_it_ends_with_its_input_even_in_the_middle_of_a_blocking_call(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.call(1, "wait", seconds="60")
        time.sleep(0.3)
        status, seconds = server.leave()
        assert status == 0
        assert seconds < allowed()


def test_a_script_that_writes_its_questions_and_closes_is_answered(folder: Path) -> None:
    questions = [
        {
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": {"name": name, "arguments": arguments, "_meta": MODERN_META},
        }
        for number, (name, arguments) in enumerate(
            [("tell_day", {}), ("write_slowly", {"name": "note"}), ("wait", {"seconds": "0.3"})]
        )
    ]
    done = subprocess.run(
        [sys.executable, *ODD, str(folder)],
        input="".join(json.dumps(question) + "\n" for question in questions).encode(),
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        timeout=30,
        check=True,
    )
    answers = {json.loads(line)["id"]: json.loads(line) for line in done.stdout.splitlines()}
    assert [text_of(answers[number]["result"]) for number in range(3)][1:] == ["written", "waited"]


def test_it_ends_with_its_input_while_somebody_listens_for_changes(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.ask(1, "resources/subscribe", uri="ofttold://block")
        server.hear()
        status, seconds = server.leave()
        assert status == 0
        assert seconds < allowed()


def test_a_write_that_has_begun_is_finished_when_the_input_ends(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.call(1, "write_slowly", name="note")
        while not (folder / "begun-note").exists():
            time.sleep(0.02)
        status, seconds = server.leave()
        assert status == 0
        assert seconds < allowed()
        assert (folder / "note").read_text("utf-8") == "whole"


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_it_goes_when_its_parent_is_killed_in_the_middle_of_a_call(folder: Path) -> None:
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path\n"
            "from tests.mcp.outside import ODD, Raw\n"
            "server = Raw(Path(sys.argv[1]), ODD)\n"
            "server.shake_hands(); server.call(1, 'wait', seconds='60'); time.sleep(0.3)\n"
            "print(server.process.pid, flush=True); time.sleep(60)",
            str(folder),
        ],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
    )
    assert parent.stdout
    pid = int(parent.stdout.readline())
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert gone(pid, allowed())


def test_a_client_that_stops_reading_is_a_client_that_left(folder: Path) -> None:
    read, write = os.pipe()
    server = subprocess.Popen(
        [sys.executable, *ODD, str(folder)],
        stdin=subprocess.PIPE,
        stdout=write,
        cwd=ROOT,
        env=environment(),
    )
    os.close(write)
    os.close(read)
    assert server.stdin
    server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    server.stdin.flush()
    assert server.wait(timeout=30) == 0
    server.stdin.close()


@pytest.mark.parametrize("modern", [False, True])
def test_a_cancelled_read_is_not_answered_and_the_next_request_is(
    folder: Path, modern: bool
) -> None:
    meta = {"_meta": MODERN_META} if modern else {}
    with Raw(folder, ODD) as server:
        if not modern:
            server.shake_hands()
        server.ask(7, "tools/call", name="wait", arguments={"seconds": "60"}, **meta)
        time.sleep(0.3)
        server.tell("notifications/cancelled", requestId=7)
        server.tell("notifications/cancelled", requestId=99)
        begun = time.monotonic()
        server.ask(8, "tools/call", name="tell_day", arguments={}, **meta)
        assert server.hear()["id"] == 8
        assert time.monotonic() - begun < 10
        server.tell("notifications/cancelled", requestId=8)
        server.ask(9, "tools/call", name="tell_day", arguments={}, **meta)
        assert server.hear()["id"] == 9
        status, seconds = server.leave()
        assert status == 0
        assert seconds < allowed()
        assert b'"id":7' not in b"".join(server.said)


def test_a_cancelled_write_is_whole_and_not_answered(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.call(7, "write_slowly", name="first")
        while not (folder / "begun-first").exists():
            time.sleep(0.02)
        server.call(8, "write_slowly", name="second")
        server.tell("notifications/cancelled", requestId=7)
        server.tell("notifications/cancelled", requestId=8)
        server.call(9, "write_slowly", name="third")
        assert text_of(server.hear()["result"]) == "written"
        assert (folder / "first").read_text("utf-8") == "whole"
        assert (folder / "third").read_text("utf-8") == "whole"
        assert not (folder / "begun-second").exists()
        server.leave()
        assert len(server.said) == 2


def test_twenty_clients_come_and_go_and_no_process_stays(folder: Path) -> None:
    pids = []
    for turn in range(20):
        with Raw(folder, ODD) as server:
            pids.append(server.process.pid)
            server.shake_hands()
            server.call(
                1, "wait" if turn % 2 else "tell_day", **({"seconds": "60"} if turn % 2 else {})
            )
            if not turn % 2:
                server.hear()
            assert server.leave()[0] == 0
    assert all(gone(pid, 0.1) for pid in pids)
