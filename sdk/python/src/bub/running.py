"""The parts of an agent that exist from its start to its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from .chat import ChatHandler, ChatService
from .client import BusClient
from .connection import State
from .errors import BubError, StoreFailed, StoreInUse
from .files import AgentFiles
from .lobby import LobbyClient
from .lobbytoken import LobbyToken
from .messages import OK, Ack, Message, Payload
from .operator import Operator
from .schema import write_output
from .settings import AgentSettings
from .spawned import ChatOrders, SpawnedAgent

log = logging.getLogger("bub")

MessageFunction = Callable[[Message], Awaitable[Any]]


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


class RunningAgent:
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
