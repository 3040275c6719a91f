"""The pictures show what the program prints."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bench.card_life import PICTURE, draw_life, everywhere
from bench.console import Stage
from bench.pictures import (
    LANGS,
    PICTURES,
    draw_terminal,
    name_of,
    play,
    read_terminal,
    stage_hosts,
)
from ofttold.core.sharing.review import STATES, STEPS

needs_shell = pytest.mark.skipif(not shutil.which("sh"), reason="the scenes are staged in a shell")


def without_numbers(lines: list[str]) -> list[list[str]]:
    """Leave out what each run has of its own: moments, milliseconds, hashes, and so the padding."""
    own = re.compile(r"\b[0-9a-f]{8}\b|\d+")
    return [own.sub("N", line).split() for line in lines]


@needs_shell
@pytest.mark.parametrize("lang", LANGS)
def test_the_curves_are_those_of_the_sample_folder(lang: str, tmp_path: Path) -> None:
    Stage(tmp_path, lang).run(f"ofttold anchors --plot '{tmp_path}/plot.svg'")
    assert (tmp_path / "plot.svg").read_bytes() == (
        PICTURES / name_of("anchors", lang)
    ).read_bytes()


@needs_shell
@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_the_pictures_of_sessions_and_doctor_are_of_a_real_run(lang: str, tmp_path: Path) -> None:
    stage = stage_hosts(tmp_path, lang)
    for scene in ("sessions", "doctor"):
        shown = read_terminal((PICTURES / name_of(scene, lang)).read_text("utf-8"))
        assert without_numbers(shown) == without_numbers(play(stage, f"ofttold {scene}"))


def test_the_life_of_a_card_is_drawn_from_the_table_of_steps() -> None:
    picture = PICTURE.read_text("utf-8")
    assert picture == draw_life(), "run: python -m bench.card_life"
    drawn = len(re.findall(r'class="arrow"', picture))
    assert drawn == sum(verb not in everywhere() for verb, _ in STEPS)
    assert everywhere() == ["retract"]
    assert all(f">{state}</text>" in picture for state in STATES)


def test_what_is_drawn_can_be_read_back() -> None:
    lines = ['$ ofttold why <b> & "c"', "什么时候  host  1", "", "→ ok"]
    assert read_terminal(draw_terminal(lines)) == lines
