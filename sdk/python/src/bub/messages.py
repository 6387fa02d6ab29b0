"""Messages, acks and receipts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import MAX_RETRY_SECONDS, InvalidPayload

Payload = dict[str, Any]

MAX_PAYLOAD = 1024 * 1024 - 8 * 1024
"""The bus's limit of 1 MiB per message, less room for addresses, id and JSON."""

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def to_json(value: Any) -> str:
    """Compact JSON. Refuses everything that the bus would not accept as JSON."""
    try:
        text = _encode(value)
        if not text.isascii():
            text.encode()
        return text
    except (TypeError, ValueError, RecursionError) as odd:
        raise InvalidPayload(f"not JSON: {odd}") from odd


def from_json(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        # Python limits the digits of an integer; JSON does not.
        return json.loads(text, parse_int=_any_int)


def _any_int(digits: str) -> int | float:
    return int(digits) if len(digits) <= 4300 else float(digits)


@dataclass(frozen=True, slots=True)
class Ack:
    """Answer of one recipient to one message."""

    success: bool
    message: str = ""
    should_retry: bool = False
    retry_seconds: int = 0
    payload: Payload = field(default_factory=dict)

    @staticmethod
    def ok(message: str = "ok", payload: Payload | None = None) -> Ack:
        return Ack(True, message, False, 0, payload or {})

    @staticmethod
    def failed(message: str, payload: Payload | None = None) -> Ack:
        return Ack(False, message, False, 0, payload or {})

    @staticmethod
    def retry_in(seconds: int, message: str) -> Ack:
        return Ack(False, message, True, seconds, {})

    @staticmethod
    def read(ack: Mapping[str, Any]) -> Ack:
        return Ack(
            bool(ack.get("success")),
            str(ack.get("message") or ""),
            bool(ack.get("shouldRetry")),
            min(max(int(ack.get("retrySeconds") or 0), 0), MAX_RETRY_SECONDS),
            ack.get("payload") or {},
        )

    def to_wire(self) -> Payload:
        return {
            "success": self.success,
            "message": self.message,
            "shouldRetry": self.should_retry,
            "retrySeconds": self.retry_seconds,
            "payload": self.payload,
        }


OK = Ack.ok()
OK_JSON = to_json(OK.to_wire())
"""The answer of most handlers, encoded once."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """Outcome of a sent message, with one ack per recipient. Iterate over it to get the acks."""

    message_id: str
    acks: list[Ack]
    accepted: bool = True

    @staticmethod
    def read(result: Mapping[str, Any]) -> Receipt:
        acks = [Ack.read(ack) for ack in result.get("acks", ())]
        return Receipt(str(result.get("messageId", "")), acks, bool(result.get("accepted", True)))

    @property
    def delivered(self) -> bool:
        """True when there is a recipient and all recipients succeeded."""
        return bool(self.acks) and all(ack.success for ack in self.acks)

    @property
    def no_recipient(self) -> bool:
        return not self.acks

    def __iter__(self) -> Iterator[Ack]:
        return iter(self.acks)


class Message:
    """A message on its way to a handler."""

    __slots__ = ("id", "payload", "sender", "steps", "to")

    def __init__(self, sender: str, to: str, message_id: str, payload: Payload) -> None:
        self.sender = sender
        self.to = to
        self.id = message_id
        self.payload = payload
        self.steps = 0  # reported so far

    @property
    def type(self) -> str | None:
        """`type` of the payload; None when it has none."""
        kind = self.payload.get("type")
        return kind if isinstance(kind, str) else None

    @property
    def content(self) -> Payload:
        """`content` of the payload; empty when it has none."""
        content = self.payload.get("content")
        return content if isinstance(content, dict) else {}

    @property
    def text(self) -> str:
        """The words of a chat message; empty for other messages."""
        text = self.content.get("text")
        return text if isinstance(text, str) else ""

    @property
    def channel(self) -> str | None:
        """Where the person writes, such as `telegram`; None when the chat does not say."""
        channel = self.content.get("channel")
        return channel if isinstance(channel, str) else None

    def __repr__(self) -> str:
        return f"Message({self.id!r} from {self.sender!r} to {self.to!r}, type {self.type!r})"
