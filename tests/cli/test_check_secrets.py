"""``check --secrets`` finds what got in by hand, and shows no more than its head."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.app.folders import make_folder

KEY = "ghp_" + "R7tKw2Vn9xQbLm4YzCd8" + "Hs3PfGj6Ea1UoTi5"


def check(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ofttold", "check", *options, "--dir", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_key_in_an_old_diary_page_is_found_with_its_place_and_not_shown(tmp_path: Path) -> None:
    folder = make_folder(tmp_path, diary={"2026-11-02.md": f"a day\n\nthe token is {KEY}\n"})
    assert check(folder).returncode == 0
    found = check(folder, "--secrets", "--format", "json")
    assert found.returncode == 1
    one = json.loads(found.stdout)[-1]
    assert (one["file"], one["line"], one["code"]) == ("diary/2026-11-02.md", 3, "secret")
    assert KEY not in found.stdout and KEY[:4] in one["message"]


def test_a_folder_without_secrets_says_nothing_more(tmp_path: Path) -> None:
    found = check(make_folder(tmp_path), "--secrets")
    assert (found.returncode, found.stdout) == (0, "")
