from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ofttold
from ofttold.edge import shipped

ROOT = Path(__file__).resolve().parents[2]
PRINT = (
    "from ofttold.edge.shipped import read_shipped as r;"
    "print(len(r('scaffold','zh')), len(r('skills','en')))"
)


def test_both_languages_ship_the_same_files() -> None:
    for kind in ("scaffold", "skills"):
        chinese, english = (shipped.read_shipped(kind, lang) for lang in ("zh", "en"))
        assert list(chinese) == list(english)
    assert list(shipped.read_shipped("scaffold", "en")) == [
        "detours.md",
        "index.md",
        "memory.md",
        "relationship.md",
        "diary/README.md",
    ]


def test_a_checkout_finds_the_texts_at_its_top() -> None:
    assert Path(shipped.shipped_folder("skills")) == ROOT / "skills"


def test_an_unpacked_wheel_finds_the_texts_inside_the_package(tmp_path: Path) -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    target = built["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in target["packages"]:
        shutil.copytree(ROOT / package, tmp_path / package)
    for source, place in target["force-include"].items():
        shutil.copytree(ROOT / source, tmp_path / place)
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {PRINT}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    assert done.stdout.split() == ["5", "2"]


def test_an_installation_without_its_texts_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ofttold, "__file__", str(tmp_path / "ofttold" / "__init__.py"))
    with pytest.raises(shipped.ShippedMissing) as refusal:
        shipped.read_shipped("skills", "zh")
    assert "_shipped" in refusal.value.message("en")
    assert refusal.value.hint("zh") == "重新安装 ofttold。"
