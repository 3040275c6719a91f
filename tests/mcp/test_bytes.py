"""The wire from outside, in bytes: one message a line, UTF-8, every id answered once (kind of B50)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.outside import MODERN_META, ODD, REAL, ROOT, Raw, environment, text_of


def assert_clean(server: Raw) -> list[dict[str, Any]]:
    """Every line is one JSON-RPC message in UTF-8, ended by a line feed alone."""
    messages = []
    for line in server.said:
        assert line.endswith(b"\n")
        assert b"\r" not in line
        message = json.loads(line.decode("utf-8"))
        assert message["jsonrpc"] == "2.0"
        messages.append(message)
    return messages


@pytest.mark.parametrize(
    "locale",
    [
        {"PYTHONIOENCODING": "gbk", "PYTHONUTF8": "0", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii", "PYTHONWARNINGS": "always"},
        {"PYTHONIOENCODING": "utf-16"},
    ],
)
def test_arguments_and_answers_arrive_whole_whatever_the_locale(
    folder: Path, locale: dict[str, str]
) -> None:
    with Raw(folder, ODD, **locale) as server:
        server.shake_hands()
        server.call(1, "suggest", title="蓝鲸※🐋\u2028é")
        assert text_of(server.hear()["result"]).startswith("蓝鲸※🐋\u2028é waits")
        server.ask(2, "resources/read", uri="ofttold://block")
        assert "大肥鱼" in server.hear()["result"]["contents"][0]["text"]
        assert server.leave()[0] == 0
        assert_clean(server)


def test_a_bad_line_gets_an_error_and_the_next_request_is_served(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.send(b"\xff\xfe\n")
        assert server.hear()["error"]["code"] == -32700
        server.send(b"{not json}\r\n\n")
        assert server.hear()["error"]["code"] == -32700
        server.send(b'{"jsonrpc":"2.0","id":5,"method":17}\n')
        broken = server.hear()
        assert (broken["id"], broken["error"]["code"]) == (5, -32600)
        server.send(b'{"jsonrpc":"2.0","id":6,"method":"ping","params":{"x":"\xff"}}\n')
        broken = server.hear()
        assert (broken["id"], broken["error"]["code"]) == (6, -32700)
        server.call(7, "tell_day")
        assert server.hear()["id"] == 7
        assert server.leave()[0] == 0
        ids = [message["id"] for message in assert_clean(server)]
        assert ids == [0, None, None, 5, 6, 7]


def test_a_bad_line_before_any_request_is_answered_too(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.send(b"hello?\n")
        assert server.hear()["error"]["code"] == -32700
        server.shake_hands()
        server.call(1, "tell_day")
        assert server.hear()["id"] == 1


def test_a_discovery_without_its_envelope_decides_no_era(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.ask(1, "server/discover")
        assert server.hear()["error"]["code"] == -32602
        server.ask(2, "server/discover", _meta=MODERN_META)
        assert server.hear()["result"]["supportedVersions"] == ["2026-07-28"]
    with Raw(folder, ODD) as server:
        server.ask(1, "server/discover")
        assert server.hear()["error"]["code"] == -32602
        assert server.shake_hands()["result"]["protocolVersion"] == "2025-11-25"


def test_what_a_library_prints_stays_off_the_wire(folder: Path) -> None:
    with Raw(folder, ODD, PYTHONIOENCODING="utf-8") as server:
        server.shake_hands()
        server.call(1, "stray")
        assert text_of(server.hear()["result"]) == "printed"
        assert server.leave()[0] == 0
        assert_clean(server)
        assert b"stray line" in server.complaints


def test_a_fault_of_ours_costs_one_call_and_tells_standard_error(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.call(1, "crash")
        answer = server.hear()["result"]
        assert answer["isError"]
        assert "crash" in text_of(answer)
        assert "ZeroDivisionError" not in text_of(answer)
        server.call(2, "tell_day")
        assert server.hear()["id"] == 2
        server.leave()
        assert b"ZeroDivisionError" in server.complaints


def test_unknown_names_are_refused_in_the_protocols_own_way(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.call(1, "no_such_tool")
        assert server.hear()["error"]["code"] == -32602
        server.ask(2, "resources/read", uri="ofttold://other")
        assert server.hear()["error"]["code"] == -32602
        server.ask(3, "prompts/get", name="other")
        assert server.hear()["error"]["code"] == -32602
        server.ask(4, "no/such/method")
        assert server.hear()["error"]["code"] == -32601


def test_arguments_that_do_not_fit_are_answered_in_words(folder: Path) -> None:
    with Raw(folder, ODD) as server:
        server.shake_hands()
        server.call(1, "suggest", title=5, more="x")
        answer = server.hear()["result"]
        assert answer["isError"]
        assert text_of(answer).splitlines() == [
            "没有「more」这个参数；有的是：title。",
            "参数「title」要的是一段文字。",
        ]


def test_what_a_library_prints_while_it_is_loaded_stays_off_the_wire(
    folder: Path, tmp_path: Path
) -> None:
    noisy = tmp_path / "noisy"
    noisy.mkdir()
    (noisy / "sitecustomize.py").write_text(
        "import sys\n"
        "class Noise:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('mcp', 'anyio', 'watchdog'):\n"
        "            print('loading', name, flush=True)\n"
        "sys.meta_path.insert(0, Noise())\n",
        "utf-8",
    )
    with Raw(folder, REAL, PYTHONPATH=str(noisy)) as server:
        server.shake_hands()
        server.ask(1, "tools/list")
        assert server.hear()["id"] == 1
        assert server.leave()[0] == 0
        assert_clean(server)
        assert b"loading mcp" in server.complaints


def test_without_standard_input_it_says_so_and_leaves(folder: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m ofttold mcp --dir "$1" <&-', sys.executable, str(folder)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"not open" in done.stderr
