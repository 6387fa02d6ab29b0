"""The retry rules: what one attempt to send a message means. They are those of the Java client."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import INVALID_PARAMS, INVALID_REQUEST, BubError, Disconnected, GuardRefused, NotConnected, Refused
from .messages import Ack, Receipt


@dataclass(frozen=True, slots=True)
class Delivered:
    """Every recipient accepted the message; the ack is the first one's."""

    ack: Ack


@dataclass(frozen=True, slots=True)
class NoRecipient:
    """Nobody listens on the address."""


@dataclass(frozen=True, slots=True)
class Retry:
    """The message can be sent again, but not before `at_least` seconds have passed."""

    at_least: float
    why: str


@dataclass(frozen=True, slots=True)
class Offline:
    """There is no connection; `final`: there will be none."""

    why: str
    final: bool


@dataclass(frozen=True, slots=True)
class Rejected:
    """No retry can help."""

    why: str


SendAttempt = Delivered | NoRecipient | Retry | Offline | Rejected


def of_receipt(receipt: Receipt) -> SendAttempt:
    if not receipt.accepted:
        return Retry(0, "the bus did not accept the message")
    if not receipt.acks:
        return NoRecipient()
    retries = [ack for ack in receipt.acks if not ack.success and ack.should_retry]
    if retries:
        # The longest pause counts; the other recipients drop the duplicate.
        longest = max(retries, key=lambda ack: ack.retry_seconds)
        return Retry(longest.retry_seconds, longest.message)
    failures = [ack for ack in receipt.acks if not ack.success]
    return Rejected(failures[-1].message) if failures else Delivered(receipt.acks[0])


def of_error(error: BubError) -> SendAttempt:
    if isinstance(error, Refused):
        if error.is_passing:
            return Retry(error.retry_after, str(error))
        final = error.code in (INVALID_PARAMS, INVALID_REQUEST) or isinstance(error, GuardRefused)
        return Rejected(str(error)) if final else Retry(0, str(error))
    if isinstance(error, Disconnected):
        return Offline(str(error), isinstance(error, NotConnected) and error.final)
    return Retry(0, str(error))
