"""The card tools: what they say to a model and to a program, from inside and over the wire."""

from __future__ import annotations

import gzip
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.client.client import Client

from ofttold.app.context import open_memory
from ofttold.core.strings import Lang, say
from ofttold.edge import dictionary
from ofttold.edge.homes import cache_home
from ofttold.edge.index import DICTIONARY
from ofttold.mcp.memory_tools import TOOLS
from ofttold.mcp.registry import Answer, Ask, Call, Reply, describe
from tests.mcp.outside import ERAS, Mode, parameters, text_of

BY_NAME = {tool.name: tool for tool in TOOLS}
_ID = re.compile(r"(?:mem|sug)_[a-z2-7]{12}")


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder, repo = tmp_path / "memory", tmp_path / "app"
    folder.mkdir()
    repo.mkdir()
    (folder / "ofttold.toml").write_text('lang = "zh"\n')
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    monkeypatch.chdir(repo)
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
    return folder


def call(folder: Path, name: str, arguments: Mapping[str, object], **how: Any) -> Answer | Ask:
    return BY_NAME[name].handler(
        Call(open_memory(str(folder), look_around=False), arguments, **how)
    )


def answer(folder: Path, name: str, **arguments: object) -> Answer:
    found = call(folder, name, arguments)
    assert isinstance(found, Answer)
    return found


def details(found: Answer) -> Mapping[str, Any]:
    assert found.details is not None
    return found.details


def id_of(found: Answer) -> str:
    named = _ID.search(found.text.split("\n")[0])
    assert named is not None
    return named[0]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("memory_search", (["上次", "之前", "记住过", "规范", "约定", "路径", "凭据怎么取", "先查", "关键词"],
                           ["last time", "before", "rule", "convention", "path", "credential", "keyword"])),
        ("memory_save", (["记住", "以后", "别用", "下次", "以后都这样", "别再", "仓库", "凭据只记", "名词短语", "你要", "请"],
                         ["remember", "from now on", "next time", "never again", "repository", "noun phrase"])),
        ("memory_suggest", (["别打字问", "只在使用者嘴里", "常识", "一次性参数", "临时路径"],
                            ["never you by typing", "their mouth", "common knowledge", "one-off", "temporary"])),
        ("memory_forget", (["归档", "可找回", "彻底删除"], ["Archive", "found again", "destroy"])),
    ],
)  # fmt: skip
def test_a_tools_text_carries_when_to_use_it(
    tool: str, words: tuple[list[str], list[str]], lang: Lang
) -> None:
    text = say(lang, f"tool.{tool}")
    missing = [word for word in words[0 if lang == "zh" else 1] if word not in text]
    assert not missing


def test_every_tool_is_described_in_both_languages() -> None:
    for tool in TOOLS:
        for lang in ("zh", "en"):
            assert describe(tool, lang)["description"]
    assert [tool.name for tool in TOOLS if not tool.writes] == ["memory_search", "memory_read"]
    assert [tool.name for tool in TOOLS if tool.destroys] == ["memory_forget"]


def test_a_life_of_a_card_through_the_tools(memory: Path) -> None:
    saved = answer(
        memory, "memory_save", title="提交信息", summary="一律英文", body="正文", tags=["git"]
    )
    id_ = id_of(saved)
    assert saved.text.startswith(f'memory · saved "提交信息" · {id_}\n')
    assert (details(saved)["changed"], details(saved)["layer"]) == (True, "project")
    found = answer(memory, "memory_search", query="提交信息")
    assert found.text.split("\n")[0].startswith("memory · 命中 1 条 · 引用 ")
    read = answer(memory, "memory_read", id=id_)
    assert details(read)["body"] == "正文" and "[oft-told 旧笔记" in read.text
    answer(memory, "memory_save", id=id_, body="改过")
    undone = answer(memory, "memory_undo", id=id_, revision=2)
    assert (details(undone)["revision"], undone.refused) == (3, False)
    assert details(answer(memory, "memory_forget", id=id_))["purged"] is False
    gone = answer(memory, "memory_read", id=id_)
    assert (gone.refused, details(gone)["status"]) == (True, "gone")
    assert answer(memory, "memory_search", query="提交信息").text == "memory · 没有命中"


def test_a_near_title_asks_for_a_resolution(memory: Path) -> None:
    one = id_of(answer(memory, "memory_save", title="前端 API 地址"))
    held = answer(memory, "memory_save", title="后端 API 地址")
    assert (details(held)["changed"], details(held)["needsResolution"]) == (False, True)
    assert details(held)["near"] == [{"id": one, "title": "前端 API 地址"}]
    assert details(answer(memory, "memory_save", title="后端 API 地址", resolution="distinct"))[
        "made"
    ]


def test_conditions_scope_and_class_go_all_the_way(memory: Path) -> None:
    done = answer(
        memory, "memory_save", title="壳", scope="global", body="/opt/x/y", memoryClass="device_fact",
        conditions={"targetOs": "linux|macos"},
    )  # fmt: skip
    assert (details(done)["layer"], details(done)["scopeNote"]) == ("personal", None)
    lowered = answer(memory, "memory_save", title="鲸的路径", scope="global", body="/opt/x/y")
    assert details(lowered)["layer"] == "project" and "本机路径" in str(
        details(lowered)["scopeNote"]
    )
    read = details(answer(memory, "memory_read", id=id_of(done)))
    assert read["conditions"] == {"targetOs": ["linux", "macos"]}


def test_a_task_narrows_and_an_unknown_one_says_so(memory: Path) -> None:
    answer(memory, "memory_save", title="发布鲸", conditions={"phase": "release"})
    assert "适用条件还没确认" in answer(memory, "memory_search", query="发布鲸").text
    with_task = answer(memory, "memory_search", query="发布鲸", task={"phase": "release"})
    assert len(details(with_task)["results"]) == 1
    unknown = answer(memory, "memory_search", query="发布鲸", task={"phase": "lunch"})
    assert "本轮没有匹配的记忆范围" in unknown.text


def test_at_most_four_results(memory: Path) -> None:
    for n in range(6):
        answer(memory, "memory_save", title=f"鲸之{n}", resolution="distinct")
    assert len(details(answer(memory, "memory_search", query="鲸之"))["results"]) == 3
    assert len(details(answer(memory, "memory_search", query="鲸之", limit=50))["results"]) == 4


def test_switched_off_every_tool_says_so_in_the_same_words(memory: Path) -> None:
    (memory / "ofttold.toml").write_text('lang = "zh"\n[cards]\noff = true\n')
    calls: list[tuple[str, dict[str, object]]] = [
        ("memory_search", {"query": "x"}),
        ("memory_read", {"id": "mem_aaaaaaaaaaaa"}),
        ("memory_save", {"title": "x"}),
        ("memory_suggest", {"title": "x"}),
        ("memory_forget", {"id": "mem_aaaaaaaaaaaa"}),
        ("memory_undo", {"id": "mem_aaaaaaaaaaaa", "revision": 1}),
    ]
    for name, arguments in calls:
        found = answer(memory, name, **arguments)
        assert found.refused
        assert details(found) == {
            "status": "memory_disabled", "changed": False, "id": "", "needsScope": True,
        }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "arguments", "status"),
    [
        ("memory_read", {"id": "mem_aaaaaaaaaaaa"}, "gone"),
        ("memory_read", {"id": "../../etc/passwd"}, "gone"),
        ("memory_save", {"title": "x", "id": "mem_aaaaaaaaaaaa"}, "gone"),
        ("memory_undo", {"id": "mem_aaaaaaaaaaaa", "revision": 1}, "gone"),
        ("memory_search", {"query": "x", "contextId": "ctx_aaaaaaaaaaaa"}, "needs_context"),
    ],
)
def test_a_refusal_has_its_word_and_a_next_step(
    memory: Path, name: str, arguments: dict[str, object], status: str
) -> None:
    found = answer(memory, name, **arguments)
    assert (found.refused, details(found)["status"], len(found.text.split("\n"))) == (
        True,
        status,
        2,
    )


def test_a_suggestion_waits_where_nobody_can_be_asked(memory: Path) -> None:
    done = answer(memory, "memory_suggest", title="建议", summary="一句")
    assert done.text.startswith('memory · suggested "建议" · sug_')
    again = answer(memory, "memory_suggest", title="鲸")
    assert again.text.startswith("memory · skipped\n") and "48 小时" in again.text


@pytest.mark.parametrize(
    ("reply", "first", "cards"),
    [
        (Reply("accept", {"keep": True}), "memory · kept", 1),
        (Reply("accept", {"keep": False}), "memory · ignored", 0),
        (Reply("decline", {}), "memory · ignored", 0),
        (Reply("cancel", {}), "memory · suggested", 0),
    ],
)
def test_the_persons_answer_decides(memory: Path, reply: Reply, first: str, cards: int) -> None:
    asked = call(memory, "memory_suggest", {"title": "建议", "summary": "一句"}, can_ask=True)
    assert isinstance(asked, Ask) and asked.question == "要记住「建议」吗？一句"
    told = call(
        memory, "memory_suggest", {"title": "建议"}, can_ask=True, reply=reply, kept=asked.keep
    )
    assert isinstance(told, Answer) and told.text.startswith(first)
    assert len(list((memory / "cards" / "projects").glob("*/*.md"))) == cards


def test_a_second_yes_to_one_question_stores_nothing_more(memory: Path) -> None:
    asked = call(memory, "memory_suggest", {"title": "建议"}, can_ask=True)
    assert isinstance(asked, Ask)
    yes = Reply("accept", {"keep": True})
    for _ in range(2):
        told = call(
            memory, "memory_suggest", {"title": "建议"}, can_ask=True, reply=yes, kept=asked.keep
        )
        assert isinstance(told, Answer) and told.text.startswith("memory · kept")
    assert len(list((memory / "cards" / "projects").glob("*/*.md"))) == 1


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize(
    ("result", "first"),
    [
        (types.ElicitResult(action="accept", content={"keep": True}), "memory · kept"),
        (types.ElicitResult(action="decline"), "memory · ignored"),
        (types.ElicitResult(action="cancel"), "memory · suggested"),
    ],
)
def test_the_host_asks_in_both_eras(
    memory: Path, mode: Mode, result: types.ElicitResult, first: str
) -> None:
    async def elicit(context: object, params: object) -> types.ElicitResult | types.ErrorData:
        del context, params
        return result

    async def run() -> tuple[str, str]:
        server = parameters(memory)
        async with Client(server, mode=mode, elicitation_callback=elicit) as client:
            told = await client.call_tool("memory_suggest", {"title": "建议", "scope": "global"})
            found = await client.call_tool("memory_search", {"query": "建议"})
            return text_of(told), text_of(found)

    told, found = anyio.run(run)
    assert told.startswith(first)
    assert found.startswith("memory · 命中" if "kept" in first else "memory · 没有命中")


def test_the_tools_are_listed_and_work_over_the_wire(memory: Path) -> None:
    async def run() -> tuple[list[str], types.CallToolResult]:
        async with Client(parameters(memory)) as client:
            listed = await client.list_tools()
            saved = await client.call_tool("memory_save", {"title": "蓝鲸※🐋", "scope": "global"})
            return [tool.name for tool in listed.tools], saved

    names, saved = anyio.run(run)
    assert set(BY_NAME) <= set(names)
    assert text_of(saved).startswith('memory · saved "蓝鲸※🐋" · mem_')
    assert saved.structured_content and saved.structured_content["changed"] is True


def test_a_tool_makes_the_dictionary_without_a_word(
    memory: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    text = tmp_path / "cedict.txt.gz"
    text.write_bytes(gzip.compress("密鑰 密钥 [mi4 yao4] /key (to a cipher)/\n".encode()))
    monkeypatch.setattr(dictionary, "find_text", lambda: str(text))
    answer(memory, "memory_search", query="密钥")
    assert (Path(cache_home()) / DICTIONARY).exists()
    assert capfd.readouterr() == ("", "")
