"""What a person sees of sharing: whole answers in both languages, and the status each ends with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ofttold.cli.main import root
from tests.app.sharebox import ShareBox

_ID = re.compile(r"mem_[a-z2-7]{12}")
_COMMIT = re.compile(r"\b[0-9a-f]{10}\b")


class Shell:
    """Runs commands in a project, ids and commits in the output replaced."""

    def __init__(self, box: ShareBox) -> None:
        self.box = box
        self.ids: list[str] = []

    def run(self, *words: str) -> Result:
        """Run ``ofttold …``."""
        return CliRunner().invoke(root, list(words))

    def said(self, *words: str, status: int = 0) -> str:
        """Give what a command prints, ids as ID1, ID2 …"""
        result = self.run(*words)
        assert result.exit_code == status, result.output
        text = result.stdout if status in (0, 1) else result.stderr
        for found in _ID.findall(text):
            if found not in self.ids:
                self.ids.append(found)
        plain = _ID.sub(lambda found: f"ID{self.ids.index(found[0]) + 1}", text)
        return _COMMIT.sub("COMMIT", plain).replace(self.box.desk().owner, "app-HASH")


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    box = ShareBox(tmp_path)
    (box.memory / "ofttold.toml").write_text('lang = "en"\n')
    monkeypatch.setenv("OFTTOLD_DIR", str(box.memory))
    monkeypatch.chdir(box.repo)
    return Shell(box)


def test_a_stranger_s_first_run_from_draft_to_published(shell: Shell) -> None:
    shell.box.make_work()
    before = shell.box.work()
    shell.said("card", "save", "--title", "Build with uv", "--summary", "uv, not pip")
    id_ = shell.ids[0]
    assert shell.said("share", "status") == (
        "project app-HASH\n"
        "drafts on the desk: 1\n"
        "  Build with uv · ID1 [draft]\n"
        "shelf .ai/ofttold (main): 0\n"
        "never fetched from a remote.\n"
    )
    assert shell.said("share", "submit", id_) == (
        "submitted · Build with uv · ID1 → .ai/ofttold/ID1.md\n"
        "local commit COMMIT on branch main.\n"
        "nothing was pushed. To show it to others:\n"
        "  git push -u origin main\n"
        "  gh pr create --fill\n"
    )
    assert shell.box.git("show", "--name-only", "--format=", "HEAD") == f".ai/ofttold/{id_}.md\n"
    assert shell.box.work() == before
    assert shell.said("share", "promote", id_, "--reject", "--note", "not sure yet") == (
        "Build with uv · ID1: proposed → rejected\n"
        "the file stays. Three ways on: close the pull request and delete the branch; edit it and "
        "ofttold share promote ID1 --resubmit; or keep it as a record.\n"
        "not committed yet:\n"
        "  git commit -m 'Reject memory card ID1: proposed -> rejected' -- .ai/ofttold/ID1.md\n"
    )
    shell.said("share", "promote", id_, "--resubmit")
    shell.said("share", "promote", id_)
    assert shell.said("share", "promote", id_).startswith(
        "Build with uv · ID1: approved → published\n"
    )
    assert shell.said("share", "promote", id_, status=4) == (
        "ID1 is published now; share promote is not possible from there.\n"
        "hint: possible from there: ofttold card retract\n"
    )
    assert shell.said("share", "status").split("\n")[2:5] == [
        "shelf .ai/ofttold (main): published 1",
        "uncommitted on the shelf: 1",
        "  changed .ai/ofttold/ID1.md",
    ]
    assert shell.box.work() == before


def test_a_personal_card_is_refused_with_the_way_on(shell: Shell) -> None:
    shell.said("card", "save", "--title", "Home", "--scope", "personal")
    assert shell.said("share", "submit", shell.ids[0], status=4) == (
        "ID1 is a personal card; it does not leave this machine.\n"
        "hint: to share what it says, ofttold share propose ID1 copies it into a draft; the original stays.\n"
    )
    assert shell.said("share", "propose", shell.ids[0]) == (
        "draft · Home · ID2 (from ID1)\n"
        "to submit: ofttold share submit ID2\n"
        "working alone, --local-approve approves them by yourself.\n"
    )


def test_it_is_said_in_the_folder_s_language(shell: Shell) -> None:
    (shell.box.memory / "ofttold.toml").write_text('lang = "zh"\n')
    shell.said("card", "save", "--title", "构建用 uv")
    assert shell.said(
        "share", "submit", shell.ids[0], "--branch", "memory/uv", "--base", "main"
    ) == (
        "提交了 · 构建用 uv · ID1 → .ai/ofttold/ID1.md\n"
        "本地提交 COMMIT，在新分支 memory/uv。\n"
        "没有推送。要给别人看：\n"
        "  git push -u origin memory/uv\n"
        "  gh pr create --fill --base main\n"
    )
    assert shell.said("share", "promote", shell.ids[0], "--reject", status=4) == (
        "驳回 ID1 要写明理由。\n接下来：加上 --note，用一句话说为什么。\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("share", "status"),
        ("share", "resolve"),
        ("share", "setup"),
        ("card", "audit"),
        ("share", "export", "x.tar.gz"),
    ],
)
def test_data_can_be_had_as_json(shell: Shell, words: tuple[str, ...]) -> None:
    found = json.loads(shell.run(*words, "--format", "json").stdout)
    assert isinstance(found, dict | list)


def test_what_stands_against_it_ends_in_four_and_findings_in_one(shell: Shell) -> None:
    for words in (
        ("share", "pull"),
        ("share", "submit", "mem_aaaaaaaaaaaa"),
        ("share", "promote", "../../x"),
        ("share", "import", "gone.tar.gz"),
        ("share", "export", "x.tar.gz", "--all"),
        ("card", "retract", "mem_aaaaaaaaaaaa"),
    ):
        assert shell.run(*words).exit_code == 4, words
    assert shell.run("share", "promote", "x", "--reject", "--resubmit").exit_code == 2
    shell.box.write(shell.box.project_folder(), "x.md", "---\nx: [\n---\n")
    assert shell.run("card", "audit").exit_code == 1
    assert shell.run("share", "status").exit_code == 1


def test_setup_is_offered_taken_and_taken_back(shell: Shell) -> None:
    assert shell.said("share", "setup").endswith("--yes writes them.\n")
    assert not (shell.box.repo / ".ai").exists()
    assert shell.said("share", "setup", "--yes").endswith(
        "done. Commit .ai/ofttold/.gitattributes yourself so that others have it; "
        "each of them runs ofttold share setup once.\n"
    )
    assert shell.said("share", "setup", "--undo") == "taken back.\n"
    assert "merge.ofttold" not in shell.box.git("config", "--list")


def test_the_merge_driver_takes_no_file_but_those_that_git_hands_over(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "private.md").write_text("---\ntitle: 家里\n---\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    (inner / "a").write_text("---\ntitle: a\n---\n")
    (inner / "link").symlink_to(tmp_path / "private.md")
    for theirs in ("../private.md", str(tmp_path / "private.md"), "link"):
        done = shell.run("share", "merge-driver", "a", "a", theirs, "x.md")
        assert done.exit_code == 4
        assert (inner / "a").read_text() == "---\ntitle: a\n---\n"


def test_superseding_by_a_card_or_by_a_text(shell: Shell) -> None:
    for title in ("old", "new"):
        shell.said("card", "save", "--title", title, "--resolution", "distinct")
    old, new = shell.ids
    assert shell.said("card", "supersede", old, new) == "ID2 supersedes ID1\n"
    assert shell.said("card", "supersede", old, "--by", new) == "ID2 superseded ID1 before\n"
    assert shell.said("card", "supersede", new, "--title", "newer") == "ID3 supersedes ID2\n"
    assert shell.run("card", "supersede", old).exit_code == 2
