"""The agent: what a program says to the bus, and what it does when the bus calls."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar, overload

from .backoff import Environment
from .causality import current_message
from .client import BusClient
from .connection import State
from .errors import BubError, NotConnected
from .files import AgentFiles
from .handlers import Handlers
from .history import Line
from .lobby import CapabilityCall, Contract, LobbyClient
from .messages import Ack, Message, Payload, Receipt
from .operator import Operator
from .outbox import DeadLetter
from .running import RunningAgent
from .settings import AgentSettings, resolve
from .subscription import Subscription
from .transport import Connector

log = logging.getLogger("bub")

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Agent(Handlers):
    """An agent on the bus.

    `client_id` is its address. Without `bus`, the agent finds the bus as the command line does (`BUB_BUS_URL`, run
    directory). When `bub up --agent-command` starts the program, the agent takes its id, its bus and its workspace from
    the arguments of the process.

    `durable` agents keep their outbox in `directory`. `remember` says where answers to duplicates are kept: `memory` or
    `disk`; chat agents use the disk if they may. `history` keeps conversations for `history()`. `starters` are messages
    that a person may begin a conversation with, at most 8; MCP clients show them as prompts.
    """

    def __init__(
        self,
        client_id: str | None = None,
        *,
        bus: str | Connector | None = None,
        directory: str | Path | None = None,
        durable: bool = True,
        remember: str | None = None,
        history: bool = False,
        token_file: str | Path | None = None,
        ca: str | None = None,
        call_timeout: float = 65.0,
        max_handlers: int = 1024,
        one_at_a_time: bool = False,
        environment: Environment | None = None,
        arguments: Sequence[str] | None = None,
        starters: Sequence[str] = (),
    ) -> None:
        self._named = client_id
        self._bus = bus
        self._directory = directory
        self._durable = durable
        self._remember = remember
        self._wants_history = history
        self._token_file = token_file
        self._ca = ca
        self._call_timeout = call_timeout
        self._max_handlers = max_handlers
        self._one_at_a_time = one_at_a_time
        self._environment = environment or Environment()
        self._arguments = arguments
        self._starters = tuple(starters)
        super().__init__()
        self._subscriptions: list[Subscription] = []

    # ---- life

    @property
    def client_id(self) -> str:
        if self._running is not None:
            return self._running.client.client_id
        return self._settings().identity.client_id

    @property
    def state(self) -> State:
        return State("new") if self._running is None else self._running.client.connection.state

    @property
    def chat(self) -> str | None:
        """The chat that `bub up` started this agent for; None when it was started otherwise."""
        return self._running.talkto if self._running is not None else None

    def _settings(self) -> AgentSettings:
        return resolve(
            self._named,
            self._bus,
            self._directory,
            self._token_file,
            self._ca,
            durable=self._durable,
            arguments=sys.argv[1:] if self._arguments is None else self._arguments,
            environment=os.environ,
        )

    async def start(self, *, wait: bool = True) -> Agent:
        """Connects. With `wait`, raises `NotConnected` if the first attempt fails. Later, it reconnects by itself."""
        if self._running is not None:
            raise BubError("this agent was started before")
        settings = self._settings()
        settings.identity.starters = self._starters
        client = BusClient(
            settings.connector,
            settings.identity,
            self._environment,
            call_timeout=self._call_timeout,
            max_handlers=self._max_handlers,
            one_at_a_time=self._one_at_a_time,
        )
        remember = self._remember or ("disk" if self._chat_types else "memory")
        files = AgentFiles(settings.directory, self._environment, inbox=remember == "disk", history=self._wants_history)
        running = self._running = RunningAgent(client, files, settings)
        if self._dead_letter_listener is not None:
            files.on_dead_letter(self._dead_letter_listener)
        for type, function in self._functions.items():
            running.serve(type, function, chat=type in self._chat_types)
        for offer in self._offers:
            running.lobby.add(offer)
        for pattern in self._patterns:
            await client.connection.subscribe(pattern)
        try:
            await running.start()
            if wait:
                await client.connection.wait_first_attempt()
                await running.files.opened()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aenter__(self) -> Agent:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await self.drain()

    def run(self) -> None:
        """Runs until SIGTERM or Ctrl-C, then finishes the messages in work. Exits with 1 when the bus refuses it."""
        reason = asyncio.run(self._live())
        if reason is not None:
            raise SystemExit(f"{self._named or 'The agent'} stopped: {reason}")

    async def _live(self) -> str | None:
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, ended.set)
        try:
            await self.start(wait=False)
        except BubError as failed:
            return str(failed)
        assert self._running is not None
        stopping = asyncio.ensure_future(self._running.wait_stopped())
        signalled = asyncio.ensure_future(ended.wait())
        await asyncio.wait((stopping, signalled), return_when=asyncio.FIRST_COMPLETED)
        signalled.cancel()
        if stopping.done():
            await self.close()
            return stopping.result()
        stopping.cancel()
        await self.drain()
        return None

    async def drain(self, timeout: float = 10.0) -> None:
        """Finishes the handlers that run, tries to deliver what waits, and disconnects. The rest stays on disk."""
        if self._running is not None:
            await self._running.close(timeout)

    async def close(self) -> None:
        """Disconnects after a short wait for open answers."""
        if self._running is not None:
            await self._running.close(1.0)

    async def wait_connected(self, timeout: float | None = None) -> None:
        await self._client.connection.wait_connected(timeout)

    async def wait_stopped(self) -> str:
        """Returns the reason when the agent will not connect again."""
        return await self._alive.wait_stopped()

    def on_state(self, listener: Callable[[State], None]) -> None:
        """Adds a listener for the states of the connection, after `start`; it must not block."""
        self._client.connection.on_state(listener)

    @property
    def _alive(self) -> RunningAgent:
        if self._running is None:
            raise NotConnected("the agent is not started")
        return self._running

    @property
    def _client(self) -> BusClient:
        return self._alive.client

    # ---- messages

    async def send(
        self,
        to: str,
        payload: Mapping[str, Any] | str,
        *,
        message_id: str | None = None,
        sender: str | None = None,
        timeout: float | None = None,
    ) -> Receipt:
        """Sends now and returns one ack per recipient. A text becomes an `agent_message`."""
        return await self._client.send(to, _payload(payload), message_id=message_id, sender=sender, timeout=timeout)

    async def post(self, to: str, payload: Mapping[str, Any] | str, *, message_id: str | None = None) -> str:
        """Returns the id once the message is on disk; delivers it in the background, in order per destination."""
        return await self._alive.post(to, _payload(payload), message_id=message_id or self._environment.new_id())

    async def notify(self, to: str, payload: Mapping[str, Any] | str) -> None:
        """Sends without a receipt."""
        await self._client.notify(to, _payload(payload))

    async def ping(self) -> str:
        """Time on the clock of the bus."""
        return await self._client.ping()

    def subscribe(self, pattern: str) -> Subscription:
        """Messages of a pattern, as an async context manager and iterator."""
        return Subscription(pattern, self._open_subscription, self._close_subscription)

    async def _open_subscription(self, subscription: Subscription) -> None:
        self._subscriptions.append(subscription)
        self._client.incoming.route = self._subscriber
        try:
            await self._client.connection.subscribe(subscription.pattern)
        except BubError:
            self._subscriptions.remove(subscription)
            raise

    async def _close_subscription(self, subscription: Subscription) -> None:
        self._subscriptions.remove(subscription)
        if all(other.pattern != subscription.pattern for other in self._subscriptions):
            await self._client.connection.unsubscribe(subscription.pattern)

    def _subscriber(self, message: Message) -> Callable[[Message], Awaitable[Ack]] | None:
        matching = (subscription.take for subscription in self._subscriptions if subscription.matches(message.to))
        return next(matching, None)

    async def listen(self, pattern: str) -> None:
        """Delivers messages of a pattern to the handlers, on this connection and on later ones."""
        await self._client.connection.subscribe(pattern)

    async def unlisten(self, pattern: str) -> None:
        await self._client.connection.unsubscribe(pattern)

    async def outbox_size(self) -> int:
        """Number of messages that wait for delivery."""
        return await (await self._alive.files.outbox()).size()

    async def dead_letters(self, limit: int = 100) -> list[DeadLetter]:
        """Messages that no retry can deliver, newest first."""
        return await (await self._alive.files.outbox()).dead_letters(limit)

    # ---- chats

    async def ask(self, to: str, text: str, *, timeout: float = 120.0) -> str:
        """Asks another agent and returns its reply."""
        return await self._alive.chat.ask(to, text, timeout)

    def ask_stream(self, to: str, text: str, *, timeout: float = 120.0) -> AsyncIterator[str]:
        """Asks another agent and yields the parts of its reply as they come."""
        return self._alive.chat.stream(to, text, timeout)

    async def event(self, to: str, event: str, data: Payload | None = None) -> None:
        """Sends an `agent_event` whose loss is acceptable."""
        await self._alive.chat.event(to, event, data or {})

    async def typing(self) -> None:
        """Tells the sender of the current message that the agent works. Chat handlers do it by themselves."""
        await self.event(self._current().sender, "typing")

    async def step(self, kind: str, name: str, ms: float, **details: Any) -> None:
        """Reports a step of the current turn for `bub trace`; `kind` is model, tool or wait."""
        await self._alive.chat.step(self._current(), kind, name, ms, details)

    async def history(self, chat: str | None = None, *, limit: int = 50) -> list[Line]:
        """Earlier lines of a conversation, oldest first; by default, of the sender of the current message."""
        if not self._wants_history:
            raise BubError("this agent keeps no history: create it with history=True")
        return await (await self._alive.files.history()).lines(chat or self._current().sender, limit)

    async def stop_turn(self, message_id: str) -> Receipt:
        """Stops the turn of a message: the bus delivers nothing more of it and tells its agents."""
        return await self.send("system:trace", {"type": "trace_stop", "content": {"message_id": message_id}})

    @staticmethod
    def _current() -> Message:
        message = current_message.get()
        if message is None:
            raise BubError("this task handles no message")
        return message

    # ---- lobby and operators

    @overload
    async def call(self, capability: Contract[T], /, **given: Any) -> T: ...

    @overload
    async def call(self, capability: str, /, **given: Any) -> Any: ...

    async def call(self, capability: Contract[Any] | str, /, **given: Any) -> Any:
        """Calls a capability: `await agent.call("find_price@^2", product="tea")`. Raises `CallRefused`."""
        return await self.request(capability)(**given)

    @overload
    def request(self, capability: Contract[T], /) -> CapabilityCall[T]: ...

    @overload
    def request(
        self, capability: str, /, *, agent: str = "any", timeout: float | None = None
    ) -> CapabilityCall[Any]: ...

    def request(
        self, capability: Contract[Any] | str, /, *, agent: str = "any", timeout: float | None = None
    ) -> CapabilityCall[Any]:
        """A call with options: a certain agent, a timeout, or progress (`async for part in call.stream(…)`)."""
        if isinstance(capability, str):
            capability = Contract(capability, Any, agent, timeout)
        return CapabilityCall(self._alive.lobby, capability)

    @property
    def lobby(self) -> LobbyClient:
        """Discovery and registration."""
        return self._alive.lobby

    @property
    def operator(self) -> Operator:
        """Status, log, receipts, metrics and live activity of the bus."""
        return self._alive.operator


def _payload(payload: Mapping[str, Any] | str) -> Payload:
    if isinstance(payload, str):
        return {"type": "agent_message", "content": {"text": payload}}
    return dict(payload)
