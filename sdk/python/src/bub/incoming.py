"""Dispatcher of incoming messages: bounded, concurrent, each message once, answered after its handler."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from .causality import current_message
from .errors import BubError, NoAnswer, Refused, Reject, RetryLater, StoreFailed
from .inbox import Handler, Inbox, RecentMessages
from .messages import MAX_PAYLOAD, OK, OK_JSON, Ack, Message, to_json
from .session import Session

log = logging.getLogger("bub")

_BUSY_SECONDS = 1


class IncomingMessages:
    """Runs the handler of each message in a task of its own, within the cause of that message."""

    def __init__(self, client_id: str, *, max_handlers: int, one_at_a_time: bool) -> None:
        self.client_id = client_id
        self.inbox: Inbox | None = None
        self.handlers: dict[str, Handler] = {}
        self.gate: Callable[[], Awaitable[None]] | None = None
        self.route: Callable[[Message], Handler | None] | None = None
        self._max_handlers = max_handlers
        self._turns: SenderTurns | None = SenderTurns() if one_at_a_time else None
        self._recent = RecentMessages()
        self.quick: dict[str, Callable[[Message], Ack | None]] = {}
        self.on_handled: Callable[[Message], None] | None = None
        self._running: dict[asyncio.Task[None], Message] = {}
        self._stopped: set[asyncio.Task[None]] = set()
        self._refusals: set[asyncio.Task[None]] = set()
        self._draining = False
        self.otherwise: Handler = self._nobody

    async def _nobody(self, message: Message) -> Ack:
        return Ack.failed(f"{self.client_id} does not accept messages of type {message.type}")

    def admit(self, session: Session, request_id: Any, params: Any) -> None:
        """Takes a `processMessage` call."""
        try:
            message = Message(params["from"], params["to"], params["messageId"], params["payload"])
        except (TypeError, KeyError):
            session.spawn_answer(request_id, {"code": -32602, "message": "Invalid params"})
            return
        if self.quick and message.type in self.quick:
            ack = self.quick[message.type](message)
            if ack is not None:
                self._start(self._answer(session, request_id, ack))
                return
        if self._draining:
            self._refuse(session, request_id, f"{self.client_id} is stopping")
        elif len(self._running) >= self._max_handlers:
            text = f"{self.client_id} is busy: it is already handling {self._max_handlers} messages"
            self._refuse(session, request_id, text)
        else:
            task = asyncio.get_running_loop().create_task(self._run(session, request_id, message))
            self._running[task] = message
            task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._stopped.discard(task)

    def _refuse(self, session: Session, request_id: Any, text: str) -> None:
        self._start(self._answer(session, request_id, Ack.retry_in(_BUSY_SECONDS, text)))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._refusals.add(task)
        task.add_done_callback(self._refusals.discard)

    def stop(self, condition: Callable[[Message], bool]) -> int:
        """Cancels the handlers of these messages; their senders are told not to retry. Returns how many."""
        chosen = [task for task, message in self._running.items() if condition(message)]
        for task in chosen:
            self._stopped.add(task)
            task.cancel()
        return len(chosen)

    async def _run(self, session: Session, request_id: Any, message: Message) -> None:
        if not session.ready.is_set():
            await session.ready.wait()
        current_message.set(message)
        if self._turns is None:
            ack = await self._recent.once(message, self._handle)
        else:
            async with self._turns.of(message.sender):
                ack = await self._recent.once(message, self._handle)
        await self._answer(session, request_id, ack)
        if self.on_handled is not None:
            self.on_handled(message)

    async def _answer(self, session: Session, request_id: Any, ack: Ack) -> None:
        if ack is OK:
            await session.answer(request_id, OK_JSON)
            return
        try:
            result = to_json(ack.to_wire())
            if len(result) > MAX_PAYLOAD // 4 and len(result.encode()) > MAX_PAYLOAD:
                raise BubError("too large")
        except BubError:
            result = to_json(Ack.failed(f"the answer of {self.client_id} is too large or not JSON").to_wire())
        await session.answer(request_id, result)

    async def _handle(self, message: Message) -> Ack:
        handler = self.route(message) if self.route is not None else None
        try:
            if self.gate is not None:
                await self.gate()
            handler = handler or self.handlers.get(message.type or "", self.otherwise)
            return await (handler(message) if self.inbox is None else self.inbox.once(message, handler))
        except RetryLater as later:
            return Ack.retry_in(later.seconds, str(later))
        except Reject as rejected:
            return Ack.failed(str(rejected))
        except StoreFailed as broken:
            log.error("%s could not handle message %s: %s", self.client_id, message.id, broken)
            return Ack.retry_in(_BUSY_SECONDS, f"{self.client_id} cannot write to its disk")
        except Refused as refused:
            return self._unavailable() if refused.is_passing else Ack.failed(f"{self.client_id}: {refused}")
        except NoAnswer:
            return self._unavailable()
        except asyncio.CancelledError:
            if asyncio.current_task() in self._stopped:
                return Ack.failed("stopped")
            if self._draining:
                return Ack.retry_in(_BUSY_SECONDS, f"{self.client_id} is stopping")
            raise
        except Exception:
            # The text must be safe to send; details stay in the log.
            log.exception("%s failed to handle message %s", self.client_id, message.id)
            return Ack.failed(f"{self.client_id} failed to handle the message")

    def _unavailable(self) -> Ack:
        return Ack.retry_in(_BUSY_SECONDS, f"{self.client_id} could not reach a peer that it needs")

    async def drain(self, timeout: float) -> None:
        """Accepts nothing new and waits for the handlers that run. Those that are late are cancelled and retried."""
        self._draining = True
        if self._running:
            await asyncio.wait(set(self._running), timeout=timeout)
        late = set(self._running)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=1)


class SenderTurns:
    """A lock per sender, in order of arrival, that is forgotten when nobody waits."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    def of(self, sender: str) -> _Turn:
        return _Turn(self, sender)

    def enter(self, sender: str) -> asyncio.Lock:
        lock, users = self._locks.get(sender) or (asyncio.Lock(), 0)
        self._locks[sender] = (lock, users + 1)
        return lock

    def leave(self, sender: str) -> None:
        lock, users = self._locks.pop(sender)
        if users > 1:
            self._locks[sender] = (lock, users - 1)


class _Turn:
    def __init__(self, turns: SenderTurns, sender: str) -> None:
        self._turns = turns
        self._sender = sender
        self._lock = turns.enter(sender)

    async def __aenter__(self) -> None:
        try:
            await self._lock.acquire()
        except BaseException:
            self._turns.leave(self._sender)
            raise

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
        self._turns.leave(self._sender)
