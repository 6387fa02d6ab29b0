"""Exceptions of the SDK. Every one of them is a `BubError`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

GUARD_REASONS = frozenset({"loop_detected", "budget_exhausted", "turn_stopped"})

INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
UNAUTHENTICATED = -32010
OVERLOADED = -32012
DRAINING = -32013

MAX_RETRY_SECONDS = 3600


class BubError(Exception):
    """Base of all exceptions of this package."""


class NoAnswer(BubError):
    """A call got no answer. Unless it is `NotConnected`, the bus may have executed it."""


class Disconnected(NoAnswer):
    """The connection ended before the answer came."""


class NotConnected(Disconnected):
    """There is no connection to the bus; nothing was sent. `final` is true when there will be none."""

    def __init__(self, text: str, *, final: bool = False) -> None:
        super().__init__(text)
        self.final = final


class Refused(BubError):
    """The bus answered with an error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data

    @staticmethod
    def of(error: Mapping[str, Any]) -> Refused:
        data = error.get("data")
        reason = data.get("reason") if isinstance(data, dict) else None
        kind = GuardRefused if reason in GUARD_REASONS else Refused
        return kind(int(error.get("code", 0)), str(error.get("message", "")), data)

    @property
    def reason(self) -> str | None:
        """`data.reason` of the error, such as `send_as_not_granted`."""
        reason = self.data.get("reason") if isinstance(self.data, dict) else None
        return reason if isinstance(reason, str) else None

    @property
    def retry_after(self) -> float:
        """Seconds to wait before the next attempt; 0 when the bus does not say."""
        millis = self.data.get("retryAfterMs", 0) if isinstance(self.data, dict) else 0
        valid = isinstance(millis, int | float) and not isinstance(millis, bool)
        return min(max(millis / 1000, 0.0), MAX_RETRY_SECONDS) if valid else 0.0

    @property
    def is_passing(self) -> bool:
        """True when the same call can succeed later."""
        return self.code in (OVERLOADED, DRAINING) and self.reason not in GUARD_REASONS


class GuardRefused(Refused):
    """The loop guard, a budget or a stopped turn refused the message. No retry helps."""


class CallRefused(BubError):
    """The lobby or the provider refused a call.

    `code` is the lobby's word (`invalid_input`, `unauthorized`, …), or None when the provider refused for its own
    reason. `violations` lists what breaks the contract, each with `path` and `problem`.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        should_retry: bool = False,
        violations: Sequence[Mapping[str, str]] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.should_retry = should_retry
        self.violations = [dict(violation) for violation in violations]

    @property
    def path(self) -> str | None:
        """Where the first violation is, as a JSON pointer."""
        return self.violations[0].get("path") if self.violations else None


class InvalidPayload(BubError):
    """The payload is not JSON: NaN, a lone surrogate, or a value without a JSON form."""


class PayloadTooLarge(BubError):
    """The payload has more bytes than the bus accepts in a message."""


class OutboxFull(BubError):
    """Too many messages wait in the outbox."""


class StoreFailed(BubError):
    """The disk failed, or the file cannot be used. The message is not stored; post it again with the same id."""


class StoreInUse(StoreFailed):
    """Another process has the files of this agent open."""


class BusNotFound(BubError):
    """The run directory or the token file cannot be used."""


class RetryLater(BubError):
    """Raise it in a handler to ask the sender to send the message again after `seconds`."""

    def __init__(self, message: str = "try again later", *, seconds: int = 1) -> None:
        super().__init__(message)
        self.seconds = min(max(int(seconds), 0), MAX_RETRY_SECONDS)


class Reject(BubError):
    """Raise it in a handler to refuse a message for good. The text goes to the sender."""
