"""SQLite file with its own thread. A call returns when its changes are on disk."""

from __future__ import annotations

import asyncio
import fcntl
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from .errors import StoreFailed, StoreInUse

T = TypeVar("T")
Transaction = Callable[[sqlite3.Connection], T]

_MAX_BATCH = 256
_Task = tuple[Transaction[Any], asyncio.Future[Any], asyncio.AbstractEventLoop]


class Store:
    """One SQLite file, for this process alone. Calls that wait at the same time share one disk sync."""

    def __init__(self, path: Path, schema: str) -> None:
        self.path = path
        self._lock = _take_lock(path)
        try:
            self._connection = _open(path, schema)
        except BaseException:
            os.close(self._lock)
            raise
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"bub-store-{path.name}", daemon=True)
        self._thread.start()

    async def call(self, transaction: Transaction[T]) -> T:
        """Runs a transaction and returns its result when it is on disk."""
        if self._closed:
            raise StoreFailed(f"{self.path} is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._tasks.put((transaction, future, loop))
        return await future

    async def close(self) -> None:
        """Finishes the calls that wait, then closes the file."""
        if self._closed:
            return
        self._closed = True
        self._tasks.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        ended = False
        while not ended:
            batch: list[_Task] = []
            task = self._tasks.get()
            while task is not None:
                batch.append(task)
                if len(batch) >= _MAX_BATCH or self._tasks.empty():
                    break
                task = self._tasks.get()
            ended = task is None
            if batch:
                self._commit(batch)
        self._connection.close()
        os.close(self._lock)

    def _commit(self, batch: list[_Task]) -> None:
        outcomes: list[tuple[_Task, Any, Exception | None]] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for task in batch:
                outcomes.append((task, *self._attempt(task[0])))
            self._connection.execute("COMMIT")
        except sqlite3.Error as broken:
            self._roll_back()
            failure = StoreFailed(f"cannot write {self.path}: {broken}")
            outcomes = [(task, None, failure) for task in batch]
        for (_, future, loop), result, failed in outcomes:
            _resolve(loop, future, result, failed)

    def _attempt(self, transaction: Transaction[Any]) -> tuple[Any, Exception | None]:
        self._connection.execute("SAVEPOINT one")
        try:
            result = transaction(self._connection)
        except sqlite3.Error:
            raise
        except Exception as refused:
            self._connection.execute("ROLLBACK TO one")
            return None, refused
        else:
            return result, None
        finally:
            if self._connection.in_transaction:
                self._connection.execute("RELEASE one")

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            return  # SQLite has rolled back by itself


def _resolve(
    loop: asyncio.AbstractEventLoop, future: asyncio.Future[Any], result: Any, failed: Exception | None
) -> None:
    def tell() -> None:
        if future.done():
            return
        if failed is None:
            future.set_result(result)
        else:
            future.set_exception(failed)

    if not loop.is_closed():
        loop.call_soon_threadsafe(tell)


def _take_lock(path: Path) -> int:
    """The operating system releases the lock when the process dies. The lock file stays: two processes could
    otherwise lock two files of the same name."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as failed:
        raise StoreFailed(f"cannot open {path}: {failed.strerror}") from failed
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # also between two agents of this process
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the kind of lock that Java takes
    except OSError:
        os.close(descriptor)
        raise StoreInUse(f"another agent uses {path}") from None
    return descriptor


def _open(path: Path, schema: str) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        os.chmod(path, 0o600)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > 1:
            raise StoreFailed(f"cannot open {path}: a newer version of bub wrote the file")
        if version == 0:
            connection.executescript(f"BEGIN IMMEDIATE; {schema}; PRAGMA user_version = 1; COMMIT")
        return connection
    except (sqlite3.Error, OSError) as unusable:
        raise StoreFailed(f"cannot open {path}: {unusable}") from unusable
