"""The files of an agent: outbox, memory of duplicates, conversations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from .backoff import Environment
from .client import BusClient
from .errors import BubError, StoreFailed, StoreInUse
from .history import History
from .inbox import Inbox
from .outbox import DeadLetter, Outbox

_LOCK_TIMEOUT = 15.0
_LOCK_EVERY = 0.05


class AgentFiles:
    """Opens and closes the files together. Without a directory, there are none."""

    def __init__(self, directory: Path | None, environment: Environment, *, inbox: bool, history: bool) -> None:
        self._directory = directory
        self._environment = environment
        self._wants_inbox = inbox
        self._wants_history = history
        self._outbox: Outbox | None = None
        self.inbox: Inbox | None = None
        self.conversations: History | None = None
        self._ready = asyncio.Event()
        self._failure: BubError | None = None
        self._closing = asyncio.Lock()
        self._listener: Callable[[DeadLetter], None] | None = None

    @property
    def is_durable(self) -> bool:
        return self._directory is not None

    async def open(self, client: BusClient, *, adopt: bool) -> None:
        """Raises `StoreInUse` when another agent has the files."""
        if self._directory is not None:
            self._outbox = Outbox(self._directory / "outbox.db", self._environment)
            if self._listener is not None:
                self._outbox.on_dead_letter = self._listener
            if self._wants_inbox:
                self.inbox = Inbox(self._directory / "inbox.db", self._environment)
            if self._wants_history:
                self.conversations = History(self._directory / "history.db", self._environment)
            if adopt:
                await self._outbox.adopt(client.client_id)
            await self._outbox.deliver_through(client.attempt, client.is_online)
        self._ready.set()

    async def wait_for_lock(self) -> None:
        """Waits until the agent that this one replaced has closed its files."""
        assert self._directory is not None
        deadline = asyncio.get_running_loop().time() + _LOCK_TIMEOUT
        while True:
            try:
                probe = Outbox(self._directory / "outbox.db", self._environment)
            except StoreInUse:
                if asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(_LOCK_EVERY)
            else:
                await probe.close()
                return

    def fail(self, failure: BubError) -> None:
        self._failure = failure
        self._ready.set()

    async def opened(self) -> None:
        await self._ready.wait()
        if self._failure is not None:
            raise StoreFailed(str(self._failure))

    async def outbox(self) -> Outbox:
        await self.opened()
        if self._outbox is None:
            raise StoreFailed("this agent has no outbox")
        return self._outbox

    async def history(self) -> History:
        await self.opened()
        if self.conversations is None:
            raise StoreFailed("this agent keeps no conversations")
        return self.conversations

    def on_dead_letter(self, listener: Callable[[DeadLetter], None]) -> None:
        self._listener = listener
        if self._outbox is not None:
            self._outbox.on_dead_letter = listener

    def probe(self) -> None:
        if self._outbox is not None:
            self._outbox.probe()

    async def flush(self, timeout: float) -> None:
        """Gives waiting messages a moment; the others stay on disk."""
        if self._outbox is not None:
            try:
                async with asyncio.timeout(timeout):
                    await self._outbox.drained()
            except TimeoutError:
                return

    async def close(self) -> None:
        async with self._closing:
            for store in (self._outbox, self.inbox, self.conversations):
                if store is not None:
                    await store.close()
