"""Answers to messages that were handled before, so that a duplicate has no second effect."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path

from .backoff import Environment
from .messages import Ack, Message, from_json, to_json
from .store import Store

Handler = Callable[[Message], Awaitable[Ack]]

_SCHEMA = """
CREATE TABLE completed (
  number INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, message_id TEXT NOT NULL, ack BLOB NOT NULL,
  completed_at INTEGER NOT NULL, UNIQUE (sender, message_id));
CREATE INDEX completed_by_time ON completed (completed_at)
"""


class RecentMessages:
    """Memory of recent messages. A concurrent duplicate waits for the first ack."""

    def __init__(self, max_messages: int = 10_000, max_bytes: int = 16 * 1024 * 1024, timeout: float = 30.0) -> None:
        self._max_messages = max_messages
        self._max_bytes = max_bytes
        self._timeout = timeout
        self._running: dict[tuple[str, str], asyncio.Future[Ack] | None] = {}
        self._finished: OrderedDict[tuple[str, str], tuple[Ack, int]] = OrderedDict()
        self._bytes = 0

    async def once(self, message: Message, handler: Handler) -> Ack:
        """Runs `handler` for the first message only. A retryable ack is not remembered."""
        key = (message.sender, message.id)
        known = self._finished.get(key)
        if known is not None:
            self._finished.move_to_end(key)
            return known[0]
        if key in self._running:
            return await self._wait(key)
        self._running[key] = None
        ack: Ack | None = None
        try:
            ack = await handler(message)
            return ack
        finally:
            waiting = self._running.pop(key)
            if ack is not None and not ack.should_retry:
                self._remember(key, ack)
            if waiting is not None and not waiting.done():
                waiting.set_result(ack or Ack.retry_in(1, "the first attempt failed"))

    async def _wait(self, key: tuple[str, str]) -> Ack:
        first = self._running[key]
        if first is None:
            first = self._running[key] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(self._timeout):
                return await asyncio.shield(first)
        except TimeoutError:
            return Ack.retry_in(1, "still being processed")

    def _remember(self, key: tuple[str, str], ack: Ack) -> None:
        size = len(to_json(ack.payload)) if ack.payload else 2
        self._finished[key] = (ack, size)
        self._bytes += size
        while len(self._finished) > self._max_messages or self._bytes > self._max_bytes:
            self._bytes -= self._finished.popitem(last=False)[1][1]


class Inbox:
    """Memory of handled messages on disk, which survives a crash."""

    def __init__(
        self,
        path: Path,
        environment: Environment,
        *,
        completed: int = 100_000,
        days: float = 7.0,
        trim_every: int = 256,
    ) -> None:
        self._store = Store(path, _SCHEMA)
        self._environment = environment
        self._completed = completed
        self._age = days * 86_400
        self._trim_every = trim_every
        self._since_trim = 0

    async def once(self, message: Message, handler: Handler) -> Ack:
        """The ack is on disk before the sender gets it."""
        key = (message.sender, message.id)
        sql = "SELECT ack FROM completed WHERE sender = ? AND message_id = ?"
        row = await self._store.call(lambda db: db.execute(sql, key).fetchone())
        if row is not None:
            return Ack.read(from_json(row[0]))
        ack = await handler(message)
        if not ack.should_retry:
            await self._complete(key, ack)
        return ack

    async def _complete(self, key: tuple[str, str], ack: Ack) -> None:
        now = self._environment.now()
        row = (*key, to_json(ack.to_wire()).encode(), int(now * 1000))
        self._since_trim += 1
        trims = self._since_trim >= self._trim_every
        if trims:
            self._since_trim = 0

        def complete(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO completed (sender, message_id, ack, completed_at) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                row,
            )
            if trims:
                self._trim(db, now)

        await self._store.call(complete)

    def _trim(self, db: sqlite3.Connection, now: float) -> None:
        db.execute("DELETE FROM completed WHERE completed_at < ?", (int((now - self._age) * 1000),))
        newest = "SELECT number FROM completed ORDER BY number DESC LIMIT -1 OFFSET ?"
        db.execute(f"DELETE FROM completed WHERE number IN ({newest})", (self._completed,))

    async def close(self) -> None:
        await self._store.close()
