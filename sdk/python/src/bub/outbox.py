"""Durable outbox: messages on disk until they are delivered, in order per destination."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from .backoff import REDELIVER, Environment
from .errors import OutboxFull, PayloadTooLarge, StoreFailed
from .messages import MAX_PAYLOAD
from .retry import Delivered, NoRecipient, Offline, Rejected, Retry, SendAttempt
from .store import Store

log = logging.getLogger("bub.outbox")

_MAX_IN_FLIGHT = 256
_AFTER_DISK_FAILURE = 1.0

_SCHEMA = """
CREATE TABLE message (
  number INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, destination TEXT NOT NULL, message_id TEXT NOT NULL,
  payload BLOB NOT NULL, put_at INTEGER NOT NULL, UNIQUE (sender, message_id));
CREATE INDEX message_by_destination ON message (destination, number);
CREATE TABLE dead_letter (
  number INTEGER PRIMARY KEY, sender TEXT NOT NULL, destination TEXT NOT NULL, message_id TEXT NOT NULL,
  payload BLOB NOT NULL, reason TEXT NOT NULL, died_at INTEGER NOT NULL);
CREATE TABLE total (messages INTEGER NOT NULL, bytes INTEGER NOT NULL);
INSERT INTO total VALUES (0, 0);
CREATE TRIGGER message_in AFTER INSERT ON message BEGIN
  UPDATE total SET messages = messages + 1, bytes = bytes + length(NEW.payload);
END;
CREATE TRIGGER message_out AFTER DELETE ON message BEGIN
  UPDATE total SET messages = messages - 1, bytes = bytes - length(OLD.payload);
END
"""


@dataclass(frozen=True, slots=True)
class OutboxLimits:
    """`put` refuses above the first two; above the last one, the oldest dead letter is deleted."""

    messages: int = 100_000
    bytes: int = 256 * 1024 * 1024
    dead_letters: int = 10_000


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message in the outbox; `payload` is JSON text."""

    number: int
    sender: str
    to: str
    id: str
    payload: str


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message that no retry can deliver, with the reason."""

    message: StoredMessage
    reason: str
    at: float


Sender = Callable[[StoredMessage], Awaitable[SendAttempt]]


class Outbox:
    """Stores messages and delivers them, one task per destination."""

    def __init__(self, path: Path, environment: Environment, limits: OutboxLimits | None = None) -> None:
        self._store = Store(path, _SCHEMA)
        self._environment = environment
        self._limits = limits or OutboxLimits()
        self._send: Sender | None = None
        self._online: Callable[[], Awaitable[bool]] | None = None
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._resting: set[str] = set()
        self._probed = asyncio.Event()
        self._in_flight = asyncio.Semaphore(_MAX_IN_FLIGHT)
        self._idle = asyncio.Event()
        self._idle.set()
        self.on_dead_letter: Callable[[DeadLetter], None] = lambda _: None

    # ---- storing

    async def put(self, sender: str, to: str, message_id: str, payload: str) -> bool:
        """Returns when the message is on disk; false when it is there already."""
        data = payload.encode()
        if len(data) > MAX_PAYLOAD:
            raise PayloadTooLarge(f"the payload has more than {MAX_PAYLOAD} bytes")
        at = int(self._environment.now() * 1000)
        stored = await self._store.call(lambda db: self._insert(db, (sender, to, message_id, data, at)))
        if stored:
            self._wake(to)
        return stored

    def _insert(self, db: sqlite3.Connection, row: tuple[str, str, str, bytes, int]) -> bool:
        messages, size = db.execute("SELECT messages, bytes FROM total").fetchone()
        if messages >= self._limits.messages:
            raise OutboxFull(f"the outbox is full: {messages} messages are waiting")
        if size + len(row[3]) > self._limits.bytes:
            raise OutboxFull(f"the outbox is full: {size} bytes are waiting")
        sql = "INSERT INTO message (sender, destination, message_id, payload, put_at) VALUES (?, ?, ?, ?, ?)"
        return db.execute(f"{sql} ON CONFLICT DO NOTHING", row).rowcount == 1

    async def size(self) -> int:
        return await self._store.call(lambda db: int(db.execute("SELECT messages FROM total").fetchone()[0]))

    async def dead_letters(self, limit: int = 100) -> list[DeadLetter]:
        """Newest first."""
        sql = (
            "SELECT number, sender, destination, message_id, payload, reason, died_at FROM dead_letter"
            " ORDER BY number DESC LIMIT ?"
        )
        rows = await self._store.call(lambda db: db.execute(sql, (limit,)).fetchall())
        return [DeadLetter(_stored(row[:5]), row[5], row[6] / 1000) for row in rows]

    async def adopt(self, sender: str) -> None:
        """Takes over the messages of an earlier agent with another id."""
        sql = "UPDATE OR IGNORE message SET sender = ? WHERE sender <> ?"
        await self._store.call(lambda db: db.execute(sql, (sender, sender)))

    # ---- delivery

    async def deliver_through(self, send: Sender, online: Callable[[], Awaitable[bool]]) -> None:
        """Delivers with `send`. `online` waits for a connection; false when there will be none."""
        self._send = send
        self._online = online
        sql = "SELECT DISTINCT destination FROM message"
        for (destination,) in await self._store.call(lambda db: db.execute(sql).fetchall()):
            self._wake(destination)

    def probe(self) -> None:
        """Ends all waits early, because the connection is new."""
        probed, self._probed = self._probed, asyncio.Event()
        probed.set()

    async def drained(self) -> None:
        """Waits until every message is delivered or waits for its next attempt."""
        await self._idle.wait()

    def _note_idle(self) -> None:
        if len(self._resting) == len(self._workers):
            self._idle.set()
        else:
            self._idle.clear()

    def _wake(self, destination: str) -> None:
        if self._send is None:
            return
        if destination in self._workers:
            self._woken.add(destination)
            return
        self._workers[destination] = asyncio.get_running_loop().create_task(
            self._work(destination), name=f"bub-outbox-{destination}"
        )
        self._note_idle()

    async def _work(self, destination: str) -> None:
        try:
            while True:
                self._woken.discard(destination)
                await self._deliver_all(destination)
                if destination not in self._woken:
                    return
        except Exception:
            log.exception("The delivery to %s failed", destination)
        finally:
            # The next wake-up of this destination must get a new worker.
            self._workers.pop(destination, None)
            self._note_idle()

    async def _deliver_all(self, destination: str) -> None:
        """Returns when no message waits or there will be no connection."""
        assert self._online is not None
        failures = 0
        while True:
            match await self._deliver_first(destination):
                case None:
                    return
                case Delivered() | Rejected():
                    failures = 0
                case Retry(at_least, why):
                    failures = await self._pause(destination, failures, at_least, why)
                case NoRecipient():
                    failures = await self._pause(destination, failures, 0.0, "no peer is listening")
                case Offline(_, final):
                    if final or not await self._online():
                        return

    async def _pause(self, destination: str, failures: int, at_least: float, why: str) -> int:
        """Returns the number of failures in a row."""
        log.debug("Messages to %s are waiting: %s", destination, why)
        delay = REDELIVER.delay(failures, self._environment.chance, at_least)
        self._resting.add(destination)
        self._note_idle()
        try:
            async with asyncio.timeout(delay):
                await self._probed.wait()
        except TimeoutError:
            return failures + 1
        else:
            return 0
        finally:
            self._resting.discard(destination)
            self._note_idle()

    async def _deliver_first(self, destination: str) -> SendAttempt | None:
        assert self._send is not None
        async with self._in_flight:
            try:
                # Read for each attempt, so that a waiting worker holds no message in memory.
                message = await self._store.call(lambda db: _head(db, destination))
                if message is None:
                    return None
                attempt = await self._send(message)
                if isinstance(attempt, Delivered):
                    number = message.number
                    await self._store.call(lambda db: db.execute("DELETE FROM message WHERE number = ?", (number,)))
                elif isinstance(attempt, Rejected):
                    await self._bury(message, attempt.why)
                return attempt
            except StoreFailed as broken:
                log.error("The outbox failed: %s. bub retries until it succeeds", broken)
                return Retry(_AFTER_DISK_FAILURE, "the disk failed")

    async def _bury(self, message: StoredMessage, reason: str) -> None:
        at = self._environment.now()
        limit = self._limits.dead_letters

        def bury(db: sqlite3.Connection) -> int:
            db.execute(
                "INSERT INTO dead_letter SELECT number, sender, destination, message_id, payload, ?, ?"
                " FROM message WHERE number = ?",
                (reason, int(at * 1000), message.number),
            )
            db.execute("DELETE FROM message WHERE number = ?", (message.number,))
            trim = "SELECT number FROM dead_letter ORDER BY number DESC LIMIT -1 OFFSET ?"
            return db.execute(f"DELETE FROM dead_letter WHERE number IN ({trim})", (limit,)).rowcount

        forgotten = await self._store.call(bury)
        log.warning("Message %s became a dead letter: %s", message.id, reason)
        if forgotten > 0:
            log.warning("Deleted %d old dead letters: there were too many", forgotten)
        try:
            self.on_dead_letter(DeadLetter(message, reason, at))
        except Exception:
            log.exception("The dead letter listener failed")

    async def close(self) -> None:
        """Waiting messages stay on disk."""
        self._send = None
        workers = list(self._workers.values())
        for worker in workers:
            worker.cancel()
        if workers:
            await asyncio.wait(workers)
        await self._store.close()


def _head(db: sqlite3.Connection, destination: str) -> StoredMessage | None:
    columns = "number, sender, destination, message_id, payload"
    sql = f"SELECT {columns} FROM message WHERE destination = ? ORDER BY number LIMIT 1"
    row = db.execute(sql, (destination,)).fetchone()
    return None if row is None else _stored(row)


def _stored(row: tuple[int, str, str, str, bytes]) -> StoredMessage:
    return StoredMessage(row[0], row[1], row[2], row[3], bytes(row[4]).decode())
