"""Calls for operators: status, log, receipts, metrics, live activity."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, cast

from .client import BusClient
from .messages import to_json

if TYPE_CHECKING:
    from .wire import ActivityParams, ActivityRow, GetReceiptResult, GetStatusResult

_MAX_WAITING = 1024


class Operator:
    """Queries the bus. On a locked bus, the agent needs an operator's token."""

    def __init__(self, client: BusClient) -> None:
        self._client = client
        self._feed: asyncio.Queue[ActivityParams] | None = None
        self._missed = 0
        client.connection.notices["activity"] = self._heard

    async def status(self) -> GetStatusResult:
        """All connected peers, read page by page."""
        page = await self._client.call("getStatus", {"limit": 1000})
        connections = list(page["connections"])
        while page.get("next") is not None:
            page = await self._client.call("getStatus", {"after": page["next"], "limit": 1000})
            connections += page["connections"]
        return cast("GetStatusResult", {"serverId": page["serverId"], "connections": connections})

    async def receipt(self, message_id: str) -> GetReceiptResult:
        """What became of a message, as the activity log knows it."""
        return cast("GetReceiptResult", await self._client.call("getReceipt", {"messageId": message_id}))

    async def log(self, **query: Any) -> list[ActivityRow]:
        """Rows of the activity log, oldest first; the terms are those of `queryActivity`."""
        return list((await self._client.call("queryActivity", query))["rows"])

    async def metrics(self) -> dict[str, int]:
        return dict((await self._client.call("getMetrics"))["metrics"])

    async def watch(self, **query: Any) -> AsyncIterator[ActivityParams]:
        """New activity, across reconnects. A slow reader misses events; `missed` counts them."""
        if "since" in query or "until" in query:
            raise ValueError("watch reports new events only, so it takes neither since nor until")
        feed: asyncio.Queue[ActivityParams] = asyncio.Queue(_MAX_WAITING)
        self._feed = feed
        self._missed = 0
        await self._client.connection.watch(to_json(query))
        try:
            while True:
                news = await feed.get()
                missed, self._missed = self._missed, 0
                yield {"rows": news["rows"], "missed": news["missed"] + missed}
        finally:
            if self._feed is feed:
                self._feed = None
                await self._client.connection.watch(None)

    def _heard(self, params: Any) -> None:
        if self._feed is None:
            return
        try:
            self._feed.put_nowait(params)
        except asyncio.QueueFull:
            self._missed += len(params["rows"]) + int(params["missed"])
