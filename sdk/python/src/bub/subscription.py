"""Messages of a pattern as an async iterator."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from fnmatch import fnmatchcase
from types import TracebackType

from .errors import Reject, RetryLater
from .messages import Ack, Message

_Item = tuple[Message, "asyncio.Future[Ack]"]


class Subscription:
    """`async with agent.subscribe("jobs:*") as jobs: async for job in jobs: …`

    A message is answered when the loop asks for the next one. If the loop ends with an exception, the message that it
    handled fails as in a handler, and the senders of the others are told to send them again.
    """

    def __init__(
        self,
        pattern: str,
        add: Callable[[Subscription], Awaitable[None]],
        remove: Callable[[Subscription], Awaitable[None]],
    ) -> None:
        self.pattern = pattern
        self._add = add
        self._remove = remove
        self._waiting: asyncio.Queue[_Item] = asyncio.Queue()
        self._current: _Item | None = None

    def matches(self, address: str) -> bool:
        return fnmatchcase(address, self.pattern)

    @property
    def waiting(self) -> int:
        """Number of messages that the loop has not taken yet."""
        return self._waiting.qsize()

    async def take(self, message: Message) -> Ack:
        """Handler of a message: waits until the loop has handled it."""
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((message, answer))
        return await answer

    async def __aenter__(self) -> Subscription:
        await self._add(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._current is not None:
            self._settle(self._current, _ack_of(error))
        while not self._waiting.empty():
            self._settle(self._waiting.get_nowait(), Ack.retry_in(1, "the subscription has ended"))
        await self._remove(self)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Message:
        if self._current is not None:
            self._settle(self._current, Ack.ok())
            self._current = None
        self._current = await self._waiting.get()
        return self._current[0]

    @staticmethod
    def _settle(item: _Item, ack: Ack) -> None:
        if not item[1].done():
            item[1].set_result(ack)


def _ack_of(error: BaseException | None) -> Ack:
    match error:
        case None | GeneratorExit():
            return Ack.ok()
        case RetryLater():
            return Ack.retry_in(error.seconds, str(error))
        case Reject():
            return Ack.failed(str(error))
        case asyncio.CancelledError():
            return Ack.retry_in(1, "the subscription has ended")
        case _:
            return Ack.failed("the message could not be handled")
