"""Settings as they lie on the disk: whole, broken, in odd encodings."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ofttold.cli.main import root
from ofttold.core.strings import say
from ofttold.edge.settings import Loaded, configured_folder, load_settings, parse_settings


def told(loaded: Loaded) -> list[tuple[int, str, bool]]:
    return [(line, fault.code, fault.fatal) for line, fault in loaded.faults]


def test_no_file_means_defaults(tmp_path: Path) -> None:
    loaded = load_settings(str(tmp_path))
    assert loaded.settings.number("anchors.cap") == 8 and not loaded.faults


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_a_mark_and_windows_line_ends_are_read(prefix: bytes, ending: bytes) -> None:
    data = prefix + ending.join([b"# mine", b'lang = "zh"', b"[anchors]", b"cap = 3", b""])
    loaded = parse_settings(data)
    assert loaded.settings.text("lang") == "zh" and loaded.settings.number("anchors.cap") == 3
    assert not loaded.faults


@pytest.mark.parametrize(
    ("text", "line", "code", "fatal"),
    [
        ("\n\nmax_char = 5\n", 3, "setting_unknown_near", False),
        ("zzzzqqqq = 5\n", 1, "setting_unknown", False),
        ("# x\n[anchors]\ncap = true\n", 3, "setting_type", True),
        ("anchors = 3\n", 1, "setting_type", True),
        ('[headings]\nhard_rules = ["a", 3]\n', 2, "setting_type", True),
        ('[files]\nmemory = "/etc/passwd"\n', 2, "setting_path", True),
        ('[files]\ndiary = "a/../../b"\n', 2, "setting_path", True),
        ('[files]\nmemory = "cards/personal/mem_a.md"\n', 2, "setting_path", True),
        ('[files]\ndiary = "./Cards"\n', 2, "setting_path", True),
        ('timezone = "Mars/One"\n', 1, "setting_zone", True),
        ('lang = "zh"\nlang = "en"\n', 2, "toml_broken", True),
        ("x = " + "[" * 20_000, 0, "toml_broken", True),
        ("x = " + "9" * 5_000, 1, "toml_broken", True),
        ("# " + "x" * 4_194_304, 0, "toml_unreadable", True),
    ],
)
def test_each_fault_has_its_line_and_can_be_said_in_both_languages(
    text: str, line: int, code: str, fatal: bool
) -> None:
    loaded = parse_settings(text.encode())
    assert told(loaded) == [(line, code, fatal)]
    for lang in ("zh", "en"):
        assert say(lang, f"finding.{code}", **loaded.faults[0][1].values)


def test_what_is_no_utf8_and_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    assert told(parse_settings('lang = "中"\n'.encode("gb18030"))) == [(0, "toml_unreadable", True)]
    (tmp_path / "ofttold.toml").mkdir()
    assert told(load_settings(str(tmp_path))) == [(0, "toml_unreadable", True)]


def test_a_zone_nobody_knows_lets_the_machine_s_stand_in() -> None:
    assert parse_settings(b'timezone = "Mars/One"\n').settings.text("timezone") == ""


@pytest.mark.parametrize(
    "text", [b"memory_dir = 3\n", b"memory_dir = [\n", b"\xff\xfe", b'memory_dir = ""\n']
)
def test_a_config_that_names_no_folder_names_none(text: bytes) -> None:
    path = Path(os.environ["XDG_CONFIG_HOME"]) / "ofttold" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_bytes(text)
    assert configured_folder() is None


@pytest.mark.parametrize("data", ['lang = "中"\n'.encode("gb18030"), b"x = " + b"[" * 20_000])
def test_what_is_wrong_with_all_of_the_file_is_told_without_a_line(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "memory.md").write_text("# Hard rules\n- one\n", "utf-8")
    (tmp_path / "ofttold.toml").write_bytes(data)
    monkeypatch.setenv("OFTTOLD_DIR", str(tmp_path))
    said = []
    for words in (
        "check",
        "inject",
        "doctor",
        "card list",
        "config set lang en",
        "note x",
        "status",
    ):
        done = CliRunner().invoke(root, words.split())
        assert done.exit_code != 3, done.output
        said += [line for line in done.output.splitlines() if "ofttold.toml" in line]
    assert len(said) >= 5
    wrong = re.compile(r"ofttold\.toml:\d|line 0|第 0 行")
    assert not [line for line in said if wrong.search(line)], said
    findings = json.loads(CliRunner().invoke(root, ["check", "--format", "json"]).stdout)
    assert [one["line"] for one in findings if one["file"] == "ofttold.toml"] == [None]
