"""JSON-RPC over one link: pending calls, incoming requests, the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from .errors import Disconnected, NoAnswer, Refused
from .messages import from_json, to_json
from .transport import Link, LinkClosed, close_quietly

log = logging.getLogger("bub")

RequestHandler = Callable[["Session", Any, Any], None]
NoticeHandler = Callable[[Any], None]

MAX_PENDING = 1024


class Session:
    """One connection to the bus. Every call ends exactly once: answer, failed send, deadline, or end of the link."""

    def __init__(self, link: Link, requests: dict[str, RequestHandler], notices: dict[str, NoticeHandler]) -> None:
        self.link = link
        self.ready = asyncio.Event()
        self._requests = requests
        self._notices = notices
        self._pending: dict[int, asyncio.Future[Any]] = {}
        self._last_id = 0
        self._loop = asyncio.get_running_loop()
        self._end: LinkClosed | None = None

    async def read(self) -> LinkClosed:
        """Handles frames until the link ends; returns how it ended."""
        receive = self.link.receive
        try:
            while True:
                self._frame(await receive())
        except LinkClosed as closed:
            self.finish(closed)
            return closed

    def finish(self, end: LinkClosed) -> None:
        self._end = end
        self.ready.set()  # releases handlers that still wait
        for future in self._pending.values():
            if not future.done():
                future.set_exception(Disconnected(f"disconnected before the answer: {end}"))
        self._pending.clear()

    def _frame(self, text: str) -> None:
        try:
            frame = from_json(text)
        except (ValueError, RecursionError):
            log.warning("Ignored a frame that is not JSON")
            return
        if type(frame) is dict:
            self._entry(frame)
        elif isinstance(frame, list):
            for entry in frame:
                if isinstance(entry, dict):
                    self._entry(entry)

    def _entry(self, frame: dict[str, Any]) -> None:
        method = frame.get("method")
        if method is None:
            self._answered(frame)
        elif "id" in frame:
            handler = self._requests.get(method)
            if handler is None:
                self.spawn_answer(frame["id"], {"code": -32601, "message": f"Method not found: {method}"})
            else:
                handler(self, frame["id"], frame.get("params"))
        else:
            notice = self._notices.get(method)
            if notice is not None:
                notice(frame.get("params"))

    def _answered(self, frame: dict[str, Any]) -> None:
        key = frame.get("id")
        future = self._pending.pop(key, None) if isinstance(key, int) else None
        if future is None or future.done():
            if "error" in frame and key is None:
                log.error("The bus refused a frame: %s", frame["error"])
            return
        error = frame.get("error")
        if error is None:
            future.set_result(frame.get("result"))
        else:
            future.set_exception(Refused.of(error))

    def spawn_answer(self, request_id: Any, error: dict[str, Any]) -> None:
        frame = to_json({"jsonrpc": "2.0", "id": request_id, "error": error})
        self._loop.create_task(self._write(frame))

    async def _write(self, frame: str) -> None:
        try:
            await self.link.send(frame)
        except LinkClosed:
            log.debug("An answer found no connection")

    async def answer(self, request_id: Any, result: str) -> bool:
        """Answers with JSON text; false when the link has ended."""
        try:
            key = request_id if type(request_id) is int else to_json(request_id)
            await self.link.send(f'{{"jsonrpc":"2.0","id":{key},"result":{result}}}')
            return True
        except LinkClosed:
            return False

    async def call(self, method: str, params: str, timeout: float) -> Any:
        """Calls a method with JSON text as params."""
        if self._end is not None:
            raise Disconnected(f"disconnected: {self._end}")
        if len(self._pending) >= MAX_PENDING:
            raise NoAnswer(f"{method}: {MAX_PENDING} calls already wait for an answer")
        self._last_id += 1
        key = self._last_id
        future: asyncio.Future[Any] = self._loop.create_future()
        self._pending[key] = future
        timer = self._loop.call_later(timeout, self._expire, key, method, timeout)
        try:
            await self.link.send(f'{{"jsonrpc":"2.0","id":{key},"method":"{method}","params":{params}}}')
            return await future
        except LinkClosed as closed:
            raise Disconnected(f"disconnected before the answer: {closed}") from closed
        finally:
            timer.cancel()
            self._pending.pop(key, None)
            if future.done() and not future.cancelled():
                future.exception()  # marks it as seen when the send failed first

    def _expire(self, key: int, method: str, timeout: float) -> None:
        future = self._pending.pop(key, None)
        if future is not None and not future.done():
            future.set_exception(NoAnswer(f"{method}: no answer within {timeout:g} s"))

    async def notify(self, method: str, params: str) -> None:
        try:
            await self.link.send(f'{{"jsonrpc":"2.0","method":"{method}","params":{params}}}')
        except LinkClosed as closed:
            raise Disconnected(f"disconnected: {closed}") from closed

    async def close(self, code: int, reason: str) -> None:
        await close_quietly(self.link, code, reason)
