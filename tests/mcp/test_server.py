"""What the server offers, asked by the SDK's own client in the same process, in both eras."""

from __future__ import annotations

import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import anyio
import mcp_types as types
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from ofttold.core.strings import Lang
from ofttold.mcp import registry
from ofttold.mcp.registry import GROUPS, LIST_BUDGET_BYTES, describe, load_tools
from ofttold.mcp.server import Service
from tests.mcp import odd_server
from tests.mcp.outside import ERAS, Mode, text_of

T = TypeVar("T")
LANGS: tuple[Lang, ...] = ("zh", "en")
IN_PROCESS = pytest.mark.parametrize("mode", ERAS)


def ask(
    folder: Path | None,
    mode: Mode,
    question: Callable[[Client], Awaitable[T]],
    *,
    odd: bool = False,
) -> T:
    tools = odd_server.TOOLS if odd else load_tools()

    async def run() -> T:
        service = Service(str(folder) if folder else None, tools)
        async with Client(service.build(), mode=mode) as client:
            return await question(client)

    return anyio.run(run)


def list_bytes(tools: list[object]) -> int:
    return len(json.dumps(tools, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))


@pytest.mark.parametrize("lang", LANGS)
def test_the_whole_list_of_tools_is_cheap_to_read(lang: Lang) -> None:
    assert list_bytes([describe(tool, lang) for tool in load_tools()]) < LIST_BUDGET_BYTES


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("group", GROUPS)
def test_each_group_keeps_within_its_share(group: str, lang: Lang) -> None:
    module = __import__(f"ofttold.mcp.{group}", fromlist=["TOOLS"])
    assert list_bytes([describe(tool, lang) for tool in module.TOOLS]) <= GROUPS[group]


def test_the_shares_together_are_the_budget() -> None:
    assert sum(GROUPS.values()) <= LIST_BUDGET_BYTES


def test_tool_names_are_unique_and_plain() -> None:
    names = [tool.name for tool in load_tools()]
    assert len(set(names)) == len(names)
    assert all(name.replace("_", "").isalpha() and name.islower() for name in names)


@IN_PROCESS
def test_the_tools_speak_the_folders_language(folder: Path, mode: Mode) -> None:
    async def titles(client: Client) -> list[str | None]:
        return [tool.title for tool in (await client.list_tools()).tools]

    assert ask(folder, mode, titles)[:2] == ["改此刻的情绪", "记一笔"]
    (folder / "ofttold.toml").write_text('lang = "en"\n', "utf-8")
    assert ask(folder, mode, titles)[:2] == ["Set the emotion now", "Note something"]


@IN_PROCESS
def test_the_block_is_a_resource_and_a_prompt(folder: Path, mode: Mode) -> None:
    async def both(client: Client) -> tuple[str, str, str, str]:
        resource = (await client.list_resources()).resources[0]
        prompt = (await client.list_prompts()).prompts[0]
        read = (await client.read_resource(resource.uri)).contents[0]
        message = (await client.get_prompt(prompt.name)).messages[0]
        assert message.role == "user"
        return resource.uri, prompt.name, read.text, message.content.text  # type: ignore[union-attr]

    uri, name, read, said = ask(folder, mode, both)
    assert (uri, name) == ("ofttold://block", "oft-told")
    assert read == said
    assert "大肥鱼" in read
    assert "不改别人的手写行" in read


@IN_PROCESS
def test_only_what_happens_is_promised(folder: Path, mode: Mode) -> None:
    async def promised(client: Client) -> types.ServerCapabilities:
        return client.server_capabilities

    declared = ask(folder, "auto" if mode != "legacy" else mode, promised)
    assert declared.tools and declared.resources and declared.prompts
    assert declared.resources.subscribe is True
    offered = (declared.tools, declared.resources, declared.prompts)
    assert not any(one.list_changed for one in offered), "no list ever changes"
    assert (declared.logging, declared.completions) == (None, None)


@IN_PROCESS
def test_there_are_no_templates_and_asking_for_them_is_no_fault(folder: Path, mode: Mode) -> None:
    async def templates(client: Client) -> list[types.ResourceTemplate]:
        return (await client.list_resource_templates()).resource_templates

    assert ask(folder, mode, templates) == []


@IN_PROCESS
def test_a_resource_there_is_none_of_is_named_in_the_error(folder: Path, mode: Mode) -> None:
    async def read(client: Client) -> types.ErrorData:
        with pytest.raises(MCPError) as refused:
            await client.read_resource("ofttold://other")
        return refused.value.error

    error = ask(folder, mode, read)
    assert (error.code, error.data) == (types.INVALID_PARAMS, {"uri": "ofttold://other"})


@IN_PROCESS
def test_a_missing_folder_is_answered_in_words_and_found_when_it_comes(
    folder: Path, mode: Mode
) -> None:
    away = folder.with_name("elsewhere")
    folder.rename(away)

    async def visit(client: Client) -> list[str]:
        said = [text_of(await client.call_tool("remember_note", {"text": "词语·一句话"}))]
        said.append((await client.read_resource("ofttold://block")).contents[0].text)  # type: ignore[union-attr]
        assert (await client.list_tools()).tools
        shutil.move(away, folder)
        said.append(text_of(await client.call_tool("remember_note", {"text": "词语·一句话"})))
        return said

    refused, block, written = ask(folder, mode, visit)
    assert str(folder) in refused
    assert "[oft-told" in block
    assert "memory.md" in written


@IN_PROCESS
def test_no_folder_named_anywhere_is_answered_too(
    folder: Path, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)  # a folder the server happens to run in must not speak

    async def visit(client: Client) -> tuple[bool | None, str]:
        result = await client.call_tool("remember_note", {"text": "x"})
        block = (await client.read_resource("ofttold://block")).contents[0].text  # type: ignore[union-attr]
        return result.is_error, block

    refused, block = ask(None, mode, visit)
    assert refused
    assert "大肥鱼" not in block


@IN_PROCESS
def test_today_is_asked_anew_at_each_call(
    folder: Path, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def over_midnight(client: Client) -> list[str]:
        said = []
        for moment in ("2026-11-30T23:59:00+08:00", "2026-12-01T00:01:00+08:00"):
            monkeypatch.setenv("OFTTOLD_NOW", moment)
            said.append(text_of(await client.call_tool("tell_day", {})))
            block = (await client.read_resource("ofttold://block")).contents[0].text  # type: ignore[union-attr]
            said.append(block.splitlines()[0])
        return said

    assert ask(folder, mode, over_midnight, odd=True) == [
        "2026-11-30",
        "[oft-told · memory · 2026-11-30]",
        "2026-12-01",
        "[oft-told · memory · 2026-12-01]",
    ]


@pytest.fixture(autouse=True)
def odd_words() -> None:
    odd_server.add_words(odd_server.TOOLS)


@IN_PROCESS
def test_a_zone_in_the_settings_decides_the_day(
    folder: Path, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T19:30:00+00:00")
    (folder / "ofttold.toml").write_text('timezone = "Asia/Shanghai"\n', "utf-8")

    async def day(client: Client) -> str:
        return text_of(await client.call_tool("tell_day", {}))

    assert ask(folder, mode, day, odd=True) == "2026-12-01"


@IN_PROCESS
def test_a_handler_that_asks_for_ever_is_our_fault_and_no_hang(folder: Path, mode: Mode) -> None:
    async def pester(client: Client) -> tuple[bool | None, str]:
        result = await client.call_tool("pester", {})
        return result.is_error, text_of(result)

    refused, text = ask(folder, mode, pester, odd=True)
    assert refused
    assert "pester" in text


def test_a_group_that_is_named_but_not_there_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GROUPS", {"no_such_tools": 10})
    with pytest.raises(ModuleNotFoundError):
        load_tools()
