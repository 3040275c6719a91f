"""What holds for every page: links lead somewhere, commands are told, nothing of a workplace leaks."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from bench.reference import PAGE, walk, write_reference
from ofttold.cli.main import root
from ofttold.hosts.registry import HOSTS
from ofttold.mcp.registry import load_tools

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ALL = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.S | re.M)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
# Words that belong to where this was written, not to what it is.
_FOREIGN = re.compile(
    r"/tmp/|/root/|(?:issue|PR) ?#?\d|#\d{1,4}\b",
    re.I,
)


def anchor_of(heading: str) -> str:
    """Give the fragment under which a heading is reached."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", ""))
    return kept.replace(" ", "-")


def anchors_of(page: Path) -> set[str]:
    text = _FENCE.sub("", page.read_text("utf-8"))
    return {anchor_of(heading) for heading in re.findall(r"^#+ (.+)$", text, re.M)}


@ALL
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    dead = []
    for link in _LINK.findall(_FENCE.sub("", page.read_text("utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (fragment and fragment not in anchors_of(target)):
            dead.append(link)
    assert dead == []


@ALL
def test_no_page_speaks_of_the_place_it_was_written_in(page: Path) -> None:
    assert _FOREIGN.findall(page.read_text("utf-8")) == []


def test_the_reference_is_the_programs_own() -> None:
    assert PAGE.read_text("utf-8") == write_reference(), "run: python -m bench.reference"


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_every_command_is_in_the_readme(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    told = re.findall(r"`([^`\n]+)`", _FENCE.sub("", text))
    for path, command, _ in walk(root, "ofttold"):
        words = path.split()[1:]
        group = " ".join(["ofttold", *words[:-1]])
        row = [
            line
            for line in text.splitlines()
            if group in line and re.search(rf"[ `]{re.escape(words[-1])}[ `]", line)
        ]
        assert row or words[-1] in told, path
        assert isinstance(command, click.Command)


def test_every_option_is_in_the_docs() -> None:
    told = "".join(page.read_text("utf-8") for page in PAGES)
    for path, command, _ in walk(root, "ofttold"):
        for parameter in command.params:
            for option in parameter.opts if isinstance(parameter, click.Option) else ():
                assert re.search(rf"{re.escape(option)}\b", told), (path, option)


def test_every_host_and_tool_is_in_the_docs() -> None:
    told = "".join(page.read_text("utf-8") for page in PAGES)
    names = [*HOSTS, *(tool.name for tool in load_tools())]
    assert [name for name in names if f"`{name}`" not in told] == []


def test_a_page_with_a_dead_link_or_a_foreign_word_is_found() -> None:
    assert _FOREIGN.search("see /root/main") is not None
    assert _FOREIGN.search("as issue 12 says") is not None
    assert _FOREIGN.search("the first paragraph") is None
    assert _LINK.findall("[a](b.md#c) and [d](e)") == ["b.md#c", "e"]
    assert anchor_of("Which weight") == "which-weight"
