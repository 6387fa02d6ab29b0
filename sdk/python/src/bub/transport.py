"""The WebSocket to the bus. This is the only module that knows the `websockets` package."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit, urlunsplit

from .proof import CHALLENGE_HEADER, PROOF_HEADER, ProofKey

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

MAX_FRAME = 16 * 1024 * 1024
_PING_AFTER = 20.0
_PONG_WITHIN = 10.0


class LinkClosed(Exception):
    """The link ended, with the close code of the other side."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason or f"the connection was closed ({code})")
        self.code = code


class CannotConnect(Exception):
    """No link; `final` when no retry can help."""

    def __init__(self, text: str, *, final: bool = False) -> None:
        super().__init__(text)
        self.final = final


class Link(Protocol):
    """A connection that carries text frames."""

    is_proven: bool

    async def send(self, text: str) -> None: ...

    async def receive(self) -> str: ...

    async def close(self, code: int, reason: str) -> None: ...


class Connector(Protocol):
    """Opens links to one bus."""

    @property
    def url(self) -> str: ...

    async def connect(self) -> Link: ...

    def at(self, path: str) -> Connector: ...


class WebSocketLink:
    """Link over a WebSocket."""

    def __init__(self, socket: ClientConnection, *, is_proven: bool) -> None:
        from websockets.exceptions import ConnectionClosed

        self._socket = socket
        self._closed: type[ConnectionClosed] = ConnectionClosed
        self.is_proven = is_proven

    async def send(self, text: str) -> None:
        try:
            await self._socket.send(text)
        except self._closed as closed:
            raise self._end(closed) from closed

    async def receive(self) -> str:
        try:
            frame = await self._socket.recv()
        except self._closed as closed:
            raise self._end(closed) from closed
        return frame if isinstance(frame, str) else frame.decode()

    async def close(self, code: int, reason: str) -> None:
        await self._socket.close(code, reason)

    @staticmethod
    def _end(closed: Any) -> LinkClosed:
        received = closed.rcvd
        return LinkClosed(received.code, received.reason) if received else LinkClosed(1006, "the connection was lost")


@dataclass(frozen=True, slots=True)
class WebSocketConnector:
    """Connector for `ws://` and `wss://` URLs.

    With a `proof_key`, the listener must prove that it knows the key. `must_prove` closes a link to any other listener.
    """

    url: str
    timeout: float = 5.0
    ca: str | None = None
    client_cert: str | None = None
    client_key: str | None = None
    proof_key: ProofKey | None = None
    must_prove: bool = False

    def at(self, path: str) -> WebSocketConnector:
        parts = urlsplit(self.url)
        return replace(self, url=urlunsplit((parts.scheme, parts.netloc, path, "", "")))

    async def connect(self) -> WebSocketLink:
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidHandshake, InvalidStatus

        class DirectConnect(connect):
            """Does not follow redirects: a token must not reach another server."""

            def process_redirect(self, exc: Exception) -> Exception | str:
                return exc

        challenge = self.proof_key.new_challenge() if self.proof_key else None
        secure = urlsplit(self.url).scheme.lower() == "wss"
        try:
            socket = await DirectConnect(
                self.url,
                additional_headers={CHALLENGE_HEADER: challenge} if challenge else None,
                open_timeout=self.timeout,
                ping_interval=_PING_AFTER,
                ping_timeout=_PONG_WITHIN,
                close_timeout=1.0,
                max_size=MAX_FRAME,
                max_queue=256,
                compression=None,
                proxy=None,
                ssl=self._tls() if secure else None,
            )
        except InvalidStatus as refused:
            raise self._refused(refused.response.status_code) from refused
        except TimeoutError as silent:
            raise self._failed(f"no answer within {self.timeout:g} s; check the host") from silent
        except ConnectionRefusedError as closed:
            raise self._failed("nothing is listening on this port; start the bus with bub bus serve") from closed
        except ssl.SSLError as insecure:
            raise self._failed(f"TLS failed ({insecure.reason or insecure})") from insecure
        except (OSError, InvalidHandshake, EOFError) as failed:
            raise self._failed(str(failed)) from failed
        return await self._checked(socket, challenge)

    async def _checked(self, socket: ClientConnection, challenge: str | None) -> WebSocketLink:
        proven = False
        if self.proof_key is not None and challenge is not None:
            answer = socket.response.headers.get(PROOF_HEADER) if socket.response else None
            ends = socket.local_address[:2], socket.remote_address[:2]
            proven = self.proof_key.is_met(challenge, answer, *ends)
            if self.must_prove and not proven:
                await socket.close(1000, "")
                raise self._failed("the listener did not prove that it is the bus of this run directory or token")
        return WebSocketLink(socket, is_proven=proven)

    def _tls(self) -> ssl.SSLContext:
        try:
            context = ssl.create_default_context(cafile=self.ca)
            if self.client_cert:
                context.load_cert_chain(self.client_cert, self.client_key)
            return context
        except (OSError, ssl.SSLError) as unusable:
            raise self._failed(f"a certificate file cannot be used ({unusable})") from unusable

    def _refused(self, status: int) -> CannotConnect:
        words = {
            401: "the bus requires a token (HTTP 401); set BUB_TOKEN_FILE",
            403: "the bus refuses this origin (HTTP 403)",
            421: "the bus refuses this host name (HTTP 421); allow it with --allow-host on the bus",
            503: "the bus accepts no more connections (HTTP 503)",
        }.get(status, f"the server is not a bus: it answered HTTP {status}; check the port and path")
        return self._failed(words, final=status == 401)

    def _failed(self, words: str, *, final: bool = False) -> CannotConnect:
        return CannotConnect(f"cannot connect to {self.url}: {words}", final=final)


async def close_quietly(link: Link, code: int, reason: str) -> None:
    """Closes a link whose other side may be gone."""
    try:
        async with asyncio.timeout(2):
            await link.close(code, reason)
    except (OSError, TimeoutError, LinkClosed):
        return
