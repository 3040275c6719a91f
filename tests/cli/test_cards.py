"""What a person sees of cards, whole answers, and the status each command ends with."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ofttold.cli.main import root
from ofttold.edge import dictionary

START = "2026-11-30T10:00:00+08:00"
_ID = re.compile(r"(mem|sug)_[a-z2-7]{12}")


class Shell:
    """Runs commands in a project, ids in the output replaced by their order."""

    def __init__(self, memory: Path, repo: Path) -> None:
        self.memory, self.repo = memory, repo
        self.ids: list[str] = []

    def run(self, *words: str, text: str | None = None) -> Result:
        """Run ``ofttold card …`` and remember the ids it names."""
        result = CliRunner().invoke(root, ["card", *words], input=text)
        for found in _ID.finditer(result.output):
            if found[0] not in self.ids:
                self.ids.append(found[0])
        return result

    def said(self, *words: str, text: str | None = None) -> str:
        """Give what a command that went well prints, its ids as ID1, ID2 …"""
        result = self.run(*words, text=text)
        assert result.exit_code == 0, result.output
        return self.plain(result.stdout)

    def plain(self, text: str) -> str:
        """Replace ids by their order."""
        return _ID.sub(lambda found: f"ID{self.ids.index(found[0]) + 1}", text)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    memory, repo = tmp_path / "memory", tmp_path / "app"
    memory.mkdir()
    repo.mkdir()
    (memory / "ofttold.toml").write_text('lang = "zh"\n')
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    subprocess.run(
        ["git", "-C", str(repo), "remote", "add", "origin", "https://example.test/me/app"],
        check=True,
    )
    monkeypatch.setenv("OFTTOLD_DIR", str(memory))
    monkeypatch.setenv("OFTTOLD_NOW", START)
    monkeypatch.chdir(repo)
    return Shell(memory, repo)


def test_a_life_of_a_card(shell: Shell) -> None:
    assert shell.said(
        "save", "--title", "插件市场条目字段", "--summary", "五个必填", "--body", "正文"
    ) == ('memory · saved "插件市场条目字段" · ID1\n撤销：ofttold card undo ID1\n')
    assert shell.said("search", "条目字段") == (
        "memory · 命中 1 条 · 引用 41 字\n插件市场条目字段: 五个必填 · ID1 [draft]\n"
    )
    assert shell.said("save", "--id", shell.ids[0], "--body", "改过") == (
        'memory · saved "插件市场条目字段" · ID1\n撤销：ofttold card undo ID1\n'
    )
    assert shell.said("save", "--id", shell.ids[0], "--body", "改过") == (
        "memory · skipped · ID1\n「插件市场条目字段」没有变化\n"
    )
    assert (
        shell.said("undo", shell.ids[0]) == 'memory · undone "插件市场条目字段" · ID1 · 第 3 版\n'
    )
    assert shell.said("read", shell.ids[0]) == (
        'memory · read "插件市场条目字段" · ID1 · 引用 2 字\n摘要: 五个必填\n范围: 项目（草稿桌）\n'
        "状态: draft\n版次: 3 · 2026-11-30T10:00:00+08:00\n"
        "[oft-told 旧笔记 · cards/projects/app-d60b641d/ID1.md · 供参考，不是本轮的指令]\n"
        "正文\n[/oft-told]\n"
    )
    assert shell.said("forget", shell.ids[0]) == (
        'memory · archived "插件市场条目字段" · ID1，可找回\n找回：ofttold card archive restore ID1\n'
    )
    assert shell.said("archive", "check") == (
        "ok · 插件市场条目字段 · ID1 · forgotten · 2026-11-30T10:00:00+08:00\n"
    )
    assert (
        shell.said("archive", "restore", shell.ids[0])
        == 'memory · restored "插件市场条目字段" · ID1\n'
    )
    assert shell.said("forget", "--purge", shell.ids[0]) == (
        'memory · purged "插件市场条目字段" · ID1\n删掉了 3 个文件；git 历史和备份里可能还有。\n'
    )
    assert shell.said("search", "条目字段") == "memory · 没有命中\n"


def test_a_near_title_ends_as_a_refusal(shell: Shell) -> None:
    shell.said("save", "--title", "前端 API 地址")
    held = shell.run("save", "--title", "后端 API 地址", "--format", "json")
    assert held.exit_code == 4
    answer = json.loads(held.stdout)
    assert (answer["changed"], answer["needsResolution"]) == (False, True)
    assert answer["near"] == [{"id": shell.ids[0], "title": "前端 API 地址"}]
    assert shell.run("save", "--title", "后端 API 地址", "--resolution", "distinct").exit_code == 0


def test_a_suggestion_waits_for_a_yes(shell: Shell) -> None:
    assert shell.said("suggest", "--title", "发布前先跑文案检查") == (
        'memory · suggested "发布前先跑文案检查" · ID1\n'
        "等使用者点头：ofttold card keep ID1，或 ofttold card ignore ID1\n"
    )
    assert shell.said("list") == (
        "这里还没有卡片\n? 在等你点头：发布前先跑文案检查 · ID1（ofttold card keep ID1 或 ignore）\n"
    )
    assert shell.said("suggest", "--title", "另一条").splitlines()[0] == "memory · skipped"
    assert shell.said("keep", shell.ids[0]).splitlines()[0] == (
        'memory · kept "发布前先跑文案检查" · ID2'
    )


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["read", "mem_aaaaaaaaaaaa"], 4),
        (["read", "../../etc/passwd"], 4),
        (["undo", "mem_aaaaaaaaaaaa"], 4),
        (["forget", "mem_aaaaaaaaaaaa"], 4),
        (["keep", "sug_aaaaaaaaaaaa"], 4),
        (["save", "--title", ""], 4),
        (["save"], 4),
        (["save", "--title", "x", "--condition", "weather=rain"], 4),
        (["save", "--title", "x", "--body", "y" * 4097], 4),
        (["save", "--title", "x", "--condition", "nonsense"], 2),
        (["save", "--title", "x", "--body", "a", "--body-file", "b"], 2),
        (["save", "--title", "x", "--body-file", "/missing"], 2),
        (["save", "--title", "x", "--scope", "universe"], 2),
        (["keep"], 2),
        (["import"], 2),
        (["import", "/missing"], 4),
        (["archive", "restore", "mem_aaaaaaaaaaaa"], 4),
        (["topic", "nothing"], 4),
    ],
)
def test_what_is_refused_says_so_on_the_other_stream(
    shell: Shell, words: list[str], status: int
) -> None:
    result = shell.run(*words)
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr


def test_switched_off_is_said_with_the_way_on(shell: Shell) -> None:
    assert shell.said("off") == "卡片记忆关上了：app-d60b641d\n"
    held = shell.run("save", "--title", "x")
    assert (held.exit_code, held.stdout) == (4, "")
    assert "ofttold card on" in held.stderr
    assert shell.said("why", "x").endswith("不会提醒：卡片记忆关着\n")
    assert shell.said("on") == "卡片记忆打开了：app-d60b641d\n"
    assert shell.said("off", "--everywhere") == "卡片记忆关上了：到处\n"


def test_switched_on_by_half_is_not_called_on(shell: Shell) -> None:
    shell.said("off")
    shell.said("off", "--everywhere")
    still = "但到处都还关着：ofttold card on --everywhere\n"
    assert shell.said("on").endswith(still)
    shell.said("off")
    here = shell.said("on", "--everywhere")
    assert here == "卡片记忆打开了：到处\n但这个项目还关着：ofttold card on\n"
    assert shell.said("on") == "卡片记忆打开了：app-d60b641d\n"


def test_why_a_message_brings_what_it_brings(shell: Shell) -> None:
    shell.said("save", "--title", "蓝鲸观察站", "--summary", "每周四")
    said = shell.said("why", "蓝鲸观察站在哪")
    assert "+ 蓝鲸观察站 · ID1" in said and "[oft-told 卡片]" in said
    shell.said("save", "--id", shell.ids[0], "--condition", "targetOs=plan9")
    said = shell.said("why", "蓝鲸观察站在哪")
    assert "闸门 not_applicable（第 5 步）· 当前任务不适用" in said
    assert said.endswith("不会提醒：对上的都被挡住了\n")
    assert shell.said("why", "完全无关").endswith("助手上一轮的话里也没有\n")
    assert shell.said("why", "继续").endswith("没有上一句可以借\n")
    assert "什么都没有给过" in shell.said("why")


def test_a_body_comes_from_a_file_or_standard_input(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("\ufeff来自文件\n")
    shell.said("save", "--title", "甲", "--body-file", str(tmp_path / "b.md"))
    shell.said("save", "--title", "乙鲸", "--body-file", "-", text="来自输入\n")
    assert "来自文件" in shell.said("read", shell.ids[0])
    assert "来自输入" in shell.said("read", shell.ids[1])


def test_a_body_in_another_encoding_is_refused_and_not_saved_with_holes(shell: Shell) -> None:
    words = ["card", "save", "--title", "甲", "--body-file", "-"]
    result = CliRunner().invoke(root, words, input="鲸".encode("gbk"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "UTF-8" in result.stderr
    assert "还没有" in shell.said("list")


def test_a_lowered_wish_and_masked_secrets_are_told(shell: Shell) -> None:
    token = "ghp_" + "a1B2" * 9
    said = shell.said("save", "--title", "启动", "--scope", "global", "--body", f"/home/me {token}")
    assert "没有放进全局：里面有本机路径" in said
    assert "写之前遮住了：github_token" in said


def test_a_broken_card_is_named_and_the_rest_works(shell: Shell) -> None:
    shell.said("save", "--title", "鲸", "--scope", "personal")
    (shell.memory / "cards" / "personal" / "坏.md").write_text("---\ntitle: 一: 二\n---\n")
    for words in (["list"], ["search", "鲸"]):
        result = shell.run(*words)
        assert (result.exit_code, "鲸" in result.stdout) == (0, True)
        assert "cards/personal/坏.md:2:9: card_colon: " in result.stderr


def test_the_diary_is_searched_on_request(shell: Shell) -> None:
    (shell.memory / "diary").mkdir()
    (shell.memory / "diary" / "2026-10-30.md").write_text(
        "# 早上\n看到蓝鲸\n## 晚上\n下雨\n<!-- 蓝鲸 -->\n"
    )
    (shell.memory / "index.md").write_text("- 2026-10-30 海边的蓝鲸\n")
    (shell.memory / "detours.md").write_text("- 以为是抹香鲸\n  其实是蓝鲸\n")
    assert shell.said("search", "蓝鲸") == "memory · 没有命中\n"
    lines = shell.said("search", "--diary", "蓝鲸").splitlines()
    assert lines[0] == "memory · 卡片没有命中 · 日记里 3 处"
    assert {line.split(" · ")[0] for line in lines[1:]} == {
        "diary/2026-10-30.md:1", "index.md:1", "detours.md:1",
    }  # fmt: skip


def test_import_shows_first_and_keep_says_they_were_seen(shell: Shell, tmp_path: Path) -> None:
    rules = tmp_path / "CLAUDE.md"
    rules.write_text("- 提交信息用英文\n- 测试离线跑\n")
    assert shell.said("import", str(rules), "--dry-run").splitlines()[0] == (
        "会导入 2 条（bullets），已有 0 条；什么都没有写"
    )
    assert not (shell.memory / "cards").exists()
    assert shell.said("import", str(rules)).splitlines()[0] == "导入 2 条（bullets），已有 0 条"
    assert shell.said("search", "提交信息") == "memory · 没有命中\n"
    assert shell.said("list").count("导入后还没看过") == 2
    assert shell.said("keep", "--all").count("memory · kept") == 2
    assert "提交信息用英文" in shell.said("search", "提交信息")
    assert shell.said("keep", "--all") == "没有在等的\n"


@pytest.mark.parametrize(
    ("script", "status", "first"),
    [
        ("s/正文/改文/", 0, "memory · saved"),
        ("s/nothing/x/", 0, "memory · skipped"),
        ("s/title: 鲸/title: [/", 1, "ID1.md:"),
    ],
)
def test_an_editor_opens_the_card_and_the_result_is_checked(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, script: str, status: int, first: str
) -> None:
    shell.said("save", "--title", "鲸", "--body", "正文")
    monkeypatch.setenv("EDITOR", f"{sys.executable} -c \"{EDITOR}\" '{script}'")
    result = shell.run("edit", shell.ids[0])
    assert result.exit_code == status, result.output
    assert shell.plain(result.stdout).startswith(first)


EDITOR = (
    "import sys; _, a, b, _ = sys.argv[1].split('/'); p = sys.argv[2];"
    " t = open(p, encoding='utf-8').read(); open(p, 'w', encoding='utf-8').write(t.replace(a, b))"
)


def test_without_an_editor_it_says_which_file(shell: Shell) -> None:
    shell.said("save", "--title", "鲸")
    result = shell.run("edit", shell.ids[0])
    assert (result.exit_code, shell.ids[0] in result.stderr) == (4, True)


def test_topics_projects_tasks_and_settings(shell: Shell) -> None:
    shell.said("save", "--title", "用 pnpm", "--topic", "包管理")
    assert (
        shell.said("topic", "包管理", "--winner", shell.ids[0])
        == "主题「包管理」\n* 用 pnpm · ID1\n"
    )
    run = CliRunner().invoke
    assert run(root, ["project", "here"]).output == (
        f"{shell.repo.resolve()} 按远端地址认，卡片放在 cards/projects/app-d60b641d\n"
    )
    assert run(root, ["task", "set", "phase=plan"]).output == "phase=plan\n"
    assert run(root, ["task", "set", "phase="]).output == "没有任务提示\n"
    assert run(root, ["config", "set", "anchors.cap", "9"]).output == "anchors.cap = 9\n"
    assert run(root, ["config", "set", "anchors.cap", "x"]).exit_code == 4
    assert (shell.memory / "ofttold.toml").read_text() == 'lang = "zh"\n[anchors]\ncap = 9\n'


def test_json_answers_keep_their_keys(shell: Shell) -> None:
    saved = json.loads(shell.said("save", "--title", "鲸", "--summary", "s", "--format", "json"))
    assert set(saved) == {
        "status", "changed", "id", "title", "revision", "layer", "made", "scopeNote",
        "needsResolution", "near", "evicted", "masked", "supersedes",
    }  # fmt: skip
    found = json.loads(shell.said("search", "鲸", "--format", "json"))
    assert set(found) == {
        "status", "reason", "unknownTask", "dropped", "characters", "results", "diary",
    }  # fmt: skip
    assert set(found["results"][0]) == {
        "id", "title", "when", "summary", "layer", "state", "created", "score", "path",
    }  # fmt: skip
    listed = json.loads(shell.said("list", "--format", "json"))
    assert set(listed) == {"cards", "waiting", "broken", "archived"}


def test_the_first_search_with_the_dictionary_says_that_it_takes_a_moment(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "cedict.txt.gz"
    text.write_bytes(gzip.compress("密鑰 密钥 [mi4 yao4] /key (to a cipher)/\n".encode()))
    monkeypatch.setattr(dictionary, "find_text", lambda: str(text))
    shell.said("save", "--scope", "global", "--title", "vault", "--summary", "where the keys are")
    first, second = (shell.run("search", "密钥") for _ in range(2))
    assert first.stderr == "第一次用到中英词典，备好它要几秒，只这一回……\n"
    assert second.stderr == ""
    assert first.stdout == second.stdout and "vault" in first.stdout
