"""Cause and trace of everything that a handler sends."""

from __future__ import annotations

import hashlib
import re
from contextvars import ContextVar

from .messages import MAX_PAYLOAD, Message, Payload, to_json

current_message: ContextVar[Message | None] = ContextVar("bub_current_message", default=None)
"""The message that this task handles. New tasks inherit it."""

_TRACEPARENT = re.compile(
    r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?", re.DOTALL
)


def derive(kind: str, sender: str, message_id: str, digits: int) -> str:
    """Hex digits that every program derives from a message in the same way."""
    return hashlib.sha256(f"{kind}\0{sender}\0{message_id}".encode()).hexdigest()[:digits]


def trace_id(traceparent: object) -> str | None:
    """Trace id of a W3C `traceparent`; None when the text is not valid."""
    if not isinstance(traceparent, str):
        return None
    match = _TRACEPARENT.fullmatch(traceparent)
    if match is None or (match.group(2) and traceparent.startswith("00")):
        return None
    return match.group(1)


def result_of(handled: Message) -> tuple[str, str]:
    """Cause and trace of a message that results from `handled`."""
    trace = trace_id(handled.payload.get("trace")) or derive("trace", handled.sender, handled.id, 32)
    return handled.id, f"00-{trace}-{derive('span', handled.sender, handled.id, 16)}-01"


def add_cause(payload: Payload) -> Payload:
    """Returns the payload with `cause` and `trace` of the current message; members that it already has stay."""
    handled = current_message.get()
    if handled is None or ("cause" in payload and "trace" in payload):
        return payload
    cause, trace = result_of(handled)
    return {**payload, "cause": payload.get("cause", cause), "trace": payload.get("trace", trace)}


def encode_payload(payload: Payload) -> str:
    """JSON of the payload with its cause. A payload at the size limit goes without its cause rather than not at all."""
    caused = add_cause(payload)
    text = to_json(caused)
    return to_json(payload) if caused is not payload and len(text.encode()) > MAX_PAYLOAD else text
