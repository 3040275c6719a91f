"""What a command line that cannot be read is told, in the folder's language."""

from __future__ import annotations

import re
import string
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from ofttold.cli.main import root
from ofttold.core.strings.usage import TABLE

OURS = ("exclude", "not_utf8", "not_pair", "name_")


@pytest.fixture
def speak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OFTTOLD_DIR", str(tmp_path))
    (tmp_path / "memory.md").write_text("# x\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(folder: Path, lang: str, words: str) -> str:
    (folder / "ofttold.toml").write_text(f'lang = "{lang}"\n', "utf-8")
    done = CliRunner().invoke(root, words.split())
    assert done.exit_code == 2 and done.stdout == "", done.output
    return done.stderr


@pytest.mark.parametrize(
    ("words", "zh", "en"),
    [
        ("nonsense", "没有 'nonsense' 这个命令。", "No such command 'nonsense'."),
        ("crad", "没有 'crad' 这个命令。", "No such command 'crad'."),
        ("card lsit", "没有 'lsit' 这个命令。", "No such command 'lsit'."),
        ("card read", "缺少参数 'ID'", "Missing argument 'ID'."),
        ("card list --scoep x", "没有 '--scoep' 这个选项。", "No such option '--scoep'."),
        ("card save --title", "选项 '--title' 后面要带一个值。", "Option '--title' requires an argument."),
        (
            "note x --to nowhere",
            "'--to' 的值不对：'nowhere' 不在这些里面：'oft-told', 'todo'。",
            "Invalid value for '--to': 'nowhere' is not one of 'oft-told', 'todo'.",
        ),
        ("card search x --limit many", "'many' 不是这里要的数。", "'many' is not a valid integer"),
        ("card search x --limit 0", "0 不在 1<=x<=100 里面。", "0 is not in the range 1<=x<=100."),
        ("card read a b", "多出来一个词（b）", "Got unexpected extra argument (b)"),
        ("card save --body a --body-file b", "--body 和 --body-file 只能写一个", "exclude each other"),
        ("card search x --task nope", "'nope' 不是 KEY=VALUE 这样的", "'nope' is not KEY=VALUE"),
        ("card keep", "写上建议或卡片的 id，或者 --all", "name a suggestion or card, or give --all"),
        ("share promote x --reject --resubmit", "只能写一个", "exclude each other"),
    ],
)  # fmt: skip
def test_each_usage_error_speaks_the_folders_language(
    words: str, zh: str, en: str, speak: Path
) -> None:
    chinese, english = told(speak, "zh", words), told(speak, "en", words)
    assert zh in chinese and en in english
    assert chinese.startswith("用法: ") == english.startswith("Usage: ")
    assert "用法不对：" in chinese and "Error: " in english
    assert not re.search(r"\b(Usage|Error|Try|No such|Missing|Invalid)\b", chinese), chinese


def test_what_is_near_is_asked_after_in_the_folders_language(speak: Path) -> None:
    if not hasattr(click, "NoSuchCommand") and not hasattr(click.exceptions, "NoSuchCommand"):
        pytest.skip("this click names no near command")
    assert "是不是 'card'？" in told(speak, "zh", "crad")
    assert "是不是 '--include'？" in told(speak, "zh", "card list --includ all")


def test_the_folder_named_decides_and_a_call_after_it_decides_anew(
    speak: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "ofttold.toml").write_text('lang = "en"\n', "utf-8")
    (other / "memory.md").write_text("# x\n", "utf-8")
    assert "缺少参数" in told(speak, "zh", "card read")
    assert "Missing argument" in told(speak, "zh", f"card read --dir {other}")
    assert "缺少参数" in told(speak, "zh", "card read")


def test_help_is_of_one_language(speak: Path) -> None:
    (speak / "ofttold.toml").write_text('lang = "zh"\n', "utf-8")
    done = CliRunner().invoke(root, ["card", "read", "--help"])
    assert done.exit_code == 0 and done.stdout.startswith("Usage: ")
    assert "Show this message and exit." in done.stdout


def test_both_languages_fill_the_same_fields_and_click_says_the_english_ones() -> None:
    files = [import_module(f"click.{name}").__file__ for name in ("core", "exceptions", "types")]
    files += [import_module(f"click.{name}").__file__ for name in ("formatting", "parser")]
    source = "".join(Path(file).read_text("utf-8") for file in files if file)
    for key, (chinese, english) in TABLE.items():
        fields = [
            {f[1] for f in string.Formatter().parse(text) if f[1]} for text in (chinese, english)
        ]
        assert fields[0] <= fields[1], key
        if not key.removeprefix("usage.").startswith(OURS):
            pieces = english.replace("\n", "\\n").replace("\t", "\\t")
            joined = re.sub(r'"\s+"', "", source)
            assert pieces in joined or key == "usage.no_command", key


def test_a_list_of_commands_cuts_no_sentence_off() -> None:
    groups: list[tuple[list[str], click.Group]] = [([], root)]
    seen = 0
    while groups:
        words, group = groups.pop()
        done = CliRunner().invoke(root, [*words, "--help"])
        shown = " ".join(done.stdout.partition("\nCommands:\n")[2].split())
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None and command.help is not None, (words, name)
            if command.hidden:
                continue
            first = re.split(r"\.\s|\.$", " ".join(command.help.split("\n\n")[0].split()))[0]
            assert f"{name} {first}" in shown, (words, name)
            seen += 1
            if isinstance(command, click.Group):
                groups.append(([*words, name], command))
    assert seen > 40
