"""The READMEs are run: every transcript on them is what the program prints on the sample folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bench.console import NOW, Ids, Stage, differ, transcripts
from bench.pictures import PICTURES
from bench.transcribe import PAGES
from ofttold.core.settings import KEYS, TABLES, read_settings
from ofttold.hosts.registry import HOSTS

ROOT = Path(__file__).resolve().parents[2]
READMES = {"en": "README.md", "zh": "README.zh.md"}
pages = pytest.mark.parametrize("lang", READMES)


def text_of(lang: str) -> str:
    return (ROOT / READMES[lang]).read_text("utf-8")


@pytest.mark.skipif(
    not (shutil.which("sh") and shutil.which("git")), reason="the transcripts are a shell's"
)
@pytest.mark.parametrize("page", PAGES)
def test_every_transcript_is_what_the_program_prints(page: str, tmp_path: Path) -> None:
    typed = transcripts((ROOT / page).read_text("utf-8"))
    assert len(typed) >= 10
    stage, ids = Stage(tmp_path, "zh" if ".zh." in page else "en"), Ids()
    for one in typed:
        printed = stage.run(ids.put(one.command))
        assert differ(one.shown, printed, ids) == "", one.command


def test_a_transcript_that_is_not_what_was_printed_is_told(tmp_path: Path) -> None:
    ids = Ids()
    assert differ("saved mem_aaaaaaaaaaaa\n", "saved mem_bbbbbbbbbbbb\n", ids) == ""
    assert ids.put("undo mem_aaaaaaaaaaaa") == "undo mem_bbbbbbbbbbbb"
    assert differ("kept mem_aaaaaaaaaaaa\n", "kept mem_cccccccccccc\n", ids) != ""
    assert differ("took 3 ms\n", "took 12 ms\n", ids) == ""
    assert differ("a\n…\nd\n", "a\nb\nc\nd\n", ids) == ""
    assert differ("a\n…\nd\n", "a\nb\nc\n", ids) != ""
    assert differ("one\n", "one\ntwo\n", ids) != ""


@pages
def test_the_block_of_make_try_is_the_one_on_the_page(lang: str, tmp_path: Path) -> None:
    first = transcripts(text_of(lang))[0]
    locale = {"en": "C.UTF-8", "zh": "zh_CN.UTF-8"}[lang]
    done = subprocess.run(
        [sys.executable, "-c", "import bench.try_it as t; raise SystemExit(t.main())"],
        cwd=ROOT,
        env={"PATH": "", "LC_ALL": locale, "TMPDIR": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        check=True,
    )
    block = done.stdout.decode("utf-8").split("\n\n")[1]
    # What differs is the day alone: try_it's sample ends yesterday, the page's on a fixed day.
    days = re.compile(r"\d{4}-\d{2}-\d{2}")
    assert days.sub("DAY", block) == days.sub("DAY", first.shown.rstrip("\n"))
    assert NOW[:10] in first.shown


@pages
def test_the_settings_of_the_page_are_all_there_are_with_their_defaults(lang: str) -> None:
    (written,) = re.findall(r"^```toml\n(.*?)^```", text_of(lang), re.S | re.M)
    table = tomllib.loads(written)
    named = {name for name in table if name not in TABLES}
    for group in set(TABLES) - {"headings"}:
        named |= {f"{group}.{name}" for name in table[group]}
    assert named == set(KEYS)
    settings, faults = read_settings(table)
    assert [(fault.code, fault.key) for fault in faults] == []
    assert settings.values == {key: default for key, (default, _) in KEYS.items()}
    assert settings.headings
    choices = [c for _, takes in KEYS.values() if isinstance(takes, tuple) for c in takes]
    assert [c for c in choices if isinstance(c, str) and c not in written] == []


@pages
def test_each_host_has_its_line_and_the_line_names_what_install_writes(
    lang: str, tmp_path: Path
) -> None:
    stage = Stage(tmp_path, lang)
    for host in HOSTS:
        (row,) = [line for line in text_of(lang).splitlines() if line.startswith(f"| `{host}` |")]
        written = re.findall(r"~/[^\s（(:：]+", stage.run(f"ofttold install {host}"))
        own = [path for path in written if "/skills/" not in path]
        assert own, host
        for path in own:
            assert path in row or path.rpartition("/")[2] in row, (host, path)


@pages
def test_the_pictures_of_the_page_are_there(lang: str) -> None:
    named = re.findall(r"\]\(docs/pictures/([^)]+)\)", text_of(lang))
    assert len(named) >= 3
    assert [name for name in named if not (PICTURES / name).is_file()] == []
