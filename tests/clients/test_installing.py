"""Installing the clients: every version is named whole, and one that fails stops no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.clients import installing


def test_every_client_has_one_exact_version_and_a_program() -> None:
    assert set(installing.INSTALLERS) == set(installing.VERSIONS) == set(installing.PROGRAMS)
    for version in (*installing.VERSIONS.values(), installing.PNPM):
        assert re.fullmatch(r"\d+\.\d+\.\d+(-[a-z]+\.\d+)?", version)


def test_one_that_cannot_be_installed_is_named_and_the_others_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(folder: Path) -> None:
        raise OSError("no such package")

    def succeed(folder: Path) -> None:
        program = folder / "program"
        folder.mkdir()
        program.touch(mode=0o755)

    monkeypatch.setattr(installing, "INSTALLERS", {"dsh": fail, "gemini": succeed})
    monkeypatch.setattr(installing, "PROGRAMS", {"dsh": "program", "gemini": "program"})
    installing.main(tmp_path)
    assert "dsh cannot be installed here" in capsys.readouterr().out
    assert not installing.is_installed(tmp_path, "dsh")
    assert installing.is_installed(tmp_path, "gemini")
