"""The connection of an agent: it reconnects and restores subscriptions until a retry cannot help."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .backoff import RECONNECT, Environment
from .discovery import TokenFile
from .errors import UNAUTHENTICATED, BubError, Disconnected, NoAnswer, NotConnected, Refused
from .messages import to_json
from .session import NoticeHandler, RequestHandler, Session
from .transport import CannotConnect, Connector

log = logging.getLogger("bub")

REPLACED = 4001
_MISSING_TOKEN = "the bus refused the token: "


@dataclass(frozen=True, slots=True)
class State:
    """`name` is `new`, `connecting`, `connected`, `waiting` or `stopped`; `reason` is for people."""

    name: str
    reason: str = ""


@dataclass(slots=True)
class Identity:
    """Who connects: the clientId, its program, and its tokens. The first token that exists counts."""

    client_id: str
    program: str
    version: str
    token_file: TokenFile | None = None
    lobby_token: Callable[[], str | None] = lambda: None
    only_if_proven: bool = False
    starters: tuple[str, ...] = ()

    def token(self, *, is_proven: bool) -> str | None:
        if self.token_file is not None and (is_proven or not self.only_if_proven):
            return self.token_file.read()
        return self.lobby_token()

    @property
    def is_fresh(self) -> bool:
        return self.token_file is not None and self.token_file.is_fresh


class _Barred(Exception):
    """No retry can help."""


class _Lost(Exception):
    def __init__(self, cause: str, lasted: float = 0.0) -> None:
        super().__init__(cause)
        self.lasted = lasted


class Connection:
    """Keeps one session with the bus alive. `field` is the name of the pattern in a subscription."""

    def __init__(
        self,
        connector: Connector,
        identity: Identity,
        environment: Environment,
        *,
        field: str = "address",
        connect_timeout: float = 5.0,
        call_timeout: float = 65.0,
    ) -> None:
        self.connector = connector
        self.identity = identity
        self.environment = environment
        self.call_timeout = call_timeout
        self.requests: dict[str, RequestHandler] = {}
        self.notices: dict[str, NoticeHandler] = {}
        self.state = State("new")
        self._field = field
        self._connect_timeout = connect_timeout
        self._session: Session | None = None
        self._patterns: dict[str, None] = {}
        self._watch: str | None = None
        self._listeners: list[Callable[[State], None]] = []
        self._changed: asyncio.Event = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # ---- life

    def start(self) -> None:
        if self._task is None:
            self._become(State("connecting"))
            self._task = asyncio.get_running_loop().create_task(self._run(), name=f"bub-{self.identity.client_id}")

    def on_state(self, listener: Callable[[State], None]) -> None:
        """Adds a listener for all later states; it must not block."""
        self._listeners.append(listener)

    async def wait_first_attempt(self) -> None:
        await self._wait(lambda state: state.name in ("connected", "waiting", "stopped"))
        if self.state.name != "connected":
            raise self._not_connected()

    async def wait_connected(self, timeout: float | None = None) -> None:
        try:
            async with asyncio.timeout(timeout):
                await self._wait(lambda state: state.name in ("connected", "stopped"))
        except TimeoutError:
            raise self._not_connected() from None
        if self.state.name != "connected":
            raise self._not_connected()

    async def wait_stopped(self) -> str:
        await self._wait(lambda state: state.name == "stopped")
        return self.state.reason

    async def _wait(self, condition: Callable[[State], bool]) -> None:
        while not condition(self.state):
            await self._changed.wait()

    def _become(self, state: State) -> None:
        if self.state.name == "stopped":
            return
        self.state = state
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
        for listener in self._listeners:
            try:
                listener(state)
            except Exception:
                log.exception("A listener for the state of the connection failed")

    async def stop(self, reason: str) -> None:
        """Disconnects for good, because of a problem of this agent."""
        self._become(State("stopped", reason))
        await self.close()

    async def close(self) -> None:
        """Disconnects. An attempt in progress ends too: it could replace the connection of the next client."""
        session, self._session = self._session, None
        self._become(State("stopped", "closed"))
        if session is not None:
            await session.close(1000, "bye")
        task = self._task
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            await asyncio.wait([task], timeout=2)

    async def _run(self) -> None:
        failures = 0
        while self.state.name != "stopped":
            try:
                await self._connect_once()
            except _Barred as barred:
                log.error("%s stops: %s", self.identity.client_id, barred)
                self._become(State("stopped", str(barred)))
            except _Lost as lost:
                # A bus that accepts clients and drops them at once must not be flooded.
                failures = 0 if lost.lasted > RECONNECT.cap else failures
                delay = RECONNECT.delay(failures, self.environment.chance)
                failures += 1
                log.info("%s reconnects in %.1f s: %s", self.identity.client_id, delay, lost)
                self._become(State("waiting", str(lost)))
                await asyncio.sleep(delay)
                self._become(State("connecting", str(lost)))

    async def _connect_once(self) -> None:
        try:
            link = await self.connector.connect()
        except CannotConnect as failed:
            raise (_Barred(str(failed)) if failed.final else _Lost(str(failed))) from failed
        except Exception as bug:
            # No other task keeps the agent connected.
            log.exception("Connecting to %s failed", self.connector.url)
            raise _Lost(f"connecting failed: {bug}") from bug
        session = Session(link, self.requests, self.notices)
        reader = asyncio.get_running_loop().create_task(session.read())
        began = asyncio.get_running_loop().time()
        try:
            await self._open(session)
            session.ready.set()
            end = await asyncio.shield(reader)
        except Disconnected:
            end = await reader
        finally:
            self._session = None
            session.ready.set()
            await session.close(1001, "")
            reader.cancel()
        lasted = asyncio.get_running_loop().time() - began
        if end.code == REPLACED:
            raise _Barred(f"another client has connected as {self.identity.client_id}")
        raise _Lost(str(end), lasted)

    async def _open(self, session: Session) -> None:
        try:
            token = self.identity.token(is_proven=session.link.is_proven)
            info: dict[str, Any] = {"name": self.identity.program, "version": self.identity.version}
            if self.identity.starters:
                info["starters"] = self.identity.starters
            hello: dict[str, Any] = {"clientId": self.identity.client_id, "clientInfo": info}
            if token is not None:
                hello["authToken"] = token
            result = await session.call("initialize", to_json(hello), self._connect_timeout)
            server = result["serverId"]
        except Refused as refused:
            final = (
                refused.code == UNAUTHENTICATED
                and refused.reason != "tokens_unavailable"
                and not self.identity.is_fresh
            )
            if final:
                raise _Barred(_MISSING_TOKEN + str(refused)) from refused
            raise _Lost(f"the bus refused the connection: {refused}") from refused
        except Disconnected:
            raise
        except BubError as failed:
            raise _Lost(str(failed)) from failed
        except (TypeError, KeyError) as odd:
            raise _Lost("the server is not a bub bus: it gave an invalid answer to initialize") from odd
        await self._restore(session)
        self._session = session
        self._become(State("connected", str(server)))

    # ---- subscriptions

    async def _restore(self, session: Session) -> None:
        """Brings the bus to the wanted subscriptions, also to those that change meanwhile."""
        subscribed: dict[str, None] = {}
        watched: str | None = None
        while True:
            missing = [pattern for pattern in self._patterns if pattern not in subscribed]
            unwanted = [pattern for pattern in subscribed if pattern not in self._patterns]
            if not missing and not unwanted and watched == self._watch:
                return
            for pattern in missing:
                await self._ask(session, "subscribe", to_json({self._field: pattern}))
                subscribed[pattern] = None
            for pattern in unwanted:
                await self._ask(session, "unsubscribe", to_json({self._field: pattern}))
                del subscribed[pattern]
            if watched != self._watch and self._watch is not None:
                await self._ask(session, "watchActivity", self._watch)
            watched = self._watch

    async def _ask(self, session: Session, method: str, params: str) -> None:
        try:
            await session.call(method, params, self.call_timeout)
        except Refused as refused:
            # One refusal must not cost the whole connection; the next connection asks again.
            log.warning("The bus refused %s %s: %s", method, params, refused)
        except Disconnected:
            raise
        except NoAnswer as silent:
            raise _Lost(str(silent)) from silent

    async def subscribe(self, pattern: str) -> None:
        """Lasts across connections. Returns when the bus has confirmed it, or at once when offline."""
        self._patterns[pattern] = None
        try:
            await self._tell("subscribe", to_json({self._field: pattern}))
        except Refused:
            self._patterns.pop(pattern, None)
            raise

    async def unsubscribe(self, pattern: str) -> None:
        self._patterns.pop(pattern, None)
        await self._tell("unsubscribe", to_json({self._field: pattern}))

    async def watch(self, query: str | None) -> None:
        """Asks for activity notifications, on this connection and on later ones."""
        self._watch = query
        if query is None:
            return
        try:
            await self._tell("watchActivity", query)
        except Refused:
            self._watch = None
            raise

    async def _tell(self, method: str, params: str) -> None:
        """Ignores a broken connection: the next one repeats the request."""
        if self._session is None:
            return
        try:
            await self._session.call(method, params, self.call_timeout)
        except Disconnected:
            return

    # ---- calls

    async def call(self, method: str, params: str = "{}", timeout: float | None = None) -> Any:
        session = self._session
        if session is None:
            raise self._not_connected()
        return await session.call(method, params, self.call_timeout if timeout is None else timeout)

    async def notify(self, method: str, params: str) -> None:
        session = self._session
        if session is None:
            raise self._not_connected()
        await session.notify(method, params)

    def _not_connected(self) -> NotConnected:
        words = self.state.reason or self.state.name
        url = self.connector.url
        text = words if url in words else f"not connected to {url}: {words}"
        return NotConnected(text, final=self.state.name == "stopped")
