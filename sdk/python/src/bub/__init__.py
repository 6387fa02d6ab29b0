"""bub for Python: agents on a message bus.

from bub import Agent, Message

agent = Agent("agent:shouter")

@agent.on_chat
async def shout(message: Message) -> str:
    return message.text.upper() + "!"

agent.run()
"""

from .agent import Agent
from .connection import State
from .errors import (
    BubError,
    BusNotFound,
    CallRefused,
    Disconnected,
    GuardRefused,
    InvalidPayload,
    NoAnswer,
    NotConnected,
    OutboxFull,
    PayloadTooLarge,
    Refused,
    Reject,
    RetryLater,
    StoreFailed,
    StoreInUse,
)
from .history import Line
from .interceptor import HALT, PASS, Interceptor, Verdict
from .lobby import CallContext, Contract
from .messages import Ack, Message, Receipt
from .outbox import DeadLetter
from .version import VERSION as __version__

__all__ = [
    "HALT",
    "PASS",
    "Ack",
    "Agent",
    "BubError",
    "BusNotFound",
    "CallContext",
    "CallRefused",
    "Contract",
    "DeadLetter",
    "Disconnected",
    "GuardRefused",
    "Interceptor",
    "InvalidPayload",
    "Line",
    "Message",
    "NoAnswer",
    "NotConnected",
    "OutboxFull",
    "PayloadTooLarge",
    "Receipt",
    "Refused",
    "Reject",
    "RetryLater",
    "State",
    "StoreFailed",
    "StoreInUse",
    "Verdict",
    "__version__",
]
