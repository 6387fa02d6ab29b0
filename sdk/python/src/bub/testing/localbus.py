"""A bus inside the process, for unit tests: same wire, no sockets, no files."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import Any

from ..messages import from_json, to_json
from ..transport import LinkClosed
from .locallobby import LocalLobby

Frame = dict[str, Any]
LOBBY_ADDRESSES = ("system:lobby", "global_lobby", "lobby")


class BusError(Exception):
    """Refusal of the bus."""

    def __init__(self, code: int, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.error: Frame = {"code": code, "message": message}
        if reason:
            self.error["data"] = {"reason": reason}


class LocalPeer:
    """One connection as the bus sees it."""

    def __init__(self, *, classic: bool) -> None:
        self.classic = classic
        self.client_id: str | None = None
        self.patterns: list[str] = []
        self.outgoing: asyncio.Queue[str | LinkClosed] = asyncio.Queue()
        self.pending: dict[int, asyncio.Future[Frame]] = {}
        self.closed = False
        self._last = 0

    def listens(self, address: str) -> bool:
        own = not self.classic and self.client_id == address
        return own or any(fnmatchcase(address, pattern) for pattern in self.patterns)

    async def call(self, method: str, params: Frame, timeout: float) -> Frame | None:
        """The answer frame; None when there is none in time."""
        self._last += 1
        key = self._last
        future: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self.pending[key] = future
        self.push({"jsonrpc": "2.0", "id": key, "method": method, "params": params})
        try:
            async with asyncio.timeout(timeout):
                return await future
        except TimeoutError:
            return None
        finally:
            self.pending.pop(key, None)

    def push(self, frame: Frame) -> None:
        if not self.closed:
            self.outgoing.put_nowait(to_json(frame))

    def close(self, code: int, reason: str) -> None:
        if self.closed:
            return
        self.closed = True
        self.outgoing.put_nowait(LinkClosed(code, reason))
        for future in list(self.pending.values()):
            if not future.done():
                future.set_exception(LinkClosed(code, reason))


class LocalLink:
    """The client's end of a connection to a `LocalBus`."""

    is_proven = False

    def __init__(self, bus: LocalBus, peer: LocalPeer) -> None:
        self._bus = bus
        self._peer = peer

    async def send(self, text: str) -> None:
        if self._peer.closed:
            raise LinkClosed(1006, "the connection was lost")
        self._bus.take(self._peer, from_json(text))

    async def receive(self) -> str:
        frame = await self._peer.outgoing.get()
        if isinstance(frame, LinkClosed):
            self._peer.outgoing.put_nowait(frame)
            raise frame
        return frame

    async def close(self, code: int, reason: str) -> None:
        self._bus.disconnect(self._peer, code, reason)


class LocalBus:
    """`Agent("agent:x", bus=LocalBus())` connects to it. All agents of a test share one bus.

    It routes, acks, takes over, intercepts and has a lobby that checks contracts. It has no tokens, log or guard; test
    those with a `DevBus`.
    """

    url = "local:bus"

    def __init__(self, *, process_timeout: float = 60.0) -> None:
        self.process_timeout = process_timeout
        self.refuses_connections = False
        self.sent: list[Frame] = []
        self._peers: list[LocalPeer] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._lobby = LocalLobby(self)
        self._classic = False

    # ---- for tests

    async def chat(self, to: str, text: str, *, sender: str = "term:test", timeout: float = 10.0) -> str:
        """Writes to an agent as a person does and returns its reply."""
        from ..agent import Agent

        async with Agent(sender, bus=self, durable=False) as person:
            return await person.ask(to, text, timeout=timeout)

    def cut(self, client_id: str | None = None) -> None:
        """Breaks the connection of a client, or of all."""
        for peer in list(self._peers):
            if client_id in (None, peer.client_id):
                self.disconnect(peer, 1006, "cut")

    @property
    def connected(self) -> list[str]:
        return [peer.client_id for peer in self._peers if peer.client_id]

    # ---- connections

    async def connect(self) -> LocalLink:
        if self.refuses_connections:
            from ..transport import CannotConnect

            raise CannotConnect("cannot connect to local:bus: it refuses connections")
        return LocalLink(self, self.new_peer(classic=False))

    def at(self, path: str) -> LocalBus | _ClassicDoor:
        return _ClassicDoor(self) if path == "/v1" else self

    def new_peer(self, *, classic: bool) -> LocalPeer:
        peer = LocalPeer(classic=classic)
        self._peers.append(peer)
        return peer

    def disconnect(self, peer: LocalPeer, code: int, reason: str) -> None:
        if peer in self._peers:
            self._peers.remove(peer)
        peer.close(code, reason)

    # ---- frames

    def take(self, peer: LocalPeer, frame: Frame) -> None:
        if "method" not in frame:
            future = peer.pending.get(frame["id"])
            if future is not None and not future.done():
                future.set_result(frame)
            return
        task = asyncio.get_running_loop().create_task(self._serve(peer, frame))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, peer: LocalPeer, frame: Frame) -> None:
        try:
            result = await self._call(peer, frame["method"], frame.get("params") or {})
            answer = {"result": result}
        except BusError as refused:
            answer = {"error": refused.error}
        if "id" in frame:
            peer.push({"jsonrpc": "2.0", "id": frame["id"], **answer})

    async def _call(self, peer: LocalPeer, method: str, params: Frame) -> Frame:
        if method == "initialize":
            return self._initialize(peer, params)
        if peer.client_id is None:
            raise BusError(-32001, "Not initialized")
        methods: dict[str, Callable[[LocalPeer, Frame], Awaitable[Frame]]] = {
            "subscribe": self._subscribe,
            "unsubscribe": self._unsubscribe,
            "sendMessage": self._send,
            "notify": self._send,
            "ping": self._ping,
            "getStatus": self._status,
        }
        if method not in methods:
            raise BusError(-32601, f"Method not found: {method}")
        return await methods[method](peer, params)

    def _initialize(self, peer: LocalPeer, params: Frame) -> Frame:
        for other in list(self._peers):
            if other is not peer and other.client_id == params["clientId"]:
                self.disconnect(other, 4001, "replaced")
        peer.client_id = params["clientId"]
        info = {"name": "bub-local-bus", "version": "0"}
        features = {"subscribe": True, "processMessage": True, "addresses": []}
        return {"serverId": "local", "serverInfo": info, "capabilities": features}

    async def _subscribe(self, peer: LocalPeer, params: Frame) -> Frame:
        pattern = params.get("address") or params["topic"]
        if pattern not in peer.patterns:
            peer.patterns.append(pattern)
        return {"success": True}

    async def _unsubscribe(self, peer: LocalPeer, params: Frame) -> Frame:
        pattern = params.get("address") or params["topic"]
        if pattern not in peer.patterns:
            raise BusError(-32003, f"Subscription not found: {pattern}")
        peer.patterns.remove(pattern)
        return {"success": True}

    async def _ping(self, peer: LocalPeer, params: Frame) -> Frame:
        return {"timestamp": datetime.now(UTC).isoformat()}

    async def _status(self, peer: LocalPeer, params: Frame) -> Frame:
        connections = [{"clientId": p.client_id, "subscriptions": p.patterns} for p in self._peers if p.client_id]
        return {"serverId": "local", "connections": connections}

    async def _send(self, peer: LocalPeer, params: Frame) -> Frame:
        message = {
            "from": params.get("from") or peer.client_id,
            "to": params["to"],
            "messageId": params.get("messageId") or f"msg_{uuid.uuid4()}",
            "payload": params["payload"],
        }
        self.sent.append(message)
        return {"accepted": True, "messageId": message["messageId"], "acks": await self.deliver(message)}

    # ---- delivery

    async def deliver(self, message: Frame) -> list[Frame]:
        if message["to"] in LOBBY_ADDRESSES:
            return [await self._lobby.answer(message)]
        acks = []
        for peer in [peer for peer in self._peers if peer.classic and peer.listens(message["to"])]:
            ack, halted = await self._intercept(peer, message)
            if halted:
                return [failed(f"halted by {peer.client_id}")]
            acks.append(ack)
        recipients = [peer for peer in self._peers if not peer.classic and peer.listens(message["to"])]
        return acks + list(await asyncio.gather(*(self.process(peer, message) for peer in recipients)))

    async def process(self, peer: LocalPeer, message: Frame, timeout: float | None = None) -> Frame:
        """The ack of one recipient, as the bus reports it."""
        try:
            answer = await peer.call("processMessage", message, timeout or self.process_timeout)
        except LinkClosed:
            return failed(f"{peer.client_id} disconnected", retry=True)
        if answer is None:
            return failed(f"{peer.client_id} did not answer in time", retry=True)
        if "error" in answer:
            return failed(answer["error"]["message"])
        return {"message": "", "shouldRetry": False, "retrySeconds": 0, "payload": {}, **answer["result"]}

    async def _intercept(self, peer: LocalPeer, message: Frame) -> tuple[Frame, bool]:
        try:
            params = {"topic": message["to"], "payload": message["payload"]}
            answer = await peer.call("sendMessage", params, 5.0)
        except LinkClosed:
            return failed(f"{peer.client_id} disconnected"), False
        if answer is None or "error" in answer:
            return failed(f"{peer.client_id} gave no verdict"), False
        result = answer["result"]
        ack = {"success": result["success"], "message": "", "shouldRetry": False, "retrySeconds": 0, "payload": {}}
        return ack, bool(result.get("stopPropagation"))

    def peer_of(self, client_id: str) -> LocalPeer | None:
        return next((peer for peer in self._peers if peer.client_id == client_id and not peer.classic), None)


class _ClassicDoor:
    """The path `/v1` of a local bus."""

    url = "local:bus/v1"

    def __init__(self, bus: LocalBus) -> None:
        self._bus = bus

    async def connect(self) -> LocalLink:
        return LocalLink(self._bus, self._bus.new_peer(classic=True))

    def at(self, path: str) -> LocalBus | _ClassicDoor:
        return self._bus.at(path)


def failed(message: str, *, retry: bool = False, payload: Frame | None = None) -> Frame:
    return {"success": False, "message": message, "shouldRetry": retry, "retrySeconds": 0, "payload": payload or {}}
