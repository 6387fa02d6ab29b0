"""A plain WebSocket peer that the runner plays."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Frame = dict[str, Any]
OK = {"success": True, "message": "ok", "shouldRetry": False, "retrySeconds": 0, "payload": {}}


class CallFailed(Exception):
    """The bus answered with an error, or not at all."""

    def __init__(self, error: Frame) -> None:
        super().__init__(error.get("message", ""))
        self.error = error


class RawPeer:
    """Speaks JSON-RPC by hand and does exactly what the scenario says."""

    def __init__(self, client_id: str) -> None:
        self.client_id = client_id
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ids = itertools.count(1)
        self._pending: dict[int, asyncio.Future[Frame]] = {}
        self._arrived: asyncio.Queue[Frame] = asyncio.Queue()
        self._unanswered: list[Frame] = []
        self._answers: Frame | None = None
        self._seen: dict[tuple[str, str], Frame] = {}
        self._duplicates = 0
        self._news = asyncio.Event()

    async def connect(self, url: str, token_file: str | None = None) -> None:
        self._socket = await connect(url, max_size=None, compression=None, proxy=None)
        self._reader = asyncio.create_task(self._read(self._socket))
        params: Frame = {"clientId": self.client_id}
        if token_file:
            params["authToken"] = Path(token_file).read_text().strip()
        await self._call("initialize", params)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                await self._take(json.loads(text))
        except ConnectionClosed:
            pass
        for future in self._pending.values():
            if not future.done():
                future.set_exception(CallFailed({"message": "disconnected"}))

    async def _take(self, frame: Frame) -> None:
        if "method" not in frame:
            future = self._pending.pop(frame["id"], None)
            if future is not None:
                future.set_exception(CallFailed(frame["error"])) if "error" in frame else future.set_result(
                    frame["result"]
                )
            return
        message = frame["params"]
        if message["payload"].get("type") != "agent_event":
            key = (message["from"], message["messageId"])
            self._duplicates += key in self._seen
            self._seen.setdefault(key, message)
        news, self._news = self._news, asyncio.Event()
        news.set()
        if self._answers is not None:
            await self._send({"jsonrpc": "2.0", "id": frame["id"], "result": self._answers})
        else:
            self._arrived.put_nowait(frame)

    async def _send(self, frame: Frame) -> None:
        assert self._socket is not None
        try:
            await self._socket.send(json.dumps(frame))
        except ConnectionClosed:
            return

    async def _call(self, method: str, params: Frame) -> Frame:
        key = next(self._ids)
        future: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._pending[key] = future
        await self._send({"jsonrpc": "2.0", "id": key, "method": method, "params": params})
        return await future

    async def subscribe(self, pattern: str) -> Frame:
        return await self._call("subscribe", {"address": pattern})

    async def send(self, step: Frame) -> Frame:
        params = {name: step[name] for name in ("from", "to", "messageId", "payload") if name in step}
        return await self._call("sendMessage", params)

    async def receive(self, kind: str | None = None) -> Frame:
        while True:
            frame = await self._arrived.get()
            message: Frame = frame["params"]
            if kind is None and message["payload"].get("type") == "agent_event":
                await self._send({"jsonrpc": "2.0", "id": frame["id"], "result": OK})
                continue
            self._unanswered.append(frame)
            return message

    async def answer(self, step: Frame) -> None:
        frame = self._unanswered.pop(0)
        body = {"error": step["error"]} if "error" in step else {"result": OK | step.get("result", {})}
        await self._send({"jsonrpc": "2.0", "id": frame["id"], **body})

    async def answer_all(self, result: Frame) -> None:
        self._answers = OK | result
        waiting = [*self._unanswered]
        self._unanswered.clear()
        while not self._arrived.empty():
            waiting.append(self._arrived.get_nowait())
        for frame in waiting:
            await self._send({"jsonrpc": "2.0", "id": frame["id"], "result": self._answers})

    async def received(self, at_least: int) -> Frame:
        while len(self._seen) < at_least:
            await self._news.wait()
        return {"messages": list(self._seen.values()), "duplicates": self._duplicates}

    async def disconnect(self, code: int = 1000) -> None:
        if self._socket is not None:
            await self._socket.close(code)
        if self._reader is not None:
            await self._reader
