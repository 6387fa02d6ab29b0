"""Handlers of an agent: what a program wants to do when the bus calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .chat import ChatHandler
from .lobby import CallContext, Offer
from .messages import Payload
from .outbox import DeadLetter
from .running import MessageFunction, RunningAgent
from .schema import Signature

F = TypeVar("F", bound=Callable[..., Any])


class Handlers:
    """Functions that a program adds before the agent starts, or while it runs."""

    def __init__(self) -> None:
        self._functions: dict[str | None, MessageFunction | ChatHandler] = {}
        self._chat_types: set[str] = set()
        self._patterns: list[str] = []
        self._offers: list[Offer] = []
        self._dead_letter_listener: Callable[[DeadLetter], None] | None = None
        self._running: RunningAgent | None = None

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
