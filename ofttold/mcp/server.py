"""The MCP server over standard input and output: tools, the block as resource and as prompt.

It serves the handshake era and the stateless one (the client's first request decides), keeps
nothing between calls but open questions, and answers in words even where there is no folder to
read. It never looks around for a folder: a cloned repository must not speak in the person's voice.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.shared.exceptions import MCPError

import ofttold
from ofttold.app.context import (
    FolderMissing,
    Memory,
    NoFolder,
    locale_lang,
    open_memory,
    require_folder,
)
from ofttold.app.inject import block_without_folder, fresh_block
from ofttold.core.errors import OfttoldError
from ofttold.core.strings import Lang, say
from ofttold.edge.pipes import leave_now, leave_within
from ofttold.mcp.calls import Desk, refusal_text
from ofttold.mcp.notices import Notices
from ofttold.mcp.registry import Tool, describe
from ofttold.mcp.wire import open_wire

URI = "ofttold://block"
PROMPT = "oft-told"

Context = ServerRequestContext[Any, Any]
Page = types.PaginatedRequestParams | None
T = TypeVar("T")


class _Server(Server[None]):
    """The SDK's server, which takes whatever can be listened to for a promise that lists change."""

    def get_capabilities(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
        *,
        protocol_version: str | None = None,
    ) -> types.ServerCapabilities:
        """Declare what is served; no list ever changes while the server runs."""
        declared = super().get_capabilities(
            notification_options,
            experimental_capabilities,
            extensions,
            protocol_version=protocol_version,
        )
        for offered in (declared.tools, declared.resources, declared.prompts):
            if offered is not None:
                offered.list_changed = False
        return declared


class Service:
    """What the server answers from: one memory folder, opened anew for every answer."""

    def __init__(self, directory: str | None, tools: Sequence[Tool]) -> None:
        self._directory = directory
        self._desk = Desk({tool.name: tool for tool in tools}, self._open, self._speak)
        self._notices = Notices(URI, self._block, self._folders)

    def build(self) -> Server[None]:
        """Give the SDK's server with every handler in its place."""
        return _Server(
            "ofttold",
            version=ofttold.__version__,
            instructions=say(self._speak(), "mcp.instructions"),
            lifespan=self._lifespan,
            on_list_tools=self._list_tools,
            on_call_tool=self._desk.call,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
            on_subscribe_resource=self._notices.subscribe,
            on_unsubscribe_resource=self._notices.unsubscribe,
            on_subscriptions_listen=self._notices.listen,
        )

    @asynccontextmanager
    async def _lifespan(self, server: Server[None]) -> AsyncIterator[None]:
        del server
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._notices.run)
            try:
                yield
            finally:
                tasks.cancel_scope.cancel()
                self._notices.stop()

    def _open(self) -> Memory:
        return open_memory(self._directory, look_around=False)

    def _speak(self) -> Lang:
        """Tell the folder's language; where there is no folder to read, the locale's."""
        try:
            return open_memory(self._directory, look_around=False, lenient=True).lang
        except OfttoldError:
            return locale_lang()

    def _block(self) -> str:
        """Make the block; where it cannot be made, say why in its place."""
        try:
            return fresh_block(require_folder(self._directory, look_around=False)).block.text
        except NoFolder:
            return block_without_folder("no_folder")
        except FolderMissing:
            return block_without_folder("folder_missing")
        except OfttoldError as refusal:
            return refusal_text(refusal, locale_lang())
        except Exception:  # noqa: BLE001  a fault of ours must not end the session it was asked in
            traceback.print_exc()
            return say(locale_lang(), "mcp.fault", tool=URI)

    def _folders(self) -> list[str]:
        """Give the folders whose changes can change the block."""
        try:
            memory = open_memory(self._directory, look_around=False, lenient=True)
        except OfttoldError:
            return []
        files = [Path(memory.path(which)) for which in ("memory", "relationship", "detours")]
        folders = {Path(memory.folder), Path(memory.path("diary"))}
        folders |= {place.parent for file in files for place in (file, file.resolve())}
        return sorted(map(str, folders))

    async def _list_tools(self, context: Context, page: Page) -> types.ListToolsResult:
        del context, page
        lang = await _in_thread(self._speak)
        tools = [describe(tool, lang) for tool in self._desk.tools.values()]
        return types.ListToolsResult.model_validate({"tools": tools})

    async def _list_resources(self, context: Context, page: Page) -> types.ListResourcesResult:
        del context, page
        lang = await _in_thread(self._speak)
        block = types.Resource(
            uri=URI,
            name=PROMPT,
            title=say(lang, "mcp.block.title"),
            description=say(lang, "mcp.block"),
            mime_type="text/markdown",
        )
        return types.ListResourcesResult(resources=[block])

    async def _list_templates(
        self, context: Context, page: Page
    ) -> types.ListResourceTemplatesResult:
        """There are none; clients ask whoever has resources, and an error would alarm a person."""
        del context, page
        return types.ListResourceTemplatesResult(resource_templates=[])

    async def _read_resource(
        self, context: Context, request: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        del context
        if str(request.uri) != URI:
            uri = str(request.uri)
            raise MCPError(types.INVALID_PARAMS, f"Unknown resource: {uri}", {"uri": uri})
        text = await _in_thread(self._block)
        content = types.TextResourceContents(uri=URI, text=text, mime_type="text/markdown")
        return types.ReadResourceResult(contents=[content])

    async def _list_prompts(self, context: Context, page: Page) -> types.ListPromptsResult:
        del context, page
        lang = await _in_thread(self._speak)
        prompt = types.Prompt(
            name=PROMPT, title=say(lang, "mcp.block.title"), description=say(lang, "mcp.block")
        )
        return types.ListPromptsResult(prompts=[prompt])

    async def _get_prompt(
        self, context: Context, request: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        del context
        if request.name != PROMPT:
            raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {request.name}")
        text = types.TextContent(type="text", text=await _in_thread(self._block))
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])


async def _in_thread(read: Callable[[], T]) -> T:
    return await anyio.to_thread.run_sync(read, abandon_on_cancel=True)


def serve(directory: str | None, tools: Sequence[Tool], wire: tuple[int, int]) -> NoReturn:
    """Serve these tools over the wire's two descriptors until the input ends.

    ``directory`` is what the person gave; without it the environment and the settings decide. Does
    not come back: the process ends here, and waits for no thread that was left behind.
    """
    try:
        anyio.run(_serve, Service(directory, tools), *wire)
    except KeyboardInterrupt:
        sys.exit(130)
    leave_now()


async def _serve(service: Service, read: int, write: int) -> None:
    server = service.build()
    async with open_wire(read, write, leave_within) as (from_client, to_client):
        await server.run(from_client, to_client, server.create_initialization_options())
