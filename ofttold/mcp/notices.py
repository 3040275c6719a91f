"""Telling clients that the block has changed, in either era of the protocol.

Nothing is watched before somebody listens. A change wakes one task, which waits for the dust to
settle, makes the block and tells only if its text is another one: own reads, own writes that change
nothing, and editors' scraps end here. A new day is a change, too; it is looked for now and then,
since no file tells of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated

from ofttold.edge.watching import Watcher

SETTLE_SECONDS = 0.2
"""Seconds of quiet after a change before the block is made: many events, one notice (ours)."""
DAY_LOOK_SECONDS = 600.0
"""Seconds between two looks whether the day, or anything no event told of, has changed (ours)."""

Context = ServerRequestContext[Any, Any]


class Notices:
    """Who listens to the block at ``uri``, and the watching that serves them.

    ``block`` gives its text, ``folders`` what to watch; both may take time and run in threads.
    """

    def __init__(
        self, uri: str, block: Callable[[], str], folders: Callable[[], Sequence[str]]
    ) -> None:
        self._uri, self._block, self._folders = uri, block, folders
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus)
        self._subscriber: ServerSession | None = None
        self._watcher: Watcher | None = None
        self._last = ""
        self._starting = anyio.Lock()
        self._changed = anyio.Event()
        self._started = anyio.Event()

    async def subscribe(
        self, context: Context, request: types.SubscribeRequestParams
    ) -> types.EmptyResult:
        """Serve ``resources/subscribe`` (up to 2025-11-25)."""
        if str(request.uri) == self._uri:
            await self._start()
            self._subscriber = context.session
        return types.EmptyResult()

    async def unsubscribe(
        self, context: Context, request: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        """Serve ``resources/unsubscribe``."""
        if str(request.uri) == self._uri:
            self._subscriber = None
        return types.EmptyResult()

    async def listen(
        self, context: Context, request: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """Serve ``subscriptions/listen`` (since 2026-07-28); lasts until the client leaves.

        Only the block is ever told of, so that is all that is acknowledged.
        """
        await self._start()
        asked = request.notifications.resource_subscriptions or ()
        told = types.SubscriptionFilter(
            resource_subscriptions=[self._uri for uri in asked if uri == self._uri]
        )
        return await self._listen(context, request.model_copy(update={"notifications": told}))

    async def run(self) -> None:
        """Tell of changes until cancelled."""
        await self._started.wait()
        while True:
            with anyio.move_on_after(DAY_LOOK_SECONDS):
                await self._changed.wait()
                await anyio.sleep(SETTLE_SECONDS)
            self._changed = anyio.Event()
            if await self._is_another():
                await self._tell()

    def stop(self) -> None:
        """Watch nothing any more."""
        if self._watcher is not None:
            self._watcher.stop()

    async def _start(self) -> None:
        async with self._starting:
            if self._started.is_set():
                return
            token = anyio.lowlevel.current_token()

            def wake() -> None:
                try:
                    anyio.from_thread.run_sync(self._wake, token=token)
                except RuntimeError:
                    pass  # the loop has ended, and nobody listens any more

            self._watcher = Watcher(wake)
            await self._is_another()
            self._started.set()

    def _wake(self) -> None:
        self._changed.set()

    async def _is_another(self) -> bool:
        """Make the block after making sure that its folders are watched; tell whether it differs."""
        text = await anyio.to_thread.run_sync(self._look, abandon_on_cancel=True)
        before, self._last = self._last, text
        return text != before

    def _look(self) -> str:
        if self._watcher is not None:
            self._watcher.follow(self._folders())
        return self._block()

    async def _tell(self) -> None:
        await self._bus.publish(ResourceUpdated(uri=self._uri))
        if self._subscriber is not None:
            await self._subscriber.send_resource_updated(self._uri)
