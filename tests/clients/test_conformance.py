"""The official conformance suite against ``ofttold mcp``, through a bridge from HTTP."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients.bridge import Bridge
from tests.clients.installing import PROGRAMS
from tests.clients.scenarios import APPLIES, ERAS, cases, left_out
from tests.clients.world import CLIENTS, ROOT, need
from tests.mcp.outside import REAL, environment

pytestmark = pytest.mark.clients
SUITE_SERVER = ("-m", "tests.clients.suite_server")
SCENARIO_MS = "20000"  # milliseconds the suite gives one scenario
SECONDS = 60.0  # seconds one run of the suite may take
PASSED = ("SUCCESS", "INFO")


def run_suite(*words: str) -> str:
    """Run the suite's program; gives what it printed."""
    need("node", "conformance")
    node, suite = (CLIENTS / name / PROGRAMS[name] for name in ("node", "conformance"))
    done = subprocess.run(
        [node, suite, *words],
        env={**os.environ, "NODE_COMPILE_CACHE": str(CLIENTS / "conformance" / "compiled")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def bridge_to(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[bool], Bridge]]:
    """Give a bridge to the server as it is, or to the one with the suite's names."""
    folder = tmp_path_factory.mktemp("memory")
    (folder / "diary").mkdir()
    (folder / "memory.md").write_text("## 常被提起\n- **大肥鱼** → `2026-10-30`\n", "utf-8")
    bridges: dict[bool, Bridge] = {}

    def start(named: bool) -> subprocess.Popen[bytes]:
        words = [sys.executable, *(SUITE_SERVER if named else REAL), str(folder)]
        return subprocess.Popen(
            words, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def give(named: bool) -> Bridge:
        need("node", "conformance")
        if named not in bridges:
            bridges[named] = Bridge(lambda: start(named))
        return bridges[named]

    yield give
    for bridge in bridges.values():
        bridge.stop()


def test_every_scenario_of_the_suite_is_known_here() -> None:
    listed = dict(re.findall(r"^  - (\S+) \[(\S+)\]$", run_suite("list", "--server"), re.M))
    assert sorted(listed) == sorted([*APPLIES, *left_out()])
    for name, runs in APPLIES.items():
        assert runs.eras == tuple(era for era in ERAS if era in listed[name].split(",")), name


@pytest.mark.parametrize(("scenario", "era"), cases())
def test_the_suite_finds_no_fault(
    scenario: str, era: str, bridge_to: Callable[[bool], Bridge], tmp_path: Path
) -> None:
    runs = APPLIES[scenario]
    bridge = bridge_to(runs.named)
    where = ("--url", bridge.url, "--output-dir", str(tmp_path))
    which = ("--scenario", scenario, "--spec-version", era, "--timeout", SCENARIO_MS)
    said = run_suite("server", *where, *which)
    (found,) = tmp_path.rglob("checks.json")
    checks: list[dict[str, Any]] = json.loads(found.read_text("utf-8"))
    ours = [check for check in checks if check["id"] not in runs.beside]
    assert ours and [check for check in ours if check["status"] not in PASSED] == [], said
    assert {check["id"] for check in checks} >= set(runs.beside), "a check that is no longer made"
    assert bridge.strays() == []
