"""Duties of an agent that `bub up` started: report its birth and activity, obey its chat."""

from __future__ import annotations

import asyncio
import logging
import os
from datetime import UTC, datetime

from .backoff import Backoff
from .causality import result_of
from .client import BusClient
from .connection import State
from .errors import BubError
from .history import History
from .messages import Ack, Message, Payload

log = logging.getLogger("bub")

SYSTEM_AGENT = "agent:system"
_AGAIN = Backoff(0.2, 5.0)
_MAX_ATTEMPTS = 20
_ACTIVITY_EVERY = 10.0


class SpawnedAgent:
    """Talks to the system agent, and takes orders from the chat that the agent belongs to."""

    def __init__(self, client: BusClient, talkto: str | None) -> None:
        self._client = client
        self._owner = talkto
        self._birth: asyncio.Task[None] | None = None
        self._activity: asyncio.Task[None] | None = None
        self._reported = float("-inf")
        client.connection.on_state(self._heard)
        client.incoming.on_handled = self._moved
        client.incoming.handlers["configure"] = self._configure

    def _heard(self, state: State) -> None:
        if self._birth is not None:
            self._birth.cancel()
            self._birth = None
        if state.name == "connected":
            self._birth = asyncio.get_running_loop().create_task(self._tell_of_birth())

    async def _tell_of_birth(self) -> None:
        """Retries, because the system agent may be reconnecting at the same time."""
        data = {"client_id": self._client.client_id, "pid": os.getpid()}
        for attempt in range(_MAX_ATTEMPTS):
            if await self._say("spawned", data):
                return
            await asyncio.sleep(_AGAIN.delay(attempt, self._client.environment.chance))
        log.error("%s could not report its start to %s", self._client.client_id, SYSTEM_AGENT)

    async def _say(self, event: str, data: Payload) -> bool:
        payload = {"type": "agent_event", "content": {"event": event, "data": data}}
        try:
            receipt = await self._client.send(SYSTEM_AGENT, payload, timeout=2)
        except BubError as lost:
            log.debug("Lost an event: %s", lost)
            return False
        return any(ack.success for ack in receipt)

    def _moved(self, _: Message) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < self._reported + _ACTIVITY_EVERY:
            return
        self._reported = loop.time()
        at = datetime.fromtimestamp(self._client.environment.now(), UTC).isoformat()
        self._activity = loop.create_task(self._report(at))

    async def _report(self, at: str) -> None:
        await self._say("activity", {"at": at})

    async def _configure(self, message: Message) -> Ack:
        talkto = message.content.get("talkto")
        is_operator = message.sender.startswith("cli:") or message.sender == "agent:console"
        if not isinstance(talkto, str):
            return Ack.failed("content.talkto: is missing")
        if not is_operator and (self._owner not in (None, message.sender) or talkto != message.sender):
            return Ack.failed(f"{self._client.client_id} belongs to {self._owner}; only that chat may configure it")
        if not is_operator:
            self._owner = self._owner or talkto
        return Ack.ok("configured")


class ChatOrders:
    """Orders that every chat agent understands: `stop`, `reset` and `status`, and stopped turns."""

    def __init__(self, client: BusClient) -> None:
        self._client = client
        self.history: History | None = None
        client.incoming.quick["trace_stopped"] = self._stopped
        client.incoming.quick["delivery_status"] = self._delivered
        client.incoming.handlers["agent_command"] = self._command

    def _stopped(self, message: Message) -> Ack | None:
        if message.sender != "system:trace":
            return None
        trace = message.content.get("trace")
        self._client.incoming.stop(lambda handled: result_of(handled)[1][3:35] == trace)
        return Ack.ok("stopped")

    def _delivered(self, message: Message) -> Ack | None:
        if message.content.get("status") == "failed":
            error = message.content.get("error")
            log.warning("Reply %s did not reach %s: %s", message.content.get("message_id"), message.sender, error)
        return Ack.ok("noted") if "delivery_status" not in self._client.incoming.handlers else None

    async def _command(self, message: Message) -> Ack:
        match message.content.get("command"):
            case "stop":
                chat = message.sender
                stops = self._client.incoming.stop(lambda m: m.sender == chat and m.type == "tg_message")
                return Ack.ok("stopped" if stops else "nothing to stop")
            case "reset":
                if self.history is not None:
                    await self.history.clear(message.sender)
                return Ack.ok("reset")
            case "status":
                return Ack.ok(f"{self._client.client_id} is running", {"status": "running"})
            case other:
                return Ack.failed(f"unknown command: {other}")
