"""A peer of the bus: sends, notifies, subscribes and receives. `Agent` is built on it."""

from __future__ import annotations

import asyncio
from typing import Any

from .backoff import Environment
from .causality import encode_payload
from .connection import Connection, Identity
from .errors import BubError, PayloadTooLarge
from .incoming import IncomingMessages
from .messages import MAX_PAYLOAD, Payload, Receipt, to_json
from .outbox import StoredMessage
from .retry import SendAttempt, of_error, of_receipt
from .transport import Connector


class BusClient:
    """Connection and handlers of one clientId."""

    def __init__(
        self,
        connector: Connector,
        identity: Identity,
        environment: Environment,
        *,
        call_timeout: float = 65.0,
        max_handlers: int = 1024,
        one_at_a_time: bool = False,
    ) -> None:
        self.client_id = identity.client_id
        self.environment = environment
        self.connection = Connection(connector, identity, environment, call_timeout=call_timeout)
        self.incoming = IncomingMessages(identity.client_id, max_handlers=max_handlers, one_at_a_time=one_at_a_time)
        self.connection.requests["processMessage"] = self.incoming.admit
        self._sender = to_json(identity.client_id)

    async def send(
        self,
        to: str,
        payload: Payload,
        *,
        message_id: str | None = None,
        sender: str | None = None,
        timeout: float | None = None,
    ) -> Receipt:
        """Waits for the acks of all recipients. Adds the cause, if this task handles a message."""
        message_id = message_id or self.environment.new_id()
        return await self._send(sender, to, message_id, self.encode(payload), timeout)

    async def _send(self, sender: str | None, to: str, message_id: str, payload: str, timeout: float | None) -> Receipt:
        origin = self._sender if sender is None else to_json(sender)
        params = f'{{"from":{origin},"to":{to_json(to)},"messageId":{to_json(message_id)},"payload":{payload}}}'
        return Receipt.read(await self.connection.call("sendMessage", params, timeout))

    async def attempt(self, message: StoredMessage) -> SendAttempt:
        """One attempt to deliver a message of the outbox, which has its cause already."""
        try:
            return of_receipt(await self._send(message.sender, message.to, message.id, message.payload, None))
        except BubError as failed:
            return of_error(failed)

    async def notify(self, to: str, payload: Payload) -> None:
        """Sends without a receipt: a message that nobody takes is lost."""
        await self.connection.notify("notify", f'{{"to":{to_json(to)},"payload":{self.encode(payload)}}}')

    @staticmethod
    def encode(payload: Payload) -> str:
        """JSON with the cause. The bus would close the connection for a larger payload; this fails only the call."""
        text = encode_payload(payload)
        if len(text) > MAX_PAYLOAD // 4 and len(text.encode()) > MAX_PAYLOAD:
            raise PayloadTooLarge(f"the payload has more than {MAX_PAYLOAD} bytes")
        return text

    async def call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """Calls a method of the bus."""
        return await self.connection.call(method, to_json(params or {}))

    async def ping(self) -> str:
        """Time on the clock of the bus."""
        return str((await self.call("ping"))["timestamp"])

    async def is_online(self) -> bool:
        """Waits for a connection; false when there will be none."""
        try:
            await self.connection.wait_connected()
        except BubError:
            return False
        return True

    async def close(self, drain: float = 1.0) -> None:
        await self.incoming.drain(drain)
        async with asyncio.timeout(5):
            await self.connection.close()
