"""Interceptors: peers on the classic wire that see messages first and may halt them."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from .backoff import Environment
from .connection import Connection, Identity, State
from .discovery import TokenFile, find_bus
from .messages import Payload, to_json
from .session import Session
from .transport import Connector, WebSocketConnector
from .version import VERSION

log = logging.getLogger("bub")


@dataclass(frozen=True, slots=True)
class Verdict:
    """`PASS` lets a message go on; `HALT` stops it, and its sender learns who halted it."""

    halt: bool
    success: bool = True


PASS = Verdict(False)
HALT = Verdict(True)

InterceptorFunction = Callable[[str, Payload], Awaitable[Verdict | None]]


class Interceptor:
    """`gate = Interceptor("gate")`, then `@gate.on("agent:*")` on a function of topic and payload.

    A function that returns None passes the message. One that raises gives no verdict: the option
    `--interceptor-failure` of the bus then decides. On a locked bus, the token needs the grant `--intercept`.
    """

    def __init__(
        self,
        client_id: str,
        *,
        url: str | None = None,
        token_file: str | Path | None = None,
        ca: str | None = None,
        connector: Connector | None = None,
        environment: Environment | None = None,
    ) -> None:
        location = find_bus({**os.environ, **({"BUB_BUS_URL": url} if url else {})})
        token = token_file or os.environ.get("BUB_TOKEN_FILE")
        way: Connector = connector or WebSocketConnector(
            location.url,
            ca=ca or os.environ.get("BUB_CA"),
            client_cert=os.environ.get("BUB_CLIENT_CERT"),
            client_key=os.environ.get("BUB_CLIENT_KEY"),
            proof_key=location.proof_key,
            must_prove=location.must_prove and location.proof_key is not None,
        )
        identity = Identity(client_id, "bub-python", VERSION, TokenFile(Path(token)) if token else None)
        identity.only_if_proven = location.must_prove
        self.client_id = client_id
        self._connection = Connection(way.at("/v1"), identity, environment or Environment(), field="topic")
        self._connection.requests["sendMessage"] = self._asked
        self._connection.notices["interceptorStatus"] = self._status
        self._functions: list[tuple[str, InterceptorFunction]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def on(self, pattern: str) -> Callable[[InterceptorFunction], InterceptorFunction]:
        def add(function: InterceptorFunction) -> InterceptorFunction:
            self._functions.append((pattern, function))
            return function

        return add

    @property
    def state(self) -> State:
        return self._connection.state

    async def __aenter__(self) -> Interceptor:
        for pattern, _ in self._functions:
            await self._connection.subscribe(pattern)
        self._connection.start()
        await self._connection.wait_first_attempt()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._connection.close()

    def run(self) -> None:
        """Intercepts until the process is stopped."""

        async def live() -> None:
            async with self:
                raise SystemExit(f"{self.client_id} stopped: {await self._connection.wait_stopped()}")

        asyncio.run(live())

    def _asked(self, session: Session, request_id: Any, params: Any) -> None:
        task = asyncio.get_running_loop().create_task(self._judge(session, request_id, params))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _judge(self, session: Session, request_id: Any, params: Any) -> None:
        topic, payload = params["topic"], params["payload"]
        verdict = PASS
        try:
            for pattern, function in self._functions:
                if _matches(topic, pattern) and not verdict.halt:
                    verdict = await function(topic, payload) or PASS
        except Exception:
            log.exception("Interceptor %s failed for a message to %s", self.client_id, topic)
            session.spawn_answer(request_id, {"code": -32603, "message": "the interceptor failed"})
            return
        result = {"success": verdict.success, "stopPropagation": verdict.halt}
        await session.answer(request_id, to_json(result))

    def _status(self, params: Any) -> None:
        if params.get("suspended"):
            log.warning("Messages no longer wait for %s: it missed %s deadlines", self.client_id, params.get("missed"))
        else:
            log.warning("Messages wait for %s again", self.client_id)


def _matches(topic: str, pattern: str) -> bool:
    """On this wire, a pattern without wildcards that ends in `-` or `:` is a prefix."""
    if pattern[-1:] in ("-", ":") and not any(mark in pattern for mark in "*?["):
        return topic.startswith(pattern)
    return fnmatchcase(topic, pattern)
