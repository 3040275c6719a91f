"""Installs into real folders: merged without loss, given back byte for byte."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ofttold.app import hosts_here
from ofttold.app import install as app
from ofttold.app.hosts_here import Where
from ofttold.app.install import Outcome
from ofttold.app.ledger import Ledger
from ofttold.core.errors import OfttoldError
from ofttold.edge import journal
from ofttold.hosts.commandline import Program
from ofttold.hosts.registry import HOSTS

PROGRAM = Program("/opt/ofttold/bin/python")
MOVED = Program("/opt/new place/bin/python")
USER = Where("user")
NOW = 1_796_000_000.0
SETTINGS = {
    "claude-code": [".claude/settings.json", ".claude.json"],
    "codex": [".codex/hooks.json", ".codex/config.toml"],
    "gemini": [".gemini/settings.json"],
    "opencode": [".config/opencode/opencode.json", ".config/opencode/plugins/ofttold.js"],
    "cursor": [".cursor/hooks.json", ".cursor/mcp.json"],
    "copilot": [".copilot/hooks/ofttold.json", ".copilot/mcp-config.json"],
    "vscode": [".copilot/hooks/ofttold-vscode.json", ".config/Code/User/mcp.json"],
    "dsh": [".dsh/cordis.patch.yml", ".dsh/ofttold/ofttold.mjs"],
}


def install(*hosts: str, where: Where = USER, program: Program = PROGRAM) -> Outcome:
    return app.install(hosts, where, program, now_s=NOW, lang="en")


def uninstall(*hosts: str, where: Where = USER) -> Outcome:
    return app.uninstall(hosts, where, lang="en")


def tree(root: Path) -> dict[str, bytes | None]:
    """Give every file and folder below a home, without the program's own state."""
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None
        for path in sorted(root.rglob("*"))
        if ".local" not in path.parts
    }


def put(home: Path, name: str, text: str) -> Path:
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("host", HOSTS)
def test_an_install_on_a_new_machine_leaves_nothing_after_its_uninstall(
    host: str, own_home: Path
) -> None:
    before = tree(own_home)
    outcome = install(host)
    assert not outcome.refused
    assert all((own_home / name).is_file() for name in SETTINGS[host])
    skills = own_home / (".claude/skills" if host == "claude-code" else ".agents/skills")
    assert (skills / "ofttold-memory" / "SKILL.md").is_file()
    assert not uninstall(host).refused
    assert tree(own_home) == before


@pytest.mark.parametrize("host", HOSTS)
def test_a_second_install_and_a_second_uninstall_do_nothing(host: str, own_home: Path) -> None:
    install(host)
    once, written = tree(own_home), journal.read_journal()
    assert not any(step.changes for step in install(host).steps)
    assert (tree(own_home), journal.read_journal()) == (once, written)
    uninstall(host)
    gone = tree(own_home)
    assert not any(step.changes for step in uninstall(host).steps)
    assert tree(own_home) == gone


def test_all_hosts_at_once_come_and_go_in_any_order(own_home: Path) -> None:
    before = tree(own_home)
    install(*HOSTS)
    for host in reversed(HOSTS):
        uninstall(host)
    assert tree(own_home) == before
    assert journal.read_journal() == []


def test_skills_that_hosts_share_stay_until_the_last_one_leaves(own_home: Path) -> None:
    skill = own_home / ".agents/skills/ofttold-ritual/SKILL.md"
    install("codex", "gemini")
    uninstall("codex")
    assert skill.is_file()
    uninstall("gemini")
    assert not skill.exists()


def test_a_person_s_own_files_are_the_same_bytes_again(own_home: Path) -> None:
    put(own_home, ".claude/settings.json", '\ufeff{\r\n\t"model": "x", // mine\r\n}\r\n')
    put(own_home, ".claude.json", '{"numStartups": 7}')
    put(own_home, ".codex/config.toml", 'model = "o"\n# end')
    put(own_home, ".dsh/cordis.patch.yml", "- id: hmr\n  disabled: false")
    put(own_home, ".config/opencode/opencode.jsonc", '{ "theme": "x", }')
    before = tree(own_home)
    hosts = ("claude-code", "codex", "dsh", "opencode")
    assert not install(*hosts).refused
    assert (own_home / ".config/opencode/opencode.jsonc").read_bytes() != b'{ "theme": "x", }'
    assert not (own_home / ".config/opencode/opencode.json").exists()
    uninstall(*hosts)
    assert tree(own_home) == before


def test_a_moved_program_is_found_by_its_mark_and_given_back_exactly(own_home: Path) -> None:
    path = put(
        own_home, ".claude/settings.json", '{\n    "备注": "别动 — 我的",\n    "hooks": {}\n}\n'
    )
    before = tree(own_home)
    install("claude-code")
    install("claude-code")
    install("claude-code", program=MOVED)
    hooks = json.loads(path.read_text("utf-8"))["hooks"]
    (group,) = hooks["SessionStart"]
    assert group["hooks"][0]["command"].startswith(
        '"/opt/new place/bin/python" -I -m ofttold hook '
    )
    assert path.read_text("utf-8").startswith('{\n    "备注": "别动 — 我的",\n    "hooks": {\n')
    uninstall("claude-code")
    assert tree(own_home) == before


def test_what_the_person_changed_meanwhile_is_what_stays(own_home: Path) -> None:
    path = put(own_home, ".claude/settings.json", '{\n  "model": "x"\n}\n')
    install("claude-code")
    path.write_text(path.read_text("utf-8").replace('"model": "x"', '"model": "y"'), "utf-8")
    uninstall("claude-code")
    assert path.read_text("utf-8") == '{\n  "model": "y"\n}\n'


def test_without_the_journal_entries_are_found_by_their_mark(own_home: Path) -> None:
    path = put(own_home, ".claude/settings.json", '{"a": 1}')
    install("claude-code", "codex")
    Path(journal.journal_path()).unlink()
    uninstall("claude-code", "codex")
    left = json.loads(path.read_text("utf-8"))
    assert left == {"a": 1, "hooks": {"SessionStart": [], "UserPromptSubmit": []}}
    assert list((own_home / ".claude/skills").iterdir()) == []
    assert "ofttold" not in (own_home / ".codex/config.toml").read_text("utf-8")


def test_a_copy_from_before_is_kept_once_and_dropped_when_all_is_as_before(own_home: Path) -> None:
    path = put(own_home, ".claude/settings.json", '{"a": 1}')
    copy = Path(journal.copy_path(str(path)))
    install("claude-code")
    assert copy.read_text("utf-8") == '{"a": 1}'
    assert copy.stat().st_mode & 0o777 == 0o600
    path.write_text('{"a": 2}', "utf-8")
    install("claude-code")
    assert copy.read_text("utf-8") == '{"a": 1}'
    uninstall("claude-code")
    assert copy.exists()
    path.write_text('{"a": 1}', "utf-8")
    install("claude-code")
    uninstall("claude-code")
    assert not copy.exists()


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no symbolic links here")
def test_a_dotfile_that_is_a_link_stays_one_with_its_mode(own_home: Path) -> None:
    real = put(own_home, "dotfiles/settings.json", '{"a": 1}')
    real.chmod(0o640)
    link = own_home / ".claude/settings.json"
    link.parent.mkdir()
    link.symlink_to(real)
    install("claude-code")
    assert link.is_symlink() and b"ofttold" in real.read_bytes()
    assert real.stat().st_mode & 0o777 == 0o640
    uninstall("claude-code")
    assert link.is_symlink() and real.read_text("utf-8") == '{"a": 1}'
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("text", "place"),
    [('{"hooks": ', ":1:11"), ('{"hooks": []}', ":1:11"), ("{'a': 1}", ":1:2")],
)
def test_a_file_that_cannot_take_our_lines_is_left_with_the_snippet_to_paste(
    text: str, place: str, own_home: Path
) -> None:
    path = put(own_home, ".claude/settings.json", text)
    outcome = install("claude-code")
    (step,) = [step for step in outcome.steps if step.fault]
    assert step.fault is not None and f"{path}{place}" in step.fault.message("en")
    assert path.read_text("utf-8") == text
    assert "SessionStart" in json.loads(step.snippet)["hooks"]
    assert (own_home / ".claude.json").is_file()
    assert uninstall("claude-code").refused == (not text.endswith("[]}"))
    assert path.read_text("utf-8") == text


def test_a_read_only_file_is_respected(own_home: Path) -> None:
    path = put(own_home, ".claude/settings.json", "{}")
    path.chmod(0o444)
    assert install("claude-code").refused
    assert path.read_text("utf-8") == "{}"


def test_a_dangling_link_is_refused_not_replaced(own_home: Path) -> None:
    link = own_home / ".claude/settings.json"
    link.parent.mkdir()
    link.symlink_to(own_home / "nowhere")
    assert install("claude-code").refused
    assert link.is_symlink() and not (own_home / "nowhere").exists()


def test_a_skill_the_person_rewrote_is_kept_at_install_and_uninstall(own_home: Path) -> None:
    install("codex")
    skill = own_home / ".agents/skills/ofttold-memory/SKILL.md"
    skill.write_text("my own words", "utf-8")
    assert [step.kept for step in install("codex").steps if step.path == str(skill)] == [True]
    uninstall("codex")
    assert skill.read_text("utf-8") == "my own words"


def test_skills_come_in_the_language_asked_for(own_home: Path) -> None:
    app.install(["codex"], USER, PROGRAM, now_s=NOW, lang="zh")
    zh = (own_home / ".agents/skills/ofttold-memory/SKILL.md").read_bytes()
    app.install(["codex"], USER, PROGRAM, now_s=NOW, lang="en")
    assert (own_home / ".agents/skills/ofttold-memory/SKILL.md").read_bytes() != zh


@pytest.mark.parametrize("host", [host for host in HOSTS if host != "dsh"])
def test_a_project_gets_its_own_settings_and_is_clean_again(
    host: str, own_home: Path, tmp_path: Path
) -> None:
    project = Where("project", str(tmp_path))
    (tmp_path / ".git").mkdir()
    home, before = tree(own_home), tree(tmp_path)
    assert not install(host, where=project).refused
    assert tree(own_home) == home
    assert len(tree(tmp_path)) > len(before)
    assert hosts_here.installed_hosts(project) == [host] and hosts_here.installed_hosts(USER) == []
    uninstall(host, where=project)
    assert tree(tmp_path) == before


def test_the_harness_without_a_project_layer_says_so() -> None:
    with pytest.raises(hosts_here.NoProjectLayer):
        install("dsh", where=Where("project", "/tmp"))


def test_opencodes_plugin_holds_the_command_as_a_list(own_home: Path) -> None:
    odd = Program('/opt/a "b" $x\\y/python')
    install("opencode", program=odd)
    text = (own_home / ".config/opencode/plugins/ofttold.js").read_text("utf-8")
    line = next(line for line in text.splitlines() if line.startswith("const COMMAND = "))
    assert json.loads(line.removeprefix("const COMMAND = ")) == [
        odd.interpreter,
        "-I",
        "-m",
        "ofttold",
        "hook",
    ]


def test_the_journal_knows_since_when_a_host_is_wired() -> None:
    install("codex")
    assert Ledger().wired_since("codex") == NOW
    assert Ledger().wired_since("gemini") is None


def test_a_damaged_journal_counts_as_none(own_home: Path) -> None:
    install("codex")
    for damage in (b"{", b"[]", b'{"format": 99}', b'{"format": 1, "files": [7, {"path": 1}]}'):
        Path(journal.journal_path()).write_bytes(damage)
        assert Ledger().entries == {}


def test_names_are_settled_before_anything_is_done() -> None:
    assert hosts_here.name_hosts(["claude", "claude-code", "codex"]) == ["claude-code", "codex"]
    with pytest.raises(OfttoldError, match="emacs"):
        hosts_here.name_hosts(["emacs"])


def test_a_crash_between_journal_and_file_still_comes_back_clean(own_home: Path) -> None:
    path = put(own_home, ".claude/settings.json", '{"a": 1}')
    install("claude-code")
    path.write_text('{"a": 1}', "utf-8")  # as if the file had never been reached
    assert not uninstall("claude-code").refused
    assert path.read_text("utf-8") == '{"a": 1}'
