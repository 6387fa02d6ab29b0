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
from .chat import ChatHandler, ChatService
from .client import BusClient
from .connection import State
from .errors import BubError, NotConnected, StoreFailed, StoreInUse
from .files import AgentFiles
from .history import Line
from .lobby import CallContext, CapabilityCall, Contract, LobbyClient, LobbyToken, Offer
from .messages import OK, Ack, Message, Payload, Receipt
from .operator import Operator
from .outbox import DeadLetter
from .schema import Signature, write_output
from .settings import AgentSettings, resolve
from .spawned import ChatOrders, SpawnedAgent
from .subscription import Subscription
from .transport import Connector

log = logging.getLogger("bub")

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
MessageFunction = Callable[[Message], Awaitable[Any]]


class Agent:
    """An agent on the bus.

    `client_id` is its address. Without `bus`, the agent finds the bus as the command line does (`BUB_BUS_URL`, run
    directory). When `bub up --agent-command` starts the program, the agent takes its id, its bus and its workspace from
    the arguments of the process.

    `durable` agents keep their outbox in `directory`. `remember` says where answers to duplicates are kept: `memory` or
    `disk`; chat agents use the disk if they may. `history` keeps conversations for `history()`.
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
        self._functions: dict[str | None, MessageFunction | ChatHandler] = {}
        self._chat_types: set[str] = set()
        self._patterns: list[str] = []
        self._offers: list[Offer] = []
        self._dead_letter_listener: Callable[[DeadLetter], None] | None = None
        self._subscriptions: list[Subscription] = []
        self._running: _Running | None = None

    # ---- handlers

    def on_chat(self, function: F) -> F:
        """Answers chat messages. Return the reply, or yield its parts; None sends no reply."""
        self._chat_types.add("tg_message")
        return self._add("tg_message", function)

    def on(self, type: str, *, pattern: str | None = None) -> Callable[[F], F]:
        """Handles messages of one payload type, on the agent's own address and on `pattern`."""

        def add(function: F) -> F:
            if pattern is not None:
                self._patterns.append(pattern)
            self._chat_types.discard(type)
            return self._add(type, function)

        return add

    def on_message(self, function: F) -> F:
        """Handles all messages that no other handler takes.

        The result becomes the ack: a text its message, an object its payload. To fail, raise `Reject` or `RetryLater`.
        """
        return self._add(None, function)

    def _add(self, type: str | None, function: F) -> F:
        self._functions[type] = function
        if self._running is not None:
            self._running.serve(type, function, chat=type in self._chat_types)
        return function

    def capability(
        self,
        name: str,
        *,
        description: str | None = None,
        version: str | None = None,
        keywords: Sequence[str] = (),
        callers: Sequence[str] = (),
        timeout: int | None = None,
        input_schema: Payload | None = None,
        output_schema: Payload | None = None,
    ) -> Callable[[F], F]:
        """Offers a function in the lobby. Its type hints become the contract, unless you pass schemas.

        Empty `callers` means everyone. A parameter of type `CallContext` gets the caller, and reports progress.
        """

        def add(function: F) -> F:
            signature = Signature(function, CallContext)
            capability: Payload = {
                "name": name,
                "description": description or (function.__doc__ or name).strip(),
                "input_schema": signature.input_schema() if input_schema is None else input_schema,
                "output_schema": signature.output_schema() if output_schema is None else output_schema,
            }
            options = {
                "version": version,
                "keywords": list(keywords),
                "authorized_requester_ids": list(callers),
                "timeout_seconds": timeout,
            }
            capability |= {key: value for key, value in options.items() if value}
            self._offers.append(Offer(capability, function, signature))
            if self._running is not None:
                self._running.lobby.add(self._offers[-1])
            return function

        return add

    def on_dead_letter(self, function: Callable[[DeadLetter], None]) -> Callable[[DeadLetter], None]:
        """Reports a message that no retry can deliver, after it is on disk as a dead letter."""
        self._dead_letter_listener = function
        if self._running is not None:
            self._running.files.on_dead_letter(function)
        return function

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
        running = self._running = _Running(client, files, settings)
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
    def _alive(self) -> _Running:
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


def _ack(result: Any) -> Ack:
    match result:
        case None:
            return OK
        case Ack():
            return result
        case str():
            return Ack.ok(result)
        case _:
            return Ack.ok("ok", write_output(result))


class _Running:
    """The parts of an agent that exist from its start to its end."""

    def __init__(self, client: BusClient, files: AgentFiles, settings: AgentSettings) -> None:
        self.client = client
        self.files = files
        self.talkto = settings.spawn.talkto if settings.spawn else None
        self.lobby = LobbyClient(client, LobbyToken(settings.lobby_token_file))
        self.chat = ChatService(client)
        self.operator = Operator(client)
        self._orders = ChatOrders(client)
        self._spawned = SpawnedAgent(client, self.talkto) if settings.spawn else None
        self._opening: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._adopts = settings.spawn is not None

    def serve(self, type: str | None, function: MessageFunction | ChatHandler, *, chat: bool) -> None:
        if chat:
            self.client.incoming.handlers[type or ""] = self.chat.handler(function)
            return

        async def handle(message: Message) -> Ack:
            return _ack(await function(message))  # type: ignore[misc]

        if type is None:
            self.client.incoming.otherwise = handle
        else:
            self.client.incoming.handlers[type] = handle
            self.client.incoming.quick.pop(type, None) if type == "delivery_status" else None

    async def start(self) -> None:
        incoming = self.client.incoming
        self.client.connection.on_state(self._heard)
        try:
            await self._open_files()
        except StoreInUse:
            # The other agent with these files ends when this one takes its place on the bus.
            incoming.gate = self.files.opened
            self._opening = asyncio.get_running_loop().create_task(self._open_files_later())
        self.client.connection.start()

    async def _open_files(self) -> None:
        await self.files.open(self.client, adopt=self._adopts)
        self.client.incoming.inbox = self.files.inbox
        self.chat.history = self._orders.history = self.files.conversations
        if self.files.is_durable:
            self.chat.post = self.post

    async def _open_files_later(self) -> None:
        try:
            await self.client.connection.wait_connected()
            await self.files.wait_for_lock()
            await self._open_files()
            self.client.incoming.gate = None
        except BubError as failed:
            log.error("%s stops: %s", self.client.client_id, failed)
            self.files.fail(failed)
            await self.client.connection.stop(str(failed))

    def _heard(self, state: State) -> None:
        if state.name == "connected":
            self.files.probe()
        elif state.name == "stopped":
            # Releases the files for the agent that took this one's place.
            self._closing = asyncio.get_running_loop().create_task(self.files.close())

    async def post(self, to: str, payload: Payload, *, message_id: str) -> str:
        if not self.files.is_durable:
            raise StoreFailed("this agent has no outbox: create it with durable=True and a directory")
        outbox = await self.files.outbox()
        await outbox.put(self.client.client_id, to, message_id, self.client.encode(payload))
        return message_id

    async def wait_stopped(self) -> str:
        return await self.client.connection.wait_stopped()

    async def close(self, timeout: float) -> None:
        await self.client.incoming.drain(timeout)
        if self.client.connection.state.name == "connected":
            await self.files.flush(min(timeout, 2.0))
        if self._opening is not None:
            self._opening.cancel()
        await self.client.connection.close()
        await self.files.close()
