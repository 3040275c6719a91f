from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

WORKER = """
import os, random, sys
from ofttold.core.search.document import Doc
from ofttold.core.search.query import parse_query
from ofttold.edge.index import open_index
from ofttold.edge.listing import Source, list_files

root, number = sys.argv[1], int(sys.argv[2])
cards, draw = os.path.join(root, "cards"), random.Random(number)


def parse(path, data):
    return [Doc(path, title=data.decode())]


for _ in range(25):
    path = os.path.join(cards, f"f{draw.randrange(12)}.md")
    if draw.random() < 0.2:
        try:
            os.unlink(path)
        except OSError:
            pass
    elif draw.random() < 0.6:
        with open(f"{path}.{number}", "w") as file:
            file.write(f"whale w{draw.randrange(9)}")
        os.replace(f"{path}.{number}", path)
    with open_index(os.path.join(root, sys.argv[3])) as index:
        index.sync([Source("personal", cards, list_files(cards), parse)])
        hits = index.search(parse_query("whale w3 w4"), layers=["personal"], limit=50)
if sys.argv[3] == "fresh.db" or number == 0:
    print([(hit.path, hit.score) for hit in hits])
"""


def _start(root: Path, number: int, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WORKER, str(root), str(number), name]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_many_processes_on_one_index_leave_it_as_a_fresh_one_would_be(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    workers = [_start(tmp_path, number, "index.db") for number in range(1, 5)]
    for worker in workers:
        worker.communicate(timeout=120)
    assert [worker.returncode for worker in workers] == [0] * 4
    assert sorted(os.listdir(tmp_path)) == ["cards", "index.db"]
    freeze = WORKER.replace("range(25)", "range(1)").replace("draw.random() < 0.2", "False")
    freeze = freeze.replace("draw.random() < 0.6", "False")
    answers = [
        subprocess.run(
            [sys.executable, "-c", freeze, str(tmp_path), "0", name],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for name in ("index.db", "fresh.db")
    ]
    assert answers[0] == answers[1]
    assert "f" in answers[0]
