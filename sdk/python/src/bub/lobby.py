"""The lobby: offer, find and call capabilities."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .backoff import REDELIVER
from .client import BusClient
from .connection import State
from .errors import CallRefused, Disconnected, GuardRefused, NoAnswer, Refused
from .lobbytoken import LobbyToken
from .messages import Ack, Message, Payload
from .schema import DoesNotFit, Signature, read_output, write_output

log = logging.getLogger("bub.lobby")

LOBBY = "system:lobby"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Contract(Generic[T]):
    """Name of a capability with the type of its output, for typed calls."""

    name: str
    returns: type[T]
    agent: str = "any"
    timeout: float | None = None


class CallContext:
    """What a capability knows about its call. Declare a parameter of this type to get it."""

    def __init__(self, client: BusClient, request: Message) -> None:
        self._client = client
        self._request = request

    @property
    def caller(self) -> str:
        return self._request.sender

    @property
    def request_id(self) -> str:
        return self._request.id

    async def progress(self, **news: Any) -> None:
        """Reports progress to the caller and restarts the timeout of the call."""
        response = {**write_output(news), "status": "in_progress"}
        content = {"request_id": self._request.id, "caller_id": self._request.sender, "response": response}
        receipt = await self._client.send(LOBBY, {"type": "lobby_progress", "content": content})
        for ack in receipt:
            if not ack.success:
                log.warning("The lobby did not forward progress of %s: %s", self._request.id, ack.message)


@dataclass(slots=True)
class Offer:
    """A capability with its implementation."""

    description: Payload
    function: Callable[..., Awaitable[Any]]
    signature: Signature | None = None
    timeout: float | None = field(default=None)

    @property
    def name(self) -> str:
        return str(self.description["name"])

    @property
    def version(self) -> str | None:
        version = self.description.get("version")
        return version if isinstance(version, str) else None

    async def perform(self, context: CallContext, given: Payload) -> Ack:
        try:
            arguments = await self._arguments(context, given)
        except DoesNotFit as odd:
            violation = {"path": odd.path, "problem": odd.problem}
            error = {"status": "error", "error": str(odd), "error_code": "invalid_input", "violations": [violation]}
            return Ack.failed(str(odd), error)
        try:
            output = write_output(await self.function(**arguments))
        except CallRefused as refused:
            # Only the text: details of a problem with another agent do not concern the caller.
            return Ack.retry_in(1, str(refused)) if refused.should_retry else Ack.failed(str(refused))
        return Ack.ok("done", {**output, "status": "success"})

    async def _arguments(self, context: CallContext, given: Payload) -> dict[str, Any]:
        if self.signature is None:
            return {"context": context, "given": given}
        arguments = self.signature.arguments(given)
        if self.signature.context_name is not None:
            arguments[self.signature.context_name] = context
        return arguments


class CapabilityCall(Generic[T]):
    """Call of a capability: `await call(item="tea")`, or `async for part in call.stream(item="tea")`."""

    def __init__(self, lobby: LobbyClient, contract: Contract[T]) -> None:
        self._lobby = lobby
        self._contract = contract

    async def __call__(self, /, **given: Any) -> T:
        return self._typed(await self._lobby.request(self._contract, given, None))

    async def stream(self, /, **given: Any) -> AsyncIterator[Payload | T]:
        """Yields every progress report, and the output as the last item."""
        news: asyncio.Queue[Payload] = asyncio.Queue()
        call = asyncio.get_running_loop().create_task(self._lobby.request(self._contract, given, news.put_nowait))
        try:
            while not call.done():
                arrival = asyncio.ensure_future(news.get())
                await asyncio.wait((arrival, call), return_when=asyncio.FIRST_COMPLETED)
                if arrival.done():
                    yield arrival.result()
                else:
                    arrival.cancel()
            while not news.empty():
                yield news.get_nowait()
            yield self._typed(call.result())
        finally:
            call.cancel()

    def _typed(self, output: Payload) -> T:
        try:
            return read_output(output, self._contract.returns)  # type: ignore[no-any-return]
        except DoesNotFit as odd:
            text = f"the output of {self._contract.name} is invalid: {odd}"
            violation = {"path": odd.path, "problem": odd.problem}
            raise CallRefused(text, code="invalid_output", violations=[violation]) from odd


class LobbyClient:
    """Offers on this connection and every later one, discovery and calls."""

    def __init__(self, client: BusClient, token: LobbyToken) -> None:
        self._client = client
        self._token = token
        self._offers: dict[tuple[str, str | None], Offer] = {}
        self._progress: dict[str, Callable[[Payload], None]] = {}
        self._telling = asyncio.Lock()
        self._told: list[Payload] | None = None
        self._refusal: CallRefused | None = None
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        client.connection.identity.lobby_token = token.read
        client.connection.on_state(self._heard)
        client.incoming.handlers["lobby_request"] = self._perform
        client.incoming.quick["lobby_progress"] = self._news

    # ---- offers

    def add(self, offer: Offer) -> None:
        """Offers now, or with the next connection; `wait_registered` tells when the lobby has confirmed it."""
        self._offers[offer.name, offer.version] = offer
        if self._client.connection.state.name == "connected" and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._register())

    async def offer(self, offer: Offer) -> None:
        """Returns when the lobby has confirmed it, or at once while there is no connection."""
        key = (offer.name, offer.version)
        before = self._offers.get(key)
        self._offers[key] = offer
        try:
            await self._tell_if_connected()
        except CallRefused:
            self._offers.pop(key)
            if before is not None:
                self._offers[key] = before
            raise

    async def withdraw(self, name: str) -> bool:
        """Withdraws all versions of a capability; false when there was none."""
        keys = [key for key in self._offers if key[0] == name]
        for key in keys:
            del self._offers[key]
        if keys:
            await self._tell_if_connected()
        return bool(keys)

    async def deregister(self) -> None:
        """Gives up all offers, the id and its token."""
        async with self._telling:
            await self._ask("lobby_deregister", {})
            self._offers.clear()
            self._confirm([])
            self._token.forget()

    async def wait_registered(self, timeout: float | None = None) -> None:
        """Raises `CallRefused` when the lobby refuses the offers for good, `TimeoutError` when time is up."""
        async with asyncio.timeout(timeout):
            while not self._is_up_to_date():
                if self._refusal is not None:
                    raise CallRefused(str(self._refusal), code=self._refusal.code)
                await self._changed.wait()

    def _heard(self, state: State) -> None:
        self._told = None
        self._refusal = None
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if state.name == "connected" and (self._offers or self._token.read() is not None):
            self._task = asyncio.get_running_loop().create_task(self._register())

    async def _register(self) -> None:
        failures = 0
        while not self._is_up_to_date():
            try:
                await self._tell()
            except CallRefused as refused:
                log.error("The lobby refused to register %s: %s", self._client.client_id, refused)
                if not refused.should_retry:
                    self._refusal = refused
                    self._announce()
                    return
            except NoAnswer as failed:
                log.warning("The lobby did not answer %s: %s", self._client.client_id, failed)
            if not self._is_up_to_date():
                await asyncio.sleep(REDELIVER.delay(failures, self._client.environment.chance))
                failures += 1

    def _is_up_to_date(self) -> bool:
        everything = self._descriptions()
        nothing_to_tell = not everything and self._token.read() is None
        return nothing_to_tell or (self._told is not None and self._told == everything)

    def _descriptions(self) -> list[Payload]:
        return [offer.description for offer in self._offers.values()]

    async def _tell_if_connected(self) -> None:
        """Without a connection, the next one sends the offers."""
        try:
            await self._tell()
        except Disconnected:
            return

    async def _tell(self) -> None:
        async with self._telling:
            everything = self._descriptions()
            # An agent with a token is registered, and may have offered more in an earlier process.
            if everything or self._token.read() is not None:
                content: Payload = {"capabilities": everything}
                if self._client.connection.state.name == "connected":
                    content["conversation_id"] = self._token.propose()
                answer = await self._ask("lobby_register", content)
                if isinstance(answer.get("auth_token"), str):
                    self._token.keep(answer["auth_token"])
            self._confirm(everything)

    def _confirm(self, everything: list[Payload]) -> None:
        if self._client.connection.state.name == "connected":
            self._told = everything
            self._announce()

    def _announce(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    # ---- calls to this agent

    async def _perform(self, message: Message) -> Ack:
        content = dict(message.content)
        reference = content.pop("capability_name", None)
        offer = self._find(str(reference))
        if offer is None:
            return Ack.failed(f"{message.to} does not offer {reference}")
        return await offer.perform(CallContext(self._client, message), content)

    def _find(self, reference: str) -> Offer | None:
        """The lobby sends the bare name, or the name with the exact version if there are several."""
        name, _, version = reference.partition("@")
        if version:
            return self._offers.get((name, version))
        versions = [offer for key, offer in self._offers.items() if key[0] == name]
        return versions[-1] if versions else None

    def _news(self, message: Message) -> Ack:
        content = message.content
        listener = self._progress.get(str(content.get("request_id")))
        if listener is not None and isinstance(content.get("response"), dict):
            listener(content["response"])
        return Ack.ok("received" if listener else "no longer expected")

    # ---- calls to others

    async def request(
        self, contract: Contract[Any], given: Mapping[str, Any], progress: Callable[[Payload], None] | None
    ) -> Payload:
        content = {**write_output(given), "agent_id": contract.agent, "capability_name": contract.name}
        message_id = self._client.environment.new_id()
        if progress is not None:
            self._progress[message_id] = progress
        try:
            # An hour is the lobby's own limit for a call that reports progress.
            timeout = 3605.0 if progress is not None and contract.timeout is None else contract.timeout
            output = await self._ask("lobby_request", content, message_id, timeout)
        finally:
            self._progress.pop(message_id, None)
        return {name: value for name, value in output.items() if name != "status"}

    async def discover(self, **query: Any) -> list[Payload]:
        """Agents that offer a capability; the terms are those of `lobby_discover`."""
        return list((await self._ask("lobby_discover", query))["services_found"])

    async def agents(self, **query: Any) -> list[Payload]:
        """Registered agents, all pages."""
        found: list[Payload] = []
        while True:
            page = await self._ask("lobby_agents", query)
            found += page["agents"]
            if not page.get("next"):
                return found
            query = {**query, "from": page["next"]}

    async def _ask(
        self, kind: str, content: Payload, message_id: str | None = None, timeout: float | None = None
    ) -> Payload:
        try:
            payload = {"type": kind, "content": content}
            receipt = await self._client.send(LOBBY, payload, message_id=message_id, timeout=timeout)
        except GuardRefused:
            raise
        except Refused as refused:
            code = "rate_limited" if refused.code == -32012 else None
            raise CallRefused(str(refused), code=code, should_retry=refused.is_passing) from refused
        if receipt.no_recipient:
            raise CallRefused("this bus has no lobby")
        ack = receipt.acks[0]
        if not ack.success:
            raise _refusal(ack)
        return ack.payload


def _refusal(ack: Ack) -> CallRefused:
    error, code, violations = (ack.payload.get(name) for name in ("error", "error_code", "violations"))
    return CallRefused(
        error if isinstance(error, str) else ack.message,
        code=code if isinstance(code, str) else None,
        should_retry=ack.should_retry,
        violations=violations if isinstance(violations, list) else (),
    )
